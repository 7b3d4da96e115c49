import { hash } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { withLock } from '../../base/lock.ts';
import type { CredentialKey } from './credentials.ts';

/**
 * Runs `work` while no other process refreshes, replaces or removes this sign-in. Every change of its tokens (login,
 * logout, a refresh) uses this lock; otherwise a refresh could write the old user's token over a new sign-in.
 */
export function withSignInLock<T>(key: CredentialKey, context: Context, work: () => Promise<T>): Promise<T> {
  // A digest, because hosts and profile names are not valid file names.
  const digest = hash('sha256', JSON.stringify([key.authUrl, key.clientId, key.profile]));
  return withLock(`sign-in-${digest.slice(0, 16)}`, context, work);
}

/** How long an interruption is delayed at most, while work runs that must not be cut short. */
export type Uninterrupted = <T>(work: () => Promise<T>) => Promise<T>;

/** Longer than an identity host and a keychain need, short enough for a user who pressed Ctrl-C. Milliseconds. */
const usualGrace = 5000;

/**
 * A context whose interruption is delayed while `uninterrupted` runs something. If refresh tokens rotate, the old one
 * becomes invalid as soon as the identity host has sent the new one: stopping between the two loses the sign-in.
 * Everything that takes part (requests to the identity host, the credential store) must be created with this context.
 */
export function deferInterruption(
  context: Context,
  grace = usualGrace,
): { readonly context: Context; readonly uninterrupted: Uninterrupted } {
  const { interrupted, clock } = context;
  const deferred = new AbortController();
  const graceOver = new AbortController();
  let running = 0;
  const interrupt = () => {
    graceOver.abort();
    deferred.abort(interrupted.reason);
  };
  const onInterrupted = () => {
    if (running === 0) interrupt();
    else clock.sleep(grace, graceOver.signal).then(interrupt, () => {});
  };
  if (interrupted.aborted) interrupt();
  else interrupted.addEventListener('abort', onInterrupted, { once: true });
  return {
    context: { ...context, interrupted: deferred.signal },
    async uninterrupted(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0 && interrupted.aborted) interrupt();
      }
    },
  };
}
