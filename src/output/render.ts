import { UsageError } from '../base/errors.ts';
import type { Column, ReportRecord, View } from '../platform/records.ts';
import { type ColumnSource, chooseColumns } from './columns.ts';
import { csvChunks } from './csv.ts';
import type { CsvOptions } from './csv-options.ts';
import type { Format } from './format.ts';
import { jsonChunks, ndjsonChunks, queriedChunks } from './json.ts';
import type { PagePlan } from './page/page.ts';
import type { Query } from './query/query.ts';
import { collected, type RecordBatches, type Results, recordsOf } from './results.ts';
import type { TableStyle } from './table-style.ts';

/**
 * Records to text: the table for people, CSV and XLSX for spreadsheets, JSON and NDJSON for scripts (cli.md, Output), and
 * the delivery of that to standard output or, as a whole, to a file. This room knows no report: a view's
 * columns and layout come with the request.
 */
export interface RenderPlan {
  readonly format: Format;
  /** `table` alone: charts in its place. */
  readonly chart?: boolean;
  readonly view: RenderedView;
  /** What `--columns` chose; undefined when it is not given. */
  readonly columns: readonly Column[] | undefined;
  /** More than one request was asked for, whatever came of them: `json` is an array then. */
  readonly several: boolean;
  readonly table: TableStyle;
  readonly csv: CsvOptions;
  /** `--query`: on the whole of `json`, on each record of `ndjson`. */
  readonly query?: Query | undefined;
  /** What a page says around the records; `html` needs it, the others don't. */
  readonly page?: PagePlan;
}

export type RenderedView = ColumnSource & Pick<View<never>, 'table' | 'charts' | 'whole'>;

export interface Rendered {
  /** Text, and bytes of `xlsx` and `parquet`. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Records written so far; undefined for `json`, which looks into no body. 0 in the end: say "no rows" aside. */
  readonly rows: () => number | undefined;
}

/**
 * The columns that `--columns` names, checked before anything is sent; undefined without it. Throws UsageError for
 * an unknown name and for `json`, whose body is the platform's as a whole.
 */
export function requestedColumns(
  view: ColumnSource,
  format: Format,
  flag: string | undefined,
): readonly Column[] | undefined {
  if (flag === undefined) return undefined;
  if (format !== 'json') return chooseColumns(view, flag);
  throw new UsageError('--columns does not go with --format json, which prints the whole body', {
    hint: 'use --format ndjson for chosen fields, one record a line',
  });
}

/** The text of the results in the plan's format, made as it is read; nothing is done before. */
export function render(plan: RenderPlan, results: Results): Rendered {
  if (plan.format === 'json') {
    const json = jsonChunks(results, plan.several);
    return { chunks: plan.query ? queriedChunks(json, plan.query) : json, rows: () => undefined };
  }
  let rows = 0;
  const counted = async function* (batches: RecordBatches) {
    for await (const records of batches) {
      rows += records.length;
      yield records;
    }
  };
  const chunks = chunksOf(plan, results, counted);
  if (plan.format === 'ndjson' && plan.query) return withLinesCounted(chunks);
  return { chunks, rows: () => rows };
}

/** A query leaves records out: those that it found something in are the lines, and no text in JSON holds a raw line feed. */
function withLinesCounted(chunks: AsyncIterable<string | Uint8Array>): Rendered {
  let rows = 0;
  const counted = async function* () {
    for await (const chunk of chunks) {
      rows += String(chunk).split('\n').length - 1;
      yield chunk;
    }
  };
  return { chunks: counted(), rows: () => rows };
}

type Counted = (batches: RecordBatches) => AsyncIterable<readonly ReportRecord[]>;

function chunksOf(plan: RenderPlan, results: Results, counted: Counted): AsyncIterable<string | Uint8Array> {
  const { format, columns, view, csv, query } = plan;
  const all = () => counted(recordsOf(results));
  if (format === 'csv') return csvChunks(all(), columns ?? view.columns, csv);
  if (format === 'xlsx') return spreadsheetChunks(view.name, all(), columns ?? view.columns);
  if (format === 'parquet') return parquetFileChunks(view.name, all(), columns ?? view.columns);
  if (format === 'ndjson') return ndjsonChunks(all(), { columns, query });
  if (format === 'html') return htmlChunks(plan, results, counted);
  return plan.chart ? chartChunks(plan, results, counted) : tableChunks(plan, results, counted);
}

/** What a person sees without `--columns`. Chosen columns are shown exactly: no bar beside them, nothing left out. */
function shownOf({ view, columns }: RenderPlan) {
  const { title, columns: usual, ...extras } = view.table ?? {};
  return {
    title,
    columns: columns ?? (usual ? chooseColumns(view, usual.join(',')) : view.columns),
    layout: columns ? {} : extras,
  };
}

async function* spreadsheetChunks(
  name: string,
  batches: RecordBatches,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const { spreadsheet } = await import('./spreadsheet/spreadsheet.ts');
  yield await spreadsheet(name, batches, columns);
}

async function* parquetFileChunks(
  name: string,
  batches: RecordBatches,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const { parquetChunks } = await import('./parquet/parquet.ts');
  yield* parquetChunks(batches, columns, name);
}

/** A view with a title gets a table for each request, under that request's title; any other one table for all. */
async function* tableChunks(plan: RenderPlan, results: Results, counted: Counted): AsyncGenerator<string> {
  const { tableText } = await import('./table.ts');
  const { title, columns, layout } = shownOf(plan);
  const tablePlan = { ...layout, ...(title ? { title } : {}), columns };
  if (!title) {
    yield await tableText(await collected(counted(recordsOf(results))), tablePlan, plan.table);
    return;
  }
  let before = '';
  for await (const result of results) {
    yield before + (await tableText(await collected(counted(result.records())), tablePlan, plan.table));
    before = '\n';
  }
}

/** The charts of each request, under that request's title. */
async function* chartChunks(plan: RenderPlan, results: Results, counted: Counted): AsyncGenerator<string> {
  const [{ chartsOf, figuresOf }, { chartText }] = await Promise.all([
    import('./chart/chart.ts'),
    import('./chart/chart-text.ts'),
  ]);
  const { columns, charts = [], whole, table } = plan.view;
  let before = '';
  for await (const result of results) {
    const records = await collected(counted(result.records()));
    const figures = figuresOf(whole?.figures ?? [], result.whole?.());
    const title = table?.title?.(records) ?? plan.view.name;
    yield before + chartText(title, figures, chartsOf(charts, columns, records), plan.table);
    before = '\n';
  }
}

async function* htmlChunks(plan: RenderPlan, results: Results, counted: Counted): AsyncGenerator<string> {
  if (!plan.page) throw new Error('a page was asked for without its title');
  const { pageChunks } = await import('./page/page.ts');
  const { columns, layout } = shownOf(plan);
  yield* pageChunks(plan.page, { view: plan.view, columns, layout }, results, counted);
}
