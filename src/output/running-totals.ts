import { type ExactNumber, ExactSum, isExactNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { ChangeOfTotals, Column, ReportRecord, SideOfChange } from '../platform/records.ts';
import { computeRatio, differenceBetween, percentChange } from './quotient.ts';

export interface ColumnTotal {
  readonly value: ExactNumber;
  /** The currency of an amount, the same in all rows. */
  readonly currency?: string;
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

export function planTotals(columns: readonly Column[]): TotalsPlan {
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
const combineCodes = (known: unknown, found: unknown): unknown =>
  known === noCode || known === found ? found : found === noCode ? known : severalCodes;

/** Totals of streamed records, in constant memory. */
export class RunningTotals {
  readonly #plan: TotalsPlan;
  readonly #sums: (ExactSum | undefined)[];
  /** Whether the last record had a number: a ratio based on only some of the records would be wrong. */
  readonly #hadNumber: boolean[];
  /** Of the records with an amount. */
  readonly #codes: unknown[];
  /** A record has one part of the ratio and lacks another: the sums of its parts do not belong together. */
  #incomplete: Set<PartsOfTotal> | undefined;

  constructor(plan: TotalsPlan) {
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
      this.#codes[place] = combineCodes(this.#codes[place], code(record));
    }
    const had = this.#hadNumber;
    for (const ratio of ratios)
      if (ratio.divisors.some(divisor => had[divisor] !== had[ratio.sum])) {
        this.#incomplete ??= new Set();
        this.#incomplete.add(ratio);
      }
  }

  /** Undefined without a valid one. */
  totalOf({ name, unit, aggregation }: Omit<Column, 'type'>): ColumnTotal | undefined {
    if (!aggregation) return undefined;
    if (aggregation.kind === 'change') return this.#changeOf(aggregation);
    const total = this.#plan.totals.get(name);
    if (!total || this.#incomplete?.has(total)) return undefined;
    // A ratio that only groups have, such as revenue per day, has the currency of what it divides.
    let code: unknown = noCode;
    for (const place of total.currencies) code = combineCodes(code, this.#codes[place]);
    const currency = typeof code === 'string' && code !== '' ? code : undefined;
    if (unit?.kind === 'money' && currency === undefined) return undefined;
    const sum = this.#sums[total.sum];
    if (!sum) return undefined;
    if (aggregation.kind === 'sum') return { value: sum.exact, ...(currency ? { currency } : {}) };
    const divisors = total.divisors.map(place => this.#sums[place]);
    const ratio = computeRatio([sum, ...divisors], aggregation.factor);
    return ratio === undefined ? undefined : { value: ratio, ...(currency ? { currency } : {}) };
  }

  #changeOf({ now, before, inPercent }: ChangeOfTotals): ColumnTotal | undefined {
    const [later, earlier] = [this.totalOf(now), this.totalOf(before)];
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

/** What a column's total is made from: the column itself, or both sides of a change. */
const partsOfTotal = ({ name, unit, aggregation }: Column): SideOfChange[] =>
  !aggregation
    ? []
    : aggregation.kind === 'change'
      ? [aggregation.now, aggregation.before]
      : [{ name, ...(unit ? { unit } : {}), aggregation }];
