import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  isLeftBehind,
  type Moving,
  openTime,
  realMoving,
  replaceOpenFile,
  syncFolder,
  temporaryName,
  whileOpen,
} from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { OutputError, succeeds, systemErrorCode } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder } from '../../base/own-file.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { type CalendarDate, isDate } from '../../platform/dates.ts';
import { type Snapshot, sha256 } from './snapshot-manifest.ts';

/**
 * Snapshots on disk: DIR/snapshots/host=api.example.com/property=MUC/taken=2026-11-21. A snapshot appears with one rename. To
 * replace one, the old folder is set aside first; a process that is killed in between leaves it there, and the next command
 * that reads the property restores it.
 */
export interface Archive {
  readonly dataDir: string;
  /** The platform that the books come from, as `identifyPlatform` names it: two platforms may have properties with the same id. */
  readonly host: string;
}

/** Host, port and path of a base URL: what distinguishes one platform from another, however the URL is spelled. */
export function identifyPlatform(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname}`.replace(/\/+$/, '');
}

export const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots');

/** The dots of a host name are harmless, and readable. */
const hostFolder = ({ dataDir, host }: Archive): string =>
  join(snapshotsFolder(dataDir), `host=${host.split('.').map(encodePartition).join('.')}`);

const propertyFolder = (archive: Archive, property: string): string =>
  join(hostFolder(archive), partitionFolder('property', property));

export const snapshotFolder = (archive: Archive, property: string, taken: CalendarDate): string =>
  join(propertyFolder(archive, property), partitionFolder('taken', taken));

/** The limit of common file systems, in bytes. */
const longestName = 255;

/** Whether an id can be the name of a folder. */
export const fitsFolder = (property: string): boolean =>
  Buffer.byteLength(partitionFolder('property', property)) <= longestName;

/** A name that no engine reads as a partition: DuckDB, Spark and Trino ignore names that begin with a dot. */
const previousPrefix = '.previous-';

/** Oldest first. */
export async function findSnapshots(archive: Archive, property: string): Promise<Snapshot[]> {
  const folder = propertyFolder(archive, property);
  await restoreInterrupted(folder);
  return (await listEntries(folder))
    .flatMap(entry => {
      const taken = partitionValue('taken', entry);
      return taken !== undefined && isDate(taken) ? [{ property, taken, folder: join(folder, entry) }] : [];
    })
    .sort((a, b) => (a.taken < b.taken ? -1 : 1));
}

export const listArchivedProperties = (archive: Archive): Promise<string[]> =>
  listValues(hostFolder(archive), 'property');

export const listArchivedHosts = (dataDir: string): Promise<string[]> =>
  listValues(snapshotsFolder(dataDir), 'host');

const listValues = async (folder: string, key: string): Promise<string[]> =>
  (await listEntries(folder)).flatMap(entry => partitionValue(key, entry) ?? []).sort();

/**
 * Runs the work while no other process on this machine writes snapshots of the property, however the path of the archive is
 * spelled.
 */
export async function withPropertyLock<T>(
  archive: Archive,
  property: string,
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  const folder = propertyFolder(archive, property);
  const real = await withWriteErrors(folder, async () => {
    makeFolder(folder);
    return realpath(folder);
  });
  // Lock names consist of letters, digits and dashes.
  return withLock(`snapshot-${sha256(real).slice(0, 24)}`, context, work);
}

/** Puts a complete snapshot in its place. The caller holds the lock of the property. */
export async function writeSnapshot(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  moving = realMoving,
): Promise<void> {
  const parent = dirname(folder);
  const name = basename(folder);
  const staged = join(parent, temporaryName(name));
  const previous = join(parent, `${previousPrefix}${name}`);
  await withWriteErrors(parent, async () => {
    makeFolder(parent);
    await restoreInterrupted(parent, true);
    try {
      await mkdir(staged);
      for (const [file, bytes] of files)
        await writeFile(join(staged, file), bytes, { flag: 'wx', flush: true });
      await syncFolder(staged);
      await swapIn(staged, folder, previous, moving);
    } catch (error) {
      await rm(staged, { recursive: true, force: true }).catch(() => {});
      await restoreInterrupted(parent).catch(() => {});
      throw error;
    }
    await syncFolder(parent);
    await discard(previous, moving);
  });
}

/** Other machines, which share no lock, may replace the same snapshot. */
const mostAttempts = 100;

/**
 * A reader may restore the old snapshot between the two renames; it is then set aside once more. On Windows, neither can be
 * renamed while another program has a file of the old snapshot open.
 */
async function swapIn(staged: string, folder: string, previous: string, moving: Moving): Promise<void> {
  const { isWindows, move, sleep } = moving;
  const occupied = ['ENOTEMPTY', 'EEXIST', 'EPERM', ...(isWindows ? ['EACCES', 'EBUSY'] : [])];
  const isOccupied = (error: unknown) => occupied.includes(systemErrorCode(error) ?? '');
  for (let attempt = 1; ; attempt++) {
    await move(folder, previous).catch(async error => {
      if (error.code === 'ENOENT') return;
      if (!isOccupied(error)) throw error;
      // Both exist, so another machine has replaced the snapshot: the one that it set aside is obsolete.
      await discard(previous, moving);
    });
    try {
      return await move(staged, folder);
    } catch (error) {
      if (!isOccupied(error)) throw error;
      if (attempt === mostAttempts) throw Object.assign(error as Error, isWindows && { code: 'EBUSY' });
    }
    if (isWindows) await sleep(openTime / mostAttempts);
  }
}

export const removeSnapshot = ({ folder }: Snapshot): Promise<void> =>
  withWriteErrors(folder, () => discard(folder));

/** Removes a folder under a name that no other process uses: another one may put a folder in its place meanwhile. */
async function discard(folder: string, moving = realMoving): Promise<void> {
  const doomed = join(dirname(folder), temporaryName(basename(folder)));
  try {
    await replaceOpenFile(folder, doomed, moving);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  await rm(doomed, whileOpen);
}

/**
 * Finishes the work of a killed process: a snapshot that was set aside is restored if nothing took its place.
 *
 * @param sweep also removes what killed processes of this machine left; only for the holder of the lock
 */
async function restoreInterrupted(folder: string, sweep = false): Promise<void> {
  for (const entry of await listEntries(folder)) {
    const path = join(folder, entry);
    if (entry.startsWith(previousPrefix)) {
      const place = join(folder, entry.slice(previousPrefix.length));
      // Fails if the new snapshot is in place already: then only the old one has to be removed.
      if (!(await succeeds(rename(path, place))) && sweep) await discard(path);
    } else if (sweep && isLeftBehind(entry)) await rm(path, { recursive: true, force: true });
  }
}

/** The names in a folder of what is kept; none if it does not exist. @throws OutputError */
export async function listEntries(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code)) return [];
    throw new OutputError(`${folder} cannot be read (${error.code})`, {
      hint: 'check the permissions, or choose another folder with --data-dir',
      cause: error,
    });
  });
}

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
