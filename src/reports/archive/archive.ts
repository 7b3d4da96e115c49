import type { Dirent } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { notWritten, OutputError, succeeds } from '../../base/errors.ts';
import { resultOr } from '../../base/text.ts';

/**
 * What hotelctl keeps of a platform: DIR/KIND/host=api.example.com/property=MUC/KEY, a folder for each entry. An entry has its
 * files and `manifest.json`, which names them with their SHA-256. It appears with one rename (`write-entry.ts`), and it is read
 * and verified in one way (`manifest.ts`), whatever its kind.
 */
export interface Archive {
  readonly dataDir: string;
  /** The platform, as `identifyPlatform` names it: two platforms may have properties with the same id. */
  readonly host: string;
  /** Called with each entry that is kept. */
  readonly onKept?: (() => Promise<void>) | undefined;
}

/**
 * Snapshots are made for other programs to read, so the umask decides; everything else is only for its owner. The format is that of
 * the files of an entry: entries of another one are named, and not read.
 */
export const archiveKinds = {
  snapshots: { mode: 0o777, format: 2 },
  closes: { mode: 0o700, format: 3 },
  statistics: { mode: 0o700, format: 2 },
} as const;
export type ArchiveKind = keyof typeof archiveKinds;

export interface EntryPlace {
  readonly archive: Archive;
  readonly kind: ArchiveKind;
  readonly property: string;
}

export interface ArchiveEntry extends EntryPlace {
  /** The name of its folder: it is the key, or begins with it. */
  readonly name: string;
  readonly folder: string;
}

/** Host, port and path of a base URL: what distinguishes one platform from another, however the URL is spelled. */
export function identifyPlatform(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname}`.replace(/\/+$/, '');
}

export const locateKind = (dataDir: string, kind: ArchiveKind): string => join(dataDir, kind);

/** The dots of a host name are harmless, and readable. */
const hostFolder = ({ dataDir, host }: Archive, kind: ArchiveKind): string =>
  join(locateKind(dataDir, kind), `host=${host.split('.').map(encodePartition).join('.')}`);

export const propertyFolder = ({ archive, kind, property }: EntryPlace): string =>
  join(hostFolder(archive, kind), partitionFolder('property', property));

/** The limit of common file systems, in bytes. */
const longestName = 255;

export const fitsFolder = (property: string): boolean =>
  Buffer.byteLength(partitionFolder('property', property)) <= longestName;

/** The folders in the folder of a property, sorted by name. What killed processes left, and files of others, are not entries. */
export async function listEntries(place: EntryPlace): Promise<ArchiveEntry[]> {
  const folder = propertyFolder(place);
  await restoreInterrupted(folder);
  const names = (await listFolders(folder)).filter(name => !name.startsWith('.'));
  return names.map(name => ({ ...place, name, folder: folder + sep + name }));
}

/** A name that no engine reads as a partition: DuckDB, Spark and Trino ignore names that begin with a dot. */
export const previousPrefix = '.previous-';

/** Finishes the work of a killed process: an entry that was set aside is restored if nothing took its place. */
export async function restoreInterrupted(folder: string): Promise<void> {
  for (const { name } of await readFolder(folder))
    if (name.startsWith(previousPrefix))
      await succeeds(rename(join(folder, name), join(folder, name.slice(previousPrefix.length))));
}

/** Sorted. The folder of a property may be a link to another disk: a command that names the property reads it too. */
export const listArchivedProperties = async (archive: Archive, kind: ArchiveKind): Promise<string[]> =>
  (await readFolder(hostFolder(archive, kind)))
    .filter(entry => entry.isDirectory() || entry.isSymbolicLink())
    .flatMap(({ name }) => partitionValue('property', name) ?? [])
    .sort();

/** Whether anything is kept. A property without entries has no folder, but its host may have one. */
export async function hasEntries(dataDir: string, kind: ArchiveKind, hosts: readonly string[]) {
  const list = (host: string) => listArchivedProperties({ dataDir, host }, kind).catch(() => []);
  return (await Promise.all(hosts.map(list))).flat().length > 0;
}

/** @throws OutputError if the folder has entries of another format: they must not look like none */
export async function listArchivedHosts(dataDir: string, kind: ArchiveKind): Promise<string[]> {
  const folder = locateKind(dataDir, kind);
  const names = await listFolders(folder);
  const other = names.find(name => /^(property|taken)=/.test(name));
  if (other === undefined) return names.flatMap(name => partitionValue('host', name) ?? []);
  throw new OutputError(`${folder} has another format: ${other} is not in the folder of a host`, {
    hint: `move ${join(folder, other)} out of it, or choose another folder with --data-dir`,
  });
}

/** The names of the folders in a folder, sorted; none if it does not exist. A link is not followed. @throws OutputError */
const listFolders = async (folder: string): Promise<string[]> =>
  (await readFolder(folder)).flatMap(entry => (entry.isDirectory() ? entry.name : [])).sort();

export async function readFolder(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(error => {
    if (['ENOENT', 'ENAMETOOLONG'].includes(error.code)) return [];
    const hint = 'check the permissions, or choose another folder with --data-dir';
    throw notWritten(`${folder} cannot be read`, error, hint);
  });
}

/**
 * Names of Hive-style folders, `key=value`, as DuckDB, Spark and Trino read them. A value may come from the platform,
 * so every character that could make it a path, or that a file system refuses, is percent-encoded.
 */
export const partitionFolder = (key: string, value: string): string => `${key}=${encodePartition(value)}`;

/** The value in a folder name with this key; undefined for any other folder, and for a name that hotelctl does not write. */
export function partitionValue(key: string, folder: string): string | undefined {
  if (!folder.startsWith(`${key}=`)) return undefined;
  return resultOr(undefined, () => decodeURIComponent(folder.slice(key.length + 1)));
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
