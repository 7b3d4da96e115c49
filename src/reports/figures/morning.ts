import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import {
  type Column,
  countColumn,
  dateColumn,
  numberColumn,
  type ReportRecord,
  textColumn,
} from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import { bookMeasures, type ComparedView } from './books.ts';
import {
  addUpFigures,
  compareHotels,
  computeChange,
  computeTotal,
  type FigureBasis,
  figuresBy,
  inParts,
} from './hotel-figures.ts';
import { compareSides } from './two-sides.ts';

/** Where the lines of the page come from: days of each hotel, of the unit groups that count. */
export interface MorningBooks {
  readonly property: string;
  readonly name: string;
  readonly group: string | undefined;
  /** Undefined without figures. */
  readonly currency: string | undefined;
  readonly today: CalendarDate;
  /** In the house today. */
  readonly units: number;
  /** From the first day of the month of yesterday to the last of the next 30 days. */
  readonly now: readonly ReportRecord[];
  /**
   * Of last year, each with the day that it is compared with as `businessDay`, and its own as `thenDay`. Days to come are from
   * the snapshot at the same distance, if there is one.
   */
  readonly lastYear: readonly ReportRecord[];
  /** What the days to come are compared with. */
  readonly paceBasis: 'same distance' | 'final result' | undefined;
  /** The days to come as the latest snapshot has them, and as earlier ones had them. */
  readonly latest: readonly ReportRecord[];
  readonly since1: { readonly taken: CalendarDate; readonly rows: readonly ReportRecord[] } | undefined;
  readonly since7: MorningBooks['since1'];
  /** The days of the snapshots that were used, for the notes. */
  readonly snapshots: readonly CalendarDate[];
  /** What is missing, in sentences. */
  readonly notes: readonly string[];
}

/** Yesterday, the month up to yesterday, and the next 30 days. On the first of a month the month is the whole last one. */
export function morningPeriods(today: CalendarDate) {
  const yesterday = addDays(today, -1);
  return {
    yesterday: { first: yesterday, last: yesterday },
    monthToDate: { first: `${yesterday.slice(0, 8)}01`, last: yesterday },
    next30Days: { first: today, last: addDays(today, 29) },
  };
}

const within = (rows: readonly ReportRecord[], { first, last }: Period) =>
  rows.filter(({ businessDay }) => first <= String(businessDay) && String(businessDay) <= last);

/** What was booked for a period since an earlier snapshot; it may be one near the wanted day, which a note reports. */
function computePickup(
  books: readonly MorningBooks[],
  since: 'since1' | 'since7',
  period: Period,
  amounts: Amounts,
) {
  const having = books.flatMap(({ latest, [since]: before }) => (before ? [{ latest, ...before }] : []));
  const later = addUpFigures(
    within(
      having.flatMap(({ latest }) => latest),
      period,
    ),
    amounts,
  );
  const earlier = addUpFigures(
    within(
      having.flatMap(({ rows }) => rows),
      period,
    ),
    amounts,
  );
  const [first = ''] = having.map(({ taken }) => taken).sort();
  return later && earlier && { since: first, ...computeChange(later, earlier) };
}

/** Each day of a period, with the day of last year at the same distance from arrival, and what the last 7 days added. */
function bookedDays(books: readonly MorningBooks[], period: Period, amounts: Amounts) {
  const side = (rowsOf: (each: MorningBooks) => readonly ReportRecord[]) =>
    figuresBy('day', within(books.flatMap(rowsOf), period), amounts);
  const [now, lastYear] = [side(each => each.now), side(each => each.lastYear)];
  const latest = side(each => (each.since7 ? each.latest : []));
  const since = side(each => each.since7?.rows ?? []);
  return listDays(period).map(day => {
    const [after, before] = [latest.get(day), since.get(day)];
    const pickup = after && before && computeChange(after, before);
    return { day, figures: now.get(day), lastYear: lastYear.get(day), pickup };
  });
}
export type BookedDay = ReturnType<typeof bookedDays>[number];

const measureMove = ({ pickup }: BookedDay) => Math.abs(Number(pickup?.sold ?? 0));

/**
 * One line of the morning page: a hotel, or the total of several with one currency.
 *
 * @param head of a hotel, or of a group; a total has no property
 */
