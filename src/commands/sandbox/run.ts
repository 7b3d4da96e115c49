import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChoice } from '../../base/choices.ts';
import { HotelctlError, UsageError } from '../../base/errors.ts';
import { openHttp, useAndClose } from '../../cli/connect.ts';
import { parsePairs } from '../../cli/input.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { ownProgram, untilInterrupted } from '../../cli/own-program.ts';
import { changeProfiles } from '../../cli/profile-changes.ts';
import { defaultScopes } from '../../cli/settings/settings.ts';
import { openUntrustedFetch } from '../../cli/untrusted-fetch-flags.ts';
import { isLoopback } from '../../http/address.ts';
import type { TokenResponse } from '../../http/auth/credentials.ts';
import { beginAuthorization, checkCallback } from '../../http/auth/login.ts';
import { exchangeCode } from '../../http/auth/oauth.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { assumptionVariable } from '../../platform/assumptions.ts';
import { dateIn, isDate, resolveDate } from '../../platform/dates.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import { bookErrors } from '../../sandbox/faults/books.ts';
import { faultBodies, faults } from '../../sandbox/faults/faults.ts';
import { type FaultRule, hostNames } from '../../sandbox/faults/faulty-host.ts';
import { authorizeAsHotelUser } from '../../sandbox/hotel-user.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import type { SandboxFlags, StartFlags } from './flags.ts';

/**
 * `hotelctl sandbox run -- COMMAND`: starts, signs in, runs the command, stops, and exits with the command's exit code.
 */
export async function runCommand(open: OpenInvocation, words: readonly string[], flags: SandboxFlags) {
  const invocation = await open(flags, { mayBeNew: true });
  const { context } = invocation;
  const options = await sandboxOptions(flags, invocation, 0);
  const rules = faultRules(flags.fault);
  const sandbox = await startSandbox(options);
  let folder: string | undefined;
  try {
    // The user's profiles could name a property or version that the sandbox does not have, and invented bookings and
    // snapshots must not appear in the user's journal and archive.
    folder = await mkdtemp(join(tmpdir(), 'hotelctl-sandbox-'));
    const tokens = await signIn(invocation, sandbox);
    await invocation.note(
      `sandbox: ${tokens.user?.name ?? 'a hotel user'} signed in, business day ${options.today}, API ${sandbox.apiUrl}`,
    );
    await sandbox.meetFaults(rules);
    for (const rule of rules) await invocation.note(`sandbox: fault: ${wordsOf(rule)}`);
    const { HOTELCTL_PROFILE: _profile, ...env } = context.env;
    const exitCode = await context.runOnOwnStreams({
      ...program(invocation, words),
      env: {
        ...env,
        ...sandboxEnvironment(sandbox),
        HOTELCTL_CONFIG_DIR: folder,
        HOTELCTL_STATE_DIR: join(folder, 'state'),
        HOTELCTL_DATA_DIR: join(folder, 'data'),
        HOTELCTL_CREDENTIAL_STORE: 'env',
        HOTELCTL_ACCESS_TOKEN: tokens.accessToken,
        HOTELCTL_REFRESH_TOKEN: tokens.refreshToken,
      },
    });
    invocation.exitWith(exitCode);
  } finally {
    await sandbox.stop();
    if (folder !== undefined) await removeButPages(folder);
  }
}

/** Keeps the pages of `--open`: the browser may not have read them yet. */
async function removeButPages(folder: string) {
  const state = join(folder, 'state');
  const opened = await readdir(join(state, 'pages')).catch(() => []);
  if (opened.length === 0) return rm(folder, { recursive: true, force: true });
  for (const place of [folder, state]) {
    for (const name of await readdir(place)) {
      if (name !== 'state' && name !== 'pages') await rm(join(place, name), { recursive: true, force: true });
    }
  }
}

/** The whole authorization code flow, with the sandbox's first hotel user in place of a browser. */
async function signIn(invocation: Invocation, sandbox: RunningSandbox): Promise<TokenResponse> {
  const { authUrl, clientId, redirectUri } = sandboxSettings(sandbox);
  const client = { authUrl, clientId, redirectUri, scopes: defaultScopes.split(' ') };
  const { url, state, verifier } = await beginAuthorization(client, invocation.context.random);
  const callback = new URL(await authorizeAsHotelUser(url, { allow: true }));
  const params = await checkCallback(client, callback.searchParams, state);
  return useAndClose(openHttp(invocation), async http => {
    return await exchangeCode(client, sandbox.client.clientSecret, params, verifier, http.send);
  });
}

/** `hotelctl` means this program, even if it is not on the PATH. */
const program = ({ context }: Invocation, [file = '', ...args]: readonly string[]) =>
  file === 'hotelctl' ? ownProgram(context.host, args) : { file, args };

