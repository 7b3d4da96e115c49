import { httpsUrlProblem } from '../../platform/integrations/https-url.ts';
import type { Registration } from '../../platform/integrations/registration.ts';
import type { Visit } from '../../platform/integrations/sighting.ts';
import { isPrivate } from '../../platform/integrations/source-type.ts';
import { runPublicCheck, runSuite, type SuiteResult } from '../../platform/integrations/suite.ts';

/** What the sandbox needs to call a private URL as the platform does. */
export interface Caller {
  readonly visit: Visit;
  /** Milliseconds since 1970, the real ones: endpoints on this machine know nothing of the hotel's clock. */
  readonly now: () => number;
}

/** For a sandbox that was given no way to call out. */
export const callsNobody: Caller = {
  visit: async () => ({
    kind: 'failure',
    words: 'not asked: this sandbox calls nobody',
    mend: 'start it with `hotelctl sandbox`',
    guarded: true,
  }),
  now: () => 0,
};

/** The whole suite for a private integration, really calling its URL; the one check of a public one. */
export async function examine(
  { sourceUrl, sourceType }: Pick<Registration, 'sourceUrl' | 'sourceType'>,
  { visit, now }: Caller,
): Promise<SuiteResult> {
  if (!isPrivate(sourceType)) return runPublicCheck(sourceUrl);
  const sighting = httpsUrlProblem(sourceUrl) === undefined ? await visit(sourceUrl) : undefined;
  return runSuite(sourceUrl, sighting, now());
}

/** The suite's verdict as `$test` answers it (platform-facts, UI integrations). */
export function testAnswerOf({ failure }: SuiteResult): object {
  if (!failure) return { success: true };
  return {
    success: false,
    errorType: failure.errorType,
    errorMessage: `Check failed: ${failure.name}: ${failure.mend ?? ''}`,
    receivedResponse: failure.seen,
  };
}

/** The same as a message of a 422: a private integration that fails the suite is rejected (platform.md, Errors). */
export const rejectionOf = ({ failure }: SuiteResult): readonly string[] =>
  failure ? [`Test suite: ${failure.name}: ${failure.seen}; ${failure.mend ?? ''}`] : [];
