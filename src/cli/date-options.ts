import type { Context } from '../base/context.ts';
import { RefusedError, TemporaryError, UndocumentedResponseError, UsageError } from '../base/errors.ts';
import type { Platform } from '../bookings/requests.ts';
import {
  addDays,
  anyDay,
  type CalendarDate,
  dateIn,
  isLastOfMonth,
  lastClosedDay,
  supportedZone,
} from '../platform/dates.ts';
import { listValues, type Parameters } from '../platform/parameters.ts';
import {
  findOverlap,
  isFinerThan,
  isRelative,
  nameOfPeriod,
  type Period,
  parsePeriod,
  periodForms,
  readPeriod,
  requestsFor,
  wholeMonths,
} from '../platform/periods.ts';
import type { ListedProperty } from '../platform/properties.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import { givenValues, type Options, type OptionValues } from './flags.ts';
import type { Invocation } from './invocation.ts';

export const periodFlags = {
  'Dates:': {
    '--period <period>...': {
      summary: 'period, such as last-month or 2026-Q3; may be repeated',
      suggestions: periodForms,
    },
  },
} as const;

/** The options of a report; the values of its date parameters are under their names in requests. */
type DateOptions = Options<typeof periodFlags> & OptionValues;

/** The parameter names that `--period` replaces. */
export const dateParameters = ['month', 'year', 'from', 'to', 'dateFilter'];

export function checkDateFlags(report: ReportDefinition, options: DateOptions, { clock }: Context): void {
  const texts = options.period ?? [];
  const given = report.parameters.find(
    ({ wire }) => dateParameters.includes(wire) && options[wire] !== undefined,
  );
  if (texts.length > 0 && given)
    throw new UsageError(`--period replaces --${given.flag}: they cannot be combined`, {
      hint: `for example \`hotelctl reports ${report.name} --period last-month\``,
    });
  // Whether the text has a valid format does not depend on the current day.
  for (const text of texts) readPeriod('--period', text, dateIn(undefined, clock.now()));
}

export const dependsOnToday = ({ parameters }: Pick<ReportDefinition, 'parameters'>, options: DateOptions) =>
  (options.period ?? []).some(isRelative) ||
  parameters.some(({ wire, kind }) =>
    givenValues(options, wire).some(value => kind.isRelative?.(value) ?? false),
  );

/** The dates of each request for one property: of `--period`, split as the report requires, else of the flags. */
export function requestDates(report: ReportDefinition, options: DateOptions, today: CalendarDate) {
  if (!options.period) return [{}];
  const periods = options.period.map(text => ({ text, days: parsePeriod(text, today) as Period }));
  for (const [index, { text, days }] of periods.entries()) {
    if (isFinerThan(report.period, days)) {
      const name = nameOfPeriod(days);
      const period = name === text ? text : `${text} (${name})`;
      throw new UsageError(
        `--period: ${report.name} takes whole months; ${period} is ${days.first === days.last ? 'a day' : 'not whole months'}`,
        { hint: `use --period ${nameOfPeriod(wholeMonths(days))}` },
      );
    }
    for (const earlier of periods.slice(0, index)) {
      const shared = findOverlap(earlier.days, days);
      if (!shared) continue;
      // Requesting the shared days twice would count them twice.
      const overlap = `${earlier.text} and ${text} overlap: both include ${nameOfPeriod(shared)}`;
      throw new UsageError(`--period: ${overlap}`, { hint: 'use periods that do not overlap' });
    }
  }
  return periods.flatMap(({ days }) => requestsFor(report.period, days));
}

/** Checks flags before the day at the property is known: an error counts if it occurs on every day that it can be anywhere. */
export function checkSome(anywhere: readonly string[], check: (dayOrZone: string) => unknown): void {
  const errors: unknown[] = [];
  for (const one of anywhere)
    try {
      check(one);
      return;
    } catch (error) {
      errors.push(error);
    }
  throw errors[0];
}

/**
 * Checks a period that a command reads again at each property. It is always too early for one like `this-month`, but a job may
 * wait for a month that is named.
 *
 * @param check reads it and throws if it is too early in a time zone; without one, at any time
 */
export function checkPeriod(
  { context }: Invocation,
  text: string,
  check: (today: CalendarDate, zone?: string) => unknown,
): void {
  if (!isRelative(text)) return void check(anyDay);
  checkToday(referenceTime(context), check);
}

export const checkToday = (now: number, check: (today: CalendarDate, zone: string) => unknown): void =>
  checkSome(['UTC', 'Etc/GMT-14', 'Etc/GMT+12'], zone => check(dateIn(zone, now), zone));

/** Prints the days of the report if `--to` is the day after them; a warning if it looks like the last day. */
export async function noteExclusiveEnd(
  report: ReportDefinition,
  requests: readonly Parameters[],
  options: DateOptions,
  { note, warn }: Invocation,
) {
  const { period } = report;
  const [from, to] = ['from', 'to'].map(wire => listValues(requests[0] ?? {}, wire)[0]);
  if (options.period || period.becomes !== 'from-to' || period.to === 'inclusive' || !from || !to) return;
  const days = nameOfPeriod({ first: from, last: addDays(to, -1) });
  if (!isLastOfMonth(to)) return note(`the report covers ${days}: --to is exclusive`);
  const whole = nameOfPeriod({ first: from, last: to });
  const why = `without ${to}, because --to is exclusive: use --period ${whole}`;
  await warn(`warning: the report covers ${days}, ${why}`);
}

