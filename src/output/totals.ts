import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../platform/numbers.ts';
import type { Aggregation, ChangeOfTotals, Column, ReportRecord, SideOfChange } from '../platform/records.ts';
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
  readonly #parts: readonly SideOfChange[];
  readonly #sums = new Map<string, SumOfColumn>();
  readonly #ratios = new Map<string, boolean>();
  readonly #currencies = new Map<string, CurrencyOfColumn>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns.filter(({ aggregation }) => aggregation);
    this.#parts = this.#columns.flatMap(partsOfTotal);
    for (const { name, unit, aggregation } of this.#parts) {
      if (unit?.kind === 'money') this.#currencies.set(name, new CurrencyOfColumn(name, unit.currency));
      if (aggregation.kind === 'ratio') this.#ratios.set(name, true);
      for (const path of aggregation.kind === 'ratio' ? partsOfRatio(aggregation) : [name]) {
        if (!this.#sums.has(path)) this.#sums.set(path, new SumOfColumn(path));
      }
    }
  }

  add(record: ReportRecord): void {
    for (const sum of this.#sums.values()) sum.add(record);
    for (const currency of this.#currencies.values()) currency.add(record);
    for (const { name, aggregation } of this.#parts) {
      if (aggregation.kind !== 'ratio') continue;
      const [first, ...others] = partsOfRatio(aggregation).map(path => this.#sums.get(path)?.hadNumber);
      if (others.some(other => other !== first)) this.#ratios.set(name, false);
    }
  }

  result(): ReadonlyMap<string, ColumnTotal> {
    return new Map(
      this.#columns.flatMap(column => {
        const total = this.#totalOf(column);
        return total ? [[column.name, total] as const] : [];
      }),
    );
  }

  #totalOf({ name, unit, aggregation }: Column): ColumnTotal | undefined {
    if (!aggregation) return undefined;
    if (aggregation.kind === 'change') return this.#changeOf(aggregation);
    const currency = this.#currencies.get(name)?.shared;
    if (unit?.kind === 'money' && currency === undefined) return undefined;
    const value =
      aggregation.kind === 'ratio'
        ? this.#ratioOf(name, aggregation, unit, currency)
        : this.#sums.get(name)?.sum;
    return value && { value: settled(value), ...(currency ? { currency } : {}) };
  }

  #changeOf({ now, before, inPercent }: ChangeOfTotals): ColumnTotal | undefined {
    const [later, earlier] = [now, before].map(side => this.#totalOf({ ...side, type: 'number' }));
    if (!later || !earlier || later.currency !== earlier.currency) return undefined;
    const change = changeOf(later.value, earlier.value);
    const value = inPercent ? change.percent : change.difference;
    return value === null
      ? undefined
      : { value, ...(inPercent || !later.currency ? {} : { currency: later.currency }) };
  }

  #ratioOf(
    name: string,
    ratio: Extract<Aggregation, { kind: 'ratio' }>,
    unit: Column['unit'],
    currency: string | undefined,
  ): Big | undefined {
    // A ratio of what only some records have would be wrong.
    if (!this.#ratios.get(name)) return undefined;
    const [above, whole] = [ratio.of, ratio.per].map(path => this.#sums.get(path)?.sum);
    const less = ratio.less === undefined ? new Big(0) : this.#sums.get(ratio.less)?.sum;
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

/** What a column's total is made from: the column itself, or both sides of a change. */
const partsOfTotal = ({ name, unit, aggregation }: Column): SideOfChange[] =>
  !aggregation
    ? []
    : aggregation.kind === 'change'
      ? [aggregation.now, aggregation.before]
      : [{ name, ...(unit ? { unit } : {}), aggregation }];

/** The exact change from `before` to `after`; in percent of what was before, to two decimals, or null of nothing. */
export function changeOf(
  after: ExactNumber,
  before: ExactNumber,
): { readonly difference: ExactNumber; readonly percent: ExactNumber | null } {
  const from = new Big(plainNumber(before));
  const difference = new Big(plainNumber(after)).minus(from);
  return {
    difference: settled(difference),
    percent: from.eq(0)
      ? null
      : settled(difference.times(100).div(from.abs()).round(percentDecimals, Big.roundHalfUp)),
  };
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
  hadNumber = false;
  readonly #read: (record: ReportRecord) => unknown;

  constructor(path: string) {
    this.#read = valueReader(path);
  }

  add(record: ReportRecord): void {
    const value = this.#read(record);
    this.hadNumber = isExactNumber(value);
    if (isExactNumber(value)) this.sum = (this.sum ?? new Big(0)).plus(plainNumber(value));
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
