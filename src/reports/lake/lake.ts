import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beginReplacement, type Replacement, replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder } from '../../base/own-file.ts';
import { withWriteErrors } from '../../output/delivery/write-problem.ts';
import { openParquet, type ParquetFile } from '../../output/parquet/parquet.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { sha256 } from '../snapshots/snapshot-manifest.ts';
import { partitionFolder } from '../snapshots/snapshot-store.ts';
import {
  type Partition,
  type PartitionWriter,
  partitionKey,
  type SyncedPartition,
  type SyncedProperty,
  type SyncedView,
  type SyncTarget,
} from './sync-plan.ts';
/**
 * A data lake in a folder: TARGET/<report>/<view>/property=MUC/period=2026-10/data.parquet. One state file per property
 * records what was fetched and when, so that shards on several machines never write the same file.
 */
export const openLake = (target: string, context: Context): SyncTarget => ({
  withProperty: (property, work) =>
    withLock(`lake-${sha256(Buffer.from(`${target}\n${property}`)).slice(0, 24)}`, context, async () =>
      work(await openLakeProperty(target, property)),
    ),
  close: async () => {},
});

/** `_hotelctl`: engines ignore folders that begin with an underscore. */
const stateFile = (target: string, property: string) =>
  join(target, '_hotelctl', `${partitionFolder('property', property)}.json`);

const dataFile = (target: string, { property, report, period }: Partition, view: string) =>
  join(
    ...[target, report.name, view],
    ...[partitionFolder('property', property), partitionFolder('period', period), 'data.parquet'],
  );

interface LakeState {
  readonly version: 1;
  readonly property: string;
  unfinishedSince?: number | undefined;
  readonly partitions: Record<string, SyncedPartition & { readonly files: readonly string[] }>;
}

async function openLakeProperty(target: string, property: string): Promise<SyncedProperty> {
  const path = stateFile(target, property);
  const state = await readState(path, property);
  const present = new Map<string, SyncedPartition>();
  for (const [key, partition] of Object.entries(state.partitions)) {
    const found = await Promise.all(partition.files.map(file => isFile(join(target, file))));
    if (found.every(Boolean)) present.set(key, partition);
  }
  const save = () => withWriteErrors(path, () => replaceFile(path, `${JSON.stringify(state, null, 2)}\n`));
  return {
    unfinishedSince: state.unfinishedSince,
    partitions: present,
    async recordRun(startedAt) {
      state.unfinishedSince = startedAt;
      await save();
    },
    async open(partition, views) {
      const files = await Promise.all(
        views.map(view => openLakeFile(dataFile(target, partition, view.name), view)),
      );
      return partitionWriter(files, async synced => {
        const names = files.map(({ path }) => path.slice(target.length + 1));
        state.partitions[partitionKey(partition)] = { ...synced, files: names };
        await save();
      });
    },
  };
}

/** A state that cannot be read is treated as missing: everything is fetched again. */
async function readState(path: string, property: string): Promise<LakeState> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    const state = JSON.parse(text);
    if (state.version === 1 && state.property === property && typeof state.partitions === 'object')
      return state;
  } catch {
    // Created again with the first partition.
  }
  return { version: 1, property, partitions: {} };
}

const isFile = (path: string) =>
  stat(path).then(
    stats => stats.isFile(),
    () => false,
  );

/** A file that is being written, in the same folder as the file that it replaces. */
interface LakeFile {
  readonly view: string;
  readonly path: string;
  readonly replacement: Replacement;
  readonly parquet: ParquetFile;
}

const openLakeFile = (path: string, { name, columns }: SyncedView): Promise<LakeFile> =>
  withWriteErrors(path, async () => {
    makeFolder(dirname(path));
    // The lock of the property is held.
    const replacement = await beginReplacement(path, { mode: 0o666, locked: true });
    return { view: name, path, replacement, parquet: openParquet(columns, name) };
  });

function partitionWriter(
  files: readonly LakeFile[],
  record: (synced: SyncedPartition) => Promise<void>,
): PartitionWriter {
  const byView = new Map(files.map(file => [file.view, file]));
  const write = ({ path, replacement }: LakeFile, bytes: Uint8Array | undefined) =>
    bytes === undefined ? Promise.resolve() : withWriteErrors(path, () => replacement.write(bytes));
  return {
    async add(view: string, added: ReportRecord) {
      const file = byView.get(view) as LakeFile;
      const bytes = file.parquet.add(added);
      if (bytes) await write(file, bytes);
    },
    async commit(synced) {
      for (const file of files) {
        await write(file, file.parquet.finish());
        await withWriteErrors(file.path, () => file.replacement.finish());
      }
      for (const { replacement, path } of files) await withWriteErrors(path, () => replacement.publish());
      await record(synced);
    },
    async abandon() {
      for (const { replacement } of files) await replacement.abandon();
    },
  };
}
