import type { CalendarDate } from '../../platform/dates.ts';
import type { PostedAccount, Posting } from '../posting.ts';
import { ExactSum } from './exact-sum.ts';
import { KeptLines } from './ledger-line.ts';
import type { BridgeClass, RevenueGroup } from './revenue-tree.ts';

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

interface LedgerStep {
  readonly sum: ExactSum;
  lines: number;
}

/** The tax of one rate. */
export interface RateBook {
  /** Of all taxable lines, prepayments included. */
  readonly ledger: ExactSum;
  readonly onRevenue: ExactSum;
  /** The net amounts of the lines that have one tax. */
  readonly base: ExactSum;
  readonly baseOnRevenue: ExactSum;
  /** Of lines with one tax: what they carry, and that of the gross amount, rounded line by line. */
  readonly single: ExactSum;
  readonly recomputed: ExactSum;
  rows: number;
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
export interface ReferenceBook {
  /** Of its reservation, in the month. */
  stay: StayBook | undefined;
  /** Paid with money or with a prepayment. */
  readonly settled: ExactSum;
  vat: VatOfPrepayments | undefined;
}

/** What the lines of prepayments carry as tax, and what the lines between VAT accounts post of it. */
export interface VatOfPrepayments {
  readonly shown: ExactSum;
  lines: number;
  readonly posted: ExactSum;
  rows: number;
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
export const newRateBook = (): RateBook => ({
  ledger: newSum(),
  onRevenue: newSum(),
  base: newSum(),
  baseOnRevenue: newSum(),
  single: newSum(),
  recomputed: newSum(),
  rows: 0,
});
export const newStep = (): LedgerStep => ({ sum: newSum(), lines: 0 });
export const newDay = (): Partial<Record<BridgeClass, LedgerStep>> => ({});
export const newLines = () => new KeptLines();
export const newReference = (): ReferenceBook => ({ stay: undefined, settled: newSum(), vat: undefined });
export const newVatOfPrepayments = (): VatOfPrepayments => ({
  shown: newSum(),
  lines: 0,
  posted: newSum(),
  rows: 0,
});
