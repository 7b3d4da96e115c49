import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { sentence } from '../../cli/command.ts';
import { type DeclaredFlag, declaredFlags, flagWords, longFlag, namingArguments } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { type CommandResult, shapeOfSchema } from '../../cli/result.ts';
import { newFileEndings } from '../../output/delivery/write-file.ts';
import { stringifyJson } from '../../platform/json.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import {
  type Arguments,
  argumentName,
  closedSchema,
  type InputSchema,
  makeArguments,
  schemaOfRows,
  schemasOfShapes,
} from './arguments.ts';

/**
 * A tool is a command: its arguments are the flags that choose what the command does, with their summaries and choices, and what
 * it returns is what the command declares.
 */
interface Tool {
  readonly command: string;
  /** Default: the summary of the command. */
  readonly summary?: string;
  readonly advice?: string;
  /** Words of every call; a flag among them is no argument. */
  readonly fixed?: readonly string[];
  /** `quote` keeps the document of the command for `booking`, which a person confirms. */
  readonly kind?: 'quote' | 'booking';
}

export const tools: Readonly<Record<string, Tool>> = {
  list_properties: { command: 'properties list' },
  ...Object.fromEntries(
    reports.map(report => [`report_${report.name.replaceAll('-', '_')}`, reportTool(report)]),
  ),
  morning_brief: { command: 'brief' },
  pickup: { command: 'pickup', advice: 'Needs snapshots.' },
  pace: { command: 'pace', advice: 'Needs snapshots.' },
  list_snapshots: { command: 'snapshot list' },
  close_month: {
    command: 'close',
    summary: "compare a month's reports with each other: what agrees, what the data explains, what is open",
    advice:
      'Saves nothing. A person looks at open, not explained and question (with sort state:desc before what agrees). Do not add up differences.',
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
    // Its notes are the lines of the quote.
    fixed: ['--quiet', '--output', '-'],
    kind: 'quote',
  },
  list_bookings: { command: 'bookings list' },
  create_booking: {
    command: 'bookings create',
    summary: 'book a quote of quote_stay, at most once, after a person has read and confirmed it',
    advice: 'Never send card data. After a time-out, look at list_bookings.',
    fixed: ['--quote', '-', '--yes', '--format', 'ndjson'],
    kind: 'booking',
  },
};

function reportTool({ name, parameters, rules }: ReportDefinition): Tool {
  // A period has no such limits: it is split into several requests.
  const limits = rules.map(({ sentence }) => sentence).filter(text => !/dateFilter|\bfrom\b/.test(text));
  const countsUnits = parameters.some(({ flag }) => flag === 'unit-group-type');
  return {
    command: `reports ${name}`,
    advice: [
      ...(countsUnits ? ['Counts bedrooms unless unit_group_type names others, or is "all".'] : []),
      ...limits.map(text => `Limit: ${text}.`),
      `hotelctl://reports/${name} defines its columns.`,
    ].join(' '),
  };
}

/**
 * Flags of files and scripts; a tool has pages in place of a limit, and periods in place of dates. A person decides about paying
 * and about booking again.
 */
const omitted =
  /^(format|output|limit|locale|strict|concurrency|currency|expand|month|year|from|to|date-filter|data-dir|again|close|.*template)$/;

/** By names: what an agent may set. Only rows are chosen, sorted and counted. */
function argumentsOf(flags: readonly DeclaredFlag[], { kind, fixed = [] }: Tool): readonly string[] {
  const headings = ['Delivery flags:', 'Payment:', ...(kind === undefined ? [] : ['Output flags:'])];
  const names = flags
    .filter(({ form, meaning }) => !(meaning.hidden || meaning.isDetail || form.endsWith('<file>')))
    .filter(({ heading, meaning }) => !(meaning.onlyOnCommandLine || headings.includes(heading)))
    .map(({ form }) => longFlag(form).slice(2));
  return [...new Set(names)].filter(name => !omitted.test(name) && !fixed.includes(`--${name}`));
}

/** Definitions that an agent can read: each is what a command prints. */
export const resources: readonly (readonly [uri: string, title: string, command: string])[] = [
  ['hotelctl://reports', 'The reports, their parameters, limits and views', 'reports list --format json'],
  ...reports.map(
    ({ name }) =>
      [
        `hotelctl://reports/${name}`,
        `The views and columns of ${name}, with their types and definitions`,
        `reports columns ${name} --format json`,
      ] as const,
  ),
  ['hotelctl://help/periods', 'How periods and dates are written', 'help periods'],
];

