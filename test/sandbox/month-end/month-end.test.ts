import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type bookErrors, plantedErrors } from '../../../src/sandbox/faults/books.ts';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { ended } from '../../ended.ts';
import { wordsOf } from '../../words.ts';
import { fewerBookings } from '../fewer-bookings.ts';
import { servedHotel } from '../served-hotel.ts';
import { closeMonth, differences } from './closed-month.ts';
import { type Judgment, runOracle, withState } from './oracle.ts';

/** Months of the sandbox: `hotelctl close` has the figures of the oracle, and both name what is wrong. */

const folder = temporaryFolder();
/** Everything before September is read as the openings of a first close. */
const hotel = fewerBookings(
  createHotel({ seed: 'hotelctl', today: '2026-11-21', properties: 5 }),
  '2026-08-15',
);
/** On a busy machine a test that closes many months takes longer than the others. */
const timeout = 240_000;

const allIdentities =
  wordsOf(`P1 P2 P3 P4 P5 P6 N1 N2 N3 N4 A1 A2 R1 R2 R3 R4 G1 G2 G3 G4 G5 G6 G7 G8 G9 V1 V2 S1 S2 I1 I2
  I3 I4 I5 C1 T1`).sort();

const sumOf = ({ bridge }: Judgment, group: string, column: string) =>
  bridge.filter(row => row['group'] === group).reduce((sum, row) => sum + Number(row[column]), 0);

describe.each([
  // A cot is accommodation that is booked as a service.
  ['LND', 'Europe/London', 12],
  ['TYO', 'Asia/Tokyo', 0],
])('October of %s', (id, zone, extras) => {
  test(
    'agrees in every identity, and its differences have reasons',
    async () => {
      const { url } = await servedHotel(hotel);
      const closed = await closeMonth(
        url,
        folder,
        id,
        hotel.property(id)?.services.map(service => service.id) ?? [],
      );
      expect(closed).toMatchObject(ended(0, 'saved as close 1'));
      const [month] = runOracle(zone, [closed.folder]);
      expect(month?.identities.filter(({ state }) => state === 'open')).toEqual([]);
      expect(differences(closed.result, month as Judgment)).toEqual([]);
      // Booked accommodation is posted to the cent, and every other posting has a class.
      const sum = (group: string, column: string) => sumOf(month as Judgment, group, column);
      expect(sum('accommodation', 'residual')).toBe(extras);
      for (const column of ['correction', 'second']) expect(sum('accommodation', column)).not.toBe(0);
      expect(sum('food', 'folio')).toBeGreaterThan(0);
      for (const fee of ['cancellation', 'no-show']) expect(sum(fee, 'fee')).toBeGreaterThan(0);
    },
    timeout,
  );
});

describe('October of HAM', () => {
  /** The identities that name each error, and no other does. Of a moved day, the months of ledger and revenues agree. */
  const broken = {
    'lost-line': ['G7', 'R2', 'R3', 'V1'],
    'doubled-line': ['G4', 'G7', 'R2', 'R3', 'V1'],
    'wrong-rate': ['R3', 'V1', 'V2'],
    'moved-day': ['G5'],
    cent: ['G1', 'G7', 'R2'],
    'lost-invoice': ['I3'],
    'changed-revenue': null,
    'late-entry': ['G5'],
  } satisfies Record<(typeof bookErrors)[number]['name'], string[] | null>;

  test(
    'agrees, and each error of the books is named',
    async () => {
      const errors = plantedErrors();
      const { url } = await servedHotel(hotel, errors);
      const services = ['HAM-BRKF', 'HAM-SPA'];
      // The opening balances of the first close are made from the whole ledger before it, which takes long.
      const september = join(folder, 'september');
      const before = await closeMonth(url, folder, 'HAM', [], { dataDir: september, period: '2026-09' });
      expect(before).toMatchObject(ended(0, 'saved as close 1'));
      const closeOctober = (name: string) => {
        const dataDir = join(folder, `october-${name}`);
        cpSync(september, dataDir, { recursive: true });
        return closeMonth(url, folder, 'HAM', services, { dataDir });
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
      const judgments = runOracle(
        'Europe/Berlin',
        closes.map(closed => closed.folder),
      );
      for (const [index, { name, names, exitCode, result }] of closes.entries()) {
        const judgment = judgments[index] as Judgment;
        expect([name, withState(judgment, 'open')]).toEqual([name, names]);
        expect([name, differences(result, judgment)]).toEqual([name, []]);
        expect([name, exitCode]).toEqual([name, names.length === 0 ? 0 : 10]);
      }
      // The line itself is among those that close shows.
      const [wrongRate] = closes.filter(({ name }) => name === 'wrong-rate');
      const rates = wrongRate?.result.checks.find(({ id }) => id === 'V2')?.comparisons;
      expect(rates?.flatMap(({ state, lines }) => (state === 'open' ? lines : []))).toHaveLength(1);
      const [whole] = judgments;
      if (!whole) return;
      expect(Object.keys(whole.states).sort()).toEqual(allIdentities);
      expect(whole.revenuesStayed).toBe(true);
      expect(sumOf(whole, 'food', 'out of stay')).toBeGreaterThan(0);
      const kept = readFileSync(join(closes[0]?.folder ?? '', 'room-nights.json'), 'utf8');
      expect(JSON.parse(kept)).toMatchObject({ total: 746 });
    },
    timeout,
  );
});
