import { boundsOf, parseDateExpression } from './date-filter.ts';
import { addDays, addMonths, type CalendarDate, isDate } from './dates.ts';
import { type Parameters, valuesOf } from './parameters.ts';
import type { PeriodForm } from './reports/report.ts';

/** A stretch of days, both ends inclusive: what `--period` means before a report makes parameters of it. */
export interface Period {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** Every form of `--period`, for help and completion. */
export const periodForms = [
  'last-month',
  'this-month',
  'yesterday',
  'today',
  'last-7-days',
  'next-90-days',
  'last-year',
  '2026',
  '2026-Q3',
  '2026-10',
  '2026-10-01',
  '2026-01..2026-06',
  '2026-10-01..2026-10-31',
] as const;

/** Whether a period depends on the day it is asked on, and so on the property's time zone. */
export const isRelative = (text: string): boolean => /[a-z]/.test(text);

/** The days of a period; undefined when it has none of the forms. `last-N-days` ends yesterday, `next-N-days` begins today. */
export function parsePeriod(text: string, today: CalendarDate): Period | undefined {
  const [from, to, ...more] = text.split('..');
  if (to !== undefined) {
    const [start, end] = [fixedPeriod(from ?? ''), fixedPeriod(to)];
    if (!start || !end || more.length > 0 || start.first > end.last) return undefined;
    return { first: start.first, last: end.last };
  }
  return relativePeriod(text, today) ?? fixedPeriod(text);
}

function relativePeriod(text: string, today: CalendarDate): Period | undefined {
  const thisMonth = `${today.slice(0, 8)}01`;
  const [, direction, days] = /^(last|next)-([1-9]\d{0,3})-days$/.exec(text) ?? [];
  if (direction === 'last') return { first: addDays(today, -Number(days)), last: addDays(today, -1) };
  if (direction === 'next') return { first: today, last: addDays(today, Number(days) - 1) };
  switch (text) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case 'this-month':
      return monthsFrom(thisMonth, 1);
    case 'last-month':
      return monthsFrom(addMonths(thisMonth, -1), 1);
    case 'last-year':
      return monthsFrom(`${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}-01-01`, 12);
    default:
      return undefined;
  }
}

/** A year, a quarter, a month or a day. */
function fixedPeriod(text: string): Period | undefined {
  if (isDate(text)) return { first: text, last: text };
  const [, year, quarter, month] = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(text) ?? [];
  if (year === undefined || year < '1900') return undefined;
  if (quarter) return monthsFrom(`${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`, 3);
  return month ? monthsFrom(`${year}-${month}-01`, 1) : monthsFrom(`${year}-01-01`, 12);
}

const monthsFrom = (first: CalendarDate, months: number): Period => ({
  first,
  last: addDays(addMonths(first, months), -1),
});

/**
 * The requests that cover a period, in order: as many as the report's limit on the interval makes necessary, no day
 * asked twice and none left out. A report by month covers every month that the period touches.
 */
export function requestsFor(form: PeriodForm, { first, last }: Period): Parameters[] {
  if (form.becomes === 'months') return monthsOf(first, last);
  const end = addDays(last, 1);
  const requests: Parameters[] = [];
  for (let from = first; from < end; ) {
    const limit = form.atMostMonths === undefined ? end : addMonths(from, form.atMostMonths);
    const [until = end] = [limit, end].sort();
    requests.push(
      form.becomes === 'date-filter'
        ? { dateFilter: [`gte_${from}`, `lt_${until}`] }
        : { from, to: form.to === 'inclusive' ? addDays(until, -1) : until },
    );
    from = until;
  }
  return requests;
}

function monthsOf(first: CalendarDate, last: CalendarDate): Parameters[] {
  const months: Parameters[] = [];
  for (let month = `${first.slice(0, 8)}01`; month <= last; month = addMonths(month, 1)) {
    months.push({ month: String(Number(month.slice(5, 7))), year: month.slice(0, 4) });
  }
  return months;
}

/** Whether a report by month covers more days than the period has; worth telling the person. */
export const isWidened = (form: PeriodForm, { first, last }: Period): boolean =>
  form.becomes === 'months' && (!first.endsWith('-01') || !addDays(last, 1).endsWith('-01'));

/**
 * The shortest name of the period that a request covers, in the words of `--period`: `2026`, `2026-10`, `2026-10-01`,
 * `2026-10-01..2026-10-14`; `all` where a date filter leaves an end open.
 */
export function periodName(form: PeriodForm, parameters: Parameters): string {
  const text = (wire: string) => valuesOf(parameters, wire)[0] ?? '';
  if (form.becomes === 'months') return `${text('year')}-${text('month').padStart(2, '0')}`;
  if (form.becomes === 'from-to') {
    return nameOf(text('from'), form.to === 'inclusive' ? text('to') : addDays(text('to'), -1));
  }
  const expressions = valuesOf(parameters, 'dateFilter').flatMap(word => parseDateExpression(word) ?? []);
  const { first, last } = boundsOf(expressions);
  return first !== undefined && last !== undefined ? nameOf(first, last) : 'all';
}

function nameOf(first: CalendarDate, last: CalendarDate): string {
  if (first === last) return first;
  const wholeMonths = first.endsWith('-01') && addDays(last, 1).endsWith('-01');
  if (!wholeMonths) return `${first}..${last}`;
  const [from, to] = [first.slice(0, 7), last.slice(0, 7)];
  if (from === to) return from;
  return from.endsWith('-01') && to.endsWith('-12') && from.slice(0, 4) === to.slice(0, 4)
    ? from.slice(0, 4)
    : `${from}..${to}`;
}
