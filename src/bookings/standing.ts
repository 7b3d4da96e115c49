import { authorizationLifetime } from '../platform/booking/time-limits.ts';
import type { Money } from '../platform/money.ts';
import type { JournalContent, JournalLine } from './journal.ts';

/** What the journal knows of one intent to book: every line of its key, folded into one. */
export interface Attempt {
  readonly state: 'created' | 'refused' | 'not-sent' | 'unknown' | 'authorization-requested';
  /** Of the last line. */
  readonly at: string;
  /** Absent while only an authorization was asked for. */
  readonly key?: string | undefined;
  readonly digest?: string | undefined;
  readonly transactionReference?: string | undefined;
  readonly quoteId?: string | undefined;
  readonly propertyIds: readonly string[];
  readonly grandTotal?: Money | undefined;
  readonly authorizedAt?: string | undefined;
  readonly firstSentAt?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly reservationIds?: readonly string[] | undefined;
}

type Ended = Extract<JournalLine, { key: string }>;

/** Every attempt, in the order in which they were begun. */
export function attemptsOf({ lines }: JournalContent): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const line of lines) {
    if (line.event === 'authorization-requested') continue;
    attempts.set(line.key, withLine(attempts.get(line.key), line));
  }
  return [...attempts.values()];
}

/** Nothing after `sending` means that the process ended before it knew: that is unknown as well. */
function withLine(before: Attempt | undefined, line: Ended): Attempt {
  const { at, key } = line;
  switch (line.event) {
    case 'sending': {
      const { event: _, host: __, ...told } = line;
      // A repeated sending does not give the key a new day.
      return {
        ...told,
        state: 'unknown',
        firstSentAt: before?.state === 'unknown' ? before.firstSentAt : at,
      };
    }
    case 'created': {
      const { bookingId, reservationIds } = line;
      return { propertyIds: [], ...before, state: 'created', at, key, bookingId, reservationIds };
    }
    default:
      return { propertyIds: [], ...before, state: line.event, at, key };
  }
}

/**
 * What stands in the way of a booking: the attempt that made it already, or one whose outcome is not known. The
 * journal is asked for the key and for the processor's reference, because one authorization pays for one booking.
 */
export function standingOf(
  content: JournalContent,
  { key, transactionReference }: { readonly key: string; readonly transactionReference?: string | undefined },
): Attempt | undefined {
  const alike = attemptsOf(content).filter(
    attempt =>
      attempt.key === key ||
      (transactionReference !== undefined && attempt.transactionReference === transactionReference),
  );
  const standing =
    alike.find(({ state }) => state === 'created') ?? alike.find(({ state }) => state === 'unknown');
  if (standing) return standing;
  // A line that was torn may have been the one that says so.
  const mentions = (line: string) =>
    line.includes(key) || (transactionReference !== undefined && line.includes(`"${transactionReference}"`));
  const torn = content.torn.some(mentions);
  return torn ? { state: 'unknown', at: '', key, transactionReference, propertyIds: [] } : undefined;
}

/** The first authorization request that was made for a quote here; none when it was made elsewhere. */
export const authorizationOf = ({ lines }: JournalContent, quoteId: string) =>
  lines.find(line => line.event === 'authorization-requested' && line.quoteId === quoteId) as
    | Extract<JournalLine, { event: 'authorization-requested' }>
    | undefined;

/** The attempts, and the authorizations that no booking was sent for yet. */
export function everything(content: JournalContent): Attempt[] {
  const attempts = attemptsOf(content);
  const asked = new Map<string, Attempt>();
  for (const line of content.lines) {
    if (line.event !== 'authorization-requested' || asked.has(line.quoteId)) continue;
    if (attempts.some(({ quoteId }) => quoteId === line.quoteId)) continue;
    const { at, quoteId, propertyId } = line;
    asked.set(quoteId, {
      state: 'authorization-requested',
      at,
      quoteId,
      propertyIds: [propertyId],
      authorizedAt: at,
    });
  }
  return [...attempts, ...asked.values()].sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** Milliseconds until the authorization is cancelled, 0 when it is; undefined for what needs none any more. */
export function timeLeft({ state, authorizedAt }: Attempt, now: number): number | undefined {
  if (state === 'created' || authorizedAt === undefined) return undefined;
  return Math.max(0, Date.parse(authorizedAt) + authorizationLifetime - now);
}
