import type { HotelctlError } from '../../base/errors.ts';
import { describeItem } from '../../base/item-outcome.ts';
import { groupBy } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { errorOfParts, openProgress } from '../../cli/several-properties.ts';
import { type CsvRows, columnsOfWhole, type RequestResult } from '../../output/results.ts';
import { roundRatios, withComputedRatios } from '../../output/totals.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import type { Column, ReportRecord, View } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { fetchReport } from '../../reports/fetch-report.ts';
import { affectsOne, severalAtATime } from '../../reports/several-at-a-time.ts';
import type { RunPlan } from './plan.ts';

/**
 * Sends many requests, at most `concurrency` at a time, and returns their results in the order of the requests.
 * `failure` is the error of the run (exit 7) once the results have been read: a page or a JSON array must be closed
 * first. If all requests fail, reading the results throws. `fail` is for a result whose own file cannot be written.
 *
 * @param use what is returned of each result; if it throws, its request has failed
 */
export function fetchAll<Used = RequestResult>(
  plan: RunPlan,
  invocation: Invocation,
  use: (result: RequestResult) => Used | Promise<Used> = result => result as Used,
) {
  const { report, requests, refused, failed, concurrency, computation } = plan;
  const total = requests.length + refused.length;
  const addFailure = async (property: string, period: string, error: HotelctlError, value = '') => {
    const whole = `${property} ${period}`.trim();
    // Where the request of the house has failed, too, that of each value adds nothing.
    const part = failed.some(each => each.part === whole) ? whole : `${whole} ${value}`.trim();
    failed.push({ property, period, part: safeText(part, 100), error });
    const item = period === '' ? property : `${property} ${report.name} ${period}`;
    await invocation.recordItem(describeItem(item, error));
  };
  const fail = ({ propertyId, ...dates }: Parameters, error: HotelctlError) => {
    const value = String(dates[computation?.mix?.wire ?? ''] ?? '');
    return addFailure(safeText(String(propertyId), 60), periodName(report.period, dates), error, value);
  };
  const isOfOne = affectsOne(invocation.context.interrupted);
  async function* results() {
    for (const { property, error } of refused) await addFailure(property, '', error);
    const progress = openProgress(invocation, requests.length);
    const fetchWhole = async (parameters: Parameters) => {
      try {
        return await use(await heldResult(await fetchReport(plan, parameters), plan));
      } finally {
        await progress.advance();
      }
    };
    try {
      for await (const outcome of severalAtATime(requests, concurrency, fetchWhole, isOfOne)) {
        if (outcome.error) await fail(outcome.item, outcome.error);
        else yield outcome.result;
      }
    } finally {
      await progress.close();
    }
    for (const [property, ofProperty] of groupBy(requests, ({ propertyId }) => String(propertyId)))
      if (!failed.some(each => each.property === property)) {
        const isEmpty = ofProperty.every(request => plan.empty.has(request));
        await invocation.recordItem(describeItem(property, undefined, isEmpty));
      }
    if (total > 0 && failed.length === total) throw errorOfParts(failed, undefined);
  }
  const failure = () =>
    errorOfParts(failed, `${failed.length} of ${total} requests failed; what succeeded was written`);
  return { results: results(), failure, fail };
}

/** The result of a report as people read it: RevPAR has the amounts of the title, which says net or gross. */
export function makeReadable(result: RequestResult, view: View<never>): RequestResult {
  const shown = result.view ?? view;
  const computed = (columns: readonly Column[]) => {
    const own = columns.filter(({ isComputed }) => isComputed);
    return (records: readonly ReportRecord[]) => roundRatios(withComputedRatios(records, own), own);
  };
  const read = computed(shown.columns);
  const readWhole = computed(columnsOfWhole(shown));
  const { inViews } = result;
  return {
    ...result,
    records: async function* () {
      for await (const batch of result.records()) yield read(batch);
    },
    whole: () => {
      const whole = result.whole?.();
      return whole && readWhole([whole])[0];
    },
    ...(inViews ? { inViews: inViews.map(each => makeReadable(each, view)) } : {}),
  };
}

/** The part of a result that may be kept in memory before it is written: records, bytes of a CSV, or characters of JSON. */
const mostRecords = 20_000;
const mostBytes = 4 << 20;
const mostCharacters = 16 << 20;

/**
 * Reads a result before it is written, so that the next request can use the connection, and so that a body that breaks
 * off fails only this request and leaves no part of it in the output. The rest of a larger body is read when it is
 * written; if it breaks off then, the whole run fails and the old file stays.
 */
async function heldResult(result: RequestResult, { format, layout, empty }: RunPlan) {
  // Several views of a response are in memory already.
  if (result.inViews) return result;
  if (format === 'json') {
    const json = await readAhead(result.json(), mostCharacters, text => text.length);
    // The platform responded with status 204.
    if (Array.isArray(json) && json[0] === 'null') empty.add(result.parameters);
    return { ...result, json: () => json };
  }
  const made = layout && result.csvRows?.(layout);
  if (made) {
    const rows = await readAhead(eachCopy(made), mostBytes, ({ bytes }) => bytes.length);
    if (Array.isArray(rows) && rows.every(({ ends }) => ends.length === 0)) empty.add(result.parameters);
    const csvRows = async function* () {
      yield* rows;
    };
    return { ...result, csvRows };
  }
  const records = await readAhead(result.records(), mostRecords, batch => batch.length);
  if (Array.isArray(records) && records.flat().length === 0) empty.add(result.parameters);
  const { csvRows: _unused, ...others } = result;
  return { ...others, records: () => records };
}

/** Rows that stay as they are when the next ones are made. */
async function* eachCopy(made: AsyncIterable<CsvRows>): AsyncGenerator<CsvRows> {
  for await (const { bytes, ends } of made) yield { bytes: Uint8Array.from(bytes), ends };
}

async function readAhead<Piece>(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  most: number,
  sizeOf: (piece: Piece) => number,
): Promise<Iterable<Piece> | AsyncIterable<Piece>> {
  const iterator =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  const held: Piece[] = [];
  for (let size = 0; size < most; ) {
    const next = await iterator.next();
    if (next.done) return held;
    held.push(next.value);
    size += sizeOf(next.value);
  }
  return (async function* () {
    yield* held;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
}
