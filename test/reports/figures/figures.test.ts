import { describe, expect, it } from 'vitest';
import {
  addUnitGroups,
  bookColumns,
  bookMeasures,
  bookRows,
  comparedView,
  lacksRevPar,
} from '../../../src/reports/figures/books.ts';
import type { FlatRow } from '../../../src/reports/snapshots/snapshot-manifest.ts';

/** A unit group on a day: 10 units, of which one is out of order. */
const row = (id: string, type: string | null, sold: number, revPar: number, currency = 'EUR') => ({
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
  'revPar.amount': revPar,
});
const perUnit = (amount: number) => Math.round((amount / 9) * 100) / 100;

describe('rows of the books', () => {
  it('of two currencies are refused', () => {
    const rows = [row('DBL', 'BedRoom', 4, 0), row('SGL', 'BedRoom', 4, 0, 'GBP')];
    expect(() => bookRows('MUC', rows, ['BedRoom'])).toThrow('EUR and GBP cannot be compared');
  });

  it.each([
    ['net', 400, 35.67, 33.33],
    ['gross', 428, 35.67, 33.33],
    ['neither of them', 410, null, null],
  ])('with a RevPAR that is %s', (_, revenue, gross, net) => {
    const rows = [
      row('DBL', 'BedRoom', 4, perUnit(revenue)),
      row('SGL', 'BedRoom', 2, perUnit((revenue * 2) / 4)),
    ];
    const [day = {}] = addUnitGroups(bookRows('MUC', rows, ['BedRoom']));
    expect([day['grossRevPar'], day['netRevPar']]).toEqual([gross, net]);
    expect(lacksRevPar(day)).toBe(gross === null);
    // Totals of the rows have none either.
    expect(addUnitGroups([day])[0]).toMatchObject({ netRevPar: net });
  });

  it('are made of the columns that are fetched, and have a value of each measure that is a sum', () => {
    const read = new Set<string>();
    const values: FlatRow = { ...row('DBL', 'BedRoom', 4, 0), 'unitGroup.name': null };
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
