import { OutputError } from '../base/errors.ts';
import { stringifyJson } from '../platform/json.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { ReportRecord, View } from '../platform/records.ts';

/** Records in batches: one by one, the waiting in between would cost more than the records. */
export type RecordBatches = Iterable<readonly ReportRecord[]> | AsyncIterable<readonly ReportRecord[]>;

/** Enough records to make a batch worth a write, few enough that wide ones stay small in memory. */
const batchSize = 256;

/**
 * What one request brought. Both sides are functions, so that only what the format needs is made, and so that a
 * body of any size can come as a stream: a source may hand out records and JSON text piece by piece.
 */
export interface RequestResult {
  readonly parameters: Parameters;
  /** The body as JSON in lines of two blanks, without a final line feed. */
  readonly json: () => Iterable<string> | AsyncIterable<string>;
  readonly records: () => RecordBatches;
  /** The record of the whole, where the view tells of one and the answer has it. */
  readonly whole?: () => ReportRecord | undefined;
}

export type Results = Iterable<RequestResult> | AsyncIterable<RequestResult>;

/** The result of a request whose body is in memory; undefined is an empty answer (204): `null`, and no record. */
export function parsedResult<Body>(
  view: Pick<View<Body>, 'records' | 'whole'>,
  parameters: Parameters,
  body: Body | undefined,
): RequestResult {
  return {
    parameters,
    json: () => [stringifyJson(body === undefined ? null : body, 2)],
    records: () => inBatches(body === undefined ? [] : view.records(body, parameters)),
    whole: () => (body === undefined ? undefined : view.whole?.record(body, parameters)),
  };
}

/** The records of all results in turn, as one stream. */
export async function* recordsOf(results: Results): AsyncGenerator<readonly ReportRecord[]> {
  for await (const result of results) yield* result.records();
}

/** Records that are made as they are read, in batches. */
export function* inBatches(records: Iterable<ReportRecord>): Generator<readonly ReportRecord[]> {
  let batch: ReportRecord[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The records of a result that are shown, and all of them for headings and totals. */
export interface CollectedRecords {
  readonly shown: readonly ReportRecord[];
  readonly all: readonly ReportRecord[];
}

/** What a page and a workbook say around the records. */
export interface ReportDescription {
  readonly title: string;
  /** A sentence or two on what the numbers count. */
  readonly definition?: string;
  /** When the output was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** A request's own heading, and the filters of the request. */
  readonly sectionOf?: (parameters: Parameters) => SectionWords;
}

export interface SectionWords {
  readonly heading: string;
  readonly details: readonly string[];
}

/** A table or a page of so many rows has no reader, and an endless response must not fill the memory. */
export const mostCollected = 500_000;

/**
 * All the records of a result, for a format that needs all of them.
 *
 * @throws OutputError for more than `mostCollected`
 */
export async function collected(batches: RecordBatches, most = mostCollected): Promise<ReportRecord[]> {
  const all: ReportRecord[] = [];
  for await (const records of batches) {
    if (all.length + records.length > most) {
      throw new OutputError(`more than ${most} rows: this format keeps all of them in memory`, {
        hint: 'use --format csv or ndjson, without --sort',
      });
    }
    for (const record of records) all.push(record);
  }
  return all;
}
