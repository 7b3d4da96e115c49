import * as z from 'zod/mini';
import { type ExactNumber, isDecimal, isExactNumber } from './numbers.ts';

/**
 * The field types of platform.md's "Resources and their fields" as schemas. Objects are strict: an unknown field is a
 * separate kind of issue (`unrecognized_keys`), which the client turns into a warning and `--strict` into an error; any
 * other issue means that the response is not as documented.
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
/**
 * One of a documented set. An unknown text is reported differently from another type: sets grow, and an export must
 * continue then.
 */
export const choiceOf = (...choices: readonly string[]) =>
  z.string().check(z.refine(value => choices.includes(value), unknownValue(choices)));
/** The message for a value outside a documented set; `checkAgainstModel` recognizes it by this prefix. */
export const unknownValue = (choices: readonly string[]) => `not one of ${choices.join(', ')}`;

/** NaN if other characters than digits are there. */
function readDigits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : Number.NaN;
  }
  return value;
}

function isCalendarDay(text: string): boolean {
  const [year, month, day] = [readDigits(text, 0, 4), readDigits(text, 5, 7), readDigits(text, 8, 10)];
  // A text with another format is reported for its format.
  if (Number.isNaN(year + month + day)) return true;
  if (month < 1 || month > 12 || day < 1) return false;
  if (month !== 2) return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
  return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
}

const calendarDay = () => z.refine<string>(isCalendarDay, unknownValue(['the existing dates']));

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
export const isAssumedModel = (schema: Schema): boolean => assumedModels.has(schema);

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

export function unwrapped(schema: Schema): Schema {
  const { type, innerType } = schemaDefinition(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrapped(innerType) : schema;
}
