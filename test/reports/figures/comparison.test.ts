// biome-ignore-all lint/suspicious/noThenProperty: the column of the earlier period is named then.
import { describe, expect, it } from 'vitest';
import type { Column, ReportRecord } from '../../../src/platform/records.ts';
import { comparedColumns, comparedRecords } from '../../../src/reports/figures/computed.ts';

const columns: readonly Column[] = [
  { name: 'key', type: 'text' },
  { name: 'sold', type: 'number', unit: { kind: 'count' }, aggregation: { kind: 'sum' } },
  { name: 'rate.amount', type: 'number', unit: { kind: 'money', currency: 'rate.currency' }, tax: 'net' },
  { name: 'rate.currency', type: 'text' },
  { name: 'share', type: 'number', unit: { kind: 'percent' } },
];
const row = (key: string, sold: number, amount = 1, currency = 'EUR'): ReportRecord => ({
  ...{ key, sold, share: 50 },
  rate: { amount, currency },
});
const compare = (now: readonly ReportRecord[], then: readonly ReportRecord[]) =>
  comparedRecords(now, then, columns, record => String(record['key']));

it('the columns of a comparison are then, now, change and change % of each measure; the change of a percentage is in points', () => {
  expect(comparedColumns(columns).map(({ name }) => name)).toEqual([
    'key',
    'thenFrom',
    'thenTo',
    ...['sold.then', 'sold.now', 'sold.change', 'sold.changePercent'],
    ...['rate.then', 'rate.thenCurrency', 'rate.now', 'rate.currency', 'rate.change', 'rate.changePercent'],
    ...['share.then', 'share.now', 'share.change'],
  ]);
});

describe('comparedRecords', () => {
  it('has no change between two currencies, and shows both', () => {
    const [record] = compare([row('a', 1, 100, 'EUR')], [row('a', 1, 90, 'CHF')]);
    expect(record?.['rate']).toEqual({
      ...{ then: 90, thenCurrency: 'CHF', now: 100, currency: 'EUR' },
      ...{ change: null, changePercent: null },
    });
  });

  it('drops no row of either side, and keeps the order', () => {
    const rows = compare(
      [row('a', 1), row('c', 1), row('new', 1)],
      [row('a', 2), row('b', 2), row('c', 2), row('old', 2)],
    );
    expect(rows.map(record => record['key'])).toEqual(['a', 'b', 'c', 'old', 'new']);
    expect(rows[1]?.['sold']).toEqual({ then: 2, now: null, change: null, changePercent: null });
    expect(rows[4]?.['sold']).toEqual({ then: null, now: 1, change: null, changePercent: null });
  });
});
