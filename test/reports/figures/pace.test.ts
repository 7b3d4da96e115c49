import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../../src/output/totals.ts';
import { pacePoints, paceRecords, paceView } from '../../../src/reports/figures/pace.ts';
import { pickupRecords } from '../../../src/reports/figures/pickup.ts';

/** A day of a hotel with 10 units. */
const day = (businessDay: string, soldCount: number, amount: number) => ({
  businessDay,
  soldCount,
  houseCount: 10,
  outOfOrderCount: 0,
  'grossAccommodationRevenue.amount': amount,
  'grossAccommodationRevenue.currency': 'EUR',
});

it('leaves a day empty that one side has no row for, and has zeros for a day without bookings', () => {
  const points = pacePoints({ first: '2026-12-01', last: '2026-12-03' }, '2026-11-20', 'last-year');
  const now = [day('2026-12-01', 0, 0), day('2026-12-02', 5, 500)];
  const versus = [day('2025-12-01', 4, 400), day('2025-12-03', 3, 300)];
  const records = paceRecords('MUC', points, now, () => ({ basis: 'actual', taken: null, rows: versus }));
  expect(records.map(({ sold }) => sold)).toEqual([
    { versus: 4, now: 0, difference: -4 },
    { versus: null, now: 5, difference: null },
    { versus: 3, now: null, difference: null },
  ]);
  expect(records[2]).toMatchObject({
    available: { versus: 10, now: null },
    grossRevenue: { versus: 300, now: null, difference: null },
    currency: 'EUR',
    occupancyPercentage: { versus: 30, now: null, difference: null },
  });
});

describe('pickup of a day that a snapshot has no row for', () => {
  const rows = (...days: object[]) => days as ReturnType<typeof day>[];
  const group = (id: string, sold: number) => ({ ...day('2026-12-01', sold, 0), 'unitGroup.id': id });
  const soldOf = (before: object[], now: object[], grouping: 'day' | 'unit-group') =>
    pickupRecords(
      'MUC',
      { taken: '2026-11-19', rows: rows(...before) },
      { taken: '2026-11-20', rows: rows(...now) },
      grouping,
    ).map(({ sold }) => sold);

  it('is unknown', () => {
    expect(soldOf([day('2026-12-01', 2, 200)], [day('2026-12-02', 5, 500)], 'day')).toEqual([
      { before: 2, now: null, pickup: null },
      { before: null, now: 5, pickup: null },
    ]);
  });

  it('is 0 for a unit group that did not exist', () => {
    expect(soldOf([group('DBL', 2)], [group('DBL', 3), group('NEW', 1)], 'unit-group')).toEqual([
      { before: 2, now: 3, pickup: 1 },
      { before: 0, now: 1, pickup: 1 },
    ]);
  });
});

describe('pace over a leap day', () => {
  const points = pacePoints({ first: '2028-02-28', last: '2028-03-01' }, '2028-02-20', 'last-year');
  const records = paceRecords(
    'MUC',
    points,
    [day('2028-02-28', 4, 400), day('2028-02-29', 5, 500), day('2028-03-01', 6, 600)],
    () => ({ basis: 'actual', taken: null, rows: [day('2027-02-28', 2, 160), day('2027-03-01', 3, 240)] }),
  );

  it('compares 29 February with nothing, and 28 February with 28 February', () => {
    expect(records.map(({ versusDate, versusBasis }) => [versusDate, versusBasis])).toEqual([
      ['2027-02-28', 'actual'],
      [null, null],
      ['2027-03-01', 'actual'],
    ]);
    expect(records[1]).toMatchObject({
      sold: { versus: null, now: 5, difference: null },
      available: { versus: null, now: 10 },
      grossRevenue: { versus: null, now: 500, difference: null },
      grossAdr: { versus: null, now: 100, difference: null },
      occupancyPercentage: { versus: null, now: 50, difference: null },
    });
  });

  it('counts no day of last year twice, and the total of the differences is that of the totals', () => {
    const totals = totalsOf(records, paceView.columns);
    const shown = (name: string) => totals.get(name)?.value;
    expect(['versus', 'now', 'difference'].map(side => shown(`sold.${side}`))).toEqual([5, 15, 10]);
    expect(['versus', 'now', 'difference'].map(side => shown(`grossRevenue.${side}`))).toEqual([
      400, 1500, 1100,
    ]);
    expect(['versus', 'now'].map(side => shown(`grossAdr.${side}`))).toEqual([80, 100]);
    expect(['versus', 'now'].map(side => shown(`occupancyPercentage.${side}`))).toEqual([25, 50]);
  });

  it('compares 29 February with the books of another day, which has that date', () => {
    expect(pacePoints({ first: '2028-02-29', last: '2028-02-29' }, '2028-02-20', '2028-02-19')).toEqual([
      {
        stayDate: '2028-02-29',
        daysBefore: 9,
        versus: { stayDate: '2028-02-28', taken: '2028-02-19' },
      },
    ]);
  });
});
