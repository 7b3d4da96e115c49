import { UsageError } from '../base/errors.ts';
import { csvHeadings, formats } from '../output/format.ts';
import type { Query } from '../output/query/query.ts';
import { alignments } from '../platform/compared-period.ts';
import type { CalendarDate } from '../platform/dates.ts';
import type { Parameter } from '../platform/parameters.ts';
import {
  declarationIn,
  type FlagMeaning,
  type Flags,
  givenValues,
  type HeadedFlags,
  type Options,
  type OptionValues,
} from './flags.ts';
import { type SettingDefinition, type SettingName, settingDefinitions } from './settings/settings.ts';

export function settingFlags(names: readonly SettingName[]): Readonly<Record<`-${string}`, FlagMeaning>> {
  const flags: Record<string, FlagMeaning> = {};
  for (const definition of settingDefinitions) {
    const { name, flag, summary, environment, choices, repeatable = false } = definition;
    if (!names.includes(name)) continue;
    const usual = shownDefault(definition);
    const remark = usual === undefined ? environment : `${environment}, default ${usual}`;
    flags[flag] = { summary: `${summary} (${remark})`, choices, repeatable, name };
  }
  return flags;
}

/** The same flags, which only `--help --verbose` shows. */
export const asDetails = (flags: Flags): Flags =>
  Object.fromEntries(
    Object.entries(flags).map(([form, meaning]) => [form, { ...declarationIn(meaning), isDetail: true }]),
  );

/** A long default is only in the help topic: it would not fit beside the flag. */
const shownDefault = ({ fallback, usual }: SettingDefinition): string | undefined =>
  fallback !== undefined && fallback.length > 20 ? 'in `hotelctl help environment`' : (fallback ?? usual);

export const ratesFlags = {
  '--currency <code>': 'convert amounts to this currency, with --rates',
  '--rates <file>':
    'CSV file with the columns currency, rate (of one unit in --currency) and optionally from, to',
} as const;

export const alignFlag = {
  '--align <what>': {
    summary: 'compare with the same weekday of last year, or the same date',
    fallback: 'weekday',
    choices: alignments,
  },
} as const;

export const connectionSettings = [
  ...(['baseUrl', 'authUrl', 'clientId', 'credentialStore', 'timeout', 'maxAttempts'] as const),
] satisfies readonly SettingName[];

export const notifyEvents = ['failure', 'always', 'change'] as const;

const eventMeaning =
  'when to send the email; change means after a failure, or when the file has changed since the last email';

/** Flags of everything that can run unattended: who is notified about the end of the run. */
export const deliveryFlags = {
  'Delivery flags:': {
    '--mail-to <address>...': 'email the page, or the file and a summary, to this address; may be repeated',
    '--notify-on <event>': {
      summary: `${eventMeaning} (default always; failure for a job that writes no page)`,
      choices: notifyEvents,
      isDetail: true,
    },
    '--metrics <file>': {
      summary: 'write Prometheus metrics of the run to this file (.prom)',
      isDetail: true,
    },
    ...asDetails(settingFlags(['heartbeat'])),
  },
} as const;

export type DeliveryOptions = Options<typeof deliveryFlags>;

export const propertySummary =
  "property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property)";

/** The flags of parameters, not mandatory for commander: a setting may supply them, and `findProblems` has better messages. */
export const parameterFlags = (parameters: readonly Parameter[], heading?: string) =>
  parameters.map(({ wire, flag, kind, summary, repeatable, required }): HeadedFlags => {
    const isProperty = wire === 'propertyId';
    const words = isProperty ? propertySummary : `${summary}${repeatable ? '; may be repeated' : ''}`;
    const { choices, isWhole = false } = kind;
    // A setting may name the property.
    const further = {
      choices,
      isWhole,
      required: required && !isProperty,
      repeatable: repeatable || isProperty,
    };
    const meaning: FlagMeaning = { summary: words, name: wire, ...(!kind.whenGiven && further) };
    const form = kind.whenGiven ? `--${flag}` : `--${flag} <${kind.placeholder.toLowerCase()}>`;
    return { [heading ?? (required ? 'Required flags:' : 'Filters:')]: { [form]: meaning } };
  });

