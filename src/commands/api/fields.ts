import { readFile } from 'node:fs/promises';
import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
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
export async function readFields(
  context: Context,
  raw: readonly string[],
  typed: readonly string[],
): Promise<readonly Field[]> {
  const fields = raw.map(field => {
    const { keys, value } = parsed('--raw-field', field);
    return { keys, value, text: value ?? '' };
  });
  for (const field of typed) {
    const { keys, value } = parsed('--field', field);
    fields.push({ keys, ...(await typedValue(context, value)) } as (typeof fields)[number]);
  }
  return fields;
}

function parsed(flag: string, field: string): { keys: readonly string[]; value: string | undefined } {
  const [, name = '', brackets = '', rest] = /^([^[\]=]+)((?:\[[^[\]=]*\])*)(=[\s\S]*)?$/.exec(field) ?? [];
  const keys = [name, ...[...brackets.matchAll(/\[([^\]]*)\]/g)].map(match => match[1] ?? '')];
  if (name === '' || (rest === undefined && keys.at(-1) !== '')) {
    throw new UsageError(`${flag} must be key=value`, {
      hint: 'use a[b]=c for a nested object and a[]=x for an array element',
    });
  }
  return { keys, value: rest?.slice(1) };
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Numbers are read by the exact parser, so that none becomes a binary float. */
async function typedValue(
  context: Context,
  text: string | undefined,
): Promise<Pick<Field, 'value' | 'text'>> {
  if (text === undefined) return { value: undefined, text: '' };
  if (text.startsWith('@')) {
    const content = await contentOf(context, '--field', text.slice(1));
    return { value: content, text: content };
  }
  const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
  if (Object.hasOwn(literals, text)) return { value: literals[text], text };
  if (!number.test(text)) return { value: text, text };
  try {
    return { value: parseJson(text), text };
  } catch {
    throw new UsageError('--field has a number that is too large', {
      hint: 'send it as a string with --raw-field',
    });
  }
}

export async function contentOf(context: Context, flag: string, path: string): Promise<string> {
  if (path === '-') return context.stdin.readText();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
          ? 'it is not UTF-8 text'
          : `it cannot be read (${code ?? 'failed'})`;
    throw new UsageError(`${flag}: ${why}`, { hint: 'specify the path of a file, or - for standard input' });
  }
}

/** Fields as a query: names and texts, in order. The brackets of a list are omitted: the platform repeats the name. */
export function queryFields(fields: readonly Field[]): readonly (readonly [name: string, text: string])[] {
  return fields.flatMap(({ keys, text, value }) => {
    const [name = '', ...inner] = keys;
    if (inner.some(key => key !== '') || inner.length > 1) {
      throw new UsageError(`query parameters cannot be nested: ${name}[...]`, {
        hint: `repeat ${name}=... for several values`,
      });
    }
    return inner.length > 0 && value === undefined ? [] : [[name, text] as const];
  });
}

/** Fields as a JSON object, nested as in gh. @throws UsageError for a field that occurs twice */
export function bodyOfFields(fields: readonly Field[]): unknown {
  const body: Nested = {};
  for (const { keys, value } of fields) put(body, keys, value);
  return body;
}

function put(target: Nested, [key = '', ...rest]: readonly string[], value: unknown): void {
  const taken = Object.hasOwn(target, key) ? target[key] : undefined;
  const clash = () =>
    new UsageError(`the field ${key} is specified twice with conflicting types`, {
      hint: `write ${key}[]=... for each element of an array`,
    });
  const set = (made: unknown) =>
    Object.defineProperty(target, key, { value: made, enumerable: true, writable: true, configurable: true });
  const [next, ...further] = rest;
  if (next === undefined) {
    if (Object.hasOwn(target, key)) throw clash();
    set(value);
    return;
  }
  if (next !== '') {
    if (taken !== undefined && !isNested(taken)) throw clash();
    const inner: Nested = (taken as Nested | undefined) ?? {};
    if (taken === undefined) set(inner);
    put(inner, rest, value);
    return;
  }
  if (taken !== undefined && !Array.isArray(taken)) throw clash();
  const list: unknown[] = taken ?? [];
  if (taken === undefined) set(list);
  const [named] = further;
  if (named === undefined) {
    if (value !== undefined) list.push(value);
    return;
  }
  if (named === '')
    throw new UsageError(`${key}[][] is not a valid field`, { hint: 'use --input for nested arrays' });
  // A repeated name begins the next object of the list.
  const last = list.at(-1);
  const isFree = isNested(last) && (further.length > 1 || !Object.hasOwn(last, named));
  const element: Nested = isFree ? (last as Nested) : {};
  if (!isFree) list.push(element);
  put(element, further, value);
}

const isNested = (value: unknown): value is Nested =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;
