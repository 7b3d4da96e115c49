import { sameDateLastYear } from '../../platform/compared-period.ts';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { groupings, listDays, type Period } from '../../platform/periods.ts';
import {
  type Column,
  dateColumn,
  numberColumn,
  type ReportRecord,
  textColumn,
} from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import { bookMeasures, type ComparedView } from './books.ts';
import {
  type Grouping,
  groupedColumns,
  groupedRecords,
  groupingColumns,
  type HotelWords,
  noWords,
  withHotelNames,
  withPartialDays,
} from './groups.ts';
import { chartsOfSides, compareSides, pairsOfRows, type SideNames, type TwoSides } from './two-sides.ts';

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

const shortDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `14 Nov` and `21 Nov`, with their years if they differ. */
export function nameDays(earlier: CalendarDate, later: CalendarDate): SideNames {
  const year = (day: CalendarDate) => day.slice(0, 4);
  const name = (day: CalendarDate) =>
    shortDays.format(Date.parse(`${day}T00:00:00Z`)) + (year(earlier) === year(later) ? '' : ` ${year(day)}`);
  return { earlier: name(earlier), later: name(later) };
}

/** How the rows of a command are compared and shown. */
export interface BookComparison {
  readonly kind: keyof typeof kinds;
  readonly grouping: Grouping;
  readonly amounts: Amounts;
  readonly words?: HotelWords;
  readonly names?: SideNames;
}

/** Groups that may have only some of their days. */
const hasDays = (grouping: Grouping) => ['week', 'month', 'weekday'].includes(grouping);

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
  return compareSides(columns, makeSides(comparison), kinds[kind].own);
}

export function comparedView(
  comparison: BookComparison,
  title?: (records: readonly ReportRecord[]) => string,
): ComparedView {
  const { kind, grouping, amounts } = comparison;
  const { name, fields } = kinds[kind];
  const sides = makeSides(comparison);
  const label = groupingColumns[grouping].at(-1)?.name ?? '';
  const each = (measure: string, ...of: readonly (keyof typeof fields)[]) =>
    of.map(side => `${measure}.${fields[side]}`);
  const ofDay = kind === 'pace' && grouping === 'day' ? ['daysBefore', 'versusDate', 'versusBasis'] : [];
  return {
    name,
    columns: withHotelNames(withPartialDays(makeEngine(comparison).columns), comparison.words),
    table: {
      columns: [
        ...(grouping === 'property' ? ['propertyId'] : []),
        ...[label, ...ofDay],
        ...(hasDays(grouping) ? each('days', 'later') : []),
        ...each('sold', 'earlier', 'later', 'change'),
        ...each(`${amounts}Revenue`, ...(kind === 'pace' ? (['earlier', 'later'] as const) : []), 'change'),
        ...each(`${amounts}Adr`, 'earlier', 'later'),
        ...each('occupancyPercentage', 'earlier', 'later'),
      ],
      ...(title ? { title } : {}),
    },
    charts:
      kind === 'pickup'
        ? [
            {
              ...{ title: 'Pick-up: units sold', kind: grouping === 'day' ? 'days' : 'bars', label },
              ...{ value: `sold.${fields.change}`, unit: { kind: 'count' } },
            },
          ]
        : chartsOfSides(
            [
              {
                ...{ title: 'Occupancy on the books', kind: grouping === 'day' ? 'days' : 'bars', label },
                ...{ value: 'occupancyPercentage', unit: { kind: 'percent' } },
              },
            ],
            sides,
          ),
  };
}

/** For completion: the columns of all groupings. */
export function columnsOfBooks(kind: BookComparison['kind']): readonly Column[] {
  const all = groupings.flatMap(grouping => makeEngine({ kind, grouping, amounts: 'net' }).columns);
  return [...new Map(all.map(column => [column.name, column])).values()];
}

/**
 * The rows of both sides that belong together, in the order of the later side. A side without rows is unknown, and empty;
 * only a unit group that one of the snapshots does not have had nothing to sell.
 *
 * @param earlier rows with the stay date that they are compared with as `businessDay`, and their own as `thenDay`
 */
export function comparedBooks(
  comparison: BookComparison,
  earlier: readonly ReportRecord[],
  later: readonly ReportRecord[],
): readonly ReportRecord[] {
  const { kind, grouping, words } = comparison;
  const { record } = makeEngine(comparison);
  const group = (rows: readonly ReportRecord[]) =>
    groupedRecords(rows, bookMeasures, grouping, words, kinds[kind].own);
  const label = groupingColumns[grouping][0]?.name ?? '';
  const makeKey = (row: ReportRecord) => {
    const { unitGroup } = row as { readonly unitGroup?: ReportRecord };
    const key = grouping === 'unit-group' ? unitGroup?.['id'] : row[label];
    return JSON.stringify([row['propertyId'], key, grouping === 'group' ? row['currency'] : '']);
  };
  const nothing = (row: ReportRecord | undefined): ReportRecord | undefined =>
    row && { ...row, ...noSales, currency: row['currency'] };
  return pairsOfRows(group(earlier), group(later), makeKey).map(pair => {
    if (grouping !== 'unit-group') return record(pair.earlier, pair.later);
    return record(pair.earlier ?? nothing(pair.later), pair.later ?? nothing(pair.earlier));
  });
}

const noSales: ReportRecord = Object.fromEntries(
  bookMeasures.map(({ name, aggregation }) => [name, aggregation?.kind === 'sum' ? 0 : null]),
);

/** The day of last year that a day is compared with; 29 February has none by date. */
export const findDayLastYear = (
  day: CalendarDate,
  alignment: 'weekday' | 'date',
): CalendarDate | undefined => (alignment === 'weekday' ? addDays(day, -daysOfWeeks) : sameDateLastYear(day));

/** A stay date, and the day that it is compared with: 29 February has none in the year before. */
interface PacePoint {
  readonly stayDate: CalendarDate;
  readonly versus: VersusPoint | undefined;
}

/** Another stay date, as the books showed it the same number of days before it. */
export interface VersusPoint {
  readonly stayDate: CalendarDate;
  readonly taken: CalendarDate;
}

/** 52 weeks: the same weekday of last year. */
const daysOfWeeks = 364;

/**
 * @param versus the same weekday or the same date of last year; a date: the books of that day, every stay date as far ahead as
 * it is now
 */
export function pacePoints(
  period: Period,
  today: CalendarDate,
  versus: 'weekday' | 'date' | CalendarDate,
): PacePoint[] {
  return listDays(period).map(stayDate => {
    const daysBefore = dayNumber(stayDate) - dayNumber(today);
    const other =
      versus === 'weekday' || versus === 'date'
        ? findDayLastYear(stayDate, versus)
        : addDays(stayDate, dayNumber(versus) - dayNumber(today));
    return {
      stayDate,
      versus: other === undefined ? undefined : { stayDate: other, taken: addDays(other, -daysBefore) },
    };
  });
}
