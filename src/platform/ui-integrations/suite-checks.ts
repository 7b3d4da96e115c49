import { isRedirect, isServerError, isSuccess } from '../../base/http-status.ts';
import { durationText } from '../../base/text.ts';
import { safeText } from '../safe-text.ts';
import type { FetchedResponse, FetchResult } from './fetch-result.ts';
import { httpsUrlProblem, redirectWords, shownOrigin } from './https-url.ts';
import { type Expiry, isUtc, type SecureUrlResponse } from './secure-url-response.ts';

export type Result = 'passed' | 'failed' | 'not reached';

interface CheckOutcome {
  readonly result: Result;
  /** The observation, safe to show: no query, no path and no value of the response except the expiry. */
  readonly seen: string;
  /** How to fix it; only for failures. */
  readonly fix?: string;
}

export interface CheckResult extends CheckOutcome {
  readonly number: number;
  readonly name: string;
}

export interface SuiteInput {
  readonly privateUrl: string;
  readonly fetched: FetchResult | undefined;
  readonly now: number;
  readonly response: FetchedResponse | undefined;
  readonly content: SecureUrlResponse | { readonly wrong: string } | undefined;
  readonly expiry: Expiry | undefined;
}

export interface Check {
  readonly name: string;
  /** The platform's name for the failure in a `$test` response (platform-facts). */
  readonly errorType: string;
  readonly check: (input: SuiteInput) => CheckOutcome;
}

const notReached: CheckOutcome = { result: 'not reached', seen: '' };
const passed = (seen: string): CheckOutcome => ({ result: 'passed', seen });
const failed = (seen: string, fix: string): CheckOutcome => ({ result: 'failed', seen, fix });

/**
 * The platform's test suite for private integrations (platform.md, UI integration service, rule 7), in its order. Its
 * sentence on the expiry contains two conditions, UTC and future, which fail for different reasons: they are two
 * checks.
 */
export const suite: readonly Check[] = [
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

export function checkUrl(text: string, what: string): CheckOutcome {
  const problem = httpsUrlProblem(text);
  return problem === undefined
    ? passed(safeText(shownOrigin(text), 100))
    : failed(safeText(shownOrigin(text), 100), `${what} must be ${problem}`);
}

function checkStatus({ fetched }: SuiteInput): CheckOutcome {
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
