import type { Text } from '../../output/document/document.ts';
import { columnsOfWhole } from '../../output/results.ts';
import { entriesOfTotals, roundRatios } from '../../output/totals.ts';
import type { Phrase } from '../../output/words/words.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { nestedRecord, valueReader, withValues } from '../../platform/record-paths.ts';
import {
  type ChartDefinition,
  type Column,
  dateColumn,
  type KeyFigures,
  type ReportRecord,
  type SideOfChange,
  type View,
} from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { isOfDays } from './books.ts';
import type { Budget } from './budget.ts';
import {
  alignedBy,
  type ChosenComparison,
  earlierRecords,
  laterRecords,
  type RecordsOfRequest,
  type SpanRequests,
} from './compared-spans.ts';
import {
  forPeople,
  type Grouping,
  groupedColumns,
  groupedHeadline,
  groupedRecords,
  groupingColumns,
  type HotelWords,
  keyReader,
  noWords,
} from './groups.ts';
import { type Mix, withShares } from './mix.ts';
import { orderedGroups, rankColumn, ranked } from './ranking.ts';
import type { Rates } from './rates.ts';
import {
  chartsOfSides,
  compareSides,
  figuresOfSides,
  pairsOfRows,
  type SideNames,
  type TwoSides,
} from './two-sides.ts';

type Rows = readonly ReportRecord[];

/** Rows that are computed from a view of a report: `--by` groups its days, `--compare` adds an earlier period. */
export interface Computation {
  /** The view that the rows are computed from; default: the one that the flags choose. */
  readonly source: string | undefined;
  readonly grouping?: Grouping | undefined;
  readonly comparison?: ChosenComparison | undefined;
  /** What people call the hotels, with the names of the platform. */
  readonly words: (names: ReadonlyMap<string, string>) => HotelWords;
  readonly rates: Rates | undefined;
  /** Of the hotels of a ranking. */
  readonly budget?: Budget | undefined;
  /** The values of `--by channel` and the like; their rows are of several requests. */
  readonly mix?: Mix | undefined;
  /** Rows of the records of all hotels and requests, with the day at each hotel. */
  readonly gather?: {
    readonly note: Phrase;
    /** What is wrong with the records that are added up. */
    readonly warnings: (records: Rows) => readonly Text[];
    readonly rows: (records: Rows, days: ReadonlyMap<string, CalendarDate>) => Rows;
    readonly whole: (
      rows: Rows,
    ) => Pick<KeyFigures<never>, 'figures'> & { readonly record: () => ReportRecord };
  };
  readonly viewOf: (source: View<never>, shown?: ShownWords) => View<never>;
  /** Throws UsageError if the requests of one hotel cannot be compared. */
  readonly checkRequests: (requests: readonly Parameters[], today: CalendarDate) => void;
}

/** What headings call the hotels and the periods, once these are known. */
interface ShownWords {
  readonly words?: HotelWords;
  readonly sides?: SideNames | undefined;
  readonly hasAllBudgets?: boolean;
}

const periodSides = ({ earlier, later }: SideNames = { earlier: 'then', later: 'now' }): TwoSides => ({
  earlier: { field: 'then', heading: earlier, currency: 'thenCurrency' },
  later: { field: 'now', heading: later, currency: 'currency' },
  change: { field: 'change', heading: 'change' },
  percent: { field: 'changePercent', heading: 'change' },
});

/** The dates that a row is compared with. */
const datesThen = (source: readonly Column[]): readonly Column[] => [
  ...(source.some(({ name }) => name === 'businessDay')
    ? [{ ...dateColumn('thenDay', 'Compared with'), weekday: true as const }]
    : []),
  { ...dateColumn('thenFrom', 'Compared from'), role: 'technical' },
  { ...dateColumn('thenTo', 'Compared to'), role: 'technical' },
];

/** The platform rounds its ratios: their changes are those of the exact fractions; without a divisor, there is none. */
function comparePeriods(source: readonly Column[], sides?: SideNames) {
  const { columns, record } = compareSides(source, periodSides(sides), datesThen(source));
  const changes = columns.filter(
    ({ aggregation }) => aggregation?.kind === 'change' && divisorOf(aggregation.now) !== undefined,
  );
  return {
    columns,
    record: (earlier: ReportRecord | undefined, later: ReportRecord | undefined): ReportRecord => {
      const compared = record(earlier, later);
      const known = new Map(entriesOfTotals(changes)([compared]));
      const exact = changes.filter(({ name, aggregation }) => {
        const sides = aggregation?.kind === 'change' ? [aggregation.now, aggregation.before] : [];
        const divisors = sides.map(side => valueReader(divisorOf(side) ?? '')(compared));
        return known.get(name) != null || divisors.every(isExactNumber);
      });
      return withValues(
        compared,
        exact.map(({ name }) => [name, known.get(name) ?? null]),
      );
    },
  };
}

/** A share of all rows cannot be computed from one of them. */
const divisorOf = ({ aggregation }: SideOfChange): string | undefined =>
  aggregation.kind === 'ratio' && aggregation.of !== aggregation.per ? aggregation.per : undefined;

