import { readChoice } from '../../base/choices.ts';
import { styledText } from '../../base/text.ts';
import type { Options } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { renderOptions } from '../../cli/render-options.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { deliverOutput, planRecords } from '../../cli/write-records.ts';
import { makeColumnHeading, sorted } from '../../output/columns.ts';
import { chooseFormat, isForPeople } from '../../output/format.ts';
import type { LocaleFormat, Word } from '../../output/number-format.ts';
import { wrapWords } from '../../output/prose.ts';
import type { TableStyle } from '../../output/table-style.ts';
import { type Column, textColumns, type View, wordColumn } from '../../platform/records.ts';
import { columnDefinition } from '../../platform/reports/columns.ts';
import { reports } from '../../platform/reports/index.ts';
import { type Amounts, listViews, type ReportDefinition } from '../../platform/reports/report.ts';
import { comparisonFlags } from './flags.ts';

const toRecord = ({ name, summary, description, method, versions, ...report }: ReportDefinition) => ({
  name,
  summary,
  description,
  method,
  flags: report.parameters.map(({ flag, kind, required, repeatable }) => {
    const word = `--${flag} ${kind.placeholder}${repeatable ? '...' : ''}`;
    return required ? word : `[${word}]`;
  }),
  limits: report.rules.map(rule => rule.sentence),
  views: listViews(report),
  versions,
});

const records = reports.map(toRecord);

export const reportListColumns = Object.entries(records[0] ?? {}).map(
  ([name, value]): Column => ({ name, type: 'text', ...(Array.isArray(value) && { holds: 'list' }) }),
);

export async function planReportList(invocation: Invocation, options: OutputOptions) {
  const view = { name: 'reports', columns: reportListColumns };
  const write = await planRecords(invocation, options, view);
  // Sentences are easier to read below each other than in the cells of a table.
  const isText = chooseFormat(options) === 'table' && options.columns === undefined;
  return async () => {
    if (!isText) return write(() => records);
    const { locale, table, arrangement } = await renderOptions(invocation, options, view);
    const shown = sorted(records, arrangement.sort).slice(0, arrangement.limit);
    const text = `${shown.map(record => inLines(record, table, locale.word)).join('\n\n')}\n`;
    return deliverOutput(invocation, { chunks: [text] }, options.output);
  };
}

/** In a file or a pipe each sentence has one line. */
function inLines(report: ReturnType<typeof toRecord>, { color, width: all }: TableStyle, word: Word): string {
  const width = Number.isFinite(all) ? Math.min(all, 110) : all;
  const labels = ['flags:', 'limit:', 'views:', 'API:'];
  const space = Math.max(...labels.map(label => word(label).length)) + 2;
  const wrapped = (name: string, words: string | readonly string[]) => {
    const label = name === '' ? '' : word(name).padEnd(space);
    return wrapWords(
      typeof words === 'string' ? word(words).split(' ') : words,
      width - 2 - label.length,
    ).map((line, index) => `  ${index === 0 ? label : ' '.repeat(label.length)}${line}`);
  };
  return [
    styledText(color, 'bold', report.name),
    ...wrapped('', report.summary),
    ...wrapped('', report.description),
    ...wrapped('flags:', report.flags),
    ...report.limits.flatMap(limit => wrapped('limit:', limit)),
    ...wrapped('views:', report.views.join(', ')),
    ...wrapped('API:', report.versions.join(', ')),
  ].join('\n');
}

export const columnColumns = [
  ...textColumns('view', 'column', 'heading'),
  wordColumn('type', 'Type'),
  ...textColumns('definition'),
];

export async function computedColumns(
  report: ReportDefinition,
  options: Options<typeof comparisonFlags>,
): Promise<readonly Column[]> {
  const views = await shownViews(report, options);
  const { view = report.views[0] } = options as OutputOptions;
  return (views.find(({ name }) => name === view) ?? views[0])?.columns ?? [];
}

/** The columns of the table of a view, or of computed rows, led by those that tell requests apart. */
export async function keyColumns(
  report: ReportDefinition,
  name = report.views[0],
  options: Options<typeof comparisonFlags> = {},
  amounts: Amounts = 'net',
): Promise<readonly string[]> {
  const views = await shownViews(report, options, amounts);
  const { columns, table } = views.find(view => view.name === name) ?? (views[0] as (typeof views)[0]);
  // Each row of a ranking has the same period.
  const ofRequest = options.by === 'property' ? [] : ['year', 'month', 'from', 'to'];
  const leading = ['propertyId', ...ofRequest].filter(path => columns.some(column => column.name === path));
  // The platform does not document whether its RevPAR includes taxes.
  const isUnknown = amounts === 'gross' && options.by === undefined && options.compare === undefined;
  const all = table?.columns ?? columns.map(column => column.name);
  const shown = all.filter(path => !(isUnknown && path === 'revPar.amount'));
  // A table for people has changes in percent; a program would subtract the amounts itself.
  const complete = shown.flatMap(path =>
    path.endsWith('.changePercent') ? [path.replace('Percent', ''), path] : [path],
  );
  return [...new Set([...leading, ...complete])];
}

async function shownViews(
  report: ReportDefinition,
  options: Options<typeof comparisonFlags>,
  amounts: Amounts = 'net',
) {
  const { chooseComputation } = await import('./computation.ts');
  const computation = chooseComputation(report, options, false);
  const { views, viewsIn } = await report.response();
  // The view reservations has no figures.
  const isShown = ({ name: view }: View<never>) =>
    !computation || (computation.source ? view === computation.source : view !== 'reservations');
  return (viewsIn?.(amounts) ?? views).filter(isShown).map(view => {
    const { columns, table } = computation?.viewOf(view) ?? view;
    return { name: view.name, columns, table };
  });
}

/** A view that is made of all requests is not one of the response. */
export const gatheredViews = async ({ gatheredView }: ReportDefinition): Promise<readonly View<never>[]> =>
  gatheredView ? [(await import('../../reports/figures/ageing.ts')).viewOfAgeing] : [];

export async function planColumnList(
  invocation: Invocation,
  options: OutputOptions & Options<typeof comparisonFlags>,
  given: string,
) {
  const names = reports.map(({ name }) => name);
  const name = readChoice('the report', given, names);
  const report = reports.find(candidate => candidate.name === name) as ReportDefinition;
  if (options.by !== undefined)
    readChoice('--by', options.by, comparisonFlags['Comparison flags:']['--by <group>'].choices);
  const views = [...(await shownViews(report, options)), ...(await gatheredViews(report))];
  const write = await planRecords(invocation, options, {
    name: 'columns',
    columns: columnColumns,
    // Definitions are English sentences.
    table: { columns: ['view', 'column', 'heading', 'type'] },
  });
  const inLocale = isForPeople(chooseFormat(options));
  const load = (locale: LocaleFormat) =>
    views.flatMap(({ name: view, columns }) =>
      columns.map(column => ({
        view,
        column: column.name,
        heading:
          column.heading === undefined ? null : makeColumnHeading(column, '', inLocale ? locale : undefined),
        type: column.type,
        definition: columnDefinition(column.name) ?? null,
      })),
    );
  return () => write(load);
}