function makeLine(
  books: readonly MorningBooks[],
  basis: FigureBasis,
  { property, name, group }: { readonly [Part in 'property' | 'name' | 'group']?: string | undefined },
) {
  const { amounts } = basis;
  const today = books[0]?.today ?? '';
  const periods = morningPeriods(today);
  const days = bookedDays(books, periods.next30Days, amounts);
  /** @param changing the hotels whose change is shown, if they have rows on both sides */
  const compared = (period: Period, changing = books) => {
    const now = (each: MorningBooks) => within(each.now, period);
    const lastYear = (each: MorningBooks) => within(each.lastYear, period);
    const { change } = compareHotels(changing, now, lastYear, amounts);
    return { period, figures: addUpFigures(books.flatMap(now), amounts), change };
  };
  const distant = books.filter(({ paceBasis }) => paceBasis === 'same distance');
  return {
    property,
    name,
    group,
    hotels: books.length,
    /** Bedrooms in the house today, or what else the basis counts. */
    units: books.reduce((sum, { units }) => sum + units, 0),
    currency: books.find(({ currency }) => currency)?.currency,
    yesterday: compared(periods.yesterday),
    monthToDate: compared(periods.monthToDate),
    next30Days: compared(periods.next30Days, distant.length > 0 ? distant : books),
    /** Of several hotels the change is of those with the same distance, if any. */
    paceBasis:
      distant.length > 0 ? ('same distance' as const) : books.find(({ paceBasis }) => paceBasis)?.paceBasis,
    pickup1: computePickup(books, 'since1', periods.next30Days, amounts),
    pickup7: computePickup(books, 'since7', periods.next30Days, amounts),
    /** 30 days from today. */
    days,
    /** The five stay dates whose units sold changed most in 7 days, the largest change first. */
    moved: days
      .filter(day => measureMove(day) > 0)
      .sort((one, other) => measureMove(other) - measureMove(one))
      .slice(0, 5),
    snapshots: books.flatMap(({ snapshots }) => snapshots),
    notes: books.flatMap(({ notes }) => notes),
  };
}
export type MorningLine = ReturnType<typeof makeLine>;

/** The morning page as data. */
export function makeMorning(books: readonly MorningBooks[], basis: FigureBasis) {
  const today = books[0]?.today ?? '';
  return {
    today,
    basis,
    /** Of all hotels: occupancy and units do not depend on a currency. Amounts are empty where there are several. */
    days: bookedDays(books, morningPeriods(today).next30Days, basis.amounts),
    /** In the order of the command line, or of the groups. */
    hotels: books.map(each => makeLine([each], basis, each)),
    /** Of each group of hotels, by the portfolio; one for each currency. */
    subtotals: inParts(books, ({ group }) => group).map(part =>
      makeLine(part, basis, { name: part[0]?.group, group: part[0]?.group }),
    ),
    /** Of all hotels; one for each currency. */
    totals: books.length > 1 ? inParts(books, () => '').map(part => makeLine(part, basis, {})) : [],
  };
}
export type Morning = ReturnType<typeof makeMorning>;

const engine = compareSides([propertyColumn, ...bookMeasures], {
  earlier: { field: 'lastYear', heading: 'last year' },
  later: { field: 'now', heading: 'now' },
  change: { field: 'change', heading: 'change' },
});

const money = { kind: 'money', currency: 'currency' } as const;
const pickups = { pickup: 'Pick-up of 1 day', pickup7: 'Pick-up of 7 days' };
const pickupColumns = Object.entries(pickups).flatMap(([path, heading]): Column[] => [
  dateColumn(`${path}.since`, `${heading} since`),
  countColumn(`${path}.sold`, heading),
  ...(['gross', 'net'] as const).map(
    (tax): Column => ({ ...numberColumn(`${path}.${tax}Revenue`, `${heading}: revenue`), tax, unit: money }),
  ),
]);

/** The page as rows: the periods of each hotel. */
export const morningView = (amounts: Amounts): ComparedView => ({
  name: 'Morning page',
  columns: [
    propertyColumn,
    textColumn('part', 'Period'),
    dateColumn('from', 'From'),
    dateColumn('to', 'To'),
    textColumn('basis', 'Compares'),
    // The parts overlap: yesterday is in the month as well. A total of them would count it twice.
    ...engine.columns.slice(1).map(({ aggregation: _aggregation, ...column }) => column),
    ...pickupColumns,
  ],
  table: {
    columns: [
      'part',
      'from',
      'to',
      ...['sold', 'occupancyPercentage', `${amounts}Adr`, `${amounts}RevPar`].flatMap(name => [
        `${name}.now`,
        `${name}.change`,
      ]),
      'pickup.sold',
      'pickup7.sold',
    ],
    title: ([first]) => `Morning page${first === undefined ? '' : ` · ${first['propertyId']}`}`,
  },
});

/** The rows of one hotel. */
export function morningRecords(each: MorningBooks): readonly ReportRecord[] {
  const { yesterday, monthToDate, next30Days } = morningPeriods(each.today);
  const parts = { yesterday, 'month to date': monthToDate, 'next 30 days': next30Days };
  return Object.entries(parts).map(([part, period]) => {
    const isAhead = period.first >= each.today;
    const lastYear = computeTotal(within(each.lastYear, period));
    const than = !lastYear
      ? 'no figures'
      : !isAhead || each.paceBasis === 'final result'
        ? 'final result'
        : 'the books at the same distance';
    const { propertyId: _none, ...sides } = engine.record(lastYear, computeTotal(within(each.now, period)));
    return {
      propertyId: each.property,
      part,
      from: period.first,
      to: period.last,
      basis: `${isAhead ? 'on the books' : 'result'} with ${than}`,
      ...sides,
      pickup: isAhead ? pickupRecord(each, 'since1', period) : null,
      pickup7: isAhead ? pickupRecord(each, 'since7', period) : null,
    };
  });
}

function pickupRecord(each: MorningBooks, since: 'since1' | 'since7', period: Period): ReportRecord | null {
  const [gross, net] = (['gross', 'net'] as const).map(amounts =>
    computePickup([each], since, period, amounts),
  );
  if (!gross || !net) return null;
  const { since: day, sold } = net;
  return { since: day, sold, grossRevenue: gross.addedRevenue, netRevenue: net.addedRevenue };
}
