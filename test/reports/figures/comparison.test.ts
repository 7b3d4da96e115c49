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
const row = (
  key: string,
  sold: number | null,
  amount: number,
  currency = 'EUR',
  share = 50,
): ReportRecord => ({
  key,
  sold,
  rate: { amount, currency },
  share,
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
  it('subtracts exactly, and rounds only the percentage', () => {
    const [record] = compare([row('a', 3, 0.3, 'EUR', 68.93)], [row('a', 7, 0.1, 'EUR', 66.68)]);
    expect(record).toMatchObject({
      sold: { then: 7, now: 3, change: -4, changePercent: -57.14 },
      rate: { then: 0.1, now: 0.3, change: 0.2, changePercent: 200 },
      share: { then: 66.68, now: 68.93, change: 2.25 },
    });
  });

  it('has no change between two currencies, and shows both', () => {
    const [record] = compare([row('a', 1, 100, 'EUR')], [row('a', 1, 90, 'CHF')]);
    expect(record?.['rate']).toEqual({
      ...{ then: 90, thenCurrency: 'CHF', now: 100, currency: 'EUR' },
      ...{ change: null, changePercent: null },
    });
  });

  it('has no percentage of zero, and no change if a side is empty', () => {
    const [zero, empty] = compare([row('a', 5, 1), row('b', null, 1)], [row('a', 0, 1), row('b', 2, 1)]);
    expect(zero?.['sold']).toEqual({ then: 0, now: 5, change: 5, changePercent: null });
    expect(empty?.['sold']).toEqual({ then: 2, now: null, change: null, changePercent: null });
  });

  it('drops no row of either side, and keeps the order', () => {
    const rows = compare(
      [row('a', 1, 1), row('c', 1, 1), row('new', 1, 1)],
      [row('a', 2, 1), row('b', 2, 1), row('c', 2, 1), row('old', 2, 1)],
    );
    expect(rows.map(record => record['key'])).toEqual(['a', 'b', 'c', 'old', 'new']);
    expect(rows[1]?.['sold']).toEqual({ then: 2, now: null, change: null, changePercent: null });
    expect(rows[4]?.['sold']).toEqual({ then: null, now: 1, change: null, changePercent: null });
  });
});
