import { UsageError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';
import { type BookingSender, sendUnderKey, withBookingLocks } from './create-booking.ts';
import { digestRequest } from './intent.ts';
import { type JournalContent, sentRequests } from './journal.ts';
import { fetchPlatformTime, type SentBooking } from './requests.ts';
import {
  type Attempt,
  isSent,
  type KeyedAttempt,
  listAttempts,
  refuseLateResume,
  scriptFields,
  stillUnknown,
} from './standing.ts';

/**
 * Ends an unknown outcome that no request can settle: a person looked for the booking in the platform.
 *
 * @param bookingId the booking that was found; undefined if none was made
 * @throws UsageError if the outcome is known
 */
export async function settleBooking(
  key: string,
  bookingId: string | undefined,
  { context, journal }: Pick<BookingSender, 'context' | 'journal'>,
): Promise<void> {
  await withBookingLocks(attemptFor(key, await journal.read([key])), context, async () => {
    const attempt = attemptFor(key, await journal.read([key]));
    const { state, bookingId: known } = attempt;
    const event = bookingId === undefined ? 'not-made' : 'created';
    if (state === event && known === bookingId) return;
    if (state !== 'unknown') {
      const outcome = known === undefined ? state : `${state}: ${safeText(known, 100)}`;
      throw new UsageError(`the outcome of this booking is known (${outcome})`, {
        hint: 'nothing was changed; see `hotelctl bookings list`',
        fields: scriptFields(attempt),
      });
    }
    await journal.append(
      bookingId === undefined
        ? { event: 'not-made', key }
        : { event: 'created', key, bookingId, reservationIds: [] },
    );
    await sentRequests(context).remove(key);
  });
}

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
): Promise<SentBooking> {
  const { context, journal, platform, honorsKeys } = sender;
  return withBookingLocks(attemptFor(key, await journal.read([key])), context, async () => {
    const attempt = attemptFor(key, await journal.read([key]));
    if (attempt.state === 'created') {
      const { bookingId = '', reservationIds = [], grandTotal: total } = attempt;
      return { booking: { id: bookingId, reservationIds: reservationIds.map(id => ({ id })) }, key, total };
    }
    refuseSettled(attempt);
    if (honorsKeys !== 'yes') {
      const why =
        honorsKeys === 'no'
          ? 'the platform books it twice'
          : 'it is not known whether the platform would book it twice';
      throw stillUnknown(
        `the booking was not sent again: ${why} (assume.bookings.honorsKeys is ${honorsKeys})`,
        attempt,
      );
    }
    if (!isSent(attempt)) throw stillUnknown('the time when the booking was sent is unknown', attempt);
    const { digest, host, quoteId, propertyIds, grandTotal, authorizedAt } = attempt;
    if (host !== platform.baseUrl) {
      throw new UsageError(`the booking was sent to another API host, ${safeText(host, 200)}`, {
        hint: 'nothing was sent; choose the profile of that host with --profile',
      });
    }
    const now = { platform: await fetchPlatformTime(platform), machine: context.clock.now() };
    refuseLateResume(attempt, now);
    const body = (await sentRequests(context).read(key)) ?? sameBody;
    if (body === undefined || digestRequest(host, quoteId, body) !== digest) {
      throw stillUnknown('the request that was sent is no longer stored on this machine', attempt);
    }
    return sendUnderKey(
      key,
      { intent: { ...attempt, body }, host, propertyIds, grandTotal, authorizedAt },
      sender,
      { platformTime: now.platform, resumed: true },
    );
  });
}

function attemptFor(key: string, content: JournalContent): KeyedAttempt {
  const attempt = listAttempts(content).find(one => one.key === key);
  if (attempt) return attempt;
  // Its line was cut off or damaged.
  if (content.torn.length > 0) return { key, state: 'unknown', at: '', propertyIds: [] };
  throw new UsageError(`no booking was sent from this machine under the key ${safeText(key, 100)}`, {
    hint: 'see the keys with `hotelctl bookings list --columns state,key`',
  });
}

function refuseSettled({ state }: Attempt): void {
  if (state === 'unknown') return;
  const what = { refused: 'the platform refused the booking', 'not-made': 'the booking was not made' };
  const why = what[state as keyof typeof what] ?? 'the booking was never sent';
  throw new UsageError(`${why}, so there is nothing to resume`, {
    hint: 'run `hotelctl bookings create` again',
  });
}
