import type { ExportAccount } from './accounts.ts';
import type { Day } from './calendar.ts';
import { type Minor, netOf, type VatRates, type VatType } from './money.ts';
import type { Reservation } from './reservation.ts';

export type Command =
  | 'PostCharge'
  | 'PostPayment'
  | 'PostPrepayment'
  | 'PostPrepaymentVat'
  | 'PostToAccountsReceivables'
  | 'PostToLossOfAccountsReceivables';

/** One line of the ledger, as gross transactions lists it; revenues and invoices sum the same lines. */
export interface LedgerLine {
  /** Number of the entry: lines that belong together (a prepayment and its VAT) share it. */
  readonly entryNumber: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly businessDay: Day;
  readonly command: Command;
  readonly debited: ExportAccount;
  readonly credited: ExportAccount;
  /** gross = net + the taxes' amounts. */
  readonly gross: Minor;
  readonly net: Minor;
  /** null for a line without VAT: payments, city taxes. */
  readonly taxes: readonly TaxLine[] | null;
  readonly receipt: Receipt;
  /** Reservation id, booking id, external folio id, or the property's id for the house folio. */
  readonly reference: string;
  readonly referenceType: 'Guest' | 'Booking' | 'External' | 'House';
  /** null on house and external folios. */
  readonly reservation: Reservation | null;
}

export interface TaxLine {
  readonly type: VatType;
  readonly percent: number;
  readonly amount: Minor;
}

export interface Receipt {
  readonly type: 'Custom' | 'Reservation' | 'Invoice' | 'PspReference';
  readonly number: string;
}

/** Net and taxes of a gross amount under one VAT type. */
export function taxed(
  rates: VatRates,
  vatType: VatType,
  gross: Minor,
  net = netOf(gross, rates[vatType] ?? 0),
): { readonly net: Minor; readonly taxes: readonly TaxLine[] } {
  return { net, taxes: [{ type: vatType, percent: rates[vatType] ?? 0, amount: gross - net }] };
}
