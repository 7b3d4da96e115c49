import { decimalsOfCurrency } from '../../output/number-format.ts';
import { percentChange, roundHalfUp } from '../../output/quotient.ts';
import { roundRatios } from '../../output/totals.ts';
import { say, sayDate } from '../../output/words/messages.ts';
import { addDays, type CalendarDate, lastOfMonth } from '../../platform/dates.ts';
import { addSums, type ExactNumber, toSum } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import {
  type Column,
  countColumn,
  dateColumn,
  moneyColumn,
  type ReportRecord,
  textColumn,
} from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import { bookMeasures, type ComparedView, daysWithin } from './books.ts';
import {
  addUpFigures,
  compareHotels,
  computeChange,
  computeTotal,
  type FigureBasis,
  figuresBy,
  findCurrency,
} from './hotel-figures.ts';
import { byFrequency, type FigureLine, type HotelHead, type MissingHotel, makeLines } from './lines.ts';
import { compareSides } from './two-sides.ts';

/** Where the lines of the page come from: days of each hotel, of the unit groups that count. */
export interface MorningBooks extends HotelHead {
  /** Its own business day. */
  readonly today: CalendarDate;
  /** In the house today. */
  readonly units: number;
  /** From the first day of the month of yesterday to the last of the next 30 days. */
  readonly now: readonly ReportRecord[];
  /** The result of last year: each with the day that it is compared with as `businessDay`, and its own as `thenDay`. */
  readonly finalLastYear: readonly ReportRecord[];
  /** The days to come, as last year's books showed them at the same distance, if there is a snapshot of it. */
  readonly sameDistance: readonly ReportRecord[] | undefined;
  /** Of the month up to yesterday, and of the whole month. */
  readonly budgetToDate: readonly ReportRecord[];
  readonly budgetOfMonth: readonly ReportRecord[];
  /** The days to come as the latest snapshot has them, and as earlier ones had them. */
  readonly latest: readonly ReportRecord[];
  readonly since1: { readonly taken: CalendarDate; readonly rows: Rows } | undefined;
  readonly since7: MorningBooks['since1'];
  /** The days of the snapshots that were used, for the notes. */
  readonly snapshots: readonly CalendarDate[];
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

type Rows = readonly ReportRecord[];
type Part = keyof ReturnType<typeof morningPeriods>;

/** What is compared: days to come with the books at the same distance, where these are known, and everything else with its result. */
const lastYearOf = ({ today, finalLastYear, sameDistance }: MorningBooks): Rows =>
  sameDistance
    ? [...finalLastYear.filter(({ businessDay }) => String(businessDay) < today), ...sameDistance]
    : finalLastYear;

/** The days of a hotel in a part of the page, which begins and ends with its own business day. */
const inPart = (part: Part, rowsOf: (each: MorningBooks) => Rows) => (each: MorningBooks) =>
  daysWithin(rowsOf(each), morningPeriods(each.today)[part]);

/** What was booked since an earlier snapshot; it may be one near the wanted day, which a note reports. */
function computePickup(books: readonly MorningBooks[], since: 'since1' | 'since7', amounts: Amounts) {
  const having = books.filter(each => each[since]);
  const addUp = (rowsOf: (each: MorningBooks) => Rows) =>
    addUpFigures(having.flatMap(inPart('next30Days', rowsOf)), amounts);
  const [later, earlier] = [addUp(each => each.latest), addUp(each => each[since]?.rows ?? [])];
  const [first = ''] = having.flatMap(each => each[since]?.taken ?? []).sort();
  return later && earlier && { since: first, ...computeChange(later, earlier) };
}

/** The next 30 days that all of these hotels have. */
function sharedDays(books: readonly MorningBooks[]): readonly CalendarDate[] {
  const todays = books.map(({ today }) => today).sort();
  const [earliest, latest] = [todays[0], todays.at(-1)];
  if (earliest === undefined || latest === undefined) return [];
  return listDays({ first: latest, last: morningPeriods(earliest).next30Days.last });
}

/** Each day to come, with the day of last year at the same distance from arrival, and what the last 7 days added. */
function bookedDays(books: readonly MorningBooks[], amounts: Amounts) {
  const side = (rowsOf: (each: MorningBooks) => Rows) =>
    figuresBy('day', books.flatMap(inPart('next30Days', rowsOf)), amounts);
  const [now, lastYear] = [side(each => each.now), side(lastYearOf)];
  const latest = side(each => (each.since7 ? each.latest : []));
  const since = side(each => each.since7?.rows ?? []);
  return sharedDays(books).map(day => {
    const [after, before] = [latest.get(day), since.get(day)];
    const pickup = after && before && computeChange(after, before);
    return { day, figures: now.get(day), lastYear: lastYear.get(day), pickup };
  });
}
export type BookedDay = ReturnType<typeof bookedDays>[number];

const measureMove = ({ pickup }: BookedDay) => Math.abs(Number(pickup?.sold ?? 0));

/** What an outlook is of: the parts of the month of yesterday, and its other sides. */
export type OutlookBooks = Pick<
  MorningBooks,
  'today' | 'currency' | 'now' | 'finalLastYear' | 'sameDistance' | 'budgetOfMonth'
>;

/** The first day of the month of yesterday. */
const monthStart = ({ today }: Pick<MorningBooks, 'today'>) => morningPeriods(today).monthToDate.first;

/** The days of the month of yesterday that are still to come. */
const restOfMonth = (each: Pick<MorningBooks, 'today'>): Period => ({
  first: each.today,
  last: lastOfMonth(monthStart(each)),
});

function add(...parts: readonly (ExactNumber | null | undefined)[]): ExactNumber | null {
  const known = parts.flatMap(part => part ?? []);
  return known.length === 0 ? null : addSums(known.map(toSum)).exact;
}

/**
 * Where the month is heading: the result to date, what is on the books to its end, and what last year still picked up from the
 * same distance, of the hotels with a snapshot of it. Sums of what is known; undefined when the month is over.
 */
export function measureOutlook(books: readonly OutlookBooks[], amounts: Amounts) {
  const running = books.filter(each => restOfMonth(each).first <= restOfMonth(each).last);
  if (running.length === 0) return undefined;
  const having = running.filter(
    each => each.sameDistance && findCurrency(each.sameDistance) === each.currency,
  );
  const inRest = (rowsOf: (each: OutlookBooks) => Rows) => (each: OutlookBooks) =>
    daysWithin(rowsOf(each), restOfMonth(each));
  const sumUp = (some: readonly OutlookBooks[]) => {
    const own = having.filter(each => some.includes(each));
    const past = some.flatMap(each => daysWithin(each.now, morningPeriods(each.today).monthToDate));
    const rest = some.flatMap(inRest(each => each.now));
    const [toDate, onTheBooks, booked] = [past, rest, [...past, ...rest]].map(rows =>
      addUpFigures(rows, amounts),
    );
    const pickup = computeChange(
      addUpFigures(own.flatMap(inRest(each => each.finalLastYear)), amounts),
      addUpFigures(own.flatMap(inRest(each => each.sameDistance ?? [])), amounts),
    );
    // Without the amounts of a part there is no sum.
    const revenue = booked?.revenue === null ? null : add(booked?.revenue, pickup.addedRevenue);
    return { toDate, onTheBooks, pickup, sold: add(booked?.sold, pickup.sold), revenue };
  };
  const inMonth = (each: OutlookBooks) =>
    each.finalLastYear.filter(({ businessDay }) => String(businessDay) <= restOfMonth(each).last);
  /** Another side of the month, with the outlook of the hotels that have it, and its change. */
  const beside = (rowsOf: (each: OutlookBooks) => Rows) => {
    const alike = books.filter(each => {
      const currency = findCurrency(rowsOf(each));
      return rowsOf(each).length > 0 && currency === each.currency;
    });
    const other = addUpFigures(alike.flatMap(rowsOf), amounts);
    const own = sumUp(alike);
    const change = percentChange(own.revenue, other?.revenue);
    return { figures: other, hotels: alike.length, own, change };
  };
  return {
    ...sumUp(books),
    /** How many hotels have last year's snapshot at the same distance. */
    withPickup: having.length,
    budget: beside(({ budgetOfMonth }) => budgetOfMonth),
    lastYear: beside(inMonth),
  };
}
export type Outlook = NonNullable<ReturnType<typeof measureOutlook>>;

/** What a line of the morning page has of its hotels. One on another day may be in another month than the page. */
function measureMorning(books: readonly MorningBooks[], { amounts }: FigureBasis, month: CalendarDate) {
  const [today = ''] = byFrequency(books.map(each => each.today));
  const inMonth = books.filter(each => monthStart(each) === month);
  const days = bookedDays(books, amounts);
  const now = (part: Part) => inPart(part, each => each.now);
  const before = (part: Part) => inPart(part, lastYearOf);
  /** @param changing the hotels whose change is shown, if they have rows on both sides */
  const compared = (part: Part, of = books, changing = of) => {
    const { change } = compareHotels(changing, now(part), before(part), amounts);
    const period = morningPeriods(today)[part];
    return { period, figures: addUpFigures(of.flatMap(now(part)), amounts), change };
  };
  const distant = books.filter(({ sameDistance }) => sameDistance);
  const hasResult = books.some(each => inPart('next30Days', lastYearOf)(each).length > 0);
  return {
    /** The business day of most hotels. */
    today,
    /** Bedrooms in the house today, or what else the basis counts. */
    units: books.reduce((sum, { units }) => sum + units, 0),
    yesterday: compared('yesterday'),
    monthToDate: compared('monthToDate', inMonth),
    onBudget: compareHotels(inMonth, now('monthToDate'), each => each.budgetToDate, amounts),
    outlook: measureOutlook(inMonth, amounts),
    next30Days: compared('next30Days', books, distant.length > 0 ? distant : books),
    /** Of several hotels the change is of those with the same distance, if any; false without days of last year. */
    paceBasis: distant.length > 0 ? ('same distance' as const) : hasResult && ('final result' as const),
    pickup1: computePickup(books, 'since1', amounts),
    pickup7: computePickup(books, 'since7', amounts),
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
export type MorningLine = FigureLine<MorningBooks, ReturnType<typeof measureMorning>>;

export function makeMorning(
  books: readonly MorningBooks[],
  missing: readonly MissingHotel[],
  basis: FigureBasis,
) {
  const [month = ''] = byFrequency(books.map(monthStart));
  const noted = books.map(each => {
    const own = monthStart(each);
    const note = say('its month to date and its outlook are of {month} and not shown', {
      month: sayDate(own, 'month'),
    });
    return own === month ? each : { ...each, notes: [...each.notes, note] };
  });
  return { basis, ...makeLines(noted, missing, some => measureMorning(some, basis, month)) };
}
export type Morning = ReturnType<typeof makeMorning>;

const engine = compareSides([propertyColumn, ...bookMeasures], {
  earlier: { field: 'lastYear', heading: 'last year' },
  later: { field: 'now', heading: 'now' },
  change: { field: 'change', heading: 'change' },
});

const pickups = { pickup: 'Pick-up of 1 day', pickup7: 'Pick-up of 7 days' };
const pickupColumns = Object.entries(pickups).flatMap(([path, heading]): Column[] => [
  dateColumn(`${path}.since`, `${heading} since`),
  countColumn(`${path}.sold`, heading),
  ...(['gross', 'net'] as const).map(
    (tax): Column => ({ ...moneyColumn(`${path}.${tax}Revenue`, `${heading}: revenue`), tax }),
  ),
]);

/** The columns of the table, led by the hotel. */
export const keysOfMorning = (amounts: Amounts = 'net') => [
  'propertyId',
  ...morningView(amounts).table.columns,
];

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
  },
});

