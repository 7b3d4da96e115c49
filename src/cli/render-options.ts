import { UsageError } from '../base/errors.ts';
import { chooseArrangement } from '../output/arrangement.ts';
import { type CsvOptions, csvOptions } from '../output/csv-options.ts';
import { isStandardOutput } from '../output/deliver.ts';
import { isFileNameTemplate } from '../output/file-name.ts';
import { chooseFormat, type Format, isBinary } from '../output/format.ts';
import { localeFormat } from '../output/number-format.ts';
import { type RenderOptions, requestedColumns } from '../output/render.ts';
import { tableStyle } from '../output/table-style.ts';
import { leadingView } from '../output/views.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { View } from '../platform/records.ts';
import { reports } from '../platform/reports/index.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import { givenViews } from './given-views.ts';
import type { Invocation } from './invocation.ts';
import type { OutputOptions } from './output-flags.ts';
import { queryOf } from './output-flags.ts';
import { sectionWords, titleOf } from './report-words.ts';

/** How a report is written, determined before anything is sent. */
export interface ReportRendering {
  /** The view for the platform's response; of several, the one with the key figures. */
  readonly view: View<never>;
  /** If there are several. */
  readonly views: readonly View<never>[] | undefined;
  readonly format: Format;
  /**
   * The options for one target: the results of `several` requests combined, or a single one.
   *
   * @param hotels their names by id, for headings
   */
  readonly optionsFor: (
    target: string | undefined,
    several: boolean,
    hotels?: ReadonlyMap<string, string>,
  ) => RenderOptions;
}

/** Rows that are computed from a view of the report instead of being that view. */
interface ComputedView {
  /** The view that they are computed from; default: the one that the flags choose. */
  readonly source: string | undefined;
  readonly viewOf: (source: View<never>) => View<never>;
}

/** @throws UsageError for invalid output flags */
export async function reportRendering(
  report: ReportDefinition,
  invocation: Invocation,
  options: OutputOptions,
  computed?: ComputedView,
): Promise<ReportRendering> {
  const format = checkedFormat(invocation, options);
  checkChart(report, options, format);
  checkOpen(options, format);
  const chart = options.chart ?? false;
  const usual = (chart || format === 'html' ? report.chartView : undefined) ?? report.views[0] ?? '';
  const names =
    computed?.source !== undefined
      ? [computed.source]
      : options.view === undefined
        ? [usual]
        : givenViews(report, options.view);
  if (names.length > 1) checkSeveralViews(options, format);
  const { views } = await report.response();
  const chosen = names.map(name => views.find(candidate => candidate.name === name) as View<never>);
  const view = leadingView(chosen) as View<never>;
  const common = await renderOptions(invocation, options, computed?.viewOf(view) ?? view);
  const about = {
    title: titleOf(report),
    definition: report.description,
    madeAt: invocation.context.clock.now(),
  };
  return {
    view,
    views: chosen.length > 1 ? chosen : undefined,
    format,
    optionsFor: (target, several, hotels) => ({
      ...common,
      chart,
      about: { ...about, sectionOf: (parameters: Parameters) => sectionWords(report, parameters, hotels) },
      several,
      table: tableFor(invocation, target),
    }),
  };
}

/** How the records of a view are written, according to the flags, validated before anything is sent. */
export async function renderOptions(
  invocation: Invocation,
  options: OutputOptions,
  view: RenderOptions['view'],
): Promise<RenderOptions> {
  const format = checkedFormat(invocation, options);
  return {
    format,
    view,
    columns: requestedColumns(view, format, options.columns),
    several: false,
    arrangement: chooseArrangement(view, format, options),
    locale: localeFormat(invocation.settings.optional('locale')),
    table: tableFor(invocation, options.output),
    csv: csvDialect(invocation, options, format),
    query: await queryOf(options),
    about: { title: titleOf(view), madeAt: invocation.context.clock.now() },
  };
}

