import type { Column, ReportRecord, TableLayout, View } from '../platform/records.ts';
import { type Arrangement, type ColumnSource, findColumn, isArranged, sorted } from './columns.ts';
import { csvChunks, lastDayColumn } from './csv.ts';
import type { Document, Text } from './document/document.ts';
import type { DocumentSource } from './document/report.ts';
import type { CsvOptions, Format } from './format.ts';
import { jsonChunks, ndjsonChunks, queriedChunks } from './json.ts';
import { dayBefore, type LocaleFormat, pageFormat } from './number-format.ts';
import type { Query } from './query/query.ts';
import {
  type CsvLayout,
  type CsvRows,
  collected,
  inBatches,
  type RecordBatches,
  type RecordListener,
  type ReportDescription,
  type RequestResult,
  type Results,
  streamRecords,
  viewByView,
} from './results.ts';
import type { TableStyle } from './table-style.ts';
import { definedText, formatText, joinTexts, sayDate, sayPart, sayPeriod } from './words/messages.ts';

/**
 * Converts records to output: the table for people, CSV and XLSX for spreadsheets, JSON and NDJSON for scripts, HTML
 * pages and Parquet. This folder does not depend on any report: a view's columns and layout come with the request.
 */
export interface RenderOptions {
  readonly format: Format;
  /** `table` only: charts replace it. */
  readonly chart?: boolean;
  readonly view: RenderedView;
  /** The columns that `--columns` names; default: undefined. */
  readonly columns: readonly Column[] | undefined;
  /** Of computed rows: the title of a table by its first records. Default: that of the view with what the records are of. */
  readonly title?: (first: ReportRecord | undefined) => Text;
  /** More than one request was sent, whatever their outcomes: `json` is then an array. */
  readonly several: boolean;
  /** `--sort` and `--limit`. */
  readonly arrangement: Arrangement;
  /** The locale of numbers and dates in tables, pages and workbooks. */
  readonly locale: LocaleFormat;
  readonly table: TableStyle;
  readonly csv: CsvOptions;
  /** `--query`: applied to the whole of `json`, to each record of `ndjson`. */
  readonly query: Query | undefined;
  readonly about: ReportDescription;
}

type RenderedView = ColumnSource & Pick<View<never>, 'table' | 'charts' | 'whole'>;
type Chunks = AsyncIterable<string | Uint8Array>;

/** The text or the bytes of the results in the chosen format. Lazy: nothing happens before the first chunk is read. */
export function render(options: RenderOptions, results: Results) {
  const reader = new RecordReader(options.arrangement);
  return {
    chunks: makeChunks(options, results, reader),
    // Those that were written so far. The body of `json` is not examined.
    rows: () => (options.format === 'json' ? undefined : reader.rowCount),
    sheets: () => reader.sheets,
    cut: () => reader.cut,
    // Pages and workbooks say it beside their rows, and other formats are for programs.
    limited: () =>
      options.format === 'table'
        ? formatText(sayPart(reader.rowCount, reader.seenCount), options.locale)
        : '',
  };
}

async function* makeChunks(options: RenderOptions, results: Results, reader: RecordReader) {
  yield* await chunksOf(options, results, reader);
}

/** The code of a format is loaded when its first chunk is read. A format without a branch does not compile. */
async function chunksOf(options: RenderOptions, results: Results, reader: RecordReader): Promise<Chunks> {
  const { format, view, columns, csv, query } = options;
  switch (format) {
    case 'json': {
      const json = jsonChunks(results, options.several);
      return query ? queriedChunks(json, query) : json;
    }
    case 'ndjson':
      return ndjsonChunks(reader.stream(streamRecords(results)), columns, query, lines => {
        reader.rowCount = lines;
      });
    case 'csv':
      return csvChunks(reader.rows(results, csvLayout(options)), csvColumns(options), csv);
    case 'xlsx': {
      const { documentWorkbook } = await import('./workbook/workbook.ts');
      const { reportSheets } = await import('./document/report-sheets.ts');
      const document = await reportSheets(makeSource(options, results, reader, options.locale), columns);
      return documentWorkbook(document, options.locale, options.about.madeAt, (sheets, cut) => {
        reader.sheets = sheets;
        reader.cut = cut;
      });
    }
    case 'parquet': {
      const { parquetChunks } = await import('./parquet/parquet.ts');
      return parquetChunks(reader.stream(streamRecords(results)), columns ?? view.columns, view.name);
    }
    case 'html': {
      const { documentPage } = await import('./document/page.ts');
      return documentPage(await composeReport(options, results, reader), pageFormat(options.locale));
    }
    case 'table':
      return belowGaps(options, (options.chart ? chartChunks : tableChunks)(options, results, reader));
  }
}

