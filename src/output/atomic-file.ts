import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DeliveryContext } from './deliver.ts';
import type { Place } from './place.ts';
import { removeStale, temporaryName } from './temporary-file.ts';
import { writing } from './write-problem.ts';

/**
 * Replaces a file as a whole: a temporary file in the same folder, written, synced and renamed over the target. A
 * reader, a crash or a power cut finds the old content or the new. Until the rename nothing of the old is touched;
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
  // Who may not give files away keeps the mode and becomes the owner, as with every editor that saves this way.
  const made = await file.stat();
  if (made.uid !== uid || made.gid !== gid) await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & 0o7777);
}

/** Makes the rename itself last through a power cut; some systems can't sync a folder, and then it is theirs. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}
