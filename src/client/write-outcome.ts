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

/** Exit 9: sent, and no answer came that tells what became of it. A certain answer stays what it is. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!(error instanceof HotelctlError) || !(error.code === 'temporary' || error.code === 'undocumented')) {
    return error;
  }
  const { status, messages, trackingId } = error.details;
  return new OutcomeUnknownError(`nobody knows what became of ${what}: ${error.message}`, {
    hint: 'look with `hotelctl ui-integration list` before you try again',
    cause: error,
    status,
    messages,
    trackingId,
  });
}
