import {
  CheckFailedError,
  HotelctlError,
  InterruptedError,
  SignInError,
  UsageError,
  withDetails,
} from '../../base/errors.ts';
import { credentialKey, oauthClient, openHttp, openSession, useAndClose } from '../../cli/connect.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { deleteSmtpPassword, refuseSignedIn } from '../../cli/profile-changes.ts';
import { credentialItems, noCredentials, withSignInLock } from '../../http/auth/credentials.ts';
import { revoke } from '../../http/auth/oauth.ts';
import { deferInterruption, describeRefusal, minutesLeft, type Session } from '../../http/auth/session.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { environmentToken } from '../../http/client.ts';
import { jsonText } from '../../output/json.ts';
import type { Query } from '../../output/query/query.ts';
import { safeText } from '../../platform/safe-text.ts';

async function withSession<T>(invocation: Invocation, work: (session: Session) => Promise<T>) {
  return useAndClose(await openSession(invocation), work);
}

/** @throws UsageError for a token of the environment */
function requireRefreshable({ context }: Invocation): void {
  if (environmentToken(context.env) === undefined) return;
  throw new UsageError('HOTELCTL_ACCESS_TOKEN cannot be refreshed', {
    hint: 'unset it to use the stored sign-in',
  });
}

/** A token that was issued now. @throws SignInError */
async function refreshedToken(session: Session): Promise<string> {
  const before = await session.status();
  const token = await session.accessToken();
  // It may just have been refreshed, because it had expired; one of HOTELCTL_REFRESH_TOKEN always has been.
  const isNew = before.source !== 'store' || (await session.status()).expiresAt !== before.expiresAt;
  return isNew ? token : session.accessToken(token);
}

export function planToken(invocation: Invocation, { refresh = false }: { readonly refresh?: boolean }) {
  if (refresh) requireRefreshable(invocation);
  const print = async (session: Session) => {
    const token = refresh ? refreshedToken(session) : session.accessToken();
    await invocation.context.stdout.write(`${await token}\n`);
  };
  return () => withSession(invocation, print);
}

/** The run throws a CheckFailedError without a usable sign-in. */
export function planSessionCheck(
  invocation: Invocation,
  { online = false, minTtl }: { readonly online?: boolean; readonly minTtl?: string },
) {
  const wanted = minTtl === undefined ? 0 : duration('--min-ttl', minTtl);
  if (online) requireRefreshable(invocation);
  const check = async (session: Session) => {
    await checkSignIn(session, invocation, wanted, online);
    // Only the identity host knows that a sign-in was revoked, or that one that it refused is accepted again.
    if (online) await refreshedToken(session).catch(failCheck);
  };
  return () => withSession(invocation, check);
}

