import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Replacement, replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { OutputError, RefusedError, systemErrorCode } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { openRegular, readRegularFile } from '../../base/own-file.ts';
import { beginReported, withWriteErrors } from '../../output/delivery/write-file.ts';
import { openParquet } from '../../output/parquet/parquet.ts';
import { partitionFolder } from '../archive/archive.ts';
import { ByteDigest, sha256 } from '../archive/manifest.ts';
import {
  type LakeFile,
  type LakeOwner,
  type LakeState,
  readLakeState,
  refuseLakeOfOthers,
  refuseOtherOwner,
  stateFileName,
  writeLakeState,
} from './lake-state.ts';
import {
  type Partition,
  type PartitionWriter,
  partitionKey,
  type SyncedPartition,
  type SyncedProperty,
  type SyncedView,
  type SyncTarget,
} from './sync-plan.ts';

/** Where the files of a data lake are: a folder, or objects of a bucket. Names are relative, with `/` between folders. */
export type Storage = Awaited<ReturnType<typeof openFolder>>;

/** 100 years of every report are less than 4 MB. */
const mostState = 64 << 20;

/**
 * A folder, in which the umask decides who else may read the files.
 *
 * @param onReplaced called when a small file was written
 */
export async function openFolder(target: string, onReplaced?: () => Promise<void>) {
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
    replace: async (name: string, content: string) => {
      const path = join(target, name);
      await withWriteErrors(path, () => replaceFile(path, content, { shared: true }));
      await onReplaced?.();
    },
    /** The files in a folder and below, with their sizes. */
    list: async (name: string): Promise<ReadonlyMap<string, number>> => {
      const folder = join(target, name);
      const options = { recursive: true, withFileTypes: true } as const;
      // Of a folder that cannot be read, no file is taken for missing.
      const found = await readdir(folder, options).catch(error => readProblem(folder, error, []));
      const sized = found.map(async entry => {
        const path = join(entry.parentPath, entry.name);
        // The folder of a month may be on another disk. Its file is regular.
        const file = entry.isSymbolicLink() ? join(path, dataFileName) : path;
        const stats = await lstat(file).catch(() => undefined);
        return stats?.isFile() ? [[relative(target, file).replaceAll(sep, '/'), stats.size] as const] : [];
      });
      return new Map((await Promise.all(sized)).flat());
    },
    /** The bytes of a file, whatever is in its place. */
    open: async (name: string): Promise<AsyncIterable<Uint8Array>> =>
      (await openRegular(join(target, name), Number.POSITIVE_INFINITY)).createReadStream(),
    begin: async (name: string): Promise<Replacement> => {
      const path = join(target, name);
      await withWriteErrors(path, async () => makeFolder(dirname(path)));
      // Of this month only: the other months are written.
      if ((await lstat(path).catch(() => undefined))?.isDirectory())
        throw new RefusedError(`${path} is a folder, not a file`, { hint: 'move it out of the data lake' });
      return beginReported(path, path, { mode: 0o666 });
    },
    close: async () => {},
  };
}

const readSmallFile = (path: string): Promise<string> =>
  readRegularFile(path, mostState).catch(error => readProblem(path, error, ''));

/** @param nothing what is read if there is no such file or folder @throws OutputError */
function readProblem<T>(path: string, error: unknown, nothing: T): T {
  const code = systemErrorCode(error) ?? '';
  if (code === 'ENOENT') return nothing;
  const problem = { ENOTSUP: 'it is not a regular file', EFBIG: 'it is too long' }[code] ?? code;
  const { path: place = path } = error as NodeJS.ErrnoException;
  throw new OutputError(`${place} cannot be read: ${problem}`, {
    hint: 'fix its permissions, or remove it: everything is then fetched again',
    cause: error,
  });
}

/**
 * A data lake: <report>/<view>/property=MUC/period=2026-10/data.parquet. One state file per property records what was
 * fetched and when, so that shards on several machines never write the same file.
 */
export function openLake(storage: Storage, owner: LakeOwner, context: Context): SyncTarget {
  let checked: Promise<void> | undefined;
  return {
    async withProperty(property, work) {
      checked ??= refuseLakeOfOthers(storage, owner);
      await checked;
      return withLock(`lake-${sha256(`${storage.address}\n${property}`).slice(0, 24)}`, context, async () =>
        work(await openLakeProperty(storage, property, owner)),
      );
    },
    close: storage.close,
  };
}

const dataFileName = 'data.parquet';
const dataFile = ({ property, report, period }: Partition, view: string) => {
  const folders = [partitionFolder('property', property), partitionFolder('period', period)];
  return [report.name, view, ...folders, dataFileName].join('/');
};

async function openLakeProperty(
  storage: Storage,
  property: string,
  owner: LakeOwner,
): Promise<SyncedProperty> {
  const stateFile = stateFileName(property);
  const readState = async () => {
    const state = readLakeState(await storage.read(stateFile), stateFile);
    refuseOtherOwner(storage, state, owner);
    return state;
  };
  const before = await readState();
  /** What this run records. */
  const own: Pick<LakeState, 'partitions' | 'unfinishedSince'> = { ...before, partitions: new Map() };
  const recorded = [...before.partitions.values()].flatMap(({ files }) => files.map(({ file }) => file));
  const folders = new Set(recorded.map(file => file.split('/').slice(0, 3).join('/')));
  const sizes = new Map((await Promise.all([...folders].map(storage.list))).flatMap(found => [...found]));
  const save = async () => {
    // Another machine, which shares no lock, may have recorded other reports of the property meanwhile.
    const latest = await readState();
    const content = {
      unfinishedSince: own.unfinishedSince,
      host: owner.host,
      client: owner.client ?? latest.client,
      property,
      partitions: new Map([...latest.partitions, ...own.partitions]),
    };
    await storage.replace(stateFile, writeLakeState(content));
  };
  return {
    unfinishedSince: before.unfinishedSince,
    // A file that was cut off is as good as missing.
    partitions: new Map(
      [...before.partitions].filter(([, { files }]) =>
        files.every(({ file, bytes }) => sizes.get(file) === bytes),
      ),
    ),
    async recordRun(startedAt) {
      own.unfinishedSince = startedAt;
      await save();
    },
    open: (partition, views) =>
      openPartition(storage, partition, views, async (synced, files) => {
        own.partitions.set(partitionKey(partition), { ...synced, files });
        await save();
      }),
  };
}

/** @param record keeps that these files are complete */
async function openPartition(
  storage: Storage,
  partition: Partition,
  views: readonly SyncedView[],
  record: (synced: SyncedPartition, files: readonly LakeFile[]) => Promise<void>,
): Promise<PartitionWriter> {
  const openFile = async ({ name: view, columns }: SyncedView) => {
    const name = dataFile(partition, view);
    const replacement = await storage.begin(name);
    const digest = new ByteDigest();
    const written = { file: name, rows: 0 };
    const write = async (bytes: Uint8Array) => {
      digest.add(bytes);
      await replacement.write(bytes);
    };
    const describe = (): LakeFile => ({ ...written, ...digest.end() });
    return { view, replacement, parquet: openParquet(columns, view), written, write, describe };
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
      if (!file) return;
      file.written.rows += 1;
      const bytes = file.parquet.add(added);
      if (bytes) await file.write(bytes);
    },
    async commit(synced) {
      for (const { parquet, replacement, write } of files) {
        await write(parquet.finish());
        await replacement.finish();
      }
      for (const { replacement } of files) await replacement.publish();
      await record(
        synced,
        files.map(({ describe }) => describe()),
      );
    },
    abandon,
  };
}
