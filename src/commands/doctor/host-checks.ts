import { SignInError, TemporaryError } from '../../base/errors.ts';
import { isServerError } from '../../base/http-status.ts';
import { durationText } from '../../base/text.ts';
import { openMailServer } from '../../cli/delivery.ts';
import { findSettingDefinition } from '../../cli/settings/settings.ts';
import { credentialItems } from '../../http/auth/credentials.ts';
import {
  describeRefusal,
  hintToSignIn,
  minutesLeft,
  nameLogin,
  type SessionStatus,
} from '../../http/auth/session.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { proxyFor } from '../../http/connector.ts';
import { NetworkError } from '../../http/network-error.ts';
import { isWebPage } from '../../http/refusal.ts';
import { greetMailServer } from '../../jobs/delivery/smtp.ts';
import { type Finding, failedCheck, finding, findingsAbout, triedFinding } from '../../platform/finding.ts';
import { signInToNetwork } from '../../platform/json.ts';
import { propertiesPath } from '../../platform/properties.ts';
import { integrationsPath } from '../../platform/ui-integrations/registration.ts';
import { type CheckInput, hasEnvironmentToken, isSet } from './settings-checks.ts';

/** The mail server and the database, if one is set: what jobs need beside the platform. */
export function deliveryFindings(input: CheckInput): Promise<readonly Finding[]> {
  const { context, settings } = input;
  const tried: Promise<Finding>[] = [];
  if (settings.find('smtpHost'))
    tried.push(
      triedFinding('mail server', async () => {
        const server = await openMailServer(input);
        await greetMailServer(server, context);
        return `${server.host}:${server.port} is reachable`;
      }),
    );
  if (databaseVariables.some(name => isSet(context, name)))
    tried.push(
      triedFinding('database', async () => {
        const { greetPostgres } = await import('../../reports/lake/postgres.ts');
        return `${await greetPostgres(context, settings.requireCount('timeout') * 1000)} is reachable`;
      }),
    );
  return Promise.all(tried);
}

const databaseVariables = ['HOTELCTL_DATABASE_URL', 'PGHOST', 'PGDATABASE', 'PGUSER'];

/** Without a token, the platform refuses these paths. A guest network or a filter shows or names its page for every path. */
const hosts = [
  ['baseUrl', propertiesPath],
  ['authUrl', '/connect/token'],
  ['integrationUrl', integrationsPath],
] as const;

/** Sends one request to each host, over the same transport as every command. */
export const contactHosts = (input: CheckInput) => Promise.all(hosts.map(host => contactHost(input, host)));

/** @returns `ahead`: milliseconds by which its clock is ahead of this machine's */
async function contactHost({ settings, send, context }: CheckInput, [name, path]: (typeof hosts)[number]) {
  const label = findSettingDefinition(name).summary;
  const result = findingsAbout(label);
  if (!settings.find(name)) return { name, responded: false, finding: result('skipped', 'not set') };
  let proxy: URL | undefined;
  try {
    const url = settings.requireHost(name) + path;
    proxy = proxyFor(new URL(url), context.env);
    const started = context.clock.now();
    const response = await send({ method: 'GET', url, headers: {}, repeatable: true, authorize: false });
    const ended = context.clock.now();
    await response.discard();
    const { status } = response;
    if (status < 400 || status === 511 || (status === 403 && isWebPage(response))) {
      const found = `responds with HTTP ${status}, not as the platform does: a guest network or a proxy?`;
      return { name, responded: false, finding: result('failed', found, signInToNetwork) };
    }
    const way = proxy ? `through the proxy ${proxy.host}` : 'no proxy';
    const summary = `reachable (HTTP ${status}) in ${Math.max(0, ended - started)} ms, ${way}`;
    const date = Date.parse(response.headers['date'] ?? '');
    return {
      name,
      responded: true,
      finding: isServerError(status)
        ? result('warning', `${summary}: the host reports a server error`, 'try again later')
        : result('passed', summary),
      // The header has whole seconds, rounded down.
      ...(Number.isNaN(date) ? {} : { ahead: date + 500 - (started + ended) / 2 }),
    };
  } catch (error) {
    return { name, responded: false, finding: unreached(label, error, proxy) };
  }
}

