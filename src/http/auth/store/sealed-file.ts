import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from '../../../base/context.ts';
import { SignInError, succeeds, systemErrorCode } from '../../../base/errors.ts';
import { jsonValue } from '../../../base/text.ts';

export type StoredItems = Readonly<Record<string, string>>;

interface Sealed {
  readonly version: 1;
  readonly encryption: 'aes-256-gcm';
  /** Of the key; see StoreKey. */
  readonly keyCheck: string;
  /** Base64. A fresh one for each write: GCM is broken by a second use. */
  readonly nonce: string;
  /** Base64 of the ciphertext and its 16 bytes of tag. */
  readonly data: string;
}

const serialize = (file: object) => `${JSON.stringify(file)}\n`;

/** @param nonce 12 fresh random bytes */
export function encodeItems(items: StoredItems, key: StoreKey | undefined, nonce: Uint8Array): string {
  if (!key) return serialize({ version: 1, encryption: 'none', items });
  const header = { version: 1, encryption: 'aes-256-gcm', keyCheck: key.check } as const;
  const nonceText = Buffer.from(nonce).toString('base64');
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  cipher.setAAD(boundTo({ ...header, nonce: nonceText }));
  const data = Buffer.concat([
    cipher.update(JSON.stringify(items), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return serialize({ ...header, nonce: nonceText, data: data.toString('base64') } satisfies Sealed);
}

/** SignInError with a description for a wrong, missing or unnecessary key, and for any byte that was changed. */
export function decodeItems(text: string, key: StoreKey | undefined, path: string): StoredItems {
  const file = parse(text);
  if (file?.['version'] !== 1) throw damaged(path);
  if (file['encryption'] === 'none') return openItems(file, key, path);
  // There is only one valid spelling, so any other spelling of the same content means that the file was changed.
  if (!isSealed(file) || serialize(file) !== text) throw damaged(path);
  if (!key) {
    throw new SignInError(`${path} is encrypted, and no key is set`, {
      hint: 'set HOTELCTL_STORE_KEY_FILE to the file with its key',
    });
  }
  if (file.keyCheck !== key.check) {
    throw new SignInError(`the key of ${key.origin} is not the one that ${path} was encrypted with`, {
      hint: 'use the correct key, or remove the file and run `hotelctl login`',
    });
  }
  return unseal(file, key) ?? fail(damaged(path));
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
    return toItems(parse(text));
  } catch {
    return undefined;
  }
}

function openItems(file: Record<string, unknown>, key: StoreKey | undefined, path: string): StoredItems {
  if (key) {
    throw new SignInError(`${path} is not encrypted, although a key is set (${key.origin})`, {
      hint: 'remove the file and run `hotelctl login` to store the tokens encrypted, or unset the key',
    });
  }
  return toItems(file['items']) ?? fail(damaged(path));
}

/** The header is authenticated together with the content, so the header of another file is rejected. */
const boundTo = ({ version, encryption, keyCheck, nonce }: Omit<Sealed, 'data'>) =>
  Buffer.from(JSON.stringify([version, encryption, keyCheck, nonce]));

function isSealed(file: Record<string, unknown>): file is Record<string, unknown> & Sealed {
  const names = ['version', 'encryption', 'keyCheck', 'nonce', 'data'];
  return (
    Object.keys(file).join() === names.join() &&
    file['encryption'] === 'aes-256-gcm' &&
    names.slice(1).every(name => typeof file[name] === 'string')
  );
}

function toItems(value: unknown): StoredItems | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.values(value).every(item => typeof item === 'string') ? (value as StoredItems) : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  const value = jsonValue(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

const damaged = (path: string) =>
  new SignInError(`${path} is damaged: its content is not what hotelctl wrote`, {
    hint: 'restore it, or remove it and run `hotelctl login`',
  });

function fail(error: Error): never {
  throw error;
}

interface StoreKey {
  readonly bytes: Buffer;
  /** The source of the key, for messages. */
  readonly origin: string;
  /** Distinguishes a wrong key from a damaged file; it reveals nothing about the key. */
  readonly check: string;
}

/**
 * The key from HOTELCTL_STORE_KEY_FILE, else from systemd's $CREDENTIALS_DIRECTORY/hotelctl-key, else undefined: the
 * file is then not encrypted. A key is 32 random bytes, raw or written as 64 hex digits or base64. Anything else is
 * refused: a passphrase would need a slow computation at each start, and would be weaker.
 */
export async function storeKey({ env, host }: Context): Promise<StoreKey | undefined> {
  const named = env['HOTELCTL_STORE_KEY_FILE'];
  if (named) return keyFrom(named, 'HOTELCTL_STORE_KEY_FILE', host.platform !== 'win32');
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return undefined;
  const path = `${folder}/hotelctl-key`;
  const given = await succeeds(stat(path));
  return given ? keyFrom(path, '$CREDENTIALS_DIRECTORY/hotelctl-key', false) : undefined;
}

async function keyFrom(path: string, origin: string, checkMode: boolean): Promise<StoreKey> {
  let content: Buffer;
  try {
    content = await readFile(path);
    if (checkMode && ((await stat(path)).mode & 0o077) !== 0) {
      throw Object.assign(new Error(), { code: 'group or others can read it' });
    }
  } catch (error) {
    const reason = systemErrorCode(error) ?? 'unknown reason';
    throw new SignInError(`the key file of ${origin} cannot be used: ${reason}`, {
      hint: `use a file of 32 random bytes that only you can read${checkMode ? ' (chmod 600)' : ''}`,
    });
  }
  const bytes = decodeKey(content);
  if (!bytes) {
    throw new SignInError(`the key file of ${origin} does not contain a key`, {
      hint: 'write 64 random hexadecimal digits into it, for example those of `openssl rand -hex 32`',
    });
  }
  return {
    bytes,
    origin,
    check: createHmac('sha256', bytes).update('hotelctl key check').digest('hex').slice(0, 16),
  };
}

function decodeKey(content: Buffer): Buffer | undefined {
  if (content.length === 32) return content;
  const text = content.toString('latin1').trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}
