import { isRedirect, isServerError, isSuccess } from '../../base/http-status.ts';
import { durationText } from '../../base/text.ts';
import type { Finding } from '../finding.ts';
import { safeText } from '../safe-text.ts';
import {
  type FetchedResponse,
  type FetchResult,
  httpsUrlProblem,
  redirectWords,
  shownOrigin,
} from './fetch-result.ts';
import {
  type Expiry,
  isUtc,
  readExpiry,
  readSecureUrlResponse,
  type SecureUrlResponse,
} from './secure-url-response.ts';

interface SuiteInput {
  readonly privateUrl: string;
  readonly fetched: FetchResult | undefined;
  readonly now: number;
  readonly response: FetchedResponse | undefined;
  readonly content: SecureUrlResponse | { readonly wrong: string } | undefined;
  readonly expiry: Expiry | undefined;
}

interface SuiteCheck {
  readonly name: string;
  /** The platform's name for the failure in a `$test` response (platform-facts). */
  readonly errorType: string;
  readonly check: (input: SuiteInput) => Outcome;
}

type Outcome = Omit<Finding, 'check'>;

const notReached: Outcome = { state: 'skipped', found: '' };
const passed = (found: string): Outcome => ({ state: 'passed', found });
const failed = (found: string, fix: string): Outcome => ({ state: 'failed', found, fix });

/**
 * The platform's test suite for private integrations (platform.md, UI integration service, rule 7), in its order. Its
 * sentence on the expiry contains two conditions, UTC and future, which fail for different reasons: they are two
 * checks.
 */
const suite: readonly SuiteCheck[] = [
  {
    name: 'the private URL is valid and HTTPS',
    errorType: 'UrlIsNotValidError',
    check: ({ privateUrl }) => checkUrl(privateUrl, 'the private URL'),
  },
  { name: 'the response status is 2xx', errorType: 'HttpRequestToPrivateUrlError', check: checkStatus },
  {
    name: 'the body is not empty',
    errorType: 'ResponseContentFromPrivateUrlError',
    check: ({ response }) => {
      if (!response) return notReached;
      if (response.body.length > 0)
        return passed(`${response.body.length} bytes${response.incomplete ? ' or more' : ''}`);
      if (response.incomplete)
        return failed(`nothing of it was received: ${response.incomplete}`, 'send the body with the headers');
      return failed(response.status === 204 ? 'empty (204)' : 'empty', `return ${example}`);
    },
  },
  {
    name: 'the body matches the expected schema',
    errorType: 'ResponseDoesNotMeetJsonSchemaError',
    check: ({ response, content }) => {
      if (!response || response.body.length === 0) return notReached;
      if (response.incomplete)
        return failed(`incomplete: ${response.incomplete}`, `return ${example}, without delay`);
      if (!content) return notReached;
      return 'wrong' in content ? failed(content.wrong, `return ${example}`) : passed('url and expTimestamp');
    },
  },
  {
    name: 'the expiration datetime is in UTC',
    errorType: 'ResponseContentFromPrivateUrlError',
    check: ({ content, expiry }) => {
      if (!expiry || !content || 'wrong' in content) return notReached;
      const seen = safeText(content.expTimestamp, 40);
      if (isUtc(expiry)) return passed(seen);
      return failed(
        expiry.offset === undefined ? `${seen}: no offset` : `${seen}: the offset is ${expiry.offset}`,
        'write it in UTC, ending in Z: 2026-10-15T12:00:00Z',
      );
    },
  },
  {
    name: 'the expiration datetime is in the future',
    errorType: 'ResponseContentFromPrivateUrlError',
    check: ({ expiry, now }) => {
      if (expiry?.at === undefined) return notReached;
      const left = expiry.at - now;
      if (left > 0) return passed(`in ${durationText(left)}`);
      return failed(
        `${durationText(-left)} ago`,
        "set it a few minutes ahead; if it is, check the server's clock",
      );
    },
  },
  {
    name: 'the received public URL is valid and HTTPS',
    errorType: 'UrlIsNotValidError',
    check: ({ content }) =>
      !content || 'wrong' in content ? notReached : checkUrl(content.url, 'the url of the response'),
  },
];

const example = '{"url": "https://...", "expTimestamp": "2026-10-15T12:00:00Z"}';

function checkUrl(text: string, what: string): Outcome {
  const problem = httpsUrlProblem(text);
  return problem === undefined
    ? passed(safeText(shownOrigin(text), 100))
    : failed(safeText(shownOrigin(text), 100), `${what} must be ${problem}`);
}

function checkStatus({ fetched }: SuiteInput): Outcome {
  if (!fetched) return notReached;
  if (fetched.kind === 'failure') return failed(fetched.message, fetched.fix);
  const { status } = fetched;
  if (isSuccess(status)) return passed(String(status));
  if (isRedirect(status)) {
    return failed(
      `${status}, a redirect${redirectWords(fetched)}`,
      'respond at this URL itself: redirects are not followed',
    );
  }
  if (status === 401 || status === 403) {
    return failed(
      String(status),
      'allow the platform: compare the token in the query string with the one that you expect',
    );
  }
  if (status === 404) return failed('404', 'check the path of the private URL');
  if (isServerError(status)) return failed(String(status), 'see the log of your server');
  return failed(String(status), 'respond to a plain GET with 200');
}

export interface SuiteResult {
  readonly passed: boolean;
  readonly checks: readonly Finding[];
  /** The first check that failed, with its number from 1 and the platform's name for it. */
  readonly failure?: Finding & { readonly number: number; readonly errorType: string };
  /** The URL of the view, set after the suite has passed its check; a secret. */
  readonly publicUrl?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
  readonly otherFields: readonly string[];
}

/**
 * Runs the suite on a fetched response; sends no requests. Checks continue after a failure where possible, so that one
 * run reports everything to fix.
 *
 * @param fetched the response of the private URL; undefined if no request was sent, because the URL itself is invalid
 * @param now milliseconds since 1970
 */
export function runSuite(privateUrl: string, fetched: FetchResult | undefined, now: number): SuiteResult {
  const response = fetched?.kind === 'response' && isSuccess(fetched.status) ? fetched : undefined;
  const whole = response && response.incomplete === undefined && response.body.length > 0;
  const content = whole ? readSecureUrlResponse(response.body) : undefined;
  const right = content && !('wrong' in content) ? content : undefined;
  const expiry = right && readExpiry(right.expTimestamp);
  const input: SuiteInput = { privateUrl, fetched, now, response, content, expiry };
  const results = suite.map(({ name, errorType, check }, index) => ({
    number: index + 1,
    check: name,
    errorType,
    ...check(input),
  }));
  const failure = results.find(({ state }) => state === 'failed');
  const publicUrl = results.at(-1)?.state === 'passed' ? right?.url : undefined;
  return {
    passed: results.every(({ state }) => state === 'passed'),
    checks: results.map(({ errorType: _, number: __, ...finding }) => finding),
    ...(failure ? { failure } : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(expiry?.at === undefined ? {} : { expires: expiry.at }),
    otherFields: right?.others ?? [],
  };
}

/** The only check that the platform runs for a public integration (platform.md, rule 2). */
export function runPublicCheck(publicUrl: string): SuiteResult {
  const check = { check: 'the public URL is valid and HTTPS', ...checkUrl(publicUrl, 'the public URL') };
  const isValid = check.state === 'passed';
  return {
    passed: isValid,
    checks: [check],
    ...(isValid ? { publicUrl } : { failure: { ...check, number: 1, errorType: 'UrlIsNotValidError' } }),
    otherFields: [],
  };
}
