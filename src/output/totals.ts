import { ensureEntry } from '../base/text.ts';
import { type ExactNumber, ExactSum, isExactNumber, plainNumber } from '../platform/numbers.ts';
import { valueReader, withValues } from '../platform/record-paths.ts';
import type { ChangeOfTotals, Column, FieldValue, ReportRecord, SideOfChange } from '../platform/records.ts';
import type { ColumnFormula } from './document/document.ts';
import { decimalsOfCurrency, percentDecimals } from './number-format.ts';
import { computeRatio, differenceBetween, percentChange, roundHalfUp } from './quotient.ts';

/**
 * The totals of the columns that have a valid one, by column name: exact sums of counts and amounts, and ratios of
 * sums, rounded half up to the decimals of their unit. A column has no total if its currencies differ, or if a part of
 * the ratio is missing or zero.
 */
export const computeTotals = (records: readonly ReportRecord[], columns: readonly Column[]) =>
  roundTotals(addUp(records, planTotals(columns)), columns);

/** Whether a hotel was open: it has records, and not only zeros in everything that adds up. */
export function haveFigures(records: readonly ReportRecord[], columns: readonly Column[]): boolean {
  const sums = columns.filter(({ aggregation }) => aggregation?.kind === 'sum').map(({ name }) => name);
  if (sums.length === 0) return records.length > 0;
  const readers = sums.map(valueReader);
  return records.some(record =>
    readers.some(read => {
      const value = read(record);
      return isExactNumber(value) && Number(plainNumber(value)) !== 0;
    }),
  );
}

function addUp(records: readonly ReportRecord[], plan: TotalsPlan): RunningTotals {
  const totals = new RunningTotals(plan);
  for (const record of records) totals.add(record);
  return totals;
}

/** Sums keep every digit; ratios and changes have the decimals of their unit. */
const roundValue = (value: ExactNumber, { unit, aggregation }: Column, currency: unknown): ExactNumber => {
  const isRatio = aggregation ? aggregation.kind !== 'sum' : unit?.kind === 'percent';
  const decimals = unit?.kind === 'money' ? decimalsOfCurrency(currency) : percentDecimals;
  return isRatio ? roundHalfUp(value, decimals) : value;
};

const roundTotals = (totals: RunningTotals, columns: readonly Column[]) =>
  new Map(
    columns.flatMap(column => {
      const total = totals.totalOf(column);
      if (!total) return [];
      return [[column.name, { ...total, value: roundValue(total.value, column, total.currency) }] as const];
    }),
  );

/** Computed rows as they are written. */
export function roundRatios(records: readonly ReportRecord[], columns: readonly Column[]) {
  const readers = columns.map(column => ({
    column,
    read: valueReader(column.name),
    code: column.unit?.kind === 'money' ? valueReader(column.unit.currency) : () => null,
  }));
  return records.map(record => {
    const changed = readers.flatMap(({ column, read, code }) => {
      const value = read(record);
      if (!isExactNumber(value)) return [];
      const rounded = roundValue(value, column, code(record));
      return rounded === value ? [] : [[column.name, rounded] as const];
    });
    return changed.length === 0 ? record : withValues(record, changed);
  });
}

/** Rows as people read them: ratios that the platform does not define are computed from the parts of their row. */
export function withComputedRatios(records: readonly ReportRecord[], columns: readonly Column[]) {
  const computed = columns.filter(({ isComputed }) => isComputed);
  const totalsOf = entriesOfTotals(computed);
  return records.map(record => withValues(record, totalsOf([record])));
}

/** A function of rows: their totals at the paths of the columns, null where there is none. It serves many groups of rows. */
export function entriesOfTotals(
  columns: readonly Column[],
): (rows: readonly ReportRecord[]) => (readonly [path: string, value: FieldValue])[] {
  const plan = planTotals(columns);
  const summed = columns.filter(({ aggregation }) => aggregation);
  return rows => {
    const totals = addUp(rows, plan);
    // Amounts may share the path of their currency: one without a value does not take it from the others.
    const currencies = new Map<string, string | null>();
    const values = summed.map(column => {
      const { name, unit } = column;
      const total = totals.totalOf(column);
      if (unit?.kind === 'money')
        currencies.set(unit.currency, total?.currency ?? currencies.get(unit.currency) ?? null);
      return [name, total?.value ?? null] as const;
    });
    return [...values, ...currencies];
  };
}

/**
 * Records of the properties that have figures on both sides of a comparison: a hotel that was not open last year would
 * appear as growth. All records if no property has both sides; `counted` is undefined if all records count.
 */
function likeForLike(records: readonly ReportRecord[], columns: readonly Column[]) {
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
  if (alike.size === 0 || alike.size === found.size) return { records, counted: undefined };
  return { records: records.filter(record => alike.has(record['propertyId'])), counted: alike.size };
}

