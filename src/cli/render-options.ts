import { hintOfNames } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { capitalized } from '../base/text.ts';
import { chooseArrangement, chooseColumns, refusedForJson } from '../output/columns.ts';
import { isFileNameTemplate, isStandardOutput } from '../output/deliver.ts';
import type { Pieces } from '../output/document/document.ts';
import {
  type CsvOptions,
  chooseFormat,
  csvOptions,
  type Format,
  hasSections,
  isBinary,
} from '../output/format.ts';
import { localeFormat } from '../output/number-format.ts';
import type { RenderOptions } from '../output/render.ts';
import { leadingView, type SectionWords } from '../output/results.ts';
import { tableStyle } from '../output/table-style.ts';
import { definedText, describePeriod, joinTexts, say } from '../output/words/messages.ts';
import type { Phrase } from '../output/words/words.ts';
import { listValues, type Parameters } from '../platform/parameters.ts';
import { periodName } from '../platform/periods.ts';
import type { View } from '../platform/records.ts';
import { reportsWithCharts } from '../platform/reports/index.ts';
import {
  type Amounts,
  listViews,
  propertyWords,
  type ReportDefinition,
  unitGroupTypes,
} from '../platform/reports/report.ts';
import type { Conversion } from '../reports/figures/rates.ts';
import { readS3Object } from '../reports/lake/s3-address.ts';
import type { Invocation } from './invocation.ts';
import { nameFlag, type SettingName, wordsOfSetting } from './settings/settings.ts';
import { allViews, type OutputOptions, readQuery } from './shared-flags.ts';

export type ReportOutput = Awaited<ReturnType<typeof reportOutput>>;

/**
 * How a report is read and written, determined before anything is sent: the views of each response, of which the one
 * with the key figures leads, and what the figures count and their amounts are, if the report chooses.
 *
 * @param computed rows that are computed from a view, instead of the view: `source` is the default of the flags
 */
export async function reportOutput(
  report: ReportDefinition,
  invocation: Invocation,
  options: OutputOptions & { readonly envelope?: boolean },
  computed?: { readonly source: string | undefined; readonly viewOf: (source: View<never>) => View<never> },
) {
  const format = checkedFormat(invocation, options);
  checkChart(report, options, format);
  checkOpen(options, format);
  const chart = options.chart ?? false;
  const usual =
    (chart || format === 'html' || format === 'xlsx' ? report.chartView : undefined) ?? report.views[0] ?? '';
  const names =
    computed?.source !== undefined
      ? [computed.source]
      : options.view === undefined
        ? [usual]
        : givenViews(report, options.view);
  if (names.length > 1) checkSeveralViews(options, format);
  const response = await report.response();
  const amounts = invocation.settings.require('amounts') as Amounts;
  const all = response.viewsIn?.(amounts) ?? response.views;
  const basis =
    response.viewsIn &&
    describeBasis(wordsOfSetting(invocation.settings.optional('unitGroupTypes') ?? ''), amounts);
  const views = names.map(name => all.find(candidate => candidate.name === name) as View<never>);
  const leading = leadingView(views) as View<never>;
  if (format === 'json' && !computed && names[0] !== report.views[0] && !leading.expands)
    throw refusedForJson('--view');
  const output = await renderOptions(invocation, options, computed?.viewOf(leading) ?? leading);
  if (options.envelope && format !== 'json')
    throw new UsageError(`--envelope requires JSON; the format is ${format}`, { hint: 'add --format json' });
  const about: RenderOptions['about'] = {
    title: definedText(makeTitle(report)),
    basis,
    definition: definedText(report.description),
    madeAt: invocation.context.clock.now(),
  };
  return { views, output: { ...output, chart, about }, basis };
}

