import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../platform/numbers.ts';
import type { Aggregation, Column, ReportRecord } from '../platform/records.ts';
import { valueReader } from './columns.ts';
import { decimalsOfCurrency, percentDecimals } from './number-format.ts';

/** The total of one column. */
export interface ColumnTotal {
  readonly value: ExactNumber;
  /** The currency of an amount, the same in all rows. */
  readonly currency?: string;
}

/**
 * The totals of the columns that have a true one, by column name: exact sums of counts and amounts, and ratios of sums,
 * rounded half up to the decimals of their unit. A column has no total where its currencies differ, or where a part of
 * the ratio is missing or zero.
 */
export function totalsOf(
  records: readonly ReportRecord[],
  columns: readonly Column[],
): ReadonlyMap<string, ColumnTotal> {
  const totals = new Map<string, ColumnTotal>();
  for (const column of columns) {
    const { aggregation, unit, name } = column;
    if (!aggregation) continue;
    const currency = unit?.kind === 'money' ? sharedCurrency(records, name, unit.currency) : undefined;
    if (unit?.kind === 'money' && currency === undefined) continue;
    const value =
      aggregation.kind === 'sum'
        ? sumOfColumn(records, name)
        : ratioOf(records, aggregation, column, currency);
    if (value !== undefined) totals.set(name, { value: settled(value), ...(currency ? { currency } : {}) });
  }
  return totals;
}

/** The one currency of a column's amounts; undefined where there is none or several. */
export function sharedCurrency(
  records: readonly ReportRecord[],
  amount: string,
  currency: string,
): string | undefined {
  const [amountOf, currencyOf] = [valueReader(amount), valueReader(currency)];
  let shared: string | undefined;
  for (const record of records) {
    if (!isExactNumber(amountOf(record))) continue;
    const code = currencyOf(record);
    if (typeof code !== 'string' || code === '' || (shared !== undefined && shared !== code))
      return undefined;
    shared = code;
  }
  return shared;
}

/** The exact sum of a column; undefined where no row has a number. */
function sumOfColumn(records: readonly ReportRecord[], name: string, everyRow = false): Big | undefined {
  const read = valueReader(name);
  let sum: Big | undefined;
  for (const record of records) {
    const value = read(record);
    if (isExactNumber(value)) sum = (sum ?? new Big(0)).plus(plainNumber(value));
    else if (everyRow) return undefined;
  }
  return sum;
}

function ratioOf(
  records: readonly ReportRecord[],
  { of, per, less, factor = 1 }: Extract<Aggregation, { kind: 'ratio' }>,
  { unit }: Column,
  currency: string | undefined,
): Big | undefined {
  const [above, whole] = [sumOfColumn(records, of, true), sumOfColumn(records, per, true)];
  const reduced = less === undefined ? new Big(0) : sumOfColumn(records, less, true);
  if (!above || !whole || !reduced) return undefined;
  const below = whole.minus(reduced);
  if (below.eq(0)) return undefined;
  const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
  return above.times(factor).div(below).round(decimals, Big.roundHalfUp);
}
