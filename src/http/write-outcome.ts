import { HotelctlError, OutcomeUnknownError, UndocumentedResponseError } from '../base/errors.ts';
import { trackingIdOf } from './body.ts';
import type { HttpResponse } from './exchange.ts';

/** The sign-in page that a guest network returns for every request; the platform never returns one. */
export const isWebPage = ({ headers }: HttpResponse) =>
  (headers['content-type'] ?? '').startsWith('text/html');

export const notDocumented = (message: string, { status, headers }: HttpResponse) =>
  new UndocumentedResponseError(message, {
    hint: 'check --integration-url; if it is correct, report this',
    status,
    trackingId: trackingIdOf(headers),
  });

/**
 * Exit 9: a write was sent, but no conclusive response was received.
 *
 * @param what the object that was written, as used in a sentence: `the booking`
 * @param cause the response or the error, if there is one
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

/** The error of a write to a UI integration; a conclusive one is returned unchanged. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!(error instanceof HotelctlError) || !(error.code === 'temporary' || error.code === 'undocumented')) {
    return error;
  }
  const hint = 'check with `hotelctl ui-integration list` before you try again';
  return outcomeUnknown(what, error.message, hint, error);
}
