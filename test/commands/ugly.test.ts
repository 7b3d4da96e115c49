import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { remember } from '../../src/base/text.ts';
import { addDays } from '../../src/platform/dates.ts';
import { createHotel, type Hotel } from '../../src/sandbox/hotel/hotel.ts';
import { temporaryFile, temporaryFolder } from '../context.ts';
import { duckRows } from '../duckdb.ts';
import { daysBetween } from '../measures.ts';
import { fewerBookings } from '../sandbox/fewer-bookings.ts';
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
const wholeHotel = (day: string) => createHotel({ seed: 'hotelctl', today: day, hotels: 'ugly' });
const hotelOn = (day: string) => fewerBookings(wholeHotel(day));
let hotel: Hotel;
let env: Readonly<Record<string, string>>;
/** With the snapshots of yesterday and today. */
const archive = temporaryFolder();
beforeAll(async () => {
  hotel = hotelOn(today);
  const yesterday = '2028-02-29';
  const served = await servedHotel(hotelOn(yesterday));
  env = { ...served.env, HOTELCTL_DATA_DIR: archive };
  for (const day of [yesterday, today]) {
    if (day === today) served.show(hotel);
    const { stderr } = await runOn(day, `snapshot take --property ${ids.join(',')} --ahead 100d`, env);
    expect(stderr).toContain(`CUR: saved the snapshot of ${day}`);
  }
});

interface Group {
  readonly unitGroup: { readonly type: string | null };
  readonly soldCount: number;
  readonly houseCount: number;
  readonly netAccommodationRevenue: { readonly amount: number; readonly currency: string };
}
interface Body {
  readonly businessDays: readonly { readonly businessDay: string; readonly unitGroups: readonly Group[] }[];
}

