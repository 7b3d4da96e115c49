import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  type Arguments,
  argumentName,
  type InputSchema,
  makeArguments,
  schemaOfRows,
} from '../../cli/arguments.ts';
import { sentence } from '../../cli/command.ts';
import { dateParameters } from '../../cli/date-options.ts';
import { type DeclaredFlag, flagWords, longFlag, namingArguments } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { stringifyJson } from '../../platform/json.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/**
 * A tool is a command with some of its flags: they become the arguments of the tool, with their summaries and choices. What
 * it does and returns is what the command does and prints.
 */
export interface Tool {
  readonly command: string;
  /** Default: the summary of the command. */
  readonly summary?: string;
  /** What an agent should know besides. */
  readonly advice?: string;
  /** Long names of the flags, without dashes; default: those that choose what a command returns. */
  readonly flags?: readonly string[];
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
  list_properties: { command: 'properties list' },
  ...Object.fromEntries(
    reports.map(report => [`report_${report.name.replaceAll('-', '_')}`, reportTool(report)]),
  ),
  morning_brief: { command: 'brief', counts: true },
  pickup: { command: 'pickup', advice: 'Needs snapshots.', flags: ['since', ...booked], counts: true },
  pace: { command: 'pace', advice: 'Needs snapshots.', flags: ['versus', ...booked], counts: true },
  list_snapshots: { command: 'snapshot list' },
  close_month: {
    command: 'close',
    summary: "compare a month's reports with each other: what agrees, what the data explains, what is open",
    advice: 'It keeps nothing. Add up no differences.',
    flags: ['property', 'period', ...arranged],
    fixed: ['--provisional'],
  },
  list_closes: { command: 'close list' },
  list_offers: {
    command: 'offers list',
    advice: 'The total has neither city tax nor fees; the grand total is what the booker pays.',
  },
  quote_stay: {
    command: 'bookings quote',
    summary: 'quote chosen offers and services, with the grand total in exact decimals',
    advice: 'It returns quote_id for create_booking, and reserves nothing.',
    flags: ['property', 'reservation', 'service'],
    fixed: ['--output', '-'],
    kind: 'quote',
  },
  list_bookings: { command: 'bookings list' },
  create_booking: {
    command: 'bookings create',
    summary: 'book a quote of quote_stay, at most once, after a person has read and confirmed it',
    advice: 'Never send card data. After a time-out, look at list_bookings.',
    flags: [
      ...['expect-total', 'booker-last-name', 'booker-first-name', 'booker-email', 'booker-phone', 'guest'],
      ...['guarantee-type', 'travel-purpose', 'guest-comment', 'reference'],
    ],
    fixed: ['--quote', '-', '--yes', '--format', 'json'],
    kind: 'booking',
    changes: true,
  },
};

function reportTool({ name, parameters, rules }: ReportDefinition): Tool {
  // A period has no such limits: it is split into several requests.
  const limits = rules.map(({ sentence }) => sentence).filter(text => !/dateFilter|\bfrom\b/.test(text));
  const isPerformance = name === 'property-performance';
  const needsPeriod = parameters.some(({ wire, required }) => required && dateParameters.includes(wire));
  return {
    command: `reports ${name}`,
    advice: [
      ...(isPerformance ? ['Counts bedrooms unless unit_group_type names others, or is "all".'] : []),
      ...limits.map(text => `Limit: ${text}.`),
      `hotelctl://reports/${name} defines its columns.`,
    ].join(' '),
    ...(needsPeriod ? { required: ['period'] } : {}),
    ...(isPerformance ? { counts: true } : {}),
  };
}

/** Flags of terminals, files and scripts; a tool has pages in place of a limit, and periods in place of dates. */
const omitted =
  /^(format|output|query|raw|envelope|chart|open|limit|locale|strict|concurrency|currency|expand|month|year|from|to|date-filter|data-dir|.*template)$/;

const agentFlags = (flags: readonly DeclaredFlag[]) =>
  flags.flatMap(({ form, heading, meaning }) => {
    const name = longFlag(form).slice(2);
    const isApart = meaning.hidden || meaning.isDetail || form.endsWith('<file>') || omitted.test(name);
    return isApart || heading === 'Delivery flags:' ? [] : [name];
  });

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

export type Offered = Awaited<ReturnType<typeof offerTool>>;

/** A tool with what the declaration of its command says: the summary, the flags and the result. */
export async function offerTool(name: string, tool: Tool, { program }: Invocation, canSave: boolean) {
  const { kind, changes = false, advice = '' } = tool;
  const { summary, flags, returns } = await program.describe(tool.command);
  const isRequired = (flag: string) => tool.required?.includes(flag) === true;
  const names = tool.flags ?? [...new Set(agentFlags(flags))];
  const { properties, required } = makeArguments(flags, names, inArguments, isRequired);
  const further =
    kind === 'booking'
      ? { quote_id: { type: 'string', description: 'from quote_stay' } }
      : kind === undefined
        ? { ...rowArguments, ...(canSave && { save_as: { type: 'string', description: saveAs } }) }
        : {};
  const inputSchema: InputSchema = {
    type: 'object',
    properties: { ...properties, ...further },
    required: kind === 'booking' ? ['quote_id', ...required] : required,
    additionalProperties: false,
  };
  const readOnlyHint = !changes && !(canSave && kind === undefined);
  const valuesOf = (flag: string) =>
    flags.find(({ form }) => longFlag(form) === `--${flag}`)?.meaning.choices;
  return {
    ...tool,
    flags: names,
    inputSchema,
    /** As the client sees it, with the schema of what it returns. */
    listed: async () => ({
      name,
      title: sentence(name.replaceAll('_', ' ')).slice(0, -1),
      description: `${sentence(tool.summary ?? summary)} ${advice}`.trimEnd(),
      inputSchema,
      outputSchema: kind
        ? documentSchema(kind)
        : rowsSchema(await schemaOfRows(returns, { flags: names, valuesOf })),
      annotations: {
        readOnlyHint,
        ...(readOnlyHint ? {} : { destructiveHint: changes, idempotentHint: false }),
      },
    }),
  };
}

const texts = { type: 'array', items: { type: 'string' } };

/** What the tools of a quote and of its booking add to the documents of their commands. */
const documentSchema = (kind: 'quote' | 'booking') => ({
  type: 'object' as const,
  properties: kind === 'quote' ? { quote_id: { type: 'string' }, lines: texts } : { notes: texts },
  required: [kind === 'quote' ? 'quote_id' : 'notes'],
});

const rowsSchema = (items: object) => ({
  type: 'object' as const,
  properties: {
    rows: { type: 'array', items },
    offset: { type: 'integer' },
    total: { type: 'integer' },
    more: { type: 'boolean' },
    basis: { type: 'object' },
    notes: texts,
    file: { type: 'object' },
  },
  required: ['rows', 'offset', 'total', 'more', 'basis', 'notes'],
});

/** The words of the command for a call. Values are never separate words, so that none is read as a flag. */
export function wordsOfCall(tool: Offered, given: Arguments): string[] {
  const flags = tool.flags.filter(flag => flag !== 'unit-group-type' && flag !== 'columns');
  const words = flags.flatMap(flag => flagWords(`--${flag}`, given[argumentName(flag)]));
  return [...tool.command.split(' '), ...(tool.fixed ?? []), ...words];
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
