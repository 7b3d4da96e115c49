import { readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Replacement, replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { OutputError, systemErrorCode, UsageError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder, readRegularFile } from '../../base/own-file.ts';
import { jsonValue, toFields } from '../../base/text.ts';
import { beginReported, withWriteErrors } from '../../output/delivery/write-file.ts';
import { openParquet } from '../../output/parquet/parquet.ts';
import { safeText } from '../../platform/safe-text.ts';
import { sha256 } from '../snapshots/snapshot-manifest.ts';
import { partitionFolder } from '../snapshots/snapshot-store.ts';
import {
  type Partition,
  type PartitionWriter,
  partitionKey,
  readSyncedPartition,
  type SyncedPartition,
  type SyncedProperty,
  type SyncedView,
  type SyncTarget,
} from './sync-plan.ts';

/** Where the files of a data lake are: a folder, or objects of a bucket. Names are relative, with `/` between folders. */
export type Storage = Awaited<ReturnType<typeof openFolder>>;

/** 100 years of every report are less than 4 MB. */
const mostState = 64 << 20;

/** A folder, in which the umask decides who else may read the files. */
export async function openFolder(target: string) {
  const address = await withWriteErrors(target, async () => {
    makeFolder(target);
    return realpath(target);
  });
  return {
    /** Processes with the same address write to the same place, however it was named. */
    address,
    /** The text of a small file; empty if there is none. */
    read: (name: string) => readSmallFile(join(target, name)),
    /** Replaces a small file; fails if another machine has replaced it since it was read, where the storage can tell. */
    replace: (name: string, content: string) => {
      const path = join(target, name);
      return withWriteErrors(path, () => replaceFile(path, content, { shared: true }));
    },
    /** The names of all files in a folder and below. */
    list: async (name: string): Promise<readonly string[]> => {
      const options = { recursive: true, withFileTypes: true } as const;
      const found = await readdir(join(target, name), options).catch(() => []);
      return found
        .filter(entry => entry.isFile())
        .map(entry => relative(target, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
    begin: async (name: string): Promise<Replacement> => {
      const path = join(target, name);
      await withWriteErrors(path, async () => makeFolder(dirname(path)));
      return beginReported(path, path, { mode: 0o666 });
    },
    close: async () => {},
  };
}

const readSmallFile = (path: string): Promise<string> =>
  readRegularFile(path, mostState).catch(error => {
    const code = systemErrorCode(error) ?? '';
    if (code === 'ENOENT') return '';
    const problem = { ENOTSUP: 'it is not a regular file', EFBIG: 'it is too long' }[code] ?? code;
    throw new OutputError(`${path} cannot be read: ${problem}`, {
      hint: 'fix its permissions, or remove it: everything is then fetched again',
      cause: error,
    });
  });

/**
 * A data lake: <report>/<view>/property=MUC/period=2026-10/data.parquet. One state file per property records what was
 * fetched and when, so that shards on several machines never write the same file.
 */
export const openLake = (storage: Storage, context: Context): SyncTarget => ({
  withProperty: (property, work) =>
    withLock(`lake-${sha256(`${storage.address}\n${property}`).slice(0, 24)}`, context, async () =>
      work(await openLakeProperty(storage, property)),
    ),
  close: storage.close,
});

const dataFile = ({ property, report, period }: Partition, view: string) => {
  const folders = [partitionFolder('property', property), partitionFolder('period', period)];
  return [report.name, view, ...folders, 'data.parquet'].join('/');
};

interface LakeState {
  unfinishedSince?: number | undefined;
  readonly partitions: Map<string, SyncedPartition & { readonly files: readonly string[] }>;
}

async function openLakeProperty(storage: Storage, property: string): Promise<SyncedProperty> {
  const stateFile = stateFileName(property);
  const state = readState(await storage.read(stateFile), property);
  const recorded = [...state.partitions.values()].flatMap(({ files }) => files);
  const folders = new Set(recorded.map(file => file.split('/').slice(0, 3).join('/')));
  const found = new Set((await Promise.all([...folders].map(storage.list))).flat());
  const save = () => {
    const { unfinishedSince, partitions } = state;
    const content = { version: 1, property, unfinishedSince, partitions: Object.fromEntries(partitions) };
    return storage.replace(stateFile, `${JSON.stringify(content, null, 2)}\n`);
  };
  return {
    unfinishedSince: state.unfinishedSince,
    partitions: new Map(
      [...state.partitions].filter(([, { files }]) => files.every(file => found.has(file))),
    ),
    async recordRun(startedAt) {
      state.unfinishedSince = startedAt;
      await save();
    },
    open: (partition, views) =>
      openPartition(storage, partition, views, async (synced, files) => {
        state.partitions.set(partitionKey(partition), { ...synced, files });
        await save();
      }),
  };
}

/** `_hotelctl`: engines ignore folders that begin with an underscore. */
function stateFileName(property: string): string {
  const name = `${partitionFolder('property', property)}.json`;
  // The system reports a long name only where the folder exists.
  if (Buffer.byteLength(name) <= 255) return `_hotelctl/${name}`;
  throw new UsageError(`the property id ${safeText(property, 60)} is too long for the name of a folder`, {
    hint: 'name the other properties with --property',
  });
}

/** A state that is not valid is treated as missing: everything is fetched again. */
function readState(text: string, property: string): LakeState {
  const state: LakeState = { partitions: new Map() };
  const content = toFields(jsonValue(text));
  if (content['version'] !== 1 || content['property'] !== property) return state;
  if (typeof content['unfinishedSince'] === 'number') state.unfinishedSince = content['unfinishedSince'];
  for (const [key, partition] of Object.entries(toFields(content['partitions']))) {
    const { fetchedOn, fetchedAt, files } = toFields(partition);
    const synced = readSyncedPartition(fetchedOn, fetchedAt);
    if (synced && Array.isArray(files) && files.every(file => typeof file === 'string'))
      state.partitions.set(key, { ...synced, files });
  }
  return state;
}

/** @param record keeps that these files are complete */
async function openPartition(
  storage: Storage,
  partition: Partition,
  views: readonly SyncedView[],
  record: (synced: SyncedPartition, files: readonly string[]) => Promise<void>,
): Promise<PartitionWriter> {
  const openFile = async ({ name: view, columns }: SyncedView) => {
    const name = dataFile(partition, view);
    return { view, name, replacement: await storage.begin(name), parquet: openParquet(columns, view) };
  };
  const files: Awaited<ReturnType<typeof openFile>>[] = [];
  const abandon = async () => {
    for (const { replacement } of files) await replacement.abandon();
  };
  try {
    for (const view of views) files.push(await openFile(view));
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    async add(view, added) {
      const file = files.find(each => each.view === view);
      const bytes = file?.parquet.add(added);
      if (bytes) await file?.replacement.write(bytes);
    },
    async commit(synced) {
      for (const { parquet, replacement } of files) {
        await replacement.write(parquet.finish());
        await replacement.finish();
      }
      for (const { replacement } of files) await replacement.publish();
      await record(
        synced,
        files.map(({ name }) => name),
      );
    },
    abandon,
  };
}
