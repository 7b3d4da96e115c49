import { int32, int64, type Schema, schemaDefinition, unwrapped } from '../../platform/models.ts';
import { currencyDigits, isCurrency } from '../../platform/money.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { Column } from '../../platform/records.ts';

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
export function shapeOfSchema(schema: Schema, known: Map<Schema, Shape> = new Map()): Shape {
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

type Building = Map<string, ShapeField | Building>;

/** Of a row of a view: nested as its columns are, and any cell may be empty. */
export function shapeOfColumns(columns: readonly Column[]): Shape {
  const root: Building = new Map();
  for (const { name, type, storage, unit } of columns) {
    const path = name.split('.');
    const last = path.pop() ?? name;
    let place = root;
    for (const part of path) {
      const inner = place.get(part);
      const next: Building = inner instanceof Map ? inner : new Map();
      place.set(part, next);
      place = next;
    }
    const isWhole = storage === 'int32' || storage === 'int64' || unit?.kind === 'count' || name === 'depth';
    const kind = type !== 'number' ? 'text' : isWhole ? 'whole' : 'decimal';
    place.set(last, { shape: { kind }, optional: true });
  }
  return finished(root);
}

const finished = (building: Building): Shape => ({
  kind: 'object',
  fields: new Map(
    [...building].map(([name, inner]) => [
      name,
      inner instanceof Map ? { shape: finished(inner), optional: true } : inner,
    ]),
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
