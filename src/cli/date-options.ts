import { UsageError } from '../base/errors.ts';
import type { ReportOptions } from '../commands/reports/options.ts';
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
import type { ReportDefinition } from '../platform/reports/report.ts';
import type { Invocation } from './invocation.ts';

/** The wire names that `--period` stands in for. */
export const dateParameters = ['month', 'year', 'from', 'to', 'dateFilter'];

/** `--period` beside a date flag would be two answers to one question. */
export function checkDateFlags(report: ReportDefinition, options: ReportOptions): void {
  const texts = options.period ?? [];
  const given = report.parameters.find(
    ({ wire }) => dateParameters.includes(wire) && Reflect.get(options, wire) !== undefined,
  );
  if (texts.length > 0 && given) {
    throw new UsageError(`--period stands in for --${given.flag}: give one of them`, {
      hint: `for example \`hotelctl reports ${report.name} --period last-month\``,
    });
  }
  // Whether a text has one of the forms does not depend on the day.
  for (const text of texts) if (!parsePeriod(text, '2000-01-15')) throw unknownPeriod(text);
}

const unknownPeriod = (text: string) =>
  new UsageError(`--period: "${text}" is no period`, { hint: `periods: ${periodForms.join(', ')}` });

/** Whether the dates asked for depend on the day it is at the property. */
export const asksForToday = (report: ReportDefinition, options: ReportOptions): boolean =>
  (options.period ?? []).some(isRelative) ||
  report.parameters.some(({ wire, kind }) =>
    ((Reflect.get(options, wire) ?? []) as readonly string[]).some(
      value => kind.isRelative?.(value) ?? false,
    ),
  );

/** The dates of each request for one property: those of `--period`, cut as the report wants, else the flags' own. */
export async function requestDates(
  report: ReportDefinition,
  options: ReportOptions,
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

/**
 * The day it is at a property: in its time zone when that is known or can be asked for, else in TZ's, which
 * `--verbose` then says.
 */
export function todayAt(
  invocation: Invocation,
  send: Send,
  baseUrl: string,
): (property: string) => Promise<CalendarDate> {
  const { context, flags } = invocation;
  let zones: Promise<ReadonlyMap<string, string>> | undefined;
  const load = async (property: string) => {
    // Loaded where a day is asked for: most reports name their dates.
    const { fetchProperties, knownProperties } = await import('./known-properties.ts');
    const known = await knownProperties(invocation);
    const list = known.some(({ id }) => id === property)
      ? known
      : await fetchProperties(invocation, send, baseUrl).catch(error => {
          if (context.interrupted.aborted) throw error;
          return known;
        });
    return new Map(
      list.flatMap(({ id, timeZone }) => (timeZone ? [[id, timeZone]] : [])) as [string, string][],
    );
  };
  return async property => {
    zones ??= load(property);
    const named = (await zones).get(property);
    const zone = named !== undefined && isTimeZone(named) ? named : undefined;
    const today = dateIn(zone, context.clock.now());
    if (flags.verbose) {
      await invocation.note(
        `today at ${property} is ${today} (${zone ?? `its time zone${named ? ` ${named}` : ''} is not known: TZ`})`,
      );
    }
    return today;
  };
}
