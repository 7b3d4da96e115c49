import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../base/context.ts';
import { replaceFile } from '../base/files.ts';
import { withLock } from '../lock/lock.ts';
import { openParquet, type ParquetFile } from '../output/parquet/parquet.ts';
import type { ReportRecord } from '../platform/records.ts';
import { sha256, writingFiles } from './layer-store.ts';
import { partitionFolder } from './partition-folders.ts';
import { type Partition, partitionKey, type SyncedPartition } from './sync-plan.ts';
import type { PartitionWriter, SyncedProperty, SyncedView, SyncTarget } from './sync-target.ts';

/**
 * A data lake in a folder: TARGET/<report>/<view>/property=MUC/period=2026-10/data.parquet. What was fetched and when is in
 * one state file per property, so that shards on several machines never write the same file.
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
  unfinishedSince?: number;
  readonly partitions: Record<string, SyncedPartition & { readonly files: readonly string[] }>;
}

async function openLakeProperty(target: string, property: string): Promise<SyncedProperty> {
  const path = stateFile(target, property);
  const state = await readState(path, property);
  const save = () => writingFiles(path, () => replaceFile(path, `${JSON.stringify(state, null, 2)}\n`));
  return {
    unfinishedSince: state.unfinishedSince,
    async partitions() {
      const present = new Map<string, SyncedPartition>();
      for (const [key, partition] of Object.entries(state.partitions)) {
        const found = await Promise.all(partition.files.map(file => isFile(join(target, file))));
        if (found.every(Boolean)) present.set(key, partition);
      }
      return present;
    },
    async beginRun(startedAt) {
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
    async finishRun() {
      delete state.unfinishedSince;
      await save();
    },
  };
}

/** A state that cannot be read is as good as none: everything is fetched again. */
async function readState(path: string, property: string): Promise<LakeState> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    const state = JSON.parse(text);
    if (state.version === 1 && state.property === property && typeof state.partitions === 'object')
      return state;
  } catch {
    // Written anew with the first partition.
  }
  return { version: 1, property, partitions: {} };
}

const isFile = (path: string) =>
  stat(path).then(
    stats => stats.isFile(),
    () => false,
  );

/** A file that is being written beside the one that it replaces. */
interface LakeFile {
  readonly view: string;
  readonly path: string;
  readonly temporary: string;
  readonly handle: FileHandle;
  readonly parquet: ParquetFile;
}

const temporaryPrefix = '.data.parquet-';

async function openLakeFile(path: string, { name, columns }: SyncedView): Promise<LakeFile> {
  const folder = dirname(path);
  return writingFiles(path, async () => {
    await mkdir(folder, { recursive: true });
    // The lock of the property is held: whatever lies here was left by a process that was killed.
    for (const entry of await readdir(folder)) {
      if (entry.startsWith(temporaryPrefix)) await rm(join(folder, entry), { force: true });
    }
    const temporary = join(folder, `${temporaryPrefix}${randomBytes(6).toString('hex')}`);
    const handle = await open(temporary, 'wx');
    return { view: name, path, temporary, handle, parquet: openParquet(columns, name) };
  });
}

function partitionWriter(
  files: readonly LakeFile[],
  record: (synced: SyncedPartition) => Promise<void>,
): PartitionWriter {
  const byView = new Map(files.map(file => [file.view, file]));
  const write = ({ path, handle }: LakeFile, bytes: Uint8Array | undefined) =>
    bytes === undefined ? Promise.resolve() : writingFiles(path, () => handle.writeFile(bytes));
  return {
    async add(view: string, added: ReportRecord) {
      const file = byView.get(view) as LakeFile;
      const bytes = file.parquet.add(added);
      if (bytes) await write(file, bytes);
    },
    async commit(synced) {
      for (const file of files) {
        await write(file, file.parquet.finish());
        await writingFiles(file.path, async () => {
          await file.handle.sync();
          await file.handle.close();
        });
      }
      for (const { temporary, path } of files) await writingFiles(path, () => rename(temporary, path));
      await record(synced);
    },
    async abandon() {
      for (const { handle, temporary } of files) {
        await handle.close().catch(() => {});
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
  };
}
