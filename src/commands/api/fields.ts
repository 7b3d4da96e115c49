import { UsageError } from '../../base/errors.ts';
import { type InputReader, readInput } from '../../cli/input.ts';
import { parseJson } from '../../platform/json.ts';

/** One `-f` or `-F`, in the order of the command line within its flag. */
export interface Field {
  /** `a[b][]` is `['a', 'b', '']`. */
  readonly keys: readonly string[];
  /** The value in a JSON body; undefined for `a[]` without a value, an empty list. */
  readonly value: unknown;
  readonly text: string;
}

type Nested = { [key: string]: unknown };

/**
 * Parses the fields of the flags; files and standard input are read. No message contains a value. @throws UsageError
 */
export async function readFields(reader: InputReader, raw: readonly string[], typed: readonly string[]) {
  const fields = raw.map((field): Field => {
    const { keys, value } = parsed('--raw-field', field);
    return { keys, value, text: value ?? '' };
  });
  for (const field of typed) {
    const { keys, value } = parsed('--field', field);
    fields.push({ keys, ...(await typedValue(reader, value)) });
  }
  return fields;
}

function parsed(flag: string, field: string): { keys: readonly string[]; value: string | undefined } {
  const [, name = '', brackets = '', rest] = /^([^[\]=]+)((?:\[[^[\]=]*\])*)(=[\s\S]*)?$/.exec(field) ?? [];
  const keys = [name, ...[...brackets.matchAll(/\[([^\]]*)\]/g)].map(match => match[1] ?? '')];
  if (name === '' || (rest === undefined && keys.at(-1) !== ''))
    throw new UsageError(`${flag} must be key=value`, {
      hint: 'use a[b]=c for a nested object and a[]=x for an array element',
    });
  return { keys, value: rest?.slice(1) };
}

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Numbers are read by the exact parser, so that none becomes a binary float. */
async function typedValue(reader: InputReader, text: string | undefined) {
  if (text === undefined) return { value: undefined, text: '' };
  if (text.startsWith('@')) {
    const content = await readInput(reader, '--field', text.slice(1));
    return { value: content, text: content };
  }
  if (!literal.test(text)) return { value: text, text };
  try {
    return { value: parseJson(text), text };
  } catch {
    throw new UsageError('--field has a number that is too large', {
      hint: 'send it as a string with --raw-field',
    });
  }
}

/** Fields as a query: names and texts, in order. The brackets of a list are omitted: the platform repeats the name. */
export function queryFields(fields: readonly Field[]): readonly (readonly [name: string, text: string])[] {
  return fields.flatMap(({ keys, text, value }) => {
    const [name = '', ...inner] = keys;
    if (inner.some(key => key !== '') || inner.length > 1)
      throw new UsageError(`query parameters cannot be nested: ${name}[...]`, {
        hint: `repeat ${name}=... for several values`,
      });
    return inner.length > 0 && value === undefined ? [] : [[name, text] as const];
  });
}

/** Fields as a JSON object, nested as in gh. @throws UsageError for a field that occurs twice */
export function bodyOfFields(fields: readonly Field[]): unknown {
  const body = emptyObject();
  for (const { keys, value } of fields) put(body, keys, value);
  return body;
}

function put(target: Nested, [key = '', ...rest]: readonly string[], value: unknown): void {
  const clash = () =>
    new UsageError(`the field ${key} is specified twice`, {
      hint: `write ${key}[]=... for each element of an array`,
    });
  const [next, named, ...further] = rest;
  if (next === undefined) {
    if (key in target) throw clash();
    target[key] = value;
    return;
  }
  if (!(key in target)) target[key] = next === '' ? [] : emptyObject();
  const found = target[key];
  if (next !== '') {
    if (!isNested(found)) throw clash();
    put(found, rest, value);
    return;
  }
  if (!Array.isArray(found)) throw clash();
  if (named === '')
    throw new UsageError(`${key}[][] is not a valid field`, { hint: 'use --input for nested arrays' });
  if (named === undefined) {
    if (value !== undefined) found.push(value);
    return;
  }
  // A repeated name begins the next object of the list.
  const last = found.at(-1);
  if (!isNested(last) || (further.length === 0 && named in last)) found.push(emptyObject());
  put(found.at(-1), [named, ...further], value);
}

/** Without a prototype, so that `__proto__` is a name as any other. */
const emptyObject = (): Nested => Object.create(null);

const isNested = (value: unknown): value is Nested =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
