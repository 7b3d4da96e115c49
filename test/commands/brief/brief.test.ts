import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefParts } from '../../../src/reports/figures/brief.ts';
import { temporaryFolder } from '../../context.ts';
import { booksListener, makeBookings, onTheBooks } from '../../reports/figures/books.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

describe('the parts of the morning page', () => {
  it('are yesterday, the month up to yesterday, and the next 30 days, each with the dates of last year', () => {
    expect(briefParts('2026-11-21')).toEqual([
      {
        name: 'yesterday',
        period: { first: '2026-11-20', last: '2026-11-20' },
        lastYear: { first: '2025-11-20', last: '2025-11-20' },
        isFinal: true,
      },
      {
        name: 'month to date',
        period: { first: '2026-11-01', last: '2026-11-20' },
        lastYear: { first: '2025-11-01', last: '2025-11-20' },
        isFinal: true,
      },
      {
        name: 'next 30 days',
        period: { first: '2026-11-21', last: '2026-12-20' },
        lastYear: { first: '2025-11-21', last: '2025-12-20' },
        isFinal: false,
      },
    ]);
  });

  it('on the first of a month include the month that has ended', () => {
    expect(briefParts('2026-12-01')[1]?.period).toEqual({ first: '2026-11-01', last: '2026-11-30' });
  });
});

describe('the parts of the morning page in a leap year', () => {
  const lastYear = (today: string) => briefParts(today).map(part => part.lastYear);

  it('on 1 March compare 29 February with nothing, and the month with the days that last year has', () => {
    expect(lastYear('2028-03-01')).toEqual([
      undefined,
      { first: '2027-02-01', last: '2027-02-28' },
      { first: '2027-03-01', last: '2027-03-30' },
    ]);
  });

  it('on 29 February compare the days to come from 1 March on', () => {
    expect(lastYear('2028-02-29')).toEqual([
      { first: '2027-02-28', last: '2027-02-28' },
      { first: '2027-02-01', last: '2027-02-28' },
      { first: '2027-03-01', last: '2027-03-29' },
    ]);
  });
});

const noMoney = { amount: 0, currency: 'EUR' };
const zeros = [
  ...['houseItemsCount', 'soldItemsCount', 'unsoldCount', 'unsoldItemsCount', 'outOfOrderItemsCount'],
  ...['tentativelyBlockedCount', 'tentativelyBlockedItemsCount', 'definitelyBlockedCount'],
  ...['optionallyBlockedCount', 'arrivalsCount', 'departuresCount', 'noShowsCount', 'cancellationsCount'],
  'occupancyPercentage',
];
const amounts = [
  ...['grossUnitRevenue', 'netUnitRevenue', 'netAccommodationRevenue', 'grossFoodAndBeveragesRevenue'],
  ...['netFoodAndBeveragesRevenue', 'grossOtherRevenue', 'netOtherRevenue', 'grossAdr', 'netAdr', 'revPar'],
];

