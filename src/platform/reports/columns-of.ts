import { date, dateTime, double, int32, int64, type Schema } from '../models.ts';
import type { Column } from '../records.ts';

const types = new Map<Schema, Column['type']>([
  [double, 'number'],
  [int32, 'number'],
  [int64, 'number'],
  [date, 'date'],
  [dateTime, 'date'],
]);

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

/** The schema below `optional` and `nullable`. */
function unwrapped(schema: Schema): Schema {
  const { type, innerType } = definitionOf(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrapped(innerType) : schema;
}

/**
 * The columns of a model: the paths of its fields joined by dots, in the order of the model. Arrays of models have
 * a view of their own and are left out; arrays of plain values stay, as one cell.
 */
export function columnsOf(schema: Schema, prefix = ''): Column[] {
  const inner = unwrapped(schema);
  const { type, shape, element } = definitionOf(inner);
  if (type === 'object' && shape) {
    return Object.entries(shape).flatMap(([name, field]) =>
      columnsOf(field, prefix ? `${prefix}.${name}` : name),
    );
  }
  if (type === 'array' && element && definitionOf(unwrapped(element)).type === 'object') return [];
  return [{ name: prefix, type: types.get(inner) ?? 'text' }];
}

/** Columns with headings for people where the path reads badly; the CSV keeps the path. */
export const headed = (
  headings: Readonly<Record<string, string>>,
  columns: readonly Column[],
): readonly Column[] =>
  columns.map(column => {
    const heading = headings[column.name];
    return heading === undefined ? column : { ...column, heading };
  });
