import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { OutputError, UsageError } from '../base/errors.ts';
import { describeItem } from '../base/item-outcome.ts';
import { joinSome, safeText } from '../platform/safe-text.ts';
import {
  type Archive,
  type ArchiveKind,
  archiveKinds,
  hasEntries,
  identifyPlatform,
  listArchivedHosts,
  listEntries,
  locateKind,
  partitionValue,
  propertyFolder,
} from '../reports/archive/archive.ts';
import { recallList, rememberList } from './completion/known-lists.ts';
import type { Invocation } from './invocation.ts';

/** The folder of snapshots, closes and saved statistics. */
export const findDataDir = ({ settings, context }: Pick<Invocation, 'settings' | 'context'>): string =>
  resolve(settings.optional('dataDir') ?? context.folders.data);

/**
 * The archive of the platform that the settings name; without a base URL, of the only platform that has any.
 *
 * @throws UsageError if several platforms have entries; OutputError for another format, and as `refuseNothingLeft`
 */
export async function findArchive(invocation: Invocation, kind: ArchiveKind = 'snapshots'): Promise<Archive> {
  const { settings } = invocation;
  const dataDir = findDataDir(invocation);
  const hosts = await listArchivedHosts(dataDir, kind);
  const places = [kind, ...(Object.keys(archiveKinds) as ArchiveKind[])].map(each =>
    locateKind(dataDir, each),
  );
  const onKept = await refuseNothingLeft(invocation, 'an archive', dataDir, places, () =>
    hasEntries(dataDir, kind, hosts),
  );
  if (settings.optional('baseUrl') !== undefined) {
    const own = identifyPlatform(settings.requireHost('baseUrl'));
    // The address may have changed, or be mistyped.
    if (hosts.length > 0 && !hosts.includes(own))
      await invocation.warn(
        `warning: ${dataDir} has ${kind} of ${safeText(hosts.join(', '), 500)}, and none of ${own}`,
      );
    return { dataDir, host: own, onKept };
  }
  const [host = '', ...others] = hosts;
  if (others.length === 0) return { dataDir, host, onKept };
  throw new UsageError(`${dataDir} has ${kind} of several hosts: ${safeText(hosts.join(', '), 500)}`, {
    hint: 'choose one with HOTELCTL_BASE_URL, or a profile with --profile',
  });
}

/** One after another: each reads the list and writes it again. */
let remembering = Promise.resolve();

/**
 * Remembers a folder that has entries; of more than a thousand, the oldest is forgotten.
 *
 * @param places its folders, of which the first begins a new one
 * @returns remembers the folder with its first entry; undefined if it is known
 * @throws OutputError for one that had entries and has none of its folders: in the mount point of a disk, a second one would begin
 */
export async function refuseNothingLeft(
  invocation: Invocation,
  what: string,
  folder: string,
  places: readonly string[],
  hasAny: () => Promise<boolean>,
): Promise<(() => Promise<void>) | undefined> {
  const known = await recallList(invocation, 'archives');
  if (known.includes(folder)) {
    if (places.some(place => existsSync(place))) return undefined;
    throw new OutputError(`${folder} had ${what}, of which nothing is left`, {
      hint: `mount its disk; to begin a new one, create the folder ${places[0]}`,
    });
  }
  const rememberFolder = async () => {
    // Other runs may have remembered theirs meanwhile.
    const others = (await recallList(invocation, 'archives')).filter(each => each !== folder);
    await rememberList(invocation, 'archives', [...others.slice(-999), folder]);
  };
  let remembered: Promise<void> | undefined;
  const rememberOnce = () => (remembered ??= remembering = remembering.then(rememberFolder));
  if (await hasAny()) await rememberOnce();
  return rememberOnce;
}

const closesOf = (archive: Archive, property: string) => ({ archive, kind: 'closes', property }) as const;

/** The same for the closes of a property: the next would begin another chain, without what was signed and exported. */
export const refuseNoClosesLeft = (invocation: Invocation, archive: Archive, property: string) => {
  const place = closesOf(archive, property);
  const folder = propertyFolder(place);
  // A run that goes on, or was killed, has a folder without closes, which is removed if one fails.
  const hasAny = async () => (await listEntries(place)).length > 0;
  return refuseNothingLeft(invocation, 'closes', folder, [folder], hasAny);
};

/** The properties whose closes are remembered, also those of which nothing is left. */
export async function rememberedCloses(invocation: Invocation, archive: Archive): Promise<string[]> {
  const ofHost = dirname(propertyFolder(closesOf(archive, '')));
  return (await recallList(invocation, 'archives')).flatMap(folder =>
    dirname(folder) === ofHost ? (partitionValue('property', basename(folder)) ?? []) : [],
  );
}

/** Properties that a list was to have, and of which the archive has nothing. */
export async function noteLacking(
  { note, recordItem }: Pick<Invocation, 'note' | 'recordItem'>,
  what: 'snapshot' | 'close',
  properties: readonly string[],
): Promise<void> {
  for (const property of properties) await recordItem(describeItem(property, undefined, true));
  if (properties.length > 0) await note(`no ${what} of ${joinSome(properties, 12, ', ')}`);
}
