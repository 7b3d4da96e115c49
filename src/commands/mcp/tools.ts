import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InterruptedError, UsageError } from '../../base/errors.ts';
import { dateParameters } from '../../cli/date-options.ts';
import { flagWords, type OptionValues } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { pipedContext } from '../../cli/own-program.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { McpOptions } from './flags.ts';

/**
 * A tool is a command with some of its flags: they become the arguments of the tool, with their summaries and choices. What
 * it does and returns is what the command does and prints.
 */
export interface Tool {
  /** What a person would call the task. */
  readonly title: string;
  readonly command: string;
  readonly description: string;
  /** Long names of the flags, without dashes. */
  readonly flags: readonly string[];
  readonly fixed?: readonly string[];
  /** Returns JSON unchanged; default: a table, of which at most 50 rows are returned. */
  readonly isDocument?: true;
  readonly guestColumns?: readonly string[];
  /** The argument that the command reads from standard input: its name and what it is. */
  readonly input?: readonly [name: string, summary: string];
  /** Creates a booking: exists only with `--allow-bookings`, and a person confirms each call. */
  readonly books?: true;
}

const table = ['columns', 'sort'];
const stay = [
  'property',
  'arrival',
  'departure',
  'adults',
  'child-age',
  'channel-code',
  'promo-code',
  'corporate-code',
];
const booked = ['property', 'all-properties', 'for', 'by', 'nearest'];

export const tools: Readonly<Record<string, Tool>> = {
  list_properties: {
    title: 'List the properties',
    command: 'properties list',
    description: 'The properties of this sign-in with names, time zones and currencies.',
    flags: [],
  },
  ...Object.fromEntries(
    reports.map(report => [`report_${report.name.replaceAll('-', '_')}`, reportTool(report)]),
  ),
  morning_brief: {
    title: 'Morning brief',
    command: 'brief',
    description:
      'Yesterday, the month to date and the next 30 days on the books, each against last year, with pick-up if there are snapshots.',
    flags: ['property', 'all-properties'],
  },
  pickup: {
    title: 'Pick-up',
    command: 'pickup',
    description: 'What was booked since the snapshot of an earlier day, by stay date. Needs snapshots.',
    flags: [...booked, 'since'],
  },
  pace: {
    title: 'Pace',
    command: 'pace',
    description:
      'What is on the books, against last year at the same distance before arrival. Needs snapshots.',
    flags: [...booked, 'versus'],
  },
  list_snapshots: {
    title: 'List the snapshots',
    command: 'snapshot list',
    description: 'The snapshots of the books that are stored on this machine.',
    flags: ['property'],
  },
  close_month: {
    title: 'Check a month',
    command: 'close',
    description:
      'Compares the reports of a month with each other: what agrees, what the data explains, what is open. It keeps nothing. Add up no differences.',
    flags: ['property', 'period'],
    fixed: ['--provisional'],
  },
  list_closes: {
    title: 'List the closes',
    command: 'close list',
    description: 'The months that were closed on this machine.',
    flags: ['property'],
  },
  list_offers: {
    title: 'List offers',
    command: 'offers list',
    description:
      'Offers for a stay. The total has neither city tax nor fees; the grand total is what the booker pays.',
    flags: [...stay, 'view', ...table],
  },
  quote_stay: {
    title: 'Quote a stay',
    command: 'bookings quote',
    description:
      'A quote of chosen offers and services, with the grand total in exact decimals. It reserves nothing. Keep it unchanged for create_booking.',
    flags: ['property', 'reservation', 'service'],
    fixed: ['--output', '-'],
    isDocument: true,
  },
  list_bookings: {
    title: 'List bookings',
    command: 'bookings list',
    description: 'The bookings that were sent from this machine, with their outcomes.',
    flags: table,
    guestColumns: ['guest'],
  },
  create_booking: {
    title: 'Create a booking',
    command: 'bookings create',
    description: 'Books a quote, at most once, after a person has confirmed it. Never send card data.',
    flags: [
      'expect-total',
      'booker-last-name',
      'booker-first-name',
      'booker-email',
      'booker-phone',
      'guest',
      'guarantee-type',
      'travel-purpose',
      'guest-comment',
      'reference',
    ],
    fixed: ['--quote', '-', '--yes', '--format', 'json'],
    input: ['quote', 'the JSON of quote_stay, unchanged'],
    isDocument: true,
    books: true,
  },
};

