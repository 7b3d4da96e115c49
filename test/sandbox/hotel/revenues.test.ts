import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import type { Property } from '../../../src/sandbox/hotel/property.ts';
import { bodyOf, datesFrom, exactOf, type Money, minorOf, sumBy } from './report-bodies.ts';

interface Account {
  readonly account: {
    readonly name: string;
    readonly number: string;
    parentNumber: string | null;
    type: string;
  };
  readonly netAmount: Money;
  readonly grossAmount: Money;
  readonly children?: readonly Account[];
}
interface Transaction {
  readonly creditedAccount: { readonly number: string; readonly type: string };
  readonly debitedAccount: { readonly type: string };
  readonly grossAmount: number;
  readonly netAmount: number;
}

const hotel = createHotel({ seed: 'revenues', today: '2026-11-21' });

const report = (property: Property, from: string, to: string, languageCode?: string) =>
  bodyOf<Account>(hotel, property, 'revenues', {
    from,
    to,
    ...(languageCode === undefined ? {} : { languageCode }),
  }) as Account;

/** An exact sum in minor units. */
const rounded = ({ currency }: Property, sum: bigint): number =>
  Math.round(Number((sum * 10n ** BigInt(currency.digits)) / 100n) / 1e6);

const flat = (node: Account): Account[] => [node, ...(node.children ?? []).flatMap(flat)];

const periods = [
  ['2024-11-20', '2024-12-01'],
  ['2026-03-29', '2026-03-30'],
  ['2026-10-01', '2026-11-01'],
  // Today is included, and later days have no postings.
  ['2026-11-01', '2026-12-01'],
  ['2026-08-21', '2026-11-21'],
] as const;

const cases = hotel.properties.flatMap(property =>
  periods.map(([from, to]) => ({ id: property.id, property, from, to })),
);

describe.each(cases)('$id from $from to $to', ({ property, from, to }) => {
  const root = report(property, from, to);
  const nodes = flat(root);

  test('is the sum of the gross transactions on revenue accounts, by account', () => {
    const lines = bodyOf<{ transactions: Transaction[] }>(hotel, property, 'gross-transactions', {
      dateFilter: [`gte_${from}`, `lt_${to}`],
    })?.transactions.filter(({ creditedAccount }) => creditedAccount.type === 'Revenues') as Transaction[];
    const byAccount = new Map<string, { net: bigint; gross: number }>();
    for (const { creditedAccount, netAmount, grossAmount } of lines) {
      const sums = byAccount.get(creditedAccount.number) ?? { net: 0n, gross: 0 };
      sums.net += exactOf(netAmount);
      sums.gross += minorOf(property, grossAmount);
      byAccount.set(creditedAccount.number, sums);
    }
    const leaves = nodes.filter(({ children }) => !children);
    expect(
      new Map(
        leaves.map(({ account, netAmount, grossAmount }) => [
          account.number,
          { net: minorOf(property, netAmount.amount), gross: minorOf(property, grossAmount.amount) },
        ]),
      ),
    ).toEqual(
      new Map(
        [...byAccount].map(([number, { net, gross }]) => [number, { net: rounded(property, net), gross }]),
      ),
    );
    expect(minorOf(property, root.grossAmount.amount)).toBe(
      sumBy(lines, one => minorOf(property, one.grossAmount)),
    );
    expect(minorOf(property, root.netAmount.amount)).toBe(
      sumBy([...byAccount.values()], ({ net }) => rounded(property, net)),
    );
    expect(root.grossAmount.amount).toBeGreaterThan(root.netAmount.amount);
  });

  test('children add up to their parent and name it', () => {
    for (const { account, netAmount, grossAmount, children } of nodes) {
      expect([netAmount.currency, grossAmount.currency]).toEqual(Array(2).fill(property.currency.code));
      if (!children) continue;
      expect(sumBy(children, one => minorOf(property, one.netAmount.amount))).toBe(
        minorOf(property, netAmount.amount),
      );
      expect(sumBy(children, one => minorOf(property, one.grossAmount.amount))).toBe(
        minorOf(property, grossAmount.amount),
      );
      for (const child of children) expect(child.account.parentNumber).toBe(account.number);
    }
    expect(new Set(nodes.map(({ account }) => account.number)).size).toBe(nodes.length);
    expect(root.account).toEqual({ name: 'Revenues', number: '8000', parentNumber: null, type: 'Revenues' });
  });
});

test('days add up to the month, and `to` is exclusive', () => {
  for (const property of hotel.properties) {
    const month = report(property, '2026-10-01', '2026-11-01');
    const bounds = datesFrom('2026-10-01', '2026-11-01');
    const days = bounds
      .slice(0, -1)
      .map((from, index) => report(property, from, bounds[index + 1] as string));
    expect(sumBy(days, one => minorOf(property, one.grossAmount.amount))).toBe(
      minorOf(property, month.grossAmount.amount),
    );
    // Each account of each day is rounded once, by half a minor unit at most.
    const net = sumBy(days, one => minorOf(property, one.netAmount.amount));
    const leaves = sumBy(days, one => flat(one).filter(({ children }) => !children).length);
    expect(Math.abs(net - minorOf(property, month.netAmount.amount)) * 2).toBeLessThanOrEqual(leaves);
  }
});

test('days without a posting have only the root', () => {
  const nothing = { amount: 0, currency: 'JPY' };
  expect(report(hotel.property('TYO') as Property, '1999-01-01', '1999-02-01')).toEqual({
    account: { name: 'Revenues', number: '8000', parentNumber: null, type: 'Revenues' },
    netAmount: nothing,
    grossAmount: nothing,
  });
});
