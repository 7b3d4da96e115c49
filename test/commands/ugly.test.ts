import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHotel, type Hotel } from '../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../context.ts';
import { daysBetween } from '../measures.ts';
import { bodyOf } from '../sandbox/hotel/report-bodies.ts';
import { servedHotel } from '../sandbox/served-hotel.ts';
import { wordsOf } from '../words.ts';
import { runOn } from './sync/run-sync.ts';

/**
 * Every page, export and job with hotels whose figures are unusual. What a month says is added up again from the bodies of its
 * days: a period is the sum of its parts, a day of zeros changes no sum, and one currency stays one.
 */
const today = '2028-03-01';
const ids = ['SEA', 'NEW', 'CUR', 'REN', 'OVB', 'GAP', 'OFF'];
let hotel: Hotel;
let dayBefore: Hotel;
beforeAll(() => {
  hotel = createHotel({ seed: 'hotelctl', today, hotels: 'ugly' });
  dayBefore = createHotel({ seed: 'hotelctl', today: '2028-02-29', hotels: 'ugly' });
});

interface Group {
  readonly unitGroup: { readonly type: string | null };
  readonly soldCount: number;
  readonly houseCount: number;
  readonly outOfOrderCount: number;
  readonly netAccommodationRevenue: { readonly amount: number; readonly currency: string };
}
interface Body {
  readonly businessDays: readonly { readonly businessDay: string; readonly unitGroups: readonly Group[] }[];
}

