import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  addSums,
  compareNumbers,
  ExactSum,
  equalsZero,
  exact,
  isDecimal,
  isExactNumber,
  mostUnits,
  negated,
  perUnit,
  plainNumber,
  readDecimal,
  readWholeNumber,
  roundToStep,
  settled,
  toSum,
} from '../../src/platform/numbers.ts';
import { thrownBy } from '../failure-of.ts';
import { wordsOf } from '../words.ts';

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
  const doubles = ['0.1', '61.0', '-0', '1e21', '100000000000000000000', '0.30000000000000004'];
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
    // What the platform could send instead.
    const posing = JSON.parse('{"c": [1], "e": 0, "s": 1, "toFixed": "1"}');
    expect(isDecimal(posing)).toBe(false);
    expect(isExactNumber(posing)).toBe(false);
  });

  it('has an opposite, and is rounded half up to a step', () => {
    expect([negated(1.5), negated(new Big('1e-400'))].map(String)).toEqual(['-1.5', '-1e-400']);
    const [cent, ten] = [new Big('0.01'), new Big('1e1')];
    expect([exact(0), exact(0.1)].map(equalsZero)).toEqual([true, false]);
    expect([roundToStep(exact(1.005), cent), roundToStep(exact(14.99), ten)].map(Number)).toEqual([1.01, 10]);
  });

  it('is read from a file with a point or a comma', () => {
    const long = `${'9'.repeat(12)}.${'9'.repeat(12)}`;
    expect(['1', '-12.5', '1,25', long].map(readDecimal)).toEqual(['1', '-12.5', '1.25', long]);
    const others = wordsOf('1.234,5 x1 1x .5 1. --1 1e3 1234567890123 0.1234567890123');
    expect(others.filter(text => readDecimal(text) !== undefined)).toEqual([]);
  });
});

describe('a sum', () => {
  const short = fc.integer({ min: -1e9, max: 1e9 }).map(cents => cents / 100);
  const long = fc.constantFrom(999_999.99999999, 1e6, 3e7, -0, 1e300);
  const decimal = fc.bigInt(-(10n ** 25n), 10n ** 25n).map(digits => new Big(`${digits}e-12`));
  const sign = fc.constantFrom<1 | -1>(1, -1);
  const parts = fc.array(fc.tuple(fc.oneof(short, short, short, long, decimal), sign));

  it('is that of the decimals, whatever is added and subtracted, also as another sum', () => {
    fc.assert(
      fc.property(parts, parts, sign, (own, others, of) => {
        const sumOf = (some: typeof own) => some.reduce((sum, part) => sum.add(...part), new ExactSum());
        const decimals = (some: typeof own) => some.map(([value, sign]) => exact(value).times(sign));
        const sum = addSums([sumOf(own)]).addSum(sumOf(others), of);
        const whole = addDecimals([...decimals(own), ...decimals(others).map(value => value.times(of))]);
        expect(plainNumber(sum.value)).toBe(whole.eq(0) ? '0' : whole.toFixed());
        expect([`${sum}`, sum.toJSON()]).toEqual([plainNumber(sum.value), sum.exact]);
        expect(typeof sum.exact).toBe(typeof settled(whole));
        expect(sum.isZero).toBe(whole.abs().lt('5e-9'));
        if (sum.units !== undefined) expect(whole.times(perUnit).eq(sum.units)).toBe(true);
      }),
    );
  });

  it('has whole units while a double has them exactly, and none of the noise below', () => {
    const units = [12.34, 999_999.99999999, 1e6, 12.345678901].map(value => toSum(value).units);
    expect(units).toEqual([1_234_000_000, 99_999_999_999_999, undefined, undefined]);
    const most = new ExactSum().add(mostUnits / perUnit, 1, mostUnits);
    expect([most.units, most.add(1e-8).units, plainNumber(most.exact)]).toEqual([
      mostUnits,
      undefined,
      '40000000.00000001',
    ]);
    expect([1, 2].map(units => toSum(2e-8).isBeyond(units))).toEqual([true, false]);
    expect([1e-8, new Big('4e-9')].map(value => toSum(value).isZero)).toEqual([false, true]);
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
    const ranges = [{}, { least: 14, most: 9999 }, { least: 5000, most: 9999 }];
    const hints = ranges.map(given => refused({ ...given, hint: undefined }).hint);
    expect(hints).toEqual([12, 3000, 5000].map(example => `for example --month ${example}`));
  });
});
