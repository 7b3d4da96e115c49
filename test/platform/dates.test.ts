import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateIn,
  dateMatches,
  dateOfDay,
  dateOperations,
  dayNumber,
  findBounds,
  isDate,
  lastClosedDay,
  parseDateExpression,
  resolveDate,
} from '../../src/platform/dates.ts';
import { vatTypeWords } from '../../src/platform/reports/columns.ts';
import { dateFilterAtMostOneMonth } from '../../src/platform/reports/report.ts';
import { wordsOf } from '../words.ts';

/** Days from the year 1600 to 2999. */
const day = fc.integer({ min: -135_140, max: 376_200 });
const date = day.map(dateOfDay);

describe('a date', () => {
  it.each(['2026-01-01', '2024-02-29', '2000-02-29', '1972-12-31', '9999-12-31', '0100-01-01'])(
    'is %s',
    text => {
      expect(isDate(text)).toBe(true);
    },
  );

  const others = wordsOf('2026-02-29 1900-02-29 2100-02-29 2026-13-01 2026-01-00 0050-01-01');
  it.each([...others, '2026-01-01T00:00:00Z', '2026-01-01\n', '２０２６-01-01', ''])('is not %j', text => {
    expect(isDate(text)).toBe(false);
  });

  it('matches counting by months, for every day of forty years', () => {
    const lengths = (year: number) => {
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    };
    const two = (value: number) => String(value).padStart(2, '0');
    let next = dayNumber('1990-01-01');
    for (let year = 1990; year < 2030; year++)
      for (const [index, length] of lengths(year).entries())
        for (let of = 1; of <= 31; of++) {
          const text = `${year}-${two(index + 1)}-${two(of)}`;
          expect(isDate(text), text).toBe(of <= length);
          if (of > length) continue;
          expect(dayNumber(text), text).toBe(next);
          expect(dateOfDay(next)).toBe(text);
          next += 1;
        }
  });
});

describe('date arithmetic', () => {
  it('forth and back returns the same date', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        const to = addDays(from, days);
        expect(isDate(to)).toBe(true);
        expect(dayNumber(to) - dayNumber(from)).toBe(days);
        expect(addDays(to, -days)).toBe(from);
        // ISO dates sort as text.
        expect(Math.sign(to < from ? -1 : to > from ? 1 : 0)).toBe(Math.sign(days));
      }),
    );
  });

  it('stops at the ends of the calendar', () => {
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
    expect(addDays('0100-01-01', -1)).toBe('0100-01-01');
    expect(addMonths('9999-12-15', 1)).toBe('9999-12-31');
    expect(resolveDate('-99999d', '0200-01-01')).toBe('0100-01-01');
  });

  it('with months keeps the day, or uses the last day of a shorter month', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -600, max: 600 }), (from, months) => {
        const to = addMonths(from, months);
        const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(isDate(to)).toBe(true);
        expect(index(to) - index(from)).toBe(months);
        const isLast = addDays(to, 1).endsWith('-01');
        expect(to.slice(8) === from.slice(8) || (isLast && to.slice(8) < from.slice(8))).toBe(true);
      }),
    );
  });
});

describe('today', () => {
  it('depends on the time zone', () => {
    const moment = Date.UTC(2026, 9, 31, 23, 30);
    expect(dateIn('Europe/Berlin', moment)).toBe('2026-11-01');
    expect(dateIn('Europe/London', moment)).toBe('2026-10-31');
    expect(dateIn('Asia/Tokyo', moment)).toBe('2026-11-01');
    expect(dateIn('America/Los_Angeles', moment)).toBe('2026-10-31');
    // The hours that DST adds and removes.
    expect(dateIn('Europe/Berlin', Date.UTC(2026, 2, 28, 23, 0))).toBe('2026-03-29');
    expect(dateIn('Europe/Berlin', Date.UTC(2026, 2, 29, 22, 0))).toBe('2026-03-30');
  });

  it.each([
    ['today', '2026-03-01'],
    ['yesterday', '2026-02-28'],
    ['-7d', '2026-02-22'],
    ['+90d', '2026-05-30'],
    ['2024-02-29', '2024-02-29'],
    ['tomorrow', undefined],
    ['7d', undefined],
    ['+100000d', undefined],
    ['2026-02-30', undefined],
    ['', undefined],
  ])('%j on 2026-03-01 is %s', (text, expected) => {
    expect(resolveDate(text, '2026-03-01')).toBe(expected);
  });
});

describe('the last day to which nothing is posted any more', () => {
  it.each([
    ['Europe/Berlin', '2026-11-01T04:59:59Z', '2026-10-30'],
    ['Europe/Berlin', '2026-11-01T05:00:00Z', '2026-10-31'],
    // The clock is set back at 02:00 of this day, so that 06:00 is seven hours after midnight.
    ['America/New_York', '2026-11-01T10:59:59Z', '2026-10-30'],
    ['America/New_York', '2026-11-01T11:00:00Z', '2026-10-31'],
    ['Asia/Tokyo', '2026-10-31T20:59:59Z', '2026-10-30'],
    ['Asia/Tokyo', '2026-10-31T21:00:00Z', '2026-10-31'],
    ['Asia/Tokyo', '2026-10-31T15:30:00Z', '2026-10-30'],
  ])('in %s at %s is %s', (zone, moment, day) => {
    expect(lastClosedDay(zone, Date.parse(moment))).toBe(day);
  });

  it('without a zone is that of this machine', () => {
    const [early, later] = [5, 6].map(hour =>
      lastClosedDay(undefined, new Date(2026, 10, 1, hour).getTime()),
    );
    expect([early, later]).toEqual(['2026-10-30', '2026-10-31']);
  });
});

const days = Array.from({ length: 60 }, (_, index) => dateOfDay(20_454 + index));
const expression = fc.record({
  operation: fc.constantFrom(...dateOperations),
  value: fc.constantFrom(...days),
});

describe('a date expression', () => {
  it.each(dateOperations)('has the form %s_DATE', operation => {
    expect(parseDateExpression(`${operation}_2026-10-01`)).toEqual({ operation, value: '2026-10-01' });
  });

  const others = wordsOf(`eq_2026-02-30 EQ_2026-10-01 in_2026-10-01 constructor_2026-10-01 eq2026-10-01
    eq__2026-10-01 eq_ _2026-10-01 eq_today`);
  it.each([...others, 'eq_2026-10-01 ', ' eq_2026-10-01', ''])('is not %j', text => {
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
  const shown = ['Null', 'Without', 'VeryReduced'].map(vatType => words({ vatType }));
  expect(shown).toEqual(['none', 'no VAT', 'very reduced']);
});
