/** Dates as day numbers, and the local times of the properties. */
import { dateOfDay, dayNumber, isDate, twoDigits } from '../../platform/dates.ts';

/** Days since 1970-01-01: a business day, a night (named by its evening) or any other date. */
export type Day = number;

export const millisecondsPerDay = 86_400_000;

/** Day number of a date; `month` counts from 1, and 13 is January of the next year. */
export const dayOfDate = (year: number, month: number, day: number): Day =>
  Date.UTC(year, month - 1, day) / millisecondsPerDay;

/** Year, month (1 to 12) and day of the month. */
export function dateOf(day: Day): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(day * millisecondsPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

const isoDates = new Map<Day, string>();

/** `2026-10-01`. Kept, because every posting has one. */
export function isoDate(day: Day): string {
  const date = isoDates.get(day) ?? dateOfDay(day);
  isoDates.set(day, date);
  return date;
}

/** The day of `YYYY-MM-DD`; undefined for another format and for a date that does not exist. */
export const parseDate = (text: string): Day | undefined => (isDate(text) ? dayNumber(text) : undefined);

/** 0 is Monday, 6 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7;

/** The first day of a month and of the month after it: `month` 1 to 12. */
export const monthBounds = (year: number, month: number): { readonly from: Day; readonly to: Day } => ({
  from: dayOfDate(year, month, 1),
  to: dayOfDate(year, month + 1, 1),
});

/** The offsets of a zone by day, because every posting needs one. */
const offsetsOf = new Map<string, Map<Day, number>>();

/** Minutes east of UTC at noon of a day. */
function utcOffset(timeZone: string, day: Day): number {
  const known = offsetsOf.get(timeZone) ?? new Map<Day, number>();
  offsetsOf.set(timeZone, known);
  const offset = known.get(day) ?? readOffset(timeZone, day);
  known.set(day, offset);
  return offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readOffset(timeZone: string, day: Day): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const text = format.format((day + 0.5) * millisecondsPerDay);
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Milliseconds since 1970 of a day's local time in minutes after midnight; supports 04:00 and later. */
export const instantOf = (timeZone: string, day: Day, minutes: number): number =>
  day * millisecondsPerDay + (minutes - utcOffset(timeZone, day)) * 60_000;

/** `2026-10-01T15:00:00+02:00`: platform.md's date-time, without fractional seconds. */
export function localDateTime(timeZone: string, day: Day, minutes: number): string {
  const offset = utcOffset(timeZone, day);
  const time = (value: number) => `${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`;
  return `${isoDate(day)}T${time(minutes)}:00${offset < 0 ? '-' : '+'}${time(Math.abs(offset))}`;
}
