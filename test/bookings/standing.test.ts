import { describe, expect, it } from 'vitest';
import type { BookingIdentity } from '../../src/bookings/intent.ts';
import type { JournalContent, JournalLine } from '../../src/bookings/journal.ts';
import {
  findStandingAttempt,
  listAttempts,
  listAuthorizations,
  nextKey,
  summarizeEntry,
  timeLeft,
} from '../../src/bookings/standing.ts';

/** The combined meaning of the lines of a journal. Times are minutes of one hour. */
const at = (minute: number) => `2026-10-15T12:${String(minute).padStart(2, '0')}:00.000Z`;
const grandTotal = { amount: 100, currency: 'EUR' };
const usual = { host: 'https://api.example', propertyIds: ['MUC'], grandTotal, authorizedAt: at(0) };
const sending = (minute: number, key = 'K', more: Partial<Extract<JournalLine, { event: 'sending' }>> = {}) =>
  ({
    at: at(minute),
    event: 'sending',
    key,
    transactionReference: `REF-${key}`,
    digest: `D-${key}`,
    quoteId: `Q-${key}`,
    ...usual,
    ...more,
  }) as const;
const created = (minute: number, key = 'K') =>
  ({ at: at(minute), event: 'created', key, bookingId: 'B', reservationIds: ['B-1'] }) as const;
const ended = (minute: number, event: 'not-sent' | 'unknown', key = 'K') =>
  ({ at: at(minute), event, key }) as const;
const refused = (minute: number, key = 'K') =>
  ({ at: at(minute), event: 'refused', key, status: 422 }) as const;
const payer = { shopperReference: 'S', prePayment: grandTotal };
const authorizing = (minute: number, quoteId: string, propertyId = 'MUC') =>
  ({ at: at(minute), event: 'authorization-requested', quoteId, propertyId, ...payer }) as const;
const content = (lines: readonly JournalLine[], torn: readonly string[] = []): JournalContent => ({
  lines,
  torn,
});

const sent = {
  state: 'unknown',
  at: at(1),
  key: 'K',
  transactionReference: 'REF-K',
  digest: 'D-K',
  quoteId: 'Q-K',
  propertyIds: ['MUC'],
  grandTotal,
  authorizedAt: at(0),
  host: 'https://api.example',
  firstSentAt: at(1),
  firstPlatformTime: undefined,
};

describe('the attempts of a journal', () => {
  it('are unknown from the sending on, until another line has the outcome', () => {
    expect(listAttempts(content([sending(1)]))).toEqual([sent]);
    for (const [line, more] of [
      [ended(2, 'unknown'), {}],
      [ended(2, 'not-sent'), { state: 'not-sent' }],
      [refused(2), { state: 'refused' }],
      [created(2), { state: 'created', bookingId: 'B', reservationIds: ['B-1'] }],
    ] as const)
      expect(listAttempts(content([sending(1), line]))).toEqual([{ ...sent, at: at(2), ...more }]);
  });

  it('keep the day of the key’s first sending only while there is no conclusive response', () => {
    const first = (...lines: JournalLine[]) => listAttempts(content(lines))[0]?.firstSentAt;
    expect(first(sending(1), sending(2))).toBe(at(1));
    expect(first(sending(1), ended(2, 'unknown'), sending(3), ended(4, 'unknown'), sending(5))).toBe(at(1));
    expect(first(sending(1), refused(2), sending(3))).toBe(at(3));
    expect(first(sending(1), ended(2, 'not-sent'), sending(3), sending(4))).toBe(at(3));
  });

  it('are in the order in which they were started, without authorizations', () => {
    const lines = [authorizing(0, 'Q'), sending(1, 'A'), sending(2, 'B'), refused(3, 'A')];
    expect(listAttempts(content(lines)).map(({ key, state }) => [key, state])).toEqual([
      ['A', 'refused'],
      ['B', 'unknown'],
    ]);
  });

  it('are also listed if the line of the sending was lost', () => {
    const lost = { at: at(1), key: 'K', propertyIds: [] };
    const found = { state: 'created', bookingId: 'B', reservationIds: ['B-1'] };
    expect(listAttempts(content([created(1)]))).toEqual([{ ...lost, ...found }]);
    expect(listAttempts(content([refused(1)]))).toEqual([{ ...lost, state: 'refused' }]);
  });
});

