import { readChoice } from '../../base/choices.ts';
import { CheckFailedError, SignInError, UsageError } from '../../base/errors.ts';
import { defineCommand } from '../../cli/command.ts';
import { openSession, useAndClose } from '../../cli/connect.ts';
import { duration, type OptionValues } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { queryFlags, readQuery } from '../../cli/output-flags.ts';
import { connectionSettings, settingFlags } from '../../cli/shared-flags.ts';
import type { Session } from '../../http/auth/session.ts';
import { jsonText } from '../../output/json.ts';
import type { Query } from '../../output/query/query.ts';
import { safeText } from '../../platform/safe-text.ts';
import { loginFlags } from './flags.ts';

const statusFormats = ['text', 'json'] as const;

export const authCommands = {
  status: defineCommand({
    summary: 'show who is signed in, where the tokens are stored, and how long they are valid; works offline',
    flags: [
      settingFlags(connectionSettings),
      {
        'Flags:': {
          '--format <format>': { summary: 'output format (default text)', choices: statusFormats },
        },
      },
      queryFlags,
    ],
    examples: {
      'hotelctl auth status': 'the status of the current profile',
      'hotelctl auth status --format json': 'for a script',
      'hotelctl auth status --query minutesLeft': 'one value',
    },
    run: async (open, options) => {
      const query = await readQuery(options);
      const form = readChoice('--format', options.format ?? (query ? 'json' : 'text'), statusFormats);
      if (query && form === 'text') {
        throw new UsageError('--query requires JSON; the format is text', { hint: 'add --format json' });
      }
      await withSession(open, options, (session, invocation) => showStatus(session, invocation, form, query));
    },
  }),
  token: defineCommand({
    summary: 'print a valid access token, refreshed when needed',
    flags: [
      settingFlags(connectionSettings),
      {
        'Flags:': {
          '--refresh': 'request a new token, for example because the claims of the id token changed',
        },
      },
    ],
    examples: {
      'hotelctl auth token --refresh': 'after the rights of the user were changed',
      'printf "Authorization: Bearer %s" "$(hotelctl auth token)" | curl -H @- https://api.example.com/inventory/v1/properties':
        'pass the token to another program without putting it into its arguments',
    },
    run: (open, options) =>
      withSession(open, options, async (session, { context }) => {
        const token = options.refresh ? refreshedToken(session) : session.accessToken();
        await context.stdout.write(`${await token}\n`);
      }),
  }),
  check: defineCommand({
    summary:
      'exit with code 0 if signed in, 10 if not; works offline, unless --online asks the identity host',
    flags: [
      settingFlags(connectionSettings),
      {
        'Flags:': {
          '--min-ttl <duration>':
            'minimum remaining lifetime, such as 5m, 1h or 30d, of a token that cannot be refreshed',
          '--online': 'request a new token, which also finds a sign-in that was revoked',
        },
      },
    ],
    examples: {
      'hotelctl auth check': 'before a script sends requests',
      'hotelctl auth check --online || mail -s "sign in again" ops </dev/null': 'in a monitoring job',
    },
    run: async (open, options) => {
      const wanted = options.minTtl === undefined ? 0 : duration('--min-ttl', options.minTtl);
      await withSession(open, options, async (session, invocation) => {
        await checkSignIn(session, invocation, wanted);
        if (options.online) await askIdentityHost(session);
      });
    },
  }),
};

async function withSession(
  open: OpenInvocation,
  options: OptionValues,
  work: (session: Session, invocation: Invocation) => Promise<void>,
) {
  const invocation = await open(options);
  return useAndClose(await openSession(invocation), session => work(session, invocation));
}

/** A token that was issued now. @throws UsageError for a token of the environment, SignInError */
async function refreshedToken(session: Session): Promise<string> {
  const before = await session.status();
  if (before.source === 'HOTELCTL_ACCESS_TOKEN') {
    throw new UsageError('HOTELCTL_ACCESS_TOKEN cannot be refreshed', {
      hint: 'unset it to use the stored sign-in',
    });
  }
  const token = await session.accessToken();
  // It may just have been refreshed, because it had expired; one of HOTELCTL_REFRESH_TOKEN always has been.
  const isNew = before.source !== 'store' || (await session.status()).expiresAt !== before.expiresAt;
  return isNew ? token : session.accessToken(token);
}

