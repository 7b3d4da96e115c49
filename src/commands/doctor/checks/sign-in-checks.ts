import type { Context } from '../../../base/context.ts';
import { SignInError } from '../../../base/errors.ts';
import { credentialItems } from '../../../http/auth/credentials.ts';
import type { Session, SessionStatus } from '../../../http/auth/session.ts';
import { type Finding, failed, finding } from '../../../output/finding.ts';
import { type CheckInput, hasEnvironmentToken, isSet } from './check-input.ts';

/** What the credential store holds for this sign-in. */
interface StoreContents {
  readonly findings: readonly Finding[];
  /** The names of the stored items; undefined where the store is not accessible. */
  readonly stored: ReadonlySet<string> | undefined;
}

/** Reads the store once, as every command does, and keeps only the names of the items. */
export async function readStore(input: CheckInput): Promise<StoreContents> {
  const { settings, store } = input;
  // A key without a sign-in also shows whether the store works.
  const textOf = (name: 'authUrl' | 'clientId') => settings.find(name)?.value.replace(/\/+$/, '') ?? '';
  const key = { profile: settings.profileName, authUrl: textOf('authUrl'), clientId: textOf('clientId') };
  try {
    const opened = await store();
    const stored = new Set(Object.keys(await opened.read(key, credentialItems)));
    return {
      stored,
      findings: [
        finding('sign-in', 'credential store', 'ok', opened.description),
        clientSecret(input, stored),
      ],
    };
  } catch (error) {
    const found = failed('sign-in', 'credential store', error);
    const spared = sparedBy(input);
    return {
      stored: undefined,
      findings: [
        error instanceof SignInError && spared !== undefined
          ? { ...found, outcome: 'warning', found: `${found.found}; not needed with ${spared}` }
          : found,
        clientSecret(input, undefined),
      ],
    };
  }
}

/** The variable that makes the store unnecessary. */
function sparedBy(input: CheckInput): string | undefined {
  const { context } = input;
  if (hasEnvironmentToken(input)) return 'HOTELCTL_ACCESS_TOKEN';
  const refresh = refreshVariable(input);
  return refresh !== undefined && isSet(context, 'HOTELCTL_CLIENT_SECRET') ? refresh : undefined;
}

const refreshVariable = ({ context }: CheckInput) =>
  ['HOTELCTL_REFRESH_TOKEN', 'HOTELCTL_REFRESH_TOKEN_FILE'].find(name => isSet(context, name));

function clientSecret(input: CheckInput, stored: StoreContents['stored']): Finding {
  const result = (outcome: Finding['outcome'], found: string, fix?: string) =>
    finding('sign-in', 'client secret', outcome, found, fix);
  if (isSet(input.context, 'HOTELCTL_CLIENT_SECRET')) {
    const wins = stored?.has('client-secret') ? '; used instead of the stored one' : '';
    return result('ok', `from HOTELCTL_CLIENT_SECRET${wins}`);
  }
  if (hasEnvironmentToken(input)) return result('skipped', 'not needed with HOTELCTL_ACCESS_TOKEN');
  if (stored === undefined) return result('skipped', 'the credential store is not accessible');
  if (stored.has('client-secret')) return result('ok', 'saved in the credential store');
  if (stored.has('refresh-token') || refreshVariable(input) !== undefined) {
    return result(
      'fatal',
      'none: the sign-in cannot be refreshed',
      'set HOTELCTL_CLIENT_SECRET, or run `hotelctl login` to store it',
    );
  }
  return result('skipped', 'none yet: `hotelctl login` prompts for it');
}

const result = (outcome: Finding['outcome'], found: string, fix?: string): readonly Finding[] => [
  finding('sign-in', 'sign-in', outcome, found, fix),
];

/**
 * Who is signed in and for how long. An expired access token is refreshed, as the next command would do; a valid one is not
 * refreshed, nor is a refresh token of the environment, because hotelctl cannot replace it there.
 *
 * @param storeServes whether the credential store could be read
 * @param identityAnswers whether the identity host sent any response
 * @throws any error of the refresh; `isolated` turns it into a finding
 */
export async function signInFindings(
  input: CheckInput,
  storeServes: boolean,
  identityAnswers: boolean,
): Promise<readonly Finding[]> {
  const { context, settings } = input;
  const fromEnvironment =
    hasEnvironmentToken(input) ||
    Boolean(context.env['HOTELCTL_REFRESH_TOKEN']?.trim() || context.env['HOTELCTL_REFRESH_TOKEN_FILE']);
  if (!fromEnvironment && !storeServes) return result('skipped', 'the credential store is not accessible');
  if (!hasEnvironmentToken(input) && !(settings.find('authUrl') && settings.find('clientId')))
    return result('skipped', 'settings are missing');
  const session = await input.session();
  const status = await session.status();
  if (!status.signedIn) return notSignedIn(status);
  if (status.source === 'HOTELCTL_ACCESS_TOKEN')
    return result('ok', 'HOTELCTL_ACCESS_TOKEN is used instead of the stored sign-in; its expiry is unknown');
  if (status.source !== 'store')
    return result(
      'ok',
      `${status.source} is used instead of the stored sign-in; not tested, because a refresh could replace it`,
    );
  const minutes = minutesLeft(status, context);
  if (minutes > 0) return living(status, minutes);
  if (!identityAnswers) {
    return result(
      'skipped',
      'the access token has expired, and the identity host is not reachable to refresh it',
    );
  }
  return renewed(session, context);
}

async function renewed(session: Session, context: Context): Promise<readonly Finding[]> {
  await session.accessToken();
  const status = await session.status();
  return result(
    'ok',
    `${userOf(status)}the access token had expired and was refreshed: ${minutesLeft(status, context)} min left`,
  );
}

function living(status: SessionStatus, minutes: number): readonly Finding[] {
  const user = userOf(status);
  if (status.renewable)
    return result('ok', `${user}access token with ${minutes} min left, refreshed automatically`);
  return result(
    'warning',
    `${user}access token with ${minutes} min left, and no refresh token`,
    `run \`${loginCommand(status)}\` with the scope offline_access`,
  );
}

const notSignedIn = (status: SessionStatus) =>
  result(
    'fatal',
    `profile ${status.profile} is not signed in`,
    status.store.name === 'env'
      ? 'set HOTELCTL_REFRESH_TOKEN, or use --credential-store keychain or file'
      : `run \`${loginCommand(status)}\``,
  );

const loginCommand = ({ profile }: SessionStatus) =>
  profile === 'default' ? 'hotelctl login' : `hotelctl login --profile ${profile}`;

const userOf = ({ user }: SessionStatus) => (user ? `${user.name ?? user.subject}: ` : '');

/** The session refreshes a token in its last minute. */
const minutesLeft = ({ expiresAt }: SessionStatus, { clock }: Context): number =>
  expiresAt === undefined ? 0 : Math.max(0, Math.floor((expiresAt - clock.now()) / 60_000));
