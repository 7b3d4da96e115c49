/**
 * Dates as day numbers, with integer arithmetic: no Intl and no local time, so that the same seed gives the same hotel
 * on every machine and Node version.
 */

import { twoDigits } from '../../platform/dates.ts';

/** Days since 1970-01-01: a business day, a night (named by its evening) or any other date. */
export type Day = number;

export const millisecondsPerDay = 86_400_000;

/** Day number of a proleptic Gregorian date; `month` is 1 to 12. */
export function dayOfDate(year: number, month: number, day: number): Day {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function dateOf(day: Day): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** `2026-10-01`. */
export function isoDate(day: Day): string {
  const date = dateOf(day);
  return `${String(date.year).padStart(4, '0')}-${twoDigits(date.month)}-${twoDigits(date.day)}`;
}

/** The day of `YYYY-MM-DD`; undefined for another format and for a date that does not exist. */
export function parseDate(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const day = dayOfDate(Number(match[1]), Number(match[2]), Number(match[3]));
  return isoDate(day) === text ? day : undefined;
}

/** 0 is Monday, 6 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7;

/** The first day of a month and of the month after it: `month` 1 to 12. */
export const monthBounds = (year: number, month: number): { readonly from: Day; readonly to: Day } => ({
  from: dayOfDate(year, month, 1),
  to: month === 12 ? dayOfDate(year + 1, 1, 1) : dayOfDate(year, month + 1, 1),
});
