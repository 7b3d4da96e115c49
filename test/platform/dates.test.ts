import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateIn,
  dateOfDay,
  dayNumber,
  isDate,
  lastClosedDay,
  resolveDate,
} from '../../src/platform/dates.ts';

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

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-01-00',
    '2026-01-01T00:00:00Z',
    '2026-01-01\n',
    '２０２６-01-01',
    '',
    '0050-01-01',
  ])('is not %j', text => {
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

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-10-31', -11, '2025-11-30'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
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
