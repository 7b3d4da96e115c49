import Big from 'big.js';
import { addSums, ExactSum, equalsZero } from '../platform/exact-sum.ts';
import { type ExactNumber, settled } from '../platform/numbers.ts';
import { divideDecimals, makeQuotient, roundHalfUp, subtractQuotients } from './quotient.ts';

const decimalsOfChange = 30;

/** @returns undefined without any numbers, or where it would divide by zero */
export function computeRatio(
  [above, whole, less]: readonly (ExactSum | undefined)[],
  factor = 1,
): ExactNumber | undefined {
  const below = whole && less ? addSums([whole]).addSum(less, -1) : whole;
  if (!above || !below) return undefined;
  const [units, divisor] = [above.units, below.units];
  if (divisor === 0) return undefined;
  if (units !== undefined && divisor !== undefined)
    return makeQuotient(BigInt(units) * BigInt(factor), BigInt(divisor));
  if (equalsZero(below.value)) return undefined;
  return settled(divideDecimals(above.value.times(factor), below.value));
}

export function differenceBetween(after: ExactNumber, before: ExactNumber): ExactNumber {
  const ofQuotients = subtractQuotients(after, before);
  if (ofQuotients !== undefined) return ofQuotients;
  const difference = new ExactSum().add(after).add(before, -1);
  if (difference.isZero) return 0;
  const { exact } = difference;
  // No double above the noise has more decimals.
  return typeof exact === 'number' ? exact : roundHalfUp(exact, decimalsOfChange);
}

/** The change from `before` to `after` in percent of what was before; null of nothing. */
export function percentChange(after: ExactNumber, before: ExactNumber): ExactNumber | null {
  const from = new Big(before);
  if (from.eq(0)) return null;
  const percent = divideDecimals(new Big(after).minus(from).times(100), from.abs());
  return roundHalfUp(percent, decimalsOfChange);
}
