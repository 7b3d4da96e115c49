import type { Schema } from './models.ts';

/** What the schema library keeps of a schema: as much of it as what is made from models looks at. */
export interface SchemaDefinition {
  readonly type: string;
  readonly check?: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: StringCheck } }[];
  readonly fn?: (value: unknown) => unknown;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
}

/** One of the checks of a text. */
export interface StringCheck {
  readonly check: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly pattern?: RegExp;
  readonly fn?: (value: unknown) => unknown;
}

export const schemaDefinition = (schema: Schema) => schema._zod.def as unknown as SchemaDefinition;

/** The schema below `optional` and `nullable`. */
export function unwrapped(schema: Schema): Schema {
  const { type, innerType } = schemaDefinition(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrapped(innerType) : schema;
}
