import Big from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRatio, differenceBetween, roundHalfUp } from '../../src/output/quotient.ts';
import { plainNumber, toSum } from '../../src/platform/numbers.ts';

const Wide = Big();
Wide.DP = 45;

const amount = fc.integer({ min: -1e9, max: 1e9 }).map(cents => cents / 100);
const fraction = fc.record({ above: amount, below: fc.integer({ min: 1, max: 5000 }) });
const ratioOf = ({ above, below }: { above: number; below: number }) =>
  computeRatio([toSum(above), toSum(below)]) ?? 0;
const decimalOf = ({ above, below }: { above: number; below: number }) => new Wide(above).div(below);

/** Ratios are computed with whole numbers; a decimal with 45 digits is the judge. */
describe('a ratio', () => {
  it('has the digits of the decimal, and is rounded half up like it', () => {
    fc.assert(
      fc.property(fraction, fc.integer({ min: 0, max: 3 }), (parts, decimals) => {
        const [ratio, decimal] = [ratioOf(parts), decimalOf(parts)];
        expect(plainNumber(ratio)).toBe(plainNumber(decimal));
        expect(plainNumber(roundHalfUp(ratio, decimals))).toBe(
          plainNumber(Number(decimal.round(decimals, Big.roundHalfUp))),
        );
      }),
    );
    // Exactly half of a hundredth, and a third of it.
    const rounded = (above: number, below: number) => plainNumber(roundHalfUp(ratioOf({ above, below }), 2));
    expect([rounded(0.25, 50), rounded(-0.25, 50), rounded(0.01, 3)]).toEqual(['0.01', '-0.01', '0']);
  });

  it('differs from another by the exact fractions', () => {
    fc.assert(
      fc.property(fraction, fraction, (after, before) => {
        const decimal = decimalOf(after).minus(decimalOf(before)).round(30, Big.roundHalfUp);
        const isNoise = decimal.abs().lte(5e-9);
        const difference = roundHalfUp(differenceBetween(ratioOf(after), ratioOf(before)) ?? 0, 2);
        expect(Number(difference)).toBe(isNoise ? 0 : Number(decimal.round(2, Big.roundHalfUp)));
      }),
    );
    // 161 / 7 - 160 / 7 - 1 / 7 without the noise of decimals.
    const sevenths = (above: number) => ratioOf({ above, below: 7 });
    expect(differenceBetween(differenceBetween(sevenths(161), sevenths(160)), sevenths(1))).toBe(0);
  });
});
