import { isRedirect, isServerError, isSuccess } from '../../base/http-status.ts';
import { durationText, isObject, resultOr } from '../../base/text.ts';
import type { Finding } from '../finding.ts';
import { isWebPageText, parseJson } from '../json.ts';
import { joinSome, safeText } from '../safe-text.ts';
import {
  type FetchedResponse,
  type FetchResult,
  httpsUrlProblem,
  redirectWords,
  shownOrigin,
} from './fetch-result.ts';

type Outcome = Omit<Finding, 'check'>;

const notReached: Outcome = { state: 'skipped', found: '' };
const passed = (found: string): Outcome => ({ state: 'passed', found });
const failed = (found: string, fix: string): Outcome => ({ state: 'failed', found, fix });

interface SuiteFinding extends Finding {
  /** From 1. */
  readonly number: number;
  /** The platform's name for the failure in a `$test` response (platform-facts). */
  readonly errorType: string;
}

export interface SuiteResult {
  readonly checks: readonly SuiteFinding[];
  /** The first check that failed; undefined if the suite passed. */
  readonly failure: SuiteFinding | undefined;
  /** The URL of the view, set if it has passed its check; a secret. */
  readonly publicUrl: string | undefined;
  /** Of a private URL, whatever its status. */
  readonly response?: FetchedResponse | undefined;
  /** Milliseconds since 1970. */
  readonly expires?: number | undefined;
  readonly otherFields?: readonly string[] | undefined;
}

/**
 * The suite of platform.md, UI integration service, rule 7. Its sentence on the expiry has two conditions, UTC and future,
 * which fail for different reasons: they are two checks. Checks continue after a failure, so that one run reports everything.
 *
 * @param fetched the response of the private URL; undefined if no request was sent, because the URL itself is invalid
 * @param now milliseconds since 1970
 */
export function runSuite(privateUrl: string, fetched: FetchResult | undefined, now: number): SuiteResult {
  const response = fetched?.kind === 'response' ? fetched : undefined;
  const accepted = response && isSuccess(response.status) ? response : undefined;
  const isWhole = accepted && accepted.incomplete === undefined && accepted.body.length > 0;
  const read = isWhole ? readSecureUrlResponse(accepted.body) : undefined;
  const content = typeof read === 'string' ? undefined : read;
  const suite = summarize(content?.url, [
    ['the private URL is valid and HTTPS', 'UrlIsNotValidError', checkUrl(privateUrl, 'the private URL')],
    ['the response status is 2xx', 'HttpRequestToPrivateUrlError', checkStatus(fetched)],
    ['the body is not empty', 'ResponseContentFromPrivateUrlError', checkBody(accepted)],
    [
      'the body matches the expected schema',
      'ResponseDoesNotMeetJsonSchemaError',
      checkSchema(accepted, read),
    ],
    ['the expiration datetime is in UTC', 'ResponseContentFromPrivateUrlError', checkOffset(content)],
    [
      'the expiration datetime is in the future',
      'ResponseContentFromPrivateUrlError',
      checkExpiry(content?.expiry.at, now),
    ],
    [
      'the received public URL is valid and HTTPS',
      'UrlIsNotValidError',
      content ? checkUrl(content.url, 'the url of the response') : notReached,
    ],
  ]);
  return { ...suite, response, expires: content?.expiry.at, otherFields: content?.others };
}

/** The only check that the platform runs for a public integration (platform.md, rule 2). */
export const runPublicCheck = (publicUrl: string): SuiteResult =>
  summarize(publicUrl, [
    ['the public URL is valid and HTTPS', 'UrlIsNotValidError', checkUrl(publicUrl, 'the public URL')],
  ]);

/** The last check is that of the public URL. */
function summarize(
  publicUrl: string | undefined,
  outcomes: readonly (readonly [check: string, errorType: string, Outcome])[],
): SuiteResult {
  const checks = outcomes.map(([check, errorType, outcome], index) => ({
    number: index + 1,
    check,
    errorType,
    ...outcome,
  }));
  return {
    checks,
    failure: checks.find(({ state }) => state === 'failed'),
    publicUrl: checks.at(-1)?.state === 'passed' ? publicUrl : undefined,
  };
}

const example = '{"url": "https://...", "expTimestamp": "2026-10-15T12:00:00Z"}';

function checkUrl(text: string, what: string): Outcome {
  const problem = httpsUrlProblem(text);
  const origin = safeText(shownOrigin(text), 100);
  return problem === undefined ? passed(origin) : failed(origin, `${what} must be ${problem}`);
}

