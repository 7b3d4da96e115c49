import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Arguments, argumentName, type InputSchema, makeArguments } from '../../cli/arguments.ts';
import { dateParameters } from '../../cli/date-options.ts';
import { flagWords, namingArguments } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { stringifyJson } from '../../platform/json.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

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
  /** Those that must be given; the command declares others. */
  readonly required?: readonly string[];
  readonly fixed?: readonly string[];
  /** Its figures count units, of which the basis of the result says the types. */
  readonly counts?: true;
  /** `quote` keeps the document of the command for `booking`, which a person confirms. */
  readonly kind?: 'quote' | 'booking';
  /** It changes something on this machine or on the platform. */
  readonly changes?: true;
}

const arranged = ['columns', 'sort'];
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
const booked = [
  'property',
  'all-properties',
  'for',
  'by',
  'nearest',
  'unit-group-type',
  'amounts',
  ...arranged,
];

export const tools: Readonly<Record<string, Tool>> = {
  list_properties: {
    title: 'List the properties',
    command: 'properties list',
    description: 'The properties of this sign-in with names, time zones and currencies.',
    flags: arranged,
  },
  ...Object.fromEntries(
    reports.map(report => [`report_${report.name.replaceAll('-', '_')}`, reportTool(report)]),
  ),
  morning_brief: {
    title: 'Morning brief',
    command: 'brief',
    description:
      'Yesterday, the month to date and the next 30 days on the books, each against last year, with pick-up if there are snapshots.',
    flags: ['property', 'all-properties', 'unit-group-type', 'amounts', ...arranged],
    counts: true,
  },
  pickup: {
    title: 'Pick-up',
    command: 'pickup',
    description: 'What was booked since the snapshot of an earlier day, by stay date. Needs snapshots.',
    flags: ['since', ...booked],
    counts: true,
  },
  pace: {
    title: 'Pace',
    command: 'pace',
    description:
      'What is on the books, against last year at the same distance before arrival. Needs snapshots.',
    flags: ['versus', ...booked],
    counts: true,
  },
  list_snapshots: {
    title: 'List the snapshots',
    command: 'snapshot list',
    description: 'The snapshots of the books that are stored on this machine.',
    flags: ['property', ...arranged],
  },
  close_month: {
    title: 'Check a month',
    command: 'close',
    description:
      'Compares the reports of a month with each other: what agrees, what the data explains, what is open. It keeps nothing. Add up no differences.',
    flags: ['property', 'period', ...arranged],
    fixed: ['--provisional'],
  },
  list_closes: {
    title: 'List the closes',
    command: 'close list',
    description: 'The months that were closed on this machine.',
    flags: ['property', ...arranged],
  },
  list_offers: {
    title: 'List offers',
    command: 'offers list',
    description:
      'Offers for a stay. The total has neither city tax nor fees; the grand total is what the booker pays.',
    flags: [...stay, 'view', ...arranged],
  },
  quote_stay: {
    title: 'Quote a stay',
    command: 'bookings quote',
    description:
      'Quotes chosen offers and services, with the grand total in exact decimals, and returns quote_id for create_booking. It reserves nothing.',
    flags: ['property', 'reservation', 'service'],
    fixed: ['--output', '-'],
    kind: 'quote',
  },
  list_bookings: {
    title: 'List bookings',
    command: 'bookings list',
    description: 'The bookings that were sent from this machine, with their outcomes.',
    flags: arranged,
  },
  create_booking: {
    title: 'Create a booking',
    command: 'bookings create',
    description:
      'Books a quote of quote_stay, at most once, after a person has read and confirmed it. Never send card data. After a time-out, look at list_bookings.',
    flags: [
      ...['expect-total', 'booker-last-name', 'booker-first-name', 'booker-email', 'booker-phone', 'guest'],
      ...['guarantee-type', 'travel-purpose', 'guest-comment', 'reference'],
    ],
    fixed: ['--quote', '-', '--yes', '--format', 'json'],
    kind: 'booking',
    changes: true,
  },
};

