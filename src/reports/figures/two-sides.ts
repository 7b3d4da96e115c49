import { decimalsOfCurrency, percentDecimals } from '../../output/number-format.ts';
import { differenceBetween, percentChange, roundHalfUp } from '../../output/quotient.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { nestedRecord, valueReader } from '../../platform/record-paths.ts';
import {
  type ChartDefinition,
  type Column,
  type FieldValue,
  type KeyFigures,
  type MeasureUnit,
  numberColumn,
  type ReportRecord,
  type ShownWords,
  type SideOfChange,
} from '../../platform/records.ts';

/**
 * The same figures twice, side by side: of two periods, or of one period as two snapshots show it. `--compare`,
 * `pickup`, `pace` and `brief` differ in where the sides come from, and in their names.
 */
export interface TwoSides {
  readonly earlier: Side;
  readonly later: Side;
  readonly change: Side;
  /** What the change is in percent of the earlier side, if it is shown. */
  readonly percent?: Side;
}

interface Side {
  /** The last part of a column's path: `now` in `sold.now`. */
  readonly field: string;
  readonly heading: ShownWords;
  /**
   * The last part of the path of an amount's currency, if each side has its own: a change between two currencies is then
   * unknown. Otherwise both sides share one currency, whose column is among the measures.
   */
  readonly currency?: string;
}

/** What headings call the sides: years, days or periods. */
export interface SideNames {
  readonly earlier: ShownWords;
  readonly later: ShownWords;
}

export type Entry = readonly [path: string, value: FieldValue];
type RowOfSide = ReportRecord | undefined;

interface SidedColumn {
  readonly column: Column;
  readonly value: (earlier: RowOfSide, later: RowOfSide) => FieldValue;
}

const readerAt = (path: string): ((row: RowOfSide) => FieldValue) => {
  const read = valueReader(path);
  return row => (row && read(row)) ?? null;
};

/** A column that is the same on both sides, such as the one that identifies a row. */
function sharedColumn(column: Column): SidedColumn {
  const read = readerAt(column.name);
  return { column, value: (earlier, later) => read(later) ?? read(earlier) };
}

/**
 * Rows of two sides: the columns that identify a row, what is said of a pair, and the measures of `source` on both sides
 * with their change.
 *
 * @param own columns that rows of either side have, the earlier one first
 */
export function compareSides(source: readonly Column[], sides: TwoSides, own: readonly Column[] = []) {
  const currencies = new Set(source.flatMap(({ unit }) => (unit?.kind === 'money' ? [unit.currency] : [])));
  const isLabel = ({ name, unit }: Column) => unit === undefined && !currencies.has(name);
  const measures = source.flatMap((column): SidedColumn[] => {
    if (column.unit) return columnsOfMeasure(column, column.unit, sides);
    return sides.later.currency === undefined && currencies.has(column.name) ? [sharedColumn(column)] : [];
  });
  const all = [
    ...source.filter(isLabel).map(sharedColumn),
    ...own.map((column): SidedColumn => {
      const read = readerAt(column.name);
      return { column, value: (earlier, later) => read(earlier) ?? read(later) };
    }),
    ...measures,
  ];
  return {
    columns: all.map(({ column }) => column),
    /** A side without a row is empty. */
    record: (earlier: RowOfSide, later: RowOfSide): ReportRecord =>
      nestedRecord(all.map(({ column, value }): Entry => [column.name, value(earlier, later)])),
  };
}