export class StreamTotals {
  count = 0;
  /** Which properties count is known at the end; compared records are in memory already. */
  readonly #compared: ReportRecord[] | undefined;
  readonly #running: RunningTotals;

  constructor(columns: readonly Column[]) {
    this.#running = new RunningTotals(planTotals(columns));
    if (columns.some(({ aggregation }) => aggregation?.kind === 'change')) this.#compared = [];
  }

  add(records: readonly ReportRecord[]): void {
    this.count += records.length;
    for (const record of records) this.#compared ? this.#compared.push(record) : this.#running.add(record);
  }

  end(columns: readonly Column[]) {
    if (!this.#compared) return { values: roundTotals(this.#running, columns), counted: undefined };
    const { records, counted } = likeForLike(this.#compared, columns);
    return { values: computeTotals(records, columns), counted };
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

interface ColumnTotal {
  readonly value: ExactNumber;
  /** The currency of an amount, the same in all rows. */
  readonly currency?: string | undefined;
}

/** What the total of a column, or of one side of a change, is computed from: places in the lists of a plan. */
interface PartsOfTotal {
  /** The sum itself, or what a ratio divides. */
  readonly sum: number;
  readonly divisors: readonly number[];
  /** The codes of what is divided, and of the column's own amounts. */
  readonly currencies: readonly number[];
}

type TotalsPlan = ReturnType<typeof planTotals>;
type Reader = ReturnType<typeof valueReader>;

/** What is read of each record for the totals of columns, once whichever columns need it. */
function planTotals(columns: readonly Column[]) {
  const sums = new Map<string, number>();
  const pairs = new Map<string, number>();
  const currencies: { readonly amount: Reader; readonly code: Reader }[] = [];
  const placeOf = (path: string) => ensureEntry(sums, path, () => sums.size);
  const currencyOf = (amount: string, code: string) =>
    ensureEntry(pairs, `${amount} ${code}`, () => {
      currencies.push({ amount: valueReader(amount), code: valueReader(code) });
      return pairs.size;
    });
  const partsOf = ({ name, unit, aggregation }: SideOfChange): PartsOfTotal => {
    const ratio = aggregation.kind === 'ratio' ? aggregation : undefined;
    return {
      sum: placeOf(ratio?.of ?? name),
      divisors: [ratio?.per, ratio?.less].flatMap(path => (path === undefined ? [] : [placeOf(path)])),
      currencies: [
        ...(ratio?.currency === undefined ? [] : [currencyOf(ratio.of, ratio.currency)]),
        ...(unit?.kind === 'money' ? [currencyOf(name, unit.currency)] : []),
      ],
    };
  };
  const totals = new Map(columns.flatMap(partsOfTotal).map(part => [part.name, partsOf(part)]));
  return {
    sums: [...sums.keys()].map(valueReader),
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
class RunningTotals {
  readonly #plan: TotalsPlan;
  readonly #sums: (ExactSum | undefined)[];
  /** Whether the last record had a number: a ratio based on only some of the records would be wrong. */
  readonly #hadNumber: boolean[] = [];
  /** Of the records with an amount. */
  readonly #codes: unknown[];
  /** A record has one part of the ratio and lacks another: the sums of its parts do not belong together. */
  #incomplete: Set<PartsOfTotal> | undefined;

  constructor(plan: TotalsPlan) {
    this.#plan = plan;
    this.#sums = plan.sums.map(() => undefined);
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
    if (aggregation.kind === 'sum') return { value: sum.exact, currency };
    const divisors = total.divisors.map(place => this.#sums[place]);
    const ratio = computeRatio([sum, ...divisors], aggregation.factor);
    return ratio === undefined ? undefined : { value: ratio, currency };
  }

  #changeOf({ now, before, inPercent }: ChangeOfTotals): ColumnTotal | undefined {
    const [later, earlier] = [this.totalOf(now), this.totalOf(before)];
    if (!later || !earlier || later.currency !== earlier.currency) return undefined;
    const value = (inPercent ? percentChange : differenceBetween)(later.value, earlier.value);
    if (value === null) return undefined;
    return inPercent ? { value } : { value, currency: later.currency };
  }
}

/** What a column's total is made from: the column itself, or both sides of a change. */
const partsOfTotal = ({ name, unit, aggregation }: Column): SideOfChange[] =>
  !aggregation
    ? []
    : aggregation.kind === 'change'
      ? [aggregation.now, aggregation.before]
      : [{ name, ...(unit ? { unit } : {}), aggregation }];

/** The columns that the formula of a column's total refers to. */
export const pathsOfTotal = (column: Column): readonly string[] =>
  partsOfTotal(column).flatMap(({ name, aggregation }) =>
    aggregation.kind === 'ratio' ? [name, aggregation.of, aggregation.per, aggregation.less ?? name] : [name],
  );
