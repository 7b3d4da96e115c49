import { UsageError } from '../errors.ts';
import { csvOptions } from '../output/csv-options.ts';
import { deliver, isStandardOutput } from '../output/deliver.ts';
import { chooseFormat, type Format } from '../output/format.ts';
import { nearestFirst } from '../output/nearest.ts';
import { type RenderPlan, render, requestedColumns } from '../output/render.ts';
import type { RequestResult } from '../output/results.ts';
import { tableStyle } from '../output/table-style.ts';
import { stringifyJson } from '../platform/json.ts';
import type { ReportRecord, View } from '../platform/records.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import { checkChart } from './chart-flag.ts';
import { checkOpen, opensPage } from './open-flag.ts';
import type { OutputOptions } from './output-flags.ts';
import { sectionWords, titleOf } from './report-words.ts';
import type { Runtime } from './runtime.ts';

/** What of a report is written and how it looks, settled before anything is sent. */
export interface OutputPlan {
  readonly view: View<never>;
  /** Made for a target: `several` results joined, or one alone. */
  readonly render: (target: string | undefined, several: boolean) => RenderPlan;
  readonly format: Format;
}

export async function planOutput(
  report: ReportDefinition,
  { context, global }: Runtime,
  options: OutputOptions,
): Promise<OutputPlan> {
  const format = opensPage(options) ? 'html' : chooseFormat(options.format, options.output);
  checkChart(report, options, format);
  checkOpen(options, format);
  const chart = options.chart ?? false;
  const usual = (chart || format === 'html' ? report.pictured : undefined) ?? report.views[0] ?? '';
  const viewName = options.view === undefined ? usual : chosenView(report, options.view);
  const csv = csvOptions(options, format);
  const { views } = await report.answer();
  const view = views.find(candidate => candidate.name === viewName) as View<never>;
  const columns = requestedColumns(view, format, options.columns);
  return {
    view,
    format,
    render: (target, several) => ({
      format,
      chart,
      view,
      columns,
      several,
      table: tableStyle(isStandardOutput(target) ? context.stdout : null, context, !global.color),
      csv,
      page: {
        title: titleOf(report),
        about: report.description,
        madeAt: context.clock.now(),
        sectionOf: parameters => sectionWords(report, parameters),
      },
    }),
  };
}

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
 * @param body what `json` shows; without it the records
 */
export async function writeRecords(
  { context, global, note }: Runtime,
  options: OutputOptions,
  view: Pick<View<never>, 'name' | 'columns' | 'table'>,
  load: () => readonly ReportRecord[] | Promise<readonly ReportRecord[]>,
  body?: unknown,
): Promise<void> {
  const format = chooseFormat(options.format, options.output);
  const plan: RenderPlan = {
    format,
    view,
    columns: requestedColumns(view, format, options.columns),
    several: false,
    table: tableStyle(isStandardOutput(options.output) ? context.stdout : null, context, !global.color),
    csv: csvOptions(options, format),
    page: { title: titleOf(view), madeAt: context.clock.now() },
  };
  const records = await load();
  const result: RequestResult = {
    parameters: {},
    json: () => [stringifyJson(body ?? records, 2)],
    records: () => [records],
  };
  const rendered = render(plan, [result]);
  await deliver(rendered.chunks, options.output, context);
  if (rendered.rows() === 0) await note('no rows');
}
