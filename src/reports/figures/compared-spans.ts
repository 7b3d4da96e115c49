import { UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { say, sayPeriod, saySome } from '../../output/words/messages.ts';
import {
  alignedDay,
  type alignments,
  type Comparison,
  comparedPeriod,
  monthsBetween,
  namedComparisons,
  sameDateLastYear,
} from '../../platform/compared-period.ts';
import { addDays, type CalendarDate, dayNumber, isDate } from '../../platform/dates.ts';
import { findProblems, type Parameters } from '../../platform/parameters.ts';
import {
  countDays,
  findDays,
  findOverlap,
  isFinerThan,
  isRelative,
  isWholeMonths,
  listDays,
  nameOfPeriod,
  type Period,
  requestsFor,
  withoutGaps,
} from '../../platform/periods.ts';
import type { ReportRecord, ShownWords } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { SideNames } from './two-sides.ts';

/** Days without a gap, and the period that they are compared with; the requests are in the order of their dates. */
export interface SpanRequests {
  readonly now: { readonly period: Period; readonly requests: readonly Parameters[] };
  readonly before: SpanRequests['now'] | undefined;
  /** What the totals are compared with: `before`, unless its dates are not theirs. */
  readonly inTotal: SpanRequests['now'] | undefined;
}

export interface HotelRequests {
  readonly property: string;
  readonly spans: readonly SpanRequests[];
}
export type Side = keyof SpanRequests;

export const requestsOn = ({ spans }: HotelRequests, side: Side): readonly Parameters[] =>
  spans.flatMap(span => span[side]?.requests ?? []);
export const periodsOn = ({ spans }: HotelRequests, side: Side): readonly Period[] =>
  withoutGaps(spans.flatMap(span => span[side]?.period ?? []));
export const listRequests = ({ spans }: HotelRequests): readonly Parameters[] => [
  ...new Set(
    spans.flatMap(({ now, before, inTotal }) => [now, before, inTotal].flatMap(each => each?.requests ?? [])),
  ),
];

/** What a comparison without `--align` matches: days their weekday of last year, everything else its dates. */
export interface ChosenComparison {
  readonly versus: string;
  readonly align: (typeof alignments)[number] | undefined;
}

/** Of the rows, and of their total. @param isOfDays whether a row is a day, or has days of one week */
export const alignedBy = ({ versus, align }: ChosenComparison, isOfDays: boolean) => ({
  ofRows: {
    versus,
    byWeekday: align === undefined ? isOfDays && versus === 'last-year' : align === 'weekday',
  },
  inTotal: { versus, byWeekday: align === 'weekday' },
});

export type RecordsOfRequest = (request: Parameters) => readonly ReportRecord[];

/** Whether the earlier period depends on the current day at the hotel. */
export const isRelativeComparison = ({ versus }: Pick<Comparison, 'versus'>): boolean =>
  !namedComparisons.some(name => name === versus) && isRelative(versus);

/**
 * The requests of one hotel, by spans, each with the requests that it is compared with. Sends nothing.
 *
 * @param own the requests of the hotel, for periods that do not overlap
 * @param isOfDays whether the rows are days, or have days of one week
 * @throws UsageError if the earlier period is the same, or not one of the report, or if two spans would count its days
 */
export function makeSpans(
  report: ReportDefinition,
  chosen: ChosenComparison | undefined,
  own: readonly Parameters[],
  today: CalendarDate,
  isOfDays: boolean,
): SpanRequests[] {
  const comparison = chosen && alignedBy(chosen, isOfDays);
  const makeRequests = (period: Period) => ({
    period,
    requests: requestsFor(report.period, period).map(dates => ({ ...own[0], ...dates })),
  });
  // The gaps between periods are gaps in the earlier period too.
  const spans = withoutGaps(own.flatMap(request => findDays(report.period, request) ?? [])).map(period => {
    // `chooseComputation` has validated the text; only 29 February has no earlier period.
    const [ofRows, ofTotal] = comparison
      ? [comparison.ofRows, comparison.inTotal].map(each => comparedPeriod(period, each, today))
      : [];
    if (ofRows?.first === period.first && ofRows.last === period.last)
      throw new UsageError(`--compare: ${chosen?.versus} is the period itself`, { hint: 'use last-year' });
    const before = ofRows && makeRequests(ofRows);
    if (before) checkEarlier(report, before);
    // 29 February has no date in the year before.
    const isOther = ofTotal !== undefined && ofTotal.first !== ofRows?.first;
    return { now: makeRequests(period), before, inTotal: isOther ? makeRequests(ofTotal) : before };
  });
  for (const [index, span] of spans.entries()) {
    for (const earlier of spans.slice(0, index)) refuseSharedDays(earlier, span);
  }
  return spans;
}

/** Why both periods cannot be compared: the days of an explicit one differ in number, or there is only 29 February. */
export function differentLengths({ versus }: Pick<Comparison, 'versus'>, { now, before }: SpanRequests) {
  if (!before) return `${nameOfPeriod(now.period)} has no counterpart in the year before`;
  if (namedComparisons.some(name => name === versus)) return undefined;
  const [own, other] = [now.period, before.period].map(period =>
    isWholeMonths(period)
      ? countText(monthsBetween(period.first, period.last) + 1, 'month')
      : countText(countDays(period), 'day'),
  );
  return own === other
    ? undefined
    : `${nameOfPeriod(before.period)} has ${other} and ${nameOfPeriod(now.period)} has ${own}, so sums of both cannot be compared`;
}

/** Totals, and groups such as `--by property`, would count the shared days twice. */
function refuseSharedDays(one: SpanRequests, other: SpanRequests): void {
  const shared = one.before && other.before && findOverlap(one.before.period, other.before.period);
  if (!shared) return;
  const [first, second] = [one, other].map(({ now }) => nameOfPeriod(now.period));
  throw new UsageError(
    `--compare: ${first} and ${second} would both be compared with ${nameOfPeriod(shared)}, which would count twice`,
    { hint: 'use --compare last-year, or one command for each period' },
  );
}

/** `2026`, or `2026/27` of a period over the turn of the year. */
export const nameYears = ({ first, last }: Period): string =>
  first.slice(0, 4) === last.slice(0, 4) ? first.slice(0, 4) : `${first.slice(0, 4)}/${last.slice(2, 4)}`;

/** The years of both sides, else their periods; undefined if hotels have several. */
export function nameSides(spans: readonly SpanRequests[]): SideNames | undefined {
  const periods = {
    earlier: spans.flatMap(({ inTotal }) => inTotal?.period ?? []),
    later: spans.map(({ now }) => now.period),
  };
  for (const name of [nameYears, nameOfPeriod]) {
    const [earlier, later] = [periods.earlier, periods.later].map(each => [...new Set(each.map(name))]);
    if (earlier?.length === 1 && later?.length === 1 && earlier[0] !== later[0])
      return { earlier: nameSide(earlier[0]), later: nameSide(later[0]) };
  }
  return undefined;
}

/** `2026`, `Oct 2026`, or the days of a period with a dash between them. */
const nameSide = (name = ''): ShownWords =>
  name.split('..').flatMap((part, index) => {
    const month = /^\d{4}-\d{2}$/.test(part);
    const shown = month ? ({ date: `${part}-01`, as: 'short-month-of-year' } as const) : part;
    return [...(index === 0 ? [] : [' – ']), isDate(part) ? { date: part, as: 'day-of-year' } : shown];
  });

function checkEarlier(report: ReportDefinition, { period, requests }: SpanRequests['now']): void {
  if (isFinerThan(report.period, period)) {
    const what = `${report.name} takes whole months; ${nameOfPeriod(period)} is not`;
    throw new UsageError(`--compare: ${what}`, { hint: 'compare with a month, or omit --align' });
  }
  const problems = requests.flatMap(request => findProblems(report, request, ({ flag }) => `--${flag}`));
  if (problems.length > 0)
    throw new UsageError(`--compare: ${problems.join('; ')}`, { hint: 'compare with another period' });
}

/** The records of a span, with the dates that they are compared with: each request with the one at the same place. */
export const laterRecords = ({ now, before }: SpanRequests, recordsOf: RecordsOfRequest): ReportRecord[] =>
  now.requests.flatMap((request, index) => {
    const earlier = thenDates(before?.requests[index]);
    return recordsOf(request).map(record => ({ ...record, ...earlier }));
  });

/**
 * The records of the earlier period with the dates that they are compared with; null if there are none.
 *
 * @param isSingle whether a day without an exact counterpart is a row by itself, and not a part of a group
 */
export const earlierRecords = (
  { now, before }: SpanRequests,
  recordsOf: RecordsOfRequest,
  comparison: Comparison,
  isSingle: boolean,
): ReportRecord[] =>
  (before?.requests ?? []).flatMap((request, index) => {
    const dates = { ...nowDates(request, now.requests[index]), ...thenDates(request) };
    return recordsOf(request).map(record => {
      const { businessDay } = record;
      if (typeof businessDay !== 'string' || !before) return { ...record, ...dates };
      const { day, isExact } = alignedDay(businessDay, now.period, before.period, comparison);
      const aligned = isExact || !isSingle ? day : null;
      return { ...record, ...dates, thenDay: businessDay, businessDay: aligned };
    });
  });

/** The columns with the dates of a request: a month, or an interval with the bounds that the report takes. */
const nowDates = (earlier: Parameters, later: Parameters | undefined): ReportRecord =>
  earlier['month'] === undefined
    ? { from: readText(later, 'from'), to: readText(later, 'to') }
    : { year: later ? Number(later['year']) : null, month: later ? Number(later['month']) : null };

function thenDates(earlier: Parameters | undefined): ReportRecord {
  if (earlier?.['month'] === undefined)
    return { thenFrom: readText(earlier, 'from'), thenTo: readText(earlier, 'to') };
  const month = findDays({ becomes: 'months' }, earlier);
  return { thenFrom: month?.first ?? null, thenTo: month?.last ?? null };
}

const readText = (parameters: Parameters | undefined, wire: string): string | null =>
  parameters?.[wire] === undefined ? null : String(parameters[wire]);

/** The day of last year that a day is compared with; 29 February has none by date. */
export const findDayLastYear = (day: CalendarDate, alignment: (typeof alignments)[number]) =>
  alignment === 'weekday' ? addDays(day, -daysOfWeeks) : sameDateLastYear(day);

/** The days of the period, the days of last year that they are compared with, and the period of those. */
export function comparedDays(period: Period, align: (typeof alignments)[number]) {
  const pairs = listDays(period).flatMap(day => {
    const other = findDayLastYear(day, align);
    return other === undefined ? [] : [{ day, other }];
  });
  const earlier = { first: pairs[0]?.other ?? period.first, last: pairs.at(-1)?.other ?? period.last };
  return { period, earlier, pairs };
}

/** The rows of last year that others are compared with, each with the day of these as `businessDay`. */
export const alongside = (rows: readonly ReportRecord[], pairs: ReturnType<typeof comparedDays>['pairs']) =>
  pairs.flatMap(({ day, other }) =>
    rows
      .filter(({ businessDay }) => businessDay === other)
      .map(row => ({ ...row, businessDay: day, thenDay: other })),
  );

/** What `--compare`, `pace` and `brief` print about a property that was not open. */
export const noFigures = (periods: readonly Period[]): Pieces =>
  say('no figures for {periods}', { periods: saySome(periods.map(sayPeriod)) });

export const nothingToCompare = (periods: readonly Period[]): Pieces =>
  say('no figures for {periods} to compare with', { periods: saySome(periods.map(sayPeriod)) });

/** What readers must know of days that only one side has: a change of their sums is not only one of bookings. */
export function noteUnlikeDays(
  { period, pairs }: Pick<ReturnType<typeof comparedDays>, 'period' | 'pairs'>,
  now: readonly ReportRecord[],
  earlier: readonly ReportRecord[],
) {
  if (now.length === 0) return [noFigures([period])];
  const [own, others] = [now, earlier].map(rows => new Set(rows.map(({ businessDay }) => businessDay)));
  const onlyOwn = pairs.filter(({ day, other }) => own?.has(day) && !others?.has(other));
  const onlyOther = pairs.filter(({ day, other }) => !own?.has(day) && others?.has(other));
  return [
    ...(onlyOther.length > 0 ? [noFigures(joinDays(onlyOther.map(({ day }) => day)))] : []),
    ...(onlyOwn.length > 0 ? [nothingToCompare(joinDays(onlyOwn.map(({ other }) => other)))] : []),
  ];
}

const joinDays = (days: readonly CalendarDate[]) => withoutGaps(days.map(day => ({ first: day, last: day })));

/** Another stay date, as the books showed it the same number of days before it. */
export interface VersusPoint {
  readonly stayDate: CalendarDate;
  readonly taken: CalendarDate;
}

/** 52 weeks: the same weekday of last year. */
const daysOfWeeks = 364;

/**
 * The stay dates, each with the day that it is compared with: 29 February has none in the year before.
 *
 * @param versus the same weekday or the same date of last year; a date: the books of that day, every stay date as far ahead as
 * it is now
 */
export function pacePoints(period: Period, today: CalendarDate, versus: 'weekday' | 'date' | CalendarDate) {
  return listDays(period).map(stayDate => {
    const daysBefore = dayNumber(stayDate) - dayNumber(today);
    const other =
      versus === 'weekday' || versus === 'date'
        ? findDayLastYear(stayDate, versus)
        : addDays(stayDate, dayNumber(versus) - dayNumber(today));
    return {
      stayDate,
      versus: other === undefined ? undefined : { stayDate: other, taken: addDays(other, -daysBefore) },
    };
  });
}
