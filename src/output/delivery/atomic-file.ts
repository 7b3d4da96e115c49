import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../../base/context.ts';
import type { DeliveryContext, Place } from './place.ts';
import { writing } from './write-problem.ts';

/**
 * Replaces a file atomically: a temporary file in the same folder, written, synced and renamed over the target. A
 * reader, a crash or a power cut finds the old content or the new. Until the rename the old content is untouched;
 * a failure or an interruption before it removes the temporary file.
 */
export async function replaceAtomically(
  chunks: AsyncIterable<string | Uint8Array>,
  place: Extract<Place, { kind: 'new' | 'existing' }>,
  target: string,
  context: DeliveryContext,
): Promise<void> {
  const folder = dirname(place.path);
  const name = basename(place.path);
  await removeStale(folder, name, context);
  const temporary = join(folder, temporaryName(name, context));
  const file = await writing(target, () => open(temporary, 'wx', place.kind === 'new' ? 0o666 : 0o600));
  try {
    try {
      if (place.kind === 'existing') await writing(target, () => keepOwnerAndMode(file, place.stats));
      for await (const chunk of chunks) await writing(target, () => file.writeFile(chunk));
      await writing(target, () => file.sync());
    } finally {
      await writing(target, () => file.close());
    }
    context.interrupted.throwIfAborted();
    await writing(target, () => rename(temporary, place.path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

async function keepOwnerAndMode(
  file: FileHandle,
  { uid, gid, mode }: { uid: number; gid: number; mode: number },
) {
  // A user who may not change the owner keeps the mode and becomes the owner, as with every editor that saves this way.
  const made = await file.stat();
  if (made.uid !== uid || made.gid !== gid) await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & 0o7777);
}

/** Makes the rename itself survive a power cut, where the system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}

/**
 * Names of temporary files: `.NAME.hotelctl-HOST-PID-RANDOM.tmp`, where NAME is the target's (cut to 40 characters),
 * HOST eight digits of the machine name's hash, PID the writer's process id and RANDOM 128 bits. A writer that was
 * killed with SIGKILL leaves its file; the next run to the same target removes it, because its PID is gone. HOST
 * keeps that from touching what another machine is writing in a shared folder.
 */
export const temporaryName = (target: string, context: Pick<Context, 'random' | 'host'>): string =>
  `${prefixOf(target)}${context.host.pid}-${Buffer.from(context.random.bytes(16)).toString('hex')}.tmp`;

/** Removes what killed runs left behind for this target. Its failures are ignored. */
export async function removeStale(
  folder: string,
  target: string,
  context: Pick<Context, 'host'>,
): Promise<void> {
  const prefix = prefixOf(target);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^(\d+)-[0-9a-f]{32}\.tmp$/.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined || Number(pid) === context.host.pid || isAlive(Number(pid))) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

const prefixOf = (target: string) => {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  return `.${Array.from(target).slice(0, 40).join('')}.hotelctl-${host}-`;
};

/** Signal 0 only checks. A process of another user (EPERM) is alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
