import type { CalendarDate } from '../../platform/dates.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { FieldValue, ReportRecord } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { FlatRow } from '../snapshots/read-snapshot.ts';
import {
  addRow,
  type BookedFigures,
  bookedSides,
  type ComparedView,
  noBookedFigures,
} from './booked-figures.ts';
import { groupingColumns, groupKey } from './groups.ts';
import { type Entry, pairsOfRows } from './two-sides.ts';

/** What each row of pick-up represents. */
export const pickupGroupings = ['day', 'week', 'month', 'unit-group'] as const;
type PickupGrouping = (typeof pickupGroupings)[number];

const pickupSides = bookedSides({
  earlier: { field: 'before', heading: 'before' },
  later: { field: 'now', heading: 'now' },
  change: { field: 'pickup', heading: 'pick-up' },
});

export function pickupView(grouping: PickupGrouping): ComparedView {
  const labels = groupingColumns[grouping];
  // The one that identifies a row for people: a unit group has an id before its name.
  const label = labels.at(-1)?.name ?? '';
  return {
    name: 'Pick-up',
    columns: [
      propertyColumn,
      ...labels,
      ...pickupSides.columns,
      { name: 'beforeTaken', type: 'date', heading: 'Before: snapshot of' },
      { name: 'nowTaken', type: 'date', heading: 'Now: snapshot of' },
    ],
    table: {
      columns: [
        ...[label, 'sold.before', 'sold.now', 'sold.pickup', 'grossRevenue.pickup'],
        ...['grossAdr.before', 'grossAdr.now', 'occupancyPercentage.before', 'occupancyPercentage.now'],
      ],
      title: pickupTitle,
    },
    charts: [
      {
        title: 'Pick-up: units sold',
        kind: grouping === 'day' ? 'days' : 'bars',
        label,
        value: 'sold.pickup',
        unit: { kind: 'count' },
      },
    ],
  };
}

/** `Pick-up · MUC · snapshot of 2026-11-14 to snapshot of 2026-11-21`: the compared snapshots. */
function pickupTitle([first]: readonly ReportRecord[]): string {
  if (!first) return 'Pick-up';
  return `Pick-up · ${first['propertyId']} · snapshot of ${first['beforeTaken']} to snapshot of ${first['nowTaken']}`;
}

/** The rows of one snapshot within the period, and the day it was taken. */
interface SnapshotRows {
  readonly taken: CalendarDate;
  readonly rows: readonly FlatRow[];
}

interface Group {
  readonly key: readonly Entry[];
  figures: BookedFigures;
}

/**
 * What was booked between two snapshots: for each day, week, month or unit group, the values on the books before and
 * now, and the difference. A cancellation is a negative pick-up. A side without rows is unknown, and empty; only a unit
 * group that a snapshot does not have had nothing to sell.
 */
export function pickupRecords(
  property: string,
  before: SnapshotRows,
  now: SnapshotRows,
  grouping: PickupGrouping,
): ReportRecord[] {
  const none = grouping === 'unit-group' ? noBookedFigures : undefined;
  const idOf = ({ key }: Group) => String(key[0]?.[1]);
  return [...pairsOfRows(groupsOf(before.rows, grouping), groupsOf(now.rows, grouping), idOf)]
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ earlier, later }) => ({
      propertyId: property,
      ...nestedRecord((earlier ?? later)?.key ?? []),
      ...pickupSides.recordOf(earlier?.figures ?? none, later?.figures ?? none),
      beforeTaken: before.taken,
      nowTaken: now.taken,
    }));
}

function groupsOf(rows: readonly FlatRow[], grouping: PickupGrouping): Group[] {
  const groups = new Map<FieldValue, Group>();
  for (const row of rows) {
    const key = groupKey(grouping, path => row[path]);
    const id = key[0]?.[1];
    const group = groups.get(id) ?? { key, figures: noBookedFigures };
    group.figures = addRow(group.figures, row);
    groups.set(id, group);
  }
  return [...groups.values()];
}
