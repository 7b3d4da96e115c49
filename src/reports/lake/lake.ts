import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beginReplacement, type Replacement, replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { OutputError, UsageError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder, readRegularFile } from '../../base/own-file.ts';
import { systemErrorCode } from '../../base/system-errors.ts';
import { jsonValue } from '../../base/text.ts';
import { withWriteErrors } from '../../output/delivery/write-problem.ts';
import { openParquet, type ParquetFile } from '../../output/parquet/parquet.ts';
import type { ReportRecord } from '../../platform/records.ts';
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
/**
 * A data lake in a folder: TARGET/<report>/<view>/property=MUC/period=2026-10/data.parquet. One state file per property
 * records what was fetched and when, so that shards on several machines never write the same file. The umask decides who
 * else may read the lake.
 */
export async function openLake(target: string, context: Context): Promise<SyncTarget> {
  const folder = await withWriteErrors(target, async () => {
    makeFolder(target);
    // The same folder has the same lock, however its path is written.
    return realpath(target);
  });
  return {
    withProperty: (property, work) =>
      withLock(`lake-${sha256(Buffer.from(`${folder}\n${property}`)).slice(0, 24)}`, context, async () =>
        work(await openLakeProperty(folder, property)),
      ),
  };
}

/** `_hotelctl`: engines ignore folders that begin with an underscore. */
const stateFile = (target: string, property: string) =>
  join(target, '_hotelctl', `${partitionFolder('property', property)}.json`);

const dataFile = (target: string, { property, report, period }: Partition, view: string) =>
  join(
    ...[target, report.name, view],
    ...[partitionFolder('property', property), partitionFolder('period', period), 'data.parquet'],
  );

type LakePartition = SyncedPartition & { readonly files: readonly string[] };

interface LakeState {
  unfinishedSince?: number | undefined;
  readonly partitions: Map<string, LakePartition>;
}

async function openLakeProperty(target: string, property: string): Promise<SyncedProperty> {
  const path = stateFile(target, property);
  const state = await readState(path, property);
  const present = new Map<string, SyncedPartition>();
  for (const [key, partition] of state.partitions) {
    const found = await Promise.all(partition.files.map(file => isFile(join(target, file))));
    if (found.every(Boolean)) present.set(key, partition);
  }
  const save = () => {
    const { unfinishedSince, partitions } = state;
    const content = { version: 1, property, unfinishedSince, partitions: Object.fromEntries(partitions) };
    return withWriteErrors(path, () =>
      replaceFile(path, `${JSON.stringify(content, null, 2)}\n`, { shared: true }),
    );
  };
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
        state.partitions.set(partitionKey(partition), { ...synced, files: names });
        await save();
      });
    },
  };
}

/** 100 years of every report are less than 4 MB. */
const mostState = 64 << 20;

/**
 * A state that is not valid is treated as missing: everything is fetched again.
 *
 * @throws OutputError for a file that cannot be read, and UsageError for an id that cannot be the name of a file
 */
async function readState(path: string, property: string): Promise<LakeState> {
  // The system reports a long name only where the folder exists.
  if (Buffer.byteLength(basename(path)) > 255) {
    throw new UsageError(`the property id ${safeText(property, 60)} is too long for the name of a folder`, {
      hint: 'name the other properties with --property',
    });
  }
  const text = await readRegularFile(path, mostState).catch(error => {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return '';
    const problem =
      code === 'ENOTSUP' ? 'it is not a regular file' : code === 'EFBIG' ? 'it is too long' : code;
    throw new OutputError(`${path} cannot be read: ${problem}`, {
      hint: 'fix its permissions, or remove it: everything is then fetched again',
      cause: error,
    });
  });
  const state: LakeState = { partitions: new Map() };
  const content = fieldsOf(jsonValue(text));
  if (content['version'] !== 1 || content['property'] !== property) return state;
  if (typeof content['unfinishedSince'] === 'number') state.unfinishedSince = content['unfinishedSince'];
  for (const [key, partition] of Object.entries(fieldsOf(content['partitions']))) {
    const { fetchedOn, fetchedAt, files } = fieldsOf(partition);
    const synced = readSyncedPartition(fetchedOn, fetchedAt);
    if (synced && Array.isArray(files) && files.every(file => typeof file === 'string'))
      state.partitions.set(key, { ...synced, files });
  }
  return state;
}

/** None for a value that is not an object. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

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
    const replacement = await beginReplacement(path, { mode: 0o666 });
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
