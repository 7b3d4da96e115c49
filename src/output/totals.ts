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
 * The totals of the columns that have a valid one, by column name: exact sums of counts and amounts, and ratios of
 * sums, rounded half up to the decimals of their unit. A column has no total if its currencies differ, or if a part of
 * the ratio is missing or zero.
 */
export const totalsOf = (
  records: readonly ReportRecord[],
  columns: readonly Column[],
): ReadonlyMap<string, ColumnTotal> => {
  const totals = new RunningTotals(columns);
  for (const record of records) totals.add(record);
  return totals.result();
};

/** The currency of a column's amounts; undefined if there is none or several. */
export function sharedCurrency(
  records: readonly ReportRecord[],
  amount: string,
  currency: string,
): string | undefined {
  const found = new CurrencyOfColumn(amount, currency);
  for (const record of records) found.add(record);
  return found.shared;
}

/** Totals of streamed records, in constant memory. */
export class RunningTotals {
  readonly #columns: readonly Column[];
  readonly #sums = new Map<string, SumOfColumn>();
  readonly #currencies = new Map<string, CurrencyOfColumn>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns.filter(({ aggregation }) => aggregation);
    for (const { name, unit, aggregation } of this.#columns) {
      if (unit?.kind === 'money') this.#currencies.set(name, new CurrencyOfColumn(name, unit.currency));
      for (const path of aggregation?.kind === 'ratio' ? partsOfRatio(aggregation) : [name]) {
        if (!this.#sums.has(path)) this.#sums.set(path, new SumOfColumn(path));
      }
    }
  }

  add(record: ReportRecord): void {
    for (const sum of this.#sums.values()) sum.add(record);
    for (const currency of this.#currencies.values()) currency.add(record);
  }

  result(): ReadonlyMap<string, ColumnTotal> {
    return new Map(
      this.#columns.flatMap(column => {
        const currency = this.#currencies.get(column.name)?.shared;
        if (column.unit?.kind === 'money' && currency === undefined) return [];
        const value =
          column.aggregation?.kind === 'ratio'
            ? this.#ratio(column.aggregation, column, currency)
            : this.#sums.get(column.name)?.sum;
        return value === undefined
          ? []
          : [[column.name, { value: settled(value), ...(currency ? { currency } : {}) }] as const];
      }),
    );
  }

  #ratio(
    ratio: Extract<Aggregation, { kind: 'ratio' }>,
    { unit }: Column,
    currency: string | undefined,
  ): Big | undefined {
    const sumOf = (path: string) => {
      const sum = this.#sums.get(path);
      return sum?.isComplete ? sum.sum : undefined;
    };
    const [above, whole] = [sumOf(ratio.of), sumOf(ratio.per)];
    const less = ratio.less === undefined ? new Big(0) : sumOf(ratio.less);
    if (!above || !whole || !less) return undefined;
    const below = whole.minus(less);
    if (below.eq(0)) return undefined;
    const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
    return above
      .times(ratio.factor ?? 1)
      .div(below)
      .round(decimals, Big.roundHalfUp);
  }
}

/** The columns that a ratio is computed from. */
export const partsOfRatio = ({ of, per, less }: Extract<Aggregation, { kind: 'ratio' }>): string[] => [
  of,
  per,
  ...(less === undefined ? [] : [less]),
];

class SumOfColumn {
  sum: Big | undefined;
  /** Whether every record had a number: a ratio based on only some of the records would be wrong. */
  isComplete = true;
  readonly #read: (record: ReportRecord) => unknown;

  constructor(path: string) {
    this.#read = valueReader(path);
  }

  add(record: ReportRecord): void {
    const value = this.#read(record);
    if (isExactNumber(value)) this.sum = (this.sum ?? new Big(0)).plus(plainNumber(value));
    else this.isComplete = false;
  }
}

class CurrencyOfColumn {
  /** Undefined until the first amount, and after a second currency occurred. */
  shared: string | undefined;
  #isMixed = false;
  readonly #amount: (record: ReportRecord) => unknown;
  readonly #currency: (record: ReportRecord) => unknown;

  constructor(amount: string, currency: string) {
    this.#amount = valueReader(amount);
    this.#currency = valueReader(currency);
  }

  add(record: ReportRecord): void {
    if (this.#isMixed || !isExactNumber(this.#amount(record))) return;
    const code = this.#currency(record);
    if (typeof code !== 'string' || code === '' || (this.shared !== undefined && this.shared !== code)) {
      this.#isMixed = true;
      this.shared = undefined;
    } else this.shared = code;
  }
}
