import { alignedDay, type Comparison } from '../../platform/compared-period.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { daysOf, type Period } from '../../platform/periods.ts';
import type { Column, ReportRecord, View } from '../../platform/records.ts';
import { comparedRecords } from '../../reports/figures/comparison.ts';
import { groupedColumns, groupedRecords, orderedGroups } from '../../reports/figures/grouping.ts';
import type { Derivation } from './computed-view.ts';

/** One request, and its records. */
interface RequestRecords {
  readonly parameters: Parameters;
  readonly records: readonly ReportRecord[];
}

/** The requests of a period, in the order of their dates. */
export interface ReportSide {
  readonly requests: readonly RequestRecords[];
  readonly period: Period;
}

/** Days of one hotel without a gap, and those that they are compared with. */
interface ComparedSpan {
  readonly now: ReportSide;
  readonly before: ReportSide | undefined;
}

/** The rows of one hotel, or with `--by property` of all hotels. */
export function derivedRecords(
  { grouping, comparison }: Derivation,
  source: View<never>,
  spans: readonly ComparedSpan[],
  names: ReadonlyMap<string, string>,
): readonly ReportRecord[] {
  const group = (records: readonly ReportRecord[]) =>
    grouping ? groupedRecords(records, source.columns, grouping, names) : records;
  const columns = grouping ? groupedColumns(source.columns, grouping) : source.columns;
  if (!comparison) return group(spans.flatMap(({ now }) => now.requests.flatMap(({ records }) => records)));
  const now = group(spans.flatMap(laterRecords));
  const earlier = group(spans.flatMap(span => earlierRecords(span, comparison, grouping === undefined)));
  const sideBySide = comparedRecords(now, earlier, columns, keyOf(columns, grouping === undefined));
  if (grouping === undefined) return sideBySide;
  const present = new Set(now.map(({ propertyId }) => propertyId));
  return orderedGroups(sideBySide, grouping, ({ propertyId }) => present.has(propertyId));
}

/** Each request of a long period is compared with the request at the same place in the earlier period. */
const laterRecords = ({ now, before }: ComparedSpan): ReportRecord[] =>
  now.requests.flatMap(({ records }, index) => {
    const earlier = thenDates(before?.requests[index]?.parameters);
    return records.map(record => ({ ...record, ...earlier }));
  });

/** The records of the earlier period with the dates that they are compared with; null if there are none. */
const earlierRecords = (
  { now, before }: ComparedSpan,
  comparison: Comparison,
  isSingle: boolean,
): ReportRecord[] =>
  (before?.requests ?? []).flatMap(({ parameters, records }, index) => {
    const later = now.requests[index]?.parameters;
    const dates = { ...nowDates(parameters, later), ...thenDates(parameters) };
    return records.map(record => {
      const { businessDay } = record;
      if (typeof businessDay !== 'string' || !before) return { ...record, ...dates };
      const { day, isExact } = alignedDay(businessDay, now.period, before.period, comparison);
      const aligned = isExact || !isSingle ? day : null;
      return { ...record, ...dates, thenDay: businessDay, businessDay: aligned };
    });
  });

/** The columns with the dates of a request: a month, or an interval with the bounds that the report takes. */
const nowDates = (earlier: Parameters, later: Parameters | undefined): ReportRecord =>
  earlier['month'] === undefined
    ? { from: textOf(later, 'from'), to: textOf(later, 'to') }
    : { year: later ? Number(later['year']) : null, month: later ? Number(later['month']) : null };

function thenDates(earlier: Parameters | undefined): ReportRecord {
  if (earlier?.['month'] === undefined)
    return { thenFrom: textOf(earlier, 'from'), thenTo: textOf(earlier, 'to') };
  const month = daysOf({ becomes: 'months' }, earlier);
  return { thenFrom: month?.first ?? null, thenTo: month?.last ?? null };
}

const textOf = (parameters: Parameters | undefined, wire: string): string | null =>
  parameters?.[wire] === undefined ? null : String(parameters[wire]);

/** Identifiers distinguish rows; names and descriptions may change from one year to the next. */
function keyOf(columns: readonly Column[], isSingle: boolean): (record: ReportRecord) => string {
  const names = columns.map(({ name }) => name);
  const paths = [
    'propertyId',
    // A group may have days of several intervals.
    ...(isSingle ? ['from'] : []),
    'year',
    'month',
    'businessDay',
    'week',
    'weekday',
    'breakdown',
    'key',
    'unitGroup.id',
    'account.number',
    'account.parentNumber',
  ].filter(path => names.includes(path));
  return record =>
    JSON.stringify([
      ...paths.map(
        path =>
          path
            .split('.')
            .reduce<unknown>((value, field) => (value as ReportRecord | null | undefined)?.[field], record) ??
          null,
      ),
      // A day without a counterpart gets a separate row.
      names.includes('businessDay') && record['businessDay'] === null ? record['thenDay'] : '',
    ]);
}
