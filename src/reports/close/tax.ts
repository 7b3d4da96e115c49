import Big from 'big.js';
import { exact, mostUnits, perUnit, toWhole } from '../../platform/exact-sum.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { LineTax } from '../posting.ts';

/** In units of 10^-12. */
const sixDecimals = 1_000_000;

/**
 * The tax in a gross amount, or of a net amount, rounded half away from zero to the minor unit. Whole numbers below 2^53 are
 * exact.
 */
export function taxOf(
  kind: 'gross' | 'net',
  amount: ExactNumber,
  percent: ExactNumber,
  cents: number,
): ExactNumber {
  const [units, rate] = [toWhole(amount, cents), toWhole(percent, 100)];
  const product = units === undefined || rate === undefined ? Number.NaN : Math.abs(units * rate);
  if (units !== undefined && rate !== undefined && product < 2 ** 44) {
    const whole = kind === 'gross' ? 10_000 + rate : 10_000;
    return (Math.sign(units) * Math.floor((2 * product + whole) / (2 * whole))) / cents;
  }
  const [of, by] = [exact(amount), exact(percent)];
  return of
    .times(by)
    .div(kind === 'gross' ? by.plus(100) : 100)
    .round(Math.round(Math.log10(cents)), Big.roundHalfUp);
}

/** Whether a tax is its share of the net amount, to six decimals. */
export function isTaxOf(net: ExactNumber, { percent, amount }: LineTax): boolean {
  const [base, tax, rate] = [toWhole(net, perUnit), toWhole(amount, perUnit), toWhole(percent, 100)];
  if (base === undefined || tax === undefined || rate === undefined)
    return exact(net).times(exact(percent)).div(100).minus(exact(amount)).abs().lte('1e-6');
  const [due, shown] = [base * rate, tax * 10_000];
  const difference =
    Math.abs(due) < mostUnits && Math.abs(shown) < mostUnits
      ? due - shown
      : BigInt(base) * BigInt(rate) - BigInt(tax) * 10_000n;
  return difference <= sixDecimals && difference >= -sixDecimals;
}
