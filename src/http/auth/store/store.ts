import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../../../base/atomic-file.ts';
import type { Context } from '../../../base/context.ts';
import { HotelctlError, SignInError, succeeds, systemErrorCode } from '../../../base/errors.ts';
import { withLock } from '../../../base/lock.ts';
import {
  decodeNamedText,
  NamedFileError,
  namedFileProblem,
  readSmallFile,
} from '../../../base/named-file.ts';
import { type OwnFileRule, readOwnFile } from '../../../base/own-file.ts';
import { jsonValue } from '../../../base/text.ts';
import {
  accessGrant,
  accountName,
  type CredentialChanges,
  type CredentialItem,
  type CredentialStore,
} from '../credentials.ts';
import { createKeychainStore } from './keychain.ts';

/**
 * The credentials of the environment beside an access token, which take precedence over every store.
 *
 * @param warn reports a token file that every user of the machine can read: container platforms mount secrets that way
 * @throws SignInError if the file cannot be read or is empty
 */
export async function environmentCredentials(context: Context, warn: (line: string) => Promise<void>) {
  const { env, secrets } = context;
  const given = env['HOTELCTL_REFRESH_TOKEN']?.trim();
  const file = given ? undefined : env['HOTELCTL_REFRESH_TOKEN_FILE'];
  const refreshToken = file ? await tokenFrom(file, context, warn) : given;
  secrets.register(refreshToken);
  return {
    clientSecret: env['HOTELCTL_CLIENT_SECRET']?.trim() || undefined,
    refreshToken,
    refreshSource: file ? 'HOTELCTL_REFRESH_TOKEN_FILE' : 'HOTELCTL_REFRESH_TOKEN',
  } as const;
}

async function tokenFrom(file: string, context: Context, warn: (line: string) => Promise<void>) {
  try {
    const bytes = await readSmallFile(file, context, problem => new NamedFileError(problem));
    const token = decodeNamedText(bytes).text.trim();
    if (token === '') throw new NamedFileError('it is empty');
    if (/[\r\n]/.test(token)) throw new NamedFileError('it has more than one line');
    if (context.host.platform !== 'win32' && ((await stat(file)).mode & 0o004) !== 0)
      await warn(
        'every user of this machine can read HOTELCTL_REFRESH_TOKEN_FILE; restrict it with chmod 600',
      );
    return token;
  } catch (error) {
    throw new SignInError(`the file of HOTELCTL_REFRESH_TOKEN_FILE: ${namedFileProblem(error)}`, {
      hint: 'set it to a file that contains only the refresh token',
    });
  }
}

/** A store that stores nothing permanently: values live as long as this process. */
export function createEnvStore(): CredentialStore {
  let kept: CredentialChanges = {};
  return {
    name: 'env',
    description:
      'nothing is stored: tokens come from the environment (HOTELCTL_REFRESH_TOKEN, HOTELCTL_CLIENT_SECRET)',
    read: async (_, items) =>
      Object.fromEntries(items.flatMap(item => (typeof kept[item] === 'string' ? [[item, kept[item]]] : []))),
    async write(_, changes) {
      kept = { ...kept, ...changes };
    },
  };
}

