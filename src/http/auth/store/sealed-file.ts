/**
 * The content of the credential file, plain or sealed with AES-256-GCM. Pure: bytes in, bytes out. Names of items are
 * account names and not secret, but they are sealed all the same.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { SignInError } from '../../../base/errors.ts';
import type { StoreKey } from './store-key.ts';

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
    return itemsOf(parse(text));
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
  return itemsOf(file['items']) ?? fail(damaged(path));
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

function itemsOf(value: unknown): StoredItems | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.values(value).every(item => typeof item === 'string') ? (value as StoredItems) : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const damaged = (path: string) =>
  new SignInError(`${path} is damaged: its content is not what hotelctl wrote`, {
    hint: 'restore it, or remove it and run `hotelctl login`',
  });

function fail(error: Error): never {
  throw error;
}
