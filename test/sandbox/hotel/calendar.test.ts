import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dateOf,
  dayOfDate,
  isoDate,
  localDateTime,
  monthBounds,
  parseDate,
  weekdayOf,
} from '../../../src/sandbox/hotel/calendar.ts';

const day = fc.integer({ min: -100_000, max: 500_000 });

test('days are the days of JavaScript’s own calendar in UTC', () => {
  fc.assert(
    fc.property(day, one => {
      const date = new Date(one * 86_400_000);
      expect(isoDate(one)).toBe(date.toISOString().slice(0, 10));
      expect(parseDate(isoDate(one))).toBe(one);
      expect(weekdayOf(one)).toBe((date.getUTCDay() + 6) % 7);
      const { year, month, day: ofMonth } = dateOf(one);
      expect(dayOfDate(year, month, ofMonth)).toBe(one);
    }),
    { numRuns: 2000 },
  );
});

test.each(['2026-02-29', '2026-00-01', '2026-01-32', '26-01-01', '2026-01-01T00:00:00Z', ''])(
  '%j is not a date',
  text => {
    expect(parseDate(text)).toBeUndefined();
  },
);

test('months end where the next begins', () => {
  const { from, to } = monthBounds(2028, 2);
  expect([isoDate(from), isoDate(to)]).toEqual(['2028-02-01', '2028-03-01']);
  expect(isoDate(monthBounds(2026, 12).to)).toBe('2027-01-01');
});

test('local times include their offset', () => {
  expect(localDateTime('Europe/Berlin', dayOfDate(2026, 10, 24), 900)).toBe('2026-10-24T15:00:00+02:00');
  expect(localDateTime('Europe/Berlin', dayOfDate(2026, 10, 25), 900)).toBe('2026-10-25T15:00:00+01:00');
  expect(localDateTime('Asia/Tokyo', dayOfDate(2026, 10, 25), 659)).toBe('2026-10-25T10:59:00+09:00');
  expect(localDateTime('Europe/London', dayOfDate(2026, 12, 1), 0)).toBe('2026-12-01T00:00:00+00:00');
  expect(localDateTime('America/New_York', dayOfDate(2026, 7, 1), 900)).toBe('2026-07-01T15:00:00-04:00');
  expect(localDateTime('Asia/Kolkata', dayOfDate(2026, 7, 1), 900)).toBe('2026-07-01T15:00:00+05:30');
});
