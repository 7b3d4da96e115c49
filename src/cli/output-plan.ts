import { UsageError } from '../base/errors.ts';
import { csvOptions } from '../output/csv-options.ts';
import { deliver, isStandardOutput } from '../output/deliver.ts';
import { chooseFormat, type Format, isBinary } from '../output/format.ts';
import { nearestFirst } from '../output/nearest.ts';
import { type RenderPlan, render, requestedColumns } from '../output/render.ts';
import type { RequestResult } from '../output/results.ts';
import { tableStyle } from '../output/table-style.ts';
import { stringifyJson } from '../platform/json.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { ReportRecord, View } from '../platform/records.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import { checkChart } from './chart-flag.ts';
import type { Invocation } from './invocation.ts';
import { checkOpen } from './open-flag.ts';
import type { OutputOptions } from './output-flags.ts';
import { queryOf } from './query-flag.ts';
import { sectionWords, titleOf } from './report-words.ts';

/** What of a report is written and how it looks, settled before anything is sent. */
export interface OutputPlan {
  readonly view: View<never>;
  /** Made for a target: `several` results joined, or one alone. */
  readonly render: (target: string | undefined, several: boolean) => RenderPlan;
  readonly format: Format;
}

export async function planOutput(
  report: ReportDefinition,
  invocation: Invocation,
  options: OutputOptions,
): Promise<OutputPlan> {
  const format = checkedFormat(invocation, options);
  checkChart(report, options, format);
  checkOpen(options, format);
  const chart = options.chart ?? false;
  const usual = (chart || format === 'html' ? report.chartView : undefined) ?? report.views[0] ?? '';
  const viewName = options.view === undefined ? usual : chosenView(report, options.view);
  const { views } = await report.response();
  const view = views.find(candidate => candidate.name === viewName) as View<never>;
  const plan = await planRendering(invocation, options, view);
  const page = {
    title: titleOf(report),
    about: report.description,
    madeAt: invocation.context.clock.now(),
    sectionOf: (parameters: Parameters) => sectionWords(report, parameters),
  };
  return {
    view,
    format,
    render: (target, several) => ({ ...plan, chart, page, several, table: tableFor(invocation, target) }),
  };
}

/** All that the flags say of how a view is written, checked before anything is sent. */
export async function planRendering(
  invocation: Invocation,
  options: OutputOptions,
  view: RenderPlan['view'],
): Promise<RenderPlan> {
  const format = checkedFormat(invocation, options);
  return {
    format,
    view,
    columns: requestedColumns(view, format, options.columns),
    several: false,
    table: tableFor(invocation, options.output),
    csv: csvOptions(options, format),
    query: await queryOf(options),
    page: { title: titleOf(view), madeAt: invocation.context.clock.now() },
  };
}

/** Throws UsageError for a spreadsheet's bytes on a terminal too. */
function checkedFormat({ context }: Invocation, options: OutputOptions): Format {
  const format = chooseFormat(options);
  if (isBinary(format) && isStandardOutput(options.output) && context.stdout.isTerminal) {
    throw new UsageError(`--format ${format} is not written to a terminal`, {
      hint: 'give --output the name of a file, or pipe it on',
    });
  }
  return format;
}

/** How a table looks that goes to standard output, or to a file. */
export const tableFor = ({ context, flags }: Invocation, target: string | undefined): RenderPlan['table'] =>
  tableStyle(isStandardOutput(target) ? context.stdout : null, context, !flags.color);

function chosenView(report: ReportDefinition, flag: string): string {
  if (report.views.includes(flag)) return flag;
  const { suggestion, names } = nearestFirst(flag, report.views);
  throw new UsageError(`--view: ${report.name} has no view "${flag}"`, {
    hint: `${suggestion ? `did you mean ${suggestion}? ` : ''}views: ${names.join(', ')}`,
  });
}

/**
 * Writes a list that is no report (properties, profiles) in the format asked for.
 * @param load called once the flags of the output are known to be right
 * @param body what `json` prints, or a function that returns it once `load` is done; by default the records
 */
export async function writeRecords(
  invocation: Invocation,
  options: OutputOptions,
  view: Pick<View<never>, 'name' | 'columns' | 'table'>,
  load: () => readonly ReportRecord[] | Promise<readonly ReportRecord[]>,
  body?: unknown,
): Promise<void> {
  const plan = await planRendering(invocation, options, view);
  const records = await load();
  const result: RequestResult = {
    parameters: {},
    json: () => [stringifyJson((typeof body === 'function' ? body() : body) ?? records, 2)],
    records: () => [records],
  };
  const rendered = render(plan, [result]);
  await deliver(rendered.chunks, options.output, invocation.context);
  await noteNoRows(invocation, options, rendered.rows());
}

/** Says aside that there is nothing, as an empty output would not. */
export async function noteNoRows(
  invocation: Invocation,
  { query }: OutputOptions,
  rows: number | undefined,
): Promise<void> {
  if (rows !== 0) return;
  await invocation.note(
    query === undefined ? 'no rows' : 'no rows: --query is asked of each record of ndjson',
  );
}
