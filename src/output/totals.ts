import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Aggregation, ChangeOfTotals, Column, ReportRecord, SideOfChange } from '../platform/records.ts';
import { decimalsOfCurrency, percentDecimals } from './number-format.ts';

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
  /** The sums that the total of a column, or of one side of a change, is computed from, by its name. */
  readonly #sources = new Map<string, readonly SumOfColumn[]>();
  /** The ratios of which some record has one part and lacks another: the sums of their parts do not belong together. */
  readonly #incomplete = new Set<string>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    for (const { name, unit, aggregation } of columns.flatMap(partsOfTotal)) {
      if (unit?.kind === 'money') this.#currencies.set(name, new CurrencyOfColumn(name, unit.currency));
      const paths = aggregation.kind === 'ratio' ? partsOfRatio(aggregation) : [name];
      this.#sources.set(
        name,
        paths.map(path => this.#sumOf(path)),
      );
    }
  }

  add(record: ReportRecord): void {
    for (const sum of this.#sums.values()) sum.add(record);
    for (const currency of this.#currencies.values()) currency.add(record);
    for (const [name, [first, ...others]] of this.#sources) {
      if (others.some(other => other.hadNumber !== first?.hadNumber)) this.#incomplete.add(name);
    }
  }

  result(): ReadonlyMap<string, ColumnTotal> {
    return new Map(
      this.#columns.flatMap(column => {
        const total = this.#totalOf(column);
        return total ? [[column.name, total]] : [];
      }),
    );
  }

  /** One for each path, whichever columns need it. */
  #sumOf(path: string): SumOfColumn {
    const sum = this.#sums.get(path) ?? new SumOfColumn(path);
    this.#sums.set(path, sum);
    return sum;
  }

  #totalOf({ name, unit, aggregation }: Omit<Column, 'type'>): ColumnTotal | undefined {
    if (!aggregation) return undefined;
    if (aggregation.kind === 'change') return this.#changeOf(aggregation);
    const currency = this.#currencies.get(name)?.shared;
    if (this.#incomplete.has(name) || (unit?.kind === 'money' && currency === undefined)) return undefined;
    const sums = (this.#sources.get(name) ?? []).map(({ sum }) => sum);
    const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
    const value = aggregation.kind === 'ratio' ? ratioOf(sums, decimals, aggregation.factor) : sums[0];
    return value && { value: settled(value), ...(currency ? { currency } : {}) };
  }

  #changeOf({ now, before, inPercent }: ChangeOfTotals): ColumnTotal | undefined {
    const [later, earlier] = [this.#totalOf(now), this.#totalOf(before)];
    if (!later || !earlier || later.currency !== earlier.currency) return undefined;
    const change = changeOf(later.value, earlier.value);
    if (!inPercent) return { ...later, value: change.difference };
    return change.percent === null ? undefined : { value: change.percent };
  }
}

/** @param sums in the order of partsOfRatio; @returns undefined without any numbers, or where it would divide by zero */
function ratioOf(
  [above, whole, less = new Big(0)]: readonly (Big | undefined)[],
  decimals: number,
  factor = 1,
): Big | undefined {
  const below = whole?.minus(less);
  if (!above || !below || below.eq(0)) return undefined;
  return above.times(factor).div(below).round(decimals, Big.roundHalfUp);
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
const partsOfRatio = ({ of, per, less }: Extract<Aggregation, { kind: 'ratio' }>): string[] => [
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
