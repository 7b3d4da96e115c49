/**
 * The file store: `credentials.json` in the state folder, a file that only its owner can read, encrypted when a key is
 * given. It is replaced atomically under a lock, so that two processes that write at the same time both keep their change.
 */
import { join } from 'node:path';
import { replaceFile } from '../../../base/atomic-file.ts';
import type { Context } from '../../../base/context.ts';
import { HotelctlError, SignInError } from '../../../base/errors.ts';
import { withLock } from '../../../base/lock.ts';
import { makeFolder, type OwnFileRule, readOwnFile } from '../../../base/own-file.ts';
import type { CredentialItem } from '../credentials.ts';
import { accountName, type CredentialStore } from '../credentials.ts';
import { decodeItems, encodeItems, type StoredItems, storeKey } from './sealed-file.ts';

const fileName = 'credentials.json';

export function createFileStore(context: Context): CredentialStore {
  const path = join(context.folders.state, fileName);
  const { env } = context;
  const keyNamed = env['HOTELCTL_STORE_KEY_FILE'] || env['CREDENTIALS_DIRECTORY'];
  return {
    name: 'file',
    description: `file ${path}${keyNamed ? ', encrypted if a key is set' : ', not encrypted (set HOTELCTL_STORE_KEY_FILE to encrypt it)'}`,
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
  // Also if there is no file yet: an unusable key is reported before a token is requested.
  const key = await storeKey(context);
  const text = readOwnFile(path, ruleOf(context));
  return text === undefined ? {} : decodeItems(text, key, path);
}

async function writeItems(context: Context, path: string, items: StoredItems): Promise<void> {
  const { state } = context.folders;
  try {
    const content = encodeItems(items, await storeKey(context), context.random.bytes(12));
    makeFolder(state, 0o700);
    // A folder or a file that others could change is refused before a secret is written to it.
    readOwnFile(path, ruleOf(context));
    await replaceFile(path, content, { locked: true });
    if (readOwnFile(path, ruleOf(context)) !== content) {
      throw Object.assign(new Error(), { code: 'read back, it differs' });
    }
  } catch (error) {
    throw storeFailure(error, `${path} cannot be written`);
  }
}

const ruleOf = ({ host }: Context): OwnFileRule => ({
  uid: host.uid,
  access: 'private',
  variable: 'HOTELCTL_STATE_DIR',
  failure: (message, hint) => new SignInError(message, { hint }),
});

function storeFailure(error: unknown, what: string): unknown {
  if (error instanceof HotelctlError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return new SignInError(`${what} (${code})`, {
    hint: 'free disk space or fix the folder, or choose another with HOTELCTL_STATE_DIR',
  });
}