/** Whether a row is a day, or has days of one week: their weekdays are those that the year before is compared by. */
export const hasRowsOfDays = (grouping: Grouping | undefined, { columns }: View<never>): boolean =>
  isOfDays(grouping ?? 'day') && columns.some(({ name }) => name === 'businessDay');

/** The rows of one hotel, or with `--by property` of all hotels. */
export function computedRecords(
  { grouping, comparison }: Pick<Computation, 'grouping' | 'comparison'>,
  source: View<never>,
  spans: readonly SpanRequests[],
  recordsOf: RecordsOfRequest,
  words: HotelWords,
): readonly ReportRecord[] {
  const isSingle = grouping === undefined;
  const group = (records: readonly ReportRecord[]) => {
    if (!grouping) return records;
    const grouped = groupedRecords(records, source.columns, grouping, words);
    if (grouping === 'mix') return withShares(grouped);
    return grouping === 'property' ? ranked(grouped) : grouped;
  };
  const columns = makeColumns(source, grouping, words);
  if (!comparison)
    return roundRatios(group(spans.flatMap(({ now }) => now.requests.flatMap(recordsOf))), columns);
  const now = group(spans.flatMap(span => laterRecords(span, recordsOf)));
  // The places are those of the later period.
  const { ofRows } = alignedBy(comparison, hasRowsOfDays(grouping, source));
  const then = group(spans.flatMap(span => earlierRecords(span, recordsOf, ofRows, isSingle))).map(
    ({ rank: _rank, ...record }) => record,
  );
  const { record, columns: written } = comparePeriods(columns);
  const pairs = pairsOfRows(then, now, grouping ? keyReader(grouping, columns) : keyOfSingle(columns));
  // The platform's own ratios keep their digits.
  const isOwn = ({ aggregation, isComputed }: Column) =>
    isSingle && aggregation?.kind === 'ratio' && !isComputed;
  const compared = roundRatios(
    pairs.map(({ earlier, later }) => record(earlier, later)),
    written.filter(column => !isOwn(column)),
  );
  if (isSingle) return compared;
  const present = new Set(now.map(({ propertyId }) => propertyId));
  return orderedGroups(compared, grouping, ({ propertyId }) => present.has(propertyId));
}

/** Identifiers distinguish rows; names and descriptions may change from one year to the next. */
function keyOfSingle(columns: readonly Column[]): (record: ReportRecord) => string {
  const names = columns.map(({ name }) => name);
  const paths = [
    ...['propertyId', 'from', 'year', 'month', 'businessDay', 'breakdown', 'key'],
    ...['unitGroup.id', 'account.number', 'account.parentNumber'],
  ].filter(path => names.includes(path));
  const readers = paths.map(valueReader);
  return record =>
    JSON.stringify([
      ...readers.map(read => read(record) ?? null),
      // A day without a counterpart gets a separate row.
      names.includes('businessDay') && record['businessDay'] === null ? record['thenDay'] : '',
    ]);
}

const makeColumns = ({ columns }: View<never>, grouping: Grouping | undefined, words: HotelWords) =>
  grouping
    ? [...(grouping === 'property' ? [rankColumn] : []), ...groupedColumns(columns, grouping, words)]
    : columns;

export function computedView(
  report: ReportDefinition,
  source: View<never>,
  { grouping, comparison }: Pick<Computation, 'grouping' | 'comparison'>,
  isOneProperty: boolean,
  { words = noWords, sides }: ShownWords = {},
): View<never> {
  const columns = makeColumns(source, grouping, words);
  const charts = grouping ? groupedCharts(grouping) : (source.charts ?? []);
  const { figures = [], columns: ofWhole = [] } = source.whole ?? {};
  const shown = grouping === 'mix' ? shownOfMix(source) : (source.table?.columns ?? []);
  const headline = shown.flatMap(name => columns.filter(column => column.name === name && column.unit));
  const periods = periodLabels(source);
  const labels = grouping
    ? groupedHeadline(grouping, isOneProperty, comparison !== undefined, headline)
    : listLabels(source, isOneProperty, periods);
  const { barOf: _barOf, title: _title, ...layout } = source.table ?? { columns: [] };
  const whole = {
    figures: comparison ? figuresOfSides(figures, periodSides(sides)) : figures,
    columns: comparison ? comparePeriods(ofWhole, sides).columns : ofWhole,
    record: () => undefined,
  };
  return {
    name: [report.name, grouping ?? '', comparison ? 'compared' : ''].filter(Boolean).join('-'),
    summary: source.summary,
    columns: forPeople(comparison ? comparePeriods(columns, sides).columns : columns, words),
    table: {
      ...(grouping === 'mix' ? { barOf: 'share' } : {}),
      ...(grouping ? {} : { ...layout, onlyIfVaried: periods }),
      columns: [
        ...labels,
        ...(comparison ? comparedHeadline(headline, grouping) : headline.map(({ name }) => name)),
      ],
    },
    charts: comparison ? chartsOfSides(charts, periodSides(sides), 'thenDay') : charts,
    ...(figures.length > 0 ? { whole } : {}),
    records: () => [],
  };
}

