import { OutcomeUnknownError, UsageError } from '../base/errors.ts';
import { durationText } from '../base/text.ts';
import { authorizationLifetime, keyLifetime } from '../platform/bookings/offers.ts';
import { clockDifference } from '../platform/dates.ts';
import { safeText } from '../platform/safe-text.ts';
import { type BookingIdentity, deriveKey, listNames } from './intent.ts';
import { type JournalContent, type JournalLine, keyOfLine } from './journal.ts';

type SendingLine = Extract<JournalLine, { event: 'sending' }>;

/** The state of one Idempotency-Key in the journal: a summary of all its lines. */
export interface Attempt
  extends Partial<Omit<SendingLine, 'event' | 'at' | 'key' | 'platformTime' | 'propertyIds'>> {
  readonly state: 'created' | 'refused' | 'not-sent' | 'not-made' | 'unknown' | 'authorization-requested';
  /** Of the last line. */
  readonly at: string;
  /** Absent if only an authorization was requested, and if the line of the sending was cut off. */
  readonly key?: string | undefined;
  readonly propertyIds: readonly string[];
  /** When it was first sent, by this machine's clock and by the platform's. */
  readonly firstSentAt?: string | undefined;
  readonly firstPlatformTime?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly reservationIds?: readonly string[] | undefined;
}

export type KeyedAttempt = Attempt & { readonly key: string };

export type SentAttempt = KeyedAttempt &
  Required<Pick<Attempt, 'digest' | 'host' | 'grandTotal'>> & { readonly firstSentAt: string };

export const isSent = (attempt: KeyedAttempt): attempt is SentAttempt => attempt.firstSentAt !== undefined;

/** Every attempt, in the order in which they were started. */
export function listAttempts({ lines }: Pick<JournalContent, 'lines'>): KeyedAttempt[] {
  const attempts = new Map<string, KeyedAttempt>();
  for (const line of lines) {
    if (!('key' in line)) continue;
    attempts.set(line.key, withLine(attempts.get(line.key), line));
  }
  return [...attempts.values()];
}

/** No line after `sending` means that the process ended before it received a response, so the outcome is unknown as well. */
function withLine(before: Attempt | undefined, line: Extract<JournalLine, { key: string }>): KeyedAttempt {
  const { event, at, key } = line;
  if (event === 'sending') {
    const { event: _, platformTime, ...fields } = line;
    // Sending a key again does not extend its lifetime.
    const first =
      before?.state === 'unknown'
        ? { firstSentAt: before.firstSentAt, firstPlatformTime: before.firstPlatformTime }
        : { firstSentAt: at, firstPlatformTime: platformTime };
    return { ...fields, state: 'unknown', ...first };
  }
  const made = event === 'created' && { bookingId: line.bookingId, reservationIds: line.reservationIds };
  return { propertyIds: [], ...before, state: event, at, key, ...made };
}

/**
 * The earlier attempt at the same booking that was carried out, or whose outcome is unknown. A booking that was paid by
 * the same authorization takes precedence, then an unknown outcome, then a booking that was created.
 */
export function findStandingAttempt(content: JournalContent, intent: BookingIdentity): Attempt | undefined {
  const same = listAttempts(content).filter(attempt => isSameBooking(attempt, intent));
  return (
    same.find(attempt => attempt.state === 'created' && haveSame('transactionReference', attempt, intent)) ??
    same.find(({ state }) => state === 'unknown') ??
    tornAttempt(content, intent) ??
    same.findLast(({ state }) => state === 'created')
  );
}

const haveSame = (field: keyof BookingIdentity, one: BookingIdentity, other: BookingIdentity): boolean =>
  one[field] !== undefined && one[field] === other[field];

/** Two quotes of the same stay are two bookings; if one of them has no quote, the stays decide. */
const isSameBooking = (one: KeyedAttempt, other: BookingIdentity): boolean =>
  haveSame('transactionReference', one, other) ||
  haveSame('reference', one, other) ||
  haveSame('digest', one, other) ||
  (other.digest !== undefined && one.key === deriveKey(other.digest, 0)) ||
  haveSame(one.quoteId !== undefined && other.quoteId !== undefined ? 'quoteId' : 'stays', one, other);

/**
 * A line that was cut off or damaged may have been the one of the sending: its outcome is unknown, and so is its age, unless
 * a later line has the outcome of its key.
 */
function tornAttempt(content: JournalContent, intent: BookingIdentity): Attempt | undefined {
  const names = listNames(intent).map(name => JSON.stringify(name));
  const settled = listAttempts(content);
  const attempts = content.torn
    .filter(line => !line.includes('"event":"authorization-requested"'))
    .filter(line => names.some(name => line.includes(name)))
    .map((line): Attempt => {
      const key = keyOfLine(line);
      const { digest: _, ...identity } = intent;
      const known = settled.find(attempt => attempt.key === key);
      return { ...identity, state: 'unknown', at: '', ...known, propertyIds: [], key };
    });
  return (
    attempts.find(({ state }) => state === 'unknown') ?? attempts.findLast(({ state }) => state === 'created')
  );
}