describe('a conflicting attempt', () => {
  const standing = (lines: readonly JournalLine[], intent: BookingIdentity, torn: readonly string[] = []) =>
    findStandingAttempt(content(lines, torn), intent);

  it('is a created booking or an unknown outcome, of the same quote or payment', () => {
    expect(standing([sending(1)], { quoteId: 'Q-K' })?.state).toBe('unknown');
    expect(standing([sending(1), created(2)], { quoteId: 'Q-K' })?.state).toBe('created');
    expect(standing([sending(1)], { quoteId: 'other', transactionReference: 'REF-K' })?.key).toBe('K');
  });

  it('is one of the same order or of the same request', () => {
    const ordered = sending(1, 'K', { reference: 'ORDER' });
    expect(standing([ordered], { quoteId: 'other', reference: 'ORDER' })?.key).toBe('K');
    expect(standing([ordered], { quoteId: 'other', reference: 'other' })).toBeUndefined();
    expect(standing([ordered], { quoteId: 'other', digest: 'D-K' })?.key).toBe('K');
    expect(standing([ordered], { quoteId: 'other', digest: 'D' })).toBeUndefined();
  });

  it('is one of the same stays if either has no quote', () => {
    const stays = { stays: 'S' };
    const { quoteId: _, ...unquoted } = sending(1, 'K', stays);
    expect(standing([unquoted], stays)?.key).toBe('K');
    expect(standing([unquoted], { ...stays, quoteId: 'Q' })?.key).toBe('K');
    expect(standing([sending(1, 'K', stays)], stays)?.key).toBe('K');
    // Two quotes of the same stay are two bookings.
    expect(standing([sending(1, 'K', stays)], { ...stays, quoteId: 'Q' })).toBeUndefined();
    expect(standing([unquoted], { stays: 'other' })).toBeUndefined();
  });

  it('is neither a refusal nor another booking', () => {
    expect(standing([], { quoteId: 'Q-K' })).toBeUndefined();
    expect(standing([sending(1), refused(2)], { quoteId: 'Q-K' })).toBeUndefined();
    expect(standing([sending(1), ended(2, 'not-sent')], { quoteId: 'Q-K' })).toBeUndefined();
    expect(standing([sending(1)], { quoteId: 'other' })).toBeUndefined();
    expect(standing([sending(1)], { quoteId: 'other', transactionReference: 'REF' })).toBeUndefined();
    const { transactionReference: _, ...bare } = sending(1);
    expect(standing([bare], { quoteId: 'other' })).toBeUndefined();
    const { quoteId: __, ...nameless } = bare;
    expect(standing([nameless], { quoteId: 'other' })).toBeUndefined();
    // The line of its sending was lost, and with it what it was.
    expect(standing([created(1)], { quoteId: 'other' })).toBeUndefined();
    // Its key says that it was the same request.
    expect(standing([created(1)], { quoteId: 'other', digest: 'K' })?.state).toBe('created');
  });

  it('is the booking of the same payment, then an unknown outcome, then the last booking that was created', () => {
    const reference = { transactionReference: 'REF', quoteId: 'Q' };
    const alike = [sending(1, 'A', reference), sending(2, 'B', reference)];
    expect(standing([...alike, created(3, 'B')], { transactionReference: 'REF' })?.key).toBe('B');
    const others = [sending(1, 'A', { quoteId: 'Q' }), created(2, 'A'), sending(3, 'B', { quoteId: 'Q' })];
    expect(standing(others, { quoteId: 'Q' })).toMatchObject({ key: 'B', state: 'unknown' });
    expect(standing([...others, created(4, 'B')], { quoteId: 'Q' })).toMatchObject({ key: 'B' });
  });

  it('is what later lines say of the key of a damaged line', () => {
    const line = (key: string) => JSON.stringify({ at: at(1), event: 'sending', key, quoteId: 'Q' });
    const intent = { quoteId: 'Q' };
    expect(standing([created(2, 'A')], intent, [line('A')])).toMatchObject({ key: 'A', state: 'created' });
    expect(standing([refused(2, 'A')], intent, [line('A')])).toBeUndefined();
    const lines = [created(2, 'A'), created(3, 'B')];
    expect(standing(lines, intent, [line('A'), line('B')])).toMatchObject({ key: 'B', state: 'created' });
    expect(standing(lines, intent, [line('A'), line('C')])).toMatchObject({ key: 'C', state: 'unknown' });
  });

  it('is a line that was cut off and names the quote, the payment or the stays', () => {
    const intent = { quoteId: 'Q', transactionReference: 'REF', stays: 'S' };
    const booked = [sending(1, 'A', { quoteId: 'Q' }), created(2, 'A')];
    const quoted = '{"event":"sending","quoteId":"Q","tr';
    for (const line of [quoted, '"transactionReference":"REF"', '"stays":"S"']) {
      const found = standing([], intent, ['', line]);
      expect(found).toEqual({ ...intent, state: 'unknown', at: '', propertyIds: [] });
      expect(standing(booked, intent, [line])?.key).toBeUndefined();
    }
    expect(standing([], intent, ['"REF-2"', '"REF', '"event":"sending"'])).toBeUndefined();
    const others = ['"undefined"', '{"event":"authorization-requested","quoteId":"Q"'];
    expect(standing([], { quoteId: 'Q' }, others)).toBeUndefined();
  });
});

