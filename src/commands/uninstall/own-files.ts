import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Folders } from '../../base/context.ts';
import { countText } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { snapshotsFolder } from '../../reports/snapshots/snapshot-store.ts';

/** One thing to remove. `what` is a phrase that follows "Removed". */
export interface Removal {
  readonly what: string;
  remove(): Promise<unknown>;
}

/** The files and folders that hotelctl creates in its folders; SECURITY.md describes each. A star is any name. */
export const ownFiles = {
  config: ['profiles.json', 'jobs/'],
  state: [
    ...[
      'credentials.json',
      'bookings.jsonl',
      'booking-requests/',
      'properties-*.json',
      'ui-integrations-*.json',
    ],
    ...['pages/', 'schedule/', 'delivered/', 'locks/', 'compiled/'],
  ],
} as const;

/** Left by a process that was killed while it replaced a file. */
const temporaryFile = /^\..+\.hotelctl-/;

const patternOf = (name: string) =>
  new RegExp(`^${name.replace(/\/$/, '').replaceAll('.', '\\.').replace('*', '.+')}$`);

/** Absolute names of what is there now: only hotelctl's own, because the folders may contain files of others. */
async function findOwnFiles(folders: Folders): Promise<readonly string[]> {
  const found: string[] = [];
  for (const kind of ['state', 'config'] as const) {
    const patterns = [...ownFiles[kind].map(patternOf), temporaryFile];
    const names = await namesIn(folders[kind]);
    for (const name of names.sort()) {
      if (patterns.some(pattern => pattern.test(name))) found.push(join(folders[kind], name));
    }
  }
  return found;
}

export const treeRemoval = (path: string): Removal => ({
  what: path,
  remove: () => rm(path, { recursive: true, force: true }),
});

export async function findFiles({ folders }: Context): Promise<readonly Removal[]> {
  const unknown = (await namesIn(join(folders.state, 'booking-requests'))).length;
  return (await findOwnFiles(folders)).map(path => {
    const removal = treeRemoval(path);
    if (!path.endsWith('booking-requests') || unknown === 0) return removal;
    return { ...removal, what: `${path}: ${countText(unknown, 'booking')} with an unknown outcome` };
  });
}

/** The folders that contain snapshots: the usual one, and those that the profiles name. */
export async function findArchives({ context, profiles }: Invocation): Promise<readonly string[]> {
  const named = [...profiles.profiles.values()].flatMap(({ dataDir }) => dataDir ?? []);
  const found: string[] = [];
  for (const folder of new Set([context.folders.data, ...named].map(path => snapshotsFolder(path)))) {
    if ((await namesIn(folder)).length > 0) found.push(folder);
  }
  return found;
}

/** Removes the folders that are empty now. @returns those that contain files of others, with their names */
export async function removeEmpty(
  paths: readonly string[],
): Promise<readonly (readonly [string, string[]])[]> {
  const kept: [string, string[]][] = [];
  for (const path of paths) {
    const names = await namesIn(path);
    if (names.length > 0) kept.push([path, names]);
    else await rmdir(path).catch(() => {});
  }
  return kept;
}

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);
