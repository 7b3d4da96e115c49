import { describe, expect, it } from 'vitest';
import {
  computeTotals,
  entriesOfTotals,
  findFormula,
  haveFigures,
  pathsOfTotal,
  roundRatios,
  StreamTotals,
  withComputedRatios,
} from '../../src/output/totals.ts';
import type { Column, ReportRecord, SideOfChange } from '../../src/platform/records.ts';

/** Totals are sums of what adds up, and ratios of sums. */
const money = { kind: 'money', currency: 'currency' } as const;
const sum = { kind: 'sum' } as const;
const occupancy: Column = {
  name: 'occupancy',
  type: 'number',
  unit: { kind: 'percent' },
  aggregation: { kind: 'ratio', of: 'sold', per: 'units', less: 'closed', factor: 100 },
};
const columns: readonly Column[] = [
  { name: 'name', type: 'text' },
  { name: 'sold', type: 'number', unit: { kind: 'count' }, aggregation: sum },
  { name: 'plain', type: 'number', aggregation: sum },
  { name: 'revenue', type: 'number', unit: money, aggregation: sum },
  { name: 'adr', type: 'number', unit: money, aggregation: { kind: 'ratio', of: 'revenue', per: 'sold' } },
  { name: 'perUnit', type: 'number', aggregation: { kind: 'ratio', of: 'sold', per: 'units' } },
  occupancy,
];
/** The platform's own ADR of a day is not used for the total; it shows the currency. */
const day = (sold: number, revenue: number, currency: string | null = 'EUR'): ReportRecord => {
  const units = { units: 10, closed: 1 };
  return { name: 'a day', sold, plain: 0.1, revenue, adr: revenue, ...units, currency };
};
const written = (records: readonly ReportRecord[], some: readonly Column[] = columns) =>
  Object.fromEntries(
    Array.from(computeTotals(records, some), ([name, { value, currency = '' }]) => {
      return [name, `${value} ${currency}`.trim()];
    }),
  );

