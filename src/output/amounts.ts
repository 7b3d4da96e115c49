import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { ReportRecord, TableLayout } from '../platform/records.ts';
import { valueReader } from './columns.ts';

/** Amount columns and the columns of their currencies, as a table's layout names them. */
export type AmountColumns = NonNullable<TableLayout['totals']>;

/** One currency's sums, by amount column; none for a column that has no amount in it. */
export interface TotalLine {
  readonly currency: string;
  readonly sums: ReadonlyMap<string, Big>;
}

/** A line for each currency, in the order in which they come: exact decimals, never added across currencies. */
export function totalLines(records: readonly ReportRecord[], columns: AmountColumns): TotalLine[] {
  const lines = new Map<string, Map<string, Big>>();
  const readers = columns.map(({ amount, currency }) => ({
    column: amount,
    amount: valueReader(amount),
    currency: valueReader(currency),
  }));
  for (const record of records) {
    for (const { column, amount, currency } of readers) {
      const [value, code] = [amount(record), currency(record)];
      if (!isExactNumber(value) || typeof code !== 'string') continue;
      const sums = lines.get(code) ?? new Map<string, Big>();
      lines.set(code, sums);
      sums.set(column, (sums.get(column) ?? new Big(0)).plus(plainNumber(value)));
    }
  }
  return [...lines].map(([currency, sums]) => ({ currency, sums }));
}

/** The lines of totals below these records; one row is its own total. */
export const totalsOf = (
  records: readonly ReportRecord[],
  columns: AmountColumns | undefined,
): readonly TotalLine[] => (columns && records.length > 1 ? totalLines(records, columns) : []);

/** An amount with at least as many decimals as its currency has: 61.5 is 61.50 in euros; nothing is rounded. */
export function amountText(amount: ExactNumber, currency: unknown): string {
  const plain = plainNumber(amount);
  const [whole, fraction = ''] = plain.split('.');
  const decimals = fraction.padEnd(decimalsOf(String(currency)), '0');
  return decimals === '' ? plain : `${whole}.${decimals}`;
}

const known = new Map<string, number>();

function decimalsOf(currency: string): number {
  let decimals = known.get(currency);
  if (decimals === undefined) {
    decimals = lookUp(currency);
    known.set(currency, decimals);
  }
  return decimals;
}

function lookUp(currency: string): number {
  // It may be any text, and other texts than three letters throw.
  if (!/^[A-Za-z]{3}$/.test(currency)) return 0;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 0;
}