export async function showStatus(invocation: Invocation, format: 'text' | 'json', query: Query | undefined) {
  const { context } = invocation;
  const status = await withSession(invocation, session => session.status());
  const { profile, signedIn, user, scopes, source, store, renewable, refusedAt } = status;
  const minutes = minutesLeft(status, context.clock.now());
  if (format === 'json') {
    const body = {
      profile,
      signedIn,
      user: user ?? null,
      scopes: scopes ?? null,
      source,
      store,
      renewable,
      minutesLeft: minutes ?? null,
      refusedAt: refusedAt === undefined ? null : new Date(refusedAt).toISOString(),
    };
    return context.stdout.write(jsonText(body, query));
  }
  const refusal = describeRefusal(status);
  const automatically = renewable && refusedAt === undefined ? ', refreshed automatically' : '';
  const rows = {
    profile,
    'signed in': signedIn ? 'yes' : 'no',
    refused: refusal && `${refusal.found}; ${refusal.fix}`,
    user: user && (user.name ?? user.subject),
    scopes: scopes?.join(' '),
    source: source === 'store' ? 'credential store' : (source ?? undefined),
    store: store.description,
    'access token': minutes === undefined ? undefined : `${minutes} min left${automatically}`,
  };
  const lines = Object.entries(rows).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name.padEnd(14)}${safeText(value)}\n`],
  );
  await context.stdout.write(lines.join(''));
}

const failCheck = (error: unknown): never => {
  throw error instanceof SignInError ? new CheckFailedError(error.message, error.details) : error;
};

/** @param wanted minimum remaining lifetime in milliseconds */
async function checkSignIn(session: Session, { context }: Invocation, wanted: number, isOnline: boolean) {
  const status = await session.status().catch(failCheck);
  const { signedIn, profile, renewable, expiresAt, source } = status;
  if (!signedIn)
    throw new CheckFailedError(
      source === null
        ? `profile ${profile} is not signed in`
        : `${source} requires a client secret; none is set`,
      { hint: source === null ? 'run `hotelctl login`' : 'set HOTELCTL_CLIENT_SECRET' },
    );
  const refusal = describeRefusal(status);
  if (refusal && !isOnline)
    throw new CheckFailedError(`the sign-in of profile ${profile} has ended: ${refusal.found}`, {
      hint: refusal.fix,
    });
  if (renewable) return;
  if (expiresAt === undefined) {
    if (wanted === 0) return;
    throw new CheckFailedError(`the expiry of ${source} is unknown`, {
      hint: `remove --min-ttl, or unset ${source} to use the stored sign-in`,
    });
  }
  if (expiresAt - context.clock.now() > wanted) return;
  throw new CheckFailedError('the access token expires too soon and cannot be refreshed', {
    hint: 'run `hotelctl login` with the scope offline_access',
  });
}

/** A token of the environment takes precedence: commands would not use a new sign-in, and would not be signed out. */
export async function warnOfGivenToken({ context, warn }: Invocation): Promise<void> {
  const variables = ['HOTELCTL_ACCESS_TOKEN', 'HOTELCTL_REFRESH_TOKEN', 'HOTELCTL_REFRESH_TOKEN_FILE'];
  const given = variables.find(name => context.env[name]?.trim());
  if (given) await warn(`warning: ${given} is set: commands use it instead of the stored sign-in; unset it`);
}

/** `hotelctl logout`: revokes the refresh token if the platform supports it, and deletes all tokens on this machine. */
export async function signOut(invocation: Invocation) {
  const { settings, note, warn } = invocation;
  const { context, uninterrupted } = deferInterruption(invocation.context);
  const store = openStore(settings.require('credentialStore'), context);
  const key = credentialKey(settings);
  await warnOfGivenToken(invocation);
  if (await deleteSmtpPassword(invocation)) await note('Deleted the mail server password.');
  await withSignInLock(key, { context, warn }, async () => {
    const stored = await store.read(key, credentialItems);
    if (Object.keys(stored).length === 0) {
      await refuseSignedIn(invocation, settings.forProfile());
      if (store.name === 'env')
        throw new UsageError('the credential store env saves nothing, so there is nothing to delete', {
          hint: 'unset HOTELCTL_REFRESH_TOKEN and HOTELCTL_ACCESS_TOKEN',
        });
      return note(`Profile ${key.profile} was not signed in.`);
    }
    const secret = context.env['HOTELCTL_CLIENT_SECRET']?.trim() || stored['client-secret'];
    // Deleted even if the revocation fails or is interrupted, because that is the purpose of the command.
    const outcome = await uninterrupted(() =>
      revocation(invocation, stored['refresh-token'], secret).finally(() => store.write(key, noCredentials)),
    );
    if (typeof outcome === 'string') return note(outcome);
    const hint = 'revoke the access in the platform';
    throw withDetails(outcome, { hint }, `deleted on this machine, but not revoked: ${outcome.message}`);
  });
}

async function revocation(
  invocation: Invocation,
  refreshToken: string | undefined,
  clientSecret: string | undefined,
): Promise<string | HotelctlError> {
  const deleted = 'Deleted the tokens and the client secret on this machine.';
  if (refreshToken === undefined) return `${deleted} There was no refresh token to revoke.`;
  if (clientSecret === undefined)
    return `${deleted} Without a client secret the refresh token cannot be revoked: it stays valid at the identity host.`;
  try {
    const client = oauthClient(invocation.settings);
    const outcome = await useAndClose(openHttp(invocation), ({ send }) =>
      revoke({ client, clientSecret, send }, refreshToken),
    );
    return outcome === 'revoked'
      ? `${deleted} Revoked the refresh token at the identity host.`
      : `${deleted} The identity host does not support revocation: the refresh token stays valid there.`;
  } catch (error) {
    if (error instanceof HotelctlError && !(error instanceof InterruptedError)) return error;
    throw error;
  }
}
