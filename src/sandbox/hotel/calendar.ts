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

/** Minutes east of UTC in winter, and the rule for daylight saving time. */
const zones = {
  'America/Chicago': [-360, 'us'],
  'America/Los_Angeles': [-480, 'us'],
  'America/New_York': [-300, 'us'],
  'America/Toronto': [-300, 'us'],
  'Asia/Dubai': [240, null],
  'Asia/Hong_Kong': [480, null],
  'Asia/Kolkata': [330, null],
  'Asia/Singapore': [480, null],
  'Asia/Tokyo': [540, null],
  'Australia/Sydney': [600, 'au'],
  'Europe/Amsterdam': [60, 'eu'],
  'Europe/Athens': [120, 'eu'],
  'Europe/Berlin': [60, 'eu'],
  'Europe/Brussels': [60, 'eu'],
  'Europe/Budapest': [60, 'eu'],
  'Europe/Copenhagen': [60, 'eu'],
  'Europe/Dublin': [0, 'eu'],
  'Europe/Lisbon': [0, 'eu'],
  'Europe/London': [0, 'eu'],
  'Europe/Madrid': [60, 'eu'],
  'Europe/Paris': [60, 'eu'],
  'Europe/Prague': [60, 'eu'],
  'Europe/Rome': [60, 'eu'],
  'Europe/Stockholm': [60, 'eu'],
  'Europe/Vienna': [60, 'eu'],
  'Europe/Warsaw': [60, 'eu'],
  'Europe/Zurich': [60, 'eu'],
} as const satisfies Record<string, readonly [number, keyof typeof summerRules | null]>;

export type TimeZone = keyof typeof zones;
export const timeZones = Object.keys(zones) as readonly TimeZone[];

interface Summer {
  readonly from: Day;
  /** Exclusive; before `from` if daylight saving time includes the turn of the year. */
  readonly to: Day;
}

const summerRules = {
  /** EU and UK since 1996: the last Sundays of March and October. */
  eu: (year: number): Summer => ({ from: lastSunday(year, 3), to: lastSunday(year, 10) }),
  /** United States and Canada since 2007: the second Sunday of March and the first of November. */
  us: (year: number): Summer => ({ from: firstSunday(year, 3) + 7, to: firstSunday(year, 11) }),
  /** New South Wales since 2008: the first Sundays of October and April. */
  au: (year: number): Summer => ({ from: firstSunday(year, 10), to: firstSunday(year, 4) }),
};

function lastSunday(year: number, month: number): Day {
  const last = monthBounds(year, month).to - 1;
  return last - ((weekdayOf(last) + 1) % 7);
}

function firstSunday(year: number, month: number): Day {
  const first = dayOfDate(year, month, 1);
  return first + 6 - weekdayOf(first);
}

/** Cached, because every posting needs it. */
const summers = new Map<string, Summer>();

function summerOf(rule: keyof typeof summerRules, year: number): Summer {
  const key = `${rule} ${year}`;
  const summer = summers.get(key) ?? summerRules[rule](year);
  summers.set(key, summer);
  return summer;
}

/** Minutes east of UTC at noon of a day. */
export function utcOffset(zone: TimeZone, day: Day): number {
  const [offset, rule] = zones[zone];
  if (rule === null) return offset;
  const { from, to } = summerOf(rule, dateOf(day).year);
  const isSummer = from < to ? day >= from && day < to : day >= from || day < to;
  return offset + (isSummer ? 60 : 0);
}

/** Milliseconds since 1970 of a day's local time in minutes after midnight; supports 04:00 and later. */
export const instantOf = (zone: TimeZone, day: Day, minutes: number): number =>
  day * millisecondsPerDay + (minutes - utcOffset(zone, day)) * 60_000;

/** `2026-10-01T15:00:00+02:00`: platform.md's date-time, without fractional seconds. */
export function localDateTime(zone: TimeZone, day: Day, minutes: number): string {
  const offset = utcOffset(zone, day);
  const sign = offset < 0 ? '-' : '+';
  const time = (value: number) => `${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`;
  return `${isoDate(day)}T${time(minutes)}:00${sign}${time(Math.abs(offset))}`;
}
