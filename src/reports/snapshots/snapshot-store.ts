import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../base/atomic-file.ts';
import { OutputError } from '../../base/errors.ts';
import { makeFolder } from '../../base/own-file.ts';
import { withWriteErrors } from '../../output/delivery/write-problem.ts';
import { type CalendarDate, isDate } from '../../platform/dates.ts';
import { partitionFolder, partitionValue } from './partition-folders.ts';
import { type Layer, type LayerManifest, manifestFile } from './snapshot.ts';

/**
 * Layers on disk: DIR/snapshots/property=MUC/taken=2026-11-21. A layer appears with one rename. To replace one, the old
 * folder is set aside first; a process that is killed in between leaves it there, and the next command that reads the
 * property restores it.
 */
const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots');

const propertyFolder = (dataDir: string, property: string): string =>
  join(snapshotsFolder(dataDir), partitionFolder('property', property));

export const layerFolder = (dataDir: string, property: string, taken: CalendarDate): string =>
  join(propertyFolder(dataDir, property), partitionFolder('taken', taken));

/** Names that no engine reads as a partition: DuckDB, Spark and Trino ignore names that begin with a dot. */
const stagedPrefix = '.staged-';
const previousPrefix = '.previous-';

/** The layers of a property, oldest first. */
export async function listLayers(dataDir: string, property: string): Promise<Layer[]> {
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

/** Puts a complete layer in its place. The caller holds the lock of the property. */
export async function writeLayer(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
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

/** A reader may restore the old layer between the two renames; it is then set aside once more. */
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

export async function removeLayer({ folder }: Layer): Promise<void> {
  const parent = dirname(folder);
  const doomed = join(parent, `${stagedPrefix}removed-${randomBytes(6).toString('hex')}`);
  await withWriteErrors(folder, async () => {
    await rename(folder, doomed);
    await rm(doomed, { recursive: true, force: true });
  });
}

/** The manifest of a layer; undefined if it is missing or not one that this version reads. */
export async function readManifest({ folder }: Layer): Promise<LayerManifest | undefined> {
  try {
    const content = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
    return content?.version === 1 && content.files?.days && content.files['unit-groups']
      ? content
      : undefined;
  } catch {
    return undefined;
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Finishes the work of a killed process: a layer that was set aside is restored if nothing took its place.
 *
 * @param sweep also removes unfinished layers; only for the holder of the lock
 */
async function restoreInterrupted(folder: string, sweep = false): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry);
    if (entry.startsWith(previousPrefix)) {
      const place = join(folder, entry.slice(previousPrefix.length));
      // Fails if the new layer is in place already: then only the old one has to be removed.
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
