import { RefusedError } from '../../base/errors.ts';
import { roundRatios } from '../../output/totals.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { groupings, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import {
  type Aggregation,
  addedUp,
  type Column,
  countColumn,
  dateColumn,
  moneyColumn,
  numberColumn,
  type ReportRecord,
  type TableLayout,
  textColumn,
  type View,
} from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import type { FlatRow } from '../snapshots/snapshot.ts';
import {
  forPeople,
  type Grouping,
  groupedColumns,
  groupedRecords,
  groupingColumns,
  type HotelWords,
  hasDays,
  isAcrossHotels,
  keyReader,
  noWords,
} from './groups.ts';
import {
  budgetColumns,
  chartsOfSides,
  compareSides,
  pairsOfRows,
  type SideNames,
  type TwoSides,
  withBudget,
} from './two-sides.ts';

/** What the books show: the rows of unit groups and the measures that `pickup`, `pace` and `brief` compare. */

export type ComparedView = Pick<View<never>, 'name' | 'columns' | 'charts'> & { readonly table: TableLayout };

const amountKinds: readonly Amounts[] = ['gross', 'net'];

/** The columns of the view `unit-groups` that the rows are made of. */
export const bookColumns = [
  'businessDay',
  ...['id', 'code', 'name', 'type'].map(name => `unitGroup.${name}`),
  ...['sold', 'house', 'outOfOrder'].map(name => `${name}Count`),
  ...amountKinds.flatMap(kind => ['amount', 'currency'].map(of => `${kind}AccommodationRevenue.${of}`)),
];

/** Records of a view as flat rows, like those of a snapshot. */
export function flatRows(records: Iterable<ReportRecord>, columns: readonly string[]): FlatRow[] {
  const readers = columns.map(name => [name, valueReader(name)] as const);
  return [...records].map(record =>
    Object.fromEntries(readers.map(([name, read]) => [name, read(record) ?? null])),
  );
}

/** What the platform calls bedrooms; a unit group without a type counts as bedrooms. */
export const bedrooms = 'BedRoom';

/**
 * The rows of unit groups of these types, with the measures below. Rows without units, bookings and revenue are omitted: the
 * property was not open then.
 *
 * @throws RefusedError for two currencies of a day
 */
export function bookRows(
  property: string,
  rows: readonly FlatRow[],
  types: readonly string[],
): ReportRecord[] {
  const known = new Map<unknown, string | undefined>();
  return rows.flatMap(row => {
    if (!types.includes(String(row['unitGroup.type'] ?? bedrooms))) return [];
    const count = (name: string) => Number(row[name] ?? 0);
    const [sold, house] = [count('soldCount'), count('houseCount')];
    const grossRevenue = row['grossAccommodationRevenue.amount'];
    const netRevenue = row['netAccommodationRevenue.amount'];
    if (house === 0 && sold === 0 && !Number(grossRevenue ?? 0)) return [];
    const currency = row['grossAccommodationRevenue.currency'];
    const { businessDay } = row;
    for (const code of [currency, row['netAccommodationRevenue.currency']])
      if (typeof code === 'string') known.set(businessDay, oneCurrency(known.get(businessDay), code));
    return [
      {
        propertyId: property,
        businessDay,
        unitGroup: {
          id: row['unitGroup.id'],
          name: row['unitGroup.name'] || row['unitGroup.code'] || row['unitGroup.id'],
        },
        sold,
        house,
        available: house - count('outOfOrderCount'),
        grossRevenue,
        netRevenue,
        currency,
      },
    ];
  });
}

export const daysWithin = (rows: readonly ReportRecord[], { first, last }: Period) =>
  rows.filter(({ businessDay }) => first <= String(businessDay) && String(businessDay) <= last);

/** The currency of both sides. Amounts in two currencies are never added or compared. */
export function oneCurrency(first: string | undefined, second: string | undefined): string | undefined {
  if (first !== undefined && second !== undefined && first !== second)
    throw new RefusedError(`amounts in ${first} and ${second} cannot be compared`, {
      hint: 'choose a period with one currency',
    });
  return first ?? second;
}

const ratio = (of: string, per: string) => ({ kind: 'ratio', of, per, currency: 'currency' }) as const;

const amount = (tax: Amounts, name: string, heading: string, aggregation: Aggregation): Column => ({
  ...moneyColumn(`${tax}${name}`, heading),
  tax,
  aggregation,
});

