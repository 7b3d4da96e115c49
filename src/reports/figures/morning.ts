import { differenceBetween, percentChange } from '../../output/totals.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { isExactNumber } from '../../platform/numbers.ts';
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
import { bookMeasures, type ComparedView, findDayLastYear } from './books.ts';
import { groupedRecords } from './groups.ts';
import { compareSides } from './two-sides.ts';

/** What the figures count and contain: the line of basis of a page. */
export interface FigureBasis {
  /** Only unit groups of these types, and those without a type where bedrooms are among them. */
  readonly unitGroupTypes: readonly string[];
  /** Of ADR, RevPAR and revenue together. */
  readonly amounts: Amounts;
  /** Which day of last year a day is compared with. */
  readonly alignment: 'weekday' | 'date';
  /** Where amounts were converted: to which currency, and the name of the file with the rates. */
  readonly conversion?: { readonly currency: string; readonly source: string } | undefined;
}

/** Where the lines of the page come from: days of each hotel, of the unit groups that count. */
export interface MorningBooks {
  readonly property: string;
  readonly name: string;
  readonly group: string | undefined;
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

/** The sums and ratios of some rows; undefined without rows. */
export const computeTotal = (rows: readonly ReportRecord[], measures = bookMeasures) =>
  groupedRecords(
    rows.map(row => ({ ...row, propertyId: '' })),
    measures,
    'property',
  )[0];

/** Sums of some days, and ratios of these sums, rounded to their unit; null where a figure is unknown or has no divisor. */
export function toFigures(total: ReportRecord, amounts: Amounts) {
  const value = (name: string) => {
    const found = total[name];
    return isExactNumber(found) ? found : null;
  };
  return {
    sold: value('sold'),
    available: value('available'),
    /** In percent. */
    occupancy: value('occupancyPercentage'),
    /** Null too where the rows have several currencies. */
    revenue: value(`${amounts}Revenue`),
    adr: value(`${amounts}Adr`),
    /** Null too where the platform's own RevPAR agrees with neither net nor gross revenue. */
    revPar: value(`${amounts}RevPar`),
  };
}
export type HotelFigures = Readonly<ReturnType<typeof toFigures>>;

const changeOf =
  (now: HotelFigures | undefined, earlier: HotelFigures | undefined) =>
  (name: keyof HotelFigures, changeBetween = percentChange) => {
    const [after, before] = [now?.[name] ?? null, earlier?.[name] ?? null];
    return after === null || before === null ? null : changeBetween(after, before);
  };

/** Differences of `sold`, `available` and `occupancy` (in points), percentages of `revenue`, `adr` and `revPar`. */
export function computeChange(...sides: Parameters<typeof changeOf>): HotelFigures {
  const change = changeOf(...sides);
  return {
    ...{ sold: change('sold', differenceBetween), available: change('available', differenceBetween) },
    occupancy: change('occupancy', differenceBetween),
    ...{ revenue: change('revenue'), adr: change('adr'), revPar: change('revPar') },
  };
}

/**
 * The same figures of two sides, and their change; a side is undefined without figures.
 *
 * @param changing the hotels whose change is shown, if they have rows on both sides
 */
function compared(books: readonly MorningBooks[], period: Period, amounts: Amounts, changing = books) {
  const listRows = (of: readonly MorningBooks[], side: 'now' | 'lastYear') =>
    of.flatMap(each => within(each[side], period));
  const figures = (...rows: Parameters<typeof listRows>) => {
    const total = computeTotal(listRows(...rows));
    return total && toFigures(total, amounts);
  };
  const alike = changing.filter(
    each => listRows([each], 'now').length > 0 && listRows([each], 'lastYear').length > 0,
  );
  const earlier = figures(books, 'lastYear');
  const days = listRows(books, 'lastYear')
    .map(({ thenDay }) => String(thenDay))
    .sort();
  return {
    period,
    figures: figures(books, 'now'),
    earlier: earlier && { period: { first: days[0] ?? '', last: days.at(-1) ?? '' }, figures: earlier },
    change: computeChange(figures(alike, 'now'), figures(alike, 'lastYear')),
  };
}
export type ComparedFigures = ReturnType<typeof compared>;

/** What was booked for a period since an earlier snapshot; it may be one near the wanted day, which a note reports. */
function computePickup(
  books: readonly MorningBooks[],
  since: 'since1' | 'since7',
  period: Period,
  amounts: Amounts,
) {
  const having = books.flatMap(({ latest, [since]: before }) => (before ? [{ latest, ...before }] : []));
  const later = computeTotal(having.flatMap(({ latest }) => within(latest, period)));
  const earlier = computeTotal(having.flatMap(({ rows }) => within(rows, period)));
  const [first] = having.map(({ taken }) => taken).sort();
  if (first === undefined || !later || !earlier) return undefined;
  return { since: first, ...computeGain(toFigures(later, amounts), toFigures(earlier, amounts)) };
}

function computeGain(later: HotelFigures, earlier: HotelFigures) {
  const change = changeOf(later, earlier);
  return { sold: change('sold', differenceBetween), revenue: change('revenue', differenceBetween) };
}

/** Each day of a period, with the day of last year at the same distance from arrival, and what the last 7 days added. */
function bookedDays(books: readonly MorningBooks[], period: Period, basis: FigureBasis) {
  const side = (rowsOf: (each: MorningBooks) => readonly ReportRecord[]) => {
    const rows = books.flatMap(each => within(rowsOf(each), period));
    const all = rows.map(row => ({ ...row, propertyId: '' }));
    const days = groupedRecords(all, bookMeasures, 'day');
    return new Map(days.map(day => [String(day['stayDate']), toFigures(day, basis.amounts)]));
  };
  const [now, lastYear] = [side(each => each.now), side(each => each.lastYear)];
  const latest = side(each => (each.since7 ? each.latest : []));
  const since = side(each => each.since7?.rows ?? []);
  return listDays(period).map(day => {
    const [earlier, other] = [lastYear.get(day), findDayLastYear(day, basis.alignment)];
    const [after, before] = [latest.get(day), since.get(day)];
    return {
      day,
      figures: now.get(day),
      earlier: earlier && other !== undefined ? { day: other, figures: earlier } : undefined,
      pickup: after && before && computeGain(after, before),
    };
  });
}
export type BookedDay = ReturnType<typeof bookedDays>[number];

const measureMove = ({ pickup }: BookedDay) => Math.abs(Number(pickup?.sold ?? 0));
export const findCurrency = ({ now }: MorningBooks) =>
  now.flatMap(({ currency }) => (typeof currency === 'string' ? [currency] : []))[0];

/**
 * One line of the morning page: a hotel, or the total of several with one currency.
 *
 * @param head of a hotel, or of a group; a total has no property
 */
function makeLine(
  books: readonly MorningBooks[],
  basis: FigureBasis,
  { property, name, group }: Readonly<Record<'property' | 'name' | 'group', string | undefined>>,
) {
  const { amounts } = basis;
  const today = books[0]?.today ?? '';
  const periods = morningPeriods(today);
  const days = bookedDays(books, periods.next30Days, basis);
  const distant = books.filter(({ paceBasis }) => paceBasis === 'same distance');
  return {
    ...{ property, name, group },
    hotels: books.length,
    /** Bedrooms in the house today, or what else the basis counts. */
    units: books.reduce((sum, { units }) => sum + units, 0),
    /** Undefined without figures. */
    currency: books.flatMap(each => findCurrency(each) ?? [])[0],
    yesterday: compared(books, periods.yesterday, amounts),
    monthToDate: compared(books, periods.monthToDate, amounts),
    next30Days: compared(books, periods.next30Days, amounts, distant.length > 0 ? distant : books),
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

/** Lines for each different value, in their order; hotels without the value are in none. */
function linesBy(
  books: readonly MorningBooks[],
  basis: FigureBasis,
  groupOf: (each: MorningBooks) => string | undefined,
) {
  const parts = new Map<string, MorningBooks[]>();
  for (const each of books) {
    const [group, currency] = [groupOf(each), findCurrency(each)];
    if (group === undefined || currency === undefined) continue;
    const id = JSON.stringify([group, currency]);
    parts.set(id, [...(parts.get(id) ?? []), each]);
  }
  return [...parts].map(([id, part]) => {
    const [group] = JSON.parse(id) as [string];
    return makeLine(part, basis, { property: undefined, name: group, group });
  });
}

/** The morning page as data. */
export function makeMorning(books: readonly MorningBooks[], basis: FigureBasis) {
  const today = books[0]?.today ?? '';
  return {
    ...{ today, basis },
    /** Of all hotels: occupancy and units do not depend on a currency. Amounts are empty where there are several. */
    days: bookedDays(books, morningPeriods(today).next30Days, basis),
    /** In the order of the command line, or of the groups. */
    hotels: books.map(each => makeLine([each], basis, each)),
    /** Of each group of hotels, by the portfolio; one for each currency. */
    subtotals: linesBy(books, basis, ({ group }) => group),
    /** Of all hotels; one for each currency. */
    totals: books.length > 1 ? linesBy(books, basis, () => '') : [],
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
    ...[textColumn('part', 'Period'), dateColumn('from', 'From'), dateColumn('to', 'To')],
    textColumn('basis', 'Compares'),
    // The parts overlap: yesterday is in the month as well. A total of them would count it twice.
    ...engine.columns.slice(1).map(({ aggregation: _aggregation, ...column }) => column),
    ...pickupColumns,
  ],
  table: {
    columns: [
      ...['part', 'from', 'to'],
      ...['sold', 'occupancyPercentage', `${amounts}Adr`, `${amounts}RevPar`].flatMap(name => [
        `${name}.now`,
        `${name}.change`,
      ]),
      ...['pickup.sold', 'pickup7.sold'],
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
      ...{ from: period.first, to: period.last },
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
  return { since: net.since, sold: net.sold, grossRevenue: gross.revenue, netRevenue: net.revenue };
}
