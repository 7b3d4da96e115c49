import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateMatches,
  dateOfDay,
  dateOperations,
  findBounds,
  parseDateExpression,
} from '../../src/platform/dates.ts';
import { vatTypeWords } from '../../src/platform/reports/columns.ts';
import { dateFilterAtMostOneMonth } from '../../src/platform/reports/report.ts';

const days = Array.from({ length: 60 }, (_, index) => dateOfDay(20_454 + index));
const expression = fc.record({
  operation: fc.constantFrom(...dateOperations),
  value: fc.constantFrom(...days),
});

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
});

it('the bounds of some expressions, which must all match, contain every matching day, and begin and end at one unless neq excludes it', () => {
  fc.assert(
    fc.property(fc.array(expression, { maxLength: 5 }), expressions => {
      const { first, last } = findBounds(expressions);
      for (const day of days) {
        const within = (first === undefined || day >= first) && (last === undefined || day <= last);
        const excluded = expressions.some(({ operation, value }) => operation === 'neq' && value === day);
        expect(dateMatches(day, expressions)).toBe(within && !excluded);
      }
    }),
  );
});

it.each([
  ['2026-02-15', '2026-03-15', true],
  ['2026-02-15', '2026-03-16', false],
  ['2026-10-01', '2026-10-31', true],
])('an interval from %s to %s of at most one month: %s', (first, last, holds) => {
  const dateFilter = [`gte_${first}`, `lte_${last}`];
  expect(dateFilterAtMostOneMonth.holds({ dateFilter })).toBe(holds);
});

it('shows the VAT type Null as none', () => {
  const words = vatTypeWords('vatType');
  expect(['Null', 'Without', 'VeryReduced'].map(vatType => words({ vatType }))).toEqual([
    'none',
    'no VAT',
    'very reduced',
  ]);
});