function reportTool({ name, summary, parameters, rules, chartView }: ReportDefinition): Tool {
  const isDate = (wire: string) => dateParameters.includes(wire);
  const filters = parameters.filter(({ wire, flag }) => !isDate(wire) && flag !== 'expand');
  // A period has no such limits: it is split into several requests.
  const limits = rules.map(({ sentence }) => sentence).filter(text => !/dateFilter|\bfrom\b/.test(text));
  const computes = chartView !== undefined;
  const isPerformance = name === 'property-performance';
  return {
    title: `Report ${name}`,
    command: `reports ${name}`,
    description: [
      `${summary}.`,
      ...(isPerformance ? ['Counts bedrooms unless unit_group_type names others, or is "all".'] : []),
      ...limits.map(text => `Limit: ${text}.`),
      `hotelctl://reports/${name} defines its columns.`,
    ].join(' '),
    flags: [
      ...filters.map(({ flag }) => flag),
      ...['all-properties', 'period', 'view'],
      ...(computes ? ['compare'] : []),
      ...(isPerformance ? ['by', 'as-of', 'amounts'] : []),
      ...arranged,
    ],
    ...(parameters.some(({ wire, required }) => required && isDate(wire)) ? { required: ['period'] } : {}),
    ...(isPerformance ? { counts: true } : {}),
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

/** A message of a command in the words of an agent: arguments for flags, tools for commands. */
export function inArguments(text: string): string {
  const named = Object.entries(tools).reduce(
    (words, [name, { command }]) => words.replaceAll(`\`hotelctl ${command}\``, name),
    text.replaceAll('`hotelctl reports columns NAME`', 'hotelctl://reports/NAME'),
  );
  return namingArguments(named, argumentName);
}

/** A page has at most this many rows. */
const mostRows = 500;
const rowArguments = {
  offset: { type: 'integer', minimum: 0, description: 'rows to skip' },
  limit: { type: 'integer', minimum: 1, maximum: mostRows, description: 'rows to return (default 50)' },
};
const saveAs = 'save all rows as this new file: name.csv, .xlsx, .html, .ndjson, .parquet';

export async function makeSchema(
  tool: Tool,
  { program }: Invocation,
  canSave: boolean,
): Promise<InputSchema> {
  const flags = await program.flagsOf(tool.command);
  const isRequired = (flag: string) => tool.required?.includes(flag) === true;
  const { properties, required } = makeArguments(flags, tool.flags, inArguments, isRequired);
  const further =
    tool.kind === 'booking'
      ? { quote_id: { type: 'string', description: 'from quote_stay' } }
      : tool.kind === undefined
        ? { ...rowArguments, ...(canSave && { save_as: { type: 'string', description: saveAs } }) }
        : {};
  const all = tool.kind === 'booking' ? ['quote_id', ...required] : required;
  return {
    type: 'object',
    properties: { ...properties, ...further },
    required: all,
    additionalProperties: false,
  };
}

/** The words of the command for a call. Values are never separate words, so that none is read as a flag. */
export function wordsOfCall(tool: Tool, given: Arguments): string[] {
  const flags = tool.flags.filter(flag => flag !== 'unit-group-type' && flag !== 'columns');
  const words = flags.flatMap(flag => flagWords(`--${flag}`, given[argumentName(flag)]));
  return [...tool.command.split(' '), ...(tool.fixed ?? []), ...words];
}

export interface Offered extends Tool {
  readonly name: string;
  readonly inputSchema: InputSchema;
}

export const failed = (lines: readonly string[]): CallToolResult => ({
  content: [{ type: 'text', text: lines.join('\n') }],
  isError: true,
});

/** The text is the same value: digits as the command prints them, which a number of JavaScript could change. */
export const succeeded = (value: Record<string, unknown>, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: stringifyJson(value) }],
  structuredContent: value,
  isError,
});