/** The store that a setting names: not accessed before the first read or write, never replaced by another. */
export function openStore(name: string, context: Context): CredentialStore {
  const stores = { keychain: createKeychainStore, file: createFileStore, env: createEnvStore };
  const store = stores[name as keyof typeof stores](context);
  // Everything that is read or written is a secret that no message may show.
  const registerItems = (items: CredentialChanges) => {
    for (const [item, value] of Object.entries(items))
      context.secrets.register(
        item === 'access-token' ? accessGrant(value ?? undefined)?.token : (value ?? undefined),
      );
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

export function createFileStore(context: Context): CredentialStore {
  const path = join(context.folders.state, 'credentials.json');
  const { HOTELCTL_STORE_KEY_FILE: named, CREDENTIALS_DIRECTORY: folder } = context.env;
  const isEncrypted = named || (folder && existsSync(`${folder}/hotelctl-key`));
  return {
    name: 'file',
    description: `file ${path}${isEncrypted ? ', encrypted' : ', not encrypted (set HOTELCTL_STORE_KEY_FILE to encrypt it)'}`,
    async read(key, items) {
      const stored = await readItems(context, path);
      return Object.fromEntries(
        items.flatMap(item => {
          const name = accountName(key, item);
          return Object.hasOwn(stored, name) ? [[item, stored[name]]] : [];
        }),
      );
    },
    write: (key, changes) =>
      withLock(
        'credentials',
        context,
        async () => {
          const before = await readItems(context, path);
          const after = new Map(Object.entries(before));
          for (const [item, value] of Object.entries(changes) as [CredentialItem, string | null][]) {
            if (value === null) after.delete(accountName(key, item));
            else after.set(accountName(key, item), value);
          }
          await writeItems(context, path, Object.fromEntries(after));
        },
        { Failure: SignInError },
      ),
  };
}

async function readItems(context: Context, path: string): Promise<StoredItems> {
  // Also if there is no file yet: an unusable key is reported before a token is requested.
  const key = await storeKey(context);
  const text = readOwnFile(path, makeRule(context));
  return text === undefined ? {} : decodeItems(text, key, path);
}

async function writeItems(context: Context, path: string, items: StoredItems): Promise<void> {
  try {
    const content = encodeItems(items, await storeKey(context), context.random.bytes(12));
    // A folder or a file that others could change is refused before a secret is written to it.
    readOwnFile(path, makeRule(context));
    await replaceFile(path, content, { locked: true });
    if (readOwnFile(path, makeRule(context)) !== content)
      throw Object.assign(new Error(), { code: 'read back, it differs' });
  } catch (error) {
    if (error instanceof HotelctlError) throw error;
    throw new SignInError(`${path} cannot be written (${systemErrorCode(error) ?? 'unknown reason'})`, {
      hint: 'free disk space or fix the folder, or choose another with HOTELCTL_STATE_DIR',
    });
  }
}

const makeRule = ({ host }: Context): OwnFileRule => ({
  uid: host.uid,
  access: 'private',
  variable: 'HOTELCTL_STATE_DIR',
  failure: (message, hint) => new SignInError(message, { hint }),
});

type StoredItems = z.infer<typeof storedItems>;

/** The fields of an encrypted file in their order. */
const sealedFile = z.strictObject({
  version: z.literal(1),
  encryption: z.literal('aes-256-gcm'),
  /** Of the key; see StoreKey. */
  keyCheck: z.string(),
  /** Base64. A fresh one for each write: GCM is broken by a second use. */
  nonce: z.string(),
  /** Base64 of the ciphertext and its 16 bytes of tag. */
  data: z.string(),
});
type Sealed = z.infer<typeof sealedFile>;

const storedItems = z.record(z.string(), z.string());
const plainFile = z.object({ version: z.literal(1), encryption: z.literal('none'), items: storedItems });
const storedFile = z.discriminatedUnion('encryption', [plainFile, sealedFile]);

const serialize = (file: object) => `${JSON.stringify(file)}\n`;

/** @param nonce 12 fresh random bytes */
function encodeItems(items: StoredItems, key: StoreKey | undefined, nonce: Uint8Array): string {
  if (!key) return serialize({ version: 1, encryption: 'none', items });
  const header = { version: 1, encryption: 'aes-256-gcm', keyCheck: key.check } as const;
  const nonceText = Buffer.from(nonce).toString('base64');
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  cipher.setAAD(boundTo({ ...header, nonce: nonceText }));
  const data = Buffer.concat([cipher.update(JSON.stringify(items)), cipher.final(), cipher.getAuthTag()]);
  return serialize({ ...header, nonce: nonceText, data: data.toString('base64') } satisfies Sealed);
}

/** SignInError with a description for a wrong, missing or unnecessary key, and for any byte that was changed. */
function decodeItems(text: string, key: StoreKey | undefined, path: string): StoredItems {
  const file = storedFile.safeParse(jsonValue(text)).data;
  let items: StoredItems | undefined;
  if (file?.encryption === 'none') {
    if (key)
      throw new SignInError(`${path} is not encrypted, although a key is set (${key.origin})`, {
        hint: 'remove the file and run `hotelctl login` to store the tokens encrypted, or unset the key',
      });
    items = file.items;
    // There is only one valid spelling, so any other spelling of the same content means that the file was changed.
  } else if (file && serialize(file) === text) {
    if (!key)
      throw new SignInError(`${path} is encrypted; no key is set`, {
        hint: 'set HOTELCTL_STORE_KEY_FILE to the file with its key',
      });
    if (file.keyCheck !== key.check)
      throw new SignInError(`the key of ${key.origin} is not the one that ${path} was encrypted with`, {
        hint: 'use the correct key, or remove the file and run `hotelctl login`',
      });
    items = unseal(file, key);
  }
  if (items) return items;
  throw new SignInError(`${path} is damaged: its content is not what hotelctl wrote`, {
    hint: 'restore it, or remove it and run `hotelctl login`',
  });
}

function unseal({ data, ...header }: Sealed, key: StoreKey): StoredItems | undefined {
  const [nonce, bytes] = [Buffer.from(header.nonce, 'base64'), Buffer.from(data, 'base64')];
  // Base64 has spare bits that decode to nothing: they must be unchanged too.
  if (nonce.toString('base64') !== header.nonce || bytes.toString('base64') !== data) return undefined;
  if (nonce.length !== 12 || bytes.length < 16) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: 16 });
    decipher.setAAD(boundTo(header));
    decipher.setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
    return storedItems.safeParse(jsonValue(text)).data;
  } catch {
    return undefined;
  }
}

