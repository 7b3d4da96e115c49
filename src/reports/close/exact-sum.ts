import Big from 'big.js';
import { type ExactNumber, plainNumber } from '../../platform/numbers.ts';

/** Gross transactions carry net and tax with eight decimals. */
export const perUnit = 1e8;
/** Below it, a double times the scale is off by less than half, so rounding finds the digits that were sent. */
const mostExact = 1e14;
/** Whole doubles stay exact below 2^53. */
const mostUnits = 4e15;

/** A number in whole parts of `scale`; undefined if it has more digits, or too many for a double. */
export function wholeOf(value: ExactNumber, scale: number): number | undefined {
  if (typeof value !== 'number') return undefined;
  const whole = Math.round(value * scale);
  // The quotient is rounded as a parsed decimal is: it is the same double only if it has the same digits.
  return Math.abs(whole) < mostExact && whole / scale === value ? whole : undefined;
}

const zero = new Big(0);

/**
 * Decimals added exactly. Numbers with up to eight decimals are added as whole units, which takes a fiftieth of the time of
 * decimals: a ledger has hundreds of thousands of them. Every other number is added as a decimal.
 */
export class ExactSum {
  #units = 0;
  #large = 0n;
  #rest: Big | undefined;

  add(value: ExactNumber | undefined, sign: 1 | -1 = 1): this {
    if (value === undefined) return this;
    const units = wholeOf(value, perUnit);
    if (units === undefined) this.#rest = (this.#rest ?? new Big(0)).plus(exact(value).times(sign));
    else {
      this.#units += sign * units;
      if (Math.abs(this.#units) > mostUnits) {
        this.#large += BigInt(this.#units);
        this.#units = 0;
      }
    }
    return this;
  }

  get value(): Big {
    if (this.#units === 0 && this.#large === 0n) return this.#rest ?? zero;
    const whole = new Big(String(this.#large + BigInt(this.#units))).times('1e-8');
    return this.#rest ? whole.plus(this.#rest) : whole;
  }

  /** Whether the sum differs from zero by more than this many units of 10^-8. */
  isBeyond(units: number): boolean {
    if (this.#large === 0n && !this.#rest) return Math.abs(this.#units) > units;
    return this.value.times(perUnit).abs().gt(units);
  }
}

export const exact = (value: ExactNumber): Big => new Big(plainNumber(value));

/** Rounded half up to a multiple of a step: the minor unit of a currency, or a hundredth of a percent. */
export const roundToStep = (value: Big, step: Big): Big =>
  value.div(step).round(0, Big.roundHalfUp).times(step);

export const sumOf = (values: Iterable<Big>): Big => {
  let sum = new Big(0);
  for (const value of values) sum = sum.plus(value);
  return sum;
};
