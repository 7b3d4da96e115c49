import { describe, expect, test } from 'vitest';
import { dayOfDate, isoDate } from '../../../src/sandbox/hotel/calendar.ts';
import type { LedgerLine } from '../../../src/sandbox/hotel/folio.ts';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { companyInvoices, ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import { statusOf } from '../../../src/sandbox/hotel/reservation.ts';

const hotel = createHotel({ seed: 'ledger', today: '2026-11-21' });
const today = hotel.clock.today();
const ever = 1_000_000;

const sum = (lines: readonly LedgerLine[], pick: (line: LedgerLine) => number) =>
  lines.reduce((total, line) => total + pick(line), 0);

describe.each(hotel.properties.map(property => [property.id, property] as const))('%s', (_id, property) => {
  const lines = ledgerLines(property, -ever, ever, today);
  const { accounts } = property;

  test('net and taxes add up to the gross amount of every line', () => {
    const wrong = lines.filter(({ gross, net, taxes }) => {
      const tax = (taxes ?? []).reduce((total, { amount }) => total + amount, 0);
      return gross <= 0 || !Number.isSafeInteger(net) || net + tax !== gross;
    });
    expect(wrong).toEqual([]);
  });

  test('lines are in the order of time, none after today, entries of one or two lines', () => {
    const entries = new Map<string, number>();
    let last = -ever;
    for (const { businessDay, entryNumber } of lines) {
      if (businessDay < last || businessDay > today) expect.fail(`${entryNumber} ${isoDate(businessDay)}`);
      last = businessDay;
      entries.set(entryNumber, (entries.get(entryNumber) ?? 0) + 1);
    }
    expect(new Set(entries.values())).toEqual(new Set([1, 2]));
  });

  test('guests who have left or never came owe nothing, and no prepayment is left over', () => {
    const balance = new Map<
      string,
      { receivables: number; prepayments: number; vat: number; over: boolean }
    >();
    for (const { reservation, debited, credited, gross } of lines) {
      if (!reservation) continue;
      const over = ['CheckedOut', 'Canceled', 'NoShow'].includes(statusOf(reservation, today));
      const one = balance.get(reservation.id) ?? { receivables: 0, prepayments: 0, vat: 0, over };
      const signed = (account: unknown) =>
        (debited === account ? gross : 0) - (credited === account ? gross : 0);
      one.receivables += signed(accounts.receivables);
      one.prepayments += signed(accounts.prepayments);
      one.vat += signed(accounts.vatOnLiabilities);
      balance.set(reservation.id, one);
    }
    const open = [...balance].filter(
      ([, { receivables, prepayments, vat, over }]) => over && (receivables || prepayments || vat),
    );
    expect(open).toEqual([]);
    expect(sum(lines, line => (line.debited === accounts.house ? line.gross : 0))).toBe(
      sum(lines, line => (line.credited === accounts.house ? line.gross : 0)),
    );
  });

  test('a month’s accommodation revenue matches its nights and services, counted independently', () => {
    const from = dayOfDate(2026, 10, 1);
    const to = dayOfDate(2026, 11, 1);
    let expected = 0;
    for (const { course, timeSlices, services } of property.reservations) {
      if (course !== 'Stay') continue;
      for (const { day, baseNet } of timeSlices) if (day >= from && day < to) expected += baseNet;
      for (const { day, service, net } of services) {
        if (service.revenue === 'Accommodation' && day >= from && day < to) expected += net;
      }
    }
    const posted = sum(ledgerLines(property, from, to, today), line =>
      line.credited.name.startsWith('Accommodation') ? line.net : 0,
    );
    expect(posted).toBe(expected);
    expect(posted).toBeGreaterThan(0);
  });

  test('every account is in the chart of accounts, under an existing parent of its kind', () => {
    const numbers = new Set(accounts.all.map(({ number }) => number));
    expect(numbers.size).toBe(accounts.all.length);
    for (const { parentNumber } of accounts.all) {
      if (parentNumber !== null) expect(numbers.has(parentNumber)).toBe(true);
    }
    const used = new Set(lines.flatMap(({ debited, credited }) => [debited, credited]));
    expect([...used].filter(account => !accounts.all.includes(account))).toEqual([]);
    expect(new Set(lines.map(({ referenceType }) => referenceType))).toEqual(
      new Set(['Guest', 'House', 'External']),
    );
  });

  test('a later day only adds lines', () => {
    const rows = (some: readonly LedgerLine[]) =>
      some.map(({ entryNumber, command, gross, instant }) => `${entryNumber} ${command} ${gross} ${instant}`);
    const later = rows(ledgerLines(property, -ever, today + 1, today + 40));
    // Joined, because a comparison of long lists is slow.
    expect(later.join() === rows(lines).join()).toBe(true);
    expect(ledgerLines(property, today + 1, ever, today + 40).length).toBeGreaterThan(0);
  });

  test('a part of the ledger equals the same part of the whole', () => {
    const [from, to] = [today - 30, today - 10];
    const part = ledgerLines(property, from, to, today).map(
      ({ entryNumber, command }) => entryNumber + command,
    );
    const expected = lines.filter(({ businessDay }) => businessDay >= from && businessDay < to);
    expect(part).toEqual(expected.map(({ entryNumber, command }) => entryNumber + command));
  });

  test('invoices add up, are numbered without a gap on each day, and open amounts match the ledger', () => {
    const invoices = companyInvoices(property, -ever, ever, today);
    for (const { subTotal, taxDetails } of invoices) {
      expect(taxDetails.reduce((total, { net, tax }) => total + net + tax, 0)).toBe(subTotal);
      expect(new Set(taxDetails.map(({ vatType }) => vatType)).size).toBe(taxDetails.length);
    }
    const perDay = new Map<number, string[]>();
    for (const { day, number } of invoices) perDay.set(day, [...(perDay.get(day) ?? []), number]);
    for (const [day, numbers] of perDay) {
      // Guests who arrived before the data begins have no reservation in it.
      if (day < property.opened + 20) continue;
      const date = new Date(day * 864e5);
      const dayOfYear = day - Date.UTC(date.getUTCFullYear(), 0, 1) / 864e5 + 1;
      const prefix = `${property.id}-R${date.getUTCFullYear() - 2000}${String(dayOfYear).padStart(3, '0')}`;
      expect(numbers).toEqual(numbers.map((_, index) => `${prefix}${String(index + 1).padStart(2, '0')}`));
    }
    const open = sum(lines, ({ debited, credited, gross }) => {
      if (debited === accounts.accountsReceivable) return gross;
      return credited === accounts.accountsReceivable ? -gross : 0;
    });
    expect(open).toBe(invoices.reduce((total, { outstanding }) => total + outstanding, 0));
    expect(open).toBeGreaterThan(0);
  });
});
