import { sameDateLastYear } from '../../platform/compared-period.ts';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { FlatRow } from '../snapshots/read-snapshot.ts';
import { addRow, noBookedFigures } from './figures.ts';
import { bothSides } from './pickup.ts';

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

/** The basis of the comparison: the books at the same lead time before arrival, or the actual result. */
type PaceBasis = 'on the books' | 'actual';

/** The rows that a stay date is compared with. */
export interface VersusRows {
  readonly basis: PaceBasis;
  /** The day of the snapshot that was used; null for the actual result. */
  readonly taken: CalendarDate | null;
  readonly rows: readonly FlatRow[];
}

/** One record for each stay date, compared with the other side. */
export function paceRecords(
  property: string,
  points: readonly PacePoint[],
  now: readonly FlatRow[],
  versusOf: (point: VersusPoint) => VersusRows,
): ReportRecord[] {
  // A day without a row is unknown; one without bookings has a row with zeros.
  const figuresOn = (rows: readonly FlatRow[], day: CalendarDate) => {
    const own = rows.filter(row => row['businessDay'] === day);
    return own.length === 0 ? undefined : own.reduce(addRow, noBookedFigures);
  };
  return points.map(({ stayDate, daysBefore, versus }) => {
    const found = versus && versusOf(versus);
    return {
      propertyId: property,
      stayDate,
      daysBefore,
      versusDate: versus?.stayDate ?? null,
      versusBasis: found?.basis ?? null,
      versusTaken: found?.taken ?? null,
      ...bothSides(versus && found && figuresOn(found.rows, versus.stayDate), figuresOn(now, stayDate), [
        'versus',
        'now',
        'difference',
      ]),
    };
  });
}
