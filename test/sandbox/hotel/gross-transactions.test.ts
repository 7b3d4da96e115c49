import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import { bodyOf, sumExact } from './report-bodies.ts';

interface Transaction {
  readonly timestamp: string;
  readonly date: string;
  readonly debitedAccount: { readonly number: string; readonly type: string };
  readonly creditedAccount: { readonly number: string; readonly type: string };
  readonly command: string;
  readonly currency: string;
  readonly grossAmount: number;
  readonly netAmount: number;
  readonly receipt: { readonly type: string; readonly number: string };
  readonly sourceEntryNumber: string;
  readonly reference: string;
  readonly referenceType: string;
  readonly taxes: readonly { type: string; percent: number; amount: number }[] | null;
  readonly reservation?: { id: string; status: string; arrival: string; departure: string };
}

const hotel = createHotel({ seed: 'gross transactions', today: '2026-11-21' });

const report = (property: Property, dateFilter: readonly string[], reference?: string) =>
  bodyOf<{ transactions: Transaction[]; count: number }>(hotel, property, 'gross-transactions', {
    dateFilter,
    ...(reference === undefined ? {} : { reference }),
  })?.transactions ?? [];

const october = ['gte_2026-10-01', 'lte_2026-10-31'];

describe.each(hotel.properties.map(property => [property.id, property] as const))('%s', (_id, property) => {
  const transactions = report(property, october);

  test('a month has each kind of incident, in few of its stays', () => {
    const lines = transactions.filter(({ creditedAccount }) => creditedAccount.type === 'Revenues');
    const dayAfter = ({ timestamp, date }: Transaction) => timestamp.slice(0, 10) > date;
    const seen = {
      allowance: lines.filter(one => one.grossAmount < 0 && one.command === 'PostCharge'),
      lateAtNight: lines.filter(dayAfter),
      moved: lines.filter(one => one.command === 'MoveLineItem'),
      afterDeparture: lines.filter(one => one.date > (one.reservation?.departure.slice(0, 10) ?? '9')),
      refund: transactions.filter(one => one.grossAmount < 0 && one.command === 'PostPayment'),
      fees: lines.filter(one => /^8[45]/.test(one.creditedAccount.number)),
    };
    for (const [name, some] of Object.entries(seen)) {
      expect(some.length, name).toBeGreaterThan(0);
      expect(some.length, name).toBeLessThan(transactions.length / 50);
    }
    for (const one of seen.lateAtNight) expect(one.timestamp.slice(11, 16) < '06:00').toBe(true);
    expect(sumExact(seen.moved.map(({ grossAmount }) => grossAmount))).toBe(0n);
  });

  test('the timestamp is the property’s local time on the business day, as JavaScript’s own time zones have it', () => {
    const formats = new Intl.DateTimeFormat('sv', {
      timeZone: property.timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    // Includes the nights in which the clocks change.
    const days = [
      ...transactions.slice(0, 300),
      ...report(property, ['eq_2026-03-29']),
      ...report(property, ['eq_2026-10-25']),
    ];
    for (const { timestamp, date } of days) {
      const dayBefore = new Date(Date.parse(`${timestamp.slice(0, 10)}T00:00:00Z`) - 864e5);
      const isLate = timestamp.slice(11, 16) < '06:00';
      expect(isLate ? dayBefore.toISOString().slice(0, 10) : timestamp.slice(0, 10)).toBe(date);
      expect(timestamp.slice(0, 19).replace('T', ' ')).toBe(formats.format(new Date(timestamp)));
    }
  });
});
