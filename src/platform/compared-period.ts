import { addDays, addMonths, type CalendarDate, dayNumber, lastOfMonth } from './dates.ts';
import { countDays, isWholeMonths, monthNumber, type Period, parsePeriod } from './periods.ts';

export const namedComparisons = ['last-year', 'previous-period'] as const;

/** The days of last year that days are compared with: the same weekday, or the same date. */
export const alignments = ['weekday', 'date'] as const;

/** A comparison: `versus` is one of `namedComparisons` or a period, `byWeekday` compares the same weekdays. */
export interface Comparison {
  readonly versus: string;
  readonly byWeekday: boolean;
}

/** Of two days: 0 in one month. */
export const monthsBetween = (from: CalendarDate, to: CalendarDate) => monthNumber(to) - monthNumber(from);

const shifted = ({ first, last }: Period, days: number): Period => ({
  first: addDays(first, days),
  last: addDays(last, days),
});

/** The same date one year earlier; undefined for 29 February, which a year before a leap year does not have. */
export function sameDateLastYear(day: CalendarDate): CalendarDate | undefined {
  const date = addMonths(day, -12);
  return date.slice(5) === day.slice(5) ? date : undefined;
}

/** The period of last year: whole months of whole months, else the same dates; undefined for 29 February by itself. */
function periodLastYear({ first, last }: Period): Period | undefined {
  if (isWholeMonths({ first, last }))
    return { first: addMonths(first, -12), last: lastOfMonth(addMonths(last, -12)) };
  const from = sameDateLastYear(first) ?? sameDateLastYear(addDays(first, 1));
  const to = sameDateLastYear(last) ?? sameDateLastYear(addDays(last, -1));
  return from !== undefined && to !== undefined && from <= to ? { first: from, last: to } : undefined;
}

/** The earlier period; undefined when `versus` is not a valid period, and for 29 February a year before. */
export function comparedPeriod(now: Period, { versus, byWeekday }: Comparison, today: CalendarDate) {
  if (versus === 'last-year') return byWeekday ? shifted(now, -364) : periodLastYear(now);
  if (versus !== 'previous-period') return parsePeriod(versus, today);
  if (byWeekday) return shifted(now, -Math.ceil(countDays(now) / 7) * 7);
  if (!isWholeMonths(now)) return shifted(now, -countDays(now));
  const first = addMonths(now.first, -(monthsBetween(now.first, now.last) + 1));
  return { first, last: addDays(now.first, -1) };
}

/** The day that a day is compared with, else the nearest (a 31st in a month of 30 days): weeks and months stay complete. */
export function alignedDay(day: CalendarDate, now: Period, then: Period, { versus, byWeekday }: Comparison) {
  if (byWeekday) {
    const apart = dayNumber(now.first) - dayNumber(then.first);
    return within(addDays(day, Math.round(apart / 7) * 7), now);
  }
  if (isWholeMonths(now) && isWholeMonths(then)) {
    const month = addMonths(now.first, monthsBetween(then.first, day));
    const last = lastOfMonth(month);
    const same = `${month.slice(0, 8)}${day.slice(8)}`;
    return within(same > last ? last : same, now, same <= last);
  }
  if (versus === 'last-year') {
    const same = addMonths(day, 12);
    return within(same, now, same.slice(5) === day.slice(5));
  }
  return within(addDays(now.first, dayNumber(day) - dayNumber(then.first)), now);
}

function within(day: CalendarDate, { first, last }: Period, isSame = true) {
  const nearest = day < first ? first : day > last ? last : day;
  return { day: nearest, isExact: isSame && nearest === day };
}
