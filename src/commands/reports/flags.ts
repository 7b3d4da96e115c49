import { dateParameters, periodFlags } from '../../cli/date-options.ts';
import { type DeliveryOptions, deliveryFlags } from '../../cli/delivery-flags.ts';
import { type FlagGroups, type Options, type OptionValues, settingFlags } from '../../cli/flags.ts';
import { chartFlags, type OutputOptions, outputFlags } from '../../cli/output-flags.ts';
import { parameterFlags } from '../../cli/parameter-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import type { Parameter } from '../../platform/parameters.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/** A report of an earlier day, from a snapshot of `hotelctl snapshot take`. */
const earlierDayFlags = {
  'Dates:': {
    '--as-of <date>': 'report the books of this earlier day, from its snapshot; works offline',
    '--nearest': 'with --as-of: use the nearest snapshot if the snapshot of that day is missing',
  },
} as const;

/** Every report accepts them, so that one without groups or comparisons can say so. */
const comparisonFlags = ({ name, chartView }: ReportDefinition) =>
  ({
    'Comparison flags:': {
      '--by <group>': {
        summary: 'add up the days (property ranks the properties)',
        choices: ['week', 'month', 'weekday', 'unit-group', 'property'],
        hidden: name !== 'property-performance',
      },
      '--compare <period>': {
        summary: 'compare with last-year, previous-period, or a period such as 2025-10',
        suggestions: ['last-year', 'previous-period'],
        hidden: chartView === undefined,
      },
      '--align <weekday>': {
        summary: 'align the compared days by weekday instead of by date',
        choices: ['weekday'],
        hidden: chartView === undefined,
      },
    },
  }) as const;

/** Flags for which one command sends several requests. */
const runFlags = {
  'Run flags:': {
    '--all-properties': 'all properties that you can access',
    '--concurrency <count>': 'parallel requests, 1 to 100 (default 8)',
  },
} as const;

const strictnessFlags = {
  'Output flags:': {
    '--envelope': 'write JSON as an array of {parameters, report} even for a single request',
    '--strict':
      'exit with code 6 instead of printing a warning if a response is incomplete or not as documented',
  },
} as const;

/** Options of every report. The values of its parameters are under their names in the request. */
export type ReportOptions = Options<
  typeof earlierDayFlags | ReturnType<typeof comparisonFlags> | typeof runFlags | typeof strictnessFlags
> &
  Options<typeof periodFlags> &
  OutputOptions &
  DeliveryOptions &
  SeveralProperties &
  OptionValues;

const property =
  "property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property)";

const isDate = ({ wire }: Parameter) => dateParameters.includes(wire);

export function reportFlags(report: ReportDefinition): readonly FlagGroups[] {
  const { name, parameters, views, chartView } = report;
  const { '--chart': chart, ...others } = chartFlags['Output flags:'];
  return [
    ...parameterFlags(
      parameters.filter(parameter => !isDate(parameter)),
      property,
    ),
    // Before the platform's date flags, which it replaces.
    periodFlags,
    ...parameterFlags(parameters.filter(isDate), property, 'Dates:'),
    ...(name === 'property-performance'
      ? [earlierDayFlags, settingFlags(['dataDir']), settingFlags(['amounts'], 'Comparison flags:')]
      : []),
    comparisonFlags(report),
    runFlags,
    outputFlags(views, chartView),
    // Every report accepts it, so that one without charts can name those that have them.
    { 'Output flags:': { '--chart': { summary: chart, hidden: chartView === undefined }, ...others } },
    strictnessFlags,
    deliveryFlags('always'),
  ];
}

/** If a report has more filters than these, only the full help shows them. */
const mostFilters = 5;

/** The flags that the short help of a report shows. */
export function commonFlags({ parameters }: ReportDefinition): readonly string[] {
  const isFilter = (parameter: Parameter) => !parameter.required && !isDate(parameter);
  const showsFilters = parameters.filter(isFilter).length <= mostFilters;
  const shown = parameters.filter(parameter => showsFilters || !isFilter(parameter));
  return [
    ...shown.map(({ flag }) => `--${flag}`),
    ...['--period', '--all-properties', '--format', '--output', '--view', '--columns', '--chart', '--open'],
  ];
}
