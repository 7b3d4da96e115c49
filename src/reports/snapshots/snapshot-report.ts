import Big from 'big.js';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { Aggregation, Column, FieldValue, ReportRecord } from '../../platform/records.ts';
import { oneCurrency } from '../figures/booked-figures.ts';
import type { FlatRow } from './read-snapshot.ts';

/** Columns that come from the request and are not part of the platform's body. */
const leadingColumns = ['propertyId', 'from', 'to'];

/**
 * The body of property-performance as stored in a snapshot: business days with their unit groups, and the measures of the
 * whole period. Those are sums of the days and ratios of sums, with as many decimals as the platform gives for a day.
 *
 * @param columns columns of the view `days`
 * @throws RefusedError if the days have several currencies
 */
export function performanceOfSnapshot(
  days: readonly FlatRow[],
  unitGroups: readonly FlatRow[],
  columns: readonly Column[],
): ReportRecord {
  const groupsOf = new Map<FieldValue, ReportRecord[]>();
  for (const { businessDay, ...group } of unitGroups) {
    const groups = groupsOf.get(businessDay) ?? [];
    groupsOf.set(businessDay, groups);
    groups.push(nested(group));
  }
  const measures = columns.filter(({ name }) => !leadingColumns.includes(name) && name !== 'businessDay');
  return {
    ...nested(Object.fromEntries(measures.map(column => [column.name, totalOf(days, column)]))),
    businessDays: days.map(day => ({ ...nested(day), unitGroups: groupsOf.get(day['businessDay']) ?? [] })),
  };
}

function totalOf(days: readonly FlatRow[], { name, unit, aggregation }: Column): FieldValue {
  if (unit?.kind === 'money') checkOneCurrency(days, unit.currency);
  if (aggregation === undefined || aggregation.kind === 'change') return days[0]?.[name];
  if (aggregation.kind === 'sum') return settled(sumOf(days, name));
  return ratioOfSums(days, name, aggregation);
}

function checkOneCurrency(days: readonly FlatRow[], path: string): void {
  let currency: string | undefined;
  for (const day of days) currency = oneCurrency(currency, day[path] as string);
}

function sumOf(days: readonly FlatRow[], name: string): Big {
  let sum = new Big(0);
  for (const day of days) {
    const value = day[name];
    if (isExactNumber(value)) sum = sum.plus(plainNumber(value));
  }
  return sum;
}

function ratioOfSums(
  days: readonly FlatRow[],
  name: string,
  { of, per, less, factor = 1 }: Extract<Aggregation, { kind: 'ratio' }>,
): ExactNumber {
  const divisor = less === undefined ? sumOf(days, per) : sumOf(days, per).minus(sumOf(days, less));
  if (divisor.eq(0)) return 0;
  const decimals = Math.max(0, ...days.map(day => decimalsOf(day[name])));
  return settled(sumOf(days, of).times(factor).div(divisor).round(decimals, Big.roundHalfUp));
}

const decimalsOf = (value: FieldValue): number =>
  isExactNumber(value) ? (plainNumber(value).split('.')[1]?.length ?? 0) : 0;

/** Turns `grossAdr.amount` back into a nested field. */
const nested = (row: FlatRow): ReportRecord =>
  nestedRecord(Object.entries(row).filter(([path]) => !leadingColumns.includes(path)));
