import type { Day } from './calendar.ts';
import { type LedgerLine, openFolio } from './folio.ts';
import { daysUntilLoss, guestFolioLines } from './guest-folio.ts';
import type { HouseSale } from './house-sales.ts';
import type { Company } from './inventory.ts';
import { grossOf, type Minor, type VatType } from './money.ts';
import type { Property } from './property.ts';
import { type Reservation, statusOf } from './reservation.ts';

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
    // A folio has no lines before the booking and, after departure or a no-show, only the settlement of an invoice.
    const first = guaranteeType === 'Prepayment' ? created : (canceledOn ?? arrival);
    const last = invoiceNumber === null ? Math.max(departure, arrival + 1) : departure + daysUntilLoss;
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
  return lines.sort((one, other) => one.businessDay - other.businessDay || one.instant - other.instant);
}

/** Sold and paid at the same time. */
function houseFolioLines(property: Property, sale: HouseSale): readonly LedgerLine[] {
  const { id: name, externalFolioId, service, gross, day, time, paymentMethod } = sale;
  const reference = externalFolioId ?? property.id;
  const referenceType = externalFolioId ? 'External' : 'House';
  const folio = openFolio(property, { name, reference, referenceType, reservation: null });
  folio.charge({ day, minutes: time }, service.revenue, service.vatType, gross);
  folio.pay({ day, minutes: time }, paymentMethod);
  return folio.lines;
}

/** A company's invoice for one stay, issued on the day of departure. */
interface CompanyInvoice {
  readonly number: string;
  readonly day: Day;
  readonly company: Company;
  readonly reservation: Reservation;
  /** Gross: the sum of net and tax of all details. */
  readonly subTotal: Minor;
  /** The amount that the company still owes. */
  readonly outstanding: Minor;
  readonly taxDetails: readonly TaxDetail[];
}

interface TaxDetail {
  readonly vatType: VatType;
  readonly vatPercent: number;
  readonly net: Minor;
  readonly tax: Minor;
}

/** Invoices with a date in the range (end exclusive), in the order of their numbers. */
export function companyInvoices(property: Property, from: Day, to: Day, today: Day): CompanyInvoice[] {
  const invoices = property.reservations.flatMap(reservation => {
    const { invoiceNumber: number, company, departure: day } = reservation;
    if (!number || !company || day < from || day >= to) return [];
    if (statusOf(reservation, today) !== 'CheckedOut') return [];
    const lines = guestFolioLines(property, reservation, today);
    const charges = lines.filter(line => line.command === 'PostCharge');
    const closed = lines.some(line => line.credited === property.accounts.accountsReceivable);
    const subTotal = grossOf(charges);
    const amounts = { subTotal, outstanding: closed ? 0 : subTotal, taxDetails: sumTaxes(charges) };
    return { number, day, company, reservation, ...amounts };
  });
  return invoices.sort((one, other) => (one.number < other.number ? -1 : 1));
}

/**
 * One detail for each VAT type; city taxes are `Without`. The lines' own splits are added up without rounding again.
 */
function sumTaxes(charges: readonly LedgerLine[]): TaxDetail[] {
  const details = new Map<VatType, TaxDetail>();
  for (const { net, gross, taxes } of charges) {
    const { type: vatType, percent: vatPercent } = taxes?.[0] ?? { type: 'Without' as const, percent: 0 };
    const sum = details.get(vatType) ?? { net: 0, tax: 0 };
    details.set(vatType, { vatType, vatPercent, net: sum.net + net, tax: sum.tax + gross - net });
  }
  return [...details.values()].sort((one, other) => one.vatPercent - other.vatPercent);
}
