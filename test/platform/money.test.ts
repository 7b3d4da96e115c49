import { describe, expect, it } from 'vitest';
import { reservationSums } from '../../src/platform/bookings/quote.ts';
import type { StayOffer } from '../../src/platform/bookings/quote-model.ts';
import { parseMoney, sameMoney } from '../../src/platform/money.ts';

/** Parsing of money; sums.test.ts tests the arithmetic. */
describe('money on the command line', () => {
  it.each([
    ['313.29EUR', 313.29, 'EUR'],
    [' 313.29  EUR ', 313.29, 'EUR'],
    ['1200\tJPY', 1200, 'JPY'],
    ['1.234KWD', 1.234, 'KWD'],
    ['0.1000CLF', 0.1, 'CLF'],
  ])('%j is read', (text, amount, currency) => {
    expect(parseMoney(text)).toEqual({ amount, currency });
  });

  it.each([
    '',
    'EUR',
    'x313.29EUR',
    '-1EUR',
    '313.29EURO',
    '313.29EUR x',
    '1,5EUR',
    '1.234EUR',
    '1234567890123456EUR',
    '1eur',
  ])('%j is not', text => {
    expect(parseMoney(text)).toBeUndefined();
  });
});

describe('two amounts', () => {
  it('are the same when value and currency are', () => {
    const euro = (amount: number) => ({ amount, currency: 'EUR' });
    expect(sameMoney(euro(1), euro(1))).toBe(true);
    expect(sameMoney(euro(1), euro(1.01))).toBe(false);
    expect(sameMoney(euro(1), { amount: 1, currency: 'USD' })).toBe(false);
  });

  it('that are missing are reported with the name of the offer', () => {
    const silent = (name?: string): StayOffer => ({
      ratePlan: { name },
      unitGroup: {},
      totalGrossAmount: { amount: 1, currency: 'EUR' },
    });
    expect(() => reservationSums({ offer: silent('Flexible'), services: [] })).toThrow(
      'the offer of Flexible does not say',
    );
    expect(() => reservationSums({ offer: silent(), services: [] })).toThrow(
      'the offer of a stay does not say',
    );
  });
});