/** Both sides of one measure, and its change. The total of a change is the change between the totals of both sides. */
function columnsOfMeasure(measure: Column, unit: MeasureUnit, sides: TwoSides): SidedColumn[] {
  const { aggregation, ...others } = measure;
  const { name, heading = toBaseName(name), tax } = others;
  const own = aggregation?.kind === 'change' ? undefined : aggregation;
  const hasCurrency = unit.kind === 'money' && sides.later.currency !== undefined;
  const read = readerAt(name);
  const currency = unit.kind === 'money' ? readerAt(unit.currency) : () => null;
  const isComparable = (earlier: RowOfSide, later: RowOfSide) =>
    !earlier || !later || currency(earlier) === currency(later);
  const columnAt = (side: Side): Column => ({
    ...others,
    name: pathAt(name, side),
    heading,
    side: side.heading,
    unit: unitAt(name, unit, side),
  });
  const columnsAt = (side: Side, rowOf: (earlier: RowOfSide, later: RowOfSide) => RowOfSide) => {
    const column = { ...columnAt(side), ...(own && { aggregation: aggregationAt(own, side) }) };
    // Beside a shared currency, an amount in another one has no place.
    const value: SidedColumn['value'] = (earlier, later) => {
      const row = rowOf(earlier, later);
      return row === later || hasCurrency || isComparable(earlier, later) ? read(row) : null;
    };
    const columns: SidedColumn[] = [{ column, value }];
    if (hasCurrency) {
      const column: Column = { name: currencyAt(name, unit.currency, side), type: 'text', role: 'technical' };
      columns.push({ column, value: (...rows) => currency(rowOf(...rows)) });
    }
    return columns;
  };
  const totalAt = (side: Side, aggregation: OwnAggregation): SideOfChange => ({
    name: pathAt(name, side),
    unit: unitAt(name, unit, side),
    aggregation: aggregationAt(aggregation, side),
  });
  const kind = 'change' as const;
  const change = own && { kind, now: totalAt(sides.later, own), before: totalAt(sides.earlier, own) };
  const changed =
    (changeOf: typeof percentChange): SidedColumn['value'] =>
    (earlier, later) => {
      const [before, after] = [read(earlier), read(later)];
      const isKnown = isExactNumber(after) && isExactNumber(before);
      return isKnown && isComparable(earlier, later) ? changeOf(after, before) : null;
    };
  const difference: Column = {
    ...columnAt(sides.change),
    isChange: true,
    unit: unitAt(name, unit, sides.later),
    ...(unit.kind === 'percent' ? { unitWord: 'pts' } : {}),
    ...(change ? { aggregation: change } : {}),
  };
  const columns: SidedColumn[] = [
    ...columnsAt(sides.earlier, earlier => earlier),
    ...columnsAt(sides.later, (_, later) => later),
    { column: difference, value: changed(differenceBetween) },
  ];
  // The change of a percentage is in points; a percentage of it would be mistaken for one.
  if (!sides.percent || unit.kind === 'percent') return columns;
  const percent: Column = {
    ...numberColumn(pathAt(name, sides.percent), heading),
    side: sides.percent.heading,
    unit: { kind: 'percent' },
    isChange: true,
    ...(tax ? { tax } : {}),
    ...(change ? { aggregation: { ...change, inPercent: true } } : {}),
  };
  return [...columns, { column: percent, value: changed(percentChange) }];
}

type OwnAggregation = SideOfChange['aggregation'];

const toBaseName = (name: string) => name.replace(/\.amount$/, '');
const pathAt = (name: string, { field }: Side) => `${toBaseName(name)}.${field}`;
const currencyAt = (name: string, shared: string, { currency }: Side) =>
  currency === undefined ? shared : `${toBaseName(name)}.${currency}`;

const unitAt = (name: string, unit: MeasureUnit, side: Side): MeasureUnit =>
  unit.kind === 'money' ? { ...unit, currency: currencyAt(name, unit.currency, side) } : unit;

/** A ratio of one side is computed from the sums of that side. */
function aggregationAt(aggregation: OwnAggregation, side: Side): OwnAggregation {
  if (aggregation.kind === 'sum') return aggregation;
  const { of, currency, per, less } = aggregation;
  return {
    ...aggregation,
    of: pathAt(of, side),
    ...(currency === undefined ? {} : { currency: currencyAt(of, currency, side) }),
    per: pathAt(per, side),
    ...(less === undefined ? {} : { less: pathAt(less, side) }),
  };
}