function checkStatus(fetched: FetchResult | undefined): Outcome {
  if (!fetched) return notReached;
  if (fetched.kind === 'failure') return failed(fetched.message, fetched.fix);
  const { status } = fetched;
  if (isSuccess(status)) return passed(String(status));
  if (isRedirect(status))
    return failed(
      `${status}, a redirect${redirectWords(fetched.headers['location']?.[0])}`,
      'respond at this URL itself: redirects are not followed',
    );
  if (status === 401 || status === 403)
    return failed(
      String(status),
      'allow the platform: compare the token in the query string with the one that you expect',
    );
  if (status === 404) return failed('404', 'check the path of the private URL');
  if (isServerError(status)) return failed(String(status), 'see the log of your server');
  return failed(String(status), 'respond to a plain GET with 200');
}

function checkBody(response: FetchedResponse | undefined): Outcome {
  if (!response) return notReached;
  const { body, incomplete, status } = response;
  if (body.length > 0) return passed(`${body.length} bytes${incomplete ? ' or more' : ''}`);
  if (incomplete)
    return failed(`nothing of it was received: ${incomplete}`, 'send the body with the headers');
  return failed(status === 204 ? 'empty (204)' : 'empty', `return ${example}`);
}

/** @param read the content of a whole body, or what is wrong with it */
function checkSchema(response: FetchedResponse | undefined, read: SecureUrlResponse | string | undefined) {
  if (!response || response.body.length === 0) return notReached;
  const { incomplete } = response;
  if (incomplete) return failed(`incomplete: ${incomplete}`, `return ${example}, without delay`);
  return typeof read === 'string' ? failed(read, `return ${example}`) : passed('url and expTimestamp');
}

function checkOffset(content: SecureUrlResponse | undefined): Outcome {
  if (!content) return notReached;
  const { offset } = content.expiry;
  const seen = safeText(content.expTimestamp, 40);
  if (offset !== undefined && /^(Z|[+-]00:00)$/.test(offset)) return passed(seen);
  return failed(
    `${seen}: ${offset === undefined ? 'no offset' : `the offset is ${offset}`}`,
    'write it in UTC, ending in Z: 2026-10-15T12:00:00Z',
  );
}

function checkExpiry(expires: number | undefined, now: number): Outcome {
  if (expires === undefined) return notReached;
  const left = expires - now;
  return left > 0
    ? passed(`in ${durationText(left)}`)
    : failed(`${durationText(-left)} ago`, "set it a few minutes ahead; if it is, check the server's clock");
}

/** The URL of the view in it is a secret. */
type SecureUrlResponse = Exclude<ReturnType<typeof readSecureUrlResponse>, string>;

/**
 * Reads the body of platform.md, "Response of a private UI integration's secure-URL endpoint"; names from platform-facts.
 *
 * @returns the response, or the problem, which contains no value of the body: it may be the secret
 */
function readSecureUrlResponse(body: Uint8Array) {
  const text = resultOr(undefined, () => new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (text === undefined) return 'not UTF-8 text';
  const value = resultOr(undefined, () => parseJson(text));
  if (value === undefined) return isWebPageText(text) ? 'HTML, not JSON' : 'not JSON';
  if (!isObject(value)) return `JSON, but ${nameKind(value)} instead of an object`;
  const { url, expTimestamp, ...rest } = value;
  const others = Object.keys(rest);
  if (!isText(url) || !isText(expTimestamp)) {
    const had = joinSome(others, 5, ', ');
    const instead = had && `; it has ${had}; both names are assumed (assume.views.fields)`;
    return `${[...faultsOf('url', url), ...faultsOf('expTimestamp', expTimestamp)].join(', ')}${instead}`;
  }
  const expiry = readExpiry(expTimestamp);
  if (!expiry) return 'expTimestamp is not an ISO 8601 date and time';
  return { url, expTimestamp, expiry, others };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A time in seconds in place of a text is a common mistake, so the kind of the value is named. */
function faultsOf(name: string, value: unknown): readonly string[] {
  if (isText(value)) return [];
  if (value === undefined) return [`${name} is missing`];
  return [value === '' ? `${name} is empty` : `${name} is ${nameKind(value)}, not a string`];
}

function nameKind(value: unknown): string {
  if (value === null) return 'null';
  if (isObject(value)) return 'an object';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** An ISO 8601 date and time in milliseconds since 1970, and its offset (`Z`, `+02:00`), without which it is unknown. */
function readExpiry(text: string) {
  const [, local = '', offset] = dateTime.exec(text.toUpperCase()) ?? [];
  const at = Date.parse(`${local}Z`);
  // Date.parse reads the 30th of February as a day in March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== local) return undefined;
  return { at: offset === undefined ? undefined : Date.parse(text.toUpperCase()), offset };
}
