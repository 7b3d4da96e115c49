import { HotelctlError, PartialError } from '../../base/errors.ts';
import { openProgress } from '../../cli/each-property.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { CsvRows, RequestResult } from '../../output/results.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import type { PeriodForm } from '../../platform/reports/report.ts';
import { safeText } from '../../platform/safe-text.ts';
import { fetchReport, type ReportFetch } from '../../reports/fetch-report.ts';

/**
 * Sends many requests, at most `concurrency` at a time, and yields the results in the order of the requests. Each
 * failure is printed on standard error and counted; after the last result a PartialError (exit 7) is thrown if some
 * requests failed. If all fail, the first error is thrown, because nothing succeeded.
 */
export async function* fetchAll(
  fetch: ReportFetch,
  invocation: Invocation,
  requests: readonly Parameters[],
  concurrency: number,
): AsyncGenerator<{ readonly index: number; readonly result: RequestResult }> {
  const { report } = fetch;
  const progress = openProgress(invocation, requests.length);
  const failures: HotelctlError[] = [];
  // The JSON error contains the failures, for programs; it is also shown to users of --quiet.
  const inError = invocation.flags.quiet === true || invocation.flags.errorFormat === 'json';
  const named: string[] = [];
  let index = 0;
  const fetchWhole = async (parameters: Parameters) => {
    try {
      return await heldResult(await fetchReport(fetch, parameters), fetch);
    } finally {
      await progress.advance();
    }
  };
  try {
    for await (const { item, outcome } of inOrder(requests, concurrency, fetchWhole)) {
      if (outcome.status === 'fulfilled') yield { index, result: outcome.value };
      else {
        const error = outcome.reason;
        if (!(error instanceof HotelctlError) || invocation.context.interrupted.aborted) throw error;
        failures.push(error);
        const failure = `${nameOf(report.period, item)}: ${failureWords(error)}`;
        if (inError) named.push(failure);
        else await invocation.note(`failed: ${failure}`);
      }
      index += 1;
    }
  } finally {
    await progress.close();
  }
  const [first] = failures;
  if (!first) return;
  if (failures.length === requests.length) throw first;
  throw new PartialError(
    `${failures.length} of ${requests.length} requests failed; what succeeded was written`,
    {
      hint: `the failures are named ${inError ? 'in the messages' : 'above'}; the first one: ${first.details.hint}`,
      ...(inError ? { messages: named } : {}),
    },
  );
}

function failureWords({ message, details: { messages = [], trackingId } }: HotelctlError): string {
  const words = [message, ...messages].join('; ');
  return trackingId === undefined ? words : `${words} (tracking id ${trackingId})`;
}

const nameOf = (form: PeriodForm, parameters: Parameters) =>
  safeText(`${parameters['propertyId']} ${periodName(form, parameters)}`);

/** The part of a result that may be kept in memory before it is written: records, bytes of a CSV, or characters of JSON. */
const mostRecords = 20_000;
const mostBytes = 4 << 20;
const mostCharacters = 16 << 20;

/**
 * Reads a result before it is written, so that the next request can use the connection, and so that a body that breaks
 * off fails only this request and leaves no part of it in the output. The rest of a larger body is read when it is
 * written; if it breaks off then, the whole run fails and the old file stays.
 */
async function heldResult(
  result: RequestResult,
  { format, layout }: Pick<ReportFetch, 'format' | 'layout'>,
): Promise<RequestResult> {
  // Several views of a response are in memory already.
  if (result.inViews) return result;
  if (format === 'json') {
    const json = await readAhead(result.json(), mostCharacters, text => text.length);
    return { ...result, json: () => json };
  }
  const made = layout && result.csvRows?.(layout);
  if (made) {
    const rows = await readAhead(copiesOf(made), mostBytes, ({ bytes }) => bytes.length);
    return { ...result, csvRows: () => inTurn(rows) };
  }
  const records = await readAhead(result.records(), mostRecords, batch => batch.length);
  const { csvRows: _unused, ...others } = result;
  return { ...others, records: () => records };
}

/** Rows that stay as they are when the next ones are made. */
async function* copiesOf(made: AsyncIterable<CsvRows>): AsyncGenerator<CsvRows> {
  for await (const { bytes, count } of made) yield { bytes: Uint8Array.from(bytes), count };
}

async function* inTurn<Piece>(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield* pieces;
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

/**
 * Runs `work` on every item, at most `concurrency` at a time, and yields the outcomes in the order of the items. At
 * most four times `concurrency` items are started before they are read, so that a slow reader or one slow response
 * never collects all others in memory.
 */
async function* inOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly outcome: PromiseSettledResult<Result> }> {
  const outcomes: Promise<PromiseSettledResult<Result>>[] = [];
  let started = 0;
  let running = 0;
  let read = 0;
  const startMore = () => {
    while (started < items.length && running < concurrency && started < read + 4 * concurrency) {
      const item = items[started] as Item;
      running += 1;
      outcomes[started] = settled(work(item)).finally(() => {
        running -= 1;
        startMore();
      });
      started += 1;
    }
  };
  for (; read < items.length; read += 1) {
    startMore();
    const outcome = await (outcomes[read] as Promise<PromiseSettledResult<Result>>);
    delete outcomes[read];
    yield { item: items[read] as Item, outcome };
  }
}

const settled = async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([work]))[0] as PromiseSettledResult<T>;
