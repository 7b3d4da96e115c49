import { UsageError } from '../base/errors.ts';
import { csvHeadings } from '../output/csv-options.ts';
import { formats } from '../output/format.ts';
import type { Query } from '../output/query/query.ts';
import { parseJson, stringifyJson } from '../platform/json.ts';
import { safeText } from '../platform/safe-text.ts';
import type { Flags, Options } from './flags.ts';
import { asDetails, settingFlags } from './shared-flags.ts';

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

/**
 * Flags of every command that writes records. The dialect of a CSV file and the locale are settings.
 *
 * @param views names of the views to choose among, the default first; a list that is not a report has none
 * @param chartView the view that charts show
 */
export function outputFlags(
  views: readonly string[] = [],
  chartView: string | undefined = views[0],
  gatheredView?: string,
) {
  const placeholders =
    views.length > 0 ? '; {property}, {report}, {period} and {date} in the name are replaced' : '';
  return {
    'Output flags:': {
      '--format <format>': {
        summary: 'output format (default: the extension of --output, else table)',
        choices: formats,
      },
      '-o, --output <file>': `write to this file (replaced atomically); - is standard output${placeholders}`,
      ...viewFlag(views, chartView, gatheredView),
      '--columns <a,b,c>': 'columns to write, in this order, by path or heading',
      '--sort <column[:desc]>': 'sort the rows by this column',
      '--limit <count>': 'write at most this many rows; totals still cover all rows',
      ...queryFlags['Output flags:'],
      ...settingFlags(['locale'], outputHeading)[outputHeading],
      ...asDetails(settingFlags(['delimiter', 'decimalComma', 'bom'], outputHeading)[outputHeading] ?? {}),
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

const outputHeading = 'Output flags:';

function viewFlag(
  [first, ...others]: readonly string[],
  chartView: string | undefined,
  gatheredView: string | undefined,
): Flags {
  if (first === undefined) return {};
  const drawn = chartView === first ? '' : `; ${chartView} for --chart and html`;
  if (others.length === 0)
    return { '--view <name>': { summary: `kind of records (default ${first}${drawn})`, choices: [first] } };
  return {
    '--view <name,...>': {
      summary: `kind of records; xlsx and html accept several, separated by commas (default ${first}${drawn})`,
      choices: [first, ...others, ...(gatheredView === undefined ? [] : [gatheredView]), allViews],
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
  const made = makeQuery(query);
  if (!raw) return made;
  return { of: made.of, ofText: json => rawText(parseJson(made.ofText(json))), lineOf: rawLine };
}

/** The elements of an array, one per line; nothing for null. */
function rawText(value: unknown): string {
  if (Array.isArray(value)) return value.map(rawLine).join('\n');
  return value === null ? '' : rawLine(value);
}

/** A string stays on one line: control characters are escaped, because the text comes from the platform. */
const rawLine = (value: unknown): string =>
  typeof value === 'string' ? safeText(value) : stringifyJson(value);
