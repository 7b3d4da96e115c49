import type { CalendarDate } from '../../platform/dates.ts';
import { ExactSum } from '../../platform/exact-sum.ts';
import type { PostedAccount, Posting } from '../posting.ts';
import { KeptLines } from './ledger-line.ts';
import type { BridgeClass, RevenueGroup } from './revenue-tree.ts';

export const cityTaxTypes: readonly string[] = ['CityTaxes', 'SecondCityTax', 'GuestLevies'];

/** What the lines of one account add up to: what it was credited less what it was debited. */
export interface AccountBook {
  readonly account: PostedAccount;
  readonly gross: ExactSum;
  readonly net: ExactSum;
  /** Credited with a negative amount. */
  readonly corrections: ExactSum;
  lines: number;
  readonly group: RevenueGroup;
  /** Of a revenue account, by business date: the steps from booked to posted revenue. */
  readonly days: Map<CalendarDate, Partial<Record<BridgeClass, LedgerStep>>>;
  readonly percents: Map<string, KeptLines>;
  readonly untaxed: KeptLines;
}

export class LedgerStep {
  readonly sum = new ExactSum();
  lines = 0;
}

/** The tax of one rate. */
export class RateBook {
  /** Of all taxable lines, prepayments included. */
  readonly ledger = new ExactSum();
  readonly onRevenue = new ExactSum();
  /** The net amounts of the lines that have one tax. */
  readonly base = new ExactSum();
  readonly baseOnRevenue = new ExactSum();
  /** Of lines with one tax: what they carry, and that of the gross amount, rounded line by line. */
  readonly single = new ExactSum();
  readonly recomputed = new ExactSum();
  rows = 0;
}

/** What a reservation was charged. Its days are those of the property. */
export interface StayBook {
  readonly reservation: NonNullable<Posting['reservation']>;
  readonly arrival: CalendarDate;
  readonly departure: CalendarDate;
  /** With accommodation revenue: one bit for each day of the month. */
  nights: number;
  /** By account: the days, in the same way. */
  readonly charged: Map<string, number>;
}

export const dayOfMonth = (date: CalendarDate): number => Number(date.slice(8));

/** What happened on one reference: a reservation, a booking or a folio. */
export class ReferenceBook {
  /** Of its reservation, in the month. */
  stay: StayBook | undefined;
  /** Paid with money or with a prepayment. */
  readonly settled = new ExactSum();
}

/** What the lines of prepayments carry as tax, and what the lines between VAT accounts post of it. */
export class VatOfPrepayments {
  readonly shown = new ExactSum();
  lines = 0;
  readonly posted = new ExactSum();
  rows = 0;
}

/** Postings of one invoice to the accounts receivable. */
export interface ReceiptBook {
  readonly moved: ExactSum;
  readonly references: Set<string>;
}

/** The lines of a VAT type by rate; corrections may carry the rate of an earlier period. */
export type TypeOfVat = Map<string, { readonly lines: KeptLines; readonly corrections: KeptLines }>;

export const ensureEntry = <Key, Value>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
};
export const newSum = () => new ExactSum();
export const newRates = (): TypeOfVat => new Map();
export const newRate = () => ({ lines: new KeptLines(), corrections: new KeptLines() });
export const newRateBook = () => new RateBook();
export const newDay = (): Partial<Record<BridgeClass, LedgerStep>> => ({});
export const newLines = () => new KeptLines();
export const newReference = () => new ReferenceBook();
export const newVatOfPrepayments = () => new VatOfPrepayments();
