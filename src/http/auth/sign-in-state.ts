import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { jsonValue } from '../../base/text.ts';
import type { CredentialKey } from './credentials.ts';

/** What the processes that use a sign-in share in the state folder: its lock, and that it was refused. */

/**
 * Runs `work` while no other process refreshes, replaces or removes this sign-in. Every change of its tokens (login,
 * logout, a refresh) uses this lock; otherwise a refresh could write the old user's token over a new sign-in.
 */
export function withSignInLock<T>(key: CredentialKey, context: Context, work: () => Promise<T>): Promise<T> {
  // A digest, because hosts and profile names are not valid file names.
  return withLock(`sign-in-${digestOfSignIn(key)}`, context, work, { Failure: SignInError });
}

/**
 * What the identity host refused: a file in the state folder with the time, and a digest of the refresh token. A later
 * sign-in has another token, so it is not affected. Without the file, offline checks would report a revoked sign-in as good.
 */
type RefusalPlace = Pick<Context, 'folders' | 'clock'>;

const digestOfSignIn = ({ authUrl, clientId, profile }: CredentialKey): string =>
  hash('sha256', JSON.stringify([authUrl, clientId, profile])).slice(0, 16);

const refusalFile = ({ folders }: RefusalPlace, key: CredentialKey) =>
  join(folders.state, 'refused', `${digestOfSignIn(key)}.json`);

/** The digest of a random token does not reveal it. */
const digestOf = (token: string) => hash('sha256', token).slice(0, 16);

/** A state folder that is not writable must not hide the refusal itself. */
export const rememberRefusal = (place: RefusalPlace, key: CredentialKey, token: string): Promise<void> =>
  replaceFile(
    refusalFile(place, key),
    JSON.stringify({ token: digestOf(token), at: place.clock.now() }),
  ).catch(() => {});

/** An identity host may refuse a token by mistake, and accept it later. */
export const forgetRefusal = (place: RefusalPlace, key: CredentialKey): Promise<void> =>
  rm(refusalFile(place, key), { force: true }).catch(() => {});

const mostOfRefusal = 4096;

/** When this refresh token was refused, milliseconds since 1970; undefined if it was not. */
export async function findRefusal(place: RefusalPlace, key: CredentialKey, token: string | undefined) {
  if (token === undefined) return undefined;
  const text = await readRegularFile(refusalFile(place, key), mostOfRefusal).catch(() => '');
  const found = jsonValue(text) as { readonly token?: unknown; readonly at?: unknown } | undefined;
  return found?.token === digestOf(token) && typeof found.at === 'number' ? found.at : undefined;
}
