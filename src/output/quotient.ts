import Big from 'big.js';
import {
  addSums,
  type ExactNumber,
  ExactSum,
  equalsZero,
  perUnit,
  settled,
  toWhole,
} from '../platform/numbers.ts';

/**
 * Ratios have so many digits that a change between two of them, without the last digits, is that between the fractions:
 * exactly half of a unit stays half, and is rounded once, when it is written.
 */
const WideBig = Big();
WideBig.DP = 45;

const divideDecimals = (above: Big | string, below: Big | string) => new Big(new WideBig(above).div(below));

const unit = BigInt(perUnit);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * A decimal whose digits are computed when they are read: most ratios are only compared with another and rounded, which whole
 * numbers do in a tenth of the time.
 */
class Quotient {
  readonly above: bigint;
  /** Positive. */
  readonly below: bigint;
  #digits: Big | undefined;

  constructor(above: bigint, below: bigint) {
    this.above = below < 0n ? -above : above;
    this.below = absolute(below);
  }

  get #decimal(): Big {
    this.#digits ??= divideDecimals(String(this.above), String(this.below));
    return this.#digits;
  }

  get c(): number[] {
    return this.#decimal.c;
  }

  get e(): number {
    return this.#decimal.e;
  }

  get s(): number {
    return this.#decimal.s;
  }
}

Object.setPrototypeOf(Quotient.prototype, Big.prototype);
Object.defineProperty(Quotient.prototype, 'constructor', { value: Big });

/** A double if it has the same value. */
function makeQuotient(above: bigint, below: bigint): ExactNumber {
  const double = Number(above) / Number(below);
  const units = toWhole(double, perUnit);
  if (units !== undefined && BigInt(units) * below === above * unit) return double;
  return new Quotient(above, below) as unknown as Big;
}

/** The difference of two numbers, at least one of them a quotient; undefined if not, or if it needs the digits of a decimal. */
function subtractQuotients(one: ExactNumber, other: ExactNumber): ExactNumber | undefined {
  if (!(one instanceof Quotient || other instanceof Quotient)) return undefined;
  const [first, second] = [partsOf(one), partsOf(other)];
  if (!first || !second) return undefined;
  const above = first.above * second.below - second.above * first.below;
  const below = first.below * second.below;
  // Less is the noise of binary floats.
  return absolute(above) * 2n * unit <= below ? 0 : makeQuotient(above, below);
}

/** Undefined for a decimal, which is not a fraction of whole units. */
function partsOf(value: ExactNumber): Pick<Quotient, 'above' | 'below'> | undefined {
  if (value instanceof Quotient) return value;
  const units = toWhole(value, perUnit);
  return units === undefined ? undefined : { above: BigInt(units), below: unit };
}

export function roundHalfUp(value: ExactNumber, decimals: number): ExactNumber {
  const scale = 10 ** decimals;
  if (toWhole(value, scale) !== undefined) return value;
  if (value instanceof Quotient) {
    const { above, below } = value;
    const twice = 2n * below;
    const whole = Number((absolute(above) * BigInt(2 * scale) + below) / twice);
    const rounded = (above < 0n ? -whole : whole) / scale;
    if (toWhole(rounded, scale) !== undefined) return rounded;
  }
  return settled(new Big(value).round(decimals, Big.roundHalfUp));
}

const decimalsOfChange = 30;

/** @returns undefined without any numbers, or where it would divide by zero */
export function computeRatio([above, whole, less]: readonly (ExactSum | undefined)[], factor = 1) {
  const below = whole && less ? addSums([whole]).addSum(less, -1) : whole;
  if (!above || !below) return undefined;
  const [units, divisor] = [above.units, below.units];
  if (divisor === 0) return undefined;
  if (units !== undefined && divisor !== undefined)
    return makeQuotient(BigInt(units) * BigInt(factor), BigInt(divisor));
  if (equalsZero(below.value)) return undefined;
  return settled(divideDecimals(above.value.times(factor), below.value));
}

type MaybeNumber = ExactNumber | null | undefined;

/** Null if one of them is not known. */
export function differenceBetween(after: MaybeNumber, before: MaybeNumber): ExactNumber | null {
  if (after == null || before == null) return null;
  const ofQuotients = subtractQuotients(after, before);
  if (ofQuotients !== undefined) return ofQuotients;
  const difference = new ExactSum().add(after).add(before, -1);
  if (difference.isZero) return 0;
  const { exact } = difference;
  // No double above the noise has more decimals.
  return typeof exact === 'number' ? exact : roundHalfUp(exact, decimalsOfChange);
}

/** The change from `before` to `after` in percent of what was before; null of nothing, and if one of them is not known. */
export function percentChange(after: MaybeNumber, before: MaybeNumber): ExactNumber | null {
  if (after == null || before == null) return null;
  const from = new Big(before);
  if (from.eq(0)) return null;
  const percent = divideDecimals(new Big(after).minus(from).times(100), from.abs());
  return roundHalfUp(percent, decimalsOfChange);
}
