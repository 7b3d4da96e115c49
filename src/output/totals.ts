import Big from 'big.js';
import { type ExactNumber, isExactNumber, settled } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type {
  Aggregation,
  ChangeOfTotals,
  Column,
  MeasureUnit,
  Numerator,
  ReportRecord,
  SideOfChange,
} from '../platform/records.ts';
import { decimalsOfCurrency, percentDecimals } from './number-format.ts';

export interface ColumnTotal {
  readonly value: ExactNumber;
  /** The currency of an amount, the same in all rows. */
  readonly currency?: string;
  /** The column that was added up; of a ratio, the one that was divided. */
  readonly of?: string;
}

/**
 * The totals of the columns that have a valid one, by column name: exact sums of counts and amounts, and ratios of
 * sums, rounded half up to the decimals of their unit. A column has no total if its currencies differ, or if a part of
 * the ratio is missing or zero.
 */
export const computeTotals = (
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

export function currencyCodes(amount: string, currency: string) {
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

const zero = new Big(0);

/**
 * How well the values of a ratio agree with one of the columns that it may divide: RevPAR times the available units
 * with net or with gross revenue.
 */
class RatioBasis {
  readonly #parts: readonly ((record: ReportRecord) => unknown)[];
  readonly #currency: (record: ReportRecord) => unknown;
  readonly #factor: number;
  /** The sum of all deviations; undefined once a row differs by more than rounding explains. */
  deviation: Big | undefined = new Big(0);

  constructor(
    name: string,
    unit: MeasureUnit | undefined,
    { of, per, less, factor = 1 }: Extract<Aggregation, { kind: 'ratio' }>,
  ) {
    this.#parts = [name, of, per, ...(less === undefined ? [] : [less])].map(valueReader);
    this.#currency = unit?.kind === 'money' ? valueReader(unit.currency) : () => undefined;
    this.#factor = factor;
  }

  /** A row without what the ratio divides says nothing, and neither does one without units to divide by. */
  add(record: ReportRecord): void {
    if (!this.deviation) return;
    const [value, ...parts] = this.#parts.map(read => read(record));
    if (!parts.every(isExactNumber)) return;
    const [above = zero, whole = zero, less = zero] = parts.map(number => new Big(number));
    const below = whole.minus(less);
    if (below.eq(0)) return;
    // A row that leaves the ratio empty although it has its parts found no basis itself.
    if (!isExactNumber(value)) {
      this.deviation = undefined;
      return;
    }
    const deviation = new Big(value).times(below).minus(above.times(this.#factor)).abs();
    const currency = this.#currency(record);
    const decimals = currency === undefined ? percentDecimals : decimalsOfCurrency(currency);
    const most = below.abs().times(new Big(10).pow(-decimals));
    this.deviation = deviation.gt(most) ? undefined : this.deviation.plus(deviation);
  }
}

/** The candidate that agrees best with all rows, the first of equal ones; undefined if none agrees with every row. */
function closestBasis(candidates: readonly Candidate[]): Candidate | undefined {
  let closest: Candidate | undefined;
  for (const candidate of candidates) {
    if (!candidate.basis) return candidate;
    const { deviation } = candidate.basis;
    const least = closest?.basis?.deviation;
    if (deviation && (!least || deviation.lt(least))) closest = candidate;
  }
  return closest;
}

interface RunningSum {
  readonly read: (record: ReportRecord) => unknown;
  sum: Big | undefined;
  /** Whether the last record had a number: a ratio based on only some of the records would be wrong. */
  hadNumber: boolean;
}

/** The sum that a total is computed from, or one of the two that a ratio may divide. */
interface Candidate {
  readonly of: string;
  readonly sum: RunningSum;
  readonly currency: ReturnType<typeof currencyCodes> | undefined;
  readonly basis: RatioBasis | undefined;
  /** A record has one part of the ratio and lacks another: the sums of its parts do not belong together. */
  isIncomplete: boolean;
}

interface RunningTotal {
  readonly candidates: readonly Candidate[];
  readonly divisors: readonly RunningSum[];
  /** The codes of the column's own amounts. */
  readonly currency: ReturnType<typeof currencyCodes> | undefined;
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
    const isRatio = aggregation.kind === 'ratio';
    const { per, less, or } = isRatio ? aggregation : { per: undefined, less: undefined, or: undefined };
    const candidates = [isRatio ? aggregation : { of: name }, ...(or ? [or] : [])];
    return {
      candidates: candidates.map(({ of, currency }: Numerator) => ({
        of,
        sum: this.#sumOf(of),
        currency: currency === undefined ? undefined : currencyCodes(of, currency),
        basis: isRatio && or ? new RatioBasis(name, unit, { ...aggregation, of }) : undefined,
        isIncomplete: false,
      })),
      divisors: [per, less].flatMap(path => (path === undefined ? [] : [this.#sumOf(path)])),
      currency: unit?.kind === 'money' ? currencyCodes(name, unit.currency) : undefined,
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
      if (isExactNumber(value)) running.sum = (running.sum ?? new Big(0)).plus(value);
    }
    for (const { candidates, divisors, currency } of this.#totals.values()) {
      currency?.add(record);
      for (const candidate of candidates) {
        candidate.currency?.add(record);
        candidate.basis?.add(record);
        if (divisors.some(({ hadNumber }) => hadNumber !== candidate.sum.hadNumber))
          candidate.isIncomplete = true;
      }
    }
  }

  /** The ratios of which no basis agrees with all rows. */
  get withoutBasis(): string[] {
    return [...this.#totals].flatMap(([name, { candidates }]) => (closestBasis(candidates) ? [] : [name]));
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
    if (!total) return undefined;
    const closest = closestBasis(total.candidates);
    const isChosen = aggregation.kind === 'ratio' && aggregation.isChosen;
    const chosen = closest && isChosen ? total.candidates[0] : closest;
    if (!chosen || chosen.isIncomplete) return undefined;
    // A ratio that only groups have, such as revenue per day, has the currency of what it divides.
    const own = total.currency?.isEmpty() ? undefined : total.currency;
    const codes = [chosen.currency, own].flatMap(each => (each ? [each.shared()] : []));
    const [currency] = codes;
    if (unit?.kind === 'money' && (currency === undefined || codes.some(code => code !== currency)))
      return undefined;
    const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
    const sums = [chosen.sum, ...total.divisors].map(({ sum }) => sum);
    const value = aggregation.kind === 'ratio' ? computeRatio(sums, decimals, aggregation.factor) : sums[0];
    if (!value) return undefined;
    return { value: settled(value), of: chosen.of, ...(currency ? { currency } : {}) };
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

/** @returns undefined without any numbers, or where it would divide by zero */
function computeRatio(
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

export const differenceBetween = (after: ExactNumber, before: ExactNumber): ExactNumber =>
  settled(new Big(after).minus(before));

/** The change from `before` to `after` in percent of what was before, to two decimals; null of nothing. */
export function percentChange(after: ExactNumber, before: ExactNumber): ExactNumber | null {
  const from = new Big(before);
  if (from.eq(0)) return null;
  const percent = new Big(after).minus(from).times(100).div(from.abs());
  return settled(percent.round(percentDecimals, Big.roundHalfUp));
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

/** The label of the totals below `shown` rows. */
export function totalLabel(properties: ComparableRecords['properties'], shown: number, all: number): string {
  if (properties) return `Total of ${properties.counted} of ${properties.all} properties`;
  return all > shown ? `Total of ${all} rows` : 'Total';
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
    if (!this.#compared) return { values: this.#running.result(), properties: undefined };
    const { records, properties } = likeForLike(this.#compared, columns);
    return { values: computeTotals(records, columns), properties };
  }
}
