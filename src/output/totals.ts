import Big from 'big.js';
import { ExactSum, equalsZero, toWhole } from '../platform/exact-sum.ts';
import { type ExactNumber, isExactNumber, settled } from '../platform/numbers.ts';
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
function exactTotals(
  records: readonly ReportRecord[],
  columns: readonly Column[],
  plan = planTotals(columns),
) {
  const totals = new RunningTotals(columns, plan);
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
  if (!isRatio || toWhole(value, 10 ** decimals) !== undefined) return value;
  return settled(new Big(value).round(decimals, Big.roundHalfUp));
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
export const totalEntries = (rows: readonly ReportRecord[], columns: readonly Column[]) =>
  entriesOfTotals(columns)(rows);

/** The same for many groups of rows. */
export function entriesOfTotals(
  columns: readonly Column[],
): (rows: readonly ReportRecord[]) => (readonly [path: string, value: FieldValue])[] {
  const plan = planTotals(columns);
  const summed = columns.filter(({ aggregation }) => aggregation);
  return rows => {
    const totals = exactTotals(rows, columns, plan);
    // Amounts may share the path of their currency: one without a value does not take it from the others.
    const currencies = new Map<string, string | null>();
    const values = summed.map(({ name, unit }) => {
      const total = totals.get(name);
      if (unit?.kind === 'money')
        currencies.set(unit.currency, total?.currency ?? currencies.get(unit.currency) ?? null);
      return [name, total?.value ?? null] as const;
    });
    return [...values, ...currencies];
  };
}

/** What the total of a column, or of one side of a change, is computed from: places in the lists of a plan. */
interface PartsOfTotal {
  /** The sum itself, or what a ratio divides. */
  readonly sum: number;
  readonly divisors: readonly number[];
  /** The codes of what is divided, and of the column's own amounts. */
  readonly currencies: readonly number[];
}

/** What is read of each record for the totals of columns. */
interface TotalsPlan {
  /** By path, whichever columns need it. */
  readonly sums: readonly Reader[];
  readonly currencies: readonly { readonly amount: Reader; readonly code: Reader }[];
  readonly totals: ReadonlyMap<string, PartsOfTotal>;
  /** The ratios among them. */
  readonly ratios: readonly PartsOfTotal[];
}

type Reader = ReturnType<typeof valueReader>;

function planTotals(columns: readonly Column[]): TotalsPlan {
  const paths: string[] = [];
  const pairs: string[] = [];
  const currencies: { amount: Reader; code: Reader }[] = [];
  const placeOf = (path: string): number => {
    const place = paths.indexOf(path);
    return place === -1 ? paths.push(path) - 1 : place;
  };
  const currencyOf = (amount: string, code: string): number => {
    const place = pairs.indexOf(`${amount} ${code}`);
    if (place !== -1) return place;
    currencies.push({ amount: valueReader(amount), code: valueReader(code) });
    return pairs.push(`${amount} ${code}`) - 1;
  };
  const partsOf = ({ name, unit, aggregation }: SideOfChange): PartsOfTotal => {
    const { of, currency, per, less } =
      aggregation.kind === 'ratio'
        ? aggregation
        : { of: name, currency: undefined, per: undefined, less: undefined };
    return {
      sum: placeOf(of),
      divisors: [per, less].flatMap(path => (path === undefined ? [] : [placeOf(path)])),
      currencies: [
        ...(currency === undefined ? [] : [currencyOf(of, currency)]),
        ...(unit?.kind === 'money' ? [currencyOf(name, unit.currency)] : []),
      ],
    };
  };
  const totals = new Map(columns.flatMap(partsOfTotal).map(part => [part.name, partsOf(part)]));
  return {
    sums: paths.map(valueReader),
    currencies,
    totals,
    ratios: [...totals.values()].filter(({ divisors }) => divisors.length > 0),
  };
}

const noCode = Symbol('no amount');
const severalCodes = Symbol('several currencies');

/** Totals of streamed records, in constant memory. */
class RunningTotals {
  readonly #columns: readonly Column[];
  readonly #plan: TotalsPlan;
  readonly #sums: (ExactSum | undefined)[];
  /** Whether the last record had a number: a ratio based on only some of the records would be wrong. */
  readonly #hadNumber: boolean[];
  /** Of the records with an amount. */
  readonly #codes: unknown[];
  /** A record has one part of the ratio and lacks another: the sums of its parts do not belong together. */
  readonly #incomplete = new Set<PartsOfTotal>();

  constructor(columns: readonly Column[], plan = planTotals(columns)) {
    this.#columns = columns;
    this.#plan = plan;
    this.#sums = plan.sums.map(() => undefined);
    this.#hadNumber = plan.sums.map(() => false);
    this.#codes = plan.currencies.map(() => noCode);
  }

  add(record: ReportRecord): void {
    const { sums, currencies, ratios } = this.#plan;
    for (const [place, read] of sums.entries()) {
      const value = read(record);
      const isNumber = isExactNumber(value);
      this.#hadNumber[place] = isNumber;
      if (isNumber) this.#sums[place] = (this.#sums[place] ?? new ExactSum()).add(value);
    }
    for (const [place, { amount, code }] of currencies.entries()) {
      if (!isExactNumber(amount(record))) continue;
      const [known, found] = [this.#codes[place], code(record)];
      this.#codes[place] = known === noCode || known === found ? found : severalCodes;
    }
    const had = this.#hadNumber;
    for (const ratio of ratios)
      if (ratio.divisors.some(divisor => had[divisor] !== had[ratio.sum])) this.#incomplete.add(ratio);
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
    const total = this.#plan.totals.get(name);
    if (!total || this.#incomplete.has(total)) return undefined;
    // A ratio that only groups have, such as revenue per day, has the currency of what it divides.
    const codes = total.currencies.map(place => this.#codes[place]).filter(code => code !== noCode);
    const [code] = codes;
    const isOne = typeof code === 'string' && code !== '' && codes.every(other => other === code);
    const currency = isOne ? code : undefined;
    if (unit?.kind === 'money' && currency === undefined) return undefined;
    const sum = this.#sums[total.sum];
    if (!sum) return undefined;
    if (aggregation.kind === 'sum') return { value: sum.exact, ...(currency ? { currency } : {}) };
    const divisors = total.divisors.map(place => this.#sums[place]?.value);
    const ratio = computeRatio([sum.value, ...divisors], aggregation.factor);
    return ratio && { value: settled(ratio), ...(currency ? { currency } : {}) };
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
WideBig.DP = 45;
const decimalsOfChange = 30;

/** @returns undefined without any numbers, or where it would divide by zero */
export function computeRatio(
  [above, whole, less]: readonly (Big | undefined)[],
  factor = 1,
): Big | undefined {
  const below = less ? whole?.minus(less) : whole;
  if (!above || !below || equalsZero(below)) return undefined;
  const wide = new WideBig(above);
  return new Big((factor === 1 ? wide : wide.times(factor)).div(below));
}

/** What a column's total is made from: the column itself, or both sides of a change. */
const partsOfTotal = ({ name, unit, aggregation }: Column): SideOfChange[] =>
  !aggregation
    ? []
    : aggregation.kind === 'change'
      ? [aggregation.now, aggregation.before]
      : [{ name, ...(unit ? { unit } : {}), aggregation }];

export function differenceBetween(after: ExactNumber, before: ExactNumber): ExactNumber {
  const difference = new ExactSum().add(after).add(before, -1);
  if (difference.isZero) return 0;
  const { exact } = difference;
  // No double above the noise has more decimals.
  return typeof exact === 'number' ? exact : settled(exact.round(decimalsOfChange, Big.roundHalfUp));
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