function reportTool({ name, summary, parameters, rules, chartView }: ReportDefinition): Tool {
  const filters = parameters.filter(({ wire, flag }) => !dateParameters.includes(wire) && flag !== 'expand');
  return {
    title: `Report ${name}`,
    command: `reports ${name}`,
    description: `${summary}. ${rules.map(({ sentence }) => `Limit: ${sentence}.`).join(' ')} hotelctl://reports/${name} defines its columns.`,
    flags: [
      ...filters.map(({ flag }) => flag),
      'all-properties',
      'period',
      'view',
      ...(chartView === undefined ? [] : ['compare']),
      ...(name === 'property-performance' ? ['by', 'as-of'] : []),
      ...table,
    ],
  };
}

/** Definitions that an agent can read: each is what a command prints. */
export const resources: readonly (readonly [uri: string, title: string, command: string])[] = [
  ['hotelctl://reports', 'The reports, their parameters, limits and views', 'reports list --format json'],
  ...reports.map(
    ({ name }) =>
      [
        `hotelctl://reports/${name}`,
        `The views and columns of ${name}, with units, tax and totals`,
        `reports columns ${name} --format json`,
      ] as const,
  ),
  ['hotelctl://help/periods', 'How periods and dates are written', 'help periods'],
];

/** A result contains at most this many rows, and this many characters: the rest is in a file. */
const mostRows = 50;
const mostCharacters = 60_000;
/** A longer text of the platform is cut. */
const longestText = 2000;

export const argumentName = (flag: string): string => flag.replaceAll('-', '_');

/**
 * Runs a command line of this program, with its output collected. It never prompts.
 *
 * @returns `notes`: the lines on standard error: notes, warnings, the error with its hint
 */
export async function runCollected(
  { context, flags, program }: Invocation,
  words: readonly string[],
  input: string,
  signal: AbortSignal,
) {
  const [out, notes]: [string[], string[]] = [[], []];
  const collect = (texts: string[]) => async (text: string) => void texts.push(text);
  const interruption = new AbortController();
  const stop = () => interruption.abort(context.interrupted.reason ?? new InterruptedError('SIGINT'));
  for (const one of [signal, context.interrupted]) one.addEventListener('abort', stop, { once: true });
  const profile = flags.profile === undefined ? [] : ['--profile', flags.profile];
  try {
    const exitCode = await program.run([...profile, '--no-input', ...words], {
      ...pipedContext(context, input, collect(out), collect(notes)),
      interrupted: interruption.signal,
    });
    return { exitCode, out: out.join(''), notes: notes.join('') };
  } finally {
    for (const one of [signal, context.interrupted]) one.removeEventListener('abort', stop);
  }
}

/** The words of the command for a call. @throws UsageError for a file that may not be written */
export function wordsOfCall(tool: Tool, given: OptionValues, options: McpOptions): string[] {
  const words = [...tool.command.split(' '), ...(tool.fixed ?? [])];
  for (const flag of tool.flags) words.push(...flagWords(`--${flag}`, given[argumentName(flag)]));
  const name = given['save_as'];
  if (typeof name === 'string') words.push('--output', newFile(name, options));
  else if (!tool.isDocument) words.push('--format', 'ndjson', '--limit', String(mostRows + 1));
  return words;
}

/** An agent writes only new files, and only into the folder of `--output-folder`. */
function newFile(name: string, { outputFolder }: McpOptions): string {
  if (outputFolder === undefined)
    throw new UsageError('no folder for files is set', {
      hint: 'start hotelctl mcp with --output-folder FOLDER',
    });
  const isPlain = name === basename(name) && /^[\w][\w .,-]{0,100}$/.test(name);
  const file = join(outputFolder, name);
  if (isPlain && !existsSync(file)) return file;
  throw new UsageError(isPlain ? `${name} exists already` : 'save_as must be a plain file name', {
    hint: 'for example october-2026.xlsx',
  });
}

export const linesOf = (text: string): string[] => text.split('\n').filter(line => line !== '');

/** The rows of NDJSON as the text of a result: exact digits, bounded, and whether there are more. */
export function boundedRows(tool: Tool, out: string, withGuestData: boolean, further: object): string {
  const hidden = withGuestData ? [] : (tool.guestColumns ?? []);
  const rows = linesOf(out).map(line => bounded(parseJson(line), hidden));
  const text = (count: number) =>
    stringifyJson({ rows: rows.slice(0, count), more: rows.length > count, ...further });
  let count = Math.min(rows.length, mostRows);
  while (count > 1 && text(count).length > mostCharacters) count = Math.floor(count / 2);
  return text(count);
}

function bounded(value: unknown, hidden: readonly string[]): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(item => bounded(item, []));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      hidden.includes(name) ? [] : [[name, bounded(inner, [])]],
    ),
  );
}
