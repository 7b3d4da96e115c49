import { dateParameters, periodFlags } from '../../cli/date-options.ts';
import {
  connectionHeading,
  declarationIn,
  type FlagGroups,
  type Flags,
  type Options,
  type OptionValues,
} from '../../cli/flags.ts';
import type { SeveralProperties } from '../../cli/property-flags.ts';
import {
  chartFlags,
  type DeliveryOptions,
  deliveryFlags,
  type OutputOptions,
  outputFlags,
  parameterFlags,
  ratesFlags,
  settingFlags,
} from '../../cli/shared-flags.ts';
import { alignments } from '../../platform/compared-period.ts';
import type { Parameter } from '../../platform/parameters.ts';
import { groupings } from '../../platform/periods.ts';
import { mixDimensions } from '../../platform/reports/property-performance.ts';
import { listViews, type ReportDefinition } from '../../platform/reports/report.ts';
import type { ReportPlan } from '../../reports/fetch-report.ts';

const earlierDayFlags = {
  'Dates:': {
    '--as-of <date>': 'report the books of this earlier day, from its snapshot; works offline',
    '--nearest': 'with --as-of: use the nearest snapshot if the snapshot of that day is missing',
  },
} as const;

/** The days themselves are a view. */
export const groupsOfDays = groupings.filter(grouping => grouping !== 'day');

export const comparisonFlags = {
  'Comparison flags:': {
    '--by <group>': {
      summary: 'add up the days; a mix, such as channel, sends one request for each value',
      choices: [...groupsOfDays, ...mixDimensions],
    },
    '--compare <period>': {
      summary: 'compare with last-year, previous-period, or a period such as 2025-10',
      suggestions: ['last-year', 'previous-period'],
    },
    '--align <what>': {
      summary:
        'compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday',
      choices: alignments,
    },
  },
} as const;

const runFlags = {
  'Run flags:': {
    '--all-properties': 'all properties that you can access',
    '--concurrency <count>': 'parallel requests, 1 to 100 (default 8)',
  },
} as const;

const strictnessFlags = {
  'Output flags:': {
    '--envelope': {
      summary: 'write JSON as an array of {parameters, report} even for a single request',
      onlyOnCommandLine: true,
    },
    '--strict':
      'exit with code 6 instead of printing a warning if a response is incomplete or not as documented',
  },
} as const;

/** Options of every report. The values of its parameters are under their names in the request. */
export type ReportOptions = Options<
  | typeof earlierDayFlags
  | typeof ratesFlags
  | typeof comparisonFlags
  | typeof runFlags
  | typeof strictnessFlags
> &
  Options<typeof periodFlags> &
  OutputOptions &
  DeliveryOptions &
  SeveralProperties &
  Pick<ReportPlan, 'isTyped'> &
  OptionValues;

const isDate = ({ wire }: Parameter) => dateParameters.includes(wire);

export function reportFlags(report: ReportDefinition): readonly FlagGroups[] {
  const { name, parameters, chartView, gatheredView } = report;
  const isPerformance = name === 'property-performance';
  // Every report accepts them, so that one without days or charts can name those that have them.
  const ofDays = isPerformance ? [] : ['--by <group>'];
  const ofCharts = chartView === undefined ? ['--compare <period>', '--align <what>'] : [];
  return [
    ...parameterFlags(parameters.filter(parameter => !isDate(parameter))),
    // Before the platform's date flags, which it replaces.
    periodFlags,
    ...parameterFlags(parameters.filter(isDate), 'Dates:'),
    ...(isPerformance
      ? [
          earlierDayFlags,
          { [connectionHeading]: settingFlags(['dataDir']) },
          { 'Comparison flags:': settingFlags(['amounts', 'budget']) },
        ]
      : []),
    { 'Comparison flags:': hide([...ofDays, ...ofCharts], comparisonFlags['Comparison flags:']) },
    ...(isPerformance || (chartView ?? gatheredView) !== undefined
      ? [{ 'Comparison flags:': { ...settingFlags(['portfolio']), ...ratesFlags } }]
      : []),
    runFlags,
    outputFlags(listViews(report), chartView),
    { 'Output flags:': hide(chartView === undefined ? ['--chart'] : [], chartFlags['Output flags:']) },
    strictnessFlags,
    deliveryFlags,
  ];
}

const hide = (forms: readonly string[], flags: Flags): Flags => ({
  ...flags,
  ...Object.fromEntries(forms.map(form => [form, { ...declarationIn(flags[form] ?? ''), hidden: true }])),
});

/** The flags that the short help of a report shows, with an example each. */
export const commonFlags = ({ parameters, views, sortExample }: ReportDefinition) => ({
  ...Object.fromEntries(
    parameters
      .filter(parameter => parameter.required && !isDate(parameter))
      .map(({ flag }) => [`--${flag}`, '']),
  ),
  '--property': '--property MUC',
  '--period': '--period last-month',
  '--month': '--month 10',
  '--year': '--year 2026',
  '--view': `--view ${views.at(-1)}`,
  '--by': '--by month',
  '--compare': '--compare last-year',
  '--sort': `--sort ${sortExample}`,
  '--chart': '--chart --period 2026-10',
  '--format': '--format csv',
  '--output': '--output report.xlsx',
  '--columns': '--columns propertyId',
  '--all-properties': '--all-properties --output report.html',
  '--limit': '--limit 10',
  '--open': '--open --format html',
  '--service': '--service MUC-BRKF',
});