function unreached(label: string, error: unknown, proxy: URL | undefined): Finding {
  const found = failedCheck(label, error);
  const way = proxy && !found.found.includes(proxy.host) ? `, through the proxy ${proxy.host}` : '';
  // A longer timeout, the usual hint, seldom helps a host that sends nothing.
  const silent = error instanceof TemporaryError && !(error instanceof NetworkError);
  return {
    ...found,
    found: `${found.found}${way}`,
    ...(silent ? { fix: 'check the address, your connection and your proxy settings' } : {}),
  };
}

/** Seconds. Hosts send whole seconds, and a response takes time. */
const noticeable = 60;
/** Seconds from which certificates, sign-ins and "today" go wrong. */
const harmful = 300;

/** Compares this machine's clock with the hosts'. Where the hosts differ, the one closest to this machine counts. */
export function clockFindings(hosts: readonly { readonly ahead?: number }[]): readonly Finding[] {
  const differences = hosts.flatMap(({ ahead }) => (ahead === undefined ? [] : [ahead]));
  const result = findingsAbout('clock');
  if (differences.length === 0)
    return [result('skipped', 'no host sent a date, or `sandbox run` sets today')];
  const ahead = differences.reduce((least, next) => (Math.abs(next) < Math.abs(least) ? next : least));
  const seconds = Math.round(Math.abs(ahead) / 1000);
  if (seconds <= noticeable) return [result('passed', 'agrees with the hosts')];
  const found = `${durationText(seconds * 1000)} ${ahead > 0 ? 'behind' : 'ahead of'} the hosts' clocks`;
  const fix =
    'turn on automatic time: `timedatectl set-ntp true`, or the date and time settings of the system';
  return [result(seconds > harmful ? 'failed' : 'warning', found, fix)];
}

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

/**
 * An expired access token is refreshed, as the next command would do; a valid one is not refreshed, nor is a refresh token of
 * the environment, because hotelctl cannot replace it there. @throws any error of the refresh, which becomes a finding
 */
export async function signInFinding(input: CheckInput, storeServes: boolean, identityAnswers: boolean) {
  const { context, settings } = input;
  const result = findingsAbout('sign-in');
  const fromEnvironment = hasEnvironmentToken(input) || refreshVariable(input) !== undefined;
  if (!fromEnvironment && !storeServes) return result('skipped', 'the credential store is not accessible');
  if (!hasEnvironmentToken(input) && !(settings.find('authUrl') && settings.find('clientId')))
    return result('skipped', 'settings are missing');
  const session = await input.session();
  const status = await session.status();
  if (!status.signedIn)
    return result('failed', `profile ${status.profile} is not signed in`, hintToSignIn(status, status.store));
  const refusal = describeRefusal(status);
  if (refusal) return result('failed', refusal.found, refusal.fix);
  if (status.source !== 'store') {
    const isToken = status.source === 'HOTELCTL_ACCESS_TOKEN';
    const why = isToken ? 'its expiry is unknown' : 'not tested, because a refresh could replace it';
    return result('passed', `${status.source} is used instead of the stored sign-in; ${why}`);
  }
  const now = context.clock.now();
  if ((status.expiresAt ?? 0) > now) {
    const found = `${shownUser(status)}access token with ${minutesLeft(status, now)} min left`;
    if (status.renewable) return result('passed', `${found}, refreshed automatically`);
    const fix = `run \`${nameLogin(status)}\` with the scope offline_access`;
    return result('warning', `${found}, and no refresh token`, fix);
  }
  const unreachable = 'the access token has expired; the identity host is not reachable to refresh it';
  if (!identityAnswers) return result('skipped', unreachable);
  await session.accessToken();
  const renewed = await session.status();
  const words = `the access token had expired and was refreshed: ${minutesLeft(renewed, now)} min left`;
  return result('passed', `${shownUser(renewed)}${words}`);
}

const shownUser = ({ user }: SessionStatus) => (user ? `${user.name ?? user.subject}: ` : '');
