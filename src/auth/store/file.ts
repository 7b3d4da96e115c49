/**
 * The file store: `credentials.json` in the state folder, readable by its owner alone, sealed when a key is given.
 * Replaced as a whole under a lock, so that of two processes that write at once neither loses its change.
 */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../base/context.ts';
import { HotelctlError, SignInError } from '../../base/errors.ts';
import { replaceFile } from '../../base/files.ts';
import { withLock } from '../../lock/lock.ts';
import type { CredentialItem } from '../client.ts';
import { decodeItems, encodeItems, type StoredItems } from './sealed-file.ts';
import type { CredentialStore } from './store.ts';
import { accountName } from './store.ts';
import { storeKey } from './store-key.ts';

const fileName = 'credentials.json';

export function createFileStore(context: Context): CredentialStore {
  const path = join(context.folders.state, fileName);
  const { env } = context;
  const keyNamed = env['HOTELCTL_STORE_KEY_FILE'] || env['CREDENTIALS_DIRECTORY'];
  return {
    name: 'file',
    description: `file ${path}${keyNamed ? ', encrypted when a key is given' : ', not encrypted: no HOTELCTL_STORE_KEY_FILE'}`,
    async read(key, items) {
      const stored = await readItems(context, path);
      return Object.fromEntries(
        items.flatMap(item => {
          const value = ownValue(stored, accountName(key, item));
          return value === undefined ? [] : [[item, value]];
        }),
      );
    },
    write: (key, changes) =>
      withLock('credentials', context, async () => {
        const before = await readItems(context, path);
        const after = new Map(Object.entries(before));
        for (const [item, value] of Object.entries(changes) as [CredentialItem, string | null][]) {
          if (value === null) after.delete(accountName(key, item));
          else after.set(accountName(key, item), value);
        }
        await writeItems(context, path, Object.fromEntries(after));
      }),
  };
}

const ownValue = (items: StoredItems, name: string) => (Object.hasOwn(items, name) ? items[name] : undefined);

async function readItems(context: Context, path: string): Promise<StoredItems> {
  // Also when there is no file yet: a key that can't be used is told before a token is fetched for it.
  const key = await storeKey(context);
  const text = await readOwnersFile(context, path);
  return text === undefined ? {} : decodeItems(text, key, path);
}

/** Undefined when there is none. Whether it is the owner's alone is asked of the very file that is read. */
async function readOwnersFile(context: Context, path: string): Promise<string | undefined> {
  await checkFolder(context);
  try {
    const file = await open(path, 'r');
    try {
      refuseUnlessOwned(context, path, await file.stat());
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw outOfReach(error, `${path} can't be read`);
  }
}

async function writeItems(context: Context, path: string, items: StoredItems): Promise<void> {
  const { state } = context.folders;
  try {
    const content = encodeItems(items, await storeKey(context), context.random.bytes(12));
    await mkdir(state, { recursive: true, mode: 0o700 });
    await checkFolder(context);
    await replaceFile(path, content);
    await removeLeftovers(state);
    if ((await readOwnersFile(context, path)) !== content) {
      throw Object.assign(new Error(), { code: 'read back, it differs' });
    }
  } catch (error) {
    throw outOfReach(error, `${path} can't be written`);
  }
}

/** What a writer that was killed in the middle left behind; nobody else writes while the lock is held. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${fileName}.`) && name.endsWith('.tmp'))
      await rm(join(folder, name), { force: true });
  }
}

async function checkFolder(context: Context): Promise<void> {
  const { state } = context.folders;
  const stats = await stat(state).catch(() => undefined);
  if (stats) refuseUnlessOwned(context, state, stats);
}

function refuseUnlessOwned({ host }: Context, path: string, stats: { uid: number; mode: number }): void {
  // Windows keeps a profile's folders to their user by access lists, which have no mode bits.
  if (host.uid === null) return;
  if (stats.uid !== host.uid) {
    throw new SignInError(`${path} belongs to another user`, {
      hint: 'run hotelctl as the user it belongs to, or set HOTELCTL_STATE_DIR to a folder of your own',
    });
  }
  if ((stats.mode & 0o077) !== 0) {
    throw new SignInError(`${path} is open to other users of this machine`, {
      hint: `close it with: chmod go= '${path}'`,
    });
  }
}

function outOfReach(error: unknown, what: string): unknown {
  if (error instanceof HotelctlError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return new SignInError(`${what} (${code})`, {
    hint: 'make room or mend the folder, or choose another with HOTELCTL_STATE_DIR',
  });
}