/** The header is authenticated together with the content, so the header of another file is rejected. */
const boundTo = ({ version, encryption, keyCheck, nonce }: Omit<Sealed, 'data'>) =>
  Buffer.from(JSON.stringify([version, encryption, keyCheck, nonce]));

type StoreKey = Awaited<ReturnType<typeof keyFrom>>;

/**
 * The key from HOTELCTL_STORE_KEY_FILE, else from systemd's $CREDENTIALS_DIRECTORY/hotelctl-key, else undefined: the
 * file is then not encrypted. A key is 32 random bytes, raw or written as 64 hex digits or base64. Anything else is
 * refused: a passphrase would need a slow computation at each start, and would be weaker.
 */
async function storeKey(context: Context): Promise<StoreKey | undefined> {
  const { env, host } = context;
  const named = env['HOTELCTL_STORE_KEY_FILE'];
  if (named) return keyFrom(named, context, 'HOTELCTL_STORE_KEY_FILE', host.platform !== 'win32');
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return undefined;
  const path = `${folder}/hotelctl-key`;
  const given = await succeeds(stat(path));
  return given ? keyFrom(path, context, '$CREDENTIALS_DIRECTORY/hotelctl-key', false) : undefined;
}

/** @param origin the source of the key, for messages */
async function keyFrom(path: string, context: Context, origin: string, checkMode: boolean) {
  const hint = `use a file of 32 random bytes that only you can read${checkMode ? ' (chmod 600)' : ''}`;
  const refuse = (problem: string) =>
    new SignInError(`the key file of ${origin} cannot be used: ${problem}`, { hint });
  const content = await readSmallFile(path, context, refuse);
  const { mode } = await stat(path).catch(error => {
    throw refuse(namedFileProblem(error));
  });
  if (checkMode && (mode & 0o077) !== 0) throw refuse('group or others can read it');
  const bytes = decodeKey(content);
  if (!bytes)
    throw new SignInError(`the key file of ${origin} does not contain a key`, {
      hint: 'write 64 random hexadecimal digits into it, for example those of `openssl rand -hex 32`',
    });
  // Distinguishes a wrong key from a damaged file; it reveals nothing about the key.
  const check = createHmac('sha256', bytes).update('hotelctl key check').digest('hex').slice(0, 16);
  return { bytes, origin, check };
}

function decodeKey(content: Buffer): Buffer | undefined {
  if (content.length === 32) return content;
  const text = content.toString('latin1').trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}
