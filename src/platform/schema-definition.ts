import type { Schema } from './models.ts';

/**
 * The adapter for zod: what the library keeps of a schema in its internals, which is all that can be read back from a
 * schema of zod/mini. The build fails when the installed version is another one than named here; docs/decisions.md says
 * why it is needed.
 *
 * @private-parts zod 4.6.7
 */
export interface SchemaDefinition {
  readonly type: string;
  readonly format?: string;
  /** In order of declaration. */
  readonly checks: readonly SchemaCheck[];
  readonly fn?: (value: unknown) => unknown;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
}

export interface SchemaCheck {
  readonly check: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly pattern?: RegExp;
  readonly fn?: (value: unknown) => unknown;
}

interface Internals<Kept> {
  readonly _zod: { readonly def: Kept };
}
type Kept = Omit<SchemaDefinition, 'checks'> & { readonly checks?: readonly Internals<SchemaCheck>[] };

export function schemaDefinition(schema: Schema): SchemaDefinition {
  const kept = (schema as unknown as Internals<Kept>)._zod.def;
  return { ...kept, checks: (kept.checks ?? []).map(check => check._zod.def) };
}

/** The schema below `optional` and `nullable`. */
export function unwrapped(schema: Schema): Schema {
  const { type, innerType } = schemaDefinition(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrapped(innerType) : schema;
}
