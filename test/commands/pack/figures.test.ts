import { expect, it } from 'vitest';
import { makePack, type PackBooks } from '../../../src/commands/figures/pack-figures.ts';

const day = (businessDay: string, sold: number) => ({
  ...{ businessDay, sold, available: 10, netRevenue: sold * 100, grossRevenue: sold * 120 },
  ...{ netRevPar: sold * 10, grossRevPar: sold * 10, currency: 'EUR' },
});

it('a day is compared with the same weekday, and the month with the same dates', () => {
  const books: PackBooks = {
    ...{ property: 'MUC', name: 'Munich', group: undefined, currency: 'EUR', budget: [], invoices: [] },
    ...{ accounts: { now: [], lastYear: [] }, accountBudget: new Map() },
    now: [day('2026-10-03', 9), day('2026-10-04', 5)],
    // On 4 October 2025, a Saturday, 9 were sold, and on the Sunday after it 5.
    lastYear: [day('2026-10-03', 4), day('2026-10-04', 9)],
    sameWeekday: [day('2026-10-03', 9), day('2026-10-04', 5)],
  };
  const { days, totals } = makePack(
    [books],
    {
      period: { first: '2026-10-03', last: '2026-10-04' },
      earlier: { first: '2025-10-03', last: '2025-10-04' },
    },
    { unitGroupTypes: ['BedRoom'], amounts: 'net', alignment: 'date', conversion: undefined },
  );
  expect(days.map(({ lastYear }) => lastYear.change.sold)).toEqual([0, 0]);
  expect(totals[0]?.days.map(({ lastYear }) => lastYear.change.sold)).toEqual([0, 0]);
  expect(totals[0]?.lastYear.change.sold).toBe(1);
});
