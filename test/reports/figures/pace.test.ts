import { expect, it } from 'vitest';
import { computeTotals } from '../../../src/output/totals.ts';
import type { ReportRecord } from '../../../src/platform/records.ts';
import {
  addUnitGroups,
  bookRows,
  comparedBooks,
  comparedView,
  nameDays,
} from '../../../src/reports/figures/books.ts';
import { nameYears, pacePoints } from '../../../src/reports/figures/compared-spans.ts';

const rowsOf = (rows: readonly object[]) => bookRows('MUC', rows as never, ['BedRoom']);

/** A day of a hotel with 10 units. */
const day = (businessDay: string, sold: number, amount: number, id = 'DBL') => ({
  businessDay,
  'unitGroup.id': id,
  'unitGroup.name': id,
  'unitGroup.type': 'BedRoom',
  soldCount: sold,
  houseCount: 10,
  outOfOrderCount: 0,
  'grossAccommodationRevenue.amount': amount,
  'grossAccommodationRevenue.currency': 'EUR',
  'netAccommodationRevenue.amount': amount,
  'revPar.amount': amount / 10,
});

const pace = { kind: 'pace', grouping: 'day', amounts: 'net' } as const;

/** The rows of pace, the earlier ones by the day that they are compared with. */
function paceOf(points: ReturnType<typeof pacePoints>, now: readonly object[], versus: readonly object[]) {
  const earlier = points.flatMap(({ stayDate, versus: other }) =>
    addUnitGroups(rowsOf(versus))
      .filter(({ businessDay }) => businessDay === other?.stayDate)
      .map((row): ReportRecord => ({ ...row, businessDay: stayDate, thenDay: other?.stayDate })),
  );
  return comparedBooks(pace, earlier, addUnitGroups(rowsOf(now)));
}

it('leaves a day empty that one side has no row for, and has zeros for a day without bookings', () => {
  const points = pacePoints({ first: '2026-12-01', last: '2026-12-03' }, '2026-11-20', 'date');
  const now = [day('2026-12-01', 0, 0), day('2026-12-02', 5, 500)];
  const records = paceOf(points, now, [day('2025-12-01', 4, 400), day('2025-12-03', 3, 300)]);
  expect(records.map(({ sold }) => sold)).toEqual([
    { versus: 4, now: 0, difference: -4 },
    { versus: 3, now: null, difference: null },
    { versus: null, now: 5, difference: null },
  ]);
  expect(records[1]).toMatchObject({
    available: { versus: 10, now: null },
    grossRevenue: { versus: 300, now: null, difference: null },
    currency: 'EUR',
    occupancyPercentage: { versus: 30, now: null, difference: null },
  });
});

it('by date counts no day of last year twice, and the total of the differences is that of the totals', () => {
  const now = [day('2028-02-28', 4, 400), day('2028-02-29', 5, 500), day('2028-03-01', 6, 600)];
  const points = pacePoints({ first: '2028-02-28', last: '2028-03-01' }, '2028-02-20', 'date');
  const records = paceOf(points, now, [day('2027-02-28', 2, 160), day('2027-03-01', 3, 240)]);
  const totals = computeTotals(records, comparedView(pace).columns);
  const shown = (measure: string) =>
    ['versus', 'now', 'difference'].map(side => totals.get(`${measure}.${side}`)?.value);
  expect(['sold', 'grossRevenue', 'grossAdr', 'occupancyPercentage'].map(shown)).toEqual([
    [5, 15, 10],
    [400, 1500, 1100],
    [80, 100, 20],
    [25, 50, 25],
  ]);
});

it('names the sides by days or by years', () => {
  expect(nameDays('2026-11-14', '2026-11-21')).toEqual({
    earlier: [{ date: '2026-11-14', as: 'day' }],
    later: [{ date: '2026-11-21', as: 'day' }],
  });
  expect(nameDays('2025-11-22', '2026-11-21')).toEqual({
    earlier: [{ date: '2025-11-22', as: 'day-of-year' }],
    later: [{ date: '2026-11-21', as: 'day-of-year' }],
  });
  expect(nameYears({ first: '2026-12-01', last: '2026-12-31' })).toBe('2026');
  expect(nameYears({ first: '2026-12-20', last: '2027-01-10' })).toBe('2026/27');
});