/**
 * Rows of both sides that have equal keys, in the order of the later side. A row without a counterpart has an empty
 * side; one that only the earlier side has follows the same row as there.
 */
export function pairsOfRows<Row>(
  earlier: readonly Row[],
  later: readonly Row[],
  keyOf: (row: Row) => string,
) {
  type Pair = { readonly key: string; earlier: Row | undefined; readonly later: Row | undefined };
  const pairs = later.map((row): Pair => ({ key: keyOf(row), earlier: undefined, later: row }));
  let place = -1;
  for (const row of earlier) {
    const key = keyOf(row);
    const found = pairs.findIndex(pair => pair.key === key && pair.earlier === undefined);
    place = found === -1 ? place + 1 : found;
    const pair = found === -1 ? undefined : pairs[found];
    if (pair) pair.earlier = row;
    else pairs.splice(place, 0, { key, earlier: row, later: undefined });
  }
  return pairs;
}

/**
 * The charts of a view for both sides, one above the other with the same labels.
 *
 * @param earlierDay the column with the days of the earlier side, if they are not those of the label
 */
export const chartsOfSides = (
  charts: readonly ChartDefinition[],
  { earlier, later }: TwoSides,
  earlierDay?: string,
): readonly ChartDefinition[] =>
  charts.map(({ beside: _beside, value, unit, ...chart }) => ({
    ...chart,
    value: pathAt(value, later),
    unit: unitAt(value, unit, later),
    versus: {
      value: pathAt(value, earlier),
      unit: unitAt(value, unit, earlier),
      names: [later.heading, earlier.heading],
      ...(chart.kind === 'days' && earlierDay !== undefined ? { label: earlierDay } : {}),
    },
  }));

/** The key figures of the later side with their changes: points of a percentage, percent of everything else. */
export const figuresOfSides = (
  figures: KeyFigures<never>['figures'],
  { later, change, percent = change }: TwoSides,
): KeyFigures<never>['figures'] =>
  figures.map(({ title, value, unit, part }) => ({
    title,
    value: pathAt(value, later),
    unit: unitAt(value, unit, later),
    ...(part ? { part: { ...part, value: pathAt(part.value, later) } } : {}),
    change: pathAt(value, unit.kind === 'percent' ? change : percent),
  }));

/**
 * The budget of the revenue in a column, and what the revenue is more than that.
 *
 * @param isComplete all rows have one: otherwise the sums of both are not of the same rows
 * @param isAcross the rows are of several hotels: the sum of some budgets would be beside the revenue of all hotels
 */
export const budgetColumns = (
  { name, unit, tax }: Column,
  isComplete: boolean,
  isAcross: boolean,
): readonly Column[] => {
  const sum = { ...(unit ? { unit } : {}), aggregation: { kind: 'sum' } } as const;
  const change = { kind: 'change', now: { name, ...sum }, before: { name: 'budget', ...sum } } as const;
  return [
    {
      ...numberColumn('budget', 'Budget'),
      ...(tax ? { tax } : {}),
      ...(unit ? { unit } : {}),
      ...(isComplete || !isAcross ? { aggregation: sum.aggregation } : {}),
    },
    {
      ...numberColumn('onBudget', 'On budget'),
      unit: { kind: 'percent' },
      isChange: true,
      ...(isComplete ? { aggregation: { ...change, inPercent: true } } : {}),
    },
  ];
};

/** A row with the values of these columns. */
export function withBudget(record: ReportRecord, revenue: Column, budget: unknown): ReportRecord {
  const now = valueReader(revenue.name)(record);
  if (!isExactNumber(budget)) return { ...record, budget: null, onBudget: null };
  const change = isExactNumber(now) ? percentChange(now, budget) : null;
  const onBudget = change && roundHalfUp(change, percentDecimals);
  const code = revenue.unit?.kind === 'money' ? valueReader(revenue.unit.currency)(record) : null;
  // That of a part of a month has more decimals than an amount.
  const amount = roundHalfUp(budget, decimalsOfCurrency(code));
  return { ...record, budget: amount, onBudget };
}