/** Bedrooms of the days, by currency, as a loop adds them up. */
function addUp(id: string, from: string, to: string, shown = hotel) {
  const property = shown.property(id);
  const sums = new Map<string, { sold: number; revenue: Big }>();
  for (const day of property ? daysBetween(from, to) : []) {
    const parameters = { from: day, to: day, expand: ['businessDays'] };
    const body = bodyOf<Body>(shown, property as never, 'property-performance', parameters);
    for (const group of body?.businessDays.flatMap(({ unitGroups }) => unitGroups) ?? []) {
      if ((group.unitGroup.type ?? 'BedRoom') !== 'BedRoom' || group.houseCount === 0) continue;
      const { amount, currency } = group.netAccommodationRevenue;
      const sum = sums.get(currency) ?? { sold: 0, revenue: new Big(0) };
      sum.sold += group.soldCount;
      sum.revenue = sum.revenue.plus(amount);
      sums.set(currency, sum);
    }
  }
  return sums;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of JSON, whose fields are compared one by one.
type Row = any;

/** What files are checked with: a month with 29 days, and one in which a hotel changes its currency. */
interface ExportedRow {
  readonly propertyId: string;
  readonly sold: string | number;
  readonly revenue: string | number;
  readonly currency: string | null;
}

/** The sums of each hotel and currency. Days of zeros change none. */
function sumsOf(rows: readonly ExportedRow[]) {
  const sums = new Map<string, { sold: number; revenue: Big }>();
  for (const { propertyId, sold, revenue, currency } of rows) {
    const sum = sums.get(`${propertyId} ${currency}`) ?? { sold: 0, revenue: new Big(0) };
    sum.sold += Number(sold);
    sum.revenue = sum.revenue.plus(revenue);
    sums.set(`${propertyId} ${currency}`, sum);
  }
  return Object.fromEntries(
    [...sums]
      .filter(([, { sold, revenue }]) => sold !== 0 || !revenue.eq(0))
      .map(([name, { sold, revenue }]) => [name, `${sold} ${revenue.toFixed(2)}`])
      .sort(),
  );
}

const exportedDays =
  'propertyId, soldCount as sold, "netAccommodationRevenue.amount" as revenue, "netAccommodationRevenue.currency" as currency';

/** The sums of the bedrooms in these files, which have a row for each unit group and day. */
const bedroomsIn = async (files: string, condition = 'true') =>
  sumsOf(
    (await duckRows(
      `select ${exportedDays} from '${files}' where coalesce("unitGroup.type", 'BedRoom') = 'BedRoom' and ${condition}`,
    )) as never,
  );

describe('ugly hotels', () => {
  /**
   * Each line is on its page. The workbook and the table follow in turn: all faces show the same document. A close, which
   * reads the whole ledger, writes its page only, of three of the hotels.
   */
  it.each(
    [
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
      'statistics totals --period 2028-02',
      'close --period 2028-02',
    ].map((line, index) => [index % 2 === 0 ? 'in the workbook' : 'in the table', line] as const),
  )('are on the page and %s of %s', async (other, line) => {
    const folder = temporaryFolder();
    // With an opening, a first close does not read the whole ledger; that of the month after it begins with its balances.
    const opening = temporaryFile('opening.csv', 'ledger,reference,amount\ncity,1,1.00\n');
    for (const id of line.startsWith('close') ? ['CUR', 'GAP', 'OFF'] : [])
      await runOn(today, `close --period 2028-01 --property ${id} --opening ${opening}`, env);
    const second = other === 'in the table' ? '' : `--output ${folder}/a.xlsx`;
    for (const end of [`--output ${folder}/a.html`, ...(line.startsWith('close') ? [] : [second])]) {
      const shown = line.startsWith('close') ? ['CUR', 'GAP', 'OFF'] : ids;
      const words = wordsOf(`${line} --property ${shown.join(',')} ${end}`);
      const run = await runOn(today, words, env);
      expect(run.stderr, `${line} ${end}`).not.toContain('a defect in hotelctl');
      // Of the hotel that is closed for good there is no snapshot; in a close of these hotels something is open.
      const isArchived = /^(pickup|pace)/.test(line);
      const wanted = isArchived ? 7 : line.startsWith('close') ? 10 : 0;
      expect([run.exitCode, run.stderr], `${line} ${end}`).toEqual([wanted, run.stderr]);
      if (isArchived) expect(run.stderr).toMatch(/1 of 7 properties failed.*- OFF: there is no snapshot$/ms);
      const page = readFileSync(join(folder, 'a.html'), 'utf8').replace(/<script[\s\S]*?<\/script>/g, '');
      expect(run.stdout + page).not.toMatch(/\bNaN\b|undefined|Infinity|\[object /);
    }
  });

  it('without figures are named and not counted, and have no budget to convert', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'rates.csv'), 'currency,rate\nCHF,1.06\nHRK,0.13\n');
    const budget = ['revenue', 'sold'].map(measure => `SEA,2028-02,${measure},100\n`).join('');
    writeFileSync(join(folder, 'budget.csv'), `property,month,measure,amount\n${budget}`);
    const of = `--property ${ids.filter(id => id !== 'OFF').join(',')}`;
    const pickup = await runOn(today, `pickup ${of} --since 1d --period next-30-days --by property`, env);
    expect(pickup.stdout).toContain('Pick-up · 5 of 6 properties · ');
    expect(pickup.stderr).toContain('SEA: no figures for 2028-03-01 to 2028-03-30\n');
    for (const line of [`pickup ${of} --since 1d`, 'pickup --property SEA --since 1d', `pace ${of}`]) {
      const page = await runOn(today, `${line} --period next-30-days --by week --format html`, env);
      expect(page.stdout).toMatch(/>(5 of 6 hotels\. )?Missing: [^<]*\(without figures\)\.</);
    }
    const converted = `--currency EUR --rates ${folder}/rates.csv --budget ${folder}/budget.csv`;
    const brief = await runOn(today, `brief ${of} ${converted}`, env);
    expect([brief.exitCode, brief.stderr]).toEqual([0, brief.stderr]);
  });

  it('have an amount in weeks with one currency only, and a ranking names the days of the other one', async () => {
    const line =
      'reports property-performance --period 2028-01..2028-02 --unit-group-type BedRoom --property CUR';
    const { stdout, stderr } = await runOn(today, `${line} --by week --format json`, env);
    expect(stderr).toBe(
      'CUR: amounts from 2028-02-01 to 2028-02-29 are in EUR and are not added up with HRK\n',
    );
    const ranking = await runOn(today, `${line},SEA --by property --format html --output -`, env);
    expect(ranking.stdout).toContain('CUR: amounts from 1 Feb 2028 to 29 Feb 2028 are in EUR and are not');
    const pace = await runOn(today, 'pace --property CUR --period next-30-days --by month', env);
    expect(pace.stderr).toContain('CUR: earlier amounts are in HRK, so they are not compared with EUR\n');
    const found = JSON.parse(stdout).map(({ week, netAccommodationRevenue }: Row) => [
      week,
      netAccommodationRevenue.amount,
      netAccommodationRevenue.currency,
    ]);
    const wanted = found.map(([week]: [string]) => {
      const [from, to] = [week < '2028-01-01' ? '2028-01-01' : week, addDays(week as never, 6)];
      const sums = [...addUp('CUR', from, to > '2028-02-29' ? '2028-02-29' : to)];
      const [[code, { revenue }] = ['', { revenue: new Big(0) }]] = sums;
      return sums.length > 1 ? [week, null, null] : [week, Number(revenue), code];
    });
    expect(found).toEqual(wanted);
    expect(wanted.filter(([, amount]: Row) => amount === null)).toHaveLength(1);
  });

  it('have no change of a ratio on a day without available rooms, for which the platform sends 0', async () => {
    const renovated = wholeHotel('2026-11-21');
    const { env } = await servedHotel(renovated);
    const words = 'reports property-performance --property REN --period 2026-10 --view days';
    const { stdout } = await runOn('2026-11-21', `${words} --compare last-year --format json`, env);
    const closed = JSON.parse(stdout).filter((row: Row) => row.occupancyPercentage.now === 0);
    expect(closed).toHaveLength(7);
    for (const { occupancyPercentage, netAdr } of closed)
      expect([occupancyPercentage.change, netAdr.changePercent]).toEqual([null, null]);
  });

  /** The sums of each hotel and currency from January to February, as a loop over the days adds them up. */
  const sumsUntilFebruary = remember((from: string) =>
    sumsOf(
      ids.flatMap(propertyId =>
        [...addUp(propertyId, from, '2028-02-29')].map(([currency, { sold, revenue }]) => ({
          ...{ propertyId, sold, revenue: revenue.toFixed(), currency },
        })),
      ),
    ),
  );

  it('in a data lake and in a snapshot have the sums of their days by currency', async () => {
    const folder = temporaryFolder();
    const flags = `--property ${ids.join(',')} --report property-performance --period 2028-01..2028-02`;
    expect(await runOn(today, `sync ${folder} ${flags}`, env)).toMatchObject({ exitCode: 0 });
    const synced = await bedroomsIn(`${folder}/property-performance/unit-groups/*/*/data.parquet`);
    expect(synced).toEqual(sumsUntilFebruary('2028-01-01'));
    // Only the hotel with a former currency has two: it changed in these months.
    expect(Object.keys(synced).filter(name => name.startsWith('CUR '))).toHaveLength(2);
    const saved = await bedroomsIn(
      `${archive}/snapshots/*/*/taken=${today}/unit-groups.parquet`,
      `"businessDay"::varchar between '2028-02-01' and '2028-02-29'`,
    );
    expect(saved).toEqual(sumsUntilFebruary('2028-02-01'));
  });
});
