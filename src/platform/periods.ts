import { askForName } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { capitalized } from '../base/text.ts';
import {
  addDays,
  addMonths,
  anyDay,
  type CalendarDate,
  dayNumber,
  findBounds,
  findMonday,
  firstOfMonth,
  isDate,
  isLastOfMonth,
  lastDate,
  lastOfMonth,
  monthOf,
  toIsoDate,
  twoDigits,
} from './dates.ts';
import { firstValue, type Parameters, readDateFilter } from './parameters.ts';
import type { PeriodForm } from './reports/report.ts';

/** A range of days, both ends inclusive: the value of `--period` before it becomes a report's parameters. */
export interface Period {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

const monthFrom = (today: CalendarDate, months: number): Period =>
  monthsFrom(addMonths(firstOfMonth(today), months), 1);
const weekFrom = (today: CalendarDate, weeks: number): Period => {
  const monday = addDays(findMonday(today), weeks * 7);
  return { first: monday, last: addDays(monday, 6) };
};
const firstOfQuarter = (day: CalendarDate) =>
  addMonths(firstOfMonth(day), -((Number(day.slice(5, 7)) - 1) % 3));
const firstOfYear = (day: CalendarDate) => `${day.slice(0, 4)}-01-01`;
const upToYesterday = (today: CalendarDate, begin: (day: CalendarDate) => CalendarDate): Period => {
  const yesterday = addDays(today, -1);
  return { first: begin(yesterday), last: yesterday };
};

const namedPeriods = new Map<string, (today: CalendarDate) => Period>([
  ['last-month', today => monthFrom(today, -1)],
  ['this-month', today => monthFrom(today, 0)],
  ['next-month', today => monthFrom(today, 1)],
  ['yesterday', today => upToYesterday(today, day => day)],
  ['today', today => ({ first: today, last: today })],
  ['last-week', today => weekFrom(today, -1)],
  ['this-week', today => weekFrom(today, 0)],
  ['next-week', today => weekFrom(today, 1)],
  ['last-quarter', today => monthsFrom(addMonths(firstOfQuarter(today), -3), 3)],
  ['this-quarter', today => monthsFrom(firstOfQuarter(today), 3)],
  ['last-year', today => monthsFrom(addMonths(firstOfYear(today), -12), 12)],
  ['this-year', today => monthsFrom(firstOfYear(today), 12)],
  ['mtd', today => upToYesterday(today, firstOfMonth)],
  ['qtd', today => upToYesterday(today, firstOfQuarter)],
  ['ytd', today => upToYesterday(today, firstOfYear)],
]);

/** Every format of `--period`, for help and completion. */
export const periodForms: readonly string[] = [
  ...namedPeriods.keys(),
  'last-7-days',
  'next-90-days',
  'last-12-months',
  '2026',
  '2026-Q3',
  '2026-10',
  'oct-2026',
  '2026-10-01',
  '2026-01..2026-06',
  '2026-10-01..2026-10-31',
];

/** Formats of `--period` for a command that covers one month. */
export const monthForms = ['last-month', 'this-month', '2026-10', 'oct-2026'] as const;

export const groupings = ['day', 'week', 'month', 'weekday', 'unit-group', 'property'] as const;

/** Whether a period depends on the current day, and so on the property's time zone. */
export const isRelative = (text: string): boolean => parseRange(text) === undefined;

/**
 * The days of a period: `last-N-days` and `last-N-months` end before today and this month, `mtd`, `qtd` and `ytd` end
 * yesterday, so that on the first day of a month, `mtd` is the month before.
 */
export const parsePeriod = (text: string, today: CalendarDate): Period | undefined =>
  relativePeriod(text, today) ?? parseRange(text);

/** @throws UsageError (exit 2) */
export function readPeriod(
  flag: string,
  text: string,
  today: CalendarDate,
  hint = `periods: ${periodForms.join(', ')}`,
): Period {
  const period = parsePeriod(text, today);
  if (period !== undefined) return period;
  const likely = monthHint(text, today) ?? lastDayHint(text);
  if (likely !== undefined)
    throw new UsageError(`${flag}: "${text}" is not a valid period`, { hint: likely });
  // `10/2026`, `2026/10`, `October 2026`, `2026Q3` and `2026-10-01:2026-10-31`.
  const ends = text.split(/\.\.|:/).map(end =>
    toIsoDate(end.replace(/^(\d\d)[./](\d{4})$/, '$2-$1'))
      .replace(/^(\d{4})\/|^([a-z]+) (?=\d)/i, '$1$2-')
      .replace(/^(\d{4})[- ]?q/i, '$1-Q'),
  );
  const written = [ends, ends.toReversed()].map(each => each.join('..')).find(each => parseRange(each));
  const words = periodForms.filter(form => /^[a-z]/.test(form));
  throw new UsageError(`${flag}: "${text}" is not a valid period`, {
    hint: written === undefined ? (askForName(text, words) ?? hint) : `write ${written}`,
  });
}

/** `october`: the latest one that has begun. */
function monthHint(text: string, today: CalendarDate): string | undefined {
  const month = findMonth(text);
  if (month === 0) return undefined;
  // Only whether the text is valid is of interest then.
  if (today === anyDay) return `add the year, for example ${text.slice(0, 3).toLowerCase()}-2026`;
  const begun = month <= Number(today.slice(5, 7));
  const year = Number(today.slice(0, 4)) - (begun ? 0 : 1);
  return `write ${year}-${twoDigits(month)}`;
}

/** `2026-02-30`, also as an end of a range. */
function lastDayHint(text: string): string | undefined {
  for (const end of text.split('..')) {
    const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])-\d\d$/.exec(end) ?? [];
    if (year === '' || isDate(end)) continue;
    const last = lastOfMonth(`${year}-${month}-01`).slice(8);
    const name = monthNames[Number(month) - 1] ?? '';
    return `${capitalized(name)} ${year} has ${last} days`;
  }
  return undefined;
}

