import { describe, expect, it } from 'vitest';
import { computeTotals } from '../../../src/output/totals.ts';
import { englishText } from '../../../src/output/words/messages.ts';
import type { ReportRecord } from '../../../src/platform/records.ts';
import {
  bookColumns,
  bookMeasures,
  bookRows,
  comparedBooks,
  comparedView,
  nameDays,
} from '../../../src/reports/figures/books.ts';
import {
  comparedDays,
  nameSides,
  nameYears,
  noteUnlikeDays,
  pacePoints,
  type SpanRequests,
} from '../../../src/reports/figures/compared-spans.ts';
import { groupedRecords } from '../../../src/reports/figures/groups.ts';
import { addUnitGroups } from '../../../src/reports/figures/hotel-figures.ts';
import type { FlatRow } from '../../../src/reports/snapshots/snapshot.ts';

/** A unit group on a day: 10 units, of which one is out of order. */
const row = (id: string, type: string | null, sold: number, currency = 'EUR'): FlatRow => ({
  businessDay: '2026-12-01',
  'unitGroup.id': id,
  'unitGroup.name': `${id} units`,
  'unitGroup.type': type,
  soldCount: sold,
  houseCount: 10,
  outOfOrderCount: 1,
  'grossAccommodationRevenue.amount': sold * 107,
  'grossAccommodationRevenue.currency': currency,
  'netAccommodationRevenue.amount': sold * 100,
  'netAccommodationRevenue.currency': currency,
});

it('the days that only one year has are named, without those that both lack', () => {
  const days = comparedDays({ first: '2026-11-01', last: '2026-11-30' }, 'date');
  const open = (year: string, list: readonly number[]) =>
    list.map(day => ({ businessDay: `${year}-11-${String(day).padStart(2, '0')}` }));
  const notes = (now: readonly number[], before: readonly number[]) =>
    noteUnlikeDays(days, open('2026', now), open('2025', before)).map(note => englishText(note));
  expect(notes([1, 2, 3, 9, 11], [2, 9, 11])).toEqual([
    'no figures for 2025-11-01, 2025-11-03 to compare with',
  ]);
  expect(notes([4, 20], [4, 18, 19, 20])).toEqual(['no figures for 2026-11-18 to 2026-11-19']);
  expect(notes([4], [4])).toEqual([]);
  expect(notes([], [4])).toEqual(['no figures for 2026-11']);
});

describe('rows of the books', () => {
  it('of two currencies are refused', () => {
    const rows = [row('DBL', 'BedRoom', 4), row('SGL', 'BedRoom', 4, 'GBP')];
    const net = [{ ...row('DBL', 'BedRoom', 4), 'netAccommodationRevenue.currency': 'GBP' }];
    for (const each of [rows, net])
      expect(() => bookRows('MUC', each, ['BedRoom'])).toThrow('EUR and GBP cannot be compared');
  });

  it('of a day without available units lack only the ratios of that day', () => {
    const closed = { ...row('DBL', 'BedRoom', 0), businessDay: '2026-12-02', outOfOrderCount: 10 };
    const days = addUnitGroups(bookRows('MUC', [row('DBL', 'BedRoom', 4), closed], ['BedRoom']));
    const [, second] = groupedRecords(days, bookMeasures, 'day');
    expect(second).toMatchObject({ available: 0, netRevenue: 0, netRevPar: null, currency: 'EUR' });
    const [month] = groupedRecords(days, bookMeasures, 'month');
    expect(month).toMatchObject({ netRevenue: 400, netAdr: 100, currency: 'EUR' });
    expect(Number(month?.['netRevPar'])).toBe(400 / 9);
  });

  it('are made of the columns that are fetched, and have a value of each measure that is a sum', () => {
    const read = new Set<string>();
    const values: FlatRow = { ...row('DBL', 'BedRoom', 4), 'unitGroup.name': null };
    const watched = new Proxy(values, {
      get: (_, name: string) => {
        read.add(name);
        return values[name];
      },
    });
    const [counted = {}] = bookRows('MUC', [watched], ['BedRoom']);
    expect([...read].sort()).toEqual([...bookColumns].sort());
    const sums = bookMeasures.filter(({ aggregation }) => aggregation?.kind === 'sum');
    expect(sums.filter(({ name }) => typeof counted[name] !== 'number')).toEqual([]);
  });

  it.each(['pickup', 'pace'] as const)('are compared by %s in a table of all measures but RevPAR', kind => {
    const { table } = comparedView({ kind, grouping: 'day', amounts: 'net' });
    const hidden = bookMeasures.filter(
      ({ name, role, tax }) =>
        role !== 'technical' && tax !== 'gross' && !table?.columns.some(each => each.startsWith(`${name}.`)),
    );
    expect(hidden.map(({ name }) => name)).toEqual(['netRevPar']);
  });
});

const rowsOf = (rows: readonly FlatRow[]) => bookRows('MUC', rows, ['BedRoom']);
const day = (businessDay: string, sold: number, amount: number): FlatRow => ({
  ...row('DBL', 'BedRoom', sold),
  businessDay,
  outOfOrderCount: 0,
  'grossAccommodationRevenue.amount': amount,
  'netAccommodationRevenue.amount': amount,
});

const pace = { kind: 'pace', grouping: 'day', amounts: 'net' } as const;

/** The rows of pace, the earlier ones by the day that they are compared with. */
function paceOf(points: ReturnType<typeof pacePoints>, now: readonly FlatRow[], versus: readonly FlatRow[]) {
  const earlier = points.flatMap(({ stayDate, versus: other }) =>
    addUnitGroups(rowsOf(versus))
      .filter(({ businessDay }) => businessDay === other?.stayDate)
      .map((row): ReportRecord => ({ ...row, businessDay: stayDate, thenDay: other?.stayDate })),
  );
  return comparedBooks(pace, earlier, addUnitGroups(rowsOf(now)));
}

it('pace leaves a day empty that one side has no row for, and has zeros for a day without bookings', () => {
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

it('pace by date counts no day of last year twice, and the total of the differences is that of the totals', () => {
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

it('the sides are named by days, months or years', () => {
  const [inTotal, now] = [
    { first: '2026-09-17', last: '2026-10-02' },
    { first: '2026-10-01', last: '2026-10-31' },
  ].map(period => ({ period, requests: [] }));
  expect(nameSides([{ inTotal, before: inTotal, now } as SpanRequests])).toEqual({
    earlier: [{ date: '2026-09-17', as: 'day-of-year' }, ' – ', { date: '2026-10-02', as: 'day-of-year' }],
    later: [{ date: '2026-10-01', as: 'short-month-of-year' }],
  });
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
