import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addDays, dayNumber } from '../../../src/platform/dates.ts';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { isBlocked } from '../../../src/sandbox/hotel/occupancy.ts';
import { runMain } from '../../commands/in-process.ts';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { counted } from '../../full-counts.ts';
import { reservationsOnTheBooks } from '../../sandbox/hotel/books.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';

/** Snapshots of sandbox days, thirty in a soak run, with what guests booked and cancelled in between: pick-up against the reservations. */
const first = '2026-10-01';
const count = counted(10, 30);
const days = Array.from({ length: count }, (_, index) => addDays(first, index));

it(`pick-up of ${count} sandbox days matches the reservations`, { timeout: 240_000 }, async () => {
  const hotel = createHotel({ seed: 'thirty days', today: first });
  const { env } = await servedHotel(hotel);
  const archive = {
    ...env,
    HOTELCTL_DATA_DIR: join(temporaryFolder(), 'data'),
    // The reservations below are of every unit group.
    HOTELCTL_UNIT_GROUP_TYPES: 'BedRoom MeetingRoom EventSpace ParkingLot Other',
  };
  const run = (line: string, day: string) =>
    runMain(line.split(' '), { env: archive, now: Date.parse(`${day}T12:00:00Z`) });
  const property = hotel.property('MUC');
  if (!property) throw new Error('no property MUC');
  const sold = new Map<string, number>();
  const cents = new Map<string, number>();
  const stayDates = Array.from({ length: 90 }, (_, index) => addDays(days.at(-1) as string, index));
  for (const [index, day] of days.entries()) {
    if (index > 0) hotel.clock.advance(86_400_000);
    expect((await run('snapshot take --property MUC --ahead 130d', day)).exitCode).toBe(0);
    // Counted on each day from the reservations and the definite blocks, and not from the report.
    const today = dayNumber(day);
    // Per night of a stay date: the reservations of the night and their cents, in one pass over the books.
    const [stays, amounts] = [new Map<number, number>(), new Map<number, number>()];
    for (const { timeSlices } of reservationsOnTheBooks(property, today)) {
      for (const night of new Set(timeSlices.map(slice => slice.day)))
        stays.set(night, (stays.get(night) ?? 0) + 1);
      for (const { day: night, baseGross } of timeSlices)
        amounts.set(night, (amounts.get(night) ?? 0) + baseGross);
    }
    for (const stayDate of stayDates) {
      const night = dayNumber(stayDate);
      const booked = stays.get(night) ?? 0;
      cents.set(`${day} ${stayDate}`, amounts.get(night) ?? 0);
      const blocked = property.groupBlocks
        .filter(block => block.status === 'Definite' && isBlocked(block, night, today))
        .filter(block => block.from <= night && night < block.to)
        .reduce((sum, { units }) => sum + units, 0);
      sold.set(`${day} ${stayDate}`, booked + blocked);
    }
  }
  const last = days.at(-1) as string;
  const files = `read_parquet('${archive.HOTELCTL_DATA_DIR}/snapshots/*/*/*/days.parquet', hive_partitioning = true)`;
  // Every figure once more, by DuckDB from the same files.
  const sides = (side: string) => `${side}.soldCount::varchar as ${side}Sold,
    ${side}."grossAccommodationRevenue.amount"::double::varchar as ${side}Revenue,
    (${side}."grossAccommodationRevenue.amount" / nullif(${side}.soldCount, 0))::double as ${side}Adr,
    (100.0 * ${side}.soldCount / (${side}.houseCount - ${side}.outOfOrderCount))::double as ${side}Occupancy`;
  const verified = await duckRows(`
    select b.taken::varchar as since, b.businessDay::varchar as stayDate, ${sides('b')}, ${sides('n')}
    from ${files} b join ${files} n using (property, businessDay) where n.taken = '${last}'`);
  const byStayDate = new Map(verified.map(row => [`${row['since']} ${row['stayDate']}`, row]));
  const pickups: number[] = [];
  for (const since of days.slice(0, -1)) {
    const { stdout, stderr } = await run(`pickup --property MUC --since ${since} --format json`, last);
    expect(stderr).toBe('');
    for (const row of JSON.parse(stdout)) {
      expect(row.sold.before, `${since} ${row.stayDate}`).toBe(sold.get(`${since} ${row.stayDate}`));
      expect(row.sold.now, row.stayDate).toBe(sold.get(`${last} ${row.stayDate}`));
      const amountOn = (day: string) => (cents.get(`${day} ${row.stayDate}`) ?? 0) / 100;
      const [before, now] = [amountOn(since), amountOn(last)];
      expect(row.grossRevenue).toMatchObject({ before, now });
      expect(row.grossRevenue.pickup).toBeCloseTo(now - before, 8);
      const other = byStayDate.get(`${since} ${row.stayDate}`) ?? {};
      for (const [side, prefix] of [
        ['before', 'b'],
        ['now', 'n'],
      ] as const) {
        expect(Number(other[`${prefix}Sold`])).toBe(row.sold[side]);
        expect(Number(other[`${prefix}Revenue`])).toBe(row.grossRevenue[side]);
        if (row.sold[side] === 0) expect(row.grossAdr[side]).toBeNull();
        else expect(Math.abs(row.grossAdr[side] - Number(other[`${prefix}Adr`]))).toBeLessThan(0.00501);
        expect(row.occupancyPercentage[side]).toBeCloseTo(Number(other[`${prefix}Occupancy`]), 2);
      }
      pickups.push(row.sold.pickup);
    }
  }
  expect(pickups).toHaveLength((count - 1) * 90);
  expect(pickups.some(pickup => pickup > 0)).toBe(true);
  expect(pickups.some(pickup => pickup < 0)).toBe(true);
});
