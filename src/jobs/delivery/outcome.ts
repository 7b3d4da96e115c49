import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Folders } from '../../base/context.ts';

/** How a run of a command ended: the facts that mail, heartbeat and metrics report. */
export interface RunOutcome {
  /** The command without its values, for people and for labels: `reports room-nights`, or the name of a job. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly exitCode: number;
  /** The line of the error; absent if the run succeeded. Contains no secrets. */
  readonly error?: string;
  /** Records that were written; null if the command does not count them. */
  readonly rows: number | null;
  readonly files: readonly DeliveredFile[];
  /** Key figures of what was written, label and value with its unit, for people. */
  readonly figures?: readonly (readonly [label: string, value: string])[];
  /** Tracking ids of failed responses; the platform's support asks for them. */
  readonly trackingIds: readonly string[];
}

/** A file that a run replaced. */
export interface DeliveredFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal, of the whole file. */
  readonly sha256: string;
}

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
