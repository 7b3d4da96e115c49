import { UsageError } from '../errors.ts';
import type { Column, ReportRecord, TableLayout } from '../platform/records.ts';
import { type ColumnSource, chooseColumns } from './columns.ts';
import { csvChunks } from './csv.ts';
import type { CsvOptions } from './csv-options.ts';
import type { Format } from './format.ts';
import { jsonChunks, ndjsonChunks, queriedChunks } from './json.ts';
import type { Query } from './query/query.ts';
import { type RecordBatches, type Results, recordsOf } from './results.ts';
import type { TableStyle } from './table-style.ts';

/**
 * Records to text: the table for people, CSV and XLSX for spreadsheets, JSON and NDJSON for scripts (cli.md, Output), and
 * the delivery of that to standard output or, as a whole, to a file. This room knows no report: a view's
 * columns and layout come with the request.
 */
export interface RenderPlan {
  readonly format: Format;
  readonly view: ColumnSource & { readonly table?: TableLayout };
  /** What `--columns` chose; undefined when it is not given. */
  readonly columns: readonly Column[] | undefined;
  /** More than one request was asked for, whatever came of them: `json` is an array then. */
  readonly several: boolean;
  readonly table: TableStyle;
  readonly csv: CsvOptions;
  /** `--query`: on the whole of `json`, on each record of `ndjson`. */
  readonly query?: Query | undefined;
}

export interface Rendered {
  /** Text, and bytes of `xlsx`. */
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
  const { columns, query } = plan;
  const all = () => counted(recordsOf(results));
  const chunksOf = {
    table: () => tableChunks(plan, results, counted),
    csv: () => csvChunks(all(), columns ?? plan.view.columns, plan.csv),
    xlsx: () => spreadsheetChunks(plan.view.name, all(), columns ?? plan.view.columns),
    ndjson: () => ndjsonChunks(all(), { columns, query }),
  };
  const chunks = chunksOf[plan.format]();
  return { chunks, rows: () => rows };
}

async function* spreadsheetChunks(
  name: string,
  batches: RecordBatches,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const { spreadsheet } = await import('./spreadsheet/spreadsheet.ts');
  yield await spreadsheet(name, batches, columns);
}

/** A view with a title gets a table for each request, under that request's title; any other one table for all. */
async function* tableChunks(
  plan: RenderPlan,
  results: Results,
  counted: (batches: RecordBatches) => AsyncIterable<readonly ReportRecord[]>,
): AsyncGenerator<string> {
  const { tableText } = await import('./table.ts');
  const { view, columns, table: style } = plan;
  const layout = view.table;
  const shown = columns ?? (layout ? chooseColumns(view, layout.columns.join(',')) : view.columns);
  // Chosen columns are shown exactly: no bar beside them, no value left out because it repeats.
  const { title, ...extras } = layout ?? {};
  const tablePlan = { ...(columns ? {} : extras), ...(title ? { title } : {}), columns: shown };
  if (!title) {
    yield await tableText(await collected(counted(recordsOf(results))), tablePlan, style);
    return;
  }
  let before = '';
  for await (const result of results) {
    yield before + (await tableText(await collected(counted(result.records())), tablePlan, style));
    before = '\n';
  }
}

async function collected(batches: AsyncIterable<readonly ReportRecord[]>): Promise<ReportRecord[]> {
  const all: ReportRecord[] = [];
  for await (const records of batches) for (const record of records) all.push(record);
  return all;
}
