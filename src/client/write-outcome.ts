import { HotelctlError, OutcomeUnknownError, UndocumentedResponseError } from '../base/errors.ts';
import { trackingIdOf } from '../http/body.ts';
import type { HttpResponse } from '../http/exchange.ts';

/** What the sign-in page of a guest network answers to everything; the platform never does. */
export const isWebPage = ({ headers }: HttpResponse) =>
  (headers['content-type'] ?? '').startsWith('text/html');

export const notDocumented = (message: string, { status, headers }: HttpResponse) =>
  new UndocumentedResponseError(message, {
    hint: 'check --integration-url; report it if that is right',
    status,
    trackingId: trackingIdOf(headers),
  });

/**
 * Exit 9: a write was sent, and no certain response came.
 *
 * @param what was written, as it reads in a sentence: `the booking`
 * @param cause the response or the error, where there is one
 */
export function outcomeUnknown(what: string, why: string, hint: string, cause: unknown): OutcomeUnknownError {
  const { status, messages, trackingId } = cause instanceof HotelctlError ? cause.details : {};
  return new OutcomeUnknownError(`the outcome of ${what} is unknown: ${why}`, {
    hint,
    cause,
    status,
    messages,
    trackingId,
  });
}

/** The error of a write to a UI integration; a certain one stays what it is. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!(error instanceof HotelctlError) || !(error.code === 'temporary' || error.code === 'undocumented')) {
    return error;
  }
  const hint = 'check with `hotelctl ui-integration list` before you try again';
  return outcomeUnknown(what, error.message, hint, error);
}
