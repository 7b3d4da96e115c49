import type { Context } from '../base/context.ts';
import {
  HotelctlError,
  InterruptedError,
  OutputError,
  succeeds,
  UsageError,
  withDetails,
} from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { outcomeUnknown } from '../http/refusal.ts';
import { keyLifetime } from '../platform/bookings/offers.ts';
import type { Money } from '../platform/money.ts';
import { safeText } from '../platform/safe-text.ts';
import {
  type BookingIdentity,
  type BookingIntent,
  digestOfText,
  digestRequest,
  listNames,
} from './intent.ts';
import { type Journal, type JournalContent, sentRequests } from './journal.ts';
import {
  type BookingCreation,
  fetchPlatformTime,
  type Outcome,
  type Platform,
  postBooking,
  type SentBooking,
} from './requests.ts';
import {
  type Attempt,
  findStandingAttempt,
  isSent,
  type KeyedAttempt,
  listAttempts,
  nextKey,
  nextStep,
  refuseLateResume,
  refuseSecondBooking,
  scriptFields,
  stillUnknown,
} from './standing.ts';

export interface BookingToSend extends BookingIntent {
  readonly propertyIds: readonly string[];
  readonly grandTotal: Money;
  /** ISO 8601, in UTC. */
  readonly authorizedAt?: string | undefined;
  readonly again: boolean;
}

export interface BookingSender {
  readonly context: Context;
  readonly journal: Journal;
  readonly platform: Platform;
  /** Whether the sign-in failed: such a request was never carried out. */
  readonly signInFailed: () => boolean;
  /** Whether the platform carries out each Idempotency-Key once: `assume.bookings.honorsKeys`. */
  readonly honorsKeys: string;
  readonly creation: BookingCreation;
}

/**
 * Sends a booking at most once: under the locks of its identity, with a line in the journal before and after.
 *
 * @param lastCheck throws if a check that was made before the lock is no longer valid; nothing is sent then
 * @throws OutcomeUnknownError (exit 9) if it was sent, now or before, without a conclusive response; UsageError if it
 * was created before; the platform's refusal; TemporaryError if nothing was sent
 */
export async function createBooking(booking: BookingToSend, sender: BookingSender, lastCheck: () => void) {
  const { context, journal, honorsKeys } = sender;
  return withBookingLocks(booking, context, async () => {
    const content = await journal.read(listNames(booking));
    const { again, digest } = booking;
    refuseSecondBooking(findStandingAttempt(content, booking), booking, { again, honorsKeys });
    lastCheck();
    const key = nextKey(content, digest);
    const platformTime = await fetchPlatformTime(sender.platform);
    return sendUnderKey(key, booking, sender, { platformTime, resumed: false });
  });
}

/**
 * The earlier booking that this one would repeat, read while no other process is sending it.
 *
 * @throws OutcomeUnknownError, UsageError as `refuseSecondBooking`
 */
export const checkStanding = (
  intent: BookingIdentity,
  { context, journal, honorsKeys }: Pick<BookingSender, 'context' | 'journal' | 'honorsKeys'>,
  again: boolean,
  next?: string,
): Promise<Attempt | undefined> =>
  withBookingLocks(intent, context, async () => {
    const before = findStandingAttempt(await journal.read(listNames(intent)), intent);
    refuseSecondBooking(before, intent, { again, honorsKeys }, next);
    return before;
  });

/**
 * Runs `work` while no other process sends a booking with the same payment, quote or stay. Only here can an outcome be
 * classified as unknown: without the lock, the request may still be in flight.
 */
export function withBookingLocks<T>(
  { quoteId, transactionReference, stays, reference }: BookingIdentity,
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  // Every process takes them in this order, so that no two wait for each other.
  const names = Object.entries({ quote: quoteId, payment: transactionReference, stays, reference }).flatMap(
    ([kind, value]) =>
      value === undefined ? [] : [`booking-${digestOfText(`${kind} ${value}`).slice(0, 24)}`],
  );
  return names.reduceRight<() => Promise<T>>((inner, name) => () => withLock(name, context, inner), work)();
}

/**
 * The only place that sends a booking, and that writes its outcome to the journal. Its caller holds the locks and has
 * checked the journal.
 * @param resumed whether the same request was sent with this key before
 */
