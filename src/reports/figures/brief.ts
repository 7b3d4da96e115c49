import { periodLastYear } from '../../platform/compared-period.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { type ExactNumber, settled } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import {
  addRow,
  type BookedFigures,
  bookedSides,
  type ComparedView,
  hasFigures,
  noBookedFigures,
} from './booked-figures.ts';

/** One part of the morning page. */
export interface BriefPart {
  readonly name: string;
  readonly period: Period;
  /** As in reports: of whole months whole months, otherwise the same dates; 29 February has none. */
  readonly lastYear: Period | undefined;
  /** Whether its days are over; last year is always final. */
  readonly isFinal: boolean;
}

/** Yesterday, the month up to yesterday, and the next 30 days. On the first of a month the month is the whole last one. */
export function briefParts(today: CalendarDate): readonly BriefPart[] {
  const yesterday = addDays(today, -1);
  const part = (name: string, first: CalendarDate, last: CalendarDate): BriefPart => ({
    name,
    period: { first, last },
    lastYear: periodLastYear({ first, last }),
    isFinal: last < today,
  });
  return [
    part('yesterday', yesterday, yesterday),
    part('month to date', `${yesterday.slice(0, 8)}01`, yesterday),
    part('next 30 days', today, addDays(today, 29)),
  ];
}

const booked = bookedSides({
  earlier: { field: 'lastYear', heading: 'last year' },
  later: { field: 'now', heading: 'now' },
  change: { field: 'change', heading: 'change' },
});

export const briefView: ComparedView = {
  name: 'Morning page',
  columns: [
    propertyColumn,
    { name: 'part', type: 'text', heading: 'Period' },
    { name: 'from', type: 'date', heading: 'From' },
    { name: 'to', type: 'date', heading: 'To' },
    { name: 'basis', type: 'text', heading: 'Compares' },
    // The parts overlap: yesterday is in the month as well. A total of them would count it twice.
    ...booked.columns.map(({ aggregation: _aggregation, ...column }) => column),
    {
      name: 'pickup.sold',
      type: 'number',
      storage: 'int32',
      heading: 'Pick-up since yesterday: sold',
      unit: { kind: 'count' },
    },
    {
      name: 'pickup.grossRevenue',
      type: 'number',
      heading: 'Pick-up since yesterday: revenue',
      tax: 'gross',
      unit: { kind: 'money', currency: 'currency' },
    },
  ],
  table: {
    columns: [
      ...['part', 'from', 'to', 'basis', 'sold.now', 'sold.lastYear', 'sold.change'],
      ...['occupancyPercentage.now', 'occupancyPercentage.lastYear', 'grossAdr.now', 'grossAdr.lastYear'],
      ...['grossRevenue.now', 'grossRevenue.lastYear', 'pickup.sold'],
    ],
    title: ([first]) =>
      `Morning page · ${first === undefined ? '' : `${first['propertyId']} · `}against last year`,
  },
};

/** What was booked since the snapshot of yesterday, for the days to come. */
export const briefPickup = (before: BookedFigures, now: BookedFigures): ReportRecord => ({
  sold: now.sold - before.sold,
  grossRevenue: settled(now.grossRevenue.minus(before.grossRevenue)),
});

/**
 * A row of the report.
 *
 * @param lastYear undefined if the part has no dates of last year, or the property no figures for them
 * @param now undefined if the property has no figures
 * @param pickup null if there are no snapshots of today and yesterday, or for past days
 */
export const briefRecord = (
  property: string,
  { name, period, isFinal }: BriefPart,
  lastYear: BookedFigures | undefined,
  now: BookedFigures | undefined,
  pickup: ReportRecord | null,
): ReportRecord => ({
  propertyId: property,
  part: name,
  from: period.first,
  to: period.last,
  basis: `${isFinal ? 'result' : 'on the books'} with ${lastYear ? 'final result' : 'no figures'}`,
  ...booked.recordOf(lastYear, now),
  pickup,
});

/**
 * The figures of the report's summary; undefined for a property that was not open: it has no figures (204), or nothing
 * to sell and no revenue.
 */
export function figuresOfSummary(summary: ReportRecord | undefined): BookedFigures | undefined {
  if (summary === undefined) return undefined;
  const revenue = summary['grossAccommodationRevenue'] as ReportRecord;
  const count = (name: string) => Number(summary[name]);
  const figures = addRow(noBookedFigures, {
    soldCount: count('soldCount'),
    houseCount: count('houseCount'),
    outOfOrderCount: count('outOfOrderCount'),
    'grossAccommodationRevenue.amount': revenue['amount'] as ExactNumber,
    'grossAccommodationRevenue.currency': revenue['currency'] as string,
  });
  return hasFigures(figures, count('houseCount')) ? figures : undefined;
}