/** Bedrooms of the days, by currency, as a loop adds them up. */
function addUp(id: string, from: string, to: string) {
  const property = hotel.property(id);
  const sums = new Map<string, { sold: number; available: number; revenue: Big }>();
  for (const day of property ? daysBetween(from, to) : []) {
    const parameters = { from: day, to: day, expand: ['businessDays'] };
    const body = bodyOf<Body>(hotel, property as never, 'property-performance', parameters);
    for (const group of body?.businessDays.flatMap(({ unitGroups }) => unitGroups) ?? []) {
      if ((group.unitGroup.type ?? 'BedRoom') !== 'BedRoom' || group.houseCount === 0) continue;
      const { amount, currency } = group.netAccommodationRevenue;
      const sum = sums.get(currency) ?? { sold: 0, available: 0, revenue: new Big(0) };
      sum.sold += group.soldCount;
      sum.available += group.houseCount - group.outOfOrderCount;
      sum.revenue = sum.revenue.plus(amount);
      sums.set(currency, sum);
    }
  }
  return sums;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of JSON, whose fields are compared one by one.
type Row = any;

describe('ugly hotels', () => {
  it('have the figures of the brief as a loop over their days adds them up', async () => {
    const { env } = await servedHotel(hotel);
    const archive = { ...env, HOTELCTL_DATA_DIR: temporaryFolder() };
    const { exitCode, stdout, stderr } = await runOn(
      today,
      `brief --property ${ids.join(',')} --format json`,
      archive,
    );
    expect([exitCode, stderr]).toEqual([0, stderr]);
    const rows: Row[] = JSON.parse(stdout).flatMap(({ report }: { report: Row[] }) => report);
    expect(rows).toHaveLength(ids.length * 3);
    for (const {
      propertyId,
      part,
      from,
      to,
      sold,
      available,
      netRevenue,
      currency,
      occupancyPercentage,
    } of rows) {
      const [[code, sums] = [null, undefined], ...others] = [...addUp(propertyId, from, to)];
      const where = `${propertyId}, ${part}`;
      expect(others, where).toEqual([]);
      expect([sold.now, available.now, netRevenue.now], where).toEqual(
        sums ? [sums.sold, sums.available, Number(sums.revenue)] : [null, null, null],
      );
      if (sums) expect(currency, where).toBe(code);
      const percent = sums && sums.available > 0 ? new Big(sums.sold * 100).div(sums.available) : null;
      expect(occupancyPercentage.now, where).toBe(percent && Number(percent.round(2, 1)));
    }
  });

  it.each(ids)('%s: a year is the sum of its months, and a month of its weeks and days', async id => {
    const { env } = await servedHotel(hotel);
    const line =
      'reports property-performance --property ID --period 2027-03..2028-02 --unit-group-type BedRoom';
    const rowsOf = async (more: string): Promise<Row[]> => {
      const run = await runOn(today, `${line.replace('ID', id)} ${more} --format json`, env);
      expect([run.exitCode, run.stderr]).toEqual([0, run.stderr]);
      return JSON.parse(run.stdout);
    };
    const total = (rows: readonly Row[]) => {
      const sums: Record<string, Big> = {};
      for (const { soldCount, houseCount, netAccommodationRevenue } of rows) {
        const parts = {
          soldCount,
          houseCount,
          [netAccommodationRevenue?.currency ?? '']: netAccommodationRevenue?.amount,
        };
        for (const [name, value] of Object.entries(parts))
          if (value != null) sums[name] = (sums[name] ?? new Big(0)).plus(value);
      }
      return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toFixed()]));
    };
    const [months, weeks, weekdays] = await Promise.all(
      ['month', 'week', 'weekday'].map(by => rowsOf(`--by ${by}`)),
    );
    const wanted = { ...addUpYear(id) };
    for (const rows of [months, weeks]) {
      // A group of days with two currencies has no amount.
      const isMixed = id === 'CUR';
      const found = total(rows ?? []);
      expect([found['soldCount'], found['houseCount']]).toEqual([wanted['soldCount'], wanted['houseCount']]);
      if (!isMixed) expect(found).toEqual(wanted);
    }
    expect(total(weekdays ?? [])['soldCount']).toBe(wanted['soldCount']);
  });

  it.each([
    'brief',
    'brief --align date',
    'pickup --since 1d --period next-30-days',
    'pickup --since 1d --period next-90-days --by month',
    'pace --period this-month --by week',
    'pace --period next-30-days --by property',
    'pack --period 2028-02',
    'pack --period 2028-01',
    'reports property-performance --period 2028-02 --view days --compare last-year',
    'reports property-performance --period 2028-02 --by property --compare last-year',
    'reports property-performance --period 2028-02 --by weekday',
    'reports property-performance --period 2028-02 --by channel --compare last-year',
    'reports company-invoices-vat --period ytd --view ageing',
    'reports revenues --period 2028-02 --compare last-year',
    'close --period 2028-02',
    'statistics totals --period 2028-02',
  ])('are on the page, in the workbook and in the table of %s', async line => {
    const { env, show } = await servedHotel(hotel);
    const folder = temporaryFolder();
    const archive = { ...env, HOTELCTL_DATA_DIR: folder };
    if (/^(pickup|pace)/.test(line))
      for (const [day, shown] of [
        ['2028-02-29', dayBefore],
        [today, hotel],
      ] as const) {
        show(shown);
        await runOn(day, `snapshot take --property ${ids.join(',')}`, archive);
      }
    for (const end of ['', `--output ${folder}/a.html`, `--output ${folder}/a.xlsx`]) {
      const run = await runOn(today, wordsOf(`${line} --property ${ids.join(',')} ${end}`), archive);
      expect(run.stderr, `${line} ${end}`).not.toContain('a defect in hotelctl');
      // Of the hotel that is closed for good there is no snapshot; in a close of these hotels something is open.
      const isArchived = /^(pickup|pace)/.test(line);
      const wanted = isArchived ? 7 : line.startsWith('close') ? 10 : 0;
      expect([run.exitCode, run.stderr], `${line} ${end}`).toEqual([wanted, run.stderr]);
      if (isArchived) expect(run.stderr).toMatch(/1 of 7 properties failed.*no snapshot of OFF/s);
      const page = end.includes('html')
        ? readFileSync(join(folder, 'a.html'), 'utf8').replace(/<script[\s\S]*?<\/script>/g, '')
        : '';
      expect(run.stdout + page).not.toMatch(/\bNaN\b|undefined|Infinity|\[object /);
    }
  });

  it('have no change of a ratio on a day without available rooms, for which the platform sends 0', async () => {
    const renovated = createHotel({ seed: 'hotelctl', today: '2026-11-21', hotels: 'ugly' });
    const { env } = await servedHotel(renovated);
    const words = 'reports property-performance --property REN --period 2026-10 --view days';
    const { stdout } = await runOn('2026-11-21', `${words} --compare last-year --format json`, env);
    const closed = JSON.parse(stdout).filter((row: Row) => row.occupancyPercentage.now === 0);
    expect(closed).toHaveLength(7);
    for (const { occupancyPercentage, netAdr } of closed)
      expect([occupancyPercentage.change, netAdr.changePercent]).toEqual([null, null]);
  });
});

const addUpYear = (id: string) => {
  const sums: Record<string, Big> = {};
  const add = (name: string, value: number | Big) => {
    sums[name] = (sums[name] ?? new Big(0)).plus(value);
  };
  const property = hotel.property(id);
  for (const day of daysBetween('2027-03-01', '2028-02-29')) {
    const parameters = { from: day, to: day, expand: ['businessDays'], unitGroupTypes: ['BedRoom'] };
    const body = bodyOf<Group & Body>(hotel, property as never, 'property-performance', parameters);
    for (const group of body?.businessDays ?? []) {
      const { soldCount, houseCount, netAccommodationRevenue } = group as unknown as Group;
      add('soldCount', soldCount);
      add('houseCount', houseCount);
      add(netAccommodationRevenue.currency, netAccommodationRevenue.amount);
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toFixed()]));
};
