import { type Context, onAbort } from '../../base/context.ts';
import { InterruptedError, SignInError, withDetails } from '../../base/errors.ts';
import { environmentToken, type TokenSource } from '../client.ts';
import type { Send } from '../exchange.ts';
import {
  type AccessGrant,
  accessGrant,
  type CredentialKey,
  type CredentialStore,
  credentialItems,
  digestOfToken,
  findRefusal,
  forgetRefusal,
  makeGrant,
  type OAuthClient,
  rememberRefusal,
  serves,
  type TokenResponse,
  withSignInLock,
} from './credentials.ts';
import { refreshGrant } from './oauth.ts';
import { EndedSignInError } from './oauth-responses.ts';
import { createEnvStore, environmentCredentials } from './store/store.ts';

interface SessionParts {
  readonly context: Context;
  readonly client: OAuthClient;
  readonly key: CredentialKey;
  readonly store: CredentialStore;
  /** Without the bearer layer, which uses this session. */
  readonly send: Send;
  /** A refresh and the storing of its tokens run in this function, so that Ctrl-C does not come between the two. */
  readonly uninterrupted: ReturnType<typeof deferInterruption>['uninterrupted'];
  warn(line: string): Promise<void>;
}

/** Where a sign-in is stored, and how it is refreshed. */
export interface SignIn extends SessionParts {
  /** Other processes use the same sign-in: only one of them may refresh it at a time. */
  readonly isShared: boolean;
  /** HOTELCTL_CLIENT_SECRET; it wins over the stored one. */
  readonly clientSecret: string | undefined;
  /** The variable that the refresh token is from; undefined if it is from the store. */
  readonly refreshSource?: `HOTELCTL_${string}` | undefined;
  /** A digest of the refresh token of that variable. */
  readonly givenToken?: string;
}

/**
 * Reads the store; if its grant is not valid, takes the lock, reads again, and uses what another process stored meanwhile or
 * refreshes it. `rejected` is a token that the platform refused, `held` the last one of this process.
 */
export async function usableGrant(
  signIn: SignIn,
  rejected: string | undefined,
  held: AccessGrant | undefined,
): Promise<AccessGrant> {
  const { context, key, store } = signIn;
  // The only item that most runs need: each item of a keychain costs milliseconds.
  const stored = await store.read(key, ['access-token']);
  const grant = later(accessGrant(stored['access-token']), held, rejected);
  if (grant && serves(grant, context.clock.now())) return grant;
  try {
    const renew = () => renewed(signIn, rejected);
    return await (signIn.isShared ? withSignInLock(key, signIn, renew) : renew());
  } catch (error) {
    // In its last minute a token is still valid, and the identity host may recover before the next request.
    if (error instanceof InterruptedError || !grant || grant.expiresAt <= context.clock.now()) throw error;
    return grant;
  }
}

async function renewed(signIn: SignIn, rejected: string | undefined): Promise<AccessGrant> {
  const { context, key, store } = signIn;
  const stored = await store.read(key, credentialItems);
  const before = accessGrant(stored['access-token']);
  const isOfUse = (grant: AccessGrant) => grant.token !== rejected && serves(grant, context.clock.now());
  if (before && isOfUse(before)) return before;
  const refreshToken = stored['refresh-token'];
  if (refreshToken === undefined) throw nothingToRenew(signIn, before);
  const clientSecret = signIn.clientSecret ?? stored['client-secret'];
  if (clientSecret === undefined)
    throw new SignInError('the sign-in cannot be refreshed without a client secret', {
      hint: 'set HOTELCTL_CLIENT_SECRET, or store it with `hotelctl login`',
    });
  // Not started after Ctrl-C; once started, it is finished.
  context.interrupted.throwIfAborted();
  return signIn.uninterrupted(async () => {
    const { client, send } = signIn;
    let response: TokenResponse;
    try {
      response = await refreshGrant({ client, clientSecret, send }, refreshToken, before?.redirectUri);
    } catch (error) {
      // Another process may have stored a token while this one was refused: a lock protects only processes that share its
      // folder, and containers may share a keychain but no folder. Nothing is ever deleted because of a refusal.
      const grant =
        error instanceof SignInError
          ? accessGrant((await store.read(key, ['access-token']))['access-token'])
          : undefined;
      if (grant && isOfUse(grant)) return grant;
      if (!(error instanceof EndedSignInError)) throw error;
      await rememberRefusal(context, key, refreshToken);
      throw withDetails(error, { hint: hintAfterRefusal(signIn.refreshSource, key) });
    }
    await forgetRefusal(context, key);
    context.secrets.register(response.accessToken);
    context.secrets.register(response.refreshToken);
    const grant = makeGrant(response, client, context.clock.now(), before);
    await keep(signIn, grant, response.refreshToken === refreshToken ? undefined : response.refreshToken);
    return grant;
  });
}

