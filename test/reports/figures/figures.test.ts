import { describe, expect, it } from 'vitest';
import {
  addUnitGroups,
  bookColumns,
  bookMeasures,
  bookRows,
  comparedView,
} from '../../../src/reports/figures/books.ts';
import { groupedRecords } from '../../../src/reports/figures/groups.ts';
import type { FlatRow } from '../../../src/reports/snapshots/snapshot.ts';

/** A unit group on a day: 10 units, of which one is out of order. */
const row = (id: string, type: string | null, sold: number, currency = 'EUR') => ({
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
    expect(groupedRecords(days, bookMeasures, 'day')[1]).toMatchObject({
      available: 0,
      netRevenue: 0,
      netRevPar: null,
      currency: 'EUR',
    });
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
