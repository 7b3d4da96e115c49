import { hash } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { InterruptedError, SignInError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import type { Send } from '../exchange.ts';
import {
  type AccessGrant,
  accessGrant,
  type CredentialKey,
  type CredentialStore,
  credentialItems,
  makeGrant,
  type OAuthClient,
  serves,
  type TokenResponse,
} from './credentials.ts';
import { refreshGrant } from './oauth.ts';

export interface SessionParts {
  readonly context: Context;
  readonly client: OAuthClient;
  readonly key: CredentialKey;
  readonly store: CredentialStore;
  /** Without the bearer layer, which uses this session. */
  readonly send: Send;
  /** A refresh and the storing of its tokens run in this function, so that Ctrl-C does not come between the two. */
  readonly uninterrupted: Uninterrupted;
  warn(line: string): Promise<void>;
}

/** Where a sign-in is stored, and how it is refreshed. */
export interface SignIn extends SessionParts {
  /** Other processes use the same sign-in: only one of them may refresh it at a time. */
  readonly isShared: boolean;
  /** HOTELCTL_CLIENT_SECRET; it wins over the stored one. */
  readonly clientSecret: string | undefined;
}

/**
 * A valid grant, from the store or from the identity host. Reads the store; if the grant is not valid, takes the lock,
 * reads again, and uses what another process stored meanwhile or refreshes it. `rejected` is a token that the platform
 * refused, `held` the last one of this process.
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
    return await (signIn.isShared ? withSignInLock(key, context, renew) : renew());
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
  if (isOfUse(before, rejected, context)) return before;
  const refreshToken = stored['refresh-token'];
  if (refreshToken === undefined) throw nothingToRenew(signIn, before);
  const clientSecret = signIn.clientSecret ?? stored['client-secret'];
  if (clientSecret === undefined) {
    throw new SignInError('the sign-in cannot be refreshed without a client secret', {
      hint: 'set HOTELCTL_CLIENT_SECRET, or store it with `hotelctl login`',
    });
  }
  // Not started after Ctrl-C; once started, it is finished.
  context.interrupted.throwIfAborted();
  return signIn.uninterrupted(() => refreshed(signIn, rejected, before, clientSecret, refreshToken));
}

async function refreshed(
  signIn: SignIn,
  rejected: string | undefined,
  before: AccessGrant | undefined,
  clientSecret: string,
  refreshToken: string,
): Promise<AccessGrant> {
  const { context, client, send } = signIn;
  let response: TokenResponse;
  try {
    response = await refreshGrant(client, clientSecret, refreshToken, before?.redirectUri, send);
  } catch (error) {
    const winners = await storedMeanwhile(signIn, rejected, error);
    if (winners) return winners;
    throw error;
  }
  context.secrets.register(response.accessToken);
  context.secrets.register(response.refreshToken);
  const grant = makeGrant(response, client, context.clock.now(), before);
  await keep(signIn, grant, response.refreshToken === refreshToken ? undefined : response.refreshToken);
  return grant;
}

/**
 * Uses a token that another process stored while this one was refused: a lock protects only processes that share its
 * folder, and containers may share a keychain but no folder. Nothing is ever deleted because of a refusal.
 */
async function storedMeanwhile(
  { context, key, store }: SignIn,
  rejected: string | undefined,
  error: unknown,
): Promise<AccessGrant | undefined> {
  if (!(error instanceof SignInError)) return undefined;
  const stored = await store.read(key, ['access-token']);
  const grant = accessGrant(stored['access-token']);
  return isOfUse(grant, rejected, context) ? grant : undefined;
}

/**
 * A new refresh token is stored first: the old one may be invalid already, while a lost access token costs the next
 * process one request. If the store fails now, the command can still do its work, so this is a warning and not an
 * error.
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
function later(
  stored: AccessGrant | undefined,
  held: AccessGrant | undefined,
  rejected: string | undefined,
): AccessGrant | undefined {
  const candidates = [stored, held].flatMap(grant => (grant && grant.token !== rejected ? [grant] : []));
  return candidates.sort((one, other) => other.expiresAt - one.expiresAt)[0];
}

const isOfUse = (
  grant: AccessGrant | undefined,
  rejected: string | undefined,
  { clock }: Context,
): grant is AccessGrant => grant !== undefined && grant.token !== rejected && serves(grant, clock.now());

function nothingToRenew({ key, store }: SignIn, grant: AccessGrant | undefined): SignInError {
  const command = key.profile === 'default' ? 'hotelctl login' : `hotelctl login --profile ${key.profile}`;
  if (grant) {
    return new SignInError(`the sign-in of profile ${key.profile} has expired and cannot be refreshed`, {
      hint: `run \`${command}\`; with the scope offline_access, hotelctl refreshes the sign-in automatically`,
    });
  }
  return new SignInError(`not signed in to ${key.authUrl} with profile ${key.profile}`, {
    hint:
      store.name === 'env'
        ? 'set HOTELCTL_REFRESH_TOKEN, or use --credential-store keychain or file'
        : `run \`${command}\``,
  });
}

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
