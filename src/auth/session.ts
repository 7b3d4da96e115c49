import type { Context } from '../base/context.ts';
import type { Send } from '../http/exchange.ts';
import { accessGrant, serves } from './access-grant.ts';
import { type AccessGrant, type CredentialKey, credentialItems, type OAuthClient } from './client.ts';
import type { Uninterrupted } from './deferred-interruption.ts';
import { environmentToken } from './environment-token.ts';
import { type SignIn, usableGrant } from './renewal.ts';
import { createEnvStore, environmentCredentials } from './store/env.ts';
import type { CredentialStore } from './store/store.ts';

/**
 * The session: the only way to an access token. Ready-made tokens of the environment come first, then the credential
 * store. Of any number of processes that find the token expired, one asks the identity host and the others take what
 * it stored.
 */

export { grantOf } from './access-grant.ts';

export interface SessionParts {
  readonly context: Context;
  readonly client: OAuthClient;
  readonly key: CredentialKey;
  readonly store: CredentialStore;
  /** Without the bearer layer: it is what this session feeds. */
  readonly send: Send;
  readonly uninterrupted: Uninterrupted;
  /** A line for the person, on standard error. */
  warn(line: string): Promise<void>;
}

export interface Session {
  /**
   * A token that serves for at least another minute, refreshed when needed. `rejected` is one that the platform just
   * refused; another is given then. SignInError when there is no sign-in or no way to it, TemporaryError when the
   * identity host is out of reach or the lock is not to be had.
   */
  readonly accessToken: (rejected?: string) => Promise<string>;
  /** Who is signed in, without network. SignInError when the store is out of reach. */
  readonly status: () => Promise<SessionStatus>;
}

export interface SessionStatus {
  readonly profile: string;
  /** Whether there is something to get or give an access token with. */
  readonly signedIn: boolean;
  /** Which source wins; null when there is none. */
  readonly source:
    | 'HOTELCTL_ACCESS_TOKEN'
    | 'HOTELCTL_REFRESH_TOKEN'
    | 'HOTELCTL_REFRESH_TOKEN_FILE'
    | 'store'
    | null;
  readonly store: { readonly name: CredentialStore['name']; readonly description: string };
  /** Unknown for ready-made tokens. */
  readonly user?: AccessGrant['user'];
  readonly scopes?: readonly string[];
  /** Of the access token at hand, milliseconds since 1970; it is renewed by itself while the sign-in lasts. */
  readonly expiresAt?: number;
  /** Whether an expired access token can be renewed. */
  readonly renewable: boolean;
}

export function createSession(parts: SessionParts): Session {
  const { context, store, key } = parts;
  return {
    accessToken: environmentToken(context.env) ?? tokenSource(parts),
    async status() {
      const given = await environmentCredentials(context, parts.warn);
      const common = { profile: key.profile, store: { name: store.name, description: store.description } };
      if (given.accessToken !== undefined) {
        return { ...common, signedIn: true, source: 'HOTELCTL_ACCESS_TOKEN', renewable: false };
      }
      if (given.refreshSource !== undefined) {
        const secret = given.clientSecret ?? (await store.read(key, ['client-secret']))['client-secret'];
        const renewable = secret !== undefined;
        return { ...common, signedIn: renewable, source: given.refreshSource, renewable };
      }
      const stored = await store.read(key, credentialItems);
      const grant = accessGrant(stored['access-token']);
      // Without a client secret a refresh token is good for nothing.
      const renewable =
        stored['refresh-token'] !== undefined &&
        (given.clientSecret ?? stored['client-secret']) !== undefined;
      const signedIn = renewable || (grant !== undefined && grant.expiresAt > context.clock.now());
      return {
        ...common,
        signedIn,
        source: signedIn ? 'store' : null,
        renewable,
        ...(grant
          ? { scopes: grant.scopes, expiresAt: grant.expiresAt, ...(grant.user ? { user: grant.user } : {}) }
          : {}),
      };
    },
  };
}

/** Many requests of this process may ask at once; they share one answer, and one trip to the store. */
function tokenSource(parts: SessionParts): Session['accessToken'] {
  let held: AccessGrant | undefined;
  let running: Promise<AccessGrant> | undefined;
  let source: SignIn | undefined;
  const obtain = async (rejected: string | undefined): Promise<AccessGrant> => {
    source ??= await chooseSource(parts);
    held = await usableGrant(source, rejected, held);
    return held;
  };
  return async rejected => {
    for (;;) {
      if (held && held.token !== rejected && serves(held, parts.context.clock.now())) return held.token;
      const joined = running;
      running ??= obtain(rejected).finally(() => {
        running = undefined;
      });
      const { token } = await running;
      // Somebody else's question may have had the refused token for its answer: then ask one's own.
      if (token !== rejected || joined === undefined) return token;
    }
  };
}

/** The sign-in to renew: HOTELCTL_REFRESH_TOKEN(_FILE)'s, or the store's. */
async function chooseSource({
  context,
  client,
  key,
  store,
  send,
  uninterrupted,
  warn,
}: SessionParts): Promise<SignIn> {
  const { refreshToken, refreshSource, clientSecret } = await environmentCredentials(context, warn);
  const common = { context, client, key, send, uninterrupted, warn };
  if (refreshToken === undefined) return { ...common, store, isShared: store.name !== 'env', clientSecret };
  // The store is asked for what the environment lacks and for nothing else: cron may have no keychain to reach.
  const stored = clientSecret === undefined ? await store.read(key, ['client-secret']) : {};
  return {
    ...common,
    store: await inMemory(key, refreshToken, () =>
      warn(
        `warning: the identity host replaced the refresh token of ${refreshSource}; sign in again and set it anew`,
      ),
    ),
    isShared: false,
    clientSecret: clientSecret ?? stored['client-secret'],
  };
}

/** The environment's sign-in as a store of this process. A new refresh token can't be put back where the old came from. */
async function inMemory(
  key: CredentialKey,
  refreshToken: string,
  replaced: () => Promise<void>,
): Promise<CredentialStore> {
  const memory = createEnvStore();
  await memory.write(key, { 'refresh-token': refreshToken });
  return {
    ...memory,
    async write(place, changes) {
      await memory.write(place, changes);
      if (changes['refresh-token']) await replaced();
    },
  };
}
