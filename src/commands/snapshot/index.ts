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
      'Saves the books of today, for pickup and pace. One request per hotel: property-performance by business day ' +
        'and unit group, in Parquet files that DuckDB, Spark and Power BI read. Run it once a night.',
    )
    .option('--ahead <days>', 'how far ahead, for example 365d', '365d')
    .option('--behind <days>', 'how far back, for example 7d: late changes of past days', '7d')
    .option('--business-day <date>', 'the day to file the layer under (default: today at the property)')
    .option('--replace', 'replace the layer if the day has one already');
  withSeveralProperties(take, 'every property that this sign-in may read');
  withSettingFlags(take, [...connectionSettings, 'dataDir']);
  withExamples(take, [
    { command: 'hotelctl snapshot take --all-properties', explains: 'every hotel, once a night' },
    { command: 'hotelctl snapshot take --property MUC --replace', explains: 'one hotel again' },
  ]).action(async (options: TakeOptions) => {
    await (await import('./take.ts')).takeSnapshots(open, options);
  });

  const list = group
    .command('list')
    .summary('the layers on this machine')
    .description('The layers on this machine.');
  withSeveralProperties(list, 'every property that has layers (default)');
  withOutputFlags(list, async () => (await import('./list.ts')).layerColumns);
  withSettingFlags(list, ['dataDir']);
  withExamples(list, [{ command: 'hotelctl snapshot list --property MUC', explains: 'one hotel' }]).action(
    async (options: ListOptions) => {
      await (await import('./list.ts')).listSnapshots(open, options);
    },
  );

  const verify = group
    .command('verify')
    .summary('find damaged layers and missing nights')
    .description('Finds damaged layers and missing nights. Exit code 10 when there are any.');
  withSeveralProperties(verify, 'every property that has layers (default)');
  withOutputFlags(verify, async () => (await import('./verify.ts')).problemColumns);
  withSettingFlags(verify, ['dataDir']);
  withExamples(verify, [{ command: 'hotelctl snapshot verify', explains: 'every hotel' }]).action(
    async (options: VerifyOptions) => {
      await (await import('./verify.ts')).verifySnapshots(open, options);
    },
  );

  const prune = group
    .command('prune')
    .summary('remove old layers')
    .description(
      'Removes old layers. The newest daily layers stay, then the last one of each week and of each month.',
    )
    .requiredOption('--keep <rule>', 'how many of each, for example daily=90,weekly=52,monthly=all')
    .option('--dry-run', 'print what would be removed, and remove nothing');
  withSeveralProperties(prune, 'every property that has layers (default)');
  withOutputFlags(prune, async () => (await import('./list.ts')).layerColumns);
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
