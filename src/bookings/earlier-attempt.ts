import { OutcomeUnknownError, UsageError } from '../base/errors.ts';
import { durationText } from '../base/text.ts';
import { authorizationLifetime, clockDifference, keyLifetime } from '../platform/bookings/time-limits.ts';
import { safeText } from '../platform/safe-text.ts';
import type { BookingIdentity } from './intent.ts';
import type { Attempt, SentAttempt } from './standing.ts';

/** The placeholder for `bookings resume KEY` in a hint; a key that was cut off cannot be resumed. */
export const resumeHint = ({ key }: Pick<Attempt, 'key'>): string =>
  key === undefined
    ? 'nothing was sent now; look for the booking in the platform before you book again'
    : `nothing was sent now; run \`hotelctl bookings resume ${key}\``;

/**
 * Refuses a booking if an earlier attempt conflicts with it.
 *
 * @param again whether a second identical booking is intended; not allowed while an outcome is unknown
 * @throws OutcomeUnknownError, UsageError
 */
export function refuseSecondBooking(
  before: Attempt | undefined,
  intent: BookingIdentity,
  again: boolean,
): void {
  if (before === undefined) return;
  const what = nameOf(before, intent);
  if (before.state === 'unknown') {
    throw new OutcomeUnknownError(`${what} was sent before, and the outcome is unknown`, {
      hint: resumeHint(before),
    });
  }
  const isPaidFor =
    before.transactionReference !== undefined && before.transactionReference === intent.transactionReference;
  if (again && !isPaidFor) return;
  throw new UsageError(`${what} was already booked: ${safeText(before.bookingId ?? '', 100)}`, {
    hint: isPaidFor
      ? 'nothing was sent; one authorization pays for one booking'
      : 'nothing was sent; add --again to book it a second time',
  });
}

/** The payment, the quote or the stay that both attempts have in common. */
function nameOf(before: Attempt, intent: BookingIdentity): string {
  const { transactionReference, quoteId } = intent;
  if (transactionReference !== undefined && before.transactionReference === transactionReference) {
    return `the payment ${safeText(transactionReference, 100)}`;
  }
  return quoteId !== undefined && before.quoteId === quoteId
    ? `the quote ${safeText(quoteId, 100)}`
    : 'a booking of the same stay for the same booker';
}

/**
 * Refuses to send an attempt again if that could create a second booking, or one without its payment. The age is
 * measured with the platform's clock if both times are known.
 *
 * @param now by the platform's clock and by this machine's, in milliseconds since 1970
 * @throws OutcomeUnknownError
 */
export function refuseLateResume(
  attempt: SentAttempt,
  now: { readonly platform: number | undefined; readonly machine: number },
): void {
  const { firstSentAt, firstPlatformTime, authorizedAt } = attempt;
  const age =
    firstPlatformTime !== undefined && now.platform !== undefined
      ? now.platform - Date.parse(firstPlatformTime)
      : (now.platform ?? now.machine) - Date.parse(firstSentAt);
  // A comparison with an invalid time is false, and the attempt is then refused as well.
  if (!(age >= -clockDifference)) {
    throw uncertain('the journal dates the booking in the future: the clock of this machine is or was wrong');
  }
  if (age > keyLifetime) {
    throw uncertain(
      `the booking was sent ${durationText(age, 'min')} ago: the platform no longer knows its Idempotency-Key`,
    );
  }
  if (authorizedAt === undefined) return;
  const authorizationAge = Date.parse(firstSentAt) - Date.parse(authorizedAt) + age;
  if (authorizationAge <= authorizationLifetime) return;
  throw new OutcomeUnknownError(
    'the authorization of the booking is more than two hours old: if the booking was not made, it can no longer be paid',
    { hint: 'nothing was sent now; look for the booking in the platform' },
  );
}

/** The error of an attempt that the platform might carry out a second time. */
export const uncertain = (message: string): OutcomeUnknownError =>
  new OutcomeUnknownError(message, {
    hint: 'nothing was sent now, because it could be booked twice; look for the booking in the platform',
  });
