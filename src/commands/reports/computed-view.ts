import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { givenViews } from '../../cli/given-views.ts';
import { totalsOf } from '../../output/totals.ts';
import { type Comparison, namedComparisons } from '../../platform/compared-period.ts';
import { parsePeriod } from '../../platform/periods.ts';
import type {
  ChartDefinition,
  Column,
  FieldValue,
  KeyFigures,
  ReportRecord,
  View,
} from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import {
  comparedCharts,
  comparedColumns,
  comparedFigures,
  comparedRecords,
} from '../../reports/figures/comparison.ts';
import { type Grouping, groupedColumns, groupedHeadline, groupings } from '../../reports/figures/grouping.ts';
import { nestedRecord } from '../../reports/figures/nested-record.ts';
import type { ReportOptions } from './flags.ts';

/** Rows that are computed from a report: `--by` groups its days, `--compare` adds an earlier period. */
export interface Derivation {
  /** The view of the report that the rows are computed from. */
  readonly source: string | undefined;
  readonly grouping: Grouping | undefined;
  readonly comparison: Comparison | undefined;
  /** The view of the computed rows. */
  readonly viewOf: (source: View<never>) => View<never>;
}

/** Views whose rows have measures that can be compared. */
const comparable = ['property-performance', 'room-nights', 'bed-nights', 'arrivals', 'revenues'];

/** @throws UsageError for flags that this report does not support */
export function derivationOf(
  report: ReportDefinition,
  options: Pick<ReportOptions, 'by' | 'compare' | 'align' | 'view'>,
  isOneProperty: boolean,
): Derivation | undefined {
  const { by, compare, align } = options;
  if (align !== undefined && compare === undefined)
    throw new UsageError('--align needs --compare', { hint: 'add --compare last-year' });
  if (by === undefined && compare === undefined) return undefined;
  const grouping = by === undefined ? undefined : oneOf('--by', by, groupings);
  if (grouping !== undefined && report.name !== 'property-performance') {
    throw new UsageError(`--by groups the days of property-performance, and ${report.name} has no days`, {
      hint: 'omit --by',
    });
  }
  if (grouping !== undefined && options.view !== undefined)
    throw new UsageError('--by chooses the view itself', { hint: 'omit --view' });
  if (compare !== undefined && !comparable.includes(report.name)) {
    throw new UsageError(
      `--compare: ${report.name} lists single records, which have nothing to compare with`,
      {
        hint: `reports that can be compared: ${comparable.join(', ')}`,
      },
    );
  }
  if (options.view !== undefined && givenViews(report, options.view).length > 1)
    throw new UsageError('--compare compares the rows of one view', { hint: 'name one view' });
  if (options.view === 'reservations')
    throw new UsageError('--compare: the view reservations has no figures', { hint: 'omit --view' });
  const isNamed = namedComparisons.some(name => name === compare);
  // Whether a text is a valid period does not depend on the current day.
  if (compare !== undefined && !isNamed && !parsePeriod(compare, '2000-01-15')) {
    throw new UsageError(`--compare: "${compare}" is not a valid period`, {
      hint: 'use last-year, previous-period, or a period such as 2025-10',
    });
  }
  const comparison =
    compare === undefined
      ? undefined
      : {
          versus: compare,
          byWeekday: align !== undefined && oneOf('--align', align, ['weekday']) === 'weekday',
        };
  return {
    source: grouping === undefined ? undefined : grouping === 'unit-group' ? 'unit-groups' : 'days',
    grouping,
    comparison,
    viewOf: source => derivedView(report, source, grouping, comparison, isOneProperty),
  };
}

function derivedView(
  report: ReportDefinition,
  source: View<never>,
  grouping: Grouping | undefined,
  comparison: Comparison | undefined,
  isOneProperty: boolean,
): View<never> {
  const columns = grouping ? groupedColumns(source.columns, grouping) : source.columns;
  const labels = grouping ? groupedHeadline(grouping, isOneProperty) : labelsOf(source, isOneProperty);
  const charts = grouping ? groupedCharts(grouping) : (source.charts ?? []);
  const figures = figuresOfWhole(source);
  const shown = source.table?.columns ?? [];
  const headline = shown.flatMap(name => columns.filter(column => column.name === name && column.unit));
  const { barOf: _barOf, title: _title, ...layout } = source.table ?? { columns: [] };
  return {
    name: [report.name, grouping ?? '', comparison ? 'compared' : ''].filter(Boolean).join('-'),
    summary: source.summary,
    columns: comparison ? comparedColumns(columns) : columns,
    table: {
      ...(grouping ? {} : { ...layout, onlyIfVaried: ofMonths }),
      columns: [...labels, ...(comparison ? comparedHeadline(headline) : headline.map(({ name }) => name))],
    },
    charts: comparison ? comparedCharts(charts) : charts,
    ...(figures.length > 0
      ? { whole: { figures: comparison ? comparedFigures(figures) : figures, record: () => undefined } }
      : {}),
    records: () => [],
  };
}

