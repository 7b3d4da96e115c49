import * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { toFields } from '../base/text.ts';
import { isDate } from './dates.ts';
import { type ExactNumber, isDecimal, isExactNumber } from './numbers.ts';
import { joinSome, safeText } from './safe-text.ts';

/**
 * The types of platform.md's "Resources and their fields". Objects are strict: an unknown field is a separate kind of issue
 * (`unrecognized_keys`), a warning or with `--strict` an error; any other means that the response is not as documented.
 */

export const double = z.custom<ExactNumber>(isExactNumber, 'expected a number');

const wholeIn = (lowest: number, highest: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest;

export const int32 = z.custom<number>(wholeIn(-(2 ** 31), 2 ** 31 - 1), 'expected a 32-bit integer');

/** integer int64; beyond 2^53 it arrives as a decimal. */
export const int64 = z.custom<ExactNumber>(
  value => (isDecimal(value) ? value.round(0, 0).eq(value) : Number.isInteger(value)),
  'expected a 64-bit integer',
);

export const text = z.string();
export const nonEmptyText = z.string().check(z.minLength(1));
/** One of a documented set. An unknown text is not a fault, unlike another type: sets grow, and an export must continue. */
export const choiceOf = (...choices: readonly string[]) =>
  z.string().check(z.refine(value => choices.includes(value), unknownValue(choices)));
/** The message for a value outside a documented set; `checkAgainstModel` recognizes it by this prefix. */
const unknownValue = (choices: readonly string[]) => `not one of ${choices.join(', ')}`;

/** Days up to the 28th are in every month, which is quick to see. A text with another format is reported for its format. */
const isCalendarDay = (text: string): boolean =>
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])/.test(text) ||
  !/^\d{4}-\d{2}-\d{2}/.test(text) ||
  isDate(text.slice(0, 10));

const wrongDate = unknownValue(['the existing dates']);
const calendarDay = () => z.refine<string>(isCalendarDay, wrongDate);

export const date = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a date YYYY-MM-DD'), calendarDay());

/** date-time: ISO 8601 in UTC or with an offset; fractions of a second occur although they are not documented. */
export const dateTime = z.string().check(
  z.regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/,
    'expected a date and time',
  ),
  calendarDay(),
  z.refine<string>(value => /(Z|[+-]\d{2}:?\d{2})$/.test(value), unknownValue(['the times with an offset'])),
);

/** ISO 3166-1, two letters. */
export const countryCode = z
  .string()
  .check(z.refine(value => /^[A-Z]{2}$/.test(value), unknownValue(['two capital letters'])));

/** Not required and nullable: absent, null or a value. */
export const nullish = <T extends z.core.SomeType>(schema: T) => z.optional(z.nullable(schema));
export const list = z.array;
export const model = z.strictObject;
export type Schema = z.core.$ZodType;

const assumedModels = new WeakSet<Schema>();
/** A model that the specification does not show: a missing field leaves its cell empty, and is a warning. */
export const assumedModel: typeof model = (...parameters) => {
  const made = model(...parameters);
  assumedModels.add(made);
  return made;
};

export const money = model({ amount: double, currency: text });

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
  readonly checks: readonly SchemaCheck[];
  readonly fn?: (value: unknown) => unknown;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
}

interface SchemaCheck {
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

export function unwrapped(schema: Schema): Schema {
  const { type, innerType } = schemaDefinition(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrapped(innerType) : schema;
}

/** How a response differs from the documented model, by path (`nationalityBreakdown[0].number`). */
export interface ModelCheck {
  /** Fields that the model does not have, without indexes (`taxes[].rate`). */
  readonly unknownFields: readonly string[];
  /** Values outside a documented set, with their field (`transactions[].command: PostTip`). */
  readonly unknownValues: readonly string[];
  /** Missing fields of models that the specification does not show: their cells stay empty. */
  readonly missing?: readonly string[];
  /** Dates that do not exist and were replaced by null, written as unknown values are. */
  readonly wrongDates?: readonly string[];
  /** Days of elements of a list that were not requested, written as unknown values are. */
  readonly strayDays?: readonly string[];
  /** Fields that are missing or of another type: path and what was expected. */
  readonly faults: readonly string[];
  /** Parts of a body that contradict each other: a `count` that differs from the length of the list. */
  readonly conflicts?: readonly string[];
}

export const noDifferences: ModelCheck = { unknownFields: [], unknownValues: [], faults: [] };

/** More than any real response has; a hostile one could have millions. */
const mostListed = 10_000;
function listIn(listed: Set<string>, words: string): void {
  if (listed.size < mostListed) listed.add(words);
}

/**
 * Compares a response with its model. Nothing is dropped: users see what the platform sent.
 *
 * @param place the path of the value, if it is a part of the response: `companyInvoices[12]`
 * @param emptiesDates replaces dates that do not exist by null in `value`; default: they are unknown values
 */
export function checkAgainstModel(schema: Schema, value: unknown, place = '', emptiesDates = false) {
  if (quickCheck(schema)(value)) return noDifferences;
  const { shape = {} } = schemaDefinition(unwrapped(schema));
  // Of a body of something else, such as a notice of maintenance, every cell would stay empty.
  const isForeign = !filledNames(toFields(value)).some(name => Object.hasOwn(shape, name));
  const unknownFields = new Set<string>();
  const unknownValues = new Set<string>();
  const missing = new Set<string>();
  const wrongDates = new Set<string>();
  const faults: string[] = [];
  for (const issue of safeParse(schema, value).error?.issues ?? []) {
    const path = formatPath(place, issue.path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, mostListed - unknownFields.size))
        unknownFields.add(formatPath(withoutIndexes(path), [safeText(key, 60)]));
    } else if (issue.code === 'custom' && issue.message.startsWith(unknownValue([]))) {
      const words = `${withoutIndexes(path)}: ${safeText(String(valueAt(value, issue.path)), 60)}`;
      const isEmptied = emptiesDates && issue.message === wrongDate;
      listIn(isEmptied ? wrongDates : unknownValues, words);
      const owner = valueAt(value, issue.path.slice(0, -1)) as Record<PropertyKey, unknown>;
      if (isEmptied) owner[issue.path.at(-1) as PropertyKey] = null;
    } else {
      const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
      const names = isMissing ? filledNames(toFields(valueAt(value, issue.path.slice(0, -1)))) : [];
      const had = names.length > 0 ? ` (it had: ${joinSome(names, 10, ', ')})` : '';
      if (isMissing && !isForeign && mayBeMissing(schema, issue.path))
        listIn(missing, `${withoutIndexes(path)}${had}`);
      else faults.push(`${path || 'the body'}: ${expectation(issue)}${had}`);
    }
  }
  return {
    unknownFields: [...unknownFields],
    unknownValues: [...unknownValues],
    faults,
    ...(missing.size > 0 ? { missing: [...missing] } : {}),
    ...(wrongDates.size > 0 ? { wrongDates: [...wrongDates] } : {}),
  };
}

