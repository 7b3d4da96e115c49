import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { parsePairs } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { settingVariables } from '../../cli/settings/settings.ts';
import { openUntrustedFetch } from '../../cli/untrusted-fetch-flags.ts';
import { dateIn, isDate, resolveDate } from '../../platform/dates.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import { bookErrors } from '../../sandbox/faults/books.ts';
import { faultBodies, faults } from '../../sandbox/faults/faults.ts';
import { type FaultRule, hostNames } from '../../sandbox/faults/faulty-host.ts';
import { largestChain } from '../../sandbox/hotel/blueprints/chain.ts';
import type { RunningSandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { SandboxFlags } from './flags.ts';

export async function sandboxOptions(
  flags: SandboxFlags,
  invocation: Invocation,
  port: number,
): Promise<SandboxOptions> {
  const { context } = invocation;
  const here = dateIn(undefined, context.clock.now());
  const today = resolveDate(flags.today ?? 'today', here) ?? '';
  if (!isDate(today))
    throw new UsageError('--today must be a date, YYYY-MM-DD', { hint: 'for example --today 2026-03-01' });
  return {
    seed: flags.seed,
    today,
    port,
    random: context.random,
    redirectUris: flags.redirectUri ?? [],
    probe: { fetch: await openUntrustedFetch(invocation, flags), now: context.clock.now },
    accessTokenLifetime: numberUpTo(86_400, '--token-lifetime', flags.tokenLifetime),
    properties: numberUpTo(largestChain, '--properties', flags.properties),
    hotels: chosenHotels(flags),
    records: listLength(flags),
    onDefect: error => {
      const kind = error instanceof Error ? error.message : typeof error;
      void context.stderr.write(`sandbox: an error in the sandbox itself: ${safeText(kind, 300)}\n`);
    },
  };
}

const numberUpTo = (most: number, flag: string, text: string | undefined) =>
  text === undefined ? undefined : readWholeNumber(flag, text, { least: 1, most });

/** @throws UsageError for a number of hotels that have no number */
function chosenHotels({ hotels, properties }: SandboxFlags) {
  if (readChoice('--hotels', hotels, ['usual', 'ugly']) === 'usual') return undefined;
  if (properties === undefined) return 'ugly';
  throw new UsageError('--hotels ugly and --properties cannot be combined', {
    hint: 'omit --properties: there is one hotel of each kind',
  });
}

/** `--size large --records N`: the length of gross transactions, ordered services and company invoices. */
function listLength({ size, records }: SandboxFlags) {
  if (readChoice('--size', size, ['usual', 'large']) === 'large')
    return numberUpTo(9_999_999, '--records', records) ?? 100_000;
  if (records === undefined) return undefined;
  throw new UsageError('--records requires --size large', {
    hint: 'for example --size large --records 100000',
  });
}

export const sandboxSettings = ({ apiUrl, authUrl, integrationUrl, client }: RunningSandbox) => ({
  baseUrl: apiUrl,
  authUrl,
  integrationUrl,
  clientId: client.clientId,
  // The last registered one: --redirect-uri comes after the default.
  redirectUri: client.redirectUris.at(-1) ?? '',
});

/** The same as environment variables. The client secret gives access to invented data only. */
export function sandboxEnvironment(sandbox: RunningSandbox): Record<string, string> {
  return {
    ...settingVariables({ ...sandboxSettings(sandbox), 'assume.bookings.honorsKeys': 'yes' }),
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
    // Not a setting: hotelctl never sends a request to a payment processor, but a trial booking needs one.
    SANDBOX_PAYMENTS_URL: sandbox.paymentsUrl,
  };
}

const places = [...hostNames, 'books'] as const;
const keys = [...places, 'path', 'method', 'times', 'body', 'retry-after', 'to'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const isStatus = (fault: string) => /^\d{3}$/.test(fault);

/** `api=503,retry-after=2,path=/reports,times=1`: the fault of a host, and the requests that are affected. @throws UsageError */
export function faultRule(text: string): FaultRule {
  const pairs = parsePairs('--fault', text, keys);
  const valueAt = (key: string) => pairs.get(key)?.[0];
  const named = places.filter(host => pairs.has(host));
  const [host] = named;
  if (host === undefined || named.length > 1)
    throw new UsageError('--fault requires one host and its fault', {
      hint: `for example --fault 'api=reset-in-body'; hosts: ${places.join(', ')}`,
    });
  const fault = readChoice(
    `${host} of --fault`,
    valueAt(host) ?? '',
    (host === 'books' ? bookErrors : faults).map(({ name }) => name),
  );
  const { instead, answer } = faults.find(({ name }) => name === fault) ?? {};
  const begun = (instead ?? answer) !== undefined;
  const only = (key: string, holds: boolean, which: string) => {
    if (!pairs.has(key) || holds) return valueAt(key);
    throw new UsageError(`--fault ${host}=${fault} does not accept ${key}`, {
      hint: `use ${key} with ${which}`,
    });
  };
  const body = only('body', isStatus(fault), 'a status, such as 503');
  const retryAfter = only('retry-after', isStatus(fault), 'a status, such as 503');
  const to = only('to', fault === 'redirect', 'redirect');
  const withRequests = 'faults of single requests';
  const times = only('times', begun, withRequests);
  const method = only('method', begun, withRequests)?.toUpperCase();
  const range = { least: 1, most: 999_999, words: 'of 1 or more', hint: 'for example times=1' };
  return {
    host,
    fault,
    path: only('path', begun, withRequests),
    method: method === undefined ? undefined : readChoice('method of --fault', method, methods),
    times: times === undefined ? undefined : readWholeNumber('times of --fault', times, range),
    body: body === undefined ? undefined : readChoice('body of --fault', body, faultBodies),
    retryAfter: retryAfter === undefined ? undefined : headerText(retryAfter),
    to: to === undefined ? undefined : addressOf(to),
  };
}

export function wordsOf({ host, fault }: FaultRule): string {
  const isOfBooks = host === 'books';
  const { summary } = (isOfBooks ? bookErrors : faults).find(({ name }) => name === fault) ?? {};
  return `the ${isOfBooks ? host : `${host} host`} ${summary}`;
}

/** Any text that a header can have: a wrong one is also a fault. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  throw new UsageError('retry-after of --fault must be ASCII text', { hint: 'for example retry-after=2' });
}

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text).href;
  throw new UsageError('to of --fault must be an http or https address', {
    hint: "for example 'api=redirect,to=https://elsewhere.example/'",
  });
}
