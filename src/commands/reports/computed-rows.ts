import { PartialError } from '../../base/errors.ts';
import { todayAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { periodInWords, propertyWords } from '../../cli/report-words.ts';
import { collected, inBatches, type RequestResult } from '../../output/results.ts';
import { anyDay } from '../../platform/dates.ts';
import { stringifyJson } from '../../platform/json.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { nameOfPeriod } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { ReportFetch } from '../../reports/fetch-report.ts';
import { isRelativeComparison, type PeriodRequests, type SpanRequests, spansOf } from './compared-spans.ts';
import { derivedRecords, type ReportSide } from './computed-records.ts';
import { type Derivation, derivedWhole } from './computed-view.ts';
import { fetchAll } from './fetch-all.ts';

/** The requests of one hotel. */
interface HotelRequests {
  readonly property: string;
  readonly spans: readonly SpanRequests[];
}

interface DerivedResult {
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
  const requestsOf = ({ spans }: HotelRequests) =>
    spans.flatMap(({ now, before }) => [...now.requests, ...(before?.requests ?? [])]);
  const all = hotels.flatMap(requestsOf);
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
  const complete = hotels.filter(hotel => requestsOf(hotel).every(request => fetched.has(request)));
  const sideOf = ({ period, requests }: PeriodRequests): ReportSide => ({
    period,
    requests: requests.map(parameters => ({ parameters, records: fetched.get(parameters)?.records ?? [] })),
  });
  const wholesOf = (of: readonly HotelRequests[], side: 'now' | 'before') =>
    of
      .flatMap(({ spans }) => spans.flatMap(span => span[side]?.requests ?? []))
      .flatMap(request => {
        const whole = fetched.get(request)?.whole;
        return whole ? [whole] : [];
      });
  // A ranking needs all hotels together; other rows belong to one hotel.
  const isRanking = derivation.grouping === 'property';
  const rowsOf = (part: readonly HotelRequests[]) => {
    const spans = part.flatMap(hotel => hotel.spans);
    const sides = spans.map(({ now, before }) => ({ now: sideOf(now), before: before && sideOf(before) }));
    return derivedRecords(derivation, view, sides, names);
  };
  const resultOf = (part: readonly HotelRequests[], rows: readonly ReportRecord[]): DerivedRows => ({
    heading: headingOf(part, names),
    result: {
      parameters: part[0]?.spans[0]?.now.requests[0] ?? requests[0] ?? {},
      json: () => [stringifyJson(rows, 2)],
      records: () => inBatches(rows),
      whole: () => derivedWhole(derivation, view, wholesOf(part, 'now'), wholesOf(part, 'before')),
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
    const today = comparison && isRelativeComparison(comparison) ? await todayOf(property) : anyDay;
    hotels.push({ property, spans: spansOf(report, comparison, own, today) });
  }
  return hotels;
}

function headingOf(hotels: readonly HotelRequests[], names: ReadonlyMap<string, string>): string {
  const [first] = hotels;
  if (!first) return '';
  const who = hotels.length === 1 ? propertyWords(first.property, names) : `${hotels.length} properties`;
  // `yesterday` is not the same day in every time zone.
  const periodsOf = (side: 'now' | 'before') => {
    const periods = hotels.flatMap(({ spans }) => spans.flatMap(span => span[side]?.period ?? []));
    return [...new Set(periods.map(nameOfPeriod).sort())].map(periodInWords).join(', ');
  };
  const then = periodsOf('before');
  return `${who} · ${periodsOf('now')}${then === '' ? '' : ` compared with ${then}`}`;
}