describe('totals', () => {
  it('round the change of a ratio once, so that exactly half of a unit is half', () => {
    const side = (name: string): SideOfChange => ({
      name,
      aggregation: { kind: 'ratio', of: `revenue.${name}`, per: 'sold' },
    });
    const change: Column = {
      name: 'change',
      type: 'number',
      unit: { kind: 'percent' },
      aggregation: { kind: 'change', now: side('now'), before: side('before'), inPercent: true },
    };
    // 161 / 7 is 0.625 % more than 160 / 7.
    expect(written([{ sold: 7, revenue: { now: 161, before: 160 } }], [change])).toEqual({ change: '0.63' });
    expect(written([{ sold: 7, revenue: { now: 159, before: 160 } }], [change])).toEqual({ change: '-0.63' });
  });

  it('are exact sums and ratios of sums, with the currency of amounts', () => {
    expect(written([day(3, 100.1), day(4, 200.2), day(0, 0)])).toEqual({
      sold: '7',
      plain: '0.3',
      revenue: '300.3 EUR',
      // 300.30 / 7 = 42.9, 7 / 30 = 0.2333, 7 / (30 - 3) = 25.926 %.
      adr: '42.9 EUR',
      perUnit: '0.23',
      occupancy: '25.93',
    });
  });

  it('round an amount to the digits of its currency', () => {
    expect(written([day(3, 100, 'JPY')])['adr']).toBe('33 JPY');
    expect(written([day(3, 100, 'KWD')])['adr']).toBe('33.333 KWD');
    // Of amounts that only groups have, such as revenue per day.
    const aggregation = { kind: 'ratio', of: 'revenue', per: 'sold', currency: 'currency' } as const;
    expect(
      written([day(3, 100, 'KWD')], [{ name: 'perDay', type: 'number', unit: money, aggregation }]),
    ).toEqual({ perDay: '33.333 KWD' });
  });

  it.each([
    ['two currencies', [day(1, 100, 'EUR'), day(1, 100, 'CHF'), day(1, 100, 'CHF')]],
    ['an amount without a currency', [day(1, 100, 'EUR'), day(1, 100, null)]],
    ['amounts without a currency', [day(1, 100, null), day(1, 100, null)]],
    ['an amount with an empty currency', [day(1, 100, ''), day(1, 100, '')]],
  ])('have no amount where there are %s', (_, records) => {
    expect(Object.keys(written(records))).toEqual(['sold', 'plain', 'perUnit', 'occupancy']);
  });

  it('ignore the currency of a row that has no amount', () => {
    const records = [day(1, 100, 'EUR'), { ...day(1, 0, 'CHF'), revenue: null }];
    expect(written(records)['revenue']).toBe('100 EUR');
  });

  it('have no ratio where a row lacks a part of it, or where it would divide by zero', () => {
    expect(written([day(1, 100), { ...day(1, 100), units: null }])).not.toHaveProperty('occupancy');
    expect(written([{ ...day(0, 0), closed: 10 }])).not.toHaveProperty('occupancy');
    expect(written([{ ...day(1, 1), closed: undefined } as ReportRecord])).not.toHaveProperty('occupancy');
    expect(written([day(0, 0)])).not.toHaveProperty('adr');
  });

  it('are none without records, and none of a ratio whose parts have no column', () => {
    expect(written([])).toEqual({});
    expect(written([day(9, 1)], [occupancy])).toEqual({ occupancy: '100' });
  });

  it('of a group are at the paths of its columns, null where there is none', () => {
    const [closed, none] = [
      { ...day(3, 0), revenue: null, closed: 10 },
      { revenue: null, adr: null, currency: null },
    ];
    expect([[day(9, 450)], [closed], []].map(entriesOfTotals(columns)).map(Object.fromEntries)).toEqual([
      { sold: 9, plain: 0.1, revenue: 450, adr: 50, perUnit: 0.9, occupancy: 100, currency: 'EUR' },
      { ...none, sold: 3, plain: 0.1, perUnit: 0.3, occupancy: null },
      { ...none, sold: null, plain: null, perUnit: null, occupancy: null },
    ]);
  });

  it('have a formula of other columns', () => {
    const [now, before] = ['now', 'before'].map(name => ({ name, aggregation: sum }));
    const change = { name: 'change', aggregation: { kind: 'change', now, before } };
    const all = [columns[0], columns[1], columns[4], columns[5], occupancy, change] as Column[];
    expect(all.map(column => [findFormula(column), pathsOfTotal(column)])).toEqual([
      [undefined, []],
      [sum, ['sold']],
      [columns[4]?.aggregation, ['adr', 'revenue', 'sold', 'adr']],
      [{ ...columns[5]?.aggregation, decimals: 2 }, ['perUnit', 'sold', 'units', 'perUnit']],
      [{ ...occupancy.aggregation, decimals: 2 }, ['occupancy', 'sold', 'units', 'closed']],
      [{ kind: 'change', now: 'now', before: 'before', inPercent: false }, ['now', 'before']],
    ]);
  });

  it('of a row are its ratios, with the decimals of their unit, where the platform defines none', () => {
    const row = { ...day(0.125, 0.125), perUnit: 0.125, occupancy: 'x', units: 0.125, change: 0.125 };
    const own: Column[] = columns.map(column =>
      column.name === 'adr' ? { ...column, isComputed: true } : column,
    );
    expect(withComputedRatios([row], own)).toEqual([{ ...row, adr: 1 }]);
    const change: Column = { name: 'change', type: 'number', unit: { kind: 'percent' } };
    const rounded = roundRatios([row], [...columns, { name: 'units', type: 'number' }, change]);
    expect(rounded).toEqual([{ ...row, adr: 0.13, perUnit: 0.13, change: 0.13 }]);
  });

  it('are figures only if one of those that add up is not zero', () => {
    const zeros = [
      { ...day(0, 0), plain: 0, occupancy: 5 },
      { sold: null, plain: 'x' },
    ] as const;
    const has = (some: readonly Column[], ...records: ReportRecord[]) => haveFigures(records, some);
    expect([has(columns), has(columns, ...zeros), has(columns, ...zeros, day(0, 0))]).toEqual([
      false,
      false,
      true,
    ]);
    expect([has([occupancy]), has([occupancy], ...zeros)]).toEqual([false, true]);
  });
});

