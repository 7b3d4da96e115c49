import type { Context } from '../base/context.ts';
import { OutcomeUnknownError, OutputError, UsageError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { outcomeUnknown } from '../http/refusal.ts';
import { keyLifetime } from '../platform/bookings/kinds.ts';
import type { Money } from '../platform/money.ts';
import { safeText } from '../platform/safe-text.ts';
import { type BookingIdentity, type BookingIntent, digestOf, digestOfText } from './intent.ts';
import { type Journal, type JournalContent, openJournal, sentRequests } from './journal.ts';
import {
  type CreatedBooking,
  fetchPlatformTime,
  type Outcome,
  type Platform,
  postBooking,
} from './requests.ts';
import {
  type Attempt,
  attemptsOf,
  isSent,
  type KeyedAttempt,
  nextKey,
  refuseLateResume,
  refuseSecondBooking,
  settleHint,
  standingOf,
  uncertain,
} from './standing.ts';

export interface BookingToSend {
  readonly intent: BookingIntent;
  readonly host: string;
  readonly propertyIds: readonly string[];
  readonly grandTotal: Money;
  /** ISO 8601, in UTC. */
  readonly authorizedAt?: string | undefined;
  /** Whether a second identical booking is intended. */
  readonly again: boolean;
}

/** Everything that is needed to send a booking. */
export interface BookingSender {
  readonly context: Context;
  readonly journal: Journal;
  readonly platform: Platform;
  /** Whether the sign-in failed: such a request was never carried out. */
  readonly signInFailed: () => boolean;
  /** Whether the platform carries out each Idempotency-Key once: `assume.bookings.honorsKeys`. */
  readonly honorsKeys: string;
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
async function sendUnderKey(
  key: string,
  { intent, host, propertyIds, grandTotal, authorizedAt }: Omit<BookingToSend, 'again'>,
  { context, journal, platform, signInFailed }: BookingSender,
  { platformTime, resumed }: { readonly platformTime: number | undefined; readonly resumed: boolean },
): Promise<CreatedBooking> {
  const { body, digest, quoteId, transactionReference, stays } = intent;
  context.interrupted.throwIfAborted();
  const requests = sentRequests(context);
  await requests.store(key, body);
  const identity = { quoteId, transactionReference, stays, digest };
  const sentAt = platformTime === undefined ? undefined : new Date(platformTime).toISOString();
  await journal
    .append({
      event: 'sending',
      key,
      ...identity,
      host,
      propertyIds,
      grandTotal,
      authorizedAt,
      platformTime: sentAt,
    })
    .catch(async error => {
      await requests.remove(key);
      throw error;
    });
  const outcome = await postBooking(platform, { key, body }, signInFailed);
  const settled = await conclude(outcome, key, resumed, journal);
  await requests.remove(key);
  return settled();
}

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
    const { kind: event } = outcome;
    await journal
      .append(event === 'refused' ? { event, key, status: outcome.status } : { event, key })
      .catch(() => {});
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
  const { context, journal, platform, honorsKeys } = sender;
  return withBookingLocks(attemptFor(key, await journal.read()), context, async () => {
    const attempt = attemptFor(key, await journal.read());
    if (attempt.state === 'created') {
      const { bookingId = '', reservationIds = [] } = attempt;
      return { id: bookingId, reservationIds: reservationIds.map(id => ({ id })) };
    }
    refuseSettled(attempt);
    if (honorsKeys !== 'yes') throw unassumedKeys(key, honorsKeys);
    if (!isSent(attempt)) throw uncertain('the time when the booking was sent is unknown');
    const { digest, host, quoteId, propertyIds, grandTotal, authorizedAt } = attempt;
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
      { intent: { ...attempt, body }, host, propertyIds, grandTotal, authorizedAt },
      sender,
      { platformTime: now.platform, resumed: true },
    );
  });
}

function attemptFor(key: string, content: JournalContent): KeyedAttempt {
  const attempt = attemptsOf(content).find(one => one.key === key);
  if (attempt) return attempt;
  throw new UsageError(`no booking was sent from this machine under the key ${safeText(key, 100)}`, {
    hint: 'see the keys with `hotelctl bookings list --columns state,key`',
  });
}

const unassumedKeys = (key: string, honorsKeys: string): OutcomeUnknownError =>
  new OutcomeUnknownError(
    `the booking was not sent again: ${honorsKeys === 'no' ? 'the platform books it twice' : 'it is not known whether the platform would book it twice'} (assume.bookings.honorsKeys is ${honorsKeys})`,
    { hint: settleHint(key) },
  );

function refuseSettled({ state }: Attempt): void {
  if (state === 'unknown') return;
  const what = state === 'refused' ? 'the platform refused the booking' : 'the booking was never sent';
  throw new UsageError(`${what}, so there is nothing to resume`, {
    hint: 'run `hotelctl bookings create` again',
  });
}
