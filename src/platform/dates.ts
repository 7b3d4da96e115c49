/** Calendar dates are counted in days since 1970-01-01, so that no time zone, DST change or leap second can shift one. */

import { remember, resultOr } from '../base/text.ts';

export type CalendarDate = string;

/** In place of the current day, to check a text whose validity does not depend on it. */
export const anyDay: CalendarDate = '2000-01-15';

export const dayLength = 86_400_000;
const form = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a valid calendar date, from the year 100 on: 2026-02-30 is not. */
export const isDate = (text: string): boolean => form.test(text) && dateOfDay(dayNumber(text)) === text;

/** `01.10.2026` as 2026-10-01; any other text is returned unchanged. */
export const toIsoDate = (text: string): string =>
  text.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );

/** What a text that is not a date must be, as a phrase that follows "must be". */
export function dateForm(text: string): string {
  const iso = toIsoDate(text);
  return `${form.test(iso) && !isDate(iso) ? 'an existing date' : 'a date'} such as ${isDate(iso) ? iso : '2026-10-01'}`;
}

/** Days since 1970-01-01. */
export function dayNumber(date: CalendarDate): number {
  const [, year = '', month = '', day = ''] = form.exec(date) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayLength;
}

/** At least two digits: `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A moment in the machine's local time, `2026-12-01 06:00:00`. */
export function localTime(moment: number): string {
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')}`;
}

export const dateOfDay = (day: number): CalendarDate => new Date(day * dayLength).toISOString().slice(0, 10);

/** The days that the format can represent and `Date` supports. Arithmetic stops at either end. */
const firstDay = Date.UTC(100, 0, 1) / dayLength;
const lastDay = Date.UTC(9999, 11, 31) / dayLength;
export const lastDate: CalendarDate = '9999-12-31';
const withinCalendar = (day: number) => Math.min(lastDay, Math.max(firstDay, day));

/** The result is between 0100-01-01 and 9999-12-31. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  dateOfDay(withinCalendar(dayNumber(date) + days));

/** If the month does not have that day, the result is its last day (31 January -> 28 February). */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [, year = '', month = '', day = ''] = form.exec(date) ?? [];
  const first = new Date(Date.UTC(Number(year), Number(month) - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dateOfDay(withinCalendar(first.getTime() / dayLength + Math.min(Number(day), last) - 1));
}

/** 1970-01-01 was a Thursday. */
export const daysSinceMonday = (date: CalendarDate): number => (((dayNumber(date) + 3) % 7) + 7) % 7;

export const findMonday = (date: CalendarDate): CalendarDate => addDays(date, -daysSinceMonday(date));

/** The name of its month: `2026-10`. */
export const monthOf = (date: CalendarDate): string => date.slice(0, 7);

export const firstOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 8)}01`;

export function lastOfMonth(date: CalendarDate): CalendarDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return dateOfDay(Date.UTC(year, month, 0) / dayLength);
}

export const isLastOfMonth = (date: CalendarDate): boolean => lastOfMonth(date) === date;

/** The clocks of two machines may differ by this much. Milliseconds. */
export const clockDifference = 5 * 60_000;

const quarter = 900_000;

/**
 * The day and the hour of moments (milliseconds since 1970) in a time zone that `isTimeZone` accepts, or in TZ's if it is undefined.
 * Offsets change only at quarters of an hour, so few are computed.
 */
export function localTimeIn(zone: string | undefined) {
  const offsetOf = remember(zone === undefined ? offsetHere : offsetIn(zone));
  const dateOf = remember(dateOfDay);
  return (moment: number): { readonly day: CalendarDate; readonly hour: number; readonly offset: number } => {
    const offset = offsetOf(Math.floor(moment / quarter) * quarter);
    const local = moment + offset;
    const day = Math.floor(local / dayLength);
    return { day: dateOf(day), hour: Math.floor((local - day * dayLength) / 3_600_000), offset };
  };
}

/** Without Intl, which takes longer to load than a small report takes in total. */
const offsetHere = (moment: number): number => new Date(moment).getTimezoneOffset() * -60_000;

function offsetIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (moment: number): number => {
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(format.format(moment)) ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
    return sign === '-' ? -size : size;
  };
}

export const dateIn = (timeZone: string | undefined, moment: number): CalendarDate =>
  localTimeIn(timeZone)(moment).day;

/** A moment in the local time of a property: `2026-11-01T07:12:00+01:00`. */
export function writeMoment(zone: string | undefined, at: number): string {
  const { offset } = localTimeIn(supportedZone(zone))(at);
  const minutes = Math.abs(offset) / 60_000;
  const size = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${size}`;
}

/** Until this hour, charges can be posted to the business day before. */
export const postingHour = 6;

/** The last business day to which nothing is posted any more at a moment: after its night audit, and 06:00 of the next day. */
export function lastClosedDay(timeZone: string | undefined, moment: number): CalendarDate {
  const { day, hour } = localTimeIn(timeZone)(moment);
  return addDays(day, hour < postingHour ? -2 : -1);
}

/** Whether this Node.js supports a time zone. The platform's list may be newer, or have a typo. */
export const isTimeZone = (name: string): boolean =>
  resultOr(undefined, () => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined;

export const supportedZone = (zone: string | undefined) =>
  zone !== undefined && isTimeZone(zone) ? zone : undefined;

/** `today`, `yesterday`, `-7d`, `+90d` and dates. */
export function resolveDate(text: string, today: CalendarDate): CalendarDate | undefined {
  if (text === 'today') return today;
  if (text === 'yesterday') return addDays(today, -1);
  const [, sign, days] = /^([+-])(\d{1,5})d$/.exec(text) ?? [];
  if (sign && days) return addDays(today, sign === '-' ? -Number(days) : Number(days));
  return isDate(text) ? text : undefined;
}

/** Expressions of dateFilter (platform.md, gross transactions and company invoices): `OPERATION_VALUE`; all must match. */
export const dateOperations = ['eq', 'neq', 'lt', 'gt', 'lte', 'gte'] as const;
type DateExpression = NonNullable<ReturnType<typeof parseDateExpression>>;

/** The parsed expression; undefined if it does not have the documented format. */
export function parseDateExpression(text: string) {
  const [, operation, value] = /^([a-z]+)_(.+)$/.exec(text) ?? [];
  if (!operation || !value || !isDate(value)) return undefined;
  const known = dateOperations.find(name => name === operation);
  return known && { operation: known, value };
}

export function dateMatches(date: CalendarDate, expressions: readonly DateExpression[]): boolean {
  const { first = date, last = date } = findBounds(expressions);
  const isExcluded = expressions.some(({ operation, value }) => operation === 'neq' && value === date);
  return first <= date && date <= last && !isExcluded;
}

/** The days that can match, both ends inclusive; undefined ends are open. `neq` does not limit the range. */
export function findBounds(expressions: readonly DateExpression[]) {
  const firsts = expressions.flatMap(({ operation, value }) =>
    operation === 'eq' || operation === 'gte' ? [value] : operation === 'gt' ? [addDays(value, 1)] : [],
  );
  const lasts = expressions.flatMap(({ operation, value }) =>
    operation === 'eq' || operation === 'lte' ? [value] : operation === 'lt' ? [addDays(value, -1)] : [],
  );
  return { first: firsts.sort().at(-1), last: lasts.sort()[0] };
}
