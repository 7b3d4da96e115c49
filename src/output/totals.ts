import Big from 'big.js';
import { ExactSum } from '../platform/exact-sum.ts';
import { type ExactNumber, floatNoise, isExactNumber, settled } from '../platform/numbers.ts';
import { valueReader, withValue } from '../platform/record-paths.ts';
import type { ChangeOfTotals, Column, FieldValue, ReportRecord, SideOfChange } from '../platform/records.ts';
import type { ColumnFormula } from './document/document.ts';
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
export const computeTotals = (
  records: readonly ReportRecord[],
  columns: readonly Column[],
): ReadonlyMap<string, ColumnTotal> => roundTotals(exactTotals(records, columns), columns);

/** The same, whose ratios and changes are rounded once, when they are written. */
function exactTotals(records: readonly ReportRecord[], columns: readonly Column[]) {
  const totals = new RunningTotals(columns);
  for (const record of records) totals.add(record);
  return totals.result();
}

/** Sums keep every digit; ratios and changes have the decimals of their unit. */
const roundValue = (
  value: ExactNumber,
  { unit, aggregation }: Pick<Column, 'unit' | 'aggregation'>,
  currency: unknown,
): ExactNumber => {
  const isRatio = aggregation ? aggregation.kind !== 'sum' : unit?.kind === 'percent';
  const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
  return isRatio ? settled(new Big(value).round(decimals, Big.roundHalfUp)) : value;
};

const roundTotals = (totals: ReadonlyMap<string, ColumnTotal>, columns: readonly Column[]) =>
  new Map(
    columns.flatMap(column => {
      const total = totals.get(column.name);
      if (!total) return [];
      return [[column.name, { ...total, value: roundValue(total.value, column, total.currency) }] as const];
    }),
  );

/** Computed rows as they are written. */
export function roundRatios(
  records: readonly ReportRecord[],
  columns: readonly Column[],
): readonly ReportRecord[] {
  const readers = columns.map(column => ({
    column,
    read: valueReader(column.name),
    code: column.unit?.kind === 'money' ? valueReader(column.unit.currency) : () => null,
  }));
  return records.map(record =>
    readers.reduce((written, { column, read, code }) => {
      const value = read(record);
      if (!isExactNumber(value)) return written;
      const rounded = roundValue(value, column, code(record));
      return rounded === value ? written : withValue(written, column.name, rounded);
    }, record),
  );
}

/** Rows as people read them: ratios that the platform does not define are computed from the parts of their row. */
export function withComputedRatios(
  records: readonly ReportRecord[],
  columns: readonly Column[],
): readonly ReportRecord[] {
  const computed = columns.filter(({ isComputed }) => isComputed);
  return records.map(record =>
    totalEntries([record], computed).reduce((row, [path, value]) => withValue(row, path, value), record),
  );
}

/** The totals of rows at the paths of their columns; null where there is none. */
export function totalEntries(
  rows: readonly ReportRecord[],
  columns: readonly Column[],
): (readonly [path: string, value: FieldValue])[] {
  const totals = exactTotals(rows, columns);
  const found = columns.flatMap(({ name, unit, aggregation }) =>
    aggregation ? [{ name, unit, total: totals.get(name) }] : [],
  );
  // Amounts may share the path of their currency: one without a value does not take it from the others.
  const currencies = new Map<string, string | null>();
  for (const { unit, total } of found)
    if (unit?.kind === 'money')
      currencies.set(unit.currency, total?.currency ?? currencies.get(unit.currency) ?? null);
  return [...found.map(({ name, total }) => [name, total?.value ?? null] as const), ...currencies];
}

function currencyCodes(amount: string, currency: string) {
  const [readAmount, readCode] = [valueReader(amount), valueReader(currency)];
  const codes = new Set<unknown>();
  return {
    add(record: ReportRecord): void {
      if (isExactNumber(readAmount(record))) codes.add(readCode(record));
    },
    isEmpty: (): boolean => codes.size === 0,
    shared(): string | undefined {
      const [code] = codes;
      return codes.size === 1 && typeof code === 'string' && code !== '' ? code : undefined;
    },
  };
}