/** They tell the rows of several months apart; a month that only the earlier period has has no `month`. */
const ofMonths = ['month', 'thenFrom'];

/**
 * The columns of a table that identify its rows: the report's own, and those that are in the title without a
 * comparison.
 */
function labelsOf({ columns, table }: View<never>, isOneProperty: boolean): string[] {
  const own = (table?.columns ?? []).filter(name => {
    const column = columns.find(candidate => candidate.name === name);
    return column?.unit === undefined && column?.role !== 'technical';
  });
  const names = columns.map(({ name }) => name);
  const labels = own.flatMap(name => (name === 'businessDay' ? [name, 'thenDay'] : [name]));
  const month = names.includes('month') ? ofMonths : [];
  return [...(isOneProperty || labels.includes('propertyId') ? [] : ['propertyId']), ...month, ...labels];
}

/** The first measures in full, so that a table still fits a screen; `--columns` has all of them. */
function comparedHeadline(measures: readonly Column[]): string[] {
  return measures.slice(0, 3).flatMap(({ name, unit }) => {
    const base = name.replace(/\.amount$/, '');
    return ['then', 'now', unit?.kind === 'percent' ? 'change' : 'changePercent'].map(
      side => `${base}.${side}`,
    );
  });
}

/** A bar for each group: the ranking of hotels, or the weeks of a quarter. */
const groupedCharts = (grouping: Grouping): readonly ChartDefinition[] => {
  const label = {
    week: 'week',
    month: 'month',
    weekday: 'weekday',
    'unit-group': 'unitGroup.name',
    property: 'propertyName',
  }[grouping];
  const bars = {
    kind: 'bars',
    label,
    ...(grouping === 'property' ? { largestFirst: true, most: mostRanked } : {}),
  } as const;
  return [
    { ...bars, title: 'Occupancy', value: 'occupancyPercentage', unit: { kind: 'percent' } },
    {
      ...bars,
      title: 'RevPAR net',
      value: 'revPar.amount',
      unit: { kind: 'money', currency: 'revPar.currency' },
    },
  ];
};

/** A ranking shows every hotel of all but the largest chains. */
const mostRanked = 100;

const figuresOfWhole = ({ whole }: View<never>): KeyFigures<never>['figures'] => whole?.figures ?? [];

/**
 * The key figures of computed rows: of one request what the platform says of the whole period, of several the sums and
 * ratios of sums of that.
 *
 * @param now what the platform says of the whole of each request
 */
export function derivedWhole(
  { comparison }: Derivation,
  source: View<never>,
  now: readonly ReportRecord[],
  then: readonly ReportRecord[],
): ReportRecord | undefined {
  const figures = figuresOfWhole(source);
  const named = new Set(source.columns.map(({ name }) => name));
  const columns = [
    ...source.columns.filter(({ aggregation }) => aggregation),
    ...figures.flatMap(({ value, unit }): Column[] =>
      named.has(value) ? [] : [{ name: value, type: 'number', unit }],
    ),
  ];
  const wholeOf = (wholes: readonly ReportRecord[]): ReportRecord | undefined => {
    if (wholes.length < 2) return wholes[0];
    const totals = totalsOf(wholes, columns);
    return nestedRecord(
      columns.flatMap(({ name, unit }): [string, FieldValue][] => {
        const total = totals.get(name);
        if (!total) return [];
        return [
          [name, total.value],
          ...(unit?.kind === 'money' ? ([[unit.currency, total.currency]] as [string, FieldValue][]) : []),
        ];
      }),
    );
  };
  const whole = wholeOf(now);
  if (!comparison || !whole) return whole;
  const before = wholeOf(then);
  return comparedRecords([whole], before ? [before] : [], columns, () => '')[0];
}
