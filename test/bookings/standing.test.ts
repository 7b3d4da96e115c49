import { describe, expect, it } from 'vitest';
import type { JournalContent, JournalLine } from '../../src/bookings/journal.ts';
import {
  attemptsOf,
  authorizationOf,
  everything,
  standingOf,
  timeLeft,
} from '../../src/bookings/standing.ts';

/** What the lines of a journal mean together. Times are minutes of one hour. */
const at = (minute: number) => `2026-10-15T12:${String(minute).padStart(2, '0')}:00.000Z`;
const grandTotal = { amount: 100, currency: 'EUR' };
const sending = (minute: number, key = 'K', more: Partial<Extract<JournalLine, { event: 'sending' }>> = {}) =>
  ({
    at: at(minute),
    event: 'sending',
    key,
    transactionReference: `REF-${key}`,
    digest: `D-${key}`,
    host: 'https://api.example',
    quoteId: `Q-${key}`,
    propertyIds: ['MUC'],
    grandTotal,
    authorizedAt: at(0),
    ...more,
  }) as const;
const created = (minute: number, key = 'K') =>
  ({ at: at(minute), event: 'created', key, bookingId: 'B', reservationIds: ['B-1'] }) as const;
const ended = (minute: number, event: 'not-sent' | 'unknown', key = 'K') =>
  ({ at: at(minute), event, key }) as const;
const refused = (minute: number, key = 'K') =>
  ({ at: at(minute), event: 'refused', key, status: 422 }) as const;
const asked = (minute: number, quoteId: string, propertyId = 'MUC') =>
  ({
    at: at(minute),
    event: 'authorization-requested',
    quoteId,
    shopperReference: 'S',
    propertyId,
    prePayment: grandTotal,
  }) as const;
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
  firstSentAt: at(1),
};

describe('the attempts of a journal', () => {
  it('are unknown from the sending on, until a line says more', () => {
    expect(attemptsOf(content([sending(1)]))).toEqual([sent]);
    expect(attemptsOf(content([sending(1), ended(2, 'unknown')]))).toEqual([{ ...sent, at: at(2) }]);
    expect(attemptsOf(content([sending(1), ended(2, 'not-sent')]))).toEqual([
      { ...sent, at: at(2), state: 'not-sent' },
    ]);
    expect(attemptsOf(content([sending(1), refused(2)]))).toEqual([{ ...sent, at: at(2), state: 'refused' }]);
    expect(attemptsOf(content([sending(1), created(2)]))).toEqual([
      { ...sent, at: at(2), state: 'created', bookingId: 'B', reservationIds: ['B-1'] },
    ]);
  });

  it('keep the day of the key’s first sending only while nothing certain came', () => {
    const first = (...lines: JournalLine[]) => attemptsOf(content(lines))[0]?.firstSentAt;
    expect(first(sending(1), sending(2))).toBe(at(1));
    expect(first(sending(1), ended(2, 'unknown'), sending(3), ended(4, 'unknown'), sending(5))).toBe(at(1));
    expect(first(sending(1), refused(2), sending(3))).toBe(at(3));
    expect(first(sending(1), ended(2, 'not-sent'), sending(3), sending(4))).toBe(at(3));
  });

  it('stand in the order of their beginning, authorizations left out', () => {
    const lines = [asked(0, 'Q'), sending(1, 'A'), sending(2, 'B'), refused(3, 'A')];
    expect(attemptsOf(content(lines)).map(({ key, state }) => [key, state])).toEqual([
      ['A', 'refused'],
      ['B', 'unknown'],
    ]);
  });

  it('are told also where the line of the sending was lost', () => {
    expect(attemptsOf(content([created(1)]))).toEqual([
      { state: 'created', at: at(1), key: 'K', bookingId: 'B', reservationIds: ['B-1'], propertyIds: [] },
    ]);
    expect(attemptsOf(content([refused(1)]))).toEqual([
      { state: 'refused', at: at(1), key: 'K', propertyIds: [] },
    ]);
  });
});

