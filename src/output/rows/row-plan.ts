import {
  double,
  int32,
  int64,
  quickCheck,
  type Schema,
  type SchemaDefinition,
  schemaDefinition,
  unwrapped,
} from '../../platform/models.ts';
import type { RowShape } from '../../platform/records.ts';
import { propertyLead } from '../../platform/reports/columns.ts';
import type { CsvLayout } from '../results.ts';

/**
 * Rows of a CSV directly from the bytes of a response: this folder copies cells from JSON, by a plan that comes
 * from the model, the shape of the view, the columns and the dialect.
 *
 * There is one rule for everything unusual in a record (an unknown field, a number with an exponent or many digits,
 * invalid UTF-8, any error): the reader gives up, and the record is parsed in the same way as for all other formats,
 * which is the only place that produces warnings and errors.
 */
export interface RowPlan {
  readonly fields: FieldPlan;
  readonly shape: RowShape;
  readonly layout: CsvLayout;
  /** The one byte between cells. */
  readonly delimiter: number;
}

/** The plan; undefined if there is none, and all records are parsed. */
export function rowPlan(item: Schema, shape: RowShape | undefined, layout: CsvLayout): RowPlan | undefined {
  const known = plans.get(layout);
  if (known?.item === item && known.shape === shape) return known.plan;
  const plan = newPlan(item, shape, layout);
  plans.set(layout, { item, shape, plan });
  return plan;
}

/** All requests of a run have the same layout. */
const plans = new WeakMap<
  CsvLayout,
  { readonly item: Schema; readonly shape: RowShape | undefined; readonly plan: RowPlan | undefined }
>();

function newPlan(item: Schema, shape: RowShape | undefined, layout: CsvLayout): RowPlan | undefined {
  const { columns, options } = layout;
  const delimiter = options.delimiter.charCodeAt(0);
  // A row of one empty cell is quoted, and a decimal comma is not a byte of the response.
  if (!shape || options.decimalComma || columns.length < 2 || delimiter > 0x7e) return undefined;
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  for (const name of Object.keys(propertyLead({}))) places.delete(name);
  const fields = fieldPlan(item, shape, places);
  return fields && { fields, shape, layout, delimiter };
}

/**
 * How a value of the model is read from bytes: a tree as deep as the model. All kinds have the same fields, so that the
 * engine optimizes the reader.
 */
export interface FieldPlan {
  readonly kind: 'text' | 'number' | 'object' | 'list';
  readonly isNullable: boolean;
  /** The index of its column in the row; -1 for a value that no column shows. */
  readonly column: number;
  /** `text`: its minimum length in bytes. */
  readonly shortest: number;
  /** `text`: whether the model accepts it, if the model requires more than a text. */
  readonly accepts: ((text: string) => boolean) | undefined;
  /** `text`: accepted bytes, at positions that the bytes give. */
  readonly known: (Uint8Array | undefined)[];
  /** `number`: how many digits of a whole number are certainly within its bounds; 0 for a number with a fraction. */
  readonly wholeDigits: number;
  /** `object`: its fields, their names with quotation marks, and a bit for each required one. */
  readonly fields: readonly FieldPlan[];
  readonly names: readonly Uint8Array[];
  readonly required: number;
  /** `list`: each of its elements, and whether it is a row. */
  readonly element: FieldPlan | undefined;
  readonly makesRows: boolean;
}

/**
 * How many different texts a field remembers as accepted: most fields have the days of a month, or one of a few words.
 */
export const mostKnown = 64;

/** A field's bit in a number. */
const mostFields = 30;

const plain: FieldPlan = {
  kind: 'text',
  isNullable: false,
  column: -1,
  shortest: 0,
  accepts: undefined,
  known: [],
  wholeDigits: 0,
  fields: [],
  names: [],
  required: 0,
  element: undefined,
  makesRows: false,
};

/**
 * The plan for an item of a list; `columns` gives the index of each column, by path.
 *
 * @returns undefined if the model contains a type that the plan does not support, or a column that is not a single
 * value
 */
export function fieldPlan(
  item: Schema,
  { each, members = [] }: RowShape,
  columns: ReadonlyMap<string, number>,
): FieldPlan | undefined {
  const placed = new Set<number>();
  const place = (path: string): number => {
    const inElement = each !== undefined && path.startsWith(`${each}[].`);
    const name = inElement ? path.slice(each.length + 3) : path;
    const column = each === undefined || inElement || members.includes(name) ? columns.get(name) : undefined;
    if (column === undefined) return -1;
    placed.add(column);
    return column;
  };

  function makePlan(schema: Schema, path: string): FieldPlan | undefined {
    const inner = unwrapped(schema);
    const definition = schemaDefinition(inner);
    const column = place(path);
    const common = {
      ...plain,
      isNullable: isNullable(schema),
      column,
      known: Array(mostKnown).fill(undefined),
    };
    if (inner === double || inner === int32 || inner === int64)
      return { ...common, kind: 'number', wholeDigits: inner === int32 ? 9 : inner === int64 ? 15 : 0 };
    if (definition.type === 'string') return { ...common, ...textPlan(inner, definition) };
    if (column !== -1) return undefined;
    if (definition.type === 'array' && definition.element) {
      const element = makePlan(definition.element, `${path}[]`);
      return element && { ...common, kind: 'list', element, makesRows: path === each };
    }
    return definition.shape && objectPlan(definition.shape, path, common);
  }

  function objectPlan(
    shape: NonNullable<SchemaDefinition['shape']>,
    path: string,
    common: FieldPlan,
  ): FieldPlan | undefined {
    const entries = Object.entries(shape);
    const fields: FieldPlan[] = [];
    let required = 0;
    for (const [index, [name, field]] of entries.entries()) {
      const plan = makePlan(field, path === '' ? name : `${path}.${name}`);
      if (!plan || index === mostFields) return undefined;
      fields.push(plan);
      if (schemaDefinition(field).type !== 'optional') required |= 1 << index;
    }
    const names = entries.map(([name]) => Buffer.from(JSON.stringify(name)));
    return { ...common, kind: 'object', fields, names, required };
  }

  const plan = makePlan(item, '');
  return placed.size === columns.size ? plan : undefined;
}

function textPlan(schema: Schema, { checks }: SchemaDefinition): Pick<FieldPlan, 'shortest' | 'accepts'> {
  const [first] = checks;
  const { check, minimum = 0 } = first ?? {};
  if (checks.length === 0) return { shortest: 0, accepts: undefined };
  // The escape of a character takes more bytes than the character: bytes show only whether the text is empty.
  if (checks.length === 1 && check === 'min_length' && minimum === 1)
    return { shortest: 1, accepts: undefined };
  return { shortest: 0, accepts: quickCheck(schema) };
}

function isNullable(schema: Schema): boolean {
  const { type, innerType } = schemaDefinition(schema);
  return type === 'nullable' || (type === 'optional' && innerType !== undefined && isNullable(innerType));
}
