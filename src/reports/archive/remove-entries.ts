import { lstat, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { jsonValue, toFields } from '../../base/text.ts';
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
  propertyFolder,
} from './archive.ts';
import { futureMark, manifestFile, readManifest } from './manifest.ts';
import { removeEntry } from './write-entry.ts';

/** In the folder of a property: the keys that `prune` removed, which are not missing. Engines ignore names that begin with a dot. */
const prunedFile = '.pruned.json';
const mostPruned = 4 << 20;

export async function listPruned(place: EntryPlace): Promise<ReadonlySet<string>> {
  const text = await readRegularFile(join(propertyFolder(place), prunedFile), mostPruned).catch(() => '');
  const { keys } = toFields(jsonValue(text));
  return new Set(Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []);
}

/** Removes entries, and records that they were removed on purpose: a process that is killed has recorded too many, not too few. */
export async function pruneEntries(
  place: EntryPlace,
  entries: readonly ArchiveEntry[],
  files: readonly string[],
): Promise<void> {
  const keys = [...new Set([...(await listPruned(place)), ...entries.map(({ name }) => name)])].sort();
  const path = join(propertyFolder(place), prunedFile);
  const shared = archiveKinds[place.kind].mode === 0o777;
  if (entries.length > 0)
    await withWriteErrors(path, () => replaceFile(path, `${JSON.stringify({ keys })}\n`, { shared }));
  for (const entry of entries) await removeEntry(entry, [...files, manifestFile, futureMark]);
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    found => found.isSymbolicLink(),
    () => false,
  );

/** The entries of a kind that hotelctl wrote, from the lists of the archive. */
export async function listWritten(dataDir: string, kind: ArchiveKind) {
  const written: { entry: ArchiveEntry; files: string[] }[] = [];
  // A link in the place of a folder leads to files of others.
  if (await isLink(locateKind(dataDir, kind))) return written;
  for (const host of await listArchivedHosts(dataDir, kind).catch(() => [])) {
    const archive = { dataDir, host };
    for (const property of await listArchivedProperties(archive, kind)) {
      const place = { archive, kind, property };
      if (await isLink(propertyFolder(place))) continue;
      for (const entry of await listEntries(place)) {
        const read = await readManifest(entry);
        if (typeof read !== 'string')
          written.push({ entry, files: read.manifest.files.map(({ file }) => file) });
      }
    }
  }
  return written;
}

/** Removes only the files that hotelctl wrote, then the folders that are empty. */
export async function removeWritten(dataDir: string, kind: ArchiveKind): Promise<void> {
  const written = await listWritten(dataDir, kind);
  const places = new Set<string>();
  for (const { entry, files } of written) {
    await removeEntry(entry, [...files, manifestFile, futureMark]);
    places.add(dirname(entry.folder));
  }
  for (const place of places) await rm(join(place, prunedFile), { force: true });
  const kindFolder = locateKind(dataDir, kind);
  const folders = [...places].flatMap(place => [place, dirname(place)]);
  for (const folder of [...new Set([...folders.sort((a, b) => b.length - a.length), kindFolder, dataDir])])
    await rmdir(folder).catch(() => {});
}