export const daysOfMonth = (month: string): Period => monthsFrom(`${month}-01`, 1);

/** The month that is so many months after another one: `2026-11` after `2026-10`. */
export const monthAfter = (month: string, months = 1) => monthOf(addMonths(`${month}-01`, months));

/** Every month that overlaps a period: `2026-10`. */
export function monthsIn({ first, last }: Period): string[] {
  const from = monthNumber(first);
  return Array.from({ length: monthNumber(last) - from + 1 }, (_, index) => {
    const number = from + index;
    return `${String(Math.floor(number / 12)).padStart(4, '0')}-${twoDigits((number % 12) + 1)}`;
  });
}

/** @param what covers one month: `a close` @throws UsageError (exit 2) */
export function readMonth(text: string, today: CalendarDate, what: string): Period {
  const period = readPeriod('--period', text, today, `months: ${monthForms.join(', ')}`);
  const month = wholeMonths({ first: period.first, last: period.first });
  if (month.first === period.first && month.last === period.last) return period;
  throw new UsageError(`--period: ${what} covers one month; ${text} is not one`, {
    hint: `use --period ${isRelative(text) ? 'last-month' : nameOfPeriod(month)}`,
  });
}

/** A period that does not depend on the current day, or two of them as the ends of a range. */
function parseRange(text: string): Period | undefined {
  const [from = '', to = from, ...more] = text.split('..');
  const [start, end] = [fixedPeriod(from), fixedPeriod(to)];
  if (!start || !end || more.length > 0 || start.first > end.last) return undefined;
  return { first: start.first, last: end.last };
}

