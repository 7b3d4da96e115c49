import { UsageError } from '../base/errors.ts';
import { addDays, addMonths, type CalendarDate, lastDate } from './dates.ts';
import { type Parameters, valuesOf } from './parameters.ts';
import { type Period, wholeMonths } from './periods.ts';
import type { PeriodForm } from './reports/report.ts';

/** Converts a period to the parameters of a report's requests. */

/** Whether a report by month would cover more days than the period has. */
export function isFinerThan(form: PeriodForm, period: Period): boolean {
  const months = wholeMonths(period);
  return form.becomes === 'months' && (months.first !== period.first || months.last !== period.last);
}

/**
 * The requests that cover a period, in order: as many as the report's limit on the interval requires, with each day in
 * exactly one of them. A report by month covers every month that overlaps the period.
 */
export function requestsFor(form: PeriodForm, { first, last }: Period): Parameters[] {
  if (form.becomes === 'months') return monthsOf(first, last);
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

function dayAfter(day: CalendarDate): CalendarDate {
  if (day !== lastDate) return addDays(day, 1);
  throw new UsageError(`the last day must be before ${lastDate}: the platform takes the day after it`, {
    hint: 'choose a period that ends earlier',
  });
}

function monthsOf(first: CalendarDate, last: CalendarDate): Parameters[] {
  const months: Parameters[] = [];
  const [from, to] = [monthNumber(first), monthNumber(last)];
  for (let number = from; number <= to; number += 1) {
    const year = String(Math.floor(number / 12)).padStart(4, '0');
    months.push({ month: String((number % 12) + 1), year });
  }
  return months;
}

const monthNumber = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The days that a request with explicit dates covers; undefined for a date filter. */
export function daysOf(form: PeriodForm, parameters: Parameters): Period | undefined {
  const text = (wire: string) => valuesOf(parameters, wire)[0] ?? '';
  if (form.becomes === 'date-filter') return undefined;
  if (form.becomes === 'months') {
    const first = `${text('year').padStart(4, '0')}-${text('month').padStart(2, '0')}-01`;
    return wholeMonths({ first, last: first });
  }
  return { first: text('from'), last: form.to === 'inclusive' ? text('to') : addDays(text('to'), -1) };
}
