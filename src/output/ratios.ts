import Big from 'big.js';
import { ExactSum, equalsZero } from '../platform/exact-sum.ts';
import { type ExactNumber, settled } from '../platform/numbers.ts';

/**
 * Ratios have so many digits that a change between two of them, without the last digits, is that between the fractions:
 * exactly half of a unit stays half, and is rounded once, when it is written.
 */
const WideBig = Big();
WideBig.DP = 45;
const decimalsOfChange = 30;

/** @returns undefined without any numbers, or where it would divide by zero */
export function computeRatio(
  [above, whole, less]: readonly (Big | undefined)[],
  factor = 1,
): Big | undefined {
  const below = less ? whole?.minus(less) : whole;
  if (!above || !below || equalsZero(below)) return undefined;
  const wide = new WideBig(above);
  return new Big((factor === 1 ? wide : wide.times(factor)).div(below));
}

export function differenceBetween(after: ExactNumber, before: ExactNumber): ExactNumber {
  const difference = new ExactSum().add(after).add(before, -1);
  if (difference.isZero) return 0;
  const { exact } = difference;
  // No double above the noise has more decimals.
  return typeof exact === 'number' ? exact : settled(exact.round(decimalsOfChange, Big.roundHalfUp));
}

/** The change from `before` to `after` in percent of what was before; null of nothing. */
export function percentChange(after: ExactNumber, before: ExactNumber): ExactNumber | null {
  const from = new Big(before);
  if (from.eq(0)) return null;
  const percent = new WideBig(after).minus(from).times(100).div(from.abs());
  return settled(new Big(percent.round(decimalsOfChange, Big.roundHalfUp)));
}
