import { type DeclaredFlag, declaredFlags, longFlag, optionName } from '../../cli/flags.ts';
import { loadCommand } from '../../commands/groups.ts';
import { quoteFile } from '../../platform/bookings/quote-model.ts';
import { reports } from '../../platform/reports/index.ts';
import { type Shape, shapeOfColumns, shapeOfSchema } from './shapes.ts';

/** A function of the client: a command, and what of its output the function returns. */
export interface Call {
  readonly command: string;
  /**
   * `body`: the platform's body of one request; `rows`: rows, as they arrive; `list`: all rows; `row`: the only one; `quote`: the
   * quote as text, which must stay as it is, with its sums.
   */
  readonly returns: 'body' | 'rows' | 'list' | 'row' | 'quote' | 'nothing';
  readonly summary: string;
  /** Options that are arguments of the command, in their order. */
  readonly operands?: readonly string[];
  /** The option that the command reads from standard input, and the words for it. */
  readonly input?: readonly [option: string, ...words: string[]];
  readonly fixed?: readonly string[];
  /** Names of flags in camel case that the function does not have. */
  readonly without?: readonly string[];
}

const reportCalls = Object.fromEntries(
  reports.map(({ name, summary, listField }): [string, Call] => [
    `reports.${optionName(name)}`,
    {
      command: `reports ${name}`,
      returns: listField === undefined ? 'body' : 'rows',
      summary,
      without: ['compare', 'align', 'by', 'asOf', 'nearest', 'dataDir'],
    },
  ]),
);

export const calls: Readonly<Record<string, Call>> = {
  ...reportCalls,
  'properties.list': {
    command: 'properties list',
    returns: 'list',
    summary: 'the properties that this sign-in can access',
  },
  'snapshots.take': { command: 'snapshot take', returns: 'nothing', summary: 'saves the books of today' },
  'snapshots.list': { command: 'snapshot list', returns: 'list', summary: 'the snapshots on this machine' },
  'snapshots.pickup': {
    command: 'pickup',
    returns: 'list',
    summary: 'what was booked since the snapshot of an earlier day',
  },
  'snapshots.pace': {
    command: 'pace',
    returns: 'list',
    summary: 'what is on the books, against last year at the same distance before arrival',
  },
  'close.month': {
    command: 'close',
    returns: 'rows',
    summary:
      'reconciles the reports of a month and keeps it; after the last row it throws CheckFailedError if a check is open',
  },
  'close.list': { command: 'close list', returns: 'list', summary: 'the closes on this machine' },
  'offers.list': { command: 'offers list', returns: 'list', summary: 'the offers for a stay' },
  'offers.services': {
    command: 'offers services',
    returns: 'list',
    summary: 'the services that can be booked with a rate plan',
  },
  'quotes.create': {
    command: 'bookings quote',
    returns: 'quote',
    summary: 'chooses offers and services, and computes the grand total',
    fixed: ['--output', '-'],
    without: ['file', 'output', 'query', 'raw'],
  },
  'bookings.create': {
    command: 'bookings create',
    returns: 'list',
    summary: 'books a quote, at most once; without a conclusive response it throws OutcomeUnknownError',
    input: ['quote', '--quote', '-'],
    fixed: ['--yes'],
    without: ['quote', 'file', 'yes', 'dryRun', 'resume', 'maxAge'],
  },
  'bookings.resume': {
    command: 'bookings resume',
    returns: 'list',
    summary: 'sends a booking again whose outcome is unknown',
    operands: ['key'],
  },
  'bookings.list': {
    command: 'bookings list',
    returns: 'list',
    summary: 'the bookings sent from this machine',
  },
  'uiIntegrations.list': { command: 'ui-integration list', returns: 'list', summary: 'the registered views' },
  'uiIntegrations.create': {
    command: 'ui-integration create',
    returns: 'row',
    summary: 'registers a view at a target',
    operands: ['target'],
    input: ['sourceUrl', '--source-url', '-'],
    without: ['sourceUrl'],
  },
  'uiIntegrations.delete': {
    command: 'ui-integration delete',
    returns: 'nothing',
    summary: 'deletes a view',
    operands: ['target', 'id'],
    fixed: ['--yes'],
    without: ['yes'],
  },
  'uiIntegrations.test': {
    command: 'ui-integration test',
    returns: 'list',
    summary: "runs the platform's test suite on a registered private view",
    operands: ['target', 'id'],
  },
};

/** The options of a function: the flags of its command but for output and connection, in camel case. */
export async function optionsOf({ command, without = [] }: Call): Promise<ReadonlyMap<string, DeclaredFlag>> {
  const flags = declaredFlags(await loadCommand(command)).filter(
    ({ heading, meaning }) =>
      !['Output flags:', 'Delivery flags:', 'Run flags:'].includes(heading) && !meaning.hidden,
  );
  const named = flags.map(flag => [optionName(longFlag(flag.form)), flag] as const);
  return new Map(named.filter(([name]) => !without.includes(name)));
}

/** What a function returns; for rows, one of them. */
export async function findShape(call: Call): Promise<Shape | undefined> {
  if (call.returns === 'nothing') return undefined;
  if (call.returns === 'quote') {
    const shape = shapeOfSchema(quoteFile);
    if (shape.kind !== 'object') return undefined;
    const { reservations: _, ...fields } = Object.fromEntries(shape.fields);
    return { kind: 'object', fields: new Map(Object.entries(fields)) };
  }
  const report = reports.find(({ name }) => call.command === `reports ${name}`);
  if (report && call.returns === 'body') return shapeOfSchema((await report.response()).body);
  const { columns } = await loadCommand(call.command);
  return columns ? shapeOfColumns(await columns(undefined)) : undefined;
}
