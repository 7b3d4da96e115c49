import { lstat, mkdir, mkdtemp, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  isLeftBehind,
  type Moving,
  openTime,
  realMoving,
  replaceFile,
  replaceOpenFile,
  syncFolder,
  temporaryName,
  whileOpen,
} from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { type HotelctlError, succeeds, systemErrorCode } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { jsonValue, toFields } from '../../base/text.ts';
import { version } from '../../base/version.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import {
  type ArchiveEntry,
  type ArchiveKind,
  archiveKinds,
  type EntryPlace,
  listArchivedHosts,
  listArchivedProperties,
  listEntries,
  locateKind,
  previousPrefix,
  propertyFolder,
  readFolder,
  restoreInterrupted,
} from './archive.ts';
import {
  type ArchivedFile,
  futureMark,
  type Manifest,
  manifestFile,
  readManifest,
  sealedName,
  sha256,
} from './manifest.ts';

/** An entry in the making: a folder for its files, which `keep` completes and puts in its place. */
export type StagedEntry = ReturnType<typeof stageEntry>;

/**
 * Runs the work with an empty folder, while no other process on this machine writes entries of the kind and property, however the
 * path of the archive is spelled. What the work does not keep is removed.
 */
export async function withStagedEntry<T>(
  place: EntryPlace,
  context: Context,
  work: (staged: StagedEntry) => Promise<T>,
): Promise<T> {
  const { dataDir } = place.archive;
  const parent = propertyFolder(place);
  const { mode } = archiveKinds[place.kind];
  const real = await withWriteErrors(parent, async () => {
    makeFolder(dataDir);
    makeFolder(parent, mode);
    return realpath(parent);
  });
  // Lock names consist of letters, digits and dashes.
  return withLock(`archive-${sha256(real).slice(0, 24)}`, context, async () => {
    const staged = join(parent, temporaryName(place.kind));
    await withWriteErrors(parent, async () => {
      makeFolder(parent, mode);
      await sweepFolder(parent);
      await mkdir(staged, { mode });
    });
    try {
      return await work(stageEntry(place, staged));
    } catch (error) {
      await restoreInterrupted(parent).catch(() => {});
      throw error;
    } finally {
      await rm(staged, { recursive: true, force: true }).catch(() => {});
      // A property without entries has no folder.
      await rmdir(parent).catch(() => {});
    }
  });
}

