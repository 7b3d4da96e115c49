import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { askForName, hintOfNames } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { ensureEntry, isObject, ownValue } from '../../base/text.ts';
import { type DeclaredFlag, longFlag, namingArguments, setsNothing } from '../../cli/flags.ts';
import { type CommandResult, type Shape, shapeOfColumns } from '../../cli/result.ts';
import { safeText } from '../../platform/safe-text.ts';

/** The flags of a command as a JSON schema of arguments, and the check of what an agent passes: nothing unknown is ever ignored. */

interface ArgumentSchema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: string; readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
  readonly [further: string]: unknown;
}

export type Arguments = Readonly<Record<string, unknown>>;

export const argumentName = (flag: string): string => flag.replaceAll('-', '_');

/** The flags of a command that a program sets, by the names of its arguments. */
export function makeArguments(flags: readonly DeclaredFlag[], names: readonly string[]) {
  const properties: Record<string, ArgumentSchema> = {};
  const required: string[] = [];
  // A period replaces the dates of the platform.
  const isDated = flags.some(({ heading, meaning }) => heading === 'Dates:' && meaning.required);
  for (const declared of flags) {
    const flag = longFlag(declared.form).slice(2);
    const name = argumentName(flag);
    if (!names.includes(flag) || name in properties) continue;
    properties[name] = argumentSchema(flag, declared);
    const { mandatory, required: isRequired } = declared.meaning;
    if (mandatory || isRequired || (isDated && flag === 'period')) required.push(name);
  }
  return { properties, required };
}

function argumentSchema(flag: string, { form, meaning }: DeclaredFlag): ArgumentSchema {
  const { summary, choices = [], repeatable, isWhole } = meaning;
  // What a person may set in a profile or the environment is of no use to an agent, nor are several views.
  const words = summary.replace(
    / \([^()]*HOTELCTL_[^()]*\)|; (may be repeated|xlsx and html.*)|; CSV, JSON.*/g,
    '',
  );
  const description =
    {
      columns: 'columns or "all" (default: key columns)',
      property: 'property id',
      sort: 'column, or column:desc',
    }[flag] ??
    namingArguments(words, argumentName) +
      (flag === 'by' && choices.length > 0 ? `: ${choices.join(', ')}, or a portfolio column` : '');
  if (!form.includes('<')) return { type: 'boolean', description };
  const type = isWhole ? 'integer' : 'string';
  const values = choices.filter(choice => flag !== 'view' || choice !== 'all');
  if (flag === 'unit-group-type') values.push('all');
  const limited = values.length > 0 && values.length <= 8 && flag !== 'by' ? { enum: values } : {};
  const isList = repeatable || flag === 'columns';
  if (!isList) return { type, description, ...limited };
  return { type: [type, 'array'], items: { type, ...limited }, description };
}

/** @throws UsageError that names the right argument or value */
export function checkArguments(tool: string, { properties, required }: InputSchema, given: Arguments): void {
  const names = Object.keys(properties);
  for (const [name, value] of Object.entries(given)) {
    const schema = ownValue(properties, name);
    if (!schema) {
      const wrong = name.startsWith('-') ? 'arguments, not flags' : `no argument ${safeText(name, 80)}`;
      throw new UsageError(`${tool} has ${wrong}`, { hint: hintOfNames(name.replace(/^-+/, ''), names) });
    }
    const types = [schema.type].flat();
    const isList = Array.isArray(value) && types.includes('array');
    if (isList && setsNothing(name, value)) continue;
    const values = isList && value.length > 0 ? value : [value];
    const choices = schema.enum ?? schema.items?.enum;
    for (const one of values) {
      const isRight = types.some(type =>
        type === 'integer' ? Number.isSafeInteger(one) : typeof one === type,
      );
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
      if (!isRight || (typeof one === 'number' && (one < minimum || one > maximum)))
        throw new UsageError(`${name} must be ${describeType(schema)}`, {
          hint: `fix ${required.includes(name) ? '' : 'or omit '}${name}`,
        });
      if (choices && !choices.includes(String(one))) {
        const hint = askForName(String(one), choices) ?? `for example ${choices[0]}`;
        throw new UsageError(`${name} must be one of ${choices.join(', ')}`, { hint });
      }
    }
  }
  const missing = required.filter(name => [given[name] ?? []].flat().length === 0);
  if (missing.length > 0)
    throw new UsageError(`${tool} requires ${missing.join(', ')}`, { hint: `add ${missing.join(', ')}` });
}

function describeType({ type, minimum, maximum }: ArgumentSchema): string {
  const words: Readonly<Record<string, string>> = {
    integer: 'a whole number',
    string: 'a text',
    boolean: 'true or false',
    array: 'a list of one or more',
  };
  // Only a number has limits, and one with a maximum has both.
  const range = maximum === undefined ? ` of ${minimum} or more` : ` from ${minimum} to ${maximum}`;
  const what = [type].flat().map(one => words[one] ?? one);
  return what.join(' or ') + (minimum === undefined ? '' : range);
}

