import { computeTotals } from '../../output/totals.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../platform/records.ts';
import { oneCurrency } from '../figures/books.ts';
import type { FlatRow } from './read-snapshot.ts';

/** Columns that come from the request and are not part of the platform's body. */
const leadingColumns = ['propertyId', 'from', 'to'];

/**
 * The body of property-performance as stored in a snapshot: business days with their unit groups, and the measures of the
 * whole period, which are the totals of the days.
 *
 * @param columns columns of the view `days`
 * @throws RefusedError if the days have several currencies
 */
export function performanceOfSnapshot(
  days: readonly FlatRow[],
  unitGroups: readonly FlatRow[],
  columns: readonly Column[],
): ReportRecord {
  const groupsByDay = new Map<FieldValue, ReportRecord[]>();
  for (const { businessDay, ...group } of unitGroups) {
    const groups = groupsByDay.get(businessDay) ?? [];
    groupsByDay.set(businessDay, groups);
    groups.push(nested(group));
  }
  const measures = columns.filter(({ name }) => !leadingColumns.includes(name) && name !== 'businessDay');
  for (const { unit } of measures) if (unit?.kind === 'money') checkOneCurrency(days, unit.currency);
  const ofDays = days.map(nested);
  const totals = computeTotals(ofDays, measures);
  const computeWhole = ({ name, aggregation }: Column): FieldValue =>
    aggregation ? (totals.get(name)?.value ?? 0) : days[0]?.[name];
  return {
    ...nested(Object.fromEntries(measures.map(column => [column.name, computeWhole(column)]))),
    businessDays: ofDays.map(day => ({ ...day, unitGroups: groupsByDay.get(day['businessDay']) ?? [] })),
  };
}

function checkOneCurrency(days: readonly FlatRow[], path: string): void {
  let currency: string | undefined;
  for (const day of days) currency = oneCurrency(currency, day[path] as string);
}

/** Turns `grossAdr.amount` back into a nested field. */
const nested = (row: FlatRow): ReportRecord =>
  nestedRecord(Object.entries(row).filter(([path]) => !leadingColumns.includes(path)));

/** The days of chosen unit groups: their sums, and ratios of sums. */
export function daysOfGroups(groups: readonly FlatRow[], columns: readonly Column[]): readonly FlatRow[] {
  const byDay = new Map<FieldValue, FlatRow[]>();
  for (const row of groups) byDay.set(row['businessDay'], [...(byDay.get(row['businessDay']) ?? []), row]);
  const names = columns.map(({ name }) => name);
  return [...byDay.values()].map(rows => {
    const totals = computeTotals(rows.map(nested), columns);
    const first = rows[0] ?? {};
    return Object.fromEntries(
      names.map(name => {
        const isSum = columns.some(column => column.name === name && column.aggregation);
        return [name, isSum ? (totals.get(name)?.value ?? 0) : first[name]];
      }),
    );
  });
}