function relativePeriod(text: string, today: CalendarDate): Period | undefined {
  const [, direction, count, unit] = /^(last|next)-([1-9]\d{0,3})-(days|months)$/.exec(text) ?? [];
  if (unit === 'days' && direction === 'last')
    return { first: addDays(today, -Number(count)), last: addDays(today, -1) };
  if (unit === 'days') return { first: today, last: addDays(today, Number(count) - 1) };
  if (unit === 'months' && direction === 'last')
    return monthsFrom(addMonths(firstOfMonth(today), -Number(count)), Number(count));
  return namedPeriods.get(text)?.(today);
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/** 1 for `january` and `jan`; 0 for other words. */
const findMonth = (name: string): number =>
  name === ''
    ? 0
    : monthNames.findIndex(month => [month, month.slice(0, 3)].includes(name.toLowerCase())) + 1;

/** A year, a quarter, a month by number or English name, or a day. */
function fixedPeriod(text: string): Period | undefined {
  if (isDate(text)) return { first: text, last: text };
  const [, name = '', yearOfName = ''] = /^([a-z]{3,9})-(\d{4})$/i.exec(text) ?? [];
  const named = findMonth(name);
  const plain = named === 0 ? text : `${yearOfName}-${twoDigits(named)}`;
  const [, year, quarter, month] = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(plain) ?? [];
  if (year === undefined || year < '1900') return undefined;
  if (quarter) return monthsFrom(`${year}-${twoDigits(Number(quarter) * 3 - 2)}-01`, 3);
  return month ? monthsFrom(`${year}-${month}-01`, 1) : monthsFrom(`${year}-01-01`, 12);
}

const monthsFrom = (first: CalendarDate, months: number): Period => ({
  first,
  last: lastOfMonth(addMonths(first, months - 1)),
});

export function findOverlap(one: Period, other: Period): Period | undefined {
  const first = one.first > other.first ? one.first : other.first;
  const last = one.last < other.last ? one.last : other.last;
  return first <= last ? { first, last } : undefined;
}

/** The periods in their order; those that follow each other are one. */
export function withoutGaps(periods: readonly Period[]): Period[] {
  const spans: Period[] = [];
  for (const { first, last } of [...periods].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = spans.at(-1);
    if (before && first === addDays(before.last, 1)) spans[spans.length - 1] = { ...before, last };
    else spans.push({ first, last });
  }
  return spans;
}

export const wholeMonths = ({ first, last }: Period): Period => ({
  first: firstOfMonth(first),
  last: lastOfMonth(last),
});

export const isWholeMonths = ({ first, last }: Period): boolean =>
  first.endsWith('-01') && isLastOfMonth(last);

/** The name of the period that a request covers, as `nameOfPeriod`; `all` if a date filter leaves an end open. */
export function periodName(form: PeriodForm, parameters: Parameters): string {
  const { first, last } = boundsOf(form, parameters);
  return first !== undefined && last !== undefined ? nameOfPeriod({ first, last }) : 'all';
}

/** The first and the last day that a request covers; a date filter may leave an end open. */
export const boundsOf = (form: PeriodForm, parameters: Parameters): ReturnType<typeof findBounds> =>
  findDays(form, parameters) ?? findBounds(readDateFilter(parameters));

/** The shortest name of a period: `2026`, `2026-10`, `2026-10-01`, `2026-10-01..2026-10-14`. */
export function nameOfPeriod({ first, last }: Period): string {
  if (first === last) return first;
  if (!isWholeMonths({ first, last })) return `${first}..${last}`;
  const [from, to] = [monthOf(first), monthOf(last)];
  if (from === to) return from;
  return from.endsWith('-01') && to.endsWith('-12') && from.slice(0, 4) === to.slice(0, 4)
    ? from.slice(0, 4)
    : `${from}..${to}`;
}

/** Whether a report by month would cover more days than the period has. */
export const isFinerThan = (form: PeriodForm, period: Period): boolean =>
  form.becomes === 'months' && !isWholeMonths(period);

/** The requests that cover a period, each day in exactly one. A report by month covers every month that overlaps it. */
export function requestsFor(form: PeriodForm, period: Period): Parameters[] {
  if (form.becomes === 'months')
    return monthsIn(period).map(name => ({ month: String(Number(name.slice(5))), year: name.slice(0, 4) }));
  const { first, last } = period;
  const requests: Parameters[] = [];
  for (let from = first; ; ) {
    const months = form.atMostMonths ?? Number.POSITIVE_INFINITY;
    const endsCalendar = monthNumber(from) + months > monthNumber(lastDate);
    const limit = endsCalendar ? last : addDays(addMonths(from, months), -1);
    const until = limit > last ? last : limit;
    requests.push(
      form.becomes === 'date-filter'
        ? { dateFilter: [`gte_${from}`, until === lastDate ? `lte_${until}` : `lt_${addDays(until, 1)}`] }
        : { from, to: form.to === 'inclusive' ? until : dayAfter(until) },
    );
    if (until === last) return requests;
    from = addDays(until, 1);
  }
}

/** On some days of the year: `ytd` is one request in January and several in December. */
export function mayBeSplit(form: PeriodForm, text: string): boolean {
  const days = /-(\d+)-days$/.exec(text)?.[1];
  const atMostMonths = form.becomes === 'months' ? 1 : form.atMostMonths;
  // No months have fewer days than those from February on.
  if (days !== undefined)
    return (
      atMostMonths !== undefined &&
      addDays('2027-02-01', Number(days)) > addMonths('2027-02-01', atMostMonths)
    );
  const longest = parsePeriod(text, '2027-12-31');
  return longest !== undefined && requestsFor(form, longest).length > 1;
}

function dayAfter(day: CalendarDate): CalendarDate {
  if (day !== lastDate) return addDays(day, 1);
  throw new UsageError(`the last day must be before ${lastDate}: the platform takes the day after it`, {
    hint: 'choose a period that ends earlier',
  });
}

/** Months since the year 0. */
export const monthNumber = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

export const countDays = ({ first, last }: Period): number => dayNumber(last) - dayNumber(first) + 1;

export function listDays({ first, last }: Period): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The days that a request with explicit dates covers; undefined for a date filter. */
export function findDays(form: PeriodForm, parameters: Parameters): Period | undefined {
  const text = (wire: string) => firstValue(parameters, wire);
  if (form.becomes === 'date-filter') return undefined;
  if (form.becomes === 'months') {
    const first = `${text('year').padStart(4, '0')}-${text('month').padStart(2, '0')}-01`;
    return wholeMonths({ first, last: first });
  }
  return { first: text('from'), last: form.to === 'inclusive' ? text('to') : addDays(text('to'), -1) };
}
