/** Dates as day numbers, and the local times of the properties. */
import { dateOfDay, dayNumber, isDate, twoDigits } from '../../platform/dates.ts';

/** Days since 1970-01-01: a business day, a night (named by its evening) or any other date. */
export type Day = number;

export const millisecondsPerDay = 86_400_000;

/** A function that computes the value of each key once. */
export function remember<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return key => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

/** Day number of a date; `month` counts from 1, and 13 is January of the next year. */
export const dayOfDate = (year: number, month: number, day: number): Day =>
  Date.UTC(year, month - 1, day) / millisecondsPerDay;

/** `2026-10-01`. Kept, because every posting has one. */
export const formatDay = remember(dateOfDay);

/** The day of `YYYY-MM-DD`; undefined for another format and for a date that does not exist. */
export const parseDate = (text: string): Day | undefined => (isDate(text) ? dayNumber(text) : undefined);

export const toYear = (day: Day): number => Number(formatDay(day).slice(0, 4));

/** The years that overlap a range of days, with the first day of each and the end (exclusive) of its part of the range. */
export const yearsIn = (from: Day, to: Day) =>
  Array.from({ length: toYear(to - 1) - toYear(from) + 1 }, (_, index) => {
    const year = toYear(from) + index;
    return { year, first: dayOfDate(year, 1, 1), end: Math.min(dayOfDate(year + 1, 1, 1), to) };
  });

/** Minutes east of UTC at noon of a day, for local times from 04:00 on. */
const offsetsIn = remember((timeZone: string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return remember((day: Day) => {
    const text = format.format((day + 0.5) * millisecondsPerDay);
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  });
});

export const minutesPerDay = 24 * 60;

/**
 * `2026-10-01T15:00:00+02:00`: platform.md's date-time, without fractional seconds. Minutes
 * of a day and more are in the hour after its end, which no time zone of the hotels skips or repeats.
 */
export function localDateTime(timeZone: string, day: Day, minutesAfterMidnight: number): string {
  const offset = offsetsIn(timeZone)(day);
  const time = (value: number) => `${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`;
  const minutes = minutesAfterMidnight % minutesPerDay;
  return `${formatDay(day + Math.floor(minutesAfterMidnight / minutesPerDay))}T${time(minutes)}:00${offset < 0 ? '-' : '+'}${time(Math.abs(offset))}`;
}
