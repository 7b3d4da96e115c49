// biome-ignore-all lint/suspicious/noThenProperty: the column of the earlier period is named then.

import { expect, it } from 'vitest';
import type { Column, ReportRecord } from '../../../src/platform/records.ts';
import { compareSides, pairsOfRows } from '../../../src/reports/figures/two-sides.ts';
import { wordsOf } from '../../words.ts';

const columns: readonly Column[] = [
  { name: 'key', type: 'text' },
  { name: 'sold', type: 'number', unit: { kind: 'count' }, aggregation: { kind: 'sum' } },
  { name: 'rate.amount', type: 'number', unit: { kind: 'money', currency: 'rate.currency' }, tax: 'net' },
  { name: 'rate.currency', type: 'text' },
  { name: 'share', type: 'number', unit: { kind: 'percent' } },
];
const row = (key: string, sold: number, amount = 1, currency = 'EUR'): ReportRecord => ({
  key,
  sold,
  share: 50,
  rate: { amount, currency },
});
const compared = compareSides(columns, {
  earlier: { field: 'then', heading: '2025', currency: 'thenCurrency' },
  later: { field: 'now', heading: '2026', currency: 'currency' },
  change: { field: 'change', heading: 'change' },
  percent: { field: 'changePercent', heading: 'change' },
});

it('has both sides, change and change % of each measure as columns; the change of a percentage is in points', () => {
  expect(compared.columns.map(({ name }) => name)).toEqual(
    wordsOf(`key sold.then sold.now sold.change sold.changePercent rate.then rate.thenCurrency rate.now
    rate.currency rate.change rate.changePercent share.then share.now share.change`),
  );
});

it('has no change between two currencies, and shows both', () => {
  const { rate } = compared.record(row('a', 1, 90, 'CHF'), row('a', 1, 100, 'EUR'));
  const both = { then: 90, thenCurrency: 'CHF', now: 100, currency: 'EUR' };
  expect(rate).toEqual({ ...both, change: null, changePercent: null });
});

it('drops no row of either side, and keeps the order', () => {
  const earlier = ['a', 'b', 'c', 'old'].map(key => row(key, 2));
  const later = ['a', 'c', 'new'].map(key => row(key, 1));
  const pairs = pairsOfRows(earlier, later, ({ key }) => String(key));
  const rows = pairs.map(pair => compared.record(pair.earlier, pair.later));
  expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'old', 'new']);
  expect(rows[1]?.['sold']).toEqual({ then: 2, now: null, change: null, changePercent: null });
  expect(rows[4]?.['sold']).toEqual({ then: null, now: 1, change: null, changePercent: null });
});
