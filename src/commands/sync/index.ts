import type { Command } from 'commander';
import { collect, connectionSettings, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { withExamples, withSuggestions } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withSeveralProperties } from '../../cli/several-properties.ts';
import { periodForms } from '../../platform/periods.ts';
import { reports } from '../../platform/reports/index.ts';
import type { SyncOptions } from './run.ts';

/** `hotelctl sync`: writes reports to a data lake or Postgres. */
export function register(sync: Command, open: OpenInvocation): void {
  const flag = (flags: string, summary: string) => sync.createOption(flags, summary);
  sync
    .description(
      'Write reports into a data lake (a folder of Parquet files) or into Postgres, with one partition per report, property and calendar ' +
        'month. Closed months are fetched once. Open months, and months that ended recently (--refetch), are fetched again. A property ' +
        'that fails does not stop the others. Run the command again to fetch only what is missing.\n\n' +
        'For Postgres, set HOTELCTL_DATABASE_URL, or use PGHOST, PGUSER, PGDATABASE and ~/.pgpass.',
    )
    .argument('<target>', 'folder of the data lake, or the word postgres')
    .addOption(
      withChoices(
        flag('--report <name>', 'report to sync; may be repeated (default: all reports)').argParser(collect),
        reports.map(({ name }) => name),
      ),
    )
    .addOption(
      withSuggestions(
        flag('--period <period>', 'months to sync (default: last month and this month)'),
        periodForms,
      ),
    )
    .addOption(flag('--service <id>', 'service id for ordered-services; may be repeated').argParser(collect))
    .option(
      '--refetch <days>',
      'how long after its end a month is fetched again, in days, for late postings',
      '35d',
    )
    .option('--shard <i/n>', 'sync only the properties of shard i of n (HOTELCTL_SHARD)')
    .option('--rate <count>', 'maximum requests per minute, for all shards together (default 3000)')
    .option('--concurrency <count>', 'properties to process in parallel, 1 to 100', '8');
  withSeveralProperties(sync, 'all properties that you can access');
  withSettingFlags(sync, [...connectionSettings, 'reportsVersion']);
  withExamples(sync, [
    {
      command: 'hotelctl sync lake --all-properties --period last-month',
      explains: 'last month of all properties, into a folder',
    },
    {
      command: 'hotelctl sync postgres --property MUC --report property-performance --period 2026-10',
      explains: 'one report into Postgres',
    },
  ]).action(async (target: string, options: SyncOptions) => {
    await (await import('./run.ts')).runSync(open, target, options);
  });
}