const filledNames = (fields: Readonly<Record<string, unknown>>) =>
  Object.keys(fields).filter(name => fields[name] !== undefined);

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((outer, key) => (outer as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** Whether a field belongs to a model that the specification does not show, and is not a list of rows. */
function mayBeMissing(schema: Schema, path: readonly PropertyKey[]): boolean {
  let [owner, field]: [Schema, Schema | undefined] = [schema, schema];
  for (const key of path) {
    if (!field) return false;
    owner = unwrapped(field);
    const { element, shape } = schemaDefinition(owner);
    field = typeof key === 'number' ? element : shape?.[String(key)];
  }
  return assumedModels.has(owner) && field !== undefined && schemaDefinition(field).type !== 'array';
}

function expectation(issue: z.core.$ZodIssue) {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}`;
  if (issue.code === 'invalid_value') return `expected ${issue.values.join(' or ')}`;
  if (issue.code === 'too_big') return `expected at most ${issue.maximum}`;
  if (issue.code !== 'too_small') return issue.message;
  // The only lower bound of a length is 1.
  const kinds: Readonly<Record<string, string>> = { string: 'a string', array: 'a list' };
  const kind = kinds[issue.origin];
  return kind ? `expected ${kind} that is not empty` : `expected at least ${issue.minimum}`;
}

const withoutIndexes = (path: string) => path.replace(/\[\d+\]/g, '[]');

const formatPath = (place: string, path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    place,
  );

type QuickCheck = (value: unknown) => boolean;

/** A model as one plain function, ten times as fast as the library, which then finds the reason of what is false. */
export function quickCheck(schema: Schema): QuickCheck {
  const known = checks.get(schema);
  if (known) return known;
  // Stored before its parts are compiled, because a model may contain itself.
  let made: QuickCheck = () => false;
  const check: QuickCheck = value => made(value);
  checks.set(schema, check);
  made = make(schema);
  checks.set(schema, made);
  return made;
}

const checks = new WeakMap<Schema, QuickCheck>();

function make(schema: Schema): QuickCheck {
  const { type, checks: further, format, fn, innerType, element, shape, catchall } = schemaDefinition(schema);
  if (type === 'string' && format === undefined) return stringCheck(further);
  if (further.length > 0) return () => false;
  if (type === 'custom' && fn) return value => fn(value) === true;
  if ((type === 'optional' || type === 'nullable') && innerType) {
    const inner = quickCheck(innerType);
    const absent = type === 'optional' ? undefined : null;
    return value => value === absent || inner(value);
  }
  if (type === 'array' && element) {
    const each = quickCheck(element);
    return value => Array.isArray(value) && value.every(each);
  }
  if (type === 'object' && shape && catchall && schemaDefinition(catchall).type === 'never')
    return objectCheck(shape);
  return () => false;
}

/** Checking for own properties would be slow, so no field may have the name of an inherited property. */
function objectCheck(shape: Readonly<Record<string, Schema>>): QuickCheck {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, check: quickCheck(schema) }));
  if (fields.some(({ name }) => name in Object.prototype)) return () => false;
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let unmatched = 0;
    for (const _field in value) unmatched++;
    for (const { name, check } of fields) {
      const field = (value as Record<string, unknown>)[name];
      if (!check(field)) return false;
      if (field !== undefined) unmatched--;
    }
    return unmatched === 0;
  };
}

/** The texts of a month are fewer. */
const mostAccepted = 10_000;

function stringCheck(further: readonly SchemaCheck[]): QuickCheck {
  const each = further.map(({ check, format, minimum, pattern, fn }): QuickCheck => {
    if (check === 'min_length' && minimum !== undefined) return value => (value as string).length >= minimum;
    if (check === 'custom' && fn) return value => fn(value) === true;
    // A stateful pattern (`g` or `y`) would alternate between results.
    if (check === 'string_format' && format === 'regex' && pattern && !pattern.global && !pattern.sticky)
      return value => pattern.test(value as string);
    return () => false;
  });
  const [only] = each;
  if (!only) return value => typeof value === 'string';
  if (each.length === 1) return value => typeof value === 'string' && only(value);
  // Days and moments repeat, and are expensive to check.
  const accepted = new Set<unknown>();
  return value => {
    if (accepted.has(value)) return true;
    if (typeof value !== 'string' || !each.every(check => check(value))) return false;
    if (accepted.size < mostAccepted) accepted.add(value);
    return true;
  };
}
