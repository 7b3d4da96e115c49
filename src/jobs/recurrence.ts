import { UsageError } from '../base/errors.ts';
import { englishText, say } from '../output/words/messages.ts';
import { twoDigits } from '../platform/dates.ts';

/**
 * When a job runs, in the format of `--every`: `hour`, `hour 15`, `day 06:30`, `weekday 07:00`, `monday 07:00`, `month
 * 1 06:00`. All times are the machine's local time, as in every scheduler that hotelctl installs jobs into.
 */
export type Recurrence =
  | { readonly unit: 'hour'; readonly minute: number }
  | { readonly unit: 'day' | 'weekday'; readonly hour: number; readonly minute: number }
  | { readonly unit: 'week'; readonly day: number; readonly hour: number; readonly minute: number }
  | { readonly unit: 'month'; readonly day: number; readonly hour: number; readonly minute: number };

/** What a scheduler starts a job at. */
export type Start = Exclude<Recurrence, { readonly unit: 'week' | 'month' }>;

/** Sunday is 0, as in `Date` and in cron. */
const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export function parseRecurrence(text: string): Recurrence {
  const recurrence = findRecurrence(text);
  if (recurrence) return recurrence;
  throw new UsageError(`--every: "${text}" is not a valid recurrence`, {
    hint: "for example --every 'day 06:30'; also 'hour', 'weekday 07:00', 'monday 07:00', 'month 1 06:00' (1 to 28)",
  });
}

/** Undefined for any other text. Days 29 to 31 of a month are refused: not every month has them. */
export function findRecurrence(text: string): Recurrence | undefined {
  const words = text.trim().toLowerCase().split(/\s+/).join(' ');
  const [isHour, past = '0'] = /^hour(?: ([0-5]?\d))?$/.exec(words) ?? [];
  if (isHour) return { unit: 'hour', minute: Number(past) };
  const [, unit = '', date, hours, minutes] =
    /^(\w+)(?: ([1-9]|1\d|2[0-8]))? ([01]?\d|2[0-3]):([0-5]\d)$/.exec(words) ?? [];
  const time = { hour: Number(hours), minute: Number(minutes) };
  if (unit === 'month') return date ? { unit, day: Number(date), ...time } : undefined;
  if (date !== undefined) return undefined;
  if (unit === 'day' || unit === 'weekday') return { unit, ...time };
  const day = (dayNames as readonly string[]).indexOf(unit);
  return day < 0 ? undefined : { unit: 'week', day, ...time };
}

/** Long enough to contain at least one occurrence of every recurrence. */
const searchedDays = 32;

/** The first occurrence after a moment. Moments are milliseconds since 1970-01-01T00:00:00Z. */
export const nextOccurrence = (recurrence: Recurrence, after: number): number =>
  nearestOccurrence(days => occurrencesOn(recurrence, after, days).find(moment => moment > after));

export const latestOccurrence = (recurrence: Recurrence, until: number): number =>
  nearestOccurrence(days => occurrencesOn(recurrence, until, -days).findLast(moment => moment <= until));

function nearestOccurrence(find: (days: number) => number | undefined): number {
  for (let days = 0; days <= searchedDays; days += 1) {
    const found = find(days);
    if (found !== undefined) return found;
  }
  throw new Error('a recurrence without an occurrence');
}

/** The occurrences after one moment and up to another, newest first, at most `limit`. */
export function occurrencesBetween(recurrence: Recurrence, after: number, until: number, limit: number) {
  const found: number[] = [];
  for (let moment = latestOccurrence(recurrence, until); moment > after && found.length < limit; ) {
    found.push(moment);
    moment = latestOccurrence(recurrence, moment - 1);
  }
  return found;
}

/**
 * The occurrences on the local day that is `days` after the day of a moment. A time that daylight saving time skips
 * becomes the end of the skipped hour, when cron starts the job: at a later moment, nothing would be due then.
 */
function occurrencesOn(recurrence: Recurrence, moment: number, days: number): readonly number[] {
  const base = new Date(moment);
  const at = (hour: number, minute: number) =>
    new Date(base.getFullYear(), base.getMonth(), base.getDate() + days, hour, minute).getTime();
  // The end of daylight saving time repeats an hour, in which schedulers start the job again.
  const hourly = (first: number) => [first, first + 3_600_000];
  if (recurrence.unit === 'hour')
    return Array.from({ length: 24 }, (_, hour) => at(hour, recurrence.minute)).flatMap(hourly);
  const date = new Date(base.getFullYear(), base.getMonth(), base.getDate() + days, 12);
  const weekday = date.getDay();
  const matches = {
    day: true,
    weekday: weekday >= 1 && weekday <= 5,
    week: recurrence.unit === 'week' && recurrence.day === weekday,
    month: recurrence.unit === 'month' && recurrence.day === date.getDate(),
  }[recurrence.unit];
  const start = at(recurrence.hour, recurrence.minute);
  const isSkipped = new Date(start).getHours() !== recurrence.hour;
  return matches ? [isSkipped ? at(recurrence.hour + 1, 0) : start] : [];
}

export const recurrenceText = (recurrence: Recurrence): string => englishText(recurrenceWords(recurrence));

/** In English as `--every` takes it. */
export function recurrenceWords(recurrence: Recurrence) {
  if (recurrence.unit === 'hour')
    return recurrence.minute === 0 ? say('hour') : say('hour {minute}', { minute: recurrence.minute });
  const time = timeText(recurrence);
  if (recurrence.unit === 'week') return say(`${dayNames[recurrence.day] ?? 'sunday'} {time}`, { time });
  return recurrence.unit === 'month'
    ? say('month {day} {time}', { day: recurrence.day, time })
    : say(`${recurrence.unit} {time}`, { time });
}

/**
 * How often the machine's scheduler starts the job. A monthly or weekly job is started daily and ends immediately if
 * nothing is due, so that a run that failed on the 1st is made up on the 2nd.
 */
export function startedAs(recurrence: Recurrence): Start {
  if (recurrence.unit === 'hour' || recurrence.unit === 'weekday') return recurrence;
  return { unit: 'day', hour: recurrence.hour, minute: recurrence.minute };
}

export function cronFields(recurrence: Recurrence): string {
  if (recurrence.unit === 'hour') return `${recurrence.minute} * * * *`;
  const time = `${recurrence.minute} ${recurrence.hour}`;
  if (recurrence.unit === 'month') return `${time} ${recurrence.day} * *`;
  const days = { day: '*', weekday: '1-5', week: recurrence.unit === 'week' ? String(recurrence.day) : '' };
  return `${time} * * ${days[recurrence.unit]}`;
}

/** A time of the day, `06:00`. */
export const timeText = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${twoDigits(hour)}:${twoDigits(minute)}`;