type Problems = { readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[] };

/** By method, what a request has, and its parameters besides `_meta`; what a client announces of itself may be more. */
const requests: ReadonlyMap<
  unknown,
  readonly [schema: { safeParse(request: unknown): { error?: Problems } }, names?: readonly string[]]
> = new Map([
  ['initialize', [InitializeRequestSchema]],
  ['tools/list', [ListToolsRequestSchema, []]],
  ['tools/call', [CallToolRequestSchema, ['name', 'arguments']]],
  ['resources/list', [ListResourcesRequestSchema, []]],
  ['resources/read', [ReadResourceRequestSchema, ['uri']]],
]);

/** Omits what is null. @returns what is wrong with a request: the library would ignore it, or respond with its schema */
export function readRequest(request: Readonly<Record<string, unknown>>): string | undefined {
  const { method, params } = request;
  const [schema, names] = requests.get(method) ?? [];
  const given = isObject(params) ? params : {};
  for (const [name, value] of names ? Object.entries(given) : []) {
    // The wish for a task is ignored by a server without tasks.
    if (value === null || name === 'task') delete given[name];
    else if (name !== '_meta' && !names?.includes(name))
      return `${method} has no parameter ${safeText(name, 80)}: ${names?.length ? `it has ${names.join(', ')}` : 'omit it'}`;
  }
  const passed = method === 'tools/call' ? (given['arguments'] ?? {}) : {};
  if (!isObject(passed)) return 'arguments must be an object, such as {"property": ["MUC"]}';
  if (Object.hasOwn(passed, '__proto__')) return 'no tool has an argument __proto__';
  const [issue] = schema?.safeParse(request).error?.issues ?? [];
  return issue && `${method}: ${issue.path.join('.')}: ${issue.message}`;
}

const jsonTypes = {
  object: 'object',
  list: 'array',
  text: 'string',
  whole: 'integer',
  decimal: 'number',
  boolean: 'boolean',
  any: 'number',
};

export const closedSchema = (properties: Readonly<Record<string, unknown>>, optional: object = {}) => ({
  type: 'object' as const,
  properties: { ...properties, ...optional } as Record<string, object>,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What the values of a field are in some rows, or in a document: their types, and the fields or the items that these have. */
interface FieldSchema {
  readonly types: Set<string>;
  readonly fields: Map<string, FieldSchema>;
}

function collectFields(fields: Map<string, FieldSchema>, shape: Shape): void {
  for (const [name, { shape: inner }] of shape.kind === 'object' ? shape.fields : []) {
    const field = ensureEntry(fields, name, () => ({ types: new Set(['null']), fields: new Map() }));
    field.types.add(jsonTypes[inner.kind]);
    collectFields(field.fields, inner);
  }
}

const schemaOfFields = (fields: ReadonlyMap<string, FieldSchema>): Record<string, object> =>
  Object.fromEntries(
    [...fields].map(([name, { types, fields: inner }]) => [
      name,
      {
        type: [...types],
        ...(inner.size > 0 && { properties: schemaOfFields(inner), additionalProperties: false }),
        ...(types.has('array') && { items: { type: 'string' } }),
      },
    ]),
  );

/** The JSON schemas of fields of these shapes, each of which may be empty or absent. Decimals are numbers there, with every digit. */
export function schemasOfShapes(shapes: readonly Shape[]): Record<string, object> {
  const fields = new Map<string, FieldSchema>();
  for (const shape of shapes) collectFields(fields, shape);
  return schemaOfFields(fields);
}

/** The JSON schema of rows of every view, and of those that `by` and `compare` compute. */
export async function schemaOfRows(
  { rows }: CommandResult,
  flags: readonly DeclaredFlag[],
  names: readonly string[],
): Promise<object> {
  const choicesOf = (name: string) =>
    (names.includes(name) && flags.find(({ form }) => longFlag(form) === `--${name}`)?.meaning.choices) || [];
  const views = [undefined, ...choicesOf('view').filter(view => view !== 'all')];
  const compared = names.includes('compare') ? [undefined, 'last-year'] : [undefined];
  const shapes: Shape[] = [];
  const collect = async (view: string | undefined, by: string | undefined, compare: string | undefined) => {
    const isComputed = by !== undefined || compare !== undefined;
    const columns = await rows?.(view, isComputed ? { view, by, compare } : undefined).catch(error => {
      // Lists of ids have no figures to compare.
      if (!(error instanceof UsageError)) throw error;
    });
    shapes.push(shapeOfColumns(columns ?? []));
  };
  for (const compare of compared) {
    for (const view of views) await collect(view, undefined, compare);
    // Any other name is that of a column of the portfolio.
    for (const by of [...choicesOf('by'), ...(names.includes('by') ? ['region'] : [])])
      await collect(undefined, by, compare);
  }
  return { type: 'object', properties: schemasOfShapes(shapes), additionalProperties: false };
}