async function sendUnderKey(
  key: string,
  booking: Omit<BookingToSend, 'again'>,
  { context, journal, platform, signInFailed, honorsKeys, creation }: BookingSender,
  { platformTime, resumed }: { readonly platformTime: number | undefined; readonly resumed: boolean },
): Promise<SentBooking> {
  const { body, grandTotal } = booking;
  context.interrupted.throwIfAborted();
  const requests = sentRequests(context);
  await requests.store(key, body);
  await removeFinished(key, platformTime, context, journal);
  // The booking does not depend on it. By the platform's clock, because a wrong one would forget bookings.
  if (platformTime !== undefined) await journal.prune(platformTime).catch(() => {});
  const sentAt = platformTime === undefined ? undefined : new Date(platformTime).toISOString();
  await journal
    .append({
      event: 'sending',
      key,
      quoteId: booking.quoteId,
      transactionReference: booking.transactionReference,
      stays: booking.stays,
      reference: booking.reference,
      digest: booking.digest,
      host: platform.baseUrl,
      propertyIds: booking.propertyIds,
      grandTotal,
      authorizedAt: booking.authorizedAt,
      platformTime: sentAt,
      guest: booking.guest,
      arrival: booking.arrival,
      departure: booking.departure,
    })
    .catch(async error => {
      await requests.remove(key);
      throw error;
    });
  const { aborted, reason } = context.interrupted;
  // Ctrl-C while the line was written: nothing was sent.
  const outcome: Outcome = aborted
    ? { kind: 'not-sent', error: reason }
    : await postBooking(platform, creation, { key, body }, signInFailed);
  const fields = { key, total: grandTotal };
  if (outcome.kind === 'created') {
    const { booking: made } = outcome;
    const reservationIds = made.reservationIds.map(({ id }) => id);
    const sent = { booking: made, ...fields };
    await journal.append({ event: 'created', key, bookingId: made.id, reservationIds }).catch(error => {
      throw errorAfterCreation(sent, error);
    });
    await requests.remove(key);
    return sent;
  }
  // An earlier attempt may have been carried out, whatever stops this one. Only 422 is a response to the key itself.
  const isSettled = !resumed || (outcome.kind === 'refused' && outcome.status === 422);
  if (isSettled && outcome.kind !== 'unknown') {
    const { kind: event, error } = outcome;
    const isRecorded = await succeeds(
      journal.append(event === 'refused' ? { event, key, status: outcome.status } : { event, key }),
    );
    // The request is needed to find out an outcome that the journal does not have.
    if (!isRecorded) throw unrecorded(error, key);
    await requests.remove(key);
    throw error;
  }
  // Without this line the journal has the same meaning, so a full disk is not an error.
  await journal.append({ event: 'unknown', key }).catch(() => {});
  const cause = outcome.kind === 'unknown' ? outcome.response : outcome.error;
  const why = outcome.kind === 'unknown' ? outcome.why : (cause as Error).message;
  const hint = `do not book again; ${nextStep(key, honorsKeys)}`;
  throw withDetails(outcomeUnknown('the booking', why, hint, cause), {
    fields: { bookingId: null, ...fields },
  });
}

/** An error that begins with the id of the booking. Never exit 2 or 5: a script would then send it a second time. */
export function errorAfterCreation({ booking: { id }, key, total }: SentBooking, error: Error) {
  const { message } = error;
  return withDetails<HotelctlError>(
    error instanceof InterruptedError ? error : new OutputError(message, { hint: '', cause: error }),
    {
      hint: 'note the booking id; do not send the booking again',
      fields: { bookingId: id, key, total: total ?? null },
    },
    `${safeText(id, 100)} was created, but ${message}`,
  );
}

/**
 * Removes stored requests that cannot be sent again: a process may have ended before it removed its own. The age of a key
 * is that of the platform's clock, because this machine's may be wrong.
 * @param newest the key whose request was stored just now
 */
async function removeFinished(
  newest: string,
  platformTime: number | undefined,
  context: Context,
  journal: Journal,
): Promise<void> {
  const requests = sentRequests(context);
  const keys = (await requests.keys()).filter(key => key !== newest);
  if (keys.length === 0) return;
  const attempts = new Map(listAttempts(await journal.read(keys)).map(attempt => [attempt.key, attempt]));
  for (const key of keys) {
    const attempt = attempts.get(key);
    // Stored without a line in the journal: its process ended in between, or is about to write the line.
    const isFinished = attempt
      ? isOver(attempt, platformTime)
      : (await requests.ageBefore(key, newest)) > longestPause;
    if (isFinished) await requests.remove(key);
  }
}

/** The longest time between a stored request and its line in the journal, in milliseconds. */
const longestPause = 15 * 60_000;

/** Whether an attempt can't be sent again: it has its outcome, or the platform no longer knows its key. */
function isOver({ state, firstPlatformTime, firstSentAt, at }: Attempt, platformTime: number | undefined) {
  if (state !== 'unknown') return state !== 'not-sent';
  const sentAt = Date.parse(firstPlatformTime ?? firstSentAt ?? at);
  return platformTime !== undefined && platformTime - sentAt > keyLifetime;
}

/** The journal still says that the outcome is unknown, and only this message says otherwise. */
function unrecorded(error: unknown, key: string): unknown {
  if (!(error instanceof HotelctlError)) return error;
  const hint = `no booking was made; free disk space, then run \`hotelctl bookings settle ${key} --not-made\``;
  return withDetails(error, { hint, fields: { key } }, `${error.message}; the journal could not be written`);
}

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
 * @returns the booking, from the platform or, if its outcome is certain by now, from the journal
 * @throws UsageError if there is nothing to resume; OutcomeUnknownError if it must not be sent again
 */
export async function resumeBooking(key: string, sender: BookingSender) {
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
      const assumed = `assume.bookings.honorsKeys is ${honorsKeys}`;
      throw stillUnknown(`the booking was not sent again: ${why} (${assumed})`, attempt);
    }
    if (!isSent(attempt)) throw stillUnknown('the time when the booking was sent is unknown', attempt);
    const { digest, host, quoteId } = attempt;
    if (host !== platform.baseUrl)
      throw new UsageError(`the booking was sent to another API host, ${safeText(host, 200)}`, {
        hint: 'nothing was sent; choose the profile of that host with --profile',
      });
    const now = { platform: await fetchPlatformTime(platform), machine: context.clock.now() };
    refuseLateResume(attempt, now);
    const body = await sentRequests(context).read(key);
    if (body === undefined || digestRequest(host, quoteId, body) !== digest)
      throw stillUnknown('the request that was sent is no longer stored on this machine', attempt);
    return sendUnderKey(key, { ...attempt, body }, sender, { platformTime: now.platform, resumed: true });
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