/** The measures of the books. The ratios declare the sums that they are computed from. */
export const bookMeasures: readonly Column[] = [
  addedUp(countColumn('sold', 'Sold')),
  { ...addedUp(countColumn('available', 'Available')), role: 'technical' },
  ...amountKinds.map(tax => amount(tax, 'Revenue', 'Revenue', { kind: 'sum' })),
  { ...textColumn('currency', 'Currency'), role: 'technical' },
  ...amountKinds.map(tax => amount(tax, 'Adr', 'ADR', ratio(`${tax}Revenue`, 'sold'))),
  ...amountKinds.map(tax => amount(tax, 'RevPar', 'RevPAR', ratio(`${tax}Revenue`, 'available'))),
  {
    ...numberColumn('occupancyPercentage', 'Occ.'),
    unit: { kind: 'percent' },
    aggregation: { kind: 'ratio', of: 'sold', per: 'available', factor: 100 },
  },
];

/** `pickup` and `pace`: the rows of the books on two sides, grouped alike. */

const kinds = {
  pickup: {
    name: 'Pick-up',
    fields: { earlier: 'before', later: 'now', change: 'pickup' },
    change: 'pick-up',
    own: [dateColumn('beforeTaken', 'Earlier snapshot'), dateColumn('nowTaken', 'Later snapshot')],
  },
  pace: {
    name: 'Pace',
    fields: { earlier: 'versus', later: 'now', change: 'difference' },
    change: 'change',
    own: [
      { ...numberColumn('daysBefore', 'Days before'), storage: 'int32' },
      dateColumn('versusDate', 'Compared with'),
      { ...textColumn('versusBasis', 'Basis'), display: row => String(row['versusBasis'] ?? '') },
      dateColumn('versusTaken', 'Earlier snapshot'),
    ],
  },
} as const satisfies Record<string, { readonly own: readonly Column[]; readonly [other: string]: unknown }>;

/** `14 Nov` and `21 Nov`, with their years if they differ. */
export function nameDays(earlier: CalendarDate, later: CalendarDate): SideNames {
  const as = earlier.slice(0, 4) === later.slice(0, 4) ? 'day' : 'day-of-year';
  return { earlier: [{ date: earlier, as }], later: [{ date: later, as }] };
}

export interface BookComparison {
  readonly kind: keyof typeof kinds;
  readonly grouping: Grouping;
  readonly amounts: Amounts;
  readonly words?: HotelWords;
  readonly names?: SideNames | undefined;
  /** The rows have a budget beside the later side: all of them, or some. */
  readonly budget?: 'all' | 'some' | undefined;
}

/** A budget is of the whole hotel. */
export const hasBudget = (grouping: Grouping): boolean => grouping !== 'unit-group';

/** Groups of days that are not whole months: the budget of a month is spread over its days. */
export const isOfDays = (grouping: Grouping): boolean => ['day', 'week', 'weekday'].includes(grouping);

function makeSides({ kind, names }: BookComparison): TwoSides {
  const { fields, change } = kinds[kind];
  return {
    earlier: { field: fields.earlier, heading: names?.earlier ?? fields.earlier },
    later: { field: fields.later, heading: names?.later ?? fields.later },
    change: { field: fields.change, heading: change },
  };
}

function makeEngine(comparison: BookComparison) {
  const { kind, grouping, words = noWords } = comparison;
  const source = groupedColumns([propertyColumn, ...bookMeasures], grouping, words);
  const columns = hasDays(grouping) ? source : source.filter(({ name }) => name !== 'days');
  const engine = compareSides(columns, makeSides(comparison), kinds[kind].own);
  if (!comparison.budget) return { ...engine, revenue: undefined };
  const revenue = engine.columns.find(({ name }) => name === `${comparison.amounts}Revenue.now`) as Column;
  const ofBudget = budgetColumns(revenue, comparison.budget === 'all', isAcrossHotels(grouping));
  return { ...engine, revenue, columns: [...engine.columns, ...ofBudget] };
}

