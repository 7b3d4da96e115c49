import { accounts } from './accounts.ts';
import type { Day } from './calendar.ts';
import type { LedgerLine } from './folio.ts';
import { addUpGross, type Minor, minorOfExact, type VatType } from './money.ts';
import { daysUntilLoss, guestFolioLines, houseFolioLines } from './postings.ts';
import type { Property } from './property.ts';
import { findStatus } from './reservation.ts';

/**
 * Calls `visit` for each line that a property posted in a range of business days (end exclusive), until `today`: folio
 * by folio, each in the order of time. Lines are generated from the reservations on each call; gross transactions and
 * revenues read them.
 */
export function visitLedger(
  property: Property,
  from: Day,
  to: Day,
  today: Day,
  visit: (line: LedgerLine) => void,
): void {
  const visitInside = (line: LedgerLine) => {
    if (line.businessDay >= from && line.businessDay < to) visit(line);
  };
  for (const reservation of property.reservations) {
    const { guaranteeType, created, arrival, canceledOn, departure, invoiceNumber } = reservation;
    // A folio has no lines before the booking and, later than a day after departure, only the settlement of an invoice.
    const first = guaranteeType === 'Prepayment' ? created : (canceledOn ?? arrival);
    const last = departure + (invoiceNumber === null ? 1 : daysUntilLoss);
    if (first >= to || last < from) continue;
    guestFolioLines(property, reservation, today).forEach(visitInside);
  }
  for (const sale of property.houseSales) {
    if (sale.day >= from && sale.day < to && sale.day <= today)
      houseFolioLines(property, sale).forEach(visit);
  }
}

/** The lines that `visitLedger` visits, in the order of time. */
export function ledgerLines(property: Property, from: Day, to: Day, today: Day): LedgerLine[] {
  const lines: LedgerLine[] = [];
  visitLedger(property, from, to, today, line => lines.push(line));
  return lines.sort((one, other) => one.businessDay - other.businessDay || one.minutes - other.minutes);
}

/**
 * Companies' invoices for stays, issued on the day of departure, with a date in the range (end exclusive), in the order
 * of their numbers. `subTotal` is gross: the sum of net and tax of all details; `outstanding` is what the company owes.
 */
export function companyInvoices(property: Property, from: Day, to: Day, today: Day) {
  const invoices = property.reservations.flatMap(reservation => {
    const { invoiceNumber: number, company, departure: day } = reservation;
    if (!number || !company || day < from || day >= to) return [];
    if (findStatus(reservation, today) !== 'CheckedOut') return [];
    const lines = guestFolioLines(property, reservation, today);
    const charges = lines.filter(line => line.command === 'PostCharge');
    const isClosed = lines.some(line => line.credited === accounts.accountsReceivable);
    const subTotal = addUpGross(charges);
    const outstanding = isClosed ? 0 : subTotal;
    return [
      {
        number,
        day,
        company,
        subTotal,
        outstanding,
        taxDetails: sumTaxes(charges, property.currency.digits),
      },
    ];
  });
  return invoices.sort((one, other) => (one.number < other.number ? -1 : 1));
}

/**
 * One detail for each VAT type; city taxes are `Without`. The exact nets are added up and rounded once; the tax is the rest.
 */
function sumTaxes(charges: readonly LedgerLine[], digits: number) {
  const sums = new Map<VatType, { vatPercent: number; net: bigint; gross: Minor }>();
  for (const { net, gross, taxes } of charges) {
    const { type, percent: vatPercent } = taxes?.[0] ?? { type: 'Without' as const, percent: 0 };
    const sum = sums.get(type) ?? { net: 0n, gross: 0 };
    sums.set(type, { vatPercent, net: sum.net + BigInt(net), gross: sum.gross + gross });
  }
  return [...sums]
    .sort(([, one], [, other]) => one.vatPercent - other.vatPercent)
    .map(([vatType, { vatPercent, net, gross }]) => {
      const rounded = minorOfExact(net, digits);
      return { vatType, vatPercent, net: rounded, tax: gross - rounded };
    });
}