export async function renderOptions(
  invocation: Invocation,
  options: OutputOptions,
  view: RenderOptions['view'],
): Promise<RenderOptions> {
  const format = checkedFormat(invocation, options);
  const locale = invocation.settings.optional('locale');
  // Most commands have no locale: the phrases and the names of months are loaded, and made, only with one.
  const words =
    locale === undefined ? undefined : (await import('../output/words/words.ts')).loadWords(locale);
  return {
    format,
    view,
    columns: chooseColumns(view, format, options.columns),
    several: false,
    arrangement: chooseArrangement(view, format, options),
    locale: localeFormat(locale, await words),
    table: tableFor(invocation, options.output),
    csv: csvDialect(invocation, options, format),
    query: await readQuery(options),
    about: { title: definedText(makeTitle(view)), madeAt: invocation.context.clock.now() },
  };
}

function checkedFormat({ context }: Invocation, options: OutputOptions): Format {
  readS3Object(options.output ?? '');
  const format = chooseFormat(options);
  if (isBinary(format) && isStandardOutput(options.output) && context.stdout.isTerminal)
    throw new UsageError(`--format ${format} is not written to a terminal`, {
      hint: 'set --output to the name of a file, or pipe it to another program',
    });
  return format;
}

export const dialectSettings = ['delimiter', 'decimalComma', 'bom'] as const;

/** The flags of these settings that were given. */
export const givenFlags = (settings: Invocation['settings'], names: readonly SettingName[]): string[] =>
  names.filter(name => settings.find(name)?.source === 'flag').map(nameFlag);

function csvDialect({ settings }: Invocation, options: OutputOptions, format: Format): CsvOptions {
  const choice = (name: 'decimalComma' | 'bom') => {
    const value = settings.optional(name);
    return value === undefined ? undefined : value === 'true';
  };
  const given = [
    ...givenFlags(settings, dialectSettings),
    options.headings !== undefined && '--headings',
    !options.header && '--no-header',
    !options.formulaGuard && '--no-formula-guard',
  ].filter(flag => flag !== false);
  const [delimiter, locale] = [settings.optional('delimiter'), settings.optional('locale')];
  const dialect = { delimiter, locale, decimalComma: choice('decimalComma'), bom: choice('bom') };
  return csvOptions({ ...options, ...dialect }, given, format);
}

export const tableFor = ({ context, flags }: Invocation, target: string | undefined) =>
  tableStyle(isStandardOutput(target) ? context.stdout : null, context, !flags.color);

function checkSeveralViews(options: OutputOptions, format: Format): void {
  if (!hasSections(format)) {
    const message = `--view: only xlsx and html can contain several views; the format is ${format}`;
    throw new UsageError(message, { hint: 'name one view, or use --format xlsx or html' });
  }
  for (const flag of ['columns', 'sort', 'limit'] as const) {
    if (options[flag] === undefined) continue;
    throw new UsageError(`--${flag} applies to one view; --view names several`, {
      hint: `name one view, or omit --${flag}`,
    });
  }
}

/** `--chart` replaces the table, so it requires a report with charts and no other output format. */
function checkChart(report: ReportDefinition, options: OutputOptions, format: Format): void {
  if (!options.chart) return;
  const { name, chartView } = report;
  const wrong = (message: string, hint = 'omit one of them') => new UsageError(message, { hint });
  if (chartView === undefined)
    throw wrong(`--chart: ${name} has no chart`, `reports with charts: ${reportsWithCharts.join(', ')}`);
  if (format !== 'table') {
    const hint = format === 'html' ? 'omit --chart: HTML pages always have charts' : undefined;
    throw wrong(`--chart replaces the table; the format is ${format}`, hint);
  }
  if (options.view !== undefined && options.view !== chartView)
    throw wrong(`--chart: the charts of ${name} show its view ${chartView}`, 'omit --view or --chart');
  if (options.columns !== undefined)
    throw wrong('--columns cannot be combined with --chart, which replaces the table');
}

