import type { Command } from 'commander';
import { collect, connectionSettings, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
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
      'Writes reports into a data lake (a folder of Parquet files) or into Postgres, one partition per report, hotel and calendar ' +
        'month. Months that are closed are fetched once; open months, and months that ended in the last days (--refetch), are ' +
        'fetched again. A hotel that fails does not stop the others; run the command again to fetch only what is missing.\n\n' +
        'Postgres: set HOTELCTL_DATABASE_URL, or the usual PGHOST, PGUSER, PGDATABASE and ~/.pgpass.',
    )
    .argument('<target>', 'a folder, or the word postgres')
    .addOption(
      withChoices(
        flag('--report <name>', 'only this report; may be repeated (default: all of them)').argParser(
          collect,
        ),
        reports.map(({ name }) => name),
      ),
    )
    .addOption(
      withChoices(
        flag('--period <period>', 'the months to sync (default: last month and this month)'),
        periodForms,
      ),
    )
    .addOption(flag('--service <id>', 'a service for ordered-services; may be repeated').argParser(collect))
    .option('--refetch <days>', 'how long a month is fetched again after its end, for late postings', '35d')
    .option('--shard <i/n>', 'only the hotels of shard i of n (HOTELCTL_SHARD)')
    .option('--rate <count>', 'requests a minute, in all shards together (default: 3000)')
    .option('--concurrency <count>', 'hotels at a time, 1 to 100', '8');
  withSeveralProperties(sync, 'every property that this sign-in may read');
  withSettingFlags(sync, [...connectionSettings, 'reportsVersion']);
  withExamples(sync, [
    {
      command: 'hotelctl sync lake --all-properties --period last-month',
      explains: 'the month close into a folder',
    },
    {
      command: 'hotelctl sync postgres --property MUC --report property-performance --period 2026-10',
      explains: 'one report into Postgres',
    },
  ]).action(async (target: string, options: SyncOptions) => {
    await (await import('./run.ts')).runSync(open, target, options);
  });
}
