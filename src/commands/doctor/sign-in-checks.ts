import type { Context } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import { credentialItems } from '../../http/auth/credentials.ts';
import type { SessionStatus } from '../../http/auth/session.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { type Finding, failedCheck, finding, findingsAbout } from '../../platform/finding.ts';
import { type CheckInput, hasEnvironmentToken, isSet } from './settings-checks.ts';

type StoredItems = ReadonlySet<string> | undefined;

/** Reads the store once, as every command does, and keeps only the names of the items. */
export async function readStore(
  input: CheckInput,
): Promise<{ readonly findings: readonly Finding[]; readonly stored: StoredItems }> {
  const { settings, context } = input;
  // A key without a sign-in also shows whether the store works.
  const readSetting = (name: 'authUrl' | 'clientId') => settings.find(name)?.value.replace(/\/+$/, '') ?? '';
  const key = {
    profile: settings.profileName,
    authUrl: readSetting('authUrl'),
    clientId: readSetting('clientId'),
  };
  try {
    const opened = openStore(settings.require('credentialStore'), context);
    const stored = new Set(Object.keys(await opened.read(key, credentialItems)));
    return {
      stored,
      findings: [finding('credential store', 'passed', opened.description), clientSecret(input, stored)],
    };
  } catch (error) {
    const found = failedCheck('credential store', error);
    const spared = sparedBy(input);
    return {
      stored: undefined,
      findings: [
        error instanceof SignInError && spared !== undefined
          ? { ...found, state: 'warning', found: `${found.found}; not needed with ${spared}` }
          : found,
        clientSecret(input, undefined),
      ],
    };
  }
}

function sparedBy(input: CheckInput): string | undefined {
  const { context } = input;
  if (hasEnvironmentToken(input)) return 'HOTELCTL_ACCESS_TOKEN';
  const refresh = refreshVariable(input);
  return refresh !== undefined && isSet(context, 'HOTELCTL_CLIENT_SECRET') ? refresh : undefined;
}

const refreshVariable = ({ context }: CheckInput) =>
  ['HOTELCTL_REFRESH_TOKEN', 'HOTELCTL_REFRESH_TOKEN_FILE'].find(name => isSet(context, name));

function clientSecret(input: CheckInput, stored: StoredItems): Finding {
  const result = findingsAbout('client secret');
  if (isSet(input.context, 'HOTELCTL_CLIENT_SECRET')) {
    const wins = stored?.has('client-secret') ? '; used instead of the stored one' : '';
    return result('passed', `from HOTELCTL_CLIENT_SECRET${wins}`);
  }
  if (hasEnvironmentToken(input)) return result('skipped', 'not needed with HOTELCTL_ACCESS_TOKEN');
  if (stored === undefined) return result('skipped', 'the credential store is not accessible');
  if (stored.has('client-secret')) return result('passed', 'saved in the credential store');
  if (stored.has('refresh-token') || refreshVariable(input) !== undefined) {
    const fix = 'set HOTELCTL_CLIENT_SECRET, or run `hotelctl login` to store it';
    return result('failed', 'none: the sign-in cannot be refreshed', fix);
  }
  return result('skipped', 'none yet: `hotelctl login` prompts for it');
}

const result = (state: Finding['state'], found: string, fix?: string): readonly Finding[] => [
  finding('sign-in', state, found, fix),
];

/**
 * Who is signed in and for how long. An expired access token is refreshed, as the next command would do; a valid one is not
 * refreshed, nor is a refresh token of the environment, because hotelctl cannot replace it there.
 *
 * @param storeServes whether the credential store could be read
 * @param identityAnswers whether the identity host sent any response
 * @throws any error of the refresh; `isolated` turns it into a finding
 */
export async function signInFindings(input: CheckInput, storeServes: boolean, identityAnswers: boolean) {
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
    return result(
      'passed',
      'HOTELCTL_ACCESS_TOKEN is used instead of the stored sign-in; its expiry is unknown',
    );
  if (status.source !== 'store')
    return result(
      'passed',
      `${status.source} is used instead of the stored sign-in; not tested, because a refresh could replace it`,
    );
  if (status.refusedAt !== undefined)
    return result(
      'failed',
      `the identity host refused to refresh it at ${new Date(status.refusedAt).toISOString()}`,
      `run \`${loginCommand(status)}\``,
    );
  const user = shownUser(status);
  const minutes = minutesLeft(status, context);
  if (minutes > 0 && status.renewable)
    return result('passed', `${user}access token with ${minutes} min left, refreshed automatically`);
  if (minutes > 0)
    return result(
      'warning',
      `${user}access token with ${minutes} min left, and no refresh token`,
      `run \`${loginCommand(status)}\` with the scope offline_access`,
    );
  if (!identityAnswers) {
    return result(
      'skipped',
      'the access token has expired; the identity host is not reachable to refresh it',
    );
  }
  await session.accessToken();
  const renewed = await session.status();
  const left = `${minutesLeft(renewed, context)} min left`;
  // A short-lived token serves in its last minute too.
  const isHeld = renewed.expiresAt === status.expiresAt;
  return result(
    'passed',
    shownUser(renewed) +
      (isHeld
        ? `access token with ${left}, refreshed automatically`
        : `the access token had expired and was refreshed: ${left}`),
  );
}

const notSignedIn = (status: SessionStatus) =>
  result(
    'failed',
    `profile ${status.profile} is not signed in`,
    status.store.name === 'env'
      ? 'set HOTELCTL_REFRESH_TOKEN, or use --credential-store keychain or file'
      : `run \`${loginCommand(status)}\``,
  );

const shownUser = ({ user }: SessionStatus) => (user ? `${user.name ?? user.subject}: ` : '');

const loginCommand = ({ profile }: SessionStatus) =>
  profile === 'default' ? 'hotelctl login' : `hotelctl login --profile ${profile}`;

/** The session refreshes a token in its last minute. */
const minutesLeft = ({ expiresAt }: SessionStatus, { clock }: Context): number =>
  expiresAt === undefined ? 0 : Math.max(0, Math.floor((expiresAt - clock.now()) / 60_000));
