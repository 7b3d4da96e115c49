import type Big from 'big.js';
import { wholeNumberIn } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';

/**
 * A number as the platform sent it: a double if it represents the number exactly as written, otherwise a decimal
 * (2^53+1, more than 15 significant digits). Nothing here rounds.
 */
export type ExactNumber = number | Big;

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'number' || isDecimal(value);

/**
 * Checked by shape and not by class, because the decimal library is loaded only when a decimal is created. JSON has no
 * functions, so no received value can be mistaken for a decimal.
 */
export const isDecimal = (value: unknown): value is Big =>
  typeof value === 'object' &&
  value !== null &&
  'c' in value &&
  'e' in value &&
  's' in value &&
  'toFixed' in value &&
  typeof value.toFixed === 'function';

/**
 * The platform's amounts have at most eight decimals: a smaller difference is the noise of a binary float in what it sent
 * (16050 and 16050.000000000002), and none.
 */
export const floatNoise = 5e-9;

/** Converts a decimal to an ExactNumber: a double if its shortest spelling has the same value. */
export function settled(value: Big): ExactNumber {
  // The shortest spelling of a double has at most 17 digits.
  if (value.c.length > 17) return value;
  // Not toFixed: it drops the sign of a zero.
  const text = value.valueOf();
  const double = Number(text);
  return Number.isFinite(double) && (String(double) === text || value.eq(String(double))) ? double : value;
}

/** Negative, 0 or positive, as sort requires; a double is its shortest spelling, which has the same order. */
export function compareNumbers(left: ExactNumber, right: ExactNumber): number {
  if (typeof left !== 'number') return left.cmp(right);
  return typeof right === 'number' ? left - right : -right.cmp(left);
}

/** The shortest decimal spelling with the same value: no exponent, no trailing zeros (61.0 is 61). */
export function plainNumber(value: ExactNumber): string {
  if (typeof value !== 'number') return value.toFixed();
  const short = String(value);
  return short.includes('e') ? expandExponent(short) : short;
}

/**
 * `1.5e-7` -> `0.00000015`, `1e21` -> `1000000000000000000000`. JavaScript uses exponents from 1e21 and below 1e-6,
 * with at most 17 digits: the point is never between them.
 */
const expandExponent = (text: string): string =>
  text.replace(/(\d)\.?(\d*)e(.+)/, (_, whole: string, fraction: string, exponent: string) => {
    const digits = whole + fraction;
    const point = 1 + Number(exponent);
    return point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`;
  });

/**
 * The number of a flag or another input. `words` say which numbers are valid; by default the range. Without a hint, it is the name of a flag.
 * @throws UsageError
 */
export function readWholeNumber(
  what: string,
  text: string,
  range: { readonly least: number; readonly most: number; readonly words?: string; readonly hint?: string },
): number {
  const problem = wholeNumberIn(range.least, range.most)(text);
  if (problem === undefined) return Number(text);
  const phrase = range.words === undefined ? problem : `a whole number ${range.words}`;
  throw new UsageError(`${what} must be ${phrase}`, {
    hint: range.hint ?? `for example ${what} ${Math.max(range.least, Math.min(range.most, 60))}`,
  });
}

/** A decimal of a file, with a point or a comma; undefined if it is not one. */
export function readDecimal(text: string): string | undefined {
  const decimal = text.includes('.') ? text : text.replace(',', '.');
  return /^-?\d{1,12}(\.\d{1,12})?$/.test(decimal) ? decimal : undefined;
}
