import { CheckFailedError, SignInError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { Session } from '../../http/auth/session.ts';
import { jsonText } from '../../output/json.ts';
import type { Query } from '../../output/query/query.ts';
import { safeText } from '../../platform/safe-text.ts';

export async function showStatus(
  session: Session,
  { context }: Invocation,
  format: 'text' | 'json',
  query: Query | undefined,
): Promise<void> {
  const { profile, signedIn, user, scopes, source, store, expiresAt, renewable } = await session.status();
  const minutes =
    expiresAt === undefined ? undefined : Math.max(0, Math.floor((expiresAt - context.clock.now()) / 60_000));
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
    };
    await context.stdout.write(jsonText(body, query));
    return;
  }
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['profile', profile],
    ['signed in', signedIn ? 'yes' : 'no'],
    ['user', user && (user.name ?? user.subject)],
    ['scopes', scopes?.join(' ')],
    ['source', source === 'store' ? 'credential store' : (source ?? undefined)],
    ['store', store.description],
    [
      'access token',
      minutes === undefined
        ? undefined
        : `${minutes} min left${renewable ? ', refreshed automatically' : ''}`,
    ],
  ];
  const lines = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name.padEnd(14)}${safeText(value)}\n`],
  );
  await context.stdout.write(lines.join(''));
}

/**
 * @param wanted minimum remaining lifetime in milliseconds
 * @throws CheckFailedError without a usable sign-in
 */
export async function checkSignIn(session: Session, { context }: Invocation, wanted: number): Promise<void> {
  const { signedIn, profile, renewable, expiresAt, source } = await session.status().catch(error => {
    if (error instanceof SignInError) throw new CheckFailedError(error.message, error.details);
    throw error;
  });
  if (!signedIn) {
    throw new CheckFailedError(
      source === null
        ? `profile ${profile} is not signed in`
        : `${source} requires a client secret, and there is none`,
      { hint: source === null ? 'run `hotelctl login`' : 'set HOTELCTL_CLIENT_SECRET' },
    );
  }
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
