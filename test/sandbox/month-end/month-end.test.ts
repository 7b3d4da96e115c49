import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Posting } from '../../../src/reports/posting.ts';
import { type bookErrors, plantedErrors } from '../../../src/sandbox/faults/books.ts';
import { createHotel, type Property } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { wordsOf } from '../../words.ts';
import { fewerBookings } from '../fewer-bookings.ts';
import { bodyOf } from '../hotel/report-bodies.ts';
import { servedHotel } from '../served-hotel.ts';
import { closeMonth, differences, type Judgment, runOracle } from './closed-month.ts';

/** Months of the sandbox: `hotelctl close` has the figures of the oracle, and both name what is wrong. */

const folder = temporaryFolder();
/** Everything before September is read as the openings of a first close. */
const chain = createHotel({ seed: 'hotelctl', today: '2026-11-21', properties: 48 });
const hotel = fewerBookings(chain, '2026-08-15');
/** On a busy machine a test that closes many months takes longer than the others. */
const timeout = 240_000;

const allIdentities =
  wordsOf(`P1 P2 P3 P4 P5 P6 N1 N2 N3 N4 A1 A2 R1 R2 R3 R4 G1 G2 G3 G4 G5 G6 G7 G8 G9 V1 V2 S1 S2 I1 I2
  I3 I4 I5 C1 T1`).sort();

const sumOf = ({ bridge }: Judgment, group: string, column: string) =>
  bridge.filter(row => row['group'] === group).reduce((sum, row) => sum + Number(row[column]), 0);

/** The identities and the bridge of October, with its differences of accommodation. */
function expectAgreement(
  { folder: stored, result }: Awaited<ReturnType<typeof closeMonth>>,
  zone: string,
  extras: number,
) {
  const [month] = runOracle(zone, [stored]);
  expect(month?.identities.filter(({ state }) => state === 'open')).toEqual([]);
  expect(differences(result, month as Judgment)).toEqual([]);
  // Booked accommodation is posted to the cent, and every other posting has a class.
  const sum = (group: string, column: string) => sumOf(month as Judgment, group, column);
  expect(sum('accommodation', 'residual')).toBe(extras);
  for (const column of ['correction', 'second']) expect(sum('accommodation', column)).not.toBe(0);
  expect(sum('food', 'folio')).toBeGreaterThan(0);
  for (const fee of ['cancellation', 'no-show']) expect(sum(fee, 'fee')).toBeGreaterThan(0);
}
const ended = (exitCode: number, printed: string) => ({ exitCode, stderr: expect.stringContaining(printed) });
const servicesOf = (id: string) => hotel.property(id)?.services.map(service => service.id) ?? [];

test(
  'October of KYO agrees in every identity, and its differences have reasons',
  async () => {
    const { url } = await servedHotel(hotel);
    const closed = await closeMonth(url, folder, 'KYO', servicesOf('KYO'));
    expect(closed).toMatchObject(ended(0, 'saved as close 1'));
    expectAgreement(closed, 'Asia/Tokyo', 0);
  },
  timeout,
);

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

test(
  'months of LND have the balances of a plain sum of the ledger, and October agrees in every identity',
  async () => {
    const { url } = await servedHotel(hotel);
    const dataDir = join(folder, 'london');
    const parameters = { propertyId: 'LND', dateFilter: ['lt_2026-11-01'] };
    const body = bodyOf(hotel, hotel.property('LND') as Property, 'gross-transactions', parameters);
    const { transactions: ledger } = body as { readonly transactions: readonly Posting[] };
    for (const [index, period] of ['2026-09', '2026-10'].entries()) {
      const closed = await closeMonth(url, folder, 'LND', servicesOf('LND'), { dataDir, period });
      expect(closed).toMatchObject(ended(0, `saved as close ${index + 1}`));
      const { result } = closed;
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
      // A cot is accommodation that is booked as a service.
      if (index > 0) expectAgreement(closed, 'Europe/London', 12);
    }
    const file = join(folder, 'opening.csv');
    writeFileSync(file, 'ledger,reference,amount\ncity,OLD-1,1\n');
    const again = { dataDir, period: '2026-10', flags: ['--opening', file] };
    const refused = await closeMonth(url, folder, 'LND', [], again);
    expect(refused).toMatchObject(ended(2, '--opening is for a first close'));
  },
  timeout,
);

/** The identities that name each error, and no other does. Of a moved day, the months of ledger and revenues agree. */
const broken = {
  'lost-line': ['G7', 'R2', 'R3', 'V1'],
  'doubled-line': ['G4', 'G7', 'R2', 'R3', 'V1'],
  'wrong-rate': ['R3', 'V1', 'V2'],
  'moved-day': ['G5'],
  cent: ['G1', 'G7', 'R2'],
  'lost-invoice': ['I3', 'I4'],
  'changed-revenue': null,
  'late-entry': ['G5'],
} satisfies Record<(typeof bookErrors)[number]['name'], string[] | null>;

test(
  'October of LEJ agrees, and each error of the books is named',
  async () => {
    const errors = plantedErrors();
    const { url } = await servedHotel(hotel, errors);
    const services = ['LEJ-BRKF', 'LEJ-SPA'];
    // The opening balances of the first close are made from the whole ledger before it, which takes long.
    const september = join(folder, 'september');
    const before = await closeMonth(url, folder, 'LEJ', [], { dataDir: september, period: '2026-09' });
    expect(before).toMatchObject(ended(0, 'saved as close 1'));
    const closeOctober = (name: string) => {
      const dataDir = join(folder, `october-${name}`);
      cpSync(september, dataDir, { recursive: true });
      return closeMonth(url, folder, 'LEJ', services, { dataDir });
    };
    const closes = [{ name: 'none', names: [] as string[], ...(await closeOctober('none')) }];
    for (const [name, names] of Object.entries(broken)) {
      errors.plant([name]);
      const closed = await closeOctober(name);
      if (names !== null) {
        closes.push({ name, names, ...closed });
        continue;
      }
      expect([closed.exitCode, closed.folder]).toEqual([5, expect.stringContaining('2026-09.0001')]);
      expect(closed.stderr).toContain('revenues changed while the ledger was read');
    }
    const folders = closes.map(closed => closed.folder);
    const judgments = runOracle('Europe/Berlin', folders);
    for (const [index, { name, names, exitCode, result }] of closes.entries()) {
      const judgment = judgments[index] as Judgment;
      const open = Object.keys(judgment.states).filter(id => judgment.states[id] === 'open');
      expect([name, open.sort()]).toEqual([name, names]);
      expect([name, differences(result, judgment)]).toEqual([name, []]);
      expect([name, exitCode]).toEqual([name, names.length === 0 ? 0 : 10]);
    }
    const [whole] = judgments;
    if (!whole) return;
    expect(Object.keys(whole.states).sort()).toEqual(allIdentities);
    expect(whole.revenuesStayed).toBe(true);
    expect(sumOf(whole, 'food', 'out of stay')).toBeGreaterThan(0);
  },
  timeout,
);
