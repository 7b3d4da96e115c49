import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { incidentOf } from '../../../src/sandbox/hotel/postings.ts';
import { ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';
import { bodyOf, dateOfNumber, exactOf, minorOf, sumBy, sumExact } from './report-bodies.ts';

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
const today = hotel.clock.today();

const report = (property: Property, dateFilter: readonly string[], reference?: string) =>
  bodyOf<{ transactions: Transaction[]; count: number }>(hotel, property, 'gross-transactions', {
    dateFilter,
    ...(reference === undefined ? {} : { reference }),
  })?.transactions ?? [];

const october = ['gte_2026-10-01', 'lte_2026-10-31'];

describe.each(hotel.properties.map(property => [property.id, property] as const))('%s', (id, property) => {
  const all = ledgerLines(property, -1e6, 1e6, today);
  const transactions = report(property, october);

  test('each line of October, once, in the order of time', () => {
    const expected = all.filter(({ businessDay }) => dateOfNumber(businessDay).startsWith('2026-10'));
    expect(transactions.map(one => `${one.sourceEntryNumber} ${one.command}`)).toEqual(
      expected.map(one => `${one.entryNumber} ${one.command}`),
    );
    for (const [index, one] of transactions.entries()) {
      const line = expected[index] as (typeof expected)[number];
      const wrong =
        minorOf(property, one.grossAmount) !== line.gross || one.currency !== property.currency.code;
      const [hours, minutes] = one.timestamp.slice(11, 16).split(':').map(Number) as [number, number];
      if (wrong || hours * 60 + minutes !== line.minutes % 1440) expect.fail(JSON.stringify(one));
    }
    const times = transactions.map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  test('net and taxes have eight decimals, add up to gross, and fit the rate', () => {
    const wrong = transactions.filter(({ grossAmount, netAmount, taxes }) => {
      const tax = sumExact((taxes ?? []).map(({ amount }) => amount));
      const net = exactOf(netAmount);
      const expected = (taxes ?? []).map(({ percent }) => (net * BigInt(percent)) / 100n);
      const isAtRate = expected.every(one => one - tax <= 1n && tax - one <= 1n);
      return net + tax !== exactOf(grossAmount) || !isAtRate;
    });
    expect(wrong).toEqual([]);
    const nets = transactions.map(({ netAmount }) => `${netAmount}`);
    expect(nets.filter(net => /\.\d{8}$/.test(net)).length).toBeGreaterThan(100);
  });

  test('what has been received before a stay is taken back when it is used, with its VAT', () => {
    const own = new Map<string, Transaction[]>();
    for (const one of all.filter(({ credited }) => credited.type === 'Liabilities')) {
      if (!own.has(one.reference))
        own.set(one.reference, report(property, ['gte_1999-01-01'], one.reference));
      if (own.size === 20) break;
    }
    expect(own.size).toBe(20);
    for (const lines of own.values()) {
      const prepaid = lines.filter(({ creditedAccount }) => creditedAccount.type === 'Liabilities');
      const vat = lines.filter(({ debitedAccount }) => debitedAccount.type === 'VatOnLiabilities');
      const isUsed = prepaid.some(({ grossAmount }) => grossAmount < 0);
      expect(prepaid[0]?.grossAmount).toBeGreaterThan(0);
      const sumOf = (some: readonly Transaction[]) => sumExact(some.map(({ grossAmount }) => grossAmount));
      if (isUsed) expect([sumOf(prepaid), sumOf(vat)]).toEqual([0n, 0n]);
      const taxes = prepaid.flatMap(one => one.taxes ?? []).map(({ amount }) => amount);
      const difference = sumOf(vat) - sumExact(taxes);
      const cent = 1_000_000n * (property.currency.digits === 0 ? 100n : 1n);
      expect(difference < cent && -difference < cent).toBe(true);
    }
  });

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

  test('a guest’s line has the reservation, a house or external folio’s has none', () => {
    const reservations = new Map(property.reservations.map(one => [one.id, one]));
    const isRight = ({ reference, referenceType, reservation }: Transaction) => {
      if (referenceType !== 'Guest') {
        const named = referenceType === 'House' ? reference === id : reference.startsWith(`${id}-E`);
        return named && reservation === undefined;
      }
      const booked = reservations.get(reference) as Reservation;
      const { course, arrival, departure, canceledOn } = booked;
      const stays = departure <= today ? 'CheckedOut' : arrival <= today ? 'InHouse' : 'Confirmed';
      const isStay = course === 'Stay' || (canceledOn === null ? arrival >= today : canceledOn > today);
      return (
        reservation?.id === reference &&
        reservation.status === (isStay ? (course === 'Stay' ? stays : 'Confirmed') : course) &&
        reservation.arrival.slice(0, 10) === dateOfNumber(arrival) &&
        reservation.departure.slice(0, 10) === dateOfNumber(departure)
      );
    };
    expect(transactions.filter(one => !isRight(one)).slice(0, 3)).toEqual([]);
    expect(new Set(transactions.map(({ referenceType }) => referenceType))).toEqual(
      new Set(['Guest', 'House', 'External']),
    );
  });

  test('a stay that is over was charged as booked, and paid or invoiced', () => {
    const over = property.reservations.filter(reservation => {
      const { course, departure, adults, timeSlices } = reservation;
      return (
        course === 'Stay' &&
        dateOfNumber(departure).startsWith('2026-10') &&
        adults > 1 &&
        incidentOf(reservation) === 'None' &&
        (timeSlices[0]?.gross ?? 0) > 0
      );
    });
    expect(over.length).toBeGreaterThan(50);
    for (const stay of over.slice(0, 25)) {
      const lines = report(property, ['gte_1999-01-01'], stay.id);
      const charges = lines.filter(
        ({ command, creditedAccount }) => command === 'PostCharge' && creditedAccount.type === 'Revenues',
      );
      const nights = stay.timeSlices.filter(
        ({ ratePlan }) => ratePlan.timeSliceDefinition.template === 'OverNight',
      );
      const fees = nights.length * sumBy(property.fees, ({ gross }) => gross);
      const booked =
        sumBy(stay.timeSlices, ({ gross }) => gross) + sumBy(stay.services, ({ gross }) => gross);
      expect(sumBy(charges, one => minorOf(property, one.grossAmount))).toBe(booked + fees);
      const balance = sumBy(lines, ({ debitedAccount, creditedAccount, grossAmount }) => {
        const minor = minorOf(property, grossAmount);
        return (
          (debitedAccount.type === 'Receivables' ? minor : 0) -
          (creditedAccount.type === 'Receivables' ? minor : 0)
        );
      });
      expect(balance).toBe(0);
    }
  });
});
