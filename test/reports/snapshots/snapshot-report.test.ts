import { expect, it } from 'vitest';
import type { Column } from '../../../src/platform/records.ts';
import { performanceOfSnapshot } from '../../../src/reports/snapshots/read-snapshot.ts';

const unit = { kind: 'money', currency: 'revenue.currency' } as const;
const columns: readonly Column[] = [
  { name: 'revenue.amount', type: 'number', unit, aggregation: { kind: 'sum' } },
  { name: 'revenue.currency', type: 'text' },
];
const day = (businessDay: string, amount: number, currency: string) => ({
  businessDay,
  'revenue.amount': amount,
  'revenue.currency': currency,
});

it('the amounts of the days of a snapshot are added up in one currency', () => {
  const euros = [day('2026-01-01', 100, 'EUR'), day('2026-01-02', 50.5, 'EUR')];
  expect(performanceOfSnapshot(euros, [], columns)).toMatchObject({
    revenue: { amount: 150.5, currency: 'EUR' },
  });
});

it('days in two currencies, as when a country adopts the euro, are refused', () => {
  const both = [day('2025-12-31', 196, 'BGN'), day('2026-01-01', 100, 'EUR')];
  expect(() => performanceOfSnapshot(both, [], columns)).toThrow('amounts in BGN and EUR cannot be compared');
});
