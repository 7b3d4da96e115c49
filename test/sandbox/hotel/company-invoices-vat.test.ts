import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import { bodyOf, dateOfNumber, type Money, minorOf, sumBy } from './report-bodies.ts';

interface Item {
  readonly company: { readonly id: string; readonly code: string; readonly taxId?: string };
  readonly invoice: {
    readonly number: string;
    readonly date: string;
    readonly subTotal: Money;
    readonly outstandingPayment: Money;
    readonly taxDetails: readonly { vatType: string; vatPercent: number; net: Money; tax: Money }[];
  };
}

const hotel = createHotel({ seed: 'company invoices', today: '2026-11-21' });

const report = (property: Property, parameters: Record<string, string[]> = {}) =>
  bodyOf<{ companyInvoices: Item[]; count: number }>(hotel, property, 'company-invoices-vat', parameters)
    ?.companyInvoices ?? [];

type Line = ReturnType<typeof ledgerLines>[number];
const grouped = new Map<Property, Map<string, Line[]>>();

/** Everything ever posted in a property, by the folio that it was posted to; read once for all months. */
function linesByReference(property: Property): ReadonlyMap<string, readonly Line[]> {
  const known = grouped.get(property);
  if (known) return known;
  const lines = new Map<string, Line[]>();
  for (const line of ledgerLines(property, -1e6, 1e6, hotel.clock.today())) {
    const own = lines.get(line.reference);
    if (own) own.push(line);
    else lines.set(line.reference, [line]);
  }
  grouped.set(property, lines);
  return lines;
}

const month = (name: string) => ({
  dateFilter: [`gte_${name}-01`, `lte_${name}-${name.endsWith('02') ? 28 : 30}`],
});
const months = ['2025-02', '2026-09', '2026-11'];
const cases = hotel.properties.flatMap(property => months.map(name => ({ id: property.id, property, name })));

describe.each(cases)('$id $name', ({ property, name }) => {
  const items = report(property, month(name));

  test('every company stay that ended then, by number, with the charges of its folio', () => {
    const over = property.reservations.filter(
      ({ course, company, departure }) =>
        course === 'Stay' &&
        company !== null &&
        dateOfNumber(departure).startsWith(name) &&
        dateOfNumber(departure) <= '2026-11-21',
    );
    expect(items.map(({ invoice }) => invoice.number)).toEqual(
      over.map(({ invoiceNumber }) => invoiceNumber).sort(),
    );
    expect(items.length).toBeGreaterThan(5);
    const lines = linesByReference(property);
    for (const { company, invoice } of items) {
      const stay = over.find(({ invoiceNumber }) => invoiceNumber === invoice.number);
      const own = lines.get(stay?.id ?? '') ?? [];
      expect(company.id).toBe(stay?.company?.id);
      expect(invoice.date).toBe(dateOfNumber(stay?.departure ?? 0));
      const charged = own.filter(({ command }) => command === 'PostCharge');
      expect(minorOf(property, invoice.subTotal.amount)).toBe(sumBy(charged, ({ gross }) => gross));
      // The amount that the company took over and has not paid.
      const receivable = sumBy(own, ({ debited, credited, gross }) =>
        debited.type === 'AccountsReceivable' ? gross : credited.type === 'AccountsReceivable' ? -gross : 0,
      );
      expect(minorOf(property, invoice.outstandingPayment.amount)).toBe(receivable);
    }
  });

  test('net and tax of its details add up to the sum, each VAT type once, at its rate', () => {
    for (const { invoice } of items) {
      const { subTotal, taxDetails } = invoice;
      expect(
        sumBy(taxDetails, ({ net, tax }) => minorOf(property, net.amount) + minorOf(property, tax.amount)),
      ).toBe(minorOf(property, subTotal.amount));
      expect(new Set(taxDetails.map(({ vatType }) => vatType)).size).toBe(taxDetails.length);
      for (const { vatType, vatPercent, net, tax } of taxDetails) {
        expect(vatPercent).toBe(property.vatRates[vatType as 'Normal']);
        const exact = (minorOf(property, net.amount) * vatPercent) / 100;
        expect(Math.abs(minorOf(property, tax.amount) - exact)).toBeLessThanOrEqual(1);
        expect([net.currency, tax.currency]).toEqual([property.currency.code, property.currency.code]);
      }
    }
  });
});

const muc = hotel.property('MUC') as Property;

test('without a date filter: the month that ends today', () => {
  const dates = report(muc).map(({ invoice }) => invoice.date);
  expect(dates).toEqual(
    report(muc, { dateFilter: ['gt_2026-10-21', 'lte_2026-11-21'] }).map(({ invoice }) => invoice.date),
  );
  expect(dates.at(-1)).toBe('2026-11-21');
  expect(dates[0]).toBe('2026-10-22');
});