describe('the key of the next attempt', () => {
  const next = (...lines: JournalLine[]) => nextKey(content(lines), 'D');
  const of = (minute: number, key: string) => sending(minute, key, { digest: 'D' });

  it('is new after each conclusive response to the same request, and the same if nothing was sent', () => {
    const first = next();
    expect(next(sending(1, 'A'), refused(2, 'A'))).toBe(first);
    const second = next(of(1, first), refused(2, first));
    expect(second).not.toBe(first);
    expect(next(of(1, first), ended(2, 'not-sent', first))).toBe(first);
    expect(next(of(1, first), created(2, first))).toBe(second);
    expect(next(of(1, first), refused(2, first), of(3, second), ended(4, 'not-sent', second))).toBe(second);
    // The line of the sending is damaged, so that its digest is unknown.
    expect(next(created(2, first))).toBe(second);
    expect([first, second]).not.toContain(
      next(of(1, first), refused(2, first), of(3, second), refused(4, second)),
    );
  });
});

describe('authorizations', () => {
  it('are found by their quote, oldest first', () => {
    const lines = [sending(1), authorizing(2, 'other'), authorizing(3, 'Q'), authorizing(4, 'Q')];
    expect(listAuthorizations(content(lines), 'Q')).toEqual([authorizing(3, 'Q'), authorizing(4, 'Q')]);
    expect(listAuthorizations(content(lines), 'Q-K')).toEqual([]);
  });

  it('are separate entries, with the latest request', () => {
    const latest = { at: at(6), authorizedAt: at(6), quoteId: 'Q', propertyIds: ['MUC'] };
    const summary = summarizeEntry([authorizing(5, 'Q', 'BER'), authorizing(6, 'Q')]);
    expect(summary).toEqual({ ...latest, state: 'authorization-requested' });
    expect(summarizeEntry([sending(1), ended(2, 'unknown'), created(3)])?.state).toBe('created');
    expect(summarizeEntry([])).toBeUndefined();
  });

  it('expire after two hours, and are no longer listed once the booking was created', () => {
    const now = Date.parse(at(30));
    const attempt = { state: 'unknown', at: at(1), propertyIds: [], authorizedAt: at(0) } as const;
    expect(timeLeft(attempt, now)).toBe(90 * 60_000);
    expect(timeLeft(attempt, now + 90 * 60_000)).toBe(0);
    expect(timeLeft(attempt, now + 200 * 60_000)).toBe(0);
    expect(timeLeft({ ...attempt, state: 'created' }, now)).toBeUndefined();
    expect(timeLeft({ ...attempt, authorizedAt: undefined }, now)).toBeUndefined();
  });
});