/** The first key for a request that has no conclusive response, also where the line of a sending is damaged. */
export function nextKey(content: JournalContent, digest: string): string {
  const states = new Map(listAttempts(content).map(({ key, state }) => [key, state]));
  for (let responses = 0; ; responses++) {
    const key = deriveKey(digest, responses);
    if ((states.get(key) ?? 'not-sent') === 'not-sent') return key;
  }
}

export type AuthorizationRequested = Extract<JournalLine, { event: 'authorization-requested' }>;

export const listAuthorizations = ({ lines }: JournalContent, quoteId: string): AuthorizationRequested[] =>
  lines.filter(line => line.event === 'authorization-requested').filter(line => line.quoteId === quoteId);

/** What one entry of the journal is: a booking, or a quote with an authorization that no booking was sent for yet. */
export function summarizeEntry(lines: readonly JournalLine[]): Attempt | undefined {
  const [attempt] = listAttempts({ lines });
  // Only the latest request can still be used for a payment.
  const requested = lines.findLast(line => line.event === 'authorization-requested');
  if (attempt || !requested) return attempt;
  const { at, quoteId, propertyId } = requested;
  return { state: 'authorization-requested', at, quoteId, propertyIds: [propertyId], authorizedAt: at };
}

/** Milliseconds until the authorization expires, 0 if it has expired; undefined if none is needed any more. */
export function timeLeft({ state, authorizedAt }: Attempt, now: number): number | undefined {
  if (state === 'created' || authorizedAt === undefined) return undefined;
  return Math.max(0, Date.parse(authorizedAt) + authorizationLifetime - now);
}

/**
 * How to end an unknown outcome.
 *
 * @param honorsKeys `assume.bookings.honorsKeys`; undefined if it cannot be ended by sending it again
 */
export function nextStep(key: string | undefined, honorsKeys?: string): string {
  const look = 'look for the booking in the platform';
  // A key that was cut off can be neither resumed nor settled.
  if (key === undefined) return `${look} before you book again`;
  return honorsKeys === 'yes'
    ? `run \`hotelctl bookings resume ${key}\``
    : `${look}, then run \`hotelctl bookings settle ${key} --booking-id ID\`, or with --not-made`;
}

export const scriptFields = ({ bookingId, key, grandTotal }: Partial<Attempt>) => ({
  bookingId: bookingId ?? null,
  key: key ?? null,
  total: grandTotal ?? null,
});

/** Exit 9 without a request, with what a script needs to end it. */
export const stillUnknown = (message: string, attempt: Attempt, honorsKeys?: string): OutcomeUnknownError => {
  const hint = `nothing was sent now; ${nextStep(attempt.key, honorsKeys)}`;
  return new OutcomeUnknownError(message, { hint, fields: scriptFields(attempt) });
};

/**
 * Refuses a booking if an earlier attempt conflicts with it.
 *
 * @param options `again` if a second identical booking is intended; not allowed while an outcome is unknown
 * @throws OutcomeUnknownError, UsageError
 */
export function refuseSecondBooking(
  before: Attempt | undefined,
  intent: BookingIdentity,
  { again, honorsKeys }: { readonly again: boolean; readonly honorsKeys: string },
  next = 'add --again to book it a second time',
): void {
  if (before === undefined) {
    if (!again) return;
    // The platform would return the first booking for the same key.
    throw new UsageError('the journal of this machine has no booking that this one would repeat', {
      hint: 'nothing was sent; omit --again, or quote again for another booking of the same stay',
    });
  }
  const what = nameBooking(before, intent);
  if (before.state === 'unknown')
    throw stillUnknown(`${what} was sent before; its outcome is unknown`, before, honorsKeys);
  const isPaidFor = haveSame('transactionReference', before, intent);
  if (again && !isPaidFor) return;
  const bookingId = safeText(before.bookingId ?? '', 100);
  const done = isPaidFor ? `already paid for booking ${bookingId}` : `was already booked: ${bookingId}`;
  throw new UsageError(`${what} ${done}`, {
    hint: isPaidFor
      ? 'nothing was sent; one authorization pays for one booking'
      : `nothing was sent; ${next}`,
    fields: scriptFields(before),
  });
}

function nameBooking(before: Attempt, intent: BookingIdentity): string {
  const { transactionReference, quoteId, reference } = before;
  if (haveSame('transactionReference', before, intent))
    return `payment ${safeText(transactionReference ?? '', 100)}`;
  if (haveSame('reference', before, intent)) return `the order ${safeText(reference ?? '', 100)}`;
  return haveSame('quoteId', before, intent)
    ? `the quote ${safeText(quoteId ?? '', 100)}`
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
  const unknown = (why: string) => stillUnknown(why, attempt);
  // A comparison with an invalid time is false, and the attempt is then refused as well.
  if (!(age >= -clockDifference))
    throw unknown('the journal dates the booking in the future: the clock of this machine is or was wrong');
  if (age > keyLifetime) {
    const sent = `the booking was sent ${durationText(age, 'min')} ago`;
    throw unknown(`${sent}: the platform no longer knows its Idempotency-Key`);
  }
  if (authorizedAt === undefined) return;
  const authorizationAge = Date.parse(firstSentAt) - Date.parse(authorizedAt) + age;
  if (authorizationAge <= authorizationLifetime) return;
  throw unknown(
    'the authorization of the booking is more than two hours old: if the booking was not made, it can no longer be paid',
  );
}
