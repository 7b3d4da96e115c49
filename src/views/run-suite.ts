import type { UntrustedFetch } from '../platform/ui-integrations/fetch-result.ts';
import { httpsUrlProblem } from '../platform/ui-integrations/https-url.ts';
import type { Registration } from '../platform/ui-integrations/registration.ts';
import { isPrivate } from '../platform/ui-integrations/source-type.ts';
import { runPublicCheck, runSuite, type SuiteResult } from '../platform/ui-integrations/suite.ts';

/** What the sandbox needs to call a private URL as the platform does. */
export interface ViewProbe {
  readonly fetch: UntrustedFetch;
  /** Milliseconds since 1970, in real time: endpoints on this machine do not use the hotel's clock. */
  readonly now: () => number;
}

/** For a sandbox that was not configured to fetch URLs. */
export const noProbe: ViewProbe = {
  fetch: async () => ({
    kind: 'failure',
    message: 'not requested: this sandbox does not fetch URLs',
    fix: 'start it with `hotelctl sandbox`',
    blocked: true,
  }),
  now: () => 0,
};

/** Runs the whole suite for a private integration, fetching its URL, or the one check of a public integration. */
export async function runSuiteOf(
  { sourceUrl, sourceType }: Pick<Registration, 'sourceUrl' | 'sourceType'>,
  { fetch, now }: ViewProbe,
): Promise<SuiteResult> {
  if (!isPrivate(sourceType)) return runPublicCheck(sourceUrl);
  const fetched = httpsUrlProblem(sourceUrl) === undefined ? await fetch(sourceUrl) : undefined;
  return runSuite(sourceUrl, fetched, now());
}
