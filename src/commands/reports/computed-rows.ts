import { PartialError, UsageError } from '../../base/errors.ts';
import { todayAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { fetchProperties, knownProperties } from '../../cli/properties.ts';
import type { ReportFetch } from '../../client/reports.ts';
import { collected, inBatches, type RequestResult } from '../../output/results.ts';
import { comparedPeriod, namedComparisons } from '../../platform/compared-period.ts';
import { stringifyJson } from '../../platform/json.ts';
import { type Parameters, problemsOf } from '../../platform/parameters.ts';
import { daysOf, isFinerThan, requestsFor } from '../../platform/period-requests.ts';
import { isRelative, nameOfPeriod, type Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { type Derivation, derivedRecords } from './computed-view.ts';
import { fetchAll } from './fetch-all.ts';

/** The requests of one hotel: the requested period, and the period that it is compared with. */
interface HotelRequests {
  readonly property: string;
  readonly now: { readonly period: Period; readonly requests: readonly Parameters[] };
  readonly before: { readonly period: Period; readonly requests: readonly Parameters[] } | undefined;
}

export interface DerivedResult {
  readonly result: RequestResult;
  /** The hotels and the periods, for titles. */
  readonly heading: string;
  /** Some requests failed, and their hotels are missing. */
  readonly failure: PartialError | undefined;
}

/** Fetches everything that computed rows need, and computes them. Hotels with a failed request are omitted. */
export async function fetchDerived(
  derivation: Derivation,
  fetch: ReportFetch,
  invocation: Invocation,
  requests: readonly Parameters[],
  concurrency: number,
): Promise<DerivedResult> {
  const { report, view, send, baseUrl } = fetch;
  const hotels = await hotelsOf(derivation, report, requests, todayAt(invocation, send, baseUrl));
  const names =
    derivation.grouping === 'property' ? await namesOf(invocation, fetch) : new Map<string, string>();
  const all = hotels.flatMap(({ now, before }) => [...now.requests, ...(before?.requests ?? [])]);
  const records = new Map<Parameters, readonly ReportRecord[]>();
  let failure: PartialError | undefined;
  try {
    for await (const { index, result } of fetchAll(
      { ...fetch, format: 'ndjson' },
      invocation,
      all,
      concurrency,
    ))
      records.set(all[index] as Parameters, await collected(result.records()));
  } catch (error) {
    if (!(error instanceof PartialError)) throw error;
    failure = error;
  }
  const complete = hotels.filter(({ now, before }) =>
    [...now.requests, ...(before?.requests ?? [])].every(request => records.has(request)),
  );
  const sideOf = (side: 'now' | 'before', of: readonly HotelRequests[]) => {
    const [first] = of;
    const period = first?.[side]?.period;
    if (!period) return undefined;
    return {
      period,
      records: of.flatMap(hotel => (hotel[side]?.requests ?? []).flatMap(one => records.get(one) ?? [])),
    };
  };
  // A ranking needs all hotels together; other rows belong to one hotel.
  const parts = derivation.grouping === 'property' ? [complete] : complete.map(hotel => [hotel]);
  const rows = parts.flatMap(part => {
    const now = sideOf('now', part);
    return now ? derivedRecords(derivation, view, now, sideOf('before', part), names) : [];
  });
  return {
    failure,
    heading: headingOf(hotels),
    result: {
      parameters: requests[0] ?? {},
      json: () => [stringifyJson(rows, 2)],
      records: () => inBatches(rows),
    },
  };
}

async function hotelsOf(
  { comparison }: Derivation,
  report: ReportDefinition,
  requests: readonly Parameters[],
  todayOf: (property: string) => Promise<string>,
): Promise<HotelRequests[]> {
  const byHotel = new Map<string, Parameters[]>();
  for (const request of requests) {
    const property = String(request['propertyId']);
    byHotel.set(property, [...(byHotel.get(property) ?? []), request]);
  }
  const hotels: HotelRequests[] = [];
  for (const [property, own] of byHotel) {
    const days = own.flatMap(request => daysOf(report.period, request) ?? []);
    const period = { first: days[0]?.first ?? '', last: days.at(-1)?.last ?? '' };
    const now = { period, requests: own };
    if (!comparison) hotels.push({ property, now, before: undefined });
    else {
      const relative =
        !namedComparisons.some(name => name === comparison.versus) && isRelative(comparison.versus);
      const today = relative ? await todayOf(property) : '2000-01-15';
      // `derivationOf` has validated the text.
      const versus = comparedPeriod(period, comparison, today) as Period;
      hotels.push({
        property,
        now,
        before: { period: versus, requests: requestsThen(report, own[0] ?? {}, versus) },
      });
    }
  }
  return hotels;
}

function requestsThen(report: ReportDefinition, like: Parameters, period: Period): Parameters[] {
  if (isFinerThan(report.period, period)) {
    throw new UsageError(
      `--compare: ${report.name} counts whole months, and ${nameOfPeriod(period)} is a part of them`,
      {
        hint: 'compare with a month, or omit --align',
      },
    );
  }
  const requests = requestsFor(report.period, period).map(dates => ({ ...like, ...dates }));
  const problems = requests.flatMap(request => problemsOf(report, request, ({ flag }) => `--${flag}`));
  if (problems.length === 0) return requests;
  throw new UsageError(`--compare: ${problems.join('; ')}`, { hint: 'compare with another period' });
}

/** Names of the hotels, from the cached list or a new one; a ranking without names still has the ids. */
async function namesOf(
  invocation: Invocation,
  { send, baseUrl }: ReportFetch,
): Promise<ReadonlyMap<string, string>> {
  const cached = await knownProperties(invocation);
  const list = cached.length > 0 ? cached : await fetchProperties(invocation, send, baseUrl);
  return new Map(list.map(({ id, name }) => [id, name]));
}

function headingOf(hotels: readonly HotelRequests[]): string {
  const [first] = hotels;
  if (!first) return '';
  const who = hotels.length === 1 ? first.property : `${hotels.length} properties`;
  const then = first.before ? ` compared with ${nameOfPeriod(first.before.period)}` : '';
  return `${who} · ${nameOfPeriod(first.now.period)}${then}`;
}
