import { addDays, addMonths, type CalendarDate, dayNumber } from '../platform/dates.ts';
import type { Period } from '../platform/periods.ts';
import type { ReportRecord } from '../platform/records.ts';
import { addRow, noBookedFigures } from './figures.ts';
import type { FlatRow } from './parquet-reader.ts';
import { bothSides } from './pickup.ts';

/** The counterpart of a stay date: another stay date, as the books showed it the same number of days before it. */
export interface PacePoint {
  readonly stayDate: CalendarDate;
  readonly daysBefore: number;
  readonly versusDate: CalendarDate;
  readonly versusTaken: CalendarDate;
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
        ? addMonths(stayDate, -12)
        : addDays(stayDate, dayNumber(versus) - dayNumber(today));
    points.push({ stayDate, daysBefore, versusDate, versusTaken: addDays(versusDate, -daysBefore) });
  }
  return points;
}

/** The basis of the comparison: the books at the same lead time before arrival, or the actual result. */
export type PaceBasis = 'on the books' | 'actual';

/** The rows that a stay date is compared with. */
export interface VersusRows {
  readonly basis: PaceBasis;
  /** The day of the layer that was used; null for the actual result. */
  readonly taken: CalendarDate | null;
  readonly rows: readonly FlatRow[];
}

/** One record for each stay date, compared with the other side. */
export function paceRecords(
  property: string,
  points: readonly PacePoint[],
  now: readonly FlatRow[],
  versusOf: (point: PacePoint) => VersusRows,
): ReportRecord[] {
  const figuresOn = (rows: readonly FlatRow[], day: CalendarDate) =>
    rows.filter(row => row['businessDay'] === day).reduce(addRow, noBookedFigures);
  return points.map(point => {
    const { basis, taken, rows } = versusOf(point);
    return {
      propertyId: property,
      stayDate: point.stayDate,
      daysBefore: point.daysBefore,
      versusDate: point.versusDate,
      versusBasis: basis,
      versusTaken: taken,
      ...bothSides(figuresOn(rows, point.versusDate), figuresOn(now, point.stayDate), [
        'versus',
        'now',
        'difference',
      ]),
    };
  });
}