/** In a pipeline, which has its refresh token from a variable, `hotelctl login` would not help. */
const hintAfterRefusal = (source: SignIn['refreshSource'], key: Pick<CredentialKey, 'profile'>) =>
  source === undefined
    ? `run \`${nameLogin(key)}\``
    : `replace ${source}: \`hotelctl login --for-ci FILE\` creates a new token`;

export const nameLogin = ({ profile }: Pick<CredentialKey, 'profile'>): string =>
  profile === 'default' ? 'hotelctl login' : `hotelctl login --profile ${profile}`;

export const hintToSignIn = (key: Pick<CredentialKey, 'profile'>, store: Pick<CredentialStore, 'name'>) =>
  store.name === 'env'
    ? 'set HOTELCTL_REFRESH_TOKEN, or use --credential-store keychain or file'
    : `run \`${nameLogin(key)}\``;

/**
 * A new refresh token is stored first: the old one may be invalid already, while a lost access token costs the next
 * process one request. The command can do its work without the store, so that a failure is a warning.
 */
async function keep(signIn: SignIn, grant: AccessGrant, refreshToken: string | undefined): Promise<void> {
  const { key, store, warn } = signIn;
  try {
    await store.write(key, {
      ...(refreshToken === undefined ? {} : { 'refresh-token': refreshToken }),
      'access-token': JSON.stringify(grant),
    });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const lost = refreshToken !== undefined;
    await warn(
      `warning: the ${lost ? 'new refresh token' : 'access token'} could not be stored: ${error.message}` +
        (lost ? '; fix that, then run `hotelctl login`' : ''),
    );
  }
}

/** The store's grant or this process's own, whichever expires later, unless it was just refused. */
function later(stored: AccessGrant | undefined, held: AccessGrant | undefined, rejected: string | undefined) {
  const candidates = [stored, held].flatMap(grant => (grant && grant.token !== rejected ? [grant] : []));
  return candidates.sort((one, other) => other.expiresAt - one.expiresAt)[0];
}

function nothingToRenew({ key, store }: SignIn, grant: AccessGrant | undefined): SignInError {
  if (grant)
    return new SignInError(`the sign-in of profile ${key.profile} has expired and cannot be refreshed`, {
      hint: `run \`${nameLogin(key)}\`; with the scope offline_access, hotelctl refreshes the sign-in automatically`,
    });
  const hint = hintToSignIn(key, store);
  return new SignInError(`not signed in to ${key.authUrl} with profile ${key.profile}`, { hint });
}

/** Milliseconds: longer than an identity host and a keychain need, short enough for a user who pressed Ctrl-C. */
const grace = 5000;

/**
 * A context with delayed interruption. If refresh tokens rotate, the old one is invalid once the new one was sent: stopping between
 * the two loses the sign-in. Everything that takes part (requests, the credential store) must be created with this context.
 */
