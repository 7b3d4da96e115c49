import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../base/atomic-file.ts';
import type { Folders } from '../base/context.ts';
import type { DeliveredFile } from './outcome.ts';

/** The SHA-256 of a file, hexadecimal; the file is never held in memory. */
export async function fingerprint(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Whether the files of a run differ from those of the last run of that name and those paths, whose hashes are kept in the
 * state folder. The new hashes replace them. A run without files has not changed anything.
 */
export async function hasChanged(
  folders: Folders,
  name: string,
  files: readonly DeliveredFile[],
): Promise<boolean> {
  if (files.length === 0) return false;
  const identity = JSON.stringify([name, files.map(({ path }) => path)]);
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const path = join(folders.state, 'delivered', `${key}.json`);
  const hashes = JSON.stringify(files.map(({ sha256 }) => sha256));
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before !== hashes) await replaceFile(path, hashes);
  return before !== hashes;
}