const profileName = 'sandbox';

export async function startCommand(open: OpenInvocation, flags: StartFlags) {
  const invocation = await open(flags, { profile: profileName, mayBeNew: true });
  const { context, note } = invocation;
  const options = await sandboxOptions(
    flags,
    invocation,
    readWholeNumber('--port', flags.port, { least: 0, most: 65_532 }),
  );
  const rules = faultRules(flags.fault);
  const sandbox = await startSandbox(options);
  try {
    await sandbox.meetFaults(rules);
    const saved = await saveSandboxProfile(invocation, sandbox);
    const savedSecret = saved && (await saveClientSecret(invocation, sandbox));
    const isWindows = context.host.platform === 'win32';
    const exports = Object.entries(sandboxEnvironment(sandbox)).map(([name, value]) =>
      isWindows ? `$env:${name} = '${value}'\n` : `export ${name}='${value}'\n`,
    );
    await context.stdout.write(exports.join(''));
    await note(`The sandbox serves the business day ${options.today} until Ctrl-C.`);
    if (saved) {
      await note('In another terminal:');
      const prompt = savedSecret ? '' : '   (prompts for the client secret above)';
      const report = `--profile ${profileName} --property MUC --month 10 --year 2026`;
      await note(`  hotelctl login --profile ${profileName}${prompt}`);
      await note(`  hotelctl reports room-nights ${report}`);
    } else {
      await note(`Profile ${profileName} belongs to another host and was not changed.`);
    }
    await note(`Prepayment authorizations: ${sandbox.paymentsUrl}/`);
    await note(`See registered views at ${sandbox.integrationUrl}/`);
    await note(`The settings above can also be pasted into ${isWindows ? 'PowerShell' : 'a shell'}.`);
    for (const rule of rules) await note(`Fault: ${wordsOf(rule)}.`);
    await untilInterrupted(context.interrupted);
  } finally {
    await sandbox.stop();
    await note('Stopped the sandbox.');
  }
}

/** Updates the sandbox's hosts in its profile. A profile with that name and another host is not changed. */
async function saveSandboxProfile({ context }: Invocation, sandbox: RunningSandbox): Promise<boolean> {
  let saved = false;
  await changeProfiles(context, file => {
    const before = file.profiles.get(profileName);
    saved = before?.baseUrl === undefined || isSandboxHost(before.baseUrl);
    if (!saved) return file;
    const values = { ...before, ...sandboxSettings(sandbox) };
    // The current profile does not change, even if there is none yet.
    return { ...file, profiles: new Map([...file.profiles, [profileName, values]]) };
  });
  return saved;
}

const isSandboxHost = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);

/** Without an accessible credential store the sandbox still runs; login then prompts for the secret. */
async function saveClientSecret({ context, settings }: Invocation, sandbox: RunningSandbox) {
  const { authUrl, clientId } = sandboxSettings(sandbox);
  const key = { profile: profileName, authUrl, clientId };
  try {
    const store = openStore(settings.require('credentialStore'), context);
    if (store.name === 'env') return false;
    await store.write(key, { 'client-secret': sandbox.client.clientSecret });
    return true;
  } catch (error) {
    if (error instanceof HotelctlError) return false;
    throw error;
  }
}

export async function sandboxOptions(
  flags: SandboxFlags,
  invocation: Invocation,
  port: number,
): Promise<SandboxOptions> {
  const { context } = invocation;
  const here = dateIn(undefined, context.clock.now());
  const today = resolveDate(flags.today ?? 'today', here) ?? '';
  if (!isDate(today)) {
    throw new UsageError('--today must be a date, YYYY-MM-DD', { hint: 'for example --today 2026-03-01' });
  }
  return {
    seed: flags.seed,
    today,
    port,
    random: context.random,
    redirectUris: flags.redirectUri ?? [],
    probe: { fetch: await openUntrustedFetch(invocation, flags), now: context.clock.now },
    ...(flags.tokenLifetime === undefined
      ? {}
      : {
          accessTokenLifetime: readWholeNumber('--token-lifetime', flags.tokenLifetime, {
            least: 0,
            most: 86_400,
          }),
        }),
    ...(flags.properties === undefined
      ? {}
      : { properties: readWholeNumber('--properties', flags.properties, { least: 0, most: 1000 }) }),
    ...chosenHotels(flags),
    ...listLength(flags),
    onDefect: error => {
      const kind = error instanceof Error ? error.message : typeof error;
      void context.stderr.write(`sandbox: an error in the sandbox itself: ${safeText(kind, 300)}\n`);
    },
  };
}

