import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateMatches,
  dateOfDay,
  dateOperations,
  findBounds,
  parseDateExpression,
} from '../../src/platform/dates.ts';

const date = fc.integer({ min: 20_454, max: 20_514 }).map(dateOfDay);
const expression = fc.record({ operation: fc.constantFrom(...dateOperations), value: date });
const parsed = (text: string) => {
  const found = parseDateExpression(text);
  if (!found) throw new Error(text);
  return found;
};

describe('a date expression', () => {
  it.each(dateOperations)('has the form %s_DATE', operation => {
    expect(parseDateExpression(`${operation}_2026-10-01`)).toEqual({ operation, value: '2026-10-01' });
  });

  it.each([
    'eq_2026-02-30',
    'EQ_2026-10-01',
    'in_2026-10-01',
    'constructor_2026-10-01',
    'eq2026-10-01',
    'eq__2026-10-01',
    'eq_',
    '_2026-10-01',
    'eq_2026-10-01 ',
    ' eq_2026-10-01',
    'eq_today',
    '',
  ])('is not %j', text => {
    expect(parseDateExpression(text)).toBeUndefined();
  });

  it.each([
    ['eq', [false, true, false]],
    ['neq', [true, false, true]],
    ['lt', [true, false, false]],
    ['lte', [true, true, false]],
    ['gt', [false, false, true]],
    ['gte', [false, true, true]],
  ] as const)('%s distinguishes the day before, the day and the day after', (operation, expected) => {
    const matches = ['2026-09-30', '2026-10-01', '2026-10-02'].map(day =>
      dateMatches(day, [{ operation, value: '2026-10-01' }]),
    );
    expect(matches).toEqual(expected);
  });

  it('must match together with every other', () => {
    const october = [parsed('gte_2026-10-01'), parsed('lt_2026-11-01'), parsed('neq_2026-10-03')];
    const days = ['2026-09-30', '2026-10-01', '2026-10-03', '2026-10-31', '2026-11-01'];
    expect(days.filter(day => dateMatches(day, october))).toEqual(['2026-10-01', '2026-10-31']);
    expect(dateMatches('2026-10-01', [])).toBe(true);
  });
});

describe('the bounds of some expressions', () => {
  it('are the days that can match, both inclusive', () => {
    expect(findBounds([parsed('gte_2026-10-01'), parsed('lt_2026-11-01')])).toEqual({
      first: '2026-10-01',
      last: '2026-10-31',
    });
    expect(findBounds([parsed('gt_2026-09-30'), parsed('lte_2026-10-31')])).toEqual({
      first: '2026-10-01',
      last: '2026-10-31',
    });
    expect(findBounds([parsed('eq_2026-10-05')])).toEqual({ first: '2026-10-05', last: '2026-10-05' });
    expect(findBounds([parsed('neq_2026-10-05')])).toEqual({});
    expect(findBounds([])).toEqual({});
  });

  it('contain every matching day, and begin and end at one unless neq excludes it', () => {
    fc.assert(
      fc.property(fc.array(expression, { maxLength: 5 }), date, (expressions, day) => {
        const { first, last } = findBounds(expressions);
        const within = (first === undefined || day >= first) && (last === undefined || day <= last);
        const excluded = expressions.some(({ operation, value }) => operation === 'neq' && value === day);
        expect(dateMatches(day, expressions)).toBe(within && !excluded);
      }),
    );
  });
});
