/**
 * Dates as day numbers and integer arithmetic alone: no Intl, no local time, so that the same seed gives the same
 * hotel on every machine and Node version.
 */

/** Days since 1970-01-01. A business day, a night (named by its evening), a date of any kind. */
export type Day = number;
export type TimeZone = 'Europe/Berlin' | 'Europe/London' | 'Asia/Tokyo';

export const millisecondsPerDay = 86_400_000;

/** Proleptic Gregorian date to day number; `month` is 1 to 12. */
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

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-10-01`. */
export function isoDate(day: Day): string {
  const date = dateOf(day);
  return `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}`;
}

/** The day of `YYYY-MM-DD`; undefined for another form and for a date that does not exist. */
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

function lastSundayOf(year: number, month: number): Day {
  const last = monthBounds(year, month).to - 1;
  return last - ((weekdayOf(last) + 1) % 7);
}

/** Kept, because every posting asks. */
const summers = new Map<number, { readonly from: Day; readonly to: Day }>();

/** Summer time of a year: in the EU and the UK it changes on the last Sundays of March and October. */
function summerOf(year: number): { readonly from: Day; readonly to: Day } {
  const known = summers.get(year);
  if (known) return known;
  const summer = { from: lastSundayOf(year, 3), to: lastSundayOf(year, 10) };
  summers.set(year, summer);
  return summer;
}

/** Minutes east of UTC at noon of a day. */
export function utcOffset(zone: TimeZone, day: Day): number {
  if (zone === 'Asia/Tokyo') return 540;
  const summer = summerOf(dateOf(day).year);
  const isSummer = day >= summer.from && day < summer.to;
  return (zone === 'Europe/Berlin' ? 60 : 0) + (isSummer ? 60 : 0);
}

/** Milliseconds since 1970 of a day's local time, in minutes after midnight, from four in the morning on. */
export const instantOf = (zone: TimeZone, day: Day, minutes: number): number =>
  day * millisecondsPerDay + (minutes - utcOffset(zone, day)) * 60_000;

/** `2026-10-01T15:00:00+02:00`: platform.md's date-time, without fractional seconds. */
export function localDateTime(zone: TimeZone, day: Day, minutes: number): string {
  const offset = utcOffset(zone, day);
  const time = (value: number) => `${two(Math.floor(value / 60))}:${two(value % 60)}`;
  return `${isoDate(day)}T${time(minutes)}:00+${time(offset)}`;
}