describe('the total of a change', () => {
  const gross = (side: string) => ({
    name: `revenue.${side}`,
    unit: { kind: 'money', currency: `currency.${side}` } as const,
    aggregation: sum,
  });
  const rate = (side: string) => ({
    ...gross(side),
    name: `adr.${side}`,
    aggregation: { kind: 'ratio', of: `revenue.${side}`, per: `sold.${side}` } as const,
  });
  const sold = (side: string) => ({ name: `sold.${side}`, aggregation: sum });
  const change = (
    name: string,
    side: (side: string) => SideOfChange,
    more: { readonly inPercent?: true } = {},
  ): Column => ({
    name,
    type: 'number',
    aggregation: { kind: 'change', now: side('now'), before: side('before'), ...more },
  });
  const changes = [
    change('sold.change', sold),
    change('sold.percent', sold, { inPercent: true }),
    change('revenue.change', gross),
    change('revenue.percent', gross, { inPercent: true }),
    change('adr.change', rate),
  ];
  type Figures = readonly [sold: number | null, revenue: number | null, currency?: string];
  /** The ADR and the changes of a record are not used for the total. */
  const both = (now: Figures, before: Figures): ReportRecord => ({
    sold: { now: now[0], before: before[0], change: 1000 },
    revenue: { now: now[1], before: before[1], change: 1000 },
    adr: { now: now[1], before: before[1], change: 1000 },
    currency: { now: now[2] ?? 'EUR', before: before[2] ?? 'EUR' },
  });
  const total = (...records: readonly ReportRecord[]) => Object.fromEntries(computeTotals(records, changes));

  it('is the difference of the totals of its sides, in an amount’s currency or in percent of before', () => {
    // 5 and 8 sold, 600.30 and 800.20 EUR: 120.06 less 100.025 for each, rounded once.
    expect(total(both([3, 400.1], [2, 300.1]), both([2, 200.2], [6, 500.1]))).toEqual({
      'sold.change': { value: -3 },
      'sold.percent': { value: -37.5 },
      'revenue.change': { value: -199.9, currency: 'EUR' },
      'revenue.percent': { value: -24.98 },
      'adr.change': { value: 20.04, currency: 'EUR' },
    });
  });

  it('is in percent of the size of a negative amount before', () => {
    expect(total(both([3, 50], [2, -100]))['revenue.percent']).toEqual({ value: 150 });
  });

  it('is none in percent of nothing', () => {
    expect(Object.keys(total(both([3, 100], [0, 0])))).toEqual(['sold.change', 'revenue.change']);
  });

  it.each<[string, Figures, Figures, string[]]>([
    ['lacks its number now', [3, null], [2, 100], ['sold.change', 'sold.percent']],
    ['lacked its number before', [3, 100], [2, null], ['sold.change', 'sold.percent']],
    ['has another currency', [3, 100, 'CHF'], [2, 100], ['sold.change', 'sold.percent']],
    ['has no count', [null, 100], [null, 100], ['revenue.change', 'revenue.percent']],
  ])('is none where one %s', (_, now, before, names) => {
    expect(Object.keys(total(both(now, before)))).toEqual(names);
  });

  it('is made from all records, also from those that have one side only', () => {
    const gone = both([null, null], [4, 50]);
    expect(total(both([3, 100], [2, 100]), gone)).toMatchObject({
      'sold.change': { value: -3 },
      'revenue.change': { value: -50, currency: 'EUR' },
    });
  });

  describe('of several properties', () => {
    const of = (propertyId: string, now: Figures, before: Figures) => ({ propertyId, ...both(now, before) });
    const none: Figures = [null, null];
    const compared = of('MUC', [3, 100], [2, 80]);
    const [now, before] = [of('BER', [2, 50], none), of('BER', none, [2, 40])];
    it.each<[string, ReportRecord[], number, number | undefined]>([
      ['counts all that have both sides', [compared, of('BER', [2, 50], [1, 50])], 20, undefined],
      ['leaves out one that is new', [compared, now], 20, 1],
      ['leaves out one that is gone', [before, compared], 20, 1],
      ['counts one with a part of its figures', [compared, of('BER', [null, 50], [null, 30])], 40, undefined],
      ['counts one with its sides in different rows', [now, compared, before], 30, undefined],
      ['counts all if none has both sides', [of('MUC', [3, 90], none), before], 50, undefined],
    ])('%s', (_, records, value, counted) => {
      const mixed = [...columns, ...changes];
      const totals = new StreamTotals(mixed);
      for (const record of records) totals.add([record]);
      const end = totals.end(mixed);
      expect(end.counted).toBe(counted);
      expect(end.values.get('revenue.change')?.value).toBe(value);
      expect(totals.count).toBe(records.length);
    });
  });
});