const nameOfPart = { yesterday: 'yesterday', monthToDate: 'month to date', next30Days: 'next 30 days' };

export function morningRecords(each: MorningBooks): readonly ReportRecord[] {
  const periods = morningPeriods(each.today);
  const rows = (Object.keys(periods) as Part[]).map(part => {
    const period = periods[part];
    const isAhead = period.first >= each.today;
    const lastYear = computeTotal(inPart(part, lastYearOf)(each));
    const compared = isAhead && each.sameDistance ? 'the books at the same distance' : 'final result';
    const now = computeTotal(inPart(part, ({ now }) => now)(each));
    const { propertyId: _none, ...sides } = engine.record(lastYear, now);
    return {
      propertyId: each.property,
      part: nameOfPart[part],
      from: period.first,
      to: period.last,
      basis: `${isAhead ? 'on the books' : 'result'} with ${lastYear ? compared : 'no figures'}`,
      ...sides,
      pickup: isAhead ? pickupRecord(each, 'since1') : null,
      pickup7: isAhead ? pickupRecord(each, 'since7') : null,
    };
  });
  return roundRatios(rows, engine.columns);
}

function pickupRecord(each: MorningBooks, since: 'since1' | 'since7'): ReportRecord | null {
  const [gross, net] = (['gross', 'net'] as const).map(amounts => computePickup([each], since, amounts));
  if (!gross || !net) return null;
  const { since: day, sold } = net;
  const round = (value: ExactNumber | null) =>
    value === null ? null : roundHalfUp(value, decimalsOfCurrency(each.currency));
  return { since: day, sold, grossRevenue: round(gross.addedRevenue), netRevenue: round(net.addedRevenue) };
}
