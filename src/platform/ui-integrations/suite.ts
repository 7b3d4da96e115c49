import { isSuccess } from '../../base/http-status.ts';
import type { FetchResult } from './fetch-result.ts';
import { readExpiry, readSecureUrlResponse } from './secure-url-response.ts';
import { type CheckResult, checkUrl, type SuiteInput, suite } from './suite-checks.ts';

export interface SuiteResult {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  /** The first check that failed, with the platform's name for it. */
  readonly failure?: CheckResult & { readonly errorType: string };
  /** The URL of the view, set after the suite has passed its check; a secret. */
  readonly publicUrl?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
  /** Additional fields of the response. */
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
    name,
    errorType,
    ...check(input),
  }));
  const failure = results.find(check => check.result === 'failed');
  const publicUrl = results.at(-1)?.result === 'passed' ? right?.url : undefined;
  return {
    passed: results.every(check => check.result === 'passed'),
    checks: results.map(({ errorType: _, ...check }) => check),
    ...(failure ? { failure } : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(expiry?.at === undefined ? {} : { expires: expiry.at }),
    otherFields: right?.others ?? [],
  };
}

/** The only check that the platform runs for a public integration (platform.md, rule 2). */
export function runPublicCheck(publicUrl: string): SuiteResult {
  const check = {
    number: 1,
    name: 'the public URL is valid and HTTPS',
    ...checkUrl(publicUrl, 'the public URL'),
  };
  const isRight = check.result === 'passed';
  return {
    passed: isRight,
    checks: [check],
    ...(isRight ? { publicUrl } : { failure: { ...check, errorType: 'UrlIsNotValidError' } }),
    otherFields: [],
  };
}
