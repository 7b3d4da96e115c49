import { durationText } from '../../base/duration-text.ts';
import { safeText } from '../safe-text.ts';
import type { FetchedResponse, FetchResult } from './fetch-result.ts';
import { httpsUrlProblem, redirectWords, shownOrigin } from './https-url.ts';
import { type Expiry, isUtc, type SecureUrlAnswer } from './secure-url-answer.ts';

export type Result = 'passed' | 'failed' | 'not reached';

export interface Judgement {
  readonly result: Result;
  /** What was seen, safe to show: no query, no path and no value of the answer but the expiry. */
  readonly seen: string;
  /** What to do about it; only where it failed. */
  readonly fix?: string;
}

export interface CheckResult extends Judgement {
  readonly number: number;
  readonly name: string;
}

/** What the checks look at. */
export interface Evidence {
  readonly privateUrl: string;
  readonly fetched: FetchResult | undefined;
  readonly now: number;
  readonly answer: FetchedResponse | undefined;
  readonly content: SecureUrlAnswer | { readonly wrong: string } | undefined;
  readonly expiry: Expiry | undefined;
}

export interface Check {
  readonly name: string;
  /** How the platform names the failure in a `$test` answer (platform-facts). */
  readonly errorType: string;
  readonly judge: (evidence: Evidence) => Judgement;
}

const notReached: Judgement = { result: 'not reached', seen: '' };
const passed = (seen: string): Judgement => ({ result: 'passed', seen });
const failed = (seen: string, fix: string): Judgement => ({ result: 'failed', seen, fix });

/**
 * The platform's test suite for private integrations (platform.md, UI integration service, rule 7), in its order. Its
 * sentence on the expiry holds two conditions, UTC and future, which fail for different reasons: they are two checks.
 */
export const suite: readonly Check[] = [
  {
    name: 'the private URL is valid and HTTPS',
    errorType: 'UrlIsNotValidError',
    judge: ({ privateUrl }) => judgeUrl(privateUrl, 'the private URL'),
  },
  { name: 'the response status is 2xx', errorType: 'HttpRequestToPrivateUrlError', judge: judgeStatus },
  {
    name: 'the body is not empty',
    errorType: 'ResponseContentFromPrivateUrlError',
    judge: ({ answer }) => {
      if (!answer) return notReached;
      if (answer.body.length > 0)
        return passed(`${answer.body.length} bytes${answer.incomplete ? ' or more' : ''}`);
      if (answer.incomplete)
        return failed(`nothing of it was received: ${answer.incomplete}`, 'send the body with the headers');
      return failed(answer.status === 204 ? 'empty (204)' : 'empty', `return ${example}`);
    },
  },
  {
    name: 'the body matches the expected schema',
    errorType: 'ResponseDoesNotMeetJsonSchemaError',
    judge: ({ answer, content }) => {
      if (!answer || answer.body.length === 0) return notReached;
      if (answer.incomplete)
        return failed(`incomplete: ${answer.incomplete}`, `return ${example}, without delay`);
      if (!content) return notReached;
      return 'wrong' in content ? failed(content.wrong, `return ${example}`) : passed('url and expTimestamp');
    },
  },
  {
    name: 'the expiration datetime is in UTC',
    errorType: 'ResponseContentFromPrivateUrlError',
    judge: ({ content, expiry }) => {
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
    judge: ({ expiry, now }) => {
      if (expiry?.at === undefined) return notReached;
      const left = expiry.at - now;
      if (left > 0) return passed(`in ${durationText(left)}`);
      return failed(
        `${durationText(-left)} ago`,
        "set it some minutes ahead; check the server's clock if it is meant to be",
      );
    },
  },
  {
    name: 'the received public URL is valid and HTTPS',
    errorType: 'UrlIsNotValidError',
    judge: ({ content }) =>
      !content || 'wrong' in content ? notReached : judgeUrl(content.url, 'the url of the response'),
  },
];

const example = '{"url": "https://...", "expTimestamp": "2026-10-15T12:00:00Z"}';

export function judgeUrl(text: string, what: string): Judgement {
  const problem = httpsUrlProblem(text);
  return problem === undefined
    ? passed(safeText(shownOrigin(text), 100))
    : failed(safeText(shownOrigin(text), 100), `${what} must be ${problem}`);
}

export const isSuccess = (status: number) => status >= 200 && status < 300;

function judgeStatus({ fetched }: Evidence): Judgement {
  if (!fetched) return notReached;
  if (fetched.kind === 'failure') return failed(fetched.message, fetched.fix);
  const { status } = fetched;
  if (isSuccess(status)) return passed(String(status));
  if (status >= 300 && status < 400) {
    return failed(
      `${status}, a redirect${redirectWords(fetched)}`,
      'respond at this URL itself: redirects are not followed',
    );
  }
  if (status === 401 || status === 403) {
    return failed(
      String(status),
      'let the platform in: compare the token in the query string with the one that you expect',
    );
  }
  if (status === 404) return failed('404', 'check the path of the private URL');
  if (status >= 500) return failed(String(status), "look into your server's own log");
  return failed(String(status), 'respond to a plain GET with 200');
}
