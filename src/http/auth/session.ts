import {
  type AccessGrant,
  accessGrant,
  type CredentialKey,
  type CredentialStore,
  credentialItems,
  environmentToken,
  serves,
} from './credentials.ts';
import { type SessionParts, type SignIn, usableGrant } from './renewal.ts';
import { createEnvStore, environmentCredentials } from './store/store.ts';

/**
 * The session: the only way to an access token. Tokens from the environment come first, then the credential
 * store. Of any number of processes that find the token expired, one sends a request to the identity host and the others use
 * what it stored.
 */

export interface Session {
  /**
   * A token that is valid for another minute, or for half the time of a shorter one, refreshed if needed. `rejected` is one that the platform just
   * refused; another is returned then. SignInError if there is no usable sign-in, TemporaryError if the identity host
   * is not reachable or the lock is not available.
   */
  readonly accessToken: (rejected?: string) => Promise<string>;
  /** Who is signed in, without a request. SignInError when the store is not accessible. */
  readonly status: () => Promise<SessionStatus>;
}

export interface SessionStatus {
  readonly profile: string;
  /** Whether the session has an access token or credentials to request one. */
  readonly signedIn: boolean;
  readonly source:
    | 'HOTELCTL_ACCESS_TOKEN'
    | 'HOTELCTL_REFRESH_TOKEN'
    | 'HOTELCTL_REFRESH_TOKEN_FILE'
    | 'store'
    | null;
  readonly store: { readonly name: CredentialStore['name']; readonly description: string };
  /** Unknown for tokens from the environment. */
  readonly user?: AccessGrant['user'] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Of the current access token, in milliseconds since 1970; it is refreshed automatically. */
  readonly expiresAt?: number | undefined;
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
      // A refresh token is useless without a client secret.
      const renewable =
        stored['refresh-token'] !== undefined &&
        (given.clientSecret ?? stored['client-secret']) !== undefined;
      const signedIn = renewable || (grant !== undefined && grant.expiresAt > context.clock.now());
      return {
        ...common,
        signedIn,
        source: signedIn ? 'store' : null,
        renewable,
        user: grant?.user,
        scopes: grant?.scopes,
        expiresAt: grant?.expiresAt,
      };
    },
  };
}

/** Concurrent requests of this process share one token, and one read of the store. */
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
      // The shared attempt may have returned the refused token: then start another.
      if (token !== rejected || joined === undefined) return token;
    }
  };
}

/** The sign-in to refresh: HOTELCTL_REFRESH_TOKEN(_FILE)'s, or the store's. */
async function chooseSource(parts: SessionParts): Promise<SignIn> {
  const { context, key, store, warn } = parts;
  const { refreshToken, refreshSource, clientSecret } = await environmentCredentials(context, warn);
  if (refreshToken === undefined) return { ...parts, isShared: store.name !== 'env', clientSecret };
  // Only values that the environment lacks are read from the store, because cron may have no access to a keychain.
  const stored = clientSecret === undefined ? await store.read(key, ['client-secret']) : {};
  return {
    ...parts,
    store: await inMemory(key, refreshToken, () =>
      warn(
        `warning: the identity host replaced the refresh token of ${refreshSource}; sign in again and set the new one`,
      ),
    ),
    isShared: false,
    clientSecret: clientSecret ?? stored['client-secret'],
  };
}

/** The environment's sign-in as an in-memory store. A new refresh token cannot be written back to its source. */
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
