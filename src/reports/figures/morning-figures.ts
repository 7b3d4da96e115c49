import { differenceBetween, percentChange } from '../../output/totals.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import type { Amounts } from '../../platform/reports/report.ts';
import { bookMeasures, type ComparedView } from './books.ts';
import { findDayLastYear } from './compared-books.ts';
import { groupedRecords } from './groups.ts';
import type {
  BookedDay,
  ComparedFigures,
  FigureBasis,
  HotelFigures,
  Morning,
  MorningLine,
  MorningPickup,
} from './morning.ts';
import { compareSides } from './two-sides.ts';

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
  readonly paceBasis: MorningLine['paceBasis'];
  /** The days to come as the latest snapshot has them, and as earlier ones had them. */
  readonly latest: readonly ReportRecord[];
  readonly since1: SnapshotDays | undefined;
  readonly since7: SnapshotDays | undefined;
  readonly snapshots: MorningLine['snapshots'];
  readonly notes: readonly string[];
}

interface SnapshotDays {
  readonly taken: CalendarDate;
  readonly rows: readonly ReportRecord[];
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
export const computeTotal = (
  rows: readonly ReportRecord[],
  measures = bookMeasures,
): ReportRecord | undefined =>
  groupedRecords(
    rows.map(row => ({ ...row, propertyId: '' })),
    measures,
    'property',
  )[0];

export function toFigures(total: ReportRecord, amounts: Amounts): HotelFigures {
  const value = (name: string) => {
    const found = total[name];
    return isExactNumber(found) ? found : null;
  };
  return {
    sold: value('sold'),
    available: value('available'),
    occupancy: value('occupancyPercentage'),
    revenue: value(`${amounts}Revenue`),
    adr: value(`${amounts}Adr`),
    revPar: value(`${amounts}RevPar`),
  };
}

export function computeChange(
  now: HotelFigures | undefined,
  earlier: HotelFigures | undefined,
): HotelFigures {
  const change = (name: keyof HotelFigures, changeBetween = percentChange) => {
    const [after, before] = [now?.[name] ?? null, earlier?.[name] ?? null];
    return after === null || before === null ? null : changeBetween(after, before);
  };
  return {
    ...{ sold: change('sold', differenceBetween), available: change('available', differenceBetween) },
    occupancy: change('occupancy', differenceBetween),
    ...{ revenue: change('revenue'), adr: change('adr'), revPar: change('revPar') },
  };
}

/** @param changing the hotels whose change is shown, if they have rows on both sides */
function compared(
  books: readonly MorningBooks[],
  period: Period,
  amounts: Amounts,
  changing = books,
): ComparedFigures {
  type Side = 'now' | 'lastYear';
  const listRows = (of: readonly MorningBooks[], side: Side) =>
    of.flatMap(each => within(each[side], period));
  const figures = (of: readonly MorningBooks[], side: Side) => {
    const total = computeTotal(listRows(of, side));
    return total && toFigures(total, amounts);
  };
  const alike = changing.filter(
    each => listRows([each], 'now').length > 0 && listRows([each], 'lastYear').length > 0,
  );
  const earlier = figures(books, 'lastYear');
  const days = listRows(books, 'lastYear').map(row => String(row['thenDay']));
  return {
    period,
    figures: figures(books, 'now'),
    earlier: earlier && {
      period: { first: days.sort()[0] ?? '', last: days.at(-1) ?? '' },
      figures: earlier,
    },
    change: computeChange(figures(alike, 'now'), figures(alike, 'lastYear')),
  };
}

function computePickup(
  books: readonly MorningBooks[],
  since: 'since1' | 'since7',
  period: Period,
  amounts: Amounts,
): MorningPickup | undefined {
  const having = books.flatMap(each => (each[since] ? [{ ...each, since: each[since] }] : []));
  const [later, earlier] = [
    having.flatMap(({ latest }) => within(latest, period)),
    having.flatMap(each => within(each.since.rows, period)),
  ].map(rows => computeTotal(rows));
  const [first] = having.map(each => each.since.taken).sort();
  if (first === undefined || !later || !earlier) return undefined;
  return { since: first, ...computeGain(toFigures(later, amounts), toFigures(earlier, amounts)) };
}

const computeGain = (
  later: HotelFigures,
  earlier: HotelFigures,
): Pick<MorningPickup, 'sold' | 'revenue'> => ({
  sold: computeChange(later, earlier).sold,
  revenue:
    later.revenue === null || earlier.revenue === null
      ? null
      : differenceBetween(later.revenue, earlier.revenue),
});

function bookedDays(books: readonly MorningBooks[], period: Period, basis: FigureBasis): BookedDay[] {
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

const mostMoved = 5;

const measureMove = ({ pickup }: BookedDay) => Math.abs(Number(pickup?.sold ?? 0));
export const findCurrency = ({ now }: MorningBooks) =>
  now.flatMap(({ currency }) => (typeof currency === 'string' ? [currency] : []))[0];

function makeLine(
  books: readonly MorningBooks[],
  basis: FigureBasis,
  head: Pick<MorningLine, 'property' | 'name' | 'group'>,
): MorningLine {
  const { amounts } = basis;
  const today = books[0]?.today ?? '';
  const periods = morningPeriods(today);
  const days = bookedDays(books, periods.next30Days, basis);
  const distant = books.filter(({ paceBasis }) => paceBasis === 'same distance');
  return {
    ...head,
    hotels: books.length,
    units: books.reduce((sum, { units }) => sum + units, 0),
    currency: books.flatMap(each => findCurrency(each) ?? [])[0],
    yesterday: compared(books, periods.yesterday, amounts),
    monthToDate: compared(books, periods.monthToDate, amounts),
    next30Days: compared(books, periods.next30Days, amounts, distant.length > 0 ? distant : books),
    paceBasis: distant.length > 0 ? 'same distance' : books.find(({ paceBasis }) => paceBasis)?.paceBasis,
    pickup1: computePickup(books, 'since1', periods.next30Days, amounts),
    pickup7: computePickup(books, 'since7', periods.next30Days, amounts),
    days,
    moved: days
      .filter(day => measureMove(day) > 0)
      .sort((one, other) => measureMove(other) - measureMove(one))
      .slice(0, mostMoved),
    snapshots: books.flatMap(({ snapshots }) => snapshots),
    notes: books.flatMap(({ notes }) => notes),
  };
}

/** Lines for each different value, in their order; hotels without the value are in none. */
function linesBy(
  books: readonly MorningBooks[],
  basis: FigureBasis,
  groupOf: (each: MorningBooks) => string | undefined,
): MorningLine[] {
  const parts = new Map<string, MorningBooks[]>();
  for (const each of books) {
    const [group, currency] = [groupOf(each), findCurrency(each)];
    if (group === undefined || currency === undefined) continue;
    const id = JSON.stringify([group, currency]);
    parts.set(id, [...(parts.get(id) ?? []), each]);
  }
  return [...parts.values()].map(part => {
    const group = groupOf(part[0] as MorningBooks);
    return makeLine(part, basis, { property: undefined, name: group, group });
  });
}

export function makeMorning(books: readonly MorningBooks[], basis: FigureBasis): Morning {
  const today = books[0]?.today ?? '';
  return {
    ...{ today, basis },
    days: bookedDays(books, morningPeriods(today).next30Days, basis),
    hotels: books.map(each =>
      makeLine([each], basis, { property: each.property, name: each.name, group: each.group }),
    ),
    subtotals: linesBy(books, basis, ({ group }) => group),
    totals: books.length > 1 ? linesBy(books, basis, () => '') : [],
  };
}

const engine = compareSides([propertyColumn, ...bookMeasures], {
  earlier: { field: 'lastYear', heading: 'last year' },
  later: { field: 'now', heading: 'now' },
  change: { field: 'change', heading: 'change' },
});

const pickupColumns = [1, 7].flatMap((days): Column[] => {
  const path = days === 1 ? 'pickup' : 'pickup7';
  const heading = `Pick-up of ${days === 1 ? '1 day' : '7 days'}`;
  return [
    { name: `${path}.since`, type: 'date', heading: `${heading} since` },
    { name: `${path}.sold`, type: 'number', storage: 'int32', heading, unit: { kind: 'count' } },
    ...(['gross', 'net'] as const).map(
      (tax): Column => ({
        ...{ name: `${path}.${tax}Revenue`, type: 'number', heading: `${heading}: revenue`, tax },
        unit: { kind: 'money', currency: 'currency' },
      }),
    ),
  ];
});

/** The page as rows: the periods of each hotel. */
export const morningView = (amounts: Amounts): ComparedView => ({
  name: 'Morning page',
  columns: [
    propertyColumn,
    { name: 'part', type: 'text', heading: 'Period' },
    { name: 'from', type: 'date', heading: 'From' },
    { name: 'to', type: 'date', heading: 'To' },
    { name: 'basis', type: 'text', heading: 'Compares' },
    // The parts overlap: yesterday is in the month as well. A total of them would count it twice.
    ...engine.columns.slice(1).map(({ aggregation: _aggregation, ...column }) => column),
    ...pickupColumns,
  ],
  table: {
    columns: [
      ...[
        'part',
        'from',
        'to',
        'sold.now',
        'sold.change',
        'occupancyPercentage.now',
        'occupancyPercentage.change',
      ],
      ...['Adr', 'RevPar'].flatMap(name => [`${amounts}${name}.now`, `${amounts}${name}.change`]),
      ...['pickup.sold', 'pickup7.sold'],
    ],
    title: ([first]) => `Morning page${first === undefined ? '' : ` · ${first['propertyId']}`}`,
  },
});

/** The rows of one hotel. */
export function morningRecords(each: MorningBooks): readonly ReportRecord[] {
  const periods = morningPeriods(each.today);
  const parts = { yesterday: 'yesterday', monthToDate: 'month to date', next30Days: 'next 30 days' };
  return Object.entries(parts).map(([key, part]) => {
    const period = periods[key as keyof typeof parts];
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