export function comparedView(comparison: BookComparison): ComparedView {
  const { kind, grouping, amounts, budget } = comparison;
  const { name, fields } = kinds[kind];
  const sides = makeSides(comparison);
  const label = groupingColumns[grouping].at(-1)?.name ?? '';
  const chart = { kind: grouping === 'day' ? 'days' : 'bars', label } as const;
  const unit = { kind: 'percent' } as const;
  const occupancy = { ...chart, title: 'Occupancy on the books', value: 'occupancyPercentage', unit };
  const count = { kind: 'count' } as const;
  const sold = { ...chart, title: 'Pick-up: units sold', value: `sold.${fields.change}`, unit: count };
  const each = (measure: string, ...of: readonly (keyof typeof fields)[]) =>
    of.map(side => `${measure}.${fields[side]}`);
  const ofDay = kind === 'pace' && grouping === 'day' ? ['daysBefore', 'versusDate', 'versusBasis'] : [];
  return {
    name,
    columns: forPeople(makeEngine(comparison).columns, comparison.words),
    table: {
      columns: [
        ...(grouping === 'property' ? ['propertyId'] : []),
        label,
        ...ofDay,
        ...(hasDays(grouping) ? each('days', 'later') : []),
        ...(grouping === 'group' ? each('hotels', 'later') : []),
        ...each('sold', 'earlier', 'later', 'change'),
        ...each(`${amounts}Revenue`, ...(kind === 'pace' ? (['earlier', 'later'] as const) : []), 'change'),
        ...each(`${amounts}Adr`, 'earlier', 'later'),
        ...each('occupancyPercentage', 'earlier', 'later'),
        ...(budget ? ['budget', 'onBudget'] : []),
      ],
    },
    charts: kind === 'pickup' ? [sold] : chartsOfSides([occupancy], sides),
  };
}

export function keysOfBooks(
  kind: BookComparison['kind'],
  by: unknown = 'day',
  amounts: Amounts = 'net',
): readonly string[] {
  const grouping = groupingNamed(by);
  const { table } = comparedView({ kind, grouping, amounts });
  const leading = grouping === 'group' ? [] : ['propertyId'];
  return [...new Set([...leading, ...table.columns])];
}

/** Other names are those of columns of the portfolio. */
const groupingNamed = (by: unknown): Grouping => groupings.find(one => one === by) ?? 'group';

/** The columns with these options, or with any. */
export function columnsOfBooks(
  kind: BookComparison['kind'],
  options?: { readonly by?: unknown; readonly budget?: unknown },
): readonly Column[] {
  const chosen = options ? [groupingNamed(options.by ?? 'day')] : ([...groupings, 'group'] as const);
  const isBudgeted = kind === 'pace' && (!options || options.budget !== undefined);
  const all = chosen.flatMap(grouping => {
    const budget = isBudgeted && hasBudget(grouping) ? 'all' : undefined;
    return makeEngine({ kind, grouping, amounts: 'net', budget }).columns;
  });
  return [...new Map(all.map(column => [column.name, column])).values()];
}

/**
 * The rows of both sides that belong together, in the order of the later side. A side without rows is unknown, and empty;
 * only a unit group that one of the snapshots does not have had nothing to sell.
 *
 * @param earlier rows with the stay date that they are compared with as `businessDay`, and their own as `thenDay`
 * @param budget rows of months, or of days
 */
export function comparedBooks(
  comparison: BookComparison,
  earlier: readonly ReportRecord[],
  later: readonly ReportRecord[],
  budget: readonly ReportRecord[] = [],
): readonly ReportRecord[] {
  const { kind, grouping, words } = comparison;
  const { record, columns, revenue } = makeEngine(comparison);
  const group = (rows: readonly ReportRecord[]) =>
    groupedRecords(rows, bookMeasures, grouping, words, kinds[kind].own);
  const nothing = (row: ReportRecord | undefined): ReportRecord | undefined =>
    row && { ...row, ...noSales, currency: row['currency'] };
  const keyOf = keyReader(grouping, bookMeasures);
  const pairs = pairsOfRows(group(earlier), group(later), keyOf).map(pair => {
    if (grouping !== 'unit-group') return record(pair.earlier, pair.later);
    return record(pair.earlier ?? nothing(pair.later), pair.later ?? nothing(pair.earlier));
  });
  return roundRatios(revenue ? withBudgets(pairs, revenue, budget, grouping, words) : pairs, columns);
}

/** @param budget rows of months, or of days */
export function withBudgets(
  rows: readonly ReportRecord[],
  revenue: Column,
  budget: readonly ReportRecord[],
  grouping: Grouping,
  words: HotelWords | undefined,
): readonly ReportRecord[] {
  const [ofBudget, ofRow] = [keyReader(grouping, bookMeasures), keyReader(grouping, [revenue])];
  const planned = groupedRecords(budget, bookMeasures, grouping, words);
  const budgets = new Map(planned.map(row => [ofBudget(row), row[`${revenue.tax}Revenue`]]));
  return rows.map(row => withBudget(row, revenue, budgets.get(ofRow(row))));
}

const noSales: ReportRecord = Object.fromEntries(
  bookMeasures.map(({ name, aggregation }) => [name, aggregation?.kind === 'sum' ? 0 : null]),
);