function checkOpen({ open, output }: OutputOptions, format: Format): void {
  if (!open) return;
  const wrong = (what: string) =>
    new UsageError(`--open ${what}`, { hint: 'for example `--open`, or `--open --output october.html`' });
  if (format !== 'html') throw wrong(`shows an HTML page; the format is ${format}`);
  if (output === undefined) return;
  if (isStandardOutput(output)) throw wrong('cannot be combined with standard output');
  if (readS3Object(output)) throw wrong('shows a file of this machine');
  if (isFileNameTemplate(output)) throw wrong('shows one page; --output names one for each request');
  // The system opens a file by the extension of its name, so only pages are allowed.
  if (!/\.html?$/i.test(output)) throw wrong('needs a file whose name ends in .html');
}

/** Parameters that a section's heading already contains, or that do not affect the numbers. */
const inHeading = ['propertyId', 'month', 'year', 'from', 'to', 'dateFilter', 'expand'];

/** `bed-nights` as a title: `Bed nights`. */
export const makeTitle = ({ name, title }: Pick<ReportDefinition, 'name' | 'title'>): string =>
  title ?? capitalized(name.replaceAll('-', ' '));

/** Without the names of its filters, a part of the hotel would pass for all of it. */
const describeFilters = ({ parameters: known }: ReportDefinition, request: Parameters): readonly Pieces[] =>
  known.flatMap(({ wire, flag }) => {
    const values = inHeading.includes(wire) ? [] : listValues(request, wire);
    return values.length > 0 ? [[`${flag}: ${values.join(', ')}`]] : [];
  });

/** The filters of a title; a basis has the types of units. */
export const filtersOfTitle = (
  report: ReportDefinition,
  { unitGroupTypes: _types, ...request }: Parameters,
) => describeFilters(report, request);

/** `MUC`, `October 2026`, and the filters of the request, by the names of their flags. */
export function sectionWords(
  report: ReportDefinition,
  parameters: Parameters,
  names: ReadonlyMap<string, string>,
): SectionWords {
  const period = periodName(report.period, parameters);
  const properties = listValues(parameters, 'propertyId').map(id => propertyWords(id, names));
  const dates = period === 'all' ? [listValues(parameters, 'dateFilter').join(', ')] : describePeriod(period);
  return {
    heading: [[properties.join(', ')], dates].filter(words => words[0] !== ''),
    details: describeFilters(report, parameters),
  };
}

const typeWords: Readonly<Record<string, Phrase>> = {
  BedRoom: 'bedrooms',
  MeetingRoom: 'meeting rooms',
  EventSpace: 'event spaces',
  ParkingLot: 'parking lots',
  Other: 'other units',
};

/** `bedrooms only, net of VAT`: what figures count, and what their amounts are. Without types, a report counts all units. */
export function describeBasis(types: readonly string[], amounts: Amounts, conversion?: Conversion): Pieces {
  const isAll = types.length === 0 || unitGroupTypes.every(type => types.includes(type));
  const units = types.map(type => typeWords[type] ?? [type]);
  return joinTexts(
    [
      isAll ? 'all unit types (also garages)' : say('{units} only', { units: joinTexts(units, ', ') }),
      amounts === 'net' ? 'net of VAT' : 'gross',
      conversion && describeConversion(conversion),
    ],
    ', ',
  );
}

export const describeConversion = ({ currency, source }: Conversion): Pieces =>
  say('converted to {currency} with {source}', { currency: [currency], source: [source] });

/** The names of the views of `--view`, in its order: one, several separated by commas, or all. */
export function givenViews(report: ReportDefinition, flag: string): readonly string[] {
  const { name, views, gatheredView } = report;
  if (flag === allViews) return views;
  const given = flag.split(',').map(word => word.trim());
  for (const [index, view] of given.entries()) {
    if (view === gatheredView)
      throw new UsageError(`--view ${view} cannot be combined with other views`, {
        hint: 'write one file for each',
      });
    if (!views.includes(view)) {
      const listed = hintOfNames(view, listViews(report), 'views:');
      throw new UsageError(`--view: ${name} has no view "${view}"`, {
        hint: `${listed}${views.length > 1 ? `, or ${allViews}` : ''}`,
      });
    }
    if (given.indexOf(view) < index)
      throw new UsageError(`--view names ${view} twice`, { hint: 'name each view once' });
  }
  return given;
}
