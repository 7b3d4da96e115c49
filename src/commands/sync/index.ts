import { defineCommand } from '../../cli/command.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { syncFlags } from './flags.ts';

/** `hotelctl sync`: writes reports to a data lake or Postgres. */
export const command = defineCommand({
  text:
    'Write reports into a data lake (a folder of Parquet files) or into Postgres, with one partition per report, property and calendar ' +
    'month. Closed months are fetched once. Open months, and months that ended recently (--refetch), are fetched again. A property ' +
    'that fails does not stop the others. Run the command again to fetch only what is missing.\n\n' +
    'For Postgres, set HOTELCTL_DATABASE_URL, or use PGHOST, PGUSER, PGDATABASE and ~/.pgpass. Beyond this machine, TLS with a ' +
    'verified certificate is required, unless sslmode in the URL or PGSSLMODE allows less.',
  arguments: [{ form: '<target>', summary: 'folder of the data lake, or the word postgres' }],
  flags: [syncFlags, severalPropertiesFlags('all properties that you can access')],
  settings: [...connectionSettings, 'reportsVersion'],
  examples: {
    'hotelctl sync lake --all-properties --period last-month': 'last month of all properties, into a folder',
    'hotelctl sync postgres --property MUC --report property-performance --period 2026-10':
      'one report into Postgres',
  },
  run: async (open, options, target) => (await import('./run.ts')).runSync(open, target, options),
});
