import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './own-file.ts';

type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>;

interface ReplacementOptions {
  /** The mode of a new file, before the umask. */
  readonly mode: number;
  /** The file that is replaced; its owner and mode are kept. */
  readonly existing?: Ownership;
  /** Whether a lock excludes other writers: then every temporary file of this target was left by a killed process. */
  readonly locked?: boolean;
}

/** New content of a file, in a temporary file in the same folder. End it with `publish` or `abandon`. */
export interface Replacement {
  write(chunk: string | Uint8Array): Promise<void>;
  /** Makes the content durable. Nothing can be written afterwards. */
  finish(): Promise<void>;
  publish(): Promise<void>;
  /** Removes the temporary file; the target is unchanged. Never fails. */
  abandon(): Promise<void>;
}

/**
 * Replaces a file atomically: a temporary file in the same folder is written, synced and renamed over the target. A
 * reader, a crash or a power failure finds either the old content or the new. All failures are those of the file
 * system.
 */
export async function beginReplacement(path: string, options: ReplacementOptions): Promise<Replacement> {
  const [folder, name] = [dirname(path), basename(path)];
  await removeStale(folder, name, options.locked ?? false);
  const temporary = join(folder, temporaryName(name));
  const file = await open(temporary, 'wx', options.existing ? 0o600 : options.mode);
  const abandon = async () => {
    await file.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
  };
  try {
    if (options.existing) await keepOwnerAndMode(file, options.existing);
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    write: chunk => file.writeFile(chunk),
    finish: () => file.sync().finally(() => file.close()),
    publish: () => rename(temporary, path).then(() => syncFolder(folder)),
    abandon,
  };
}

/**
 * Replaces one of hotelctl's own files (profiles, credentials, caches). Only its owner can read the file, and the
 * folder if it has to be created.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  options: Pick<ReplacementOptions, 'locked'> = {},
): Promise<void> {
  makeFolder(dirname(path), 0o700);
  const replacement = await beginReplacement(path, { mode: 0o600, ...options });
  try {
    await replacement.write(content);
    await replacement.finish();
    await replacement.publish();
  } catch (error) {
    await replacement.abandon();
    throw error;
  }
}

async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Ownership): Promise<void> {
  // A user who may not change the owner keeps the mode and becomes the owner, as with every editor that saves this way.
  const made = await file.stat();
  if (made.uid !== uid || made.gid !== gid) await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & 0o7777);
}

/** Makes renames in a folder survive a power failure, if the system can sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}

/**
 * Names of temporary files: `.NAME.hotelctl-HOST-PID-RANDOM.tmp`, where NAME is the target's (cut to 40 characters),
 * HOST eight digits of the machine name's hash, PID the writer's process id and RANDOM 128 bits. A writer that was
 * killed with SIGKILL leaves its file; the next run with the same target removes it, because its PID no longer exists.
 * HOST protects files that another machine is writing in a shared folder.
 */
export const temporaryName = (target: string, pid = process.pid): string =>
  `${prefixOf(target)}${hostDigits()}-${pid}-${randomBytes(16).toString('hex')}.tmp`;

const prefixOf = (target: string) => `.${Array.from(target).slice(0, 40).join('')}.hotelctl-`;

const hostDigits = () => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Removes the files that killed runs left behind for this target. Failures are ignored. */
async function removeStale(folder: string, target: string, locked: boolean): Promise<void> {
  const prefix = prefixOf(target);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const isTemporary = writerOf(name.slice(prefix.length - '.hotelctl-'.length)) !== undefined;
    if (isTemporary && (locked || isLeftBehind(name)))
      await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

/** Whether a temporary file or folder belongs to a process of this machine that is gone. Those of other machines never do. */
export function isLeftBehind(name: string): boolean {
  const writer = writerOf(name.slice(name.lastIndexOf('.hotelctl-')));
  return writer?.host === hostDigits() && writer.pid !== process.pid && !isRunning(writer.pid);
}

function writerOf(end: string): { readonly host: string; readonly pid: number } | undefined {
  const [, host, pid] = /^\.hotelctl-([0-9a-f]{8})-(\d+)-[0-9a-f]{32}\.tmp$/.exec(end) ?? [];
  return host === undefined ? undefined : { host, pid: Number(pid) };
}

/**
 * Whether a process with this id is running; where process ids are reused, `lock/` compares their start times as well.
 * Signal 0 only checks; a process of another user (EPERM) is running.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