/** The layout for rows that are made without records; undefined for other formats, and where records are sorted. */
export function csvLayout(options: RenderOptions): CsvLayout | undefined {
  const { format, csv, arrangement } = options;
  return format !== 'csv' || arrangement.sort ? undefined : { columns: csvColumns(options), options: csv };
}

/** People read the end of a period as its last day: with readable headings, that day is beside an exclusive end. */
function csvColumns({ columns, view, csv }: Pick<RenderOptions, 'columns' | 'view' | 'csv'>) {
  if (columns || csv.headings !== 'human') return columns ?? view.columns;
  return view.columns.flatMap(column => (column.exclusive ? [column, lastDayColumn] : [column]));
}

/**
 * `--sort` and `--limit` apply to the rows of all requests, which are then one table with the property and the period of each
 * row. A chart is of one request.
 */
const isOneTable = ({ several, chart, arrangement }: RenderOptions) =>
  several && !chart && isArranged(arrangement);

/**
 * The table of a view: its columns without `--columns`, and its layout. Chosen columns are shown exactly: no bar beside
 * them, nothing omitted.
 */
function shownTable(options: RenderOptions) {
  const { view, columns, arrangement, several, locale, about } = options;
  const { title: own, columns: usual, ...extras }: Partial<TableLayout> = view.table ?? {};
  const isOne = isOneTable(options);
  const titleOf =
    options.title ??
    (own === undefined
      ? undefined
      : first => joinTexts([definedText(own), ...describeRecord(first, view), about.basis]));
  const title = titleOf && isOne ? () => titleOf(undefined) : titleOf;
  const { indentBy, groupBy, ...flat }: Omit<TableLayout, 'columns' | 'title'> = extras;
  // Such rows no longer form a tree or groups.
  const layout = columns ? { properties: extras.properties } : isOne || arrangement.sort ? flat : extras;
  const shown = columns ?? usual?.map(name => findColumn(view, name, '--columns')) ?? view.columns;
  const perProperty = view.columns.some(({ name }) => name === 'propertyId');
  const isByDay = shown.some(({ name }) => name === 'businessDay');
  // One table for several requests must show which request each row belongs to: what a title would say.
  const labels = own && !isByDay ? ['propertyId', 'from', 'to', 'year', 'month'] : ['propertyId'];
  const isLed = !columns && (isOne || (several && !title));
  const led = view.columns.filter(column => isLed && labels.includes(column.name) && !shown.includes(column));
  const drawn = isOne ? { ...view, charts: [] } : view;
  return { view: drawn, title, columns: [...led, ...shown], layout, format: locale, perProperty };
}

/** The property and the period of a record: `MUC`, `October 2026`. */
function describeRecord(record: ReportRecord | undefined, { columns }: ColumnSource): Text[] {
  const { propertyId, from, to, year, month } = record ?? {};
  const end = columns.find(({ name }) => name === 'to');
  const last = end?.exclusive ? dayBefore(String(to)) : String(to);
  return [
    propertyId === undefined ? '' : [String(propertyId)],
    from === undefined ? '' : sayPeriod({ first: String(from), last }),
    year === undefined ? '' : sayDate(`${year}-${String(month).padStart(2, '0')}-01`, 'month-of-year'),
  ];
}

/**
 * A view with a title has a table for each request, under that request's title; any other view has one table for all.
 */
async function* tableChunks(options: RenderOptions, results: Results, reader: RecordReader) {
  const { recordsText } = await import('./document/terminal.ts');
  const { title, ...layout } = shownTable(options);
  // The only table of all requests says what they count.
  const { basis = [] } = options.about;
  const heading = title ?? (basis.length > 0 ? () => basis : undefined);
  const makeText = (batches: RecordBatches) =>
    recordsText(layout, heading, seen => reader.stream(batches, seen), options.table);
  if (!title || isOneTable(options)) yield* makeText(streamRecords(results));
  else yield* oneBelowTheOther(results, result => makeText(result.records()));
}

/** What is missing is known after the last result: only one table of all requests begins then. */
async function* belowGaps(options: RenderOptions, pieces: AsyncIterable<string>) {
  const { about, locale, table, chart } = options;
  const isOne = !chart && shownTable(options).title === undefined;
  let isFirst = true;
  for await (const piece of isOne ? pieces : inOnePiece(pieces)) {
    const { gaps = [] } = (isFirst && (await about.complete?.({ title: [], blocks: [] }, []))) || {};
    if (gaps.length > 0) yield (await import('./document/terminal.ts')).gapsText(gaps, locale, table);
    isFirst = false;
    yield piece;
  }
}

