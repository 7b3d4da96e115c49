import { RefusedError, UndocumentedResponseError, UsageError } from '../base/errors.ts';
import { referenceTime } from '../base/reference-time.ts';
import type { Send } from '../http/exchange.ts';
import { type CalendarDate, dateIn, isTimeZone } from '../platform/dates.ts';
import type { Parameters } from '../platform/parameters.ts';
import {
  isRelative,
  isWidened,
  type Period,
  parsePeriod,
  periodForms,
  requestsFor,
} from '../platform/periods.ts';
import type { ListedProperty } from '../platform/properties.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import type { Invocation } from './invocation.ts';

/** The date flags of a report; its own date parameters are found by their wire names. */
export interface DateOptions {
  readonly period?: readonly string[];
}

/** The wire names that `--period` replaces. */
export const dateParameters = ['month', 'year', 'from', 'to', 'dateFilter'];

/** Refuses `--period` together with a date flag, and a text that is not a period. */
export function checkDateFlags(report: ReportDefinition, options: DateOptions): void {
  const texts = options.period ?? [];
  const given = report.parameters.find(
    ({ wire }) => dateParameters.includes(wire) && Reflect.get(options, wire) !== undefined,
  );
  if (texts.length > 0 && given) {
    throw new UsageError(`--period replaces --${given.flag}: they cannot be combined`, {
      hint: `for example \`hotelctl reports ${report.name} --period last-month\``,
    });
  }
  // Whether a text has one of the forms does not depend on the day.
  for (const text of texts) if (!parsePeriod(text, '2000-01-15')) throw unknownPeriod(text);
}

const unknownPeriod = (text: string) =>
  new UsageError(`--period: "${text}" is not a valid period`, { hint: `periods: ${periodForms.join(', ')}` });

/** Whether the dates asked for depend on the day it is at the property. */
export const asksForToday = (report: ReportDefinition, options: DateOptions): boolean =>
  (options.period ?? []).some(isRelative) ||
  report.parameters.some(({ wire, kind }) =>
    ((Reflect.get(options, wire) ?? []) as readonly string[]).some(
      value => kind.isRelative?.(value) ?? false,
    ),
  );

/** The dates of each request for one property: those of `--period`, cut as the report wants, else the flags' own. */
export async function requestDates(
  report: ReportDefinition,
  options: DateOptions,
  today: CalendarDate,
  note: Invocation['note'],
): Promise<readonly Parameters[]> {
  if (!options.period) return [{}];
  const periods = options.period.map(text => parsePeriod(text, today) as Period);
  for (const period of periods) {
    if (isWidened(report.period, period)) {
      await note(
        `${report.name} counts whole months: ${period.first} to ${period.last} is asked for as the months it touches`,
      );
    }
  }
  return withoutRepeats(periods.flatMap(period => requestsFor(report.period, period)));
}

/** Two periods may touch the same month; it is asked for once. */
function withoutRepeats(requests: readonly Parameters[]): readonly Parameters[] {
  const seen = new Set<string>();
  return requests.filter(request => {
    const key = JSON.stringify(request);
    return !seen.has(key) && seen.add(key);
  });
}

/** Hotels rarely move their time zone, and a list of yesterday may lack the hotel that opened today. */
const zonesMaxAge = 86_400_000;

/**
 * The date at a property, in its time zone. A zone that is not cached is looked up, once for all properties; where the
 * platform does not give it either, the date is that of this machine, and a note says so. Which day a report is about
 * must never depend on a failed request, so a network error ends the command.
 */
export function todayAt(
  invocation: Invocation,
  send: Send,
  baseUrl: string,
): (property: string) => Promise<CalendarDate> {
  const { context, flags } = invocation;
  let cached: Promise<ReadonlyMap<string, string>> | undefined;
  let fetched: Promise<ReadonlyMap<string, string>> | undefined;
  const zoneOf = async (property: string): Promise<string | undefined> => {
    // Loaded here, because most reports name their dates.
    const { fetchProperties, knownProperties } = await import('./properties.ts');
    cached ??= knownProperties(invocation, zonesMaxAge).then(zonesById);
    const known = (await cached).get(property);
    if (known !== undefined) return known;
    fetched ??= fetchProperties(invocation, send, baseUrl).then(zonesById, error => {
      if (error instanceof RefusedError || error instanceof UndocumentedResponseError) return new Map();
      throw error;
    });
    return (await fetched).get(property);
  };
  return async property => {
    const named = await zoneOf(property);
    const zone = named !== undefined && isTimeZone(named) ? named : undefined;
    const today = dateIn(zone, referenceTime(context));
    if (zone === undefined) {
      await invocation.note(
        `the time zone of ${property} ${named ? `is ${named}, which this Node.js does not know` : 'is not known'}: ` +
          `today is ${today}, in the time zone of this machine`,
      );
    } else if (flags.verbose) await invocation.note(`today at ${property} is ${today} (${zone})`);
    return today;
  };
}

const zonesById = (list: readonly ListedProperty[]): ReadonlyMap<string, string> =>
  new Map(list.flatMap(({ id, timeZone }) => (timeZone ? [[id, timeZone] as const] : [])));
