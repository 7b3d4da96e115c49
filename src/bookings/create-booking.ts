import { createHash } from 'node:crypto';
import type { Context } from '../base/context.ts';
import { OutcomeUnknownError, OutputError, UsageError } from '../base/errors.ts';
import { type CreatedBooking, type Outcome, postBooking, type SignInFailed } from '../client/bookings.ts';
import type { Platform } from '../client/offers.ts';
import { withLock } from '../lock/lock.ts';
import { keyLifetime } from '../platform/booking/time-limits.ts';
import type { Money } from '../platform/money.ts';
import { safeText } from '../platform/safe-text.ts';
import type { Intent } from './intent.ts';
import type { Journal, JournalEvent } from './journal.ts';
import { type Attempt, standingOf } from './standing.ts';

export interface BookingToSend {
  readonly intent: Intent;
  readonly host: string;
  readonly quoteId?: string | undefined;
  readonly propertyIds: readonly string[];
  readonly grandTotal: Money;
  /** Milliseconds since 1970. */
  readonly authorizedAt?: number | undefined;
  /** Repeat an attempt whose outcome is unknown, under its key. */
  readonly resume: boolean;
}

/** What a booking is sent with. */
export interface Sending {
  readonly context: Context;
  readonly journal: Journal;
  readonly platform: Platform;
  readonly signInFailed: SignInFailed;
  /** Thrown out of, nothing is sent: what takes time may have run out while the lock was waited for. */
  readonly lastCheck: () => void;
}

/**
 * Sends a booking exactly once: under a lock for its payment reference, with a line in the journal before and after.
 *
 * @throws OutcomeUnknownError (exit 9) when it was sent and no certain answer came, now or before; UsageError when it
 * was created before; what the platform refused it with; TemporaryError when nothing was sent
 */
export async function createBooking(booking: BookingToSend, sending: Sending): Promise<CreatedBooking> {
  const { context, journal } = sending;
  const { intent } = booking;
  const name = createHash('sha256')
    .update(intent.transactionReference ?? intent.key)
    .digest('hex');
  return withLock(`booking-${name.slice(0, 24)}`, context, async () => {
    const before = standingOf(await journal.read(), intent);
    const known = checkStanding(before, booking, context.clock.now());
    if (known) return known;
    sending.lastCheck();
    context.interrupted.throwIfAborted();
    await journal.append(sendingLine(booking));
    const outcome = await postBooking(sending.platform, intent, sending.signInFailed);
    return concluded(outcome, booking, before !== undefined, journal);
  });
}

/**
 * What an earlier attempt means for this one: nothing, its booking, or an error.
 * @returns the booking that an earlier attempt made, when this one is to resume it
 */
export function checkStanding(
  before: Attempt | undefined,
  { intent, resume }: Pick<BookingToSend, 'intent' | 'resume'>,
  now: number,
): CreatedBooking | undefined {
  if (before === undefined) return undefined;
  const reference = safeText(intent.transactionReference ?? intent.key, 100);
  if (before.state === 'created') {
    const { bookingId = '', reservationIds = [] } = before;
    if (resume && before.digest === intent.digest) {
      return { id: bookingId, reservationIds: reservationIds.map(id => ({ id })) };
    }
    throw new UsageError(`${reference} was booked already: ${safeText(bookingId, 100)}`, {
      hint: 'nothing was sent; `hotelctl bookings list` shows when',
    });
  }
  if (!resume) {
    throw new OutcomeUnknownError(`${reference} was sent before, and whether it was booked is not known`, {
      hint: 'nothing was sent now; run the same command with --resume, which repeats it under the same key',
    });
  }
  if (before.digest !== undefined && before.digest !== intent.digest) {
    throw new OutcomeUnknownError(`the booking differs from the one that was sent for ${reference}`, {
      hint: 'nothing was sent now; --resume repeats the same quote, files and flags and nothing else',
    });
  }
  if (before.firstSentAt !== undefined && now - Date.parse(before.firstSentAt) > keyLifetime) {
    throw new OutcomeUnknownError(`${reference} was sent a day ago: the platform no longer knows its key`, {
      hint: 'nothing was sent now, because it could be booked twice; look for the booking in the platform',
    });
  }
  return undefined;
}

/** Fields without a value are left out of the line. */
const sendingLine = (booking: BookingToSend): JournalEvent => {
  const { intent, host, quoteId, propertyIds, grandTotal, authorizedAt } = booking;
  const { key, digest, transactionReference } = intent;
  return {
    event: 'sending',
    key,
    transactionReference,
    digest,
    host,
    quoteId,
    propertyIds,
    grandTotal,
    authorizedAt: authorizedAt === undefined ? undefined : new Date(authorizedAt).toISOString(),
  };
};

/** Writes down what came of it and says so. */
async function concluded(
  outcome: Outcome,
  { intent }: BookingToSend,
  resumed: boolean,
  journal: Journal,
): Promise<CreatedBooking> {
  const { key } = intent;
  if (outcome.kind === 'created') {
    const { id, reservationIds } = outcome.booking;
    await journal
      .append({ event: 'created', key, bookingId: id, reservationIds: reservationIds.map(one => one.id) })
      .catch(error => {
        throw new OutputError(
          `the booking ${safeText(id, 100)} was created, but ${(error as Error).message}`,
          {
            hint: 'note the booking down; do not send it again',
            cause: error,
          },
        );
      });
    return outcome.booking;
  }
  // What was sent before may have been carried out, whatever keeps this try from it. 422 alone is an answer to the key.
  const settled = !resumed || (outcome.kind === 'refused' && outcome.status === 422);
  if (settled && outcome.kind === 'refused') {
    await journal.append({ event: 'refused', key, status: outcome.status }).catch(() => {});
    throw outcome.error;
  }
  if (settled && outcome.kind === 'not-sent') {
    await journal.append({ event: 'not-sent', key }).catch(() => {});
    throw outcome.error;
  }
  // Without this line the journal says the same, so that a full disk changes nothing.
  await journal.append({ event: 'unknown', key }).catch(() => {});
  throw unknownOutcome(outcome);
}

function unknownOutcome(outcome: Exclude<Outcome, { kind: 'created' }>): OutcomeUnknownError {
  const answer = outcome.kind === 'unknown' ? outcome.answer : outcome.error;
  const why = outcome.kind === 'unknown' ? outcome.why : (answer as Error).message;
  const { status, messages, trackingId } =
    (answer as Partial<OutcomeUnknownError> | undefined)?.details ?? {};
  return new OutcomeUnknownError(`the booking was sent, and whether it was made is not known: ${why}`, {
    hint: 'do not book again: run the same command with --resume, or look for the booking in the platform',
    cause: answer,
    status,
    messages,
    trackingId,
  });
}