/** Room nights and their share, ADR and revenue: what adds up to the house, in the order in which people read it. */
const shownOfMix = ({ table }: View<never>): readonly string[] => {
  const shown = table?.columns ?? [];
  const amounts = shown.filter(name => /(Adr|AccommodationRevenue)\.amount$/.test(name));
  return ['soldCount', 'share', ...amounts];
};

/** They tell the rows of several periods apart; a month that only the earlier period has has no `month`. */
function periodLabels({ columns, table }: View<never>): readonly string[] {
  const first = ['month', 'from'].find(name => columns.some(column => column.name === name));
  const isShown = table?.columns.some(name => name === first || name === 'businessDay');
  return first === undefined || isShown ? [] : [first, 'thenFrom'];
}

/** The columns of a table that identify its rows: the report's own, and those that are in the title without a comparison. */
function listLabels({ columns, table }: View<never>, isOneProperty: boolean, periods: readonly string[]) {
  const own = (table?.columns ?? []).filter(name => {
    const column = columns.find(candidate => candidate.name === name);
    return column?.unit === undefined && column?.role !== 'technical';
  });
  const labels = own.flatMap(name => (name === 'businessDay' ? [name, 'thenDay'] : [name]));
  const lead = [...(isOneProperty || labels.includes('propertyId') ? [] : ['propertyId']), ...periods];
  // A tree is drawn in the first column.
  return table?.indentBy ? [...labels.slice(0, 1), ...lead, ...labels.slice(1)] : [...lead, ...labels];
}

/** The first measures in full, so that a table still fits a screen; `--columns` has all of them. */
function comparedHeadline(measures: readonly Column[], grouping: Grouping | undefined): string[] {
  // The units sold of a mix have their change in their share.
  if (grouping === 'mix') return ['soldCount.now', ...comparedHeadline(measures.slice(1), undefined)];
  return measures.slice(0, 3).flatMap(({ name, unit }) => {
    const base = name.replace(/\.amount$/, '');
    return ['then', 'now', unit?.kind === 'percent' ? 'change' : 'changePercent'].map(
      side => `${base}.${side}`,
    );
  });
}

/** A bar for each group: the ranking of hotels, or the weeks of a quarter. */
const groupedCharts = (grouping: Grouping): readonly ChartDefinition[] => {
  const label = groupingColumns[grouping].at(-1)?.name ?? '';
  // A ranking shows every hotel of all but the largest chains.
  const ranking = grouping === 'property' ? ({ largestFirst: true, most: 100 } as const) : {};
  const bars = { kind: 'bars', label, ...ranking } as const;
  const unit = { kind: 'money', currency: 'revPar.currency' } as const;
  if (grouping === 'mix')
    return [{ ...bars, title: 'Share', value: 'share', unit: { kind: 'percent' }, largestFirst: true }];
  return [
    { ...bars, title: 'Occupancy', value: 'occupancyPercentage', unit: { kind: 'percent' } },
    { ...bars, title: 'RevPAR', value: 'revPar.amount', unit },
  ];
};

/**
 * The key figures of computed rows: of one request what the platform says of the whole period, of several the sums and
 * ratios of sums of that.
 *
 * @param now what the platform says of the whole of each request
 */
export function computedWhole(
  { comparison }: Computation,
  source: View<never>,
  now: readonly ReportRecord[],
  then: readonly ReportRecord[],
): ReportRecord | undefined {
  const figures = source.whole?.figures ?? [];
  const isFigure = ({ name }: Column) => figures.some(({ value }) => value === name);
  const named = columnsOfWhole(source).filter(column => column.aggregation || isFigure(column));
  // Amounts of the whole of several requests add up, also where those of rows do not, as in a tree of accounts.
  const columns = [
    ...named.map(column =>
      column.aggregation || column.unit?.kind === 'percent'
        ? column
        : { ...column, aggregation: { kind: 'sum' } as const },
    ),
    ...figures.flatMap(({ value, unit }): Column[] =>
      named.some(({ name }) => name === value) ? [] : [{ name: value, type: 'number', unit }],
    ),
  ];
  const ratios = columns.filter(({ aggregation }) => aggregation?.kind === 'ratio');
  const makeWhole = (wholes: readonly ReportRecord[]): ReportRecord | undefined => {
    const [only, ...others] = wholes;
    if (!only || others.length > 0) return only && nestedRecord(entriesOfTotals(columns)(wholes));
    if (!comparison) return only;
    // A change between ratios that the platform has rounded would differ from that of the totals.
    const exact = entriesOfTotals(ratios)([only]).filter(([, value]) => isExactNumber(value));
    return withValues(only, exact);
  };
  const whole = makeWhole(now);
  if (!whole) return undefined;
  if (!comparison) return roundRatios([whole], columns)[0];
  const { record, columns: written } = comparePeriods(columns);
  return roundRatios([record(makeWhole(then), whole)], written)[0];
}
