import { defineCommand } from '../../cli/command.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { syncFlags } from './flags.ts';

export const command = defineCommand({
  text:
    'Write reports into a data lake (Parquet files in a folder or in S3) or into Postgres, with one partition per report, property and calendar ' +
    'month. Closed months are fetched once. Open months, and months that ended recently (--refetch), are fetched again. A property ' +
    'that fails does not stop the others. Run the command again to fetch only what is missing.\n\n' +
    'For Postgres, set HOTELCTL_DATABASE_URL, or use PGHOST, PGUSER, PGDATABASE and ~/.pgpass. Beyond this machine, TLS with a ' +
    'verified certificate is required, unless sslmode in the URL or PGSSLMODE allows less.\n\n' +
    'For S3, credentials and region come from the variables and files of AWS, such as AWS_PROFILE and AWS_REGION. ' +
    'AWS_ENDPOINT_URL_S3 names another server that speaks S3. HOTELCTL_S3_ENCRYPTION requests encryption.',
  arguments: [
    { form: '<target>', summary: 'folder or s3://BUCKET/PREFIX of the data lake, or the word postgres' },
  ],
  flags: [syncFlags, severalPropertiesFlags('all properties that you can access'), outputFlags()],
  settings: [...connectionSettings, 'reportsVersion'],
  columns: async () => (await import('./run.ts')).syncColumns,
  examples: {
    'hotelctl sync lake --all-properties --period last-month': 'last month of all properties, into a folder',
    'hotelctl sync s3://hotel-data/lake --all-properties --format json':
      'into a bucket, with a summary of each property',
    'hotelctl sync postgres --property MUC --report property-performance --period 2026-10':
      'one report into Postgres',
  },
  run: async (open, options, target) => (await import('./run.ts')).runSync(open, target, options),
});
