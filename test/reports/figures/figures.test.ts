import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRow, noBookedFigures, ratioOf } from '../../../src/reports/figures/booked-figures.ts';

describe('a ratio', () => {
  it('is the quotient rounded half up to ten decimals', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 5000 }), (sum, per) => {
        const BigTen = Big();
        BigTen.DP = 10;
        BigTen.RM = 1;
        const expected = new BigTen(sum).div(100).toFixed();
        const exact = new BigTen(expected).div(per);
        expect(ratioOf(new Big(sum).div(100), per)?.toFixed()).toBe(exact.toFixed());
      }),
    );
    expect(ratioOf(new Big(2), 3)?.toFixed()).toBe('0.6666666667');
    expect(ratioOf(new Big('-0.00000000005'), 1)?.toFixed()).toBe('-0.0000000001');
    expect(ratioOf(new Big(59), 60, 100)?.toFixed()).toBe('98.3333333333');
  });

  it('is null when the divisor is zero', () => expect(ratioOf(new Big(1), 0)).toBeNull());
});

it('two currencies are never added', () => {
  const row = (currency: string) => ({
    'grossAccommodationRevenue.amount': 1,
    'grossAccommodationRevenue.currency': currency,
  });
  expect(() => addRow(addRow(noBookedFigures, row('EUR')), row('GBP'))).toThrow(
    'EUR and GBP cannot be compared',
  );
});
