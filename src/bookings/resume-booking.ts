import { OutcomeUnknownError, UsageError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';
import { type BookingSender, sendUnderKey, withBookingLocks } from './create-booking.ts';
import { refuseLateResume, uncertain } from './earlier-attempt.ts';
import { digestOf } from './intent.ts';
import type { JournalContent } from './journal.ts';
import { type CreatedBooking, fetchPlatformTime } from './send-booking.ts';
import { sentRequests } from './sent-requests.ts';
import {
  type Attempt,
  attemptsOf,
  type CreatedAttempt,
  isCreated,
  isSent,
  type KeyedAttempt,
} from './standing.ts';

/**
 * Sends again exactly the request that was sent with a key. The platform returns the same response for it, whether the
 * first request arrived or not.
 *
 * @param sameBody the request, if it is known from another source; it must have the same digest
 * @returns the booking, from the platform or, if its outcome is certain by now, from the journal
 * @throws UsageError if there is nothing to resume; OutcomeUnknownError if it must not be sent again
 */
export async function resumeBooking(
  key: string,
  sender: BookingSender,
  sameBody?: string,
): Promise<CreatedBooking> {
  const { context, journal, platform } = sender;
  return withBookingLocks(attemptFor(key, await journal.read()), context, async () => {
    const attempt = attemptFor(key, await journal.read());
    if (isCreated(attempt)) return createdBefore(attempt);
    refuseSettled(attempt);
    if (!isSent(attempt)) throw uncertain('the time when the booking was sent is unknown');
    const { digest, host, quoteId, transactionReference, stays, propertyIds, grandTotal, authorizedAt } =
      attempt;
    if (host !== platform.baseUrl) {
      throw new UsageError(`the booking was sent to another API host, ${safeText(host, 200)}`, {
        hint: 'nothing was sent; choose the profile of that host with --profile',
      });
    }
    const now = { platform: await fetchPlatformTime(platform), machine: context.clock.now() };
    refuseLateResume(attempt, now);
    const body = (await sentRequests(context).read(key)) ?? sameBody;
    if (body === undefined || digestOf(host, quoteId, body) !== digest) {
      throw new OutcomeUnknownError('the request that was sent is no longer stored on this machine', {
        hint: 'nothing was sent now; look for the booking in the platform',
      });
    }
    return sendUnderKey(
      key,
      {
        intent: { body, digest, quoteId, transactionReference, stays },
        host,
        propertyIds,
        grandTotal,
        authorizedAt: authorizedAt === undefined ? undefined : Date.parse(authorizedAt),
      },
      sender,
      { platformTime: now.platform, resumed: true },
    );
  });
}

const createdBefore = ({ bookingId, reservationIds }: CreatedAttempt): CreatedBooking => ({
  id: bookingId,
  reservationIds: reservationIds.map(id => ({ id })),
});

function attemptFor(key: string, content: JournalContent): KeyedAttempt {
  const attempt = attemptsOf(content).find(one => one.key === key);
  if (attempt) return attempt;
  throw new UsageError(`no booking was sent from this machine under the key ${safeText(key, 100)}`, {
    hint: 'see the keys with `hotelctl bookings list --columns state,key`',
  });
}

function refuseSettled({ state }: Attempt): void {
  if (state === 'unknown') return;
  const what = state === 'refused' ? 'the platform refused the booking' : 'the booking was never sent';
  throw new UsageError(`${what}, so there is nothing to resume`, {
    hint: 'run `hotelctl bookings create` again',
  });
}