/** The same for work that keeps nothing: without a lock, in the temporary folder of the system, so that the archive is only read. */
export async function withScratchEntry<T>(place: EntryPlace, work: (staged: StagedEntry) => Promise<T>) {
  const folder = await withWriteErrors(tmpdir(), () => mkdtemp(join(tmpdir(), 'hotelctl-')));
  try {
    return await work(stageEntry(place, folder));
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

const stageEntry = (place: EntryPlace, staged: string) => {
  const parent = dirname(staged);
  const mode = archiveKinds[place.kind].mode & 0o666;
  /** @returns the file as the manifest names it */
  const write = async (file: string, bytes: Uint8Array): Promise<ArchivedFile> => {
    await withWriteErrors(join(staged, file), () =>
      writeFile(join(staged, file), bytes, { mode, flag: 'wx', flush: true }),
    );
    return { file, bytes: bytes.length, sha256: sha256(bytes) };
  };
  return {
    folder: staged,
    write,
    /** @param sealed whether the name of its folder has the hash of the manifest */
    async keep(described: Omit<Manifest, 'format' | 'hotelctl' | 'host' | 'property'>, sealed = false) {
      const { archive, kind, property } = place;
      const { format } = archiveKinds[kind];
      const manifest = { format, hotelctl: version, host: archive.host, property, ...described };
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      const hash = sha256(bytes);
      const name = sealed ? sealedName(described.key, hash) : described.key;
      const folder = join(parent, name);
      await write(manifestFile, bytes);
      await withWriteErrors(folder, async () => {
        await syncFolder(staged);
        await replaceFolder(staged, folder);
      });
      await archive.onKept?.();
      return { ...place, name, folder, hash, manifest };
    },
  };
};

/** Puts a complete folder in the place of another one, or of none. */
export async function replaceFolder(staged: string, folder: string, moving = realMoving): Promise<void> {
  const previous = join(dirname(folder), `${previousPrefix}${basename(folder)}`);
  await swapIn(staged, folder, previous, moving);
  await syncFolder(dirname(folder));
  await discard(previous, moving);
}

/** Other machines, which share no lock, may replace the same entry. */
const mostAttempts = 100;

/**
 * A reader may restore the old folder between the two renames; it is then set aside once more. On Windows, neither can be
 * renamed while another program has a file of the old one open.
 */
async function swapIn(staged: string, folder: string, previous: string, moving: Moving): Promise<void> {
  const { isWindows, move, sleep } = moving;
  const occupied = ['ENOTEMPTY', 'EEXIST', 'EPERM', ...(isWindows ? ['EACCES', 'EBUSY'] : [])];
  const isOccupied = (error: unknown) => occupied.includes(systemErrorCode(error) ?? '');
  for (let attempt = 1; ; attempt++) {
    await move(folder, previous).catch(async error => {
      if (error.code === 'ENOENT') return;
      if (!isOccupied(error)) throw error;
      // Both exist, so another machine has replaced the entry: the one that it set aside is obsolete.
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

/** Removes the files that hotelctl wrote. A folder with files of others stays with them. */
async function removeEntry({ folder }: ArchiveEntry, files: readonly string[]): Promise<void> {
  const doomed = join(dirname(folder), temporaryName(basename(folder)));
  await withWriteErrors(folder, async () => {
    // With one rename the entry is gone for every reader.
    await replaceOpenFile(folder, doomed);
    for (const file of [...files, manifestFile, futureMark])
      await rm(join(doomed, file), { ...whileOpen, recursive: false }).catch(error => {
        if (systemErrorCode(error) !== 'ERR_FS_EISDIR') throw error;
      });
    if (!(await succeeds(rmdir(doomed)))) await replaceOpenFile(doomed, folder);
  });
}

/** Removes a folder under a name that no other process uses: another one may put a folder in its place meanwhile. */
async function discard(folder: string, moving = realMoving): Promise<void> {
  const doomed = join(dirname(folder), temporaryName(basename(folder)));
  await replaceOpenFile(folder, doomed, moving).catch(error => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
  await rm(doomed, whileOpen);
}

/** Removes what killed processes of this machine left. The caller holds the lock. */
async function sweepFolder(folder: string): Promise<void> {
  await restoreInterrupted(folder);
  for (const { name } of await readFolder(folder)) {
    // The new entry is in place: the old one is obsolete.
    if (name.startsWith(previousPrefix)) await discard(join(folder, name));
    else if (isLeftBehind(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** In the folder of a property: the keys that `prune` removed, which are not missing. Engines ignore names that begin with a dot. */
const prunedFile = '.pruned.json';
const mostPruned = 4 << 20;

export async function listPruned(place: EntryPlace): Promise<ReadonlySet<string>> {
  const text = await readRegularFile(join(propertyFolder(place), prunedFile), mostPruned).catch(() => '');
  const { keys } = toFields(jsonValue(text));
  return new Set(Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []);
}

/**
 * Removes entries of a property, and records that they were removed on purpose: a process that is killed has recorded too many,
 * not too few.
 */
export async function pruneEntries(entries: readonly ArchiveEntry[], files: readonly string[]) {
  const [place, ...others] = entries;
  if (!place) return;
  const keys = [...new Set([...(await listPruned(place)), ...entries.map(({ name }) => name)])].sort();
  const path = join(propertyFolder(place), prunedFile);
  const shared = archiveKinds[place.kind].mode === 0o777;
  const record = () =>
    withWriteErrors(path, () => replaceFile(path, `${JSON.stringify({ keys })}\n`, { shared }));
  const isRecorded = await succeeds(record());
  await removeEntry(place, files);
  // A full disk has space for the list only now.
  if (!isRecorded) await record();
  for (const entry of others) await removeEntry(entry, files);
}

const isLink = async (path: string) => (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;

/** The entries of a kind that hotelctl wrote, from the lists of the archive, and why a part of them is not known. */
export async function listWritten(dataDir: string, kind: ArchiveKind) {
  const written: { entry: ArchiveEntry; files: string[] }[] = [];
  const unread: HotelctlError[] = [];
  const none = (error: HotelctlError) => {
    unread.push(error);
    return [];
  };
  // A link in the place of a folder leads to files of others.
  if (await isLink(locateKind(dataDir, kind))) return { written, unread };
  for (const host of await listArchivedHosts(dataDir, kind).catch(() => [])) {
    const archive = { dataDir, host };
    for (const property of await listArchivedProperties(archive, kind).catch(none)) {
      const place = { archive, kind, property };
      if (await isLink(propertyFolder(place))) continue;
      for (const entry of await listEntries(place).catch(none)) {
        const read = await readManifest(entry);
        if (typeof read !== 'string')
          written.push({ entry, files: read.manifest.files.map(({ file }) => file) });
      }
    }
  }
  return { written, unread };
}

/** Removes only the files that hotelctl wrote, then the folders that are empty. @throws OutputError for what cannot be read */
export async function removeWritten(dataDir: string, kind: ArchiveKind): Promise<void> {
  const { written, unread } = await listWritten(dataDir, kind);
  const places = new Set<string>();
  for (const { entry, files } of written) {
    await removeEntry(entry, files);
    places.add(dirname(entry.folder));
  }
  for (const place of places) await rm(join(place, prunedFile), { force: true });
  const hosts = new Set([...places].map(dirname));
  for (const folder of [...places, ...hosts, locateKind(dataDir, kind), dataDir])
    await rmdir(folder).catch(() => {});
  if (unread[0]) throw unread[0];
}
