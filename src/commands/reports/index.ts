import { type CommandDefinition, type CommandTable, defineCommand, sentence } from '../../cli/command.ts';
import { connectionSettings, outputFlags } from '../../cli/shared-flags.ts';
import { wrapWords } from '../../output/prose.ts';
import type { View } from '../../platform/records.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { commonFlags, comparisonFlags, type ReportOptions, reportFlags } from './flags.ts';

export const commands: CommandTable = {
  list: defineCommand({
    summary: 'list the reports with their parameters and limits',
    text: 'List the reports with their parameters, limits and views.',
    opens: { withoutProfiles: true },
    flags: () => [outputFlags()],
    returns: { rows: async () => (await import('./list.ts')).reportListColumns },
    examples: {
      'hotelctl reports list': 'as a table',
      "hotelctl reports list --query '[].name'": 'for a script',
    },
    plan: async (...given) => (await import('./list.ts')).planReportList(...given),
  }),
  columns: defineCommand({
    summary: 'list the views and columns of a report',
    text: 'List the views of a report with their columns, as accepted by --columns. With --by and --compare, list the columns that the report has then.',
    arguments: [
      { form: '<report>', summary: 'name of the report', choices: reports.map(({ name }) => name) },
    ],
    opens: { withoutProfiles: true },
    flags: () => [comparisonFlags, outputFlags()],
    returns: { rows: async () => (await import('./list.ts')).columnColumns },
    examples: {
      'hotelctl reports columns property-performance': 'as a table',
      'hotelctl reports columns property-performance --by month --compare last-year':
        'the columns of a comparison',
      "hotelctl reports columns revenues --query '[].column'": 'only the names, for a script',
    },
    plan: async (...given) => (await import('./list.ts')).planColumnList(...given),
  }),
  ...Object.fromEntries(reports.map(report => [report.name, reportCommand(report)])),
};

function reportCommand(report: ReportDefinition): CommandDefinition {
  const { summary, description, advice, rules, examples } = report;
  const limits = rules.map(rule => `Limit: ${rule.sentence}.`);
  return defineCommand({
    summary,
    text: [sentence(summary), description, ...(advice ? [advice] : []), ...limits].join('\n\n'),
    flags: () => reportFlags(report),
    commonFlags: () => commonFlags(report),
    settings: [...connectionSettings, 'reportsVersion'],
    returns: {
      rows: async (view, options = ofGathered(report, view)) =>
        options
          ? (await import('./list.ts')).computedColumns(report, options)
          : (await findView(report, view)).columns,
      keys: async (view, options = ofGathered(report, view), amounts) =>
        (await import('./list.ts')).keyColumns(report, view, options, amounts),
      element: async view => {
        if (ofGathered(report, view)) return undefined;
        const { shape } = await findView(report, view);
        return shape && shape.each === undefined ? (await report.response()).item : undefined;
      },
      ...(report.listField === undefined ? { bodies: async () => (await report.response()).body } : {}),
    },
    examples,
    furtherHelp: width => viewsText(report, width),
    plan: async (invocation, options) =>
      (await import('./run.ts')).planReport(invocation, report, options as ReportOptions),
  });
}

/** The options of a view whose rows are computed from all requests. */
const ofGathered = ({ gatheredView }: ReportDefinition, view: string | undefined) =>
  view !== undefined && view === gatheredView ? { view } : undefined;

async function findView(report: ReportDefinition, name = report.views[0]) {
  const { views } = await report.response();
  return views.find(view => view.name === name) ?? (views[0] as View<never>);
}

async function viewsText(report: ReportDefinition, width: number): Promise<string> {
  const { views } = await report.response();
  const text = [...views, ...(await (await import('./list.ts')).gatheredViews(report))].map(
    ({ name, summary, columns }) =>
      `  ${name}: ${summary}\n${wrapWords(
        columns.map((column, index) => (index < columns.length - 1 ? `${column.name},` : column.name)),
        width - 4,
      )
        .join('\n')
        .replace(/^/gm, '    ')}`,
  );
  return `\nViews and their columns:\n${text.join('\n\n')}\n`;
}
