import type { Context } from '../base/context.ts';
import { type OutcomeUnknownError, OutputError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { outcomeUnknown } from '../http/refusal.ts';
import { keyLifetime } from '../platform/bookings/time-limits.ts';
import type { Money } from '../platform/money.ts';
import { safeText } from '../platform/safe-text.ts';
import { refuseSecondBooking } from './earlier-attempt.ts';
import { type BookingIdentity, type BookingIntent, digestOfText } from './intent.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Platform } from './offers.ts';
import {
  type CreatedBooking,
  fetchPlatformTime,
  type Outcome,
  postBooking,
  type SignInFailed,
} from './send-booking.ts';
import { sentRequests } from './sent-requests.ts';
import { type Attempt, attemptsOf, nextKey, standingOf } from './standing.ts';

export interface BookingToSend {
  readonly intent: BookingIntent;
  readonly host: string;
  readonly propertyIds: readonly string[];
  readonly grandTotal: Money;
  /** Milliseconds since 1970. */
  readonly authorizedAt?: number | undefined;
  /** Whether a second identical booking is intended. */
  readonly again: boolean;
}

/** Everything that is needed to send a booking. */
export interface BookingSender {
  readonly context: Context;
  readonly journal: Journal;
  readonly platform: Platform;
  readonly signInFailed: SignInFailed;
}

/**
 * Sends a booking at most once: under the locks of its identity, with a line in the journal before and after.
 *
 * @param lastCheck throws if a check that was made before the lock is no longer valid; nothing is sent then
 * @throws OutcomeUnknownError (exit 9) if it was sent, now or before, without a conclusive response; UsageError if it
 * was created before; the platform's refusal; TemporaryError if nothing was sent
 */
export async function createBooking(
  booking: BookingToSend,
  sender: BookingSender,
  lastCheck: () => void,
): Promise<CreatedBooking> {
  const { intent, again } = booking;
  const { context, journal } = sender;
  return withBookingLocks(intent, context, async () => {
    const content = await journal.read();
    refuseSecondBooking(standingOf(content, intent), intent, again);
    lastCheck();
    const over = attemptsOf(content).filter(attempt => isOver(attempt, context.clock.now()));
    await sentRequests(context).removeAll(over.map(({ key }) => key));
    const key = nextKey(content, intent.digest);
    const platformTime = await fetchPlatformTime(sender.platform);
    return sendUnderKey(key, booking, sender, { platformTime, resumed: false });
  });
}

/** The journal's entries about a booking, read while no other process is sending it. */
export const standingNow = (intent: BookingIdentity, context: Context): Promise<Attempt | undefined> =>
  withBookingLocks(intent, context, async () => standingOf(await openJournal(context).read(), intent));

/**
 * Runs `work` while no other process sends a booking with the same payment, quote or stay. Only here can an outcome be
 * classified as unknown: without the lock, the request may still be in flight.
 */
export function withBookingLocks<T>(
  { quoteId, transactionReference, stays }: BookingIdentity,
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  // Every process takes them in this order, so that no two wait for each other.
  const names = Object.entries({ quote: quoteId, payment: transactionReference, stays }).flatMap(
    ([kind, value]) =>
      value === undefined ? [] : [`booking-${digestOfText(`${kind} ${value}`).slice(0, 24)}`],
  );
  return names.reduceRight<() => Promise<T>>((inner, name) => () => withLock(name, context, inner), work)();
}

/**
 * The only place that sends a booking. Its caller holds the locks and has checked the journal.
 * @param resumed whether the same request was sent with this key before
 */
export async function sendUnderKey(
  key: string,
  { intent, host, propertyIds, grandTotal, authorizedAt }: Omit<BookingToSend, 'again'>,
  { context, journal, platform, signInFailed }: BookingSender,
  { platformTime, resumed }: { readonly platformTime: number | undefined; readonly resumed: boolean },
): Promise<CreatedBooking> {
  const { body, digest, quoteId, transactionReference, stays } = intent;
  context.interrupted.throwIfAborted();
  const requests = sentRequests(context);
  await requests.store(key, body);
  const sending = {
    event: 'sending' as const,
    key,
    quoteId,
    transactionReference,
    stays,
    digest,
    host,
    propertyIds,
    grandTotal,
    authorizedAt: timeOf(authorizedAt),
    platformTime: timeOf(platformTime),
  };
  await journal.append(sending).catch(async error => {
    await requests.remove(key);
    throw error;
  });
  const outcome = await postBooking(platform, { key, body }, signInFailed);
  const settled = await conclude(outcome, key, resumed, journal);
  await requests.remove(key);
  return settled();
}

const timeOf = (moment: number | undefined) =>
  moment === undefined ? undefined : new Date(moment).toISOString();

/**
 * Writes the outcome to the journal. @returns a function to call after the stored request is deleted: it returns the
 * booking or throws the refusal
 */
async function conclude(
  outcome: Outcome,
  key: string,
  resumed: boolean,
  journal: Journal,
): Promise<() => CreatedBooking> {
  if (outcome.kind === 'created') {
    const { id, reservationIds } = outcome.booking;
    await journal
      .append({ event: 'created', key, bookingId: id, reservationIds: reservationIds.map(one => one.id) })
      .catch(error => {
        throw new OutputError(`${safeText(id, 100)} was created, but ${(error as Error).message}`, {
          hint: 'note the booking id, and do not send the booking again',
          cause: error,
        });
      });
    return () => outcome.booking;
  }
  // An earlier attempt may have been carried out, whatever stops this one. Only 422 is a response to the key itself.
  const isSettled = !resumed || (outcome.kind === 'refused' && outcome.status === 422);
  if (isSettled && outcome.kind !== 'unknown') {
    const event =
      outcome.kind === 'refused'
        ? ({ event: 'refused', key, status: outcome.status } as const)
        : ({ event: 'not-sent', key } as const);
    await journal.append(event).catch(() => {});
    return () => {
      throw outcome.error;
    };
  }
  // Without this line the journal has the same meaning, so a full disk is not an error.
  await journal.append({ event: 'unknown', key }).catch(() => {});
  throw unknownOutcome(outcome, key);
}

function unknownOutcome(outcome: Exclude<Outcome, { kind: 'created' }>, key: string): OutcomeUnknownError {
  const cause = outcome.kind === 'unknown' ? outcome.response : outcome.error;
  const why = outcome.kind === 'unknown' ? outcome.why : (cause as Error).message;
  const hint = `do not book again; run \`hotelctl bookings resume ${key}\``;
  return outcomeUnknown('the booking', why, hint, cause);
}

/** Whether an attempt can't be sent again: it has its outcome, or the platform no longer knows its key. */
const isOver = ({ state, firstSentAt, at }: Attempt, now: number): boolean =>
  state === 'created' || state === 'refused' || now - Date.parse(firstSentAt ?? at) > keyLifetime;