/** @throws UsageError for a number of hotels that have no number */
function chosenHotels({ hotels, properties }: SandboxFlags): { readonly hotels?: 'ugly' } {
  if (readChoice('--hotels', hotels, ['usual', 'ugly']) === 'usual') return {};
  if (properties === undefined) return { hotels: 'ugly' };
  throw new UsageError('--hotels ugly and --properties cannot be combined', {
    hint: 'omit --properties: there is one hotel of each kind',
  });
}

/** `--size large --records N`: the length of gross transactions, ordered services and company invoices. */
function listLength({ size, records }: SandboxFlags): { readonly records?: number } {
  if (readChoice('--size', size, ['usual', 'large']) === 'large') {
    return {
      records:
        records === undefined
          ? 100_000
          : readWholeNumber('--records', records, { least: 0, most: 9_999_999 }),
    };
  }
  if (records === undefined) return {};
  throw new UsageError('--records requires --size large', {
    hint: 'for example --size large --records 100000',
  });
}

const sandboxSettings = ({ apiUrl, authUrl, integrationUrl, client }: RunningSandbox) => ({
  baseUrl: apiUrl,
  authUrl,
  integrationUrl,
  clientId: client.clientId,
  // The last registered one: --redirect-uri comes after the default.
  redirectUri: client.redirectUris.at(-1) ?? '',
});

/** The same as environment variables. The client secret gives access to invented data only. */
function sandboxEnvironment(sandbox: RunningSandbox): Record<string, string> {
  const { baseUrl, authUrl, integrationUrl, clientId, redirectUri } = sandboxSettings(sandbox);
  return {
    HOTELCTL_BASE_URL: baseUrl,
    HOTELCTL_AUTH_URL: authUrl,
    HOTELCTL_INTEGRATION_URL: integrationUrl,
    // Not a setting: hotelctl never sends a request to a payment processor, but a trial booking needs one.
    SANDBOX_PAYMENTS_URL: sandbox.paymentsUrl,
    HOTELCTL_CLIENT_ID: clientId,
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
    HOTELCTL_REDIRECT_URI: redirectUri,
    [assumptionVariable('assume.bookings.honorsKeys')]: 'yes',
  };
}

const places = [...hostNames, 'books'] as const;
const keys = [...places, 'path', 'method', 'times', 'body', 'retry-after', 'to'];
const isStatus = (fault: string) => /^\d{3}$/.test(fault);

/**
 * `api=503,retry-after=2,path=/reports,times=1`: the fault of a host, and the requests that are affected.
 *
 * @throws UsageError for an unknown host, fault or key, with the nearest one
 */
export function faultRule(text: string): FaultRule {
  const pairs = parsePairs('--fault', text, keys);
  const valueAt = (key: string) => pairs.get(key)?.[0];
  const named = places.filter(host => pairs.has(host));
  const [host] = named;
  if (host === undefined || named.length > 1) {
    throw new UsageError('--fault requires one host and its fault', {
      hint: `for example --fault 'api=reset-in-body'; hosts: ${places.join(', ')}`,
    });
  }
  const fault = readChoice(
    'the fault of --fault',
    valueAt(host) ?? '',
    (host === 'books' ? bookErrors : faults).map(({ name }) => name),
  );
  const begun = faults.find(({ name }) => name === fault)?.play !== undefined;
  const only = (key: string, holds: boolean, which: string) => {
    if (!pairs.has(key) || holds) return valueAt(key);
    throw new UsageError(`--fault ${host}=${fault} does not accept ${key}`, {
      hint: `use ${key} with ${which}`,
    });
  };
  const body = only('body', isStatus(fault), 'a status, such as 503');
  const to = only('to', fault === 'redirect', 'redirect');
  const withRequests = 'faults of single requests';
  const times = only('times', begun, withRequests);
  const range = { least: 1, most: 999_999, words: 'of 1 or more', hint: 'for example times=1' };
  return {
    host,
    fault,
    path: only('path', begun, withRequests),
    method: only('method', begun, withRequests)?.toUpperCase(),
    times: times === undefined ? undefined : readWholeNumber('times of --fault', times, range),
    body: body === undefined ? undefined : readChoice('body of --fault', body, faultBodies),
    retryAfter: only('retry-after', isStatus(fault), 'a status, such as 503'),
    to: to === undefined ? undefined : addressOf(to),
  };
}

const faultRules = (rules: readonly string[] = []): FaultRule[] => rules.map(faultRule);

export function wordsOf({ host, fault }: FaultRule): string {
  const isOfBooks = host === 'books';
  const { summary } = (isOfBooks ? bookErrors : faults).find(({ name }) => name === fault) ?? {};
  return `the ${isOfBooks ? host : `${host} host`} ${summary}`;
}

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text).href;
  throw new UsageError('to of --fault must be an http or https address', {
    hint: "for example 'api=redirect,to=https://elsewhere.example/'",
  });
}
