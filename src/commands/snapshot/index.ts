import { defineCommand } from '../../cli/command.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { pruneFlags, takeFlags } from './flags.ts';

const savedProperties = severalPropertiesFlags('all properties that have snapshots (default)');

export const commands = {
  take: defineCommand({
    summary: 'save the books of today',
    text:
      'Save the books of today, so that pickup and pace can compare them later. Run this command once a night. It sends one request ' +
      'per property (property-performance by business day and unit group) and writes Parquet files, which DuckDB, Spark and Power BI ' +
      'can read.',
    flags: [takeFlags, severalPropertiesFlags('all properties that you can access'), outputFlags()],
    settings: [...connectionSettings, 'dataDir'],
    columns: async () => (await import('./take.ts')).takenColumns,
    examples: {
      'hotelctl snapshot take --all-properties': 'all properties, once a night',
      'hotelctl snapshot take --property MUC --replace': 'one property again',
    },
    run: async (open, options) => (await import('./take.ts')).takeSnapshots(open, options),
  }),
  list: defineCommand({
    summary: 'list the snapshots on this machine',
    flags: [savedProperties, outputFlags()],
    settings: ['dataDir'],
    columns: async () => (await import('./stored.ts')).snapshotColumns,
    examples: { 'hotelctl snapshot list --property MUC': 'one property' },
    run: async (open, options) => (await import('./stored.ts')).listSnapshots(open, options),
  }),
  verify: defineCommand({
    summary: 'find damaged and missing snapshots',
    text: 'Find damaged and missing snapshots. The exit code is 10 if there are any.',
    flags: [savedProperties, outputFlags()],
    settings: ['dataDir'],
    columns: async () => (await import('./stored.ts')).problemColumns,
    examples: { 'hotelctl snapshot verify': 'all properties' },
    run: async (open, options) => (await import('./stored.ts')).verifySnapshots(open, options),
  }),
  prune: defineCommand({
    summary: 'remove old snapshots',
    text: 'Remove old snapshots. Keep the newest daily snapshots, then the last snapshot of each week and of each month.',
    flags: [pruneFlags, savedProperties, outputFlags()],
    settings: ['dataDir'],
    columns: async () => (await import('./stored.ts')).snapshotColumns,
    examples: {
      'hotelctl snapshot prune --keep daily=90,weekly=52,monthly=all --dry-run': 'what would be removed',
    },
    run: async (open, options) => (await import('./stored.ts')).pruneSnapshots(open, options),
  }),
};
