import { int32, int64, type Schema, schemaDefinition, unwrapped } from '../platform/models.ts';
import { currencyDigits, isCurrency } from '../platform/money.ts';
import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import { nestedRecord } from '../platform/record-paths.ts';
import type { Column, ReportRecord } from '../platform/records.ts';
import type { Amounts } from '../platform/reports/report.ts';
import type { OptionValues } from './flags.ts';

/**
 * Declared beside the flags of a command. The types of the library and the schemas of the tools are made from it, and a test
 * compares it with what every command writes.
 */
export interface CommandResult {
  /** The columns of its rows: of a view, or of the default one; `by` and `compare` compute other rows. */
  readonly rows?: (view?: string, options?: OptionValues) => Promise<readonly Column[]>;
  /** Options with which its rows have other columns. */
  readonly switches?: readonly string[];
  /** The names of its key columns, which an agent receives unless it asks for others; default: all. Amounts are net by default. */
  readonly keys?: (view?: string, options?: OptionValues, amounts?: Amounts) => Promise<readonly string[]>;
  /** Of rows that are elements of the platform's list: everything that they contain, for example their taxes. */
  readonly element?: (view?: string) => Promise<Schema | undefined>;
  /** `json`: the platform's body of each request, with its parameters. */
  readonly bodies?: () => Promise<Schema>;
  /** One document, such as a quote. */
  readonly document?: () => Promise<Schema>;
  /** A page or a file, for example of an accounting system. */
  readonly file?: true;
}

/** What a value consists of. Decimals are texts with the platform's digits, because a number of JavaScript would round them. */
export type Shape =
  | {
      readonly kind: 'object';
      readonly fields: ReadonlyMap<string, ShapeField>;
      /** It may have fields that the platform's specification does not show. */
      readonly isOpen?: boolean;
    }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'text' | 'whole' | 'decimal' | 'boolean' | 'any' };

interface ShapeField {
  readonly shape: Shape;
  /** Absent or null is possible. */
  readonly optional: boolean;
}

/** One row of a view, or of the default one: its cells, or the whole element of the platform's list with them. */
export async function rowShape(
  { rows, element }: CommandResult,
  view?: string,
  options?: OptionValues,
): Promise<Shape | undefined> {
  if (!rows) return undefined;
  const cells = shapeOfColumns(await rows(view, options));
  const whole = options === undefined ? await element?.(view) : undefined;
  const shape = whole && shapeOfSchema(whole);
  return shape?.kind === 'object' && cells.kind === 'object'
    ? { kind: 'object', fields: new Map([...cells.fields, ...shape.fields]), isOpen: shape.isOpen === true }
    : cells;
}

/** Of a body of the platform. @param known the shapes above it: accounts contain accounts */
export function shapeOfSchema(schema: Schema, known: Map<Schema, Shape> = new Map()): Shape {
  const above = known.get(schema);
  if (above) return above;
  const { type, shape, element, catchall } = schemaDefinition(schema);
  if (schema === int32 || schema === int64) return { kind: 'whole' };
  if (type === 'object' && shape) {
    const fields = new Map<string, ShapeField>();
    const isOpen = catchall !== undefined && schemaDefinition(catchall).type !== 'never';
    const made: Shape = { kind: 'object', fields, isOpen };
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
export function shapeOfColumns(columns: readonly Column[]): Shape {
  const kinds = columns.map(({ name, type, storage, unit, holds, aggregation }) => {
    const isInteger = storage === 'int32' || storage === 'int64' || name === 'depth';
    // Units per day are a ratio.
    const isWhole = isInteger || (unit?.kind === 'count' && !isRatio(aggregation));
    const kind = holds ?? (type !== 'number' ? 'text' : isWhole ? 'whole' : 'decimal');
    return [name, kind] as const;
  });
  return shapeOfKinds(nestedRecord(kinds));
}

const isRatio = (aggregation: Column['aggregation']): boolean =>
  aggregation?.kind === 'ratio' || (aggregation?.kind === 'change' && isRatio(aggregation.now.aggregation));

const shapeOfKinds = (record: ReportRecord): Shape => ({
  kind: 'object',
  fields: new Map(
    Object.entries(record).map(([name, inner]) => {
      const shape =
        inner === 'list'
          ? { kind: 'list', of: { kind: 'text' } }
          : typeof inner === 'string'
            ? { kind: inner }
            : shapeOfKinds(inner as ReportRecord);
      return [name, { shape: shape as Shape, optional: true }];
    }),
  ),
});

/** The value with decimals as texts; of fields that no command declares, whole numbers are numbers. */
export function exactValue(shape: Shape | undefined, value: unknown): unknown {
  if (isExactNumber(value)) {
    const text = plainNumber(value);
    return shape?.kind === 'whole' || (!shape && /^-?\d{1,15}$/.test(text)) ? Number(text) : text;
  }
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
