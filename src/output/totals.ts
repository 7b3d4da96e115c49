import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { ChangeOfTotals, Column, ReportRecord, SideOfChange } from '../platform/records.ts';
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
  const codes = currencyCodes(amount, currency);
  for (const record of records) codes.add(record);
  return codes.shared();
}

function currencyCodes(amount: string, currency: string) {
  const [readAmount, readCode] = [valueReader(amount), valueReader(currency)];
  const codes = new Set<unknown>();
  return {
    add(record: ReportRecord): void {
      if (isExactNumber(readAmount(record))) codes.add(readCode(record));
    },
    shared(): string | undefined {
      const [code] = codes;
      return codes.size === 1 && typeof code === 'string' && code !== '' ? code : undefined;
    },
  };
}

interface RunningSum {
  readonly read: (record: ReportRecord) => unknown;
  sum: Big | undefined;
  /** Whether the last record had a number: a ratio based on only some of the records would be wrong. */
  hadNumber: boolean;
}

/** Totals of streamed records, in constant memory. */
export class RunningTotals {
  readonly #columns: readonly Column[];
  /** By path, whichever columns need it. */
  readonly #sums = new Map<string, RunningSum>();
  readonly #currencies = new Map<string, ReturnType<typeof currencyCodes>>();
  /** The sums that the total of a column, or of one side of a change, is computed from, by its name. */
  readonly #sources = new Map<string, readonly RunningSum[]>();
  /** The ratios of which some record has one part and lacks another: the sums of their parts do not belong together. */
  readonly #incomplete = new Set<string>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    for (const { name, unit, aggregation } of columns.flatMap(partsOfTotal)) {
      if (unit?.kind === 'money') this.#currencies.set(name, currencyCodes(name, unit.currency));
      const { of, per, less } = aggregation.kind === 'ratio' ? aggregation : { of: name };
      const sources = [of, per, less].flatMap(path => (path === undefined ? [] : [this.#sumOf(path)]));
      this.#sources.set(name, sources);
    }
  }

  #sumOf(path: string): RunningSum {
    const sum = this.#sums.get(path) ?? { read: valueReader(path), sum: undefined, hadNumber: false };
    this.#sums.set(path, sum);
    return sum;
  }

  add(record: ReportRecord): void {
    for (const running of this.#sums.values()) {
      const value = running.read(record);
      running.hadNumber = isExactNumber(value);
      if (isExactNumber(value)) running.sum = (running.sum ?? new Big(0)).plus(plainNumber(value));
    }
    for (const codes of this.#currencies.values()) codes.add(record);
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

  #totalOf({ name, unit, aggregation }: Omit<Column, 'type'>): ColumnTotal | undefined {
    if (!aggregation) return undefined;
    if (aggregation.kind === 'change') return this.#changeOf(aggregation);
    const currency = this.#currencies.get(name)?.shared();
    if (this.#incomplete.has(name) || (unit?.kind === 'money' && currency === undefined)) return undefined;
    const sums = (this.#sources.get(name) ?? []).map(({ sum }) => sum);
    const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
    const value = aggregation.kind === 'ratio' ? ratioOf(sums, decimals, aggregation.factor) : sums[0];
    return value && { value: settled(value), ...(currency ? { currency } : {}) };
  }

  #changeOf({ now, before, inPercent }: ChangeOfTotals): ColumnTotal | undefined {
    const [later, earlier] = [this.#totalOf(now), this.#totalOf(before)];
    if (!later || !earlier || later.currency !== earlier.currency) return undefined;
    if (!inPercent) return { ...later, value: differenceBetween(later.value, earlier.value) };
    const percent = percentChange(later.value, earlier.value);
    return percent === null ? undefined : { value: percent };
  }
}

/** @returns undefined without any numbers, or where it would divide by zero */
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

/** The exact change from `before` to `after`. */
export const differenceBetween = (after: ExactNumber, before: ExactNumber): ExactNumber =>
  settled(new Big(plainNumber(after)).minus(plainNumber(before)));

/** The change from `before` to `after` in percent of what was before, to two decimals; null of nothing. */
export function percentChange(after: ExactNumber, before: ExactNumber): ExactNumber | null {
  const from = new Big(plainNumber(before));
  if (from.eq(0)) return null;
  const percent = new Big(plainNumber(after)).minus(from).times(100).div(from.abs());
  return settled(percent.round(percentDecimals, Big.roundHalfUp));
}