describe('what stands in the way of a booking', () => {
  const standing = (
    lines: readonly JournalLine[],
    asked: { key: string; transactionReference?: string },
    torn: readonly string[] = [],
  ) => standingOf(content(lines, torn), asked);

  it('is a booking made or an unknown outcome, under the key or the reference', () => {
    expect(standing([sending(1)], { key: 'K' })?.state).toBe('unknown');
    expect(standing([sending(1), created(2)], { key: 'K' })?.state).toBe('created');
    expect(standing([sending(1)], { key: 'other', transactionReference: 'REF-K' })?.key).toBe('K');
  });

  it('is neither a refusal nor another booking', () => {
    expect(standing([], { key: 'K' })).toBeUndefined();
    expect(standing([sending(1), refused(2)], { key: 'K' })).toBeUndefined();
    expect(standing([sending(1), ended(2, 'not-sent')], { key: 'K' })).toBeUndefined();
    expect(standing([sending(1)], { key: 'other' })).toBeUndefined();
    expect(standing([sending(1)], { key: 'other', transactionReference: 'REF' })).toBeUndefined();
  });

  it('is no booking without a reference either, where this one has none', () => {
    const { transactionReference: _, ...bare } = sending(1);
    expect(standing([bare], { key: 'other' })).toBeUndefined();
  });

  it('is the booking made, before any unknown outcome', () => {
    const alike = [
      sending(1, 'A', { transactionReference: 'REF' }),
      sending(2, 'B', { transactionReference: 'REF' }),
    ];
    const found = standing([...alike, created(3, 'B')], { key: 'A', transactionReference: 'REF' });
    expect([found?.key, found?.state]).toEqual(['B', 'created']);
  });

  it('is a torn line that names the key or the whole reference', () => {
    const unknown = { state: 'unknown', at: '', key: 'K', propertyIds: [] };
    expect(standing([], { key: 'K' }, ['{"key":"K","di'])).toEqual(unknown);
    expect(
      standing([], { key: 'K', transactionReference: 'REF' }, ['', '"transactionReference":"REF"']),
    ).toEqual({
      ...unknown,
      transactionReference: 'REF',
    });
    expect(standing([], { key: 'K', transactionReference: 'REF' }, ['"REF-2"', '"REF'])).toBeUndefined();
    expect(standing([], { key: 'K' }, ['{"key":"other"', '"undefined"'])).toBeUndefined();
  });
});

describe('authorizations', () => {
  it('are found by their quote, the first of them', () => {
    const lines = [sending(1), asked(2, 'other'), asked(3, 'Q'), asked(4, 'Q')];
    expect(authorizationOf(content(lines), 'Q')).toEqual(asked(3, 'Q'));
    expect(authorizationOf(content(lines), 'Q-K')).toBeUndefined();
  });

  it('are listed once while nothing was sent for them, in the order of time', () => {
    const lines = [
      asked(5, 'Q', 'BER'),
      asked(6, 'Q'),
      asked(1, 'Q-K'),
      sending(9),
      sending(2, 'A'),
      asked(7, 'R'),
    ];
    expect(everything(content(lines)).map(({ at: when, state, quoteId }) => [when, state, quoteId])).toEqual([
      [at(2), 'unknown', 'Q-A'],
      [at(5), 'authorization-requested', 'Q'],
      [at(7), 'authorization-requested', 'R'],
      [at(9), 'unknown', 'Q-K'],
    ]);
    expect(everything(content([sending(1), ended(2, 'unknown'), created(3)]))).toHaveLength(1);
    expect(everything(content([asked(5, 'Q', 'BER')]))).toEqual([
      {
        state: 'authorization-requested',
        at: at(5),
        quoteId: 'Q',
        propertyIds: ['BER'],
        authorizedAt: at(5),
      },
    ]);
  });

  it('live for two hours, and no longer matter once the booking was made', () => {
    const now = Date.parse(at(30));
    const attempt = { state: 'unknown', at: at(1), propertyIds: [], authorizedAt: at(0) } as const;
    expect(timeLeft(attempt, now)).toBe(90 * 60_000);
    expect(timeLeft(attempt, now + 90 * 60_000)).toBe(0);
    expect(timeLeft(attempt, now + 200 * 60_000)).toBe(0);
    expect(timeLeft({ ...attempt, state: 'created' }, now)).toBeUndefined();
    expect(timeLeft({ ...attempt, authorizedAt: undefined }, now)).toBeUndefined();
  });
});
