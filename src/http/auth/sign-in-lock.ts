import { createHash } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { withLock } from '../../base/lock.ts';
import type { CredentialKey } from './client.ts';

/**
 * Runs `work` while no other process refreshes, replaces or removes this sign-in. Every change of its tokens (login,
 * logout, a refresh) uses this lock; otherwise a refresh could write the old user's token over a new sign-in.
 */
export function withSignInLock<T>(key: CredentialKey, context: Context, work: () => Promise<T>): Promise<T> {
  // A digest, because hosts and profile names are not valid file names.
  const digest = createHash('sha256')
    .update(JSON.stringify([key.authUrl, key.clientId, key.profile]))
    .digest('hex');
  return withLock(`sign-in-${digest.slice(0, 16)}`, context, work);
}
