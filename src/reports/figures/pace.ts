import { sameDateLastYear } from '../../platform/compared-period.ts';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { FlatRow } from '../snapshots/read-snapshot.ts';
import { addRow, bookedSides, type ComparedView, hasFigures, noBookedFigures } from './booked-figures.ts';
import { groupingColumns } from './groups.ts';
import { chartsOfSides, type TwoSides } from './two-sides.ts';

/** A stay date, and its counterpart if it has one: 29 February has none in the year before. */
interface PacePoint {
  readonly stayDate: CalendarDate;
  readonly daysBefore: number;
  readonly versus: VersusPoint | undefined;
}

/** Another stay date, as the books showed it the same number of days before it. */
export interface VersusPoint {
  readonly stayDate: CalendarDate;
  readonly taken: CalendarDate;
}

/**
 * @param versus `last-year`: the same calendar date one year earlier; a date: the books of that day, every stay date as far
 * ahead as it is now
 */
export function pacePoints(
  { first, last }: Period,
  today: CalendarDate,
  versus: 'last-year' | CalendarDate,
): PacePoint[] {
  const points: PacePoint[] = [];
  for (let stayDate = first; stayDate <= last; stayDate = addDays(stayDate, 1)) {
    const daysBefore = dayNumber(stayDate) - dayNumber(today);
    const versusDate =
      versus === 'last-year'
        ? sameDateLastYear(stayDate)
        : addDays(stayDate, dayNumber(versus) - dayNumber(today));
    const versusPoint =
      versusDate === undefined
        ? undefined
        : { stayDate: versusDate, taken: addDays(versusDate, -daysBefore) };
    points.push({ stayDate, daysBefore, versus: versusPoint });
  }
  return points;
}

/** The rows that a stay date is compared with. */
export interface VersusRows {
  /** The books at the same lead time before arrival, or the actual result. */
  readonly basis: 'on the books' | 'actual';
  /** The day of the snapshot that was used; null for the actual result. */
  readonly taken: CalendarDate | null;
  readonly rows: readonly FlatRow[];
}

const paceSides: TwoSides = {
  earlier: { field: 'versus', heading: 'versus' },
  later: { field: 'now', heading: 'now' },
  change: { field: 'difference', heading: 'difference' },
};
const booked = bookedSides(paceSides);

export const paceView: ComparedView = {
  name: 'Pace',
  columns: [
    propertyColumn,
    ...groupingColumns.day,
    { name: 'daysBefore', type: 'number', storage: 'int32', heading: 'Days before' },
    { name: 'versusDate', type: 'date', heading: 'Compared date' },
    { name: 'versusBasis', type: 'text', heading: 'Compared with' },
    { name: 'versusTaken', type: 'date', heading: 'Compared snapshot' },
    ...booked.columns,
  ],
  table: {
    columns: [
      ...[
        'stayDate',
        'daysBefore',
        'versusDate',
        'versusBasis',
        'sold.now',
        'sold.versus',
        'sold.difference',
      ],
      ...['grossRevenue.now', 'grossRevenue.versus', 'occupancyPercentage.now', 'occupancyPercentage.versus'],
    ],
    title: paceTitle,
  },
  charts: chartsOfSides(
    [
      {
        title: 'Occupancy on the books',
        kind: 'days',
        label: 'stayDate',
        value: 'occupancyPercentage',
        unit: { kind: 'percent', rounded: true },
      },
    ],
    paceSides,
  ),
};

function paceTitle(records: readonly ReportRecord[]): string {
  const known = records.find(({ versusBasis }) => versusBasis !== null);
  const basis =
    known?.['versusTaken'] == null ? 'the actual result' : `the snapshot of ${known['versusTaken']}`;
  const compared = known === undefined ? [] : [`compared with ${basis}`];
  return ['Pace', ...records.slice(0, 1).map(({ propertyId }) => propertyId), ...compared].join(' · ');
}

/** One record for each stay date, compared with the other side. */
export function paceRecords(
  property: string,
  points: readonly PacePoint[],
  now: readonly FlatRow[],
  versusOf: (point: VersusPoint) => VersusRows,
): ReportRecord[] {
  // A day without a row, or of a property that was not open, is unknown; one without bookings has a row with zeros.
  const figuresOn = (rows: readonly FlatRow[], day: CalendarDate) => {
    const own = rows.filter(row => row['businessDay'] === day);
    const figures = own.reduce(addRow, noBookedFigures);
    const house = own.reduce((sum, row) => sum + Number(row['houseCount'] ?? 0), 0);
    return own.length > 0 && hasFigures(figures, house) ? figures : undefined;
  };
  return points.map(({ stayDate, daysBefore, versus }) => {
    const found = versus && versusOf(versus);
    const earlier = versus && found && figuresOn(found.rows, versus.stayDate);
    return {
      propertyId: property,
      stayDate,
      daysBefore,
      versusDate: versus?.stayDate ?? null,
      versusBasis: (earlier && found?.basis) ?? null,
      versusTaken: found?.taken ?? null,
      ...booked.recordOf(earlier, figuresOn(now, stayDate)),
    };
  });
}