interface RunningSum {
  readonly read: (record: ReportRecord) => unknown;
  sum: ExactSum | undefined;
  /** Whether the last record had a number: a ratio based on only some of the records would be wrong. */
  hadNumber: boolean;
}

interface RunningTotal {
  /** The sum itself, or what a ratio divides. */
  readonly sum: RunningSum;
  readonly divisors: readonly RunningSum[];
  /** The codes of what is divided, and of the column's own amounts. */
  readonly currencies: readonly ReturnType<typeof currencyCodes>[];
  /** A record has one part of the ratio and lacks another: the sums of its parts do not belong together. */
  isIncomplete: boolean;
}

/** Totals of streamed records, in constant memory. */
export class RunningTotals {
  readonly #columns: readonly Column[];
  /** By path, whichever columns need it. */
  readonly #sums = new Map<string, RunningSum>();
  /** What the total of a column, or of one side of a change, is computed from, by its name. */
  readonly #totals = new Map<string, RunningTotal>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    for (const part of columns.flatMap(partsOfTotal)) this.#totals.set(part.name, this.#totalFor(part));
  }

  #totalFor({ name, unit, aggregation }: SideOfChange): RunningTotal {
    const { of, currency, per, less } =
      aggregation.kind === 'ratio'
        ? aggregation
        : { of: name, currency: undefined, per: undefined, less: undefined };
    return {
      sum: this.#sumOf(of),
      divisors: [per, less].flatMap(path => (path === undefined ? [] : [this.#sumOf(path)])),
      currencies: [
        ...(currency === undefined ? [] : [currencyCodes(of, currency)]),
        ...(unit?.kind === 'money' ? [currencyCodes(name, unit.currency)] : []),
      ],
      isIncomplete: false,
    };
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
      if (isExactNumber(value)) running.sum = (running.sum ?? new ExactSum()).add(value);
    }
    for (const total of this.#totals.values()) {
      for (const codes of total.currencies) codes.add(record);
      if (total.divisors.some(({ hadNumber }) => hadNumber !== total.sum.hadNumber))
        total.isIncomplete = true;
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
    const total = this.#totals.get(name);
    if (!total || total.isIncomplete) return undefined;
    // A ratio that only groups have, such as revenue per day, has the currency of what it divides.
    const codes = total.currencies.filter(each => !each.isEmpty()).map(each => each.shared());
    const [currency] = codes;
    if (unit?.kind === 'money' && (currency === undefined || codes.some(code => code !== currency)))
      return undefined;
    const sums = [total.sum, ...total.divisors].map(({ sum }) => sum?.value);
    const value = aggregation.kind === 'ratio' ? computeRatio(sums, aggregation.factor) : sums[0];
    if (!value) return undefined;
    return { value: settled(value), ...(currency ? { currency } : {}) };
  }

  #changeOf({ now, before, inPercent }: ChangeOfTotals): ColumnTotal | undefined {
    const [later, earlier] = [this.#totalOf(now), this.#totalOf(before)];
    if (!later || !earlier || later.currency !== earlier.currency) return undefined;
    const { currency } = later;
    if (!inPercent) {
      const difference = differenceBetween(later.value, earlier.value);
      return { value: difference, ...(currency ? { currency } : {}) };
    }
    const percent = percentChange(later.value, earlier.value);
    return percent === null ? undefined : { value: percent };
  }
}

/**
 * Ratios have so many digits that a change between two of them, without the last digits, is that between the fractions:
 * exactly half of a unit stays half, and is rounded once, when it is written.
 */
const WideBig = Big();
WideBig.DP = 60;
const decimalsOfChange = 30;

/** @returns undefined without any numbers, or where it would divide by zero */
export function computeRatio(
  [above, whole, less = new Big(0)]: readonly (Big | undefined)[],
  factor = 1,
): Big | undefined {
  const below = whole?.minus(less);
  if (!above || !below || below.eq(0)) return undefined;
  return new Big(new WideBig(above).times(factor).div(below));
}

/** What a column's total is made from: the column itself, or both sides of a change. */
const partsOfTotal = ({ name, unit, aggregation }: Column): SideOfChange[] =>
  !aggregation
    ? []
    : aggregation.kind === 'change'
      ? [aggregation.now, aggregation.before]
      : [{ name, ...(unit ? { unit } : {}), aggregation }];

export function differenceBetween(after: ExactNumber, before: ExactNumber): ExactNumber {
  const difference = new Big(after).minus(before).round(decimalsOfChange, Big.roundHalfUp);
  return difference.abs().lt(floatNoise) ? 0 : settled(difference);
}

/** The change from `before` to `after` in percent of what was before; null of nothing. */
export function percentChange(after: ExactNumber, before: ExactNumber): ExactNumber | null {
  const from = new Big(before);
  if (from.eq(0)) return null;
  const percent = new WideBig(after).minus(from).times(100).div(from.abs());
  return settled(new Big(percent.round(decimalsOfChange, Big.roundHalfUp)));
}

/** The records that totals are computed from, and how many of the properties they are of. */
interface ComparableRecords {
  readonly records: readonly ReportRecord[];
  /** Undefined if all records count. */
  readonly properties: { readonly counted: number; readonly all: number } | undefined;
}

/**
 * Records of the properties that have figures on both sides of a comparison: a hotel that was not open last year would
 * appear as growth. All records if no property has both sides.
 */
function likeForLike(records: readonly ReportRecord[], columns: readonly Column[]): ComparableRecords {
  const pairs = columns.flatMap(({ aggregation }) => (aggregation?.kind === 'change' ? [aggregation] : []));
  const sides = [
    pairs.map(({ now }) => valueReader(now.name)),
    pairs.map(({ before }) => valueReader(before.name)),
  ];
  const found = new Map<unknown, boolean[]>();
  for (const record of records) {
    const known = found.get(record['propertyId']);
    found.set(
      record['propertyId'],
      sides.map((readers, side) => known?.[side] || readers.some(read => isExactNumber(read(record)))),
    );
  }
  const alike = new Set([...found].filter(([, known]) => known.every(Boolean)).map(([property]) => property));
  if (alike.size === 0 || alike.size === found.size) return { records, properties: undefined };
  return {
    records: records.filter(record => alike.has(record['propertyId'])),
    properties: { counted: alike.size, all: found.size },
  };
}

export class StreamTotals {
  count = 0;
  /** Which properties count is known at the end; compared records are in memory already. */
  readonly #compared: ReportRecord[] | undefined;
  readonly #running: RunningTotals;

  constructor(columns: readonly Column[]) {
    this.#running = new RunningTotals(columns);
    if (columns.some(({ aggregation }) => aggregation?.kind === 'change')) this.#compared = [];
  }

  add(records: readonly ReportRecord[]): void {
    this.count += records.length;
    for (const record of records) this.#compared ? this.#compared.push(record) : this.#running.add(record);
  }

  end(columns: readonly Column[]) {
    if (!this.#compared)
      return { values: roundTotals(this.#running.result(), columns), properties: undefined };
    const { records, properties } = likeForLike(this.#compared, columns);
    return { values: computeTotals(records, columns), properties };
  }
}

/** How the total of a column is computed from others, whether or not they are shown. */
export function findFormula({ aggregation, unit }: Column): ColumnFormula | undefined {
  if (!aggregation || aggregation.kind === 'sum') return aggregation;
  if (aggregation.kind === 'change') {
    const { now, before, inPercent = false } = aggregation;
    return { kind: 'change', now: now.name, before: before.name, inPercent };
  }
  return unit?.kind === 'money' ? aggregation : { ...aggregation, decimals: percentDecimals };
}