async function* inOnePiece(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  yield text;
}

async function* chartChunks(options: RenderOptions, results: Results, reader: RecordReader) {
  const { makeCharts, makeTiles } = await import('./chart/chart.ts');
  const { chartTables } = await import('./chart/chart-tables.ts');
  const { documentText } = await import('./document/terminal.ts');
  const { name, columns, charts = [], whole } = options.view;
  const { title } = shownTable(options);
  yield* oneBelowTheOther(results, async function* (result) {
    const shown = await collected(reader.stream(result.records()));
    const tiles = makeTiles(whole?.figures ?? [], result.whole?.(), options.locale);
    const drawn = charts.flatMap(chart => makeCharts(chart, columns, shown, options.locale));
    const document = { title: title?.(shown[0]) ?? [name], tiles, blocks: chartTables(drawn, options.table) };
    yield* documentText(document, options.locale, options.table);
  });
}

async function* oneBelowTheOther(results: Results, textOf: (result: RequestResult) => AsyncIterable<string>) {
  let isFirst = true;
  for await (const result of results) {
    if (!isFirst) yield '\n';
    isFirst = false;
    yield* textOf(result);
  }
}

/** The document of results: also of those in memory, for a mail beside the output. */
export async function composeReport(
  options: RenderOptions,
  results: Results,
  reader = new RecordReader(options.arrangement),
): Promise<Document> {
  const { reportDocument } = await import('./document/report.ts');
  return reportDocument(makeSource(options, results, reader, pageFormat(options.locale)));
}

const makeSource = (
  options: RenderOptions,
  results: Results,
  reader: RecordReader,
  format: LocaleFormat,
): DocumentSource => ({
  about: options.about,
  results: isOneTable(options)
    ? [{ parameters: {}, json: () => [], records: () => streamRecords(results) }]
    : viewByView(results),
  // The view of a result, its columns and its layout.
  contentOf: ({ view = options.view }) => ({
    ...shownTable({ ...options, view, locale: format }),
    isComputed: options.title !== undefined,
    ...(options.about.rankedBy === undefined ? {} : { rankedBy: options.about.rankedBy }),
  }),
  recordsOf: (result, seen) => reader.stream(result.records(), seen),
});

async function* watched(batches: RecordBatches, seen: RecordListener) {
  for await (const records of batches) {
    seen(records);
    yield records;
  }
}

type CsvPiece = readonly ReportRecord[] | CsvRows;

function firstOf(piece: CsvPiece, count: number): CsvPiece {
  if (!('bytes' in piece)) return piece.slice(0, count);
  const { bytes, ends } = piece;
  return { bytes: bytes.subarray(0, ends[count - 1]), ends: ends.slice(0, count) };
}

async function* csvPieces(results: Results, layout: CsvLayout): AsyncGenerator<CsvPiece> {
  for await (const result of results) yield* result.csvRows?.(layout) ?? result.records();
}

/** Reads the records of the results in their order, and counts those that are shown. */
class RecordReader {
  rowCount = 0;
  /** Also those that `--limit` leaves out. */
  seenCount = 0;
  /** Of a workbook, once it is written. */
  sheets: number | undefined;
  cut: readonly string[] = [];
  readonly #arrangement: Arrangement;

  constructor(arrangement: Arrangement) {
    this.#arrangement = arrangement;
  }

  /** @param seen is called with all records, also with those that `--limit` leaves out */
  async *stream(batches: RecordBatches, seen?: RecordListener): AsyncGenerator<readonly ReportRecord[]> {
    const source = seen ? watched(batches, seen) : batches;
    // Only sorting needs all records in memory.
    const isSorted = this.#arrangement.sort !== undefined;
    yield* this.#limited(
      isSorted ? inBatches(sorted(await collected(source), this.#arrangement.sort)) : source,
    );
  }

  /** For a CSV: rows where a result has them, and records elsewhere. */
  rows = (results: Results, layout: CsvLayout | undefined): AsyncIterable<CsvPiece> =>
    layout ? this.#limited(csvPieces(results, layout)) : this.stream(streamRecords(results));

  async *#limited<Piece extends CsvPiece>(pieces: Iterable<Piece> | AsyncIterable<Piece>) {
    let { limit: left = Number.POSITIVE_INFINITY } = this.#arrangement;
    // Read to the end even if enough rows have been returned: the rest of the response is still checked.
    for await (const piece of pieces) {
      const count = 'bytes' in piece ? piece.ends.length : piece.length;
      this.seenCount += count;
      if (left <= 0) continue;
      this.rowCount += Math.min(left, count);
      yield count <= left ? piece : (firstOf(piece, left) as Piece);
      left -= count;
    }
  }
}
