import { sameDatesLastYear } from '../../platform/compared-period.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { addRow, type BookedFigures, noBookedFigures } from './figures.ts';
import { bothSides } from './pickup.ts';

/** One part of the morning page. */
export interface BriefPart {
  readonly name: string;
  readonly period: Period;
  /** The same dates a year earlier, if any; 29 February has none. For days to come that is the final result of last year. */
  readonly lastYear: Period | undefined;
}

/** Yesterday, the month up to yesterday, and the next 30 days. On the first of a month the month is the whole last one. */
export function briefParts(today: CalendarDate): readonly BriefPart[] {
  const yesterday = addDays(today, -1);
  const part = (name: string, first: CalendarDate, last: CalendarDate): BriefPart => ({
    name,
    period: { first, last },
    lastYear: sameDatesLastYear({ first, last }),
  });
  return [
    part('yesterday', yesterday, yesterday),
    part('month to date', `${yesterday.slice(0, 8)}01`, yesterday),
    part('next 30 days', today, addDays(today, 29)),
  ];
}

/** What was booked since the snapshot of yesterday, for the days to come. */
export interface BriefPickup {
  readonly sold: ExactNumber | null;
  readonly grossRevenue: ExactNumber | null;
}

/**
 * A row of the report.
 *
 * @param lastYear undefined if the part has no dates of last year
 * @param pickup null if there are no snapshots of today and yesterday, or for past days
 */
export const briefRecord = (
  property: string,
  { name, period }: BriefPart,
  lastYear: BookedFigures | undefined,
  now: BookedFigures,
  pickup: BriefPickup | null,
): ReportRecord => ({
  propertyId: property,
  part: name,
  from: period.first,
  to: period.last,
  ...bothSides(lastYear, now, ['lastYear', 'now', 'change']),
  pickup: pickup as ReportRecord | null,
});

/** The figures of the report's summary; those of a property without figures (204) are zero. */
export function figuresOfSummary(summary: ReportRecord | undefined): BookedFigures {
  if (summary === undefined) return noBookedFigures;
  const revenue = summary['grossAccommodationRevenue'] as ReportRecord;
  const count = (name: string) => Number(summary[name]);
  return addRow(noBookedFigures, {
    soldCount: count('soldCount'),
    houseCount: count('houseCount'),
    outOfOrderCount: count('outOfOrderCount'),
    'grossAccommodationRevenue.amount': revenue['amount'] as ExactNumber,
    'grossAccommodationRevenue.currency': revenue['currency'] as string,
  });
}