/** A binary format is not written to a terminal. */
function checkedFormat({ context }: Invocation, options: OutputOptions): Format {
  const format = chooseFormat(options);
  if (isBinary(format) && isStandardOutput(options.output) && context.stdout.isTerminal) {
    throw new UsageError(`--format ${format} is not written to a terminal`, {
      hint: 'set --output to the name of a file, or pipe it to another program',
    });
  }
  return format;
}

function csvDialect({ settings }: Invocation, options: OutputOptions, format: Format): CsvOptions {
  const choice = (name: 'decimalComma' | 'bom') => {
    const value = settings.optional(name);
    return value === undefined ? undefined : value === 'true';
  };
  const isFlag = (name: 'delimiter' | 'decimalComma' | 'bom') => settings.find(name)?.source === 'flag';
  const given = [
    isFlag('delimiter') && '--delimiter',
    isFlag('decimalComma') && '--decimal-comma',
    isFlag('bom') && '--bom',
    options.headings !== undefined && '--headings',
    !options.header && '--no-header',
    !options.formulaGuard && '--no-formula-guard',
  ].filter(flag => flag !== false);
  const { headings, header, formulaGuard } = options;
  const dialect = {
    delimiter: settings.optional('delimiter'),
    decimalComma: choice('decimalComma'),
    bom: choice('bom'),
    locale: settings.optional('locale'),
  };
  return csvOptions({ ...dialect, headings, header, formulaGuard }, given, format);
}

/** The style of a table for standard output or a file. */
export const tableFor = (
  { context, flags }: Invocation,
  target: string | undefined,
): RenderOptions['table'] =>
  tableStyle(isStandardOutput(target) ? context.stdout : null, context, !flags.color);

/** Several views need a sheet or a section each. */
function checkSeveralViews(options: OutputOptions, format: Format): void {
  if (format !== 'xlsx' && format !== 'html') {
    throw new UsageError(
      `--view: only xlsx and html can contain several views, and the format is ${format}`,
      {
        hint: 'name one view, or use --format xlsx or html',
      },
    );
  }
  for (const flag of ['columns', 'sort'] as const) {
    if (options[flag] === undefined) continue;
    throw new UsageError(`--${flag} names columns of one view, and --view names several`, {
      hint: `name one view, or omit --${flag}`,
    });
  }
}

/** `--chart` replaces the table, so it requires a report with charts and no other output format. */
function checkChart(report: ReportDefinition, options: OutputOptions, format: Format): void {
  if (!options.chart) return;
  if (report.chartView === undefined) {
    throw new UsageError(`--chart: ${report.name} has no chart`, {
      hint: `reports with charts: ${reports.flatMap(({ name, chartView }) => (chartView ? [name] : [])).join(', ')}`,
    });
  }
  if (format !== 'table') {
    throw new UsageError(`--chart replaces the table, and the format is ${format}`, {
      hint: format === 'html' ? 'omit --chart: HTML pages always have charts' : 'omit one of them',
    });
  }
  if (options.view !== undefined && options.view !== report.chartView) {
    throw new UsageError(`--chart: the charts of ${report.name} show its view ${report.chartView}`, {
      hint: 'omit --view or --chart',
    });
  }
  if (options.columns !== undefined) {
    throw new UsageError('--columns cannot be combined with --chart, which replaces the table', {
      hint: 'omit one of them',
    });
  }
}

/** `--open` shows one HTML page in the browser. */
function checkOpen({ open, output }: OutputOptions, format: Format): void {
  if (!open) return;
  const hint = 'for example `--open`, or `--open --output october.html`';
  if (format !== 'html') {
    throw new UsageError(`--open shows an HTML page, and the format is ${format}`, { hint });
  }
  if (output === undefined) return;
  if (isStandardOutput(output)) {
    throw new UsageError('--open cannot be combined with standard output', { hint });
  }
  if (isFileNameTemplate(output)) {
    throw new UsageError('--open shows one page, and --output names one for each request', { hint });
  }
  // The system opens a file by the extension of its name, so only pages are allowed.
  if (!/\.html?$/i.test(output)) {
    throw new UsageError('--open needs a file whose name ends in .html', { hint });
  }
}
