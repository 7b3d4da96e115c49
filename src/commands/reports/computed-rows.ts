import { PartialError, UsageError } from '../../base/errors.ts';
import { todayAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { periodInWords, propertyWords } from '../../cli/report-words.ts';
import type { ReportFetch } from '../../client/reports.ts';
import { collected, inBatches, type RequestResult } from '../../output/results.ts';
import { comparedPeriod, namedComparisons } from '../../platform/compared-period.ts';
import { stringifyJson } from '../../platform/json.ts';
import { type Parameters, problemsOf } from '../../platform/parameters.ts';
import { daysOf, isFinerThan, requestsFor } from '../../platform/period-requests.ts';
import { isRelative, nameOfPeriod, type Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { type Derivation, derivedRecords, derivedWhole } from './computed-view.ts';
import { fetchAll } from './fetch-all.ts';

/** The requests of one hotel: the requested period, and the period that it is compared with. */
interface HotelRequests {
  readonly property: string;
  readonly now: { readonly period: Period; readonly requests: readonly Parameters[] };
  readonly before: { readonly period: Period; readonly requests: readonly Parameters[] } | undefined;
}

export interface DerivedResult {
  /** One result of all rows, or for formats with a section for each hotel one for each. */
  readonly results: readonly DerivedRows[];
  /** The hotels and the periods, for titles. */
  readonly heading: string;
  /** Some requests failed, and their hotels are missing. */
  readonly failure: PartialError | undefined;
}

export interface DerivedRows {
  readonly result: RequestResult;
  /** The hotels and the periods of these rows. */
  readonly heading: string;
}

/** Fetches everything that computed rows need, and computes them. Hotels with a failed request are omitted. */
export async function fetchDerived(
  derivation: Derivation,
  fetch: ReportFetch,
  invocation: Invocation,
  requests: readonly Parameters[],
  concurrency: number,
  inSections: boolean,
  names: ReadonlyMap<string, string>,
): Promise<DerivedResult> {
  const { report, view, send, baseUrl } = fetch;
  const hotels = await hotelsOf(derivation, report, requests, todayAt(invocation, send, baseUrl));
  const all = hotels.flatMap(({ now, before }) => [...now.requests, ...(before?.requests ?? [])]);
  const fetched = new Map<Parameters, FetchedRequest>();
  let failure: PartialError | undefined;
  try {
    for await (const { index, result } of fetchAll(
      { ...fetch, format: 'ndjson' },
      invocation,
      all,
      concurrency,
    )) {
      const records = await collected(result.records());
      fetched.set(all[index] as Parameters, { records, whole: result.whole?.() });
    }
  } catch (error) {
    if (!(error instanceof PartialError)) throw error;
    failure = error;
  }
  const complete = hotels.filter(({ now, before }) =>
    [...now.requests, ...(before?.requests ?? [])].every(request => fetched.has(request)),
  );
  const sideOf = (side: 'now' | 'before', of: readonly HotelRequests[]) => {
    const parts = of.flatMap(hotel => hotel[side]?.requests ?? []).flatMap(one => fetched.get(one) ?? []);
    const period = of[0]?.[side]?.period;
    return {
      period,
      records: parts.flatMap(({ records }) => records),
      wholes: parts.flatMap(({ whole }) => (whole ? [whole] : [])),
    };
  };
  // A ranking needs all hotels together; other rows belong to one hotel.
  const isRanking = derivation.grouping === 'property';
  const rowsOf = (part: readonly HotelRequests[]) => {
    const [now, before] = [sideOf('now', part), sideOf('before', part)];
    if (!now.period) return [];
    const then = before.period && { period: before.period, records: before.records };
    return derivedRecords(derivation, view, { period: now.period, records: now.records }, then, names);
  };
  const resultOf = (part: readonly HotelRequests[], rows: readonly ReportRecord[]): DerivedRows => ({
    heading: headingOf(part, names),
    result: {
      parameters: part[0]?.now.requests[0] ?? requests[0] ?? {},
      json: () => [stringifyJson(rows, 2)],
      records: () => inBatches(rows),
      whole: () => derivedWhole(derivation, view, sideOf('now', part).wholes, sideOf('before', part).wholes),
    },
  });
  const byHotel = inSections && !isRanking && complete.length > 0;
  const parts = isRanking ? [complete] : complete.map(hotel => [hotel]);
  return {
    failure,
    heading: headingOf(hotels, names),
    results: byHotel
      ? parts.map(part => resultOf(part, rowsOf(part)))
      : [resultOf(complete, parts.flatMap(rowsOf))],
  };
}

/** What one request brought. */
interface FetchedRequest {
  readonly records: readonly ReportRecord[];
  readonly whole: ReportRecord | undefined;
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
      `--compare: ${report.name} covers whole months, and ${nameOfPeriod(period)} is a part of them`,
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

function headingOf(hotels: readonly HotelRequests[], names: ReadonlyMap<string, string>): string {
  const [first] = hotels;
  if (!first) return '';
  const who = hotels.length === 1 ? propertyWords(first.property, names) : `${hotels.length} properties`;
  const then = first.before ? ` compared with ${periodInWords(nameOfPeriod(first.before.period))}` : '';
  return `${who} · ${periodInWords(nameOfPeriod(first.now.period))}${then}`;
}