export function deferInterruption(context: Context) {
  const { interrupted, clock } = context;
  const deferred = new AbortController();
  const graceOver = new AbortController();
  let running = 0;
  const interrupt = () => {
    graceOver.abort();
    deferred.abort(interrupted.reason);
  };
  const release = onAbort(interrupted, () => {
    if (running === 0) interrupt();
    else clock.sleep(grace, graceOver.signal).then(interrupt, () => {});
  });
  return {
    context: { ...context, interrupted: deferred.signal } satisfies Context,
    // A command that opens a session for each hotel would leave a listener for each.
    release,
    async uninterrupted<T>(work: () => Promise<T>): Promise<T> {
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

export interface SessionStatus {
  readonly profile: string;
  /** Whether the session has an access token or credentials to request one. */
  readonly signedIn: boolean;
  readonly source: `HOTELCTL_${string}` | 'store' | null;
  readonly store: { readonly name: CredentialStore['name']; readonly description: string };
  /** Unknown for tokens from the environment. */
  readonly user?: AccessGrant['user'] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Of the current access token, in milliseconds since 1970; it is refreshed automatically. */
  readonly expiresAt?: number | undefined;
  readonly renewable: boolean;
  /** When the identity host last refused to refresh this sign-in, in milliseconds since 1970. */
  readonly refusedAt?: number | undefined;
}

/** How many minutes the access token serves; undefined if that is not known. It is refreshed in its last minute. */
export const minutesLeft = ({ expiresAt }: SessionStatus, now: number): number | undefined =>
  expiresAt === undefined ? undefined : Math.max(0, Math.floor((expiresAt - now) / 60_000));

/** That the identity host refused to refresh the sign-in, and what to do; undefined if it did not. */
export function describeRefusal({ refusedAt, source, profile }: SessionStatus) {
  if (refusedAt === undefined) return undefined;
  return {
    found: `the identity host refused to refresh it at ${new Date(refusedAt).toISOString()}`,
    fix: hintAfterRefusal(source === null || source === 'store' ? undefined : source, { profile }),
  };
}

export type Session = ReturnType<typeof createSession>;

/**
 * The only way to an access token: from the environment, else from the credential store. Of any number of processes that find
 * the token expired, one sends a request to the identity host and the others use what it stored.
 */
export function createSession(parts: SessionParts) {
  const { context, store, key } = parts;
  const token = environmentToken(context.env);
  const source = tokenSource(parts);
  return {
    /** A token, refreshed if needed. @throws SignInError without a sign-in; TemporaryError if the host or lock is not available */
    accessToken: token ?? source.accessToken,
    identifyUser: source.identifyUser,
    /** Who is signed in, without a request. SignInError when the store is not accessible. */
    async status(): Promise<SessionStatus> {
      const common = { profile: key.profile, store: { name: store.name, description: store.description } };
      if (token) return { ...common, signedIn: true, source: 'HOTELCTL_ACCESS_TOKEN', renewable: false };
      const signIn = await chooseSource(parts);
      const stored = await signIn.store.read(key, credentialItems);
      const grant = accessGrant(stored['access-token']);
      // A refresh token is useless without a client secret.
      const renewable =
        stored['refresh-token'] !== undefined &&
        (signIn.clientSecret ?? stored['client-secret']) !== undefined;
      const signedIn = renewable || (grant !== undefined && grant.expiresAt > context.clock.now());
      return {
        ...common,
        signedIn,
        source: signIn.refreshSource ?? (signedIn ? 'store' : null),
        renewable,
        user: grant?.user,
        scopes: grant?.scopes,
        expiresAt: grant?.expiresAt,
        refusedAt: await findRefusal(context, key, stored['refresh-token']),
      };
    },
  };
}

/** Concurrent requests of this process share one token, and one read of the store. */
function tokenSource(parts: SessionParts) {
  let held: AccessGrant | undefined;
  let running: Promise<AccessGrant> | undefined;
  let source: SignIn | undefined;
  const obtain = async (rejected: string | undefined): Promise<AccessGrant> => {
    source ??= await chooseSource(parts);
    held = await usableGrant(source, rejected, held);
    return held;
  };
  const accessToken: TokenSource = async rejected => {
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
  /** Whose token was used: the user of the sign-in, or a digest of the given refresh token. Empty if that is not known. */
  const identifyUser = () => source?.givenToken ?? held?.user?.subject ?? '';
  return { accessToken, identifyUser };
}

async function chooseSource(parts: SessionParts): Promise<SignIn> {
  const { context, key, store, warn } = parts;
  const { refreshToken, refreshSource, clientSecret } = await environmentCredentials(context, warn);
  if (!refreshToken) return { ...parts, isShared: store.name !== 'env', clientSecret };
  // Only values that the environment lacks are read from the store, because cron may have no access to a keychain.
  const stored = clientSecret === undefined ? await store.read(key, ['client-secret']) : {};
  const memory = createEnvStore();
  await memory.write(key, { 'refresh-token': refreshToken });
  return {
    ...parts,
    refreshSource,
    store: {
      ...memory,
      async write(place, changes) {
        await memory.write(place, changes);
        // It cannot be written back to its source.
        if (changes['refresh-token'])
          await warn(
            `warning: the identity host replaced the refresh token of ${refreshSource}; sign in again and set the new one`,
          );
      },
    },
    isShared: false,
    givenToken: digestOfToken(refreshToken),
    clientSecret: clientSecret ?? stored['client-secret'],
  };
}
