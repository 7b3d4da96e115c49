import type { CalendarDate } from '../../platform/dates.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { mondayOf } from '../snapshots/prune-snapshots.ts';
import type { FlatRow } from '../snapshots/read-snapshot.ts';
import { addRow, type BookedFigures, comparison, noBookedFigures, oneCurrency, ratioOf } from './figures.ts';

/** What each row of pick-up represents. */
export const pickupGroupings = ['day', 'week', 'month', 'unit-group'] as const;
export type PickupGrouping = (typeof pickupGroupings)[number];

/** The rows of one snapshot within the period, and the day it was taken. */
interface SnapshotRows {
  readonly taken: CalendarDate;
  readonly rows: readonly FlatRow[];
}

interface Group {
  readonly label: ReportRecord;
  before: BookedFigures | undefined;
  now: BookedFigures | undefined;
}

/**
 * What was booked between two snapshots: for each day, week, month or unit group, the values on the books before and now,
 * and the difference. A cancellation is a negative pick-up. Sums are exact; ADR and occupancy are ratios of sums.
 * A side without rows is unknown, and empty; only a unit group that a snapshot does not have had nothing to sell.
 */
export function pickupRecords(
  property: string,
  before: SnapshotRows,
  now: SnapshotRows,
  grouping: PickupGrouping,
): ReportRecord[] {
  const none = grouping === 'unit-group' ? noBookedFigures : undefined;
  const groups = new Map<string, Group>();
  const count = (rows: readonly FlatRow[], side: 'before' | 'now') => {
    for (const row of rows) {
      const { key, label } = groupOf(row, grouping);
      const group = groups.get(key) ?? { label, before: none, now: none };
      group[side] = addRow(group[side] ?? noBookedFigures, row);
      groups.set(key, group);
    }
  };
  count(before.rows, 'before');
  count(now.rows, 'now');
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({
      propertyId: property,
      ...group.label,
      ...bothSides(group.before, group.now, ['before', 'now', 'pickup']),
      beforeTaken: before.taken,
      nowTaken: now.taken,
    }));
}

/**
 * The measures of both sides, nested like the column names: `sold.before`, `sold.now`, `sold.pickup`.
 *
 * @param before undefined if there is nothing to compare with, or its figures are unknown
 * @param now undefined if its figures are unknown
 */
export function bothSides(
  before: BookedFigures | undefined,
  now: BookedFigures | undefined,
  names: readonly [string, string, string],
): ReportRecord {
  const occupancy = ({ sold, available }: BookedFigures) =>
    ratioOf(noBookedFigures.grossRevenue.plus(sold), available, 100);
  const adr = ({ grossRevenue, sold }: BookedFigures) => ratioOf(grossRevenue, sold);
  return {
    sold: comparison(before?.sold ?? null, now?.sold ?? null, names),
    available: { [names[0]]: before?.available ?? null, [names[1]]: now?.available ?? null },
    grossRevenue: comparison(before?.grossRevenue ?? null, now?.grossRevenue ?? null, names),
    currency: oneCurrency(before?.currency, now?.currency) ?? null,
    grossAdr: comparison(before ? adr(before) : null, now ? adr(now) : null, names),
    occupancyPercentage: comparison(before ? occupancy(before) : null, now ? occupancy(now) : null, names),
  };
}

function groupOf(row: FlatRow, grouping: PickupGrouping): { key: string; label: ReportRecord } {
  const day = String(row['businessDay']);
  if (grouping === 'unit-group') {
    const [id, name] = [String(row['unitGroup.id']), row['unitGroup.name']];
    return { key: id, label: { unitGroup: { id, name: typeof name === 'string' ? name : null } } };
  }
  if (grouping === 'week') return { key: mondayOf(day), label: { week: mondayOf(day) } };
  if (grouping === 'month') return { key: day.slice(0, 7), label: { month: day.slice(0, 7) } };
  return { key: day, label: { stayDate: day } };
}
