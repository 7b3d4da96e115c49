import * as z from 'zod/mini';
import { nullish } from '../models.ts';

/** The answer of `$test` (platform-facts, UI integrations): HTTP 200 also for a suite that failed. */
export const testAnswer = z.looseObject({
  success: nullish(z.boolean()),
  errorType: nullish(z.string()),
  errorMessage: nullish(z.string()),
  errorContent: z.optional(z.unknown()),
  receivedResponse: z.optional(z.unknown()),
});
export type TestAnswer = z.infer<typeof testAnswer>;

/**
 * Whether the suite passed. A serialiser that leaves `false` out makes an answer with an error and no `success`;
 * an answer with neither says nothing: undefined.
 */
export function testPassed({ success, errorType, errorMessage }: TestAnswer): boolean | undefined {
  if (typeof success === 'boolean') return success;
  return errorType || errorMessage ? false : undefined;
}

const fixes: Readonly<Record<string, string>> = {
  HttpRequestToPrivateUrlError:
    'the platform got no 2xx answer from the private URL: let its addresses in, and answer without a redirect',
  ResponseDoesNotMeetJsonSchemaError:
    'answer {"url": "https://...", "expTimestamp": "2026-10-15T12:00:00Z"} as JSON',
  UrlIsNotValidError: 'both the private URL and the url in its answer must be valid https:// addresses',
  ResponseContentFromPrivateUrlError:
    'answer with a body whose expTimestamp is in UTC and some minutes ahead',
};

/** What to do about a failure; `check` finds the rest from outside. */
export const fixFor = (errorType: string | null | undefined): string =>
  fixes[errorType ?? ''] ??
  '`hotelctl ui-integration check` runs the same checks from here and shows more detail';
