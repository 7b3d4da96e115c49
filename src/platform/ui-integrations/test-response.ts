import * as z from 'zod/mini';
import { nullish } from '../models.ts';

/** The response of `$test` (platform-facts, UI integrations): HTTP 200 also for a suite that failed. */
export const testResponse = z.looseObject({
  success: nullish(z.boolean()),
  errorType: nullish(z.string()),
  errorMessage: nullish(z.string()),
  errorContent: z.optional(z.unknown()),
  receivedResponse: z.optional(z.unknown()),
});
export type TestResponse = z.infer<typeof testResponse>;

/**
 * Whether the suite passed. A serializer that omits `false` produces a response with an error and no `success`; a
 * response with neither is inconclusive: undefined.
 */
export function testPassed({ success, errorType, errorMessage }: TestResponse): boolean | undefined {
  if (typeof success === 'boolean') return success;
  return errorType || errorMessage ? false : undefined;
}

const fixes: Readonly<Record<string, string>> = {
  HttpRequestToPrivateUrlError:
    'the platform received no 2xx response from the private URL: allow its addresses, and respond without a redirect',
  ResponseDoesNotMeetJsonSchemaError:
    'return {"url": "https://...", "expTimestamp": "2026-10-15T12:00:00Z"} as JSON',
  UrlIsNotValidError: 'both the private URL and the url in its response must be valid https:// addresses',
  ResponseContentFromPrivateUrlError: 'return a body whose expTimestamp is in UTC and a few minutes ahead',
};

/** How to fix a failure; `check` shows more detail. */
export const fixFor = (errorType: string | null | undefined): string =>
  fixes[errorType ?? ''] ??
  '`hotelctl ui-integration check` runs the same checks from here and shows more detail';
