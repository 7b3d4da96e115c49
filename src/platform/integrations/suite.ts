import type { FetchResult } from './fetch-result.ts';
import { readExpiry, readSecureUrlAnswer } from './secure-url-answer.ts';
import { type CheckResult, type Evidence, isSuccess, judgeUrl, suite } from './suite-checks.ts';

export interface SuiteResult {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  /** The first check that failed, with the platform's name for it. */
  readonly failure?: CheckResult & { readonly errorType: string };
  /** Where the view is, once the suite passed its check; a secret. */
  readonly publicUrl?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
  /** Fields of the answer that nobody asked for. */
  readonly otherFields: readonly string[];
}

/**
 * Runs the suite over what was observed; nothing is asked here. A check that can still be judged after another one
 * failed is judged, so that one run tells all that is to fix.
 *
 * @param fetched of the private URL; undefined when it was not asked, because the URL itself is wrong
 * @param now milliseconds since 1970
 */
export function runSuite(privateUrl: string, fetched: FetchResult | undefined, now: number): SuiteResult {
  const answer = fetched?.kind === 'response' && isSuccess(fetched.status) ? fetched : undefined;
  const whole = answer && answer.incomplete === undefined && answer.body.length > 0;
  const content = whole ? readSecureUrlAnswer(answer.body) : undefined;
  const right = content && !('wrong' in content) ? content : undefined;
  const expiry = right && readExpiry(right.expTimestamp);
  const evidence: Evidence = { privateUrl, fetched, now, answer, content, expiry };
  const judged = suite.map(({ name, errorType, judge }, index) => ({
    number: index + 1,
    name,
    errorType,
    ...judge(evidence),
  }));
  const failure = judged.find(check => check.result === 'failed');
  const publicUrl = judged.at(-1)?.result === 'passed' ? right?.url : undefined;
  return {
    passed: judged.every(check => check.result === 'passed'),
    checks: judged.map(({ errorType: _, ...check }) => check),
    ...(failure ? { failure } : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(expiry?.at === undefined ? {} : { expires: expiry.at }),
    otherFields: right?.others ?? [],
  };
}

/** The one check that the platform makes of a public integration (platform.md, rule 2). */
export function runPublicCheck(publicUrl: string): SuiteResult {
  const check = {
    number: 1,
    name: 'the public URL is valid and HTTPS',
    ...judgeUrl(publicUrl, 'the public URL'),
  };
  const isRight = check.result === 'passed';
  return {
    passed: isRight,
    checks: [check],
    ...(isRight ? { publicUrl } : { failure: { ...check, errorType: 'UrlIsNotValidError' } }),
    otherFields: [],
  };
}
