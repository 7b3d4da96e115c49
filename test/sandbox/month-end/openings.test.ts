import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Posting } from '../../../src/reports/posting.ts';
import { createHotel, type Property } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { ended } from '../../ended.ts';
import { fewerBookings } from '../fewer-bookings.ts';
import { bodyOf } from '../hotel/report-bodies.ts';
import { servedHotel } from '../served-hotel.ts';
import { closeMonth } from './closed-month.ts';

/** Months in a row: each balance is that of a plain sum of all postings since the hotel opened. */

const folder = temporaryFolder();
const hotel = fewerBookings(createHotel({ seed: 'hotelctl', today: '2026-11-21' }), '2026-08-15');
const months = ['2026-09', '2026-10'] as const;

const ledgerOf: Readonly<Record<string, string>> = {
  Receivables: 'guest',
  Liabilities: 'deposit',
  AccountsReceivable: 'city',
  House: 'house',
};

function keyOf(ledger: string, number: string, { reference, receipt, taxes }: Posting): string | undefined {
  if (ledger === 'city') return receipt?.type === 'Invoice' ? receipt.number : undefined;
  if (ledger !== 'deposit') return reference;
  const [tax, ...others] = taxes ?? [];
  return `${reference}, ${tax && others.length === 0 ? `${Number(tax.percent)} %` : number}`;
}

/** `city MUC-R26…` -> cents: debited less credited of all postings before a day. */
function sumUntil(lines: readonly Posting[], before: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const line of lines)
    for (const [account, sign] of [[line.debitedAccount, 1] as const, [line.creditedAccount, -1] as const]) {
      const ledger = ledgerOf[account.type];
      const key = ledger && line.date < before ? keyOf(ledger, account.number, line) : undefined;
      if (key === undefined) continue;
      const name = `${ledger} ${key}`;
      sums[name] = (sums[name] ?? 0) + sign * Math.round(Number(line.grossAmount) * 100);
    }
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}

const property = hotel.property('LND') as Property;
let ledger: readonly Posting[] = [];
beforeAll(() => {
  const parameters = { propertyId: 'LND', dateFilter: ['lt_2026-11-01'] };
  const body = bodyOf(hotel, property, 'gross-transactions', parameters);
  ledger = (body as { readonly transactions: readonly Posting[] }).transactions;
});

test('months have the balances of a plain sum of the ledger', async () => {
  const { url } = await servedHotel(hotel);
  for (const [index, period] of months.entries()) {
    const { result } = await closeMonth(url, folder, 'LND', [], { dataDir: folder, period });
    expect(result.openings.from).toBe(index > 0 ? 'close' : 'history');
    for (const [side, day] of [
      ['opening', `${period}-01`],
      ['closing', `2026-${10 + index}-01`],
    ] as const) {
      const found = result.ledgers.flatMap(({ ledger: name, items }) =>
        items.flatMap(item =>
          item[side] === 0 ? [] : [[`${name} ${item.reference}`, Math.round(item[side] * 100)] as const],
        ),
      );
      expect(found.length).toBeGreaterThan(20);
      expect([period, side, Object.fromEntries(found)]).toEqual([period, side, sumUntil(ledger, day)]);
    }
    for (const { ledger: name, closing, control } of result.ledgers)
      expect([period, name, control]).toEqual([period, name, closing]);
  }
  const file = join(folder, 'opening.csv');
  writeFileSync(file, 'ledger,reference,amount\ncity,OLD-1,1\n');
  const again = { dataDir: folder, period: months[1], flags: ['--opening', file] };
  expect(await closeMonth(url, folder, 'LND', [], again)).toMatchObject(
    ended(2, '--opening is for a first close'),
  );
});
