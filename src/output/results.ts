import { OutputError } from '../base/errors.ts';
import { stringifyJson } from '../platform/json.ts';
import type { ExactNumber } from '../platform/numbers.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { Column, ReportRecord, View } from '../platform/records.ts';
import type { Document, Text } from './document/document.ts';
import type { CsvOptions } from './format.ts';
import type { StreamTotals } from './totals.ts';

/** Records in batches: one by one, the asynchronous iteration would cost more than the records. */
export type RecordBatches = Iterable<readonly ReportRecord[]> | AsyncIterable<readonly ReportRecord[]>;

/** Called with each batch before `--sort` and `--limit`: totals are those of all records. */
export type RecordListener = (records: readonly ReportRecord[]) => void;

/** Enough records to make a batch worth a write, but few enough that batches of wide records stay small in memory. */
const batchSize = 256;

/**
 * The result of one request. Both sides are functions, so that only what the format needs is created, and so that a
 * body of any size can be streamed: a source may return records and JSON text piece by piece.
 */
export interface RequestResult {
  readonly parameters: Parameters;
  /** The body as JSON, indented with two spaces, without a final line feed. */
  readonly json: () => Iterable<string> | AsyncIterable<string>;
  readonly records: () => RecordBatches;
  /** Of a list: the rows of a CSV, which are made without records. */
  readonly csvRows?: (layout: CsvLayout) => AsyncIterable<CsvRows>;
  /** Of a list: its items, see `readItems`. */
  readonly items?: () => RecordBatches;
  /** The record of the key figures, if the view has them and the response contains it. */
  readonly whole?: () => ReportRecord | undefined;
  /** What a list that is streamed says about its length, once its records were read. */
  readonly count?: () => ExactNumber | undefined;
  /** The view of its records, if one request has several. */
  readonly view?: View<never>;
  /** Of an excerpt, whose records are the first rows: the sums of all rows. */
  readonly excerptOf?: StreamTotals;
  /** The same response in each of several views, instead of the records above. */
  readonly inViews?: readonly RequestResult[];
}

export interface CsvLayout {
  readonly columns: readonly Column[];
  readonly options: CsvOptions;
}

/** Rows of a CSV that are made already, and where each one ends. The bytes are overwritten when the next rows are made. */
export interface CsvRows {
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
}

export type Results = Iterable<RequestResult> | AsyncIterable<RequestResult>;

/** The result of a request whose body is in memory; undefined is an empty response (204): `null`, and no record. */
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

export async function* streamRecords(results: Results): AsyncGenerator<readonly ReportRecord[]> {
  for await (const result of results) yield* result.records();
}

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

/** The text that a page and a workbook show in addition to the records. */
export interface ReportDescription {
  readonly title: Text;
  /** What the figures count, and what their amounts are: the line below the title. */
  readonly basis?: Text | undefined;
  /** A sentence or two that explain what the numbers count. */
  readonly definition?: Text;
  /** What is known after the last result, such as units that the figures count besides bedrooms. */
  readonly notes?: () => readonly Text[];
  /** Adds to the document what is known after the last result: how many hotels it has, and what is missing; `subject` has none. */
  readonly complete?: (document: Document, subject: Text) => Document | Promise<Document>;
  /** When the output was created, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Every record is a hotel with a rank, which this column orders. */
  readonly rankedBy?: string;
  /** A request's own heading, and the filters of the request; without parameters, those of all requests. */
  readonly sectionOf?: (parameters: Parameters) => SectionWords;
}

export interface SectionWords {
  /** The property and the period. */
  readonly heading: readonly Text[];
  readonly details: readonly Text[];
}

/** No person reads a table or a page with this many rows, and an endless response must not fill the memory. */
const mostCollected = 500_000;

/**
 * All records of a result, for a format that needs all of them.
 *
 * @throws OutputError for more than `mostCollected`
 */
export async function collected(batches: RecordBatches): Promise<ReportRecord[]> {
  const all: ReportRecord[] = [];
  for await (const records of batches) {
    checkRowCount(all.length + records.length);
    for (const record of records) all.push(record);
  }
  return all;
}

/** @throws OutputError for more rows than a format may keep in memory */
export function checkRowCount(rows: number, most = mostCollected): void {
  if (rows > most)
    throw new OutputError(`more than ${most} rows: this format keeps all of them in memory`, {
      hint: 'use --format csv or ndjson, without --sort',
    });
}

/** A response in each of these views. The key figures, which all views of a report share, are those of the first. */
export function inViews(views: readonly View<never>[], resultOf: (view: View<never>) => RequestResult) {
  const leading = leadingView(views);
  return views.map(view => {
    const { whole, ...result } = resultOf(view);
    return { ...result, view, ...(whole && view === leading ? { whole } : {}) };
  });
}

/** The view whose key figures are shown: the first one that has any. */
export const leadingView = (views: readonly View<never>[]): View<never> | undefined =>
  views.find(({ whole }) => whole) ?? views[0];

/** The columns of the record of the key figures. */
export const columnsOfWhole = ({
  columns,
  whole,
}: HavingColumns & { readonly whole?: Partial<HavingColumns> }) => columns.concat(whole?.columns ?? []);

type HavingColumns = Pick<View<never>, 'columns'>;

/** For a page: the views of a request follow each other. */
export async function* viewByView(results: Results): AsyncGenerator<RequestResult> {
  for await (const result of results) yield* result.inViews ?? [result];
}

/**
 * The items of a list, for readers that add up. They are read from the bytes of the response, as the cells of a CSV are, and
 * checked in the same place.
 */
export async function* readItems<Item>({ items, records }: RequestResult): AsyncGenerator<readonly Item[]> {
  // A response without content (204) has no list.
  for await (const batch of items?.() ?? records()) yield batch as unknown as readonly Item[];
}
