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
import type { FieldValue, RowShape } from '../../platform/records.ts';

/** Four bytes or more, which others are compared with: four at a time. The ends of values differ more than their beginnings. */
export class BytePattern {
  length = 0;
  #last = 0;
  #words = new Int32Array(8);

  set(bytes: DataView, from: number, to: number): this {
    this.length = to - from;
    this.#last = bytes.getInt32(to - 4);
    const count = this.length >> 2;
    if (count > this.#words.length) this.#words = new Int32Array(2 * count);
    for (let index = 0; index < count; index++) this.#words[index] = bytes.getInt32(from + 4 * index);
    return this;
  }

  isAt(bytes: DataView, at: number, end: number): boolean {
    if (at + this.length > end || bytes.getInt32(at + this.length - 4) !== this.#last) return false;
    const count = this.length >> 2;
    for (let index = 0; index < count; index++)
      if (bytes.getInt32(at + 4 * index) !== this.#words[index]) return false;
    return true;
  }
}

/**
 * How a value of the model is read from bytes: a tree as deep as the model. All kinds have the same fields, so that the
 * engine optimizes the reader.
 *
 * There is one rule for everything unusual in a record (a new field, a number with an exponent or many digits, invalid
 * UTF-8, any error): the reader gives up, and the record is parsed in the same way as for all other formats, which is the
 * only place that produces warnings and errors. A new field or value that was reported is usual from then on.
 */
export interface FieldPlan {
  readonly kind: 'text' | 'number' | 'object' | 'list';
  readonly isNullable: boolean;
  /** The index of its column in the row; -1 for a value that is not read. */
  readonly column: number;
  /** `text`: its minimum length in bytes. */
  readonly shortest: number;
  /** `text`: whether the model accepts it, if the model requires more than a text. */
  readonly accepts: ((text: string) => boolean) | undefined;
  /** `text`: what was reported as not documented, and is accepted too. */
  readonly allowed: Set<string>;
  /** `text`: accepted texts with their quotation marks, at places that the bytes give. */
  readonly known: (BytePattern | undefined)[];
  /** `number`: how many digits of a whole number are certainly within its bounds; 0 for a number with a fraction. */
  readonly wholeDigits: number;
  /** `object`: its fields, their names with quotation marks, and a bit for each required one. */
  readonly fields: FieldPlan[];
  readonly names: BytePattern[];
  readonly keys: string[];
  readonly required: number;
  /** `list`: each of its elements, and whether it is a row. */
  readonly element: FieldPlan | undefined;
  readonly makesRows: boolean;
  /** The last values that were made of its JSON; undefined for a field whose values are not kept. */
  readonly kept: KeptValue[] | undefined;
}

export interface KeptValue {
  readonly json: BytePattern;
  readonly value: FieldValue;
}

/**
 * How many different texts a field remembers as accepted, and how many values: most fields have the days of a month, or one of
 * a few words.
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
  allowed: new Set(),
  known: [],
  wholeDigits: 0,
  fields: [],
  names: [],
  keys: [],
  required: 0,
  element: undefined,
  makesRows: false,
  kept: undefined,
};

/** The day of an item: its path, and whether a day was requested. A text that is not a date counts as requested. */
export interface RequestedDay {
  readonly path: string;
  readonly isRequested: (day: string) => boolean;
}

/** The plan of the items of a list, for the values at these paths. An item of a day that was not requested is unusual. */
export function planRows(
  item: Schema,
  { each, members = [] }: RowShape,
  columns: readonly string[],
  day?: RequestedDay,
) {
  function columnOf(path: string): number {
    const inElement = each !== undefined && path.startsWith(`${each}[].`);
    const name = inElement ? path.slice(each.length + 3) : path;
    return each === undefined || inElement || members.includes(name) ? columns.indexOf(name) : -1;
  }

  function makePlan(schema: Schema, path: string): FieldPlan {
    const own = fieldsOfPlan(unwrapped(schema), path);
    return {
      ...plain,
      isNullable: isNullable(schema),
      column: columnOf(path),
      known: Array(mostKnown).fill(undefined),
      // A part of an item is mostly that of another one. Inside of it, texts are.
      kept: own.kind === 'text' || /^\w+$/.test(path) ? [] : undefined,
      ...own,
    };
  }

  function fieldsOfPlan(schema: Schema, path: string): Partial<FieldPlan> {
    const definition = schemaDefinition(schema);
    const { type, element, shape } = definition;
    if (schema === double || schema === int32 || schema === int64)
      return {
        kind: 'number',
        wholeDigits: schema === int32 ? 9 : schema === int64 ? 15 : 0,
        kept: undefined,
      };
    if (type === 'string')
      return { kind: 'text', ...textPlan(schema, definition, path === day?.path ? day : undefined) };
    if (type === 'array' && element)
      return { kind: 'list', element: makePlan(element, `${path}[]`), makesRows: path === each };
    const entries = Object.entries(shape ?? {});
    if (!shape || entries.length > mostFields) throw new Error(`no plan for ${path}: ${type}`);
    let required = 0;
    for (const [index, [, field]] of entries.entries())
      if (schemaDefinition(field).type !== 'optional') required |= 1 << index;
    return {
      kind: 'object',
      fields: entries.map(([name, field]) => makePlan(field, path === '' ? name : `${path}.${name}`)),
      names: entries.map(([name]) => patternOf(JSON.stringify(name))),
      keys: entries.map(([name]) => name),
      required,
    };
  }

  return makePlan(item, '');
}

function patternOf(text: string): BytePattern {
  const { buffer } = new TextEncoder().encode(text);
  return new BytePattern().set(new DataView(buffer), 0, buffer.byteLength);
}

function textPlan(schema: Schema, { checks }: SchemaDefinition, day?: RequestedDay): Partial<FieldPlan> {
  const [first] = checks;
  const { check, minimum = 0 } = first ?? {};
  if (checks.length === 0) return { shortest: 0, accepts: undefined };
  // The escape of a character takes more bytes than the character: bytes show only whether the text is empty.
  if (checks.length === 1 && check === 'min_length' && minimum === 1)
    return { shortest: 1, accepts: undefined };
  const [conforms, allowed] = [quickCheck(schema), new Set<string>()];
  const accepts = (text: string) => (conforms(text) && day?.isRequested(text) !== false) || allowed.has(text);
  return { shortest: 0, accepts, allowed };
}

/** Records like this one, which was reported, are read as documented ones are: a new value or field is in most of them. */
export function allowRecord(plan: FieldPlan, value: unknown): true {
  const { kind, element, fields, keys, names, accepts, allowed } = plan;
  if (typeof value === 'string' && accepts?.(value) === false && allowed.size < mostKnown) allowed.add(value);
  if (element && Array.isArray(value)) for (const each of value) allowRecord(element, each);
  for (const [name, field] of Object.entries(kind === 'object' && value ? value : {})) {
    const own = fields[keys.indexOf(name)];
    const type = typeof field === 'string' ? 'text' : typeof field === 'number' ? 'number' : undefined;
    if (own) allowRecord(own, field);
    else if (type && keys.length < mostFields && /^[A-Za-z]\w+$/.test(name)) {
      fields.push({ ...plain, kind: type, isNullable: true });
      keys.push(name);
      names.push(patternOf(JSON.stringify(name)));
    }
  }
  return true;
}

function isNullable(schema: Schema): boolean {
  const { type, innerType } = schemaDefinition(schema);
  return type === 'nullable' || (type === 'optional' && innerType !== undefined && isNullable(innerType));
}
