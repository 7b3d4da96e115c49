import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedDay, comparedPeriod } from '../../src/platform/compared-period.ts';
import { addDays, dateOfDay, findBounds, parseDateExpression } from '../../src/platform/dates.ts';
import { findProblems } from '../../src/platform/parameters.ts';
import {
  findOverlap,
  isFinerThan,
  nameOfPeriod,
  type Period,
  parsePeriod,
  periodForms,
  requestsFor,
} from '../../src/platform/periods.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { counted } from '../full-counts.ts';
import { wordsOf } from '../words.ts';

const today = '2026-11-21';

describe('parsePeriod', () => {
  it.each([
    ['last-month', '2026-10-01', '2026-10-31'],
    ['this-month', '2026-11-01', '2026-11-30'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['today', '2026-11-21', '2026-11-21'],
    ['last-week', '2026-11-09', '2026-11-15'],
    ['this-quarter', '2026-10-01', '2026-12-31'],
    ['last-7-days', '2026-11-14', '2026-11-20'],
    ['next-90-days', '2026-11-21', '2027-02-18'],
    ['last-year', '2025-01-01', '2025-12-31'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['2026', '2026-01-01', '2026-12-31'],
    ['2026-Q4', '2026-10-01', '2026-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026-10-01', '2026-10-01', '2026-10-01'],
    ['2025-Q4..2026-02-03', '2025-10-01', '2026-02-03'],
    // 2026-11-21 is a Saturday.
    ['this-week', '2026-11-16', '2026-11-22'],
    ['next-week', '2026-11-23', '2026-11-29'],
    ['next-month', '2026-12-01', '2026-12-31'],
    ['last-quarter', '2026-07-01', '2026-09-30'],
    ['mtd', '2026-11-01', '2026-11-20'],
    ['qtd', '2026-10-01', '2026-11-20'],
    ['ytd', '2026-01-01', '2026-11-20'],
    ['last-12-months', '2025-11-01', '2026-10-31'],
    ['oct-2026', '2026-10-01', '2026-10-31'],
    ['February-2024', '2024-02-01', '2024-02-29'],
    ['may-2026..JUL-2026', '2026-05-01', '2026-07-31'],
  ])('%s', (text, first, last) => {
    expect(parsePeriod(text, today)).toEqual({ first, last });
  });

  it('crosses the turn of the year and the end of February', () => {
    expect(parsePeriod('last-month', '2026-01-15')).toEqual({ first: '2025-12-01', last: '2025-12-31' });
    expect(parsePeriod('mtd', '2026-03-01')).toEqual({ first: '2026-02-01', last: '2026-02-28' });
    expect(parsePeriod('ytd', '2026-01-01')).toEqual({ first: '2025-01-01', last: '2025-12-31' });
    expect(parsePeriod('last-month', '2024-03-31')).toEqual({ first: '2024-02-01', last: '2024-02-29' });
  });

  it('begins weeks on Monday, on every day of the week', () => {
    for (const day of ['2026-11-16', '2026-11-19', '2026-11-22'])
      expect(parsePeriod('this-week', day), day).toEqual({ first: '2026-11-16', last: '2026-11-22' });
    expect(parsePeriod('this-week', '1969-12-31')).toEqual({ first: '1969-12-29', last: '1970-01-04' });
    expect(parsePeriod('last-quarter', '2026-02-28')).toEqual({ first: '2025-10-01', last: '2025-12-31' });
  });

  const others = wordsOf(`next-decade octo-2026 last-0-months next-2-months 2026-Q5 2026-02-30 2026-10..
    2026-06..2026-01`);
  it.each([...others, ''])('refuses %j', text => {
    expect(parsePeriod(text, today)).toBeUndefined();
  });

  it('supports every format that the help names', () => {
    for (const form of periodForms) expect(parsePeriod(form, today), form).toBeDefined();
  });
});

/** The days that a request covers, computed independently of the definition: a loop over single days. */
function daysRequested(
  name: string,
  parameters: Readonly<Record<string, string | readonly string[]>>,
): string[] {
  const days: string[] = [];
  const text = (wire: string) => String(parameters[wire]);
  if (parameters['month'] !== undefined) {
    const prefix = `${text('year')}-${text('month').padStart(2, '0')}-`;
    for (let day = 1; day <= 31; day += 1) {
      const date = `${prefix}${String(day).padStart(2, '0')}`;
      if (!Number.isNaN(Date.parse(`${date}T00:00Z`)) && new Date(date).toISOString().startsWith(date))
        days.push(date);
    }
    return days;
  }
  const expressions = [parameters['dateFilter'] ?? []]
    .flat()
    .flatMap(word => parseDateExpression(word) ?? []);
  const bounds = findBounds(expressions);
  let day = bounds.first ?? text('from');
  const end = bounds.last ?? (name === 'property-performance' ? text('to') : addDays(text('to'), -1));
  for (; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

const anyPeriod = fc
  .tuple(fc.integer({ min: 10_000, max: 40_000 }), fc.integer({ min: 0, max: 1500 }))
  .map(([start, length]) => ({ first: dateOfDay(start), last: dateOfDay(start + length) }));

describe.each(reports.map(report => [report.name, report] as const))('requests of %s', (name, report) => {
  it('request every day of the period once, and only whole months in addition', () => {
    fc.assert(
      fc.property(anyPeriod, period => {
        const requests = requestsFor(report.period, period);
        const requested = requests.flatMap(parameters => daysRequested(name, parameters));
        expect(new Set(requested).size).toBe(requested.length);
        expect(requested).toEqual([...requested].sort());
        const inside = requested.filter(day => day >= period.first && day <= period.last);
        expect(inside[0]).toBe(period.first);
        expect(inside.at(-1)).toBe(period.last);
        expect(inside).toHaveLength((Date.parse(period.last) - Date.parse(period.first)) / 86_400_000 + 1);
        if (!isFinerThan(report.period, period)) expect(requested).toHaveLength(inside.length);
      }),
      { numRuns: counted(30, 300) },
    );
  });

  it("pass the platform's own rules", () => {
    const others = { propertyId: 'MUC', serviceIds: ['BRKF'] };
    fc.assert(
      fc.property(anyPeriod, period => {
        for (const parameters of requestsFor(report.period, period))
          expect(findProblems(report, { ...others, ...parameters }, ({ wire }) => wire)).toEqual([]);
      }),
      { numRuns: counted(100, 1_000) },
    );
  });
});

describe('the end of the calendar', () => {
  const formOf = (name: string) =>
    (reports.find(report => report.name === name) as (typeof reports)[number]).period;
  const days = { first: '9999-01-01', last: '9999-12-31' };

  it('includes every day if the end is inclusive or for a date filter', () => {
    const year = { from: '9999-01-01', to: '9999-12-31' };
    expect(requestsFor(formOf('property-performance'), days)).toEqual([year]);
    const last = { dateFilter: ['gte_9999-12-31', 'lte_9999-12-31'] };
    expect(requestsFor(formOf('gross-transactions'), { ...days, first: days.last })).toEqual([last]);
    expect(requestsFor(formOf('company-invoices-vat'), days)).toHaveLength(12);
    expect(requestsFor(formOf('room-nights'), days)).toHaveLength(12);
    expect(nameOfPeriod(days)).toBe('9999');
  });

  it('is refused if the platform requires the day after it', () => {
    expect(() => requestsFor(formOf('revenues'), days)).toThrow('the last day must be before 9999-12-31');
  });
});

it.each([
  ['2026-Q4', '2026-10', '2026-10'],
  ['2026-10-01..2026-10-10', '2026-10-10..2026-10-12', '2026-10-10'],
  ['2026-09', '2026-10', undefined],
])('overlapOf %s and %s', (one, other, shared) => {
  const overlap = findOverlap(parsePeriod(one, today) as Period, parsePeriod(other, today) as Period);
  expect(overlap && nameOfPeriod(overlap)).toBe(shared);
});

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

const firstWeek = '2026-10-01..2026-10-07';
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
  ['2026-10-02', '2026-10-08..2026-10-14', firstWeek, dates('previous-period'), '2026-10-09', true],
  ['2026-10-07', '2026-11-01..2026-11-03', firstWeek, dates(firstWeek), '2026-11-03', false],
])('alignedDay compares %s of %s with a day of it', (day, now, then, comparison, aligned, isExact) => {
  expect(alignedDay(day, period(now), period(then), comparison)).toEqual({ day: aligned, isExact });
});
