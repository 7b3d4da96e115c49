import * as z from 'zod/mini';
import { type ExactNumber, isDecimal, isExactNumber } from './numbers.ts';

/**
 * The field types of platform.md's "Resources and their fields" as schemas. Objects are strict: an unknown field
 * is an issue of its own kind (`unrecognized_keys`), which the client turns into a warning and `--strict` into an
 * error; any other issue means that the answer is not as documented.
 */

/** number (double). */
export const double = z.custom<ExactNumber>(isExactNumber, 'expected a number');

const wholeIn = (lowest: number, highest: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest;

/** integer int32. */
export const int32 = z.custom<number>(wholeIn(-(2 ** 31), 2 ** 31 - 1), 'expected a 32-bit integer');

/** integer int64; beyond 2^53 it arrives as a decimal. */
export const int64 = z.custom<ExactNumber>(
  value => (isDecimal(value) ? value.round(0, 0).eq(value) : Number.isInteger(value)),
  'expected a 64-bit integer',
);

export const text = z.string();
/** string, min length 1. */
export const nonEmptyText = z.string().check(z.minLength(1));
/** date: `YYYY-MM-DD`. */
export const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a date YYYY-MM-DD'));

/** Not required and nullable: absent, null or a value. */
export const nullish = <T extends z.core.SomeType>(schema: T) => z.optional(z.nullable(schema));
export const list = z.array;
export const model = z.strictObject;
export type Schema = z.core.$ZodType;
