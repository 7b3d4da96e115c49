import { remember } from '../../base/text.ts';
import { dateOfDay, dayLength } from '../../platform/dates.ts';

/** Dates as day numbers, and the local times of the properties. */

/** Days since 1970-01-01: a business day, a night (named by its evening) or any other date. */
export type Day = number;

export const minutesPerDay = 24 * 60;

/** The first day of a month, which counts from 1; 13 is January of the next year. */
export const firstDayOf = (year: number, month = 1): Day => Date.UTC(year, month - 1) / dayLength;

/** `2026-10-01`. Kept, because every posting has one. */
export const formatDay = remember(dateOfDay);

export const toYear = (day: Day): number => Number(formatDay(day).slice(0, 4));

/** The years that overlap a range of days, with the first day of each and the end (exclusive) of its part of the range. */
export const yearsIn = (from: Day, to: Day) =>
  Array.from({ length: toYear(to - 1) - toYear(from) + 1 }, (_, index) => {
    const year = toYear(from) + index;
    return { year, first: firstDayOf(year), end: Math.min(firstDayOf(year + 1), to) };
  });

/** `+02:00` at noon of a day, for local times from 04:00 on. */
const offsetsIn = remember((timeZone: string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return remember((day: Day) => {
    const [offset = '+00:00'] = /[+-]\d\d:\d\d$/.exec(format.format((day + 0.5) * dayLength)) ?? [];
    return offset;
  });
});

/**
 * `2026-10-01T15:00:00+02:00`: platform.md's date-time, without fractional seconds. Minutes
 * of a day and more are in the hour after its end, which no time zone of the hotels skips or repeats.
 */
export const localDateTime = (timeZone: string, day: Day, minutesAfterMidnight: number): string =>
  `${formatDay(day + Math.floor(minutesAfterMidnight / minutesPerDay))}T${timeOf(minutesAfterMidnight)}${offsetsIn(timeZone)(day)}`;

const timeOf = remember((minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 19));