/** A message of a command in the words of an agent: arguments for their flags, tools for their commands. Others are those of a person. */
export function wordsForAgents(offered: Iterable<Offered>): (text: string) => string {
  const all = [...offered];
  const known = new Set(all.flatMap(({ flags }) => flags));
  const nameOf = (flag: string) => (known.has(flag) ? argumentName(flag) : `--${flag}`);
  return text => {
    const inTools = text.replace('--format csv without --columns writes all', 'columns=all returns all');
    return namingArguments(inTools, nameOf, (command, flags) => {
      const tool = all.find(each => each.command === command);
      if (!tool || !flags.every(([flag]) => known.has(flag))) return undefined;
      return [tool.name, ...flags.map(([flag, value = 'true']) => `${argumentName(flag)}=${value}`)].join(
        ' ',
      );
    });
  };
}

const mostRows = 500;
const rowArguments = {
  offset: { type: 'integer', minimum: 0, description: 'rows to skip' },
  limit: { type: 'integer', minimum: 1, maximum: mostRows, description: 'most rows (default 50)' },
};
const saveAs = `save all rows as this new file: name${newFileEndings.join(', ')}`;

export type Offered = Awaited<ReturnType<typeof offerTool>>;

/** A call of a tool, whose arguments are checked. */
export interface ToolCall {
  readonly tool: Offered;
  readonly given: Arguments;
  readonly signal: AbortSignal;
  readonly onProgress: (count: number, unit: string) => void;
  readonly inWords: (text: string) => string;
}

/** A tool with what the declaration of its command says: the summary, the flags and the result. */
export async function offerTool(name: string, tool: Tool, { program }: Invocation, canSave: boolean) {
  const { kind = 'rows', advice = '' } = tool;
  const definition = await program.describe(tool.command);
  const { summary = '', returns = {} } = definition;
  const flags = declaredFlags(definition);
  const names = argumentsOf(flags, tool);
  const { properties, required } = makeArguments(flags, names);
  const books = kind === 'booking';
  const further = {
    quote: {},
    booking: { quote_id: { type: 'string', description: 'from quote_stay' } },
    rows: { ...rowArguments, ...(canSave && { save_as: { type: 'string', description: saveAs } }) },
  }[kind];
  const inputSchema: InputSchema = {
    type: 'object',
    properties: { ...properties, ...further },
    required: [...(books ? ['quote_id'] : []), ...required],
    additionalProperties: false,
  };
  const readOnlyHint = !books && !(canSave && kind === 'rows');
  return {
    ...tool,
    name,
    returns,
    flags: names,
    // Only performance and the books have amounts beside counts of units.
    counts: names.includes('unit-group-type') && names.includes('amounts'),
    inputSchema,
    /** As the client sees it, with the schema of what it returns. */
    listed: async () => ({
      name,
      title: sentence(name.replaceAll('_', ' ')).slice(0, -1),
      description: `${sentence(tool.summary ?? summary)} ${advice}`.trimEnd(),
      inputSchema,
      outputSchema:
        kind === 'quote'
          ? await quoteSchema(returns)
          : rowsSchema(await schemaOfRows(returns, flags, names), books),
      annotations: {
        readOnlyHint,
        ...(readOnlyHint ? {} : { destructiveHint: books, idempotentHint: false }),
      },
    }),
  };
}

const texts = { type: 'array', items: { type: 'string' } };
const count = { type: 'integer' };
const textsByHotel = { type: 'object', additionalProperties: { type: 'string' } };

const basisSchema = closedSchema(
  { hotels: closedSchema({ counted: count, expected: count }, { missing: texts }) },
  {
    unitTypes: texts,
    amounts: { enum: ['net', 'gross'] },
    period: { type: ['string', 'array', 'null'], items: { type: 'string' } },
    businessDay: { anyOf: [{ type: 'string' }, textsByHotel] },
    timeZones: textsByHotel,
  },
);

/** The sums of the document, and the id that the tool adds to it. */
async function quoteSchema({ document }: CommandResult) {
  const { quotedAt, sums } = document ? schemasOfShapes([shapeOfSchema(await document())]) : {};
  return closedSchema({ quote_id: { type: 'string' }, quotedAt, sums, lines: texts, notes: texts });
}

const rowsSchema = (items: object, areBooked: boolean) => {
  const rows = { type: 'array', items };
  if (areBooked) return closedSchema({ rows, notes: texts });
  const page = {
    rows,
    offset: count,
    total: count,
    more: { type: 'boolean' },
    basis: basisSchema,
    notes: texts,
  };
  const file = closedSchema({ name: { type: 'string' }, rows: count, size: count, columns: texts });
  return closedSchema(page, { file });
};

/** The words of the command for a call. Values are never separate words, so that none is read as a flag. */
export function wordsOfCall({ tool, given }: Pick<ToolCall, 'tool' | 'given'>): string[] {
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
