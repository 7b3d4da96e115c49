import type { Command } from 'commander';
import { connectionSettings, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { withSeveralProperties } from '../../cli/several-properties.ts';
import type { ListOptions } from './list.ts';
import type { PruneOptions } from './prune.ts';
import type { TakeOptions } from './take.ts';
import type { VerifyOptions } from './verify.ts';

/** `hotelctl snapshot`: dated layers of the books, one folder for each hotel and night. */
export function register(group: Command, open: OpenInvocation): void {
  const take = group
    .command('take')
    .summary('save the books of today')
    .description(
      'Save the books of today, so that pickup and pace can compare them later. Run this command once a night. It sends one request ' +
        'per property (property-performance by business day and unit group) and writes Parquet files, which DuckDB, Spark and Power BI ' +
        'can read.',
    )
    .option('--ahead <days>', 'number of future days to save', '365d')
    .option('--behind <days>', 'number of past days to save again, for late changes', '7d')
    .option('--business-day <date>', 'business day of the snapshot (default: today at the property)')
    .option('--replace', 'replace the snapshot if the day already has one');
  withSeveralProperties(take, 'all properties that you can access');
  withSettingFlags(take, [...connectionSettings, 'dataDir']);
  withExamples(take, [
    { command: 'hotelctl snapshot take --all-properties', explains: 'all properties, once a night' },
    { command: 'hotelctl snapshot take --property MUC --replace', explains: 'one property again' },
  ]).action(async (options: TakeOptions) => {
    await (await import('./take.ts')).takeSnapshots(open, options);
  });

  const list = group
    .command('list')
    .summary('list the snapshots on this machine')
    .description('List the snapshots on this machine.');
  withSeveralProperties(list, 'all properties that have snapshots (default)');
  withOutputFlags(list, async () => (await import('./list.ts')).snapshotColumns);
  withSettingFlags(list, ['dataDir']);
  withExamples(list, [{ command: 'hotelctl snapshot list --property MUC', explains: 'one property' }]).action(
    async (options: ListOptions) => {
      await (await import('./list.ts')).listSnapshots(open, options);
    },
  );

  const verify = group
    .command('verify')
    .summary('find damaged and missing snapshots')
    .description('Find damaged and missing snapshots. The exit code is 10 if there are any.');
  withSeveralProperties(verify, 'all properties that have snapshots (default)');
  withOutputFlags(verify, async () => (await import('./verify.ts')).problemColumns);
  withSettingFlags(verify, ['dataDir']);
  withExamples(verify, [{ command: 'hotelctl snapshot verify', explains: 'all properties' }]).action(
    async (options: VerifyOptions) => {
      await (await import('./verify.ts')).verifySnapshots(open, options);
    },
  );

  const prune = group
    .command('prune')
    .summary('remove old snapshots')
    .description(
      'Remove old snapshots. Keep the newest daily snapshots, then the last snapshot of each week and of each month.',
    )
    .requiredOption(
      '--keep <rule>',
      'number of snapshots to keep, for example daily=90,weekly=52,monthly=all',
    )
    .option('--dry-run', 'print what would be removed; nothing is removed');
  withSeveralProperties(prune, 'all properties that have snapshots (default)');
  withOutputFlags(prune, async () => (await import('./list.ts')).snapshotColumns);
  withSettingFlags(prune, ['dataDir']);
  withExamples(prune, [
    {
      command: 'hotelctl snapshot prune --keep daily=90,weekly=52,monthly=all --dry-run',
      explains: 'what would be removed',
    },
  ]).action(async (options: PruneOptions) => {
    await (await import('./prune.ts')).pruneSnapshots(open, options);
  });
}
