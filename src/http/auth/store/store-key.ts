import { createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from '../../../base/context.ts';
import { SignInError } from '../../../base/errors.ts';

/** The key of the credential file. */
export interface StoreKey {
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
  const given = await stat(path).then(
    () => true,
    () => false,
  );
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
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new SignInError(`the key file of ${origin} cannot be used: ${reason}`, {
      hint: 'use a file of 32 random bytes that only you can read (chmod 600)',
    });
  }
  const bytes = decodeKey(content);
  if (!bytes) {
    throw new SignInError(`the key file of ${origin} does not contain a key`, {
      hint: 'create one with `openssl rand -hex 32`',
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
