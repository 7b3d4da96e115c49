import { hash, randomBytes } from 'node:crypto';
import { readlinkSync, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { resultOr } from './text.ts';

type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>;

export interface ReplacementOptions {
  /** The mode of a new file, before the umask. */
  readonly mode: number;
  /** The file that is replaced; its owner and mode are kept. */
  readonly existing?: Ownership;
  /** Whether a lock excludes other writers: then every temporary file of this target was left by a killed process. */
  readonly locked?: boolean;
}

/** New content of a file, in a temporary file in the same folder. End it with `publish` or `abandon`. */
export type Replacement = Awaited<ReturnType<typeof beginReplacement>>;

/** Replaces a file atomically: a reader, a crash or a power failure finds the old content or the new. */
export async function beginReplacement(path: string, options: ReplacementOptions) {
  const [folder, name] = [dirname(path), basename(path)];
  const temporary = join(folder, temporaryName(name));
  const file = await open(temporary, 'wx', options.existing ? 0o600 : options.mode);
  await removeStale(folder, name, temporary, options.locked ?? false);
  const abandon = async () => {
    await file.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
  };
  if (options.existing)
    await keepOwnerAndMode(file, options.existing).catch(async error => {
      await abandon();
      throw error;
    });
  return {
    write: (chunk: string | Uint8Array): Promise<void> => file.writeFile(chunk),
    /** Makes the content durable. Nothing can be written afterwards. */
    finish: () => file.sync().finally(() => file.close()),
    publish: () => replaceOpenFile(temporary, path).then(() => syncFolder(folder)),
    /** Removes the temporary file; the target is unchanged. Never fails. */
    abandon,
  };
}

/** Milliseconds to wait on Windows for a file that a virus scanner, an editor or a spreadsheet has open. */
export const openTime = 5000;

/** For `rm`, which then tries again for as long. */
export const whileOpen = { recursive: true, force: true, maxRetries: 10, retryDelay: openTime / 50 } as const;

export const realMoving = {
  isWindows: process.platform === 'win32',
  move: (from: string, to: string): Promise<void> => rename(from, to),
  sleep: (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds)),
};
export type Moving = typeof realMoving;

/** Moves a file over another, or a folder. @throws EBUSY if a program has had one of them open on Windows all the time */
export async function replaceOpenFile(from: string, to: string, moving = realMoving): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await moving.move(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!moving.isWindows || !['EPERM', 'EACCES', 'EBUSY'].includes(code)) throw error;
      if (attempt === 50) throw Object.assign(error as Error, { code: 'EBUSY' });
      await moving.sleep(openTime / 50);
    }
  }
}

/** Replaces a file of hotelctl's own, which only its owner can read, as its new folder; of a `shared` one, the umask decides. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { shared = false, ...options }: Pick<ReplacementOptions, 'locked'> & { readonly shared?: boolean } = {},
): Promise<void> {
  makeFolder(dirname(path), shared ? 0o777 : 0o700);
  const replacement = await beginReplacement(path, { mode: shared ? 0o666 : 0o600, ...options });
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
 * HOST eight digits of a hash of the machine's name and the process-id namespace, PID the writer's process id and RANDOM
 * 128 bits. A writer that was killed with SIGKILL leaves its file; the next run with the same target removes it, because
 * its PID no longer exists. HOST protects files that another machine or container is writing in a shared folder.
 */
export const temporaryName = (target: string): string =>
  `${makePrefix(target)}${hostDigits()}-${process.pid}-${randomBytes(16).toString('hex')}.tmp`;

const makePrefix = (target: string) => `.${Array.from(target).slice(0, 40).join('')}.hotelctl-`;

function hostDigits(): string {
  // Only Linux has one: containers have separate process ids.
  const namespace = resultOr('', () => readlinkSync('/proc/self/ns/pid'));
  return hash('sha256', hostname() + namespace).slice(0, 8);
}

/** A writer on another machine updates its file long before it is this old. Milliseconds. */
const abandonedAfter = 7 * 86_400_000;

/** @param mine the new temporary file: its time is that of the file system, which those of killed runs are compared with */
async function removeStale(folder: string, target: string, mine: string, locked: boolean): Promise<void> {
  const prefix = makePrefix(target);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!name.startsWith(prefix) || path === mine) continue;
    const isTemporary = parseWriter(name.slice(prefix.length - '.hotelctl-'.length)) !== undefined;
    if (isTemporary && (locked || isLeftBehind(name) || (await isAbandoned(path, mine))))
      await rm(path, { force: true }).catch(() => {});
  }
}

/** Whether a temporary file or folder belongs to a process of this machine that is gone. Those of other machines never do. */
export function isLeftBehind(name: string): boolean {
  const writer = parseWriter(name.slice(name.lastIndexOf('.hotelctl-')));
  return writer?.host === hostDigits() && writer.pid !== process.pid && !isRunning(writer.pid);
}

function parseWriter(end: string): { readonly host: string; readonly pid: number } | undefined {
  const [, host, pid] = /^\.hotelctl-([0-9a-f]{8})-(\d+)-[0-9a-f]{32}\.tmp$/.exec(end) ?? [];
  return host === undefined ? undefined : { host, pid: Number(pid) };
}

async function isAbandoned(path: string, mine: string): Promise<boolean> {
  const [theirs, now] = await Promise.all([path, mine].map(file => stat(file).catch(() => undefined)));
  return theirs !== undefined && now !== undefined && now.mtimeMs - theirs.mtimeMs > abandonedAfter;
}

/** Signal 0 only checks; a process of another user (EPERM) is running. Ids are reused: a lock compares start times too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
