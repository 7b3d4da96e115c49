import { dateParameters, periodFlags } from '../../cli/date-options.ts';
import {
  asDetails,
  type DeliveryOptions,
  deliveryFlags,
  type FlagGroups,
  type Flags,
  longFlag,
  type Options,
  type OptionValues,
  portfolioFlags,
  settingFlags,
} from '../../cli/flags.ts';
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

export const comparisonFlags = {
  'Comparison flags:': {
    '--by <group>': {
      summary: 'add up the days (property ranks the properties)',
      choices: ['week', 'month', 'weekday', 'unit-group', 'property'],
    },
    '--compare <period>': {
      summary: 'compare with last-year, previous-period, or a period such as 2025-10',
      suggestions: ['last-year', 'previous-period'],
    },
    '--align <weekday>': {
      summary: 'align the compared days by weekday instead of by date',
      choices: ['weekday'],
    },
  },
} as const;

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
  | typeof earlierDayFlags
  | typeof portfolioFlags
  | typeof comparisonFlags
  | typeof runFlags
  | typeof strictnessFlags
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
  const { name, parameters, views, chartView, sortExample } = report;
  const groups: readonly FlagGroups[] = [
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
    comparisonFlags,
    name === 'property-performance' || chartView !== undefined
      ? { 'Comparison flags:': portfolioFlags['Flags:'] }
      : {},
    runFlags,
    outputFlags(views, chartView),
    chartFlags,
    strictnessFlags,
    deliveryFlags,
  ];
  // Every report accepts them, so that one without days or charts can name those that have them.
  const hidden = [
    ...(name === 'property-performance' ? [] : ['--by']),
    ...(chartView === undefined ? ['--compare', '--align', '--chart'] : []),
  ];
  const forms = groups.flatMap(group => Object.values(group).flatMap(flags => Object.keys(flags)));
  const required = parameters.filter(parameter => parameter.required && !isDate(parameter));
  const common = [...required.map(({ flag }) => `--${flag}`), ...commonFlags]
    .filter((long, index, all) => all.indexOf(long) === index)
    .filter(long => forms.map(longFlag).includes(long) && !hidden.includes(long))
    .slice(0, mostCommon);
  const examples: Readonly<Record<string, string>> = {
    ...flagExamples,
    '--view': `--view ${views.at(-1)}`,
    '--sort': `--sort ${sortExample}`,
  };
  const withExamples = (flags: Flags): Flags =>
    Object.fromEntries(
      Object.entries(asDetails(flags, long => common.includes(long))).map(([form, meaning]) => {
        const declared = typeof meaning === 'string' ? { summary: meaning } : meaning;
        const [long, example] = [longFlag(form), examples[longFlag(form)]];
        return [
          form,
          { ...declared, hidden: hidden.includes(long), ...(example === undefined ? {} : { example }) },
        ];
      }),
    );
  return groups.map(group =>
    Object.fromEntries(Object.entries(group).map(([heading, flags]) => [heading, withExamples(flags)])),
  );
}

/** The short help of a report shows as many flags, the first of these that it has, with an example each. */
const mostCommon = 10;
const flagExamples: Readonly<Record<string, string>> = {
  '--property': '--property MUC',
  '--period': '--period last-month',
  '--view': '',
  '--by': '--by month',
  '--compare': '--compare last-year',
  '--sort': '',
  '--chart': '--chart --period 2026-10',
  '--format': '--format csv',
  '--output': '--output report.xlsx',
  '--locale': '--locale de',
  '--columns': '--columns propertyId',
  '--all-properties': '--all-properties --output report.html',
  '--limit': '--limit 10',
  '--open': '--open --format html',
  '--service': '--service MUC-BRKF',
};
const commonFlags = Object.keys(flagExamples);
