import { type DeclaredFlag, declaredFlags, longFlag, optionName } from '../../cli/flags.ts';
import { loadCommand } from '../../commands/groups.ts';
import { quoteFile } from '../../platform/bookings/quote-model.ts';
import { int32, int64, type Schema, schemaDefinition, unwrapped } from '../../platform/models.ts';
import { currencyDigits, isCurrency } from '../../platform/money.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { reports } from '../../platform/reports/index.ts';

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

const list = (command: string, summary: string): Call => ({ command, returns: 'list', summary });

/** By the name of the function, in the order of the documentation. */
export const calls: Readonly<Record<string, Call>> = {
  ...reportCalls,
  'properties.list': list('properties list', 'the properties that this sign-in can access'),
  'snapshots.take': { command: 'snapshot take', returns: 'nothing', summary: 'saves the books of today' },
  'snapshots.list': list('snapshot list', 'the snapshots on this machine'),
  'snapshots.pickup': list('pickup', 'what was booked since the snapshot of an earlier day'),
  'snapshots.pace': list(
    'pace',
    'what is on the books, against last year at the same distance before arrival',
  ),
  'close.month': {
    command: 'close',
    returns: 'rows',
    summary:
      'reconciles the reports of a month and keeps it; after the last row it throws CheckFailedError if a check is open',
  },
  'close.list': list('close list', 'the closes on this machine'),
  'offers.list': list('offers list', 'the offers for a stay'),
  'offers.services': list('offers services', 'the services that can be booked with a rate plan'),
  'quotes.create': {
    command: 'bookings quote',
    returns: 'quote',
    summary: 'chooses offers and services, and computes the grand total',
    fixed: ['--output', '-'],
    without: ['file', 'output', 'query', 'raw'],
  },
  'bookings.create': {
    ...list(
      'bookings create',
      'books a quote, at most once; without a conclusive response it throws OutcomeUnknownError',
    ),
    input: ['quote', '--quote', '-'],
    fixed: ['--yes'],
    without: ['quote', 'file', 'yes', 'dryRun', 'resume', 'maxAge'],
  },
  'bookings.resume': {
    ...list('bookings resume', 'sends a booking again whose outcome is unknown'),
    operands: ['key'],
  },
  'bookings.list': list('bookings list', 'the bookings sent from this machine'),
  'uiIntegrations.list': list('ui-integration list', 'the registered views'),
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
    ...list('ui-integration test', "runs the platform's test suite on a registered private view"),
    operands: ['target', 'id'],
  },
};

/** The options of a function: the flags of its command but for output and connection, in camel case. */
export async function listOptions({
  command,
  without = [],
}: Call): Promise<ReadonlyMap<string, DeclaredFlag>> {
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

/**
 * What a value of the client consists of: its types in `types/` are generated from it, and its values are made with it.
 * Decimals are texts with the platform's digits, because a number of JavaScript would round them.
 */
export type Shape =
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, ShapeField> }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'text' | 'whole' | 'decimal' | 'boolean' | 'any' };

interface ShapeField {
  readonly shape: Shape;
  /** Absent or null is possible. */
  readonly optional: boolean;
}

/** Of a body of the platform. @param known the shapes above it: accounts contain accounts */
function shapeOfSchema(schema: Schema, known: Map<Schema, Shape> = new Map()): Shape {
  const above = known.get(schema);
  if (above) return above;
  const { type, shape, element } = schemaDefinition(schema);
  if (schema === int32 || schema === int64) return { kind: 'whole' };
  if (type === 'object' && shape) {
    const fields = new Map<string, ShapeField>();
    const made: Shape = { kind: 'object', fields };
    known.set(schema, made);
    for (const [name, inner] of Object.entries(shape)) {
      const required = unwrapped(inner);
      fields.set(name, { shape: shapeOfSchema(required, known), optional: required !== inner });
    }
    return made;
  }
  if (type === 'array' && element) return { kind: 'list', of: shapeOfSchema(unwrapped(element), known) };
  if (type === 'custom') return { kind: 'decimal' };
  if (type === 'number' || type === 'int') return { kind: 'whole' };
  return { kind: type === 'boolean' ? 'boolean' : type === 'string' || type === 'enum' ? 'text' : 'any' };
}

/** Of a row of a view: nested as its columns are, and any cell may be empty. */
function shapeOfColumns(columns: readonly Column[]): Shape {
  const kinds = columns.map(({ name, type, storage, unit }) => {
    const isWhole = storage === 'int32' || storage === 'int64' || unit?.kind === 'count' || name === 'depth';
    return [name, type !== 'number' ? 'text' : isWhole ? 'whole' : 'decimal'] as const;
  });
  return shapeOfKinds(nestedRecord(kinds));
}

const shapeOfKinds = (record: ReportRecord): Shape => ({
  kind: 'object',
  fields: new Map(
    Object.entries(record).map(([name, inner]) => {
      const shape = typeof inner === 'string' ? { kind: inner } : shapeOfKinds(inner as ReportRecord);
      return [name, { shape: shape as Shape, optional: true }];
    }),
  ),
});

/** The value with decimals as texts; fields that the shape does not have are kept, with every number as a text. */
export function exactValue(shape: Shape | undefined, value: unknown): unknown {
  if (isExactNumber(value)) return shape?.kind === 'whole' ? Number(value) : plainNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map(item => exactValue(shape?.kind === 'list' ? shape.of : undefined, item));
  const fields = shape?.kind === 'object' ? shape.fields : undefined;
  const made = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, exactValue(fields?.get(name)?.shape, inner)]),
  );
  const { amount, currency } = value as Record<string, unknown>;
  return isExactNumber(amount) && typeof currency === 'string'
    ? { ...made, amount: paddedAmount(plainNumber(amount), currency) }
    : made;
}

/** `1234.5` EUR is `1234.50`: no digit is lost, and none is invented beyond those of the currency. */
function paddedAmount(amount: string, currency: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = isCurrency(currency) ? currencyDigits(currency) : 0;
  return digits > fraction.length ? `${whole}.${fraction.padEnd(digits, '0')}` : amount;
}