/** The values of these flags as they are sent, except for the property: each property has its own request. */
export function sentValues(parameters: readonly Parameter[], options: OptionValues, today: CalendarDate) {
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, kind, repeatable } of parameters) {
    if (options[wire] === true && kind.whenGiven) values[wire] = kind.whenGiven;
    if (wire === 'propertyId') continue;
    const list = givenValues(options, wire).map(value => kind.asSent?.(value, today) ?? value);
    if (list.length > 0) values[wire] = repeatable ? list : (list[0] ?? '');
  }
  return values;
}

export const allViews = 'all';

export const queryFlags = {
  'Output flags:': {
    '--query <expression>': {
      summary: 'filter JSON output with a JMESPath expression; implies --format json',
      isDetail: true,
      onlyOnCommandLine: true,
    },
    '--raw': {
      summary: 'print string results of --query without quotes, one per line',
      isDetail: true,
      onlyOnCommandLine: true,
    },
  },
} as const;

export type QueryOptions = Options<typeof queryFlags>;

export const chartFlags = {
  'Output flags:': {
    '--chart': { summary: 'draw charts instead of the table', onlyOnCommandLine: true },
    '--open': { summary: 'write an HTML page and open it in the browser', onlyOnCommandLine: true },
  },
} as const;

export type OutputOptions = Options<ReturnType<typeof outputFlags>> &
  Partial<Options<typeof chartFlags>> & { readonly view?: string };

/** Flags of commands that write records. @param views names, the default first @param chartView the view that charts show */
export function outputFlags(views: readonly string[] = [], chartView: string | undefined = views[0]) {
  const hasPlaceholders = views.length > 0;
  const replaced = hasPlaceholders
    ? '; {property}, {report}, {period} and {date} in the name are replaced'
    : '';
  return {
    'Output flags:': {
      '--format <format>': {
        summary: 'output format (default: the extension of --output, else table)',
        choices: formats,
      },
      '-o, --output <file>': {
        summary: `write to this file (replaced atomically); - is standard output${replaced}`,
        hasPlaceholders,
      },
      ...viewFlag(views, chartView),
      '--columns <a,b,c>': 'columns to write, in this order, by path or heading',
      '--sort <column[:desc]>': 'sort the rows by this column',
      '--limit <count>': 'write at most this many rows; totals still cover all rows',
      ...queryFlags['Output flags:'],
      ...settingFlags(['locale']),
      ...asDetails(settingFlags(['delimiter', 'decimalComma', 'bom'])),
      '--headings <kind>': {
        summary: 'CSV header: field paths or readable headings (default path)',
        choices: csvHeadings,
        isDetail: true,
      },
      '--no-header': { summary: 'omit the CSV header line', isDetail: true },
      '--no-formula-guard': {
        summary: 'do not escape formulas in CSV text; a spreadsheet may then run text from the platform',
        isDetail: true,
      },
    },
  } as const;
}

function viewFlag([first, ...others]: readonly string[], chartView: string | undefined): Flags {
  if (first === undefined) return {};
  const drawn = chartView === first ? '' : `; ${chartView} for --chart and html`;
  if (others.length === 0)
    return { '--view <name>': { summary: `kind of records (default ${first}${drawn})`, choices: [first] } };
  return {
    '--view <name,...>': {
      summary: `kind of records; xlsx and html accept several, separated by commas (default ${first}${drawn})`,
      choices: [first, ...others, allViews],
    },
  };
}

/** The query, checked; undefined without the flag. @throws UsageError */
export async function readQuery({ query, raw }: QueryOptions): Promise<Query | undefined> {
  if (query === undefined) {
    if (!raw) return undefined;
    throw new UsageError('--raw requires --query', { hint: "for example --query '[].id' --raw" });
  }
  const { makeQuery } = await import('../output/query/query.ts');
  return makeQuery(query, raw);
}