/** Hotels rarely change their time zone, and yesterday's list may lack a hotel that opened today. */
export const zonesMaxAge = 86_400_000;

/** The time zone of a property, from the cached list, else requested once for all properties. */
function zonesAt(invocation: Invocation, platform: Platform) {
  let cached: Promise<ReadonlyMap<string, string>> | undefined;
  let fetched: Promise<ReadonlyMap<string, string>> | undefined;
  /** Why the zones are those of an older list, which lacks a new hotel. */
  let unlisted: TemporaryError | undefined;
  return async (property: string): Promise<string | undefined> => {
    // Loaded here, because most reports are requested with explicit dates.
    const { knownProperties } = await import('./completion/known-lists.ts');
    cached ??= knownProperties(invocation, zonesMaxAge).then(zonesById);
    const known = (await cached).get(property);
    if (known !== undefined) return known;
    const { fetchPropertiesOnce } = await import('./properties.ts');
    fetched ??= fetchPropertiesOnce(invocation, platform).then(zonesById, async error => {
      if (error instanceof RefusedError || error instanceof UndocumentedResponseError) return new Map();
      const older = zonesById(await knownProperties(invocation));
      if (!(error instanceof TemporaryError) || older.size === 0) throw error;
      unlisted = error;
      await invocation.note(`the time zones are those of the cached list of properties: ${error.message}`);
      return older;
    });
    const zone = (await fetched).get(property);
    if (zone === undefined && unlisted) throw unlisted;
    return zone;
  };
}

/**
 * The date at a property; without its time zone, that of this machine, and a warning says so. The day of a report must never
 * depend on a failed request, so a network error ends the command.
 */
export function todayAt(
  invocation: Invocation,
  platform: Platform,
  moment = referenceTime(invocation.context),
  findZone = zonesAt(invocation, platform),
) {
  return async (property: string): Promise<CalendarDate> => {
    const named = await findZone(property);
    const zone = supportedZone(named);
    const today = dateIn(zone, moment);
    if (zone === undefined) {
      const problem = named ? `is ${named}, which this Node.js does not support` : 'is not known';
      const instead = `today is ${today}, in the time zone of this machine`;
      await invocation.warn(`warning: the time zone of ${property} ${problem}: ${instead}`);
    } else if (invocation.flags.verbose) await invocation.note(`today at ${property} is ${today} (${zone})`);
    return today;
  };
}

/** The dates of properties in their time zones: today, and the last day to which nothing is posted any more. */
export function datesAt(invocation: Invocation, platform: Platform) {
  const findZone = zonesAt(invocation, platform);
  const now = referenceTime(invocation.context);
  const findToday = todayAt(invocation, platform, now, findZone);
  const zoneOf = async (property: string) => supportedZone(await findZone(property));
  return {
    zoneOf,
    /** @throws RefusedError for a property that does not exist: a mistyped one has no time zone either */
    today: async (property: string): Promise<CalendarDate> => {
      const { findUnknownProperty } = await import('./properties.ts');
      const isKnown = (await findZone(property)) !== undefined;
      const unknown = isKnown ? undefined : await findUnknownProperty(invocation, property);
      if (unknown) throw unknown;
      return findToday(property);
    },
    lastClosedDay: async (property: string) => lastClosedDay(await zoneOf(property), now),
  };
}

const zonesById = (list: readonly ListedProperty[]): ReadonlyMap<string, string> =>
  new Map(list.flatMap(({ id, timeZone }) => (timeZone ? [[id, timeZone] as const] : [])));

/** What "today" refers to: now, or HOTELCTL_AS_OF, set by `schedule run` so that a missed run has the dates of its turn. */
export function referenceTime({ env, clock }: Pick<Context, 'env' | 'clock'>): number {
  const given = env['HOTELCTL_AS_OF'];
  const moment = !given ? clock.now() : /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError('HOTELCTL_AS_OF is not a date and time', {
    hint: 'set it to a time such as 2026-11-01T06:00:00Z, or unset it',
  });
}

/** What a job that was due longer ago has saved may have changed since. Milliseconds. */
const longestAttempts = 20 * 3_600_000;

/** When the job was due of which this command is an attempt: an earlier one has saved what was saved since then. Infinity for any other command. */
export function dueTime(context: Pick<Context, 'env' | 'clock'>, longest = longestAttempts): number {
  const [now, due] = [context.clock.now(), referenceTime(context)];
  // A job that was due in the future means that the clock was set back since.
  const isAttempt = context.env['HOTELCTL_AS_OF'] && due <= now && now - due < longest;
  return isAttempt ? due : Number.POSITIVE_INFINITY;
}
