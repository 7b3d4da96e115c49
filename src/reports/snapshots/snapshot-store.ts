import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../base/atomic-file.ts';
import { OutputError } from '../../base/errors.ts';
import { makeFolder } from '../../base/own-file.ts';
import { withWriteErrors } from '../../output/delivery/write-problem.ts';
import { type CalendarDate, isDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';

/**
 * Snapshots on disk: DIR/snapshots/property=MUC/taken=2026-11-21. A snapshot appears with one rename. To replace one, the old
 * folder is set aside first; a process that is killed in between leaves it there, and the next command that reads the
 * property restores it.
 */
export const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots');

const propertyFolder = (dataDir: string, property: string): string =>
  join(snapshotsFolder(dataDir), partitionFolder('property', property));

export const snapshotFolder = (dataDir: string, property: string, taken: CalendarDate): string =>
  join(propertyFolder(dataDir, property), partitionFolder('taken', taken));

/** Names that no engine reads as a partition: DuckDB, Spark and Trino ignore names that begin with a dot. */
const stagedPrefix = '.staged-';
const previousPrefix = '.previous-';

/** The snapshots of a property, oldest first. */
export async function findSnapshots(dataDir: string, property: string): Promise<Snapshot[]> {
  const folder = propertyFolder(dataDir, property);
  await restoreInterrupted(folder);
  return (await entriesOf(folder))
    .flatMap(entry => {
      const taken = partitionValue('taken', entry);
      return taken !== undefined && isDate(taken) ? [{ property, taken, folder: join(folder, entry) }] : [];
    })
    .sort((a, b) => (a.taken < b.taken ? -1 : 1));
}

/** The properties that have a folder, sorted. */
export const listArchivedProperties = async (dataDir: string): Promise<string[]> =>
  (await entriesOf(snapshotsFolder(dataDir)))
    .flatMap(entry => partitionValue('property', entry) ?? [])
    .sort();

/** Puts a complete snapshot in its place. The caller holds the lock of the property. */
export async function writeSnapshot(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const parent = dirname(folder);
  const name = folder.slice(parent.length + 1);
  const staged = join(parent, `${stagedPrefix}${name}-${randomBytes(6).toString('hex')}`);
  const previous = join(parent, `${previousPrefix}${name}`);
  await withWriteErrors(parent, async () => {
    makeFolder(parent);
    await restoreInterrupted(parent, true);
    try {
      await mkdir(staged);
      for (const [file, bytes] of files) await writeSynced(join(staged, file), bytes);
      await syncFolder(staged);
      await swapIn(staged, folder, previous);
    } catch (error) {
      await rm(staged, { recursive: true, force: true }).catch(() => {});
      await restoreInterrupted(parent).catch(() => {});
      throw error;
    }
    await syncFolder(parent);
    await rm(previous, { recursive: true, force: true });
  });
}

/** A reader may restore the old snapshot between the two renames; it is then set aside once more. */
async function swapIn(staged: string, folder: string, previous: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await rename(folder, previous).catch(unlessMissing);
    try {
      return await rename(staged, folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (attempt === 10 || (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM')) throw error;
    }
  }
}

export async function removeSnapshot({ folder }: Snapshot): Promise<void> {
  const parent = dirname(folder);
  const doomed = join(parent, `${stagedPrefix}removed-${randomBytes(6).toString('hex')}`);
  await withWriteErrors(folder, async () => {
    await rename(folder, doomed);
    await rm(doomed, { recursive: true, force: true });
  });
}

/** The manifest of a snapshot; undefined if it is missing or not one that this version reads. */
export async function readManifest({ folder }: Snapshot): Promise<SnapshotManifest | undefined> {
  try {
    const content = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
    return content?.version === 1 && content.files?.days && content.files['unit-groups']
      ? content
      : undefined;
  } catch {
    return undefined;
  }
}

export const noManifest = 'snapshot.json is missing or not valid';

/** The bytes of a table as they were written, or what is wrong with its file. */
export async function readTable(
  { folder }: Snapshot,
  { files }: SnapshotManifest,
  table: SnapshotTable,
): Promise<Uint8Array | string> {
  const bytes = await readFile(join(folder, tableFile(table))).catch(() => undefined);
  if (!bytes) return `${tableFile(table)} is missing`;
  return sha256(bytes) === files[table].sha256 ? bytes : `${tableFile(table)} was changed`;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Finishes the work of a killed process: a snapshot that was set aside is restored if nothing took its place.
 *
 * @param sweep also removes unfinished snapshots; only for the holder of the lock
 */
async function restoreInterrupted(folder: string, sweep = false): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry);
    if (entry.startsWith(previousPrefix)) {
      const place = join(folder, entry.slice(previousPrefix.length));
      // Fails if the new snapshot is in place already: then only the old one has to be removed.
      const restored = await rename(path, place).then(
        () => true,
        () => false,
      );
      if (!restored && sweep) await rm(path, { recursive: true, force: true });
    } else if (sweep && entry.startsWith(stagedPrefix)) await rm(path, { recursive: true, force: true });
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw new OutputError(`${folder} cannot be read (${error.code})`, {
      hint: 'check the permissions, or choose another folder with --data-dir',
      cause: error,
    });
  });
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
};

/** One dated snapshot: the books of a property on one day, for the days around it. */
export interface Snapshot {
  readonly property: string;
  /** The business day that the snapshot is filed under. */
  readonly taken: CalendarDate;
  readonly folder: string;
}

/** The two tables of a snapshot, and the views of property-performance that they contain. */
export const snapshotTables = ['days', 'unit-groups'] as const;
export type SnapshotTable = (typeof snapshotTables)[number];

/** `snapshot.json`: the source of a snapshot, and the hashes that show whether it is complete. */
export interface SnapshotManifest {
  readonly version: 1;
  readonly hotelctl: string;
  readonly property: string;
  readonly propertyName?: string;
  readonly timeZone?: string;
  readonly businessDay: CalendarDate;
  /** When the response arrived, ISO 8601 in UTC. */
  readonly takenAt: string;
  /** URL of the request; it contains no credentials. */
  readonly request: string;
  readonly period: Period;
  /** SHA-256 of the response body as received. */
  readonly bodySha256: string;
  /** SHA-256 and rows of each table's file. */
  readonly files: Readonly<Record<SnapshotTable, { readonly sha256: string; readonly rows: number }>>;
}

export const manifestFile = 'snapshot.json';
export const tableFile = (table: SnapshotTable): string => `${table}.parquet`;

/**
 * Names of Hive-style folders, `key=value`, as DuckDB, Spark and Trino read them. A value may come from the platform,
 * so every character that could make it a path, or that a file system refuses, is percent-encoded.
 */
export const partitionFolder = (key: string, value: string): string => `${key}=${encodePartition(value)}`;

/** The value in a folder name with this key; undefined for any other folder. */
function partitionValue(key: string, folder: string): string | undefined {
  if (!folder.startsWith(`${key}=`)) return undefined;
  try {
    return decodeURIComponent(folder.slice(key.length + 1));
  } catch {
    return undefined;
  }
}

const encodePartition = (value: string): string =>
  Buffer.from(value)
    .toString('latin1')
    .replace(/[^A-Za-z0-9_-]/g, character =>
      // A single dot within a name is harmless and common: 2026-01..2026-06 is not.
      character === '.' && /^[^.]+\.[^.]+$/.test(value)
        ? character
        : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
