import type { Day } from './calendar.ts';
import { guestFolioLines } from './guest-folio.ts';
import type { Company } from './inventory.ts';
import type { LedgerLine } from './ledger-line.ts';
import type { Minor, VatType } from './money.ts';
import type { Property } from './property.ts';
import { type Reservation, statusOf } from './reservation.ts';

/** A company's invoice for one stay, issued on the day of departure. */
export interface CompanyInvoice {
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
  const invoices: CompanyInvoice[] = [];
  for (const reservation of property.reservations) {
    const { invoiceNumber, company, departure } = reservation;
    if (!invoiceNumber || !company || departure < from || departure >= to) continue;
    if (statusOf(reservation, today) !== 'CheckedOut') continue;
    const lines = guestFolioLines(property, reservation, today);
    const charges = lines.filter(line => line.command === 'PostCharge');
    const closed = lines.some(line => line.credited === property.accounts.accountsReceivable);
    const subTotal = charges.reduce((sum, line) => sum + line.gross, 0);
    invoices.push({
      number: invoiceNumber,
      day: departure,
      company,
      reservation,
      subTotal,
      outstanding: closed ? 0 : subTotal,
      taxDetails: taxDetailsOf(charges),
    });
  }
  return invoices.sort((one, other) => (one.number < other.number ? -1 : 1));
}

/**
 * One detail for each VAT type; city taxes are `Without`. The lines' own splits are added up without rounding again.
 */
function taxDetailsOf(charges: readonly LedgerLine[]): TaxDetail[] {
  const details = new Map<VatType, TaxDetail>();
  for (const { net, gross, taxes } of charges) {
    const { type: vatType, percent: vatPercent } = taxes?.[0] ?? { type: 'Without' as const, percent: 0 };
    const sum = details.get(vatType) ?? { vatType, vatPercent, net: 0, tax: 0 };
    details.set(vatType, { vatType, vatPercent, net: sum.net + net, tax: sum.tax + gross - net });
  }
  return [...details.values()].sort((one, other) => one.vatPercent - other.vatPercent);
}
