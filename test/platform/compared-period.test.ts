import { describe, expect, it } from 'vitest';
import { alignedDay, comparedPeriod } from '../../src/platform/compared-period.ts';
import { nameOfPeriod, type Period, parsePeriod } from '../../src/platform/periods.ts';

const period = (text: string) => parsePeriod(text, '2026-11-21') as Period;
const dates = (versus: string) => ({ versus, byWeekday: false });
const weekdays = (versus: string) => ({ versus, byWeekday: true });

describe('comparedPeriod', () => {
  it.each([
    ['2026-10', dates('last-year'), '2025-10'],
    ['2025-02', dates('last-year'), '2024-02'],
    ['2024-02', dates('last-year'), '2023-02'],
    ['2026-10-01..2026-10-14', dates('last-year'), '2025-10-01..2025-10-14'],
    ['2026-10-01', weekdays('last-year'), '2025-10-02'],
    ['2026-03', dates('previous-period'), '2026-02'],
    ['2026-Q3', dates('previous-period'), '2026-04..2026-06'],
    ['2026', dates('previous-period'), '2025'],
    ['2026-10-08..2026-10-14', dates('previous-period'), '2026-10-01..2026-10-07'],
    ['2026-10-08..2026-10-11', dates('previous-period'), '2026-10-04..2026-10-07'],
    ['2026-10-08..2026-10-11', weekdays('previous-period'), '2026-10-01..2026-10-04'],
    ['2026-10', dates('2025-09'), '2025-09'],
    ['2026-10', dates('last-month'), '2026-10'],
  ])('of %s with %j is %s', (now, comparison, then) => {
    expect(nameOfPeriod(comparedPeriod(period(now), comparison, '2026-11-21') as Period)).toBe(then);
  });

  it('is undefined for a text that is not a period', () => {
    expect(comparedPeriod(period('2026-10'), dates('last-decade'), '2026-11-21')).toBeUndefined();
  });
});

it.each([
  // The same date, one year later.
  ['2025-10-31', '2026-10', '2025-10', dates('last-year'), '2026-10-31', true],
  // A leap day has no counterpart, and is counted with the last day of the month.
  ['2024-02-29', '2025-02', '2024-02', dates('last-year'), '2025-02-28', false],
  // Thursday 2025-10-02 is compared with Thursday 2026-10-01.
  ['2025-10-02', '2026-10', '2025-10-02..2025-11-01', weekdays('last-year'), '2026-10-01', true],
  // Months of different lengths.
  ['2026-07-31', '2026-09', '2026-07', dates('2026-07'), '2026-09-30', false],
  ['2026-05-01', '2026-Q3', '2026-Q2', dates('previous-period'), '2026-08-01', true],
  // Days that are not whole months are compared from the first one on.
  [
    '2026-10-02',
    '2026-10-08..2026-10-14',
    '2026-10-01..2026-10-07',
    dates('previous-period'),
    '2026-10-09',
    true,
  ],
  [
    '2026-09-09',
    '2026-10-01..2026-10-03',
    '2026-09-01..2026-09-09',
    dates('2026-09-01..2026-09-09'),
    '2026-10-03',
    false,
  ],
])('alignedDay compares %s of %s with a day of it', (day, now, then, comparison, aligned, isExact) => {
  expect(alignedDay(day, period(now), period(then), comparison)).toEqual({ day: aligned, isExact });
});
