import type { Command } from 'commander';
import { dateParameters } from '../../cli/date-options.ts';
import { withDeliveryFlags } from '../../cli/delivery-flags.ts';
import { collect, connectionSettings, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { sentence, withExamples, withFurtherHelp, withShortHelp, withSuggestions } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { wrapWords } from '../../output/prose.ts';
import type { Parameter } from '../../platform/parameters.ts';
import { periodForms } from '../../platform/periods.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { ReportOptions } from './requests.ts';

/** The flags that the short help of a report shows besides its parameters. */
const outputFlags = ['--format', '--output', '--view', '--columns', '--chart', '--open'];
/** If a report has more filters than these, only the full help shows them. */
const mostFilters = 5;

function commonFlagsOf({ parameters }: ReportDefinition): readonly string[] {
  const isFilter = ({ wire, required }: Parameter) => !required && !dateParameters.includes(wire);
  const showsFilters = parameters.filter(isFilter).length <= mostFilters;
  const shown = parameters.filter(parameter => showsFilters || !isFilter(parameter));
  return [...shown.map(({ flag }) => `--${flag}`), '--period', '--all-properties', ...outputFlags];
}

/**
 * `hotelctl reports`: one command for each definition in platform/reports, and the list of them.
 *
 * @param words the command line, if only the report that it names needs its flags
 */
export function register(group: Command, open: OpenInvocation, words?: readonly string[]): void {
  const list = group
    .command('list')
    .summary('list the reports with their parameters and limits')
    .description('List the reports with their parameters, limits and views.');
  withExamples(
    withOutputFlags(list, async () => (await import('./list.ts')).reportListColumns),
    [
      { command: 'hotelctl reports list', explains: 'as a table' },
      { command: "hotelctl reports list --query '[].name'", explains: 'for a script' },
    ],
  ).action(async (options: OutputOptions) => {
    const { listReports } = await import('./list.ts');
    await listReports(open, options);
  });
  const columns = group
    .command('columns')
    .summary('list the views and columns of a report')
    .description('List the views of a report with their columns, as accepted by --columns.');
  const name = columns.createArgument('<report>', 'name of the report');
  name.argChoices = reports.map(report => report.name);
  withExamples(
    withOutputFlags(columns.addArgument(name), async () => (await import('./list.ts')).columnColumns),
    [
      { command: 'hotelctl reports columns property-performance', explains: 'as a table' },
      {
        command: "hotelctl reports columns revenues --query '[].column'",
        explains: 'only the names, for a script',
      },
    ],
  ).action(async (given: string, options: OutputOptions) => {
    const { listReportColumns } = await import('./list.ts');
    await listReportColumns(open, given, options);
  });
  for (const report of reports) {
    const command = group.command(report.name).summary(report.summary).description(descriptionOf(report));
    // Flags take most of the time, so only the report that the command line names gets them.
    if (words && !words.includes(report.name)) continue;
    const isDate = ({ wire }: Parameter) => dateParameters.includes(wire);
    for (const parameter of report.parameters) if (!isDate(parameter)) addParameter(command, parameter);
    addPeriodFlag(command);
    for (const parameter of report.parameters)
      if (isDate(parameter)) addParameter(command, parameter, 'Dates:');
    if (report.name === 'property-performance') addLayerFlags(command);
    addDerivedFlags(command, report);
    addRunFlags(command);
    withOutputFlags(command, view => columnsOf(report, view), report.views, report.chartView);
    addChartFlags(command, report);
    command.addOption(
      command
        .createOption(
          '--envelope',
          'write JSON as an array of {parameters, report} even for a single request',
        )
        .helpGroup('Output flags:'),
    );
    command.addOption(
      command
        .createOption(
          '--strict',
          'exit with code 6 instead of printing a warning if a response is incomplete or not as documented',
        )
        .helpGroup('Output flags:'),
    );
    withDeliveryFlags(command, 'always');
    withSettingFlags(command, [...connectionSettings, 'reportsVersion']);
    withFurtherHelp(command, width => viewsOf(report, width));
    withShortHelp(command, commonFlagsOf(report));
    withExamples(command, report.examples).action(async (options: ReportOptions) => {
      const { runReport } = await import('./run.ts');
      await runReport(open, report, options);
    });
  }
}

/** A report of an earlier day, from a snapshot of `hotelctl snapshot take`. */
function addLayerFlags(command: Command): void {
  const flag = (flags: string, summary: string) =>
    command.addOption(command.createOption(flags, summary).helpGroup('Dates:'));
  flag('--as-of <date>', 'report the books of this earlier day, from its snapshot; works offline');
  flag('--nearest', 'with --as-of: use the nearest snapshot if the snapshot of that day is missing');
  withSettingFlags(command, ['dataDir']);
}

const descriptionOf = (report: ReportDefinition) =>
  [
    sentence(report.summary),
    report.description,
    ...report.rules.map(rule => `Limit: ${rule.sentence}.`),
  ].join('\n\n');

const columnsOf = async (report: ReportDefinition, view: string | undefined) =>
  (await report.response()).views.find(({ name }) => name === (view ?? report.views[0]))?.columns ?? [];

/** Each view with its columns, as accepted by `--columns`. */
async function viewsOf(report: ReportDefinition, width: number): Promise<string> {
  const { views } = await report.response();
  const text = views.map(
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

/** Every report accepts `--chart`, so that a report without charts can name those that have them. */
function addChartFlags(command: Command, { chartView }: ReportDefinition): void {
  const flag = (flags: string, summary: string) =>
    command.createOption(flags, summary).helpGroup('Output flags:');
  const chart = flag('--chart', 'draw charts instead of the table');
  command.addOption(chartView === undefined ? chart.hideHelp() : chart);
  command.addOption(flag('--open', 'write an HTML page and open it in the browser'));
}

/** Declared before the platform's date flags, which it replaces. */
function addPeriodFlag(command: Command): void {
  const summary = 'period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated';
  const option = command.createOption('--period <period>', summary).argParser(collect);
  command.addOption(withSuggestions(option, periodForms).helpGroup('Dates:'));
}

/** `--by` and `--compare`; a report without groups or comparisons reports an error. */
function addDerivedFlags(command: Command, { name, chartView }: ReportDefinition): void {
  const add = (
    flags: string,
    summary: string,
    choices: readonly string[],
    isShown: boolean,
    withValues: typeof withSuggestions = withChoices,
  ) => {
    const option = withValues(command.createOption(flags, summary), choices).helpGroup('Comparison flags:');
    command.addOption(isShown ? option : option.hideHelp());
  };
  const groupings = ['week', 'month', 'weekday', 'unit-group', 'property'];
  const by = 'add up the days (property ranks the properties)';
  add('--by <group>', by, groupings, name === 'property-performance');
  const compare = 'compare with last-year, previous-period, or a period such as 2025-10';
  add(
    '--compare <period>',
    compare,
    ['last-year', 'previous-period'],
    chartView !== undefined,
    withSuggestions,
  );
  const align = 'align the compared days by weekday instead of by date';
  add('--align <weekday>', align, ['weekday'], chartView !== undefined);
}

/** Flags for which one command sends several requests. */
function addRunFlags(command: Command): void {
  const flag = (flags: string, summary: string) =>
    command.createOption(flags, summary).helpGroup('Run flags:');
  command.addOption(flag('--all-properties', 'all properties that you can access'));
  command.addOption(flag('--concurrency <count>', 'parallel requests, 1 to 100 (default 8)'));
}

/**
 * Required parameters are not mandatory options of commander: a setting may supply them, and `problemsOf` has better
 * messages.
 */
function addParameter(command: Command, parameter: Parameter, heading?: string): void {
  const { wire, flag, kind, summary, repeatable, required } = parameter;
  const group = heading ?? (required ? 'Required flags:' : 'Filters:');
  const option = withChoices(
    command.createOption(
      `--${flag} <${kind.placeholder.toLowerCase()}>`,
      wire === 'propertyId' ? propertySummary : `${summary}${repeatable ? '; may be repeated' : ''}`,
    ),
    kind.choices,
  );
  option.attributeName = () => wire;
  // Collected even if only one value is allowed, so that a second one is an error and never replaces the first.
  command.addOption(option.argParser(collect).helpGroup(group));
}

const propertySummary =
  "property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property)";
