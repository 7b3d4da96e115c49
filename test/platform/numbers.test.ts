import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  isDecimal,
  isExactNumber,
  plainNumber,
  readWholeNumber,
  settled,
} from '../../src/platform/numbers.ts';
import { thrownBy } from '../failure-of.ts';

const shortest = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;

describe('a plain number', () => {
  it('of a double has its value, in the shortest form and without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const text = plainNumber(value);
        expect(text).toMatch(shortest);
        expect(new Big(text).eq(new Big(String(value)))).toBe(true);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 1000 },
    );
  });

  it('of a decimal has its value, whatever its exponent', () => {
    const decimal = fc.record({ digits: fc.bigInt(), exponent: fc.integer({ min: -400, max: 400 }) });
    fc.assert(
      fc.property(decimal, ({ digits, exponent }) => {
        const value = new Big(`${digits}e${exponent}`);
        const text = plainNumber(value);
        expect(text).toMatch(shortest);
        expect(new Big(text).eq(value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an exact number', () => {
  const doubles = ['0.1', '61.0', '-0', '1e21', '100000000000000000000'];
  it.each(doubles)('from the decimal %s is a double', text => {
    expect(settled(new Big(text))).toBe(Number(text));
  });

  it.each(['9007199254740993', '0.12345678901234567890', '1e400', '1e-400'])(
    'from the decimal %s, which no double represents, stays a decimal',
    text => {
      const value = new Big(text);
      expect(settled(value)).toBe(value);
    },
  );

  it('has its place among doubles and decimals', () => {
    const ordered = [new Big('-1e400'), -1, new Big('0.5'), 1, new Big('9007199254740993'), 1e300];
    expect([...ordered].reverse().sort(compareNumbers)).toEqual(ordered);
    // As doubles, these two would be equal.
    const [even, odd] = [9007199254740992, new Big('9007199254740993')];
    expect([compareNumbers(even, odd), compareNumbers(odd, even), compareNumbers(odd, odd)]).toEqual([
      -1, 1, 0,
    ]);
    expect([compareNumbers(1, 2.5), compareNumbers(2.5, 1), compareNumbers(1, 1)]).toEqual([-1.5, 1.5, 0]);
  });

  it('is a double or a decimal', () => {
    expect([1, -0.5, new Big('1.5')].every(isExactNumber)).toBe(true);
    expect(['1', null, undefined, {}, [], true, 1n].some(isExactNumber)).toBe(false);
    expect(isDecimal(1)).toBe(false);
  });

  it('cannot be confused with a value that the platform could send instead', () => {
    const posing = JSON.parse('{"c": [1], "e": 0, "s": 1, "toFixed": "1"}');
    expect(isDecimal(posing)).toBe(false);
    expect(isExactNumber(posing)).toBe(false);
  });
});

describe('a whole number of a flag', () => {
  const range = { least: 1, most: 12, hint: 'for example --month 10' };

  it('is read within its range, both ends included', () => {
    expect(['1', '07', '12'].map(text => readWholeNumber('--month', text, range))).toEqual([1, 7, 12]);
  });

  it.each(['0', '13', '1.5', '-1', '', 'ten'])('is refused as %j, with the range or its words', text => {
    const refused = (more: object) => thrownBy(() => readWholeNumber('--month', text, { ...range, ...more }));
    const { hint } = range;
    expect(refused({})).toMatchObject({ message: '--month must be a whole number from 1 to 12', hint });
    const named = refused({ words: 'of a month' });
    expect(named).toMatchObject({ message: '--month must be a whole number of a month', hint });
  });
});
