import { defineCommand } from '../../cli/command.ts';
import { severalPropertiesFlags } from '../../cli/property-flags.ts';
import { connectionSettings, outputFlags } from '../../cli/shared-flags.ts';
import { pruneFlags, syncFlags, takeFlags } from './flags.ts';

const savedProperties = severalPropertiesFlags(
  'all properties that have snapshots (default)',
  'property id, or several separated by commas; may be repeated',
);

export const snapshotCommands = {
  take: defineCommand({
    summary: "record today's on-the-books figures",
    text:
      "Record today's on-the-books figures, so that pickup and pace can compare them later. Run this command once a night. It sends one request " +
      'per property (property-performance by business day and unit group) and writes Parquet files, which DuckDB, Spark and Power BI ' +
      'can read.',
    flags: [takeFlags, severalPropertiesFlags(), outputFlags()],
    settings: [...connectionSettings, 'dataDir'],
    returns: { rows: async () => (await import('./take.ts')).takenColumns },
    changes: 'machine',
    examples: {
      'hotelctl snapshot take --all-properties': 'all properties, once a night',
      'hotelctl snapshot take --property MUC --replace': 'one property again',
    },
    plan: async (...given) => (await import('./take.ts')).planSnapshots(...given),
  }),
  list: defineCommand({
    summary: 'list the snapshots on this machine',
    flags: [savedProperties, outputFlags()],
    settings: ['dataDir'],
    returns: { rows: async () => (await import('./stored.ts')).snapshotColumns },
    examples: { 'hotelctl snapshot list --property MUC': 'one property' },
    plan: async (...given) => (await import('./stored.ts')).planSnapshotList(...given),
  }),
  verify: defineCommand({
    summary: 'find damaged and missing snapshots',
    text: 'Find damaged and missing snapshots. The exit code is 10 if there are any.',
    flags: [savedProperties, outputFlags()],
    settings: ['dataDir'],
    returns: { rows: async () => (await import('../../cli/checklist.ts')).verifiedColumns('Snapshot') },
    examples: { 'hotelctl snapshot verify': 'all properties' },
    plan: async (...given) => (await import('./stored.ts')).planSnapshotCheck(...given),
  }),
  prune: defineCommand({
    summary: 'remove old snapshots',
    changes: 'machine',
    text: 'Remove old snapshots. Keep the newest daily snapshots, then the last snapshot of each week and of each month.',
    flags: [pruneFlags, savedProperties, outputFlags()],
    settings: ['dataDir'],
    returns: { rows: async () => (await import('./stored.ts')).snapshotColumns },
    examples: {
      'hotelctl snapshot prune --keep daily=90,weekly=52,monthly=all --dry-run': 'what would be removed',
    },
    plan: async (...given) => (await import('./stored.ts')).planPruning(...given),
  }),
};

export const syncCommands = {
  verify: defineCommand({
    summary: 'check that the files of a data lake are as they were written',
    text:
      'Compare every file of a data lake with the size and SHA-256 that `hotelctl sync` recorded in its folder _hotelctl. The exit code ' +
      'is 10 if a file is missing, was changed, or is not recorded. `hotelctl sync` writes the month of a missing file again.',
    arguments: [{ form: '<target>', summary: 'folder or s3://BUCKET/PREFIX of the data lake' }],
    flags: [outputFlags()],
    settings: ['baseUrl', 'clientId', 'timeout'],
    returns: { rows: async () => (await import('./sync.ts')).lakeColumns },
    examples: { 'hotelctl sync verify lake': 'a folder' },
    plan: async (...given) => (await import('./sync.ts')).planLakeCheck(...given),
  }),
};

export const syncCommand = defineCommand({
  text:
    'Write reports into a data lake (Parquet files in a folder or in S3) or into Postgres, with one partition per report, property and calendar ' +
    'month. Closed months are fetched once. Open months, and months that ended recently (--refetch), are fetched again. A property ' +
    'that fails does not stop the others. Run the command again to fetch what is missing.\n\n' +
    'For Postgres, set HOTELCTL_DATABASE_URL, or use PGHOST, PGUSER, PGDATABASE and ~/.pgpass. Beyond this machine, TLS with a ' +
    'verified certificate is required, unless sslmode in the URL or PGSSLMODE allows less. If tables exist, the role needs no right to create ' +
    'tables, except temporary ones. A month is written again if others have deleted rows of it.\n\n' +
    'For S3, credentials and region come from the variables and files of AWS, such as AWS_PROFILE and AWS_REGION. ' +
    'AWS_ENDPOINT_URL_S3 names another server that speaks S3. HOTELCTL_S3_ENCRYPTION requests encryption.',
  arguments: [
    { form: '<target>', summary: 'folder or s3://BUCKET/PREFIX of the data lake, or the word postgres' },
  ],
  flags: [syncFlags, severalPropertiesFlags(), outputFlags()],
  settings: [...connectionSettings, 'reportsVersion'],
  returns: { rows: async () => (await import('./sync.ts')).syncColumns },
  changes: 'machine',
  examples: {
    'hotelctl sync lake --all-properties --period last-month': 'last month of all properties, into a folder',
    'hotelctl sync s3://hotel-data/lake --all-properties --format json':
      'into a bucket, with a summary of each property',
    'hotelctl sync postgres --property MUC --report property-performance --period 2026-10':
      'one report into Postgres',
  },
  plan: async (...given) => (await import('./sync.ts')).planSync(...given),
});
