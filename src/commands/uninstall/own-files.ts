import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../../base/context.ts';

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
export async function findOwnFiles(folders: Folders): Promise<readonly string[]> {
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

export const removeTree = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

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

export const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);
