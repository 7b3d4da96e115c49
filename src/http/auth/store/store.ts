import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../../base/atomic-file.ts';
import type { Context } from '../../../base/context.ts';
import { HotelctlError, SignInError, systemErrorCode, UsageError } from '../../../base/errors.ts';
import { withLock } from '../../../base/lock.ts';
import { makeFolder, type OwnFileRule, readOwnFile } from '../../../base/own-file.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { accessGrant, accountName, type CredentialItem, type CredentialStore } from '../credentials.ts';
import { createKeychainStore } from './keychain.ts';
import { decodeItems, encodeItems, type StoredItems, storeKey } from './sealed-file.ts';

/**
 * The credentials of the environment, which take precedence over every store: HOTELCTL_ACCESS_TOKEN,
 * HOTELCTL_REFRESH_TOKEN or HOTELCTL_REFRESH_TOKEN_FILE (`refreshSource` says which), HOTELCTL_CLIENT_SECRET. `warn`
 * reports a token file that every user of the machine can read: container platforms mount secrets that way, so it is
 * not an error. SignInError if the file cannot be read or is empty.
 */
export async function environmentCredentials(
  { env, host, secrets }: Context,
  warn: (line: string) => Promise<void>,
) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const [accessToken, clientSecret] = [text('HOTELCTL_ACCESS_TOKEN'), text('HOTELCTL_CLIENT_SECRET')];
  let [refreshToken, file] = [text('HOTELCTL_REFRESH_TOKEN'), env['HOTELCTL_REFRESH_TOKEN_FILE']];
  // With an access token, the file is never needed, and a missing one must not be an error.
  if (refreshToken !== undefined || accessToken !== undefined) file = undefined;
  if (file) refreshToken = await tokenFrom(file, host.platform === 'win32' ? async () => {} : warn);
  secrets.register(refreshToken);
  const source = file ? 'HOTELCTL_REFRESH_TOKEN_FILE' : 'HOTELCTL_REFRESH_TOKEN';
  const refreshSource = refreshToken === undefined ? undefined : source;
  return { accessToken, clientSecret, refreshToken, refreshSource } as const;
}

async function tokenFrom(file: string, warn: (line: string) => Promise<void>): Promise<string> {
  try {
    const token = (await readFile(file, 'utf8')).trim();
    if (token === '') throw Object.assign(new Error('empty'), { code: 'it is empty' });
    if (((await stat(file)).mode & 0o004) !== 0) {
      await warn(
        'every user of this machine can read HOTELCTL_REFRESH_TOKEN_FILE; restrict it with chmod 600',
      );
    }
    return token;
  } catch (error) {
    throw new SignInError(
      `the file of HOTELCTL_REFRESH_TOKEN_FILE could not be read (${systemErrorCode(error) ?? 'unknown reason'})`,
      {
        hint: 'set it to a file that contains only the refresh token',
      },
    );
  }
}

/**
 * The store that stores nothing permanently: values live as long as this process. Reading returns what was written; the
 * environment's own credentials take precedence in the session, whichever store is used.
 */
export function createEnvStore(): CredentialStore {
  const kept: Partial<Record<CredentialItem, string>> = {};
  return {
    name: 'env',
    description:
      'nothing is stored: tokens come from the environment (HOTELCTL_REFRESH_TOKEN, HOTELCTL_CLIENT_SECRET)',
    read: async (_, items) =>
      Object.fromEntries(items.flatMap(item => (kept[item] === undefined ? [] : [[item, kept[item]]]))),
    async write(_, changes) {
      for (const [item, value] of Object.entries(changes) as [CredentialItem, string | null][]) {
        if (value === null) delete kept[item];
        else kept[item] = value;
      }
    },
  };
}

/**
 * The store that the setting `credentialStore` names. Nothing is accessed until the first read or write, and no other
 * store is ever used instead. UsageError for an unknown name.
 */
export function openStore(name: string, context: Context): CredentialStore {
  return registeringSecrets(createStore(name, context), context.secrets);
}

function createStore(name: string, context: Context): CredentialStore {
  switch (name) {
    case 'keychain':
      return createKeychainStore(context);
    case 'file':
      return createFileStore(context);
    case 'env':
      return createEnvStore();
    default:
      throw new UsageError(`there is no credential store ${JSON.stringify(name)}`, {
        hint: 'choose keychain, file or env',
      });
  }
}

/** Everything that is read or written is a secret that no message may show. */
function registeringSecrets(store: CredentialStore, secrets: Secrets): CredentialStore {
  const registerItems = (items: Readonly<Partial<Record<CredentialItem, string | null>>>) => {
    for (const [item, value] of Object.entries(items)) {
      secrets.register(
        item === 'access-token' ? accessGrant(value ?? undefined)?.token : (value ?? undefined),
      );
    }
  };
  return {
    ...store,
    async read(key, items) {
      const found = await store.read(key, items);
      registerItems(found);
      return found;
    },
    write(key, changes) {
      registerItems(changes);
      return store.write(key, changes);
    },
  };
}

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
  const text = readOwnFile(path, makeRule(context));
  return text === undefined ? {} : decodeItems(text, key, path);
}

async function writeItems(context: Context, path: string, items: StoredItems): Promise<void> {
  const { state } = context.folders;
  try {
    const content = encodeItems(items, await storeKey(context), context.random.bytes(12));
    makeFolder(state, 0o700);
    // A folder or a file that others could change is refused before a secret is written to it.
    readOwnFile(path, makeRule(context));
    await replaceFile(path, content, { locked: true });
    if (readOwnFile(path, makeRule(context)) !== content) {
      throw Object.assign(new Error(), { code: 'read back, it differs' });
    }
  } catch (error) {
    throw storeFailure(error, `${path} cannot be written`);
  }
}

const makeRule = ({ host }: Context): OwnFileRule => ({
  uid: host.uid,
  access: 'private',
  variable: 'HOTELCTL_STATE_DIR',
  failure: (message, hint) => new SignInError(message, { hint }),
});

function storeFailure(error: unknown, what: string): unknown {
  if (error instanceof HotelctlError) return error;
  return new SignInError(`${what} (${systemErrorCode(error) ?? 'unknown reason'})`, {
    hint: 'free disk space or fix the folder, or choose another with HOTELCTL_STATE_DIR',
  });
}