/** Every day of 2026 sells 10 of 20 units for 1000.10, every day of 2025 5 of 20 for 400.05; one unit is out of order. */
async function platform(opened = { year: 0, status: 200 }) {
  const requested: string[] = [];
  let other: RequestListener | undefined;
  const server = await localServer((request, response) => {
    if (other) return void other(request, response);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (!pathname.endsWith('/property-performance')) {
      response.writeHead(pathname.startsWith('/inventory') ? 200 : 404, {
        'content-type': 'application/json',
      });
      const hotel = {
        id: 'MUC',
        code: 'MUC',
        name: 'Munich',
        timeZone: 'Europe/Berlin',
        currencyCode: 'EUR',
      };
      return void response.end(JSON.stringify({ properties: [hotel], count: 1 }));
    }
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    requested.push(`${from} ${to}`);
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    const isOpen = from >= `${opened.year}`.padStart(4, '0');
    if (!isOpen && opened.status === 204) return void response.writeHead(204).end();
    const [sold, cents] = from < '2026' ? [5, 40_005] : [10, 100_010];
    const factor = isOpen ? days : 0;
    response.end(
      JSON.stringify({
        ...Object.fromEntries(zeros.map(name => [name, 0])),
        ...Object.fromEntries(amounts.map(name => [name, noMoney])),
        houseCount: 20 * factor,
        outOfOrderCount: factor,
        soldCount: sold * factor,
        grossAccommodationRevenue: { amount: (cents * factor) / 100, currency: 'EUR' },
      }),
    );
  });
  /** Another server at the same address; none is this platform again. */
  const replaceBy = (listener?: RequestListener) => {
    other = listener;
  };
  return { url: server.url, requested, replaceBy };
}

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe('the morning page', () => {
  it('compares each part with last year, in one request for each', async () => {
    const { url, requested } = await platform();
    const { exitCode, stdout, stderr } = await runMain('brief --property MUC --format json', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(requested.toSorted()).toEqual([
      '2025-10-01 2025-10-20',
      '2025-10-20 2025-10-20',
      '2025-10-21 2025-11-19',
      '2026-10-01 2026-10-20',
      '2026-10-20 2026-10-20',
      '2026-10-21 2026-11-19',
    ]);
    expect(JSON.parse(stdout)[1]).toEqual({
      propertyId: 'MUC',
      part: 'month to date',
      from: '2026-10-01',
      to: '2026-10-20',
      basis: 'result with final result',
      sold: { lastYear: 100, now: 200, change: 100 },
      available: { lastYear: 380, now: 380 },
      grossRevenue: { lastYear: 8001, now: 20_002, change: 12_001 },
      currency: 'EUR',
      // 8001 / 100 and 20002 / 200; 100 of 380 and 200 of 380.
      grossAdr: { lastYear: 80.01, now: 100.01, change: 20 },
      occupancyPercentage: { lastYear: 26.3157894737, now: 52.6315789474, change: 26.3157894737 },
      pickup: null,
    });
  });

  it('on 1 March of a leap year has no last year of 29 February, and sends no request for it', async () => {
    const { url, requested } = await platform();
    const { exitCode, stdout, stderr } = await runMain('brief --property MUC --format json', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2028-03-01'),
    });
    expect([exitCode, stderr, requested.length]).toEqual([0, '', 5]);
    const [yesterday] = JSON.parse(stdout);
    expect(yesterday.from).toBe('2028-02-29');
    expect(yesterday.sold).toEqual({ lastYear: null, now: 10, change: null });
    expect(yesterday.currency).toBe('EUR');
  });

  it('says that the days to come are compared with a final result', async () => {
    const { url } = await platform();
    const { stdout } = await runMain('brief --property MUC --format csv --columns part,basis', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    });
    expect(stdout.split('\r\n').slice(1, 4)).toEqual([
      'yesterday,result with final result',
      'month to date,result with final result',
      'next 30 days,on the books with final result',
    ]);
  });

  it.each([
    ['sends no body', 204],
    ['sends zeros', 200],
  ])(
    'a hotel that was not open last year, of which the platform %s, has no figures then',
    async (_, status) => {
      const { url } = await platform({ year: 2026, status });
      const { exitCode, stdout, stderr } = await runMain('brief --property MUC --format json', {
        env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
        now: at('2026-10-21'),
      });
      expect([exitCode, stderr.split('\n')[0]]).toEqual([
        0,
        'MUC: no figures for 2025-10-20 to compare with',
      ]);
      expect(JSON.parse(stdout)[0]).toMatchObject({
        basis: 'result with no figures',
        sold: { lastYear: null, now: 10, change: null },
        grossRevenue: { lastYear: null, change: null },
      });
    },
  );

  it('has no total: yesterday is in the month as well', async () => {
    const { url } = await platform();
    const { exitCode, stdout } = await runMain('brief --property MUC', {
      env: signedIn(url),
      now: at('2026-10-21'),
    });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/\nmonth to date +2026-10-01 +2026-10-20 /),
    ]);
    expect(stdout).not.toContain('Total');
  });

  it('shows the pick-up since yesterday when both snapshots exist', async () => {
    const dataDir = temporaryFolder();
    const bookings = makeBookings('2026-10-01', 600);
    const [yesterday, today] = ['2026-10-20', '2026-10-21'];
    let day = yesterday;
    const { url, replaceBy } = await platform();
    replaceBy(booksListener(bookings, () => day));
    for (const taken of [yesterday, today]) {
      day = taken;
      const env = { ...signedIn(url), HOTELCTL_DATA_DIR: dataDir };
      await runMain('snapshot take --property MUC --ahead 60d', { env, now: at(taken) });
    }
    replaceBy();
    const { stdout } = await runMain('brief --property MUC --format json', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: dataDir },
      now: at(today),
    });
    const nextDays = Array.from({ length: 30 }, (_, index) =>
      new Date(at(today) + index * 86_400_000).toISOString().slice(0, 10),
    );
    const sold = (asOf: string) =>
      nextDays.reduce((sum, date) => sum + onTheBooks(bookings, asOf, date).length, 0);
    const rows = JSON.parse(stdout);
    expect(rows[2].pickup.sold).toBe(sold(today) - sold(yesterday));
    expect(rows[2].pickup.sold).not.toBe(0);
    expect([rows[0].pickup, rows[1].pickup]).toEqual([null, null]);
  });

  it('has no pick-up, and says why, if a snapshot does not have the next 30 days', async () => {
    const dataDir = temporaryFolder();
    const [yesterday, today] = ['2026-10-20', '2026-10-21'];
    const { url, replaceBy } = await platform();
    replaceBy(booksListener(makeBookings('2026-10-01', 600), () => yesterday));
    for (const [taken, ahead] of [
      [yesterday, '10d'],
      [today, '60d'],
    ] as const) {
      const env = { ...signedIn(url), HOTELCTL_DATA_DIR: dataDir };
      await runMain(`snapshot take --property MUC --ahead ${ahead}`, { env, now: at(taken) });
    }
    replaceBy();
    const { exitCode, stdout, stderr } = await runMain('brief --property MUC --format json', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: dataDir },
      now: at(today),
    });
    expect([exitCode, stderr]).toEqual([
      0,
      'MUC: the snapshot of 2026-10-20 ends before 2026-11-19, so the pick-up is empty\n',
    ]);
    expect(JSON.parse(stdout).map((row: { pickup: object | null }) => row.pickup)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is written to a file as a page', async () => {
    const { url } = await platform();
    const file = join(temporaryFolder(), 'brief.html');
    const { exitCode } = await runMain(`brief --property MUC --output ${file}`, {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    });
    expect(exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('month to date');
  });
});
