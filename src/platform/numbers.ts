import Big from 'big.js';
import { wholeNumberIn } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';

/**
 * A number as the platform sent it: a double if it represents the number exactly as written, otherwise a decimal
 * (2^53+1, more than 15 significant digits). Nothing here rounds.
 */
export type ExactNumber = number | Big;

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'number' || isDecimal(value);

export const isDecimal = (value: unknown): value is Big => value instanceof Big;

/** The platform's amounts have at most eight decimals: less is the noise of a binary float (16050.000000000002). */
export const floatNoise = 5e-9;

/** A double if its shortest spelling has the same value. */
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
  const short = String(value);
  return short.includes('e') ? new Big(value).toFixed() : short;
}

/** The number of a flag or another input. @param range `words` say which numbers are valid @throws UsageError */
export function readWholeNumber(
  what: string,
  text: string,
  range: { readonly least: number; readonly most: number; readonly words?: string; readonly hint?: string },
): number {
  const problem = wholeNumberIn(range.least, range.most)(text);
  if (problem === undefined) return Number(text);
  const phrase = range.words === undefined ? problem : `a whole number ${range.words}`;
  throw new UsageError(`${what} must be ${phrase}`, {
    hint: range.hint ?? `for example ${what} ${Math.max(range.least, Math.min(range.most, 3000))}`,
  });
}

/** A decimal of a file, with a point or a comma; undefined if it is not one. */
export function readDecimal(text: string): string | undefined {
  const decimal = text.includes('.') ? text : text.replace(',', '.');
  return /^-?\d{1,12}(\.\d{1,12})?$/.test(decimal) ? decimal : undefined;
}

/** Gross transactions carry net and tax with eight decimals. */
export const perUnit = 1e8;
/** Below it, a double times the scale is off by less than half, so rounding finds the digits that were sent. */
const mostExact = 1e14;
/** Whole doubles stay exact below 2^53. */
export const mostUnits = 4e15;

/** A number in whole parts of `scale`; undefined if it has more digits, or too many for a double. */
export function toWhole(value: ExactNumber, scale: number): number | undefined {
  if (typeof value !== 'number') return undefined;
  const whole = Math.round(value * scale);
  // The quotient is rounded as a parsed decimal is: it is the same double only if it has the same digits.
  return Math.abs(whole) < mostExact && whole / scale === value ? whole : undefined;
}

export const zero = new Big(0);
/** Times this is a division by 100 without a remainder. */
export const hundredth = new Big('0.01');

/** Faster than a comparison, which would make a decimal of the 0. */
export const equalsZero = (value: Big): boolean => value.c[0] === 0;

/** Numbers with up to eight decimals are added as whole units, in a fiftieth of the time: ledgers are long. */
export class ExactSum {
  #units = 0;
  #rest: Big | undefined;

  /** @param units the value in whole units, where it is added to several sums */
  add(value: ExactNumber, sign: 1 | -1 = 1, units = toWhole(value, perUnit)): this {
    return units === undefined ? this.#addDecimal(exact(value), sign) : this.#addUnits(units, sign);
  }

  addSum(other: ExactSum, sign: 1 | -1 = 1): this {
    if (other.#rest) this.#addDecimal(other.#rest, sign);
    return this.#addUnits(other.#units, sign);
  }

  #addUnits(units: number, sign: 1 | -1): this {
    this.#units += sign * units;
    if (Math.abs(this.#units) > mostUnits) {
      const decimal = fromUnits(this.#units);
      this.#units = 0;
      this.#addDecimal(decimal, 1);
    }
    return this;
  }

  #addDecimal(value: Big, sign: 1 | -1): this {
    this.#rest = (this.#rest ?? zero).plus(value.times(sign));
    return this;
  }

  /** Undefined if the sum has more decimals, or too many units. */
  get units(): number | undefined {
    return this.#rest ? undefined : this.#units;
  }

  get value(): Big {
    if (this.#units === 0) return this.#rest ?? zero;
    const whole = fromUnits(this.#units);
    return this.#rest ? whole.plus(this.#rest) : whole;
  }

  /** Of at most `mostUnits`, no two have the same double, so that it has the digits of the decimal. */
  get exact(): ExactNumber {
    return this.#rest ? settled(this.value) : this.#units / perUnit;
  }

  toJSON(): ExactNumber {
    return this.exact;
  }

  toString(): string {
    return plainNumber(this.exact);
  }

  get isZero(): boolean {
    return !this.isBeyond(floatNoise * perUnit);
  }

  /** Whether the sum differs from zero by more than this many units of 10^-8. */
  isBeyond(units: number): boolean {
    return this.#rest ? this.value.times(perUnit).abs().gt(units) : Math.abs(this.#units) > units;
  }
}

/** The same as times 10^-8, without a multiplication for each balance. @param units is not zero */
function fromUnits(units: number): Big {
  const whole = new Big(units);
  whole.e -= 8;
  return whole;
}

export const addSums = (sums: Iterable<ExactSum>): ExactSum => {
  const all = new ExactSum();
  for (const sum of sums) all.addSum(sum);
  return all;
};

export const toSum = (value: ExactNumber | ExactSum): ExactSum =>
  value instanceof ExactSum ? value : new ExactSum().add(value);

export const exact = (value: ExactNumber): Big => new Big(value);

export const negated = (value: ExactNumber): ExactNumber => settled(exact(value).times(-1));

/** Rounded half up to a step, which is a power of ten: the minor unit of a currency, or a hundredth of a percent. */
export const roundToStep = (value: Big, step: Big): Big => value.round(-step.e, Big.roundHalfUp);

export const addDecimals = (values: Iterable<Big>): Big => {
  let sum = new Big(0);
  for (const value of values) if (!equalsZero(value)) sum = sum.plus(value);
  return sum;
};