async function showStatus(
  session: Session,
  { context }: Invocation,
  format: 'text' | 'json',
  query: Query | undefined,
) {
  const { profile, signedIn, user, scopes, source, store, expiresAt, renewable, refusedAt } =
    await session.status();
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
      refusedAt: refusedAt === undefined ? null : new Date(refusedAt).toISOString(),
    };
    await context.stdout.write(jsonText(body, query));
    return;
  }
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['profile', profile],
    ['signed in', signedIn ? 'yes' : 'no'],
    ['refused', refusedAt === undefined ? undefined : `${refusedText(refusedAt)}; run \`hotelctl login\``],
    ['user', user && (user.name ?? user.subject)],
    ['scopes', scopes?.join(' ')],
    ['source', source === 'store' ? 'credential store' : (source ?? undefined)],
    ['store', store.description],
    [
      'access token',
      minutes === undefined
        ? undefined
        : `${minutes} min left${renewable && refusedAt === undefined ? ', refreshed automatically' : ''}`,
    ],
  ];
  const lines = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name.padEnd(14)}${safeText(value)}\n`],
  );
  await context.stdout.write(lines.join(''));
}

const refusedText = (at: number): string =>
  `the identity host refused to refresh it at ${new Date(at).toISOString()}`;

/** Requests a new token: only the identity host knows that a sign-in was revoked. @throws CheckFailedError */
async function askIdentityHost(session: Session): Promise<void> {
  await refreshedToken(session).catch(error => {
    if (error instanceof SignInError) throw new CheckFailedError(error.message, error.details);
    throw error;
  });
}

/** @param wanted minimum remaining lifetime in milliseconds @throws CheckFailedError without a usable sign-in */
async function checkSignIn(session: Session, { context }: Invocation, wanted: number) {
  const { signedIn, profile, renewable, expiresAt, source, refusedAt } = await session
    .status()
    .catch(error => {
      if (error instanceof SignInError) throw new CheckFailedError(error.message, error.details);
      throw error;
    });
  if (!signedIn) {
    throw new CheckFailedError(
      source === null
        ? `profile ${profile} is not signed in`
        : `${source} requires a client secret; none is set`,
      { hint: source === null ? 'run `hotelctl login`' : 'set HOTELCTL_CLIENT_SECRET' },
    );
  }
  if (refusedAt !== undefined) {
    throw new CheckFailedError(`the sign-in of profile ${profile} has ended: ${refusedText(refusedAt)}`, {
      hint: 'run `hotelctl login`',
    });
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

export const loginCommand = defineCommand({
  text:
    'Sign in through the browser. On a terminal, hotelctl prompts for missing settings and saves them as a profile. The ' +
    'refresh token and the client secret are saved in the credential store only. If the keychain cannot be used, hotelctl ' +
    'offers to save them in a file that only you can read.\n\n' +
    'The redirect URI must be registered with the platform, character by character. A loopback address such as ' +
    'http://127.0.0.1:8976/callback needs no more. A platform that registers only https addresses takes ' +
    'https://127.0.0.1:8976/callback with --tls-cert and --tls-key, or any page of yours, such as ' +
    'https://hotel.example/signed-in, with --paste.',
  flags: [loginFlags],
  settings: [...connectionSettings, 'integrationUrl', 'redirectUri', 'scopes', 'property', 'reportsVersion'],
  examples: {
    'hotelctl login': 'prompt for missing settings, then open the browser',
    'hotelctl login --profile sandbox': 'while `hotelctl sandbox start` is running',
    'hotelctl login --profile-file munich.json': 'with settings that you received as a file',
    'hotelctl login --for-ci - | gh secret set HOTELCTL_REFRESH_TOKEN': 'a sign-in for a pipeline',
    'hotelctl login --paste': 'over SSH, or if the redirect URI is a web page',
  },
  run: async (open, options) => (await import('./login.ts')).signIn(open, options),
});
