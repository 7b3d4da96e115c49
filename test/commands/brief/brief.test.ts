import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/platform/dates.ts';
import { findDayLastYear } from '../../../src/reports/figures/books.ts';
import { morningPeriods } from '../../../src/reports/figures/morning.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { startMailServer } from '../../mail-server.ts';
import { allMeasures } from '../../measures.ts';
import { workbookParts, workbookSheets } from '../../output/workbook-parts.ts';
import { booksListener, makeBookings, onTheBooks } from '../../reports/figures/books.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

describe('the periods of the morning page', () => {
  it('are yesterday, the month up to yesterday, and the next 30 days', () => {
    expect(morningPeriods('2026-11-21')).toEqual({
      yesterday: { first: '2026-11-20', last: '2026-11-20' },
      monthToDate: { first: '2026-11-01', last: '2026-11-20' },
      next30Days: { first: '2026-11-21', last: '2026-12-20' },
    });
  });

  it('on the first of a month include the month that has ended', () => {
    expect(morningPeriods('2026-12-01').monthToDate).toEqual({ first: '2026-11-01', last: '2026-11-30' });
  });

  it('are compared with the same weekday of last year, or the same date, which 29 February does not have', () => {
    expect(findDayLastYear('2026-11-21', 'weekday')).toBe('2025-11-22');
    expect(findDayLastYear('2026-11-21', 'date')).toBe('2025-11-21');
    expect([findDayLastYear('2028-02-29', 'weekday'), findDayLastYear('2028-02-29', 'date')]).toEqual([
      '2027-03-02',
      undefined,
    ]);
  });
});

/**
 * Every day of 2026 sells 10 of 20 bedrooms for 1000.10, every day of 2025 5 of 20 for 400.05; one unit is out of order, and
 * net is nine tenths of gross. The garage sells 30 of 40 places for 300.
 */
function measures(sold: number, house: number, outOfOrder: number, cents: number, currency = 'EUR') {
  const money = (hundredths: number) => ({ amount: Math.round(hundredths) / 100, currency });
  return {
    ...allMeasures(0, 0, currency),
    ...{ houseCount: house, outOfOrderCount: outOfOrder, soldCount: sold },
    grossAccommodationRevenue: money(cents),
    netAccommodationRevenue: money(cents * 0.9),
    revPar: money(house === 0 ? 0 : (cents * 0.9) / (house - outOfOrder)),
  };
}

async function platform({
  year = 0,
  status = 200,
  zones = { MUC: 'Europe/Berlin' },
}: {
  readonly year?: number;
  readonly status?: number;
  readonly zones?: Readonly<Record<string, string>>;
} = {}) {
  const requested: string[] = [];
  let other: RequestListener | undefined;
  const server = await localServer((request, response) => {
    if (other) return void other(request, response);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (!pathname.endsWith('/property-performance')) {
      response.writeHead(pathname.startsWith('/inventory') ? 200 : 404, {
        'content-type': 'application/json',
      });
      const properties = Object.entries(zones).map(([id, timeZone]) => ({
        ...{ id, code: id, name: id === 'MUC' ? 'Munich' : id, timeZone, currencyCode: 'EUR' },
      }));
      return void response.end(JSON.stringify({ properties, count: properties.length }));
    }
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    requested.push(`${from} ${to}`);
    const isOpen = from >= `${year}`.padStart(4, '0');
    if (!isOpen && status === 204) return void response.writeHead(204).end();
    const businessDays: object[] = [];
    const currency = searchParams.get('propertyId') === 'TYO' ? 'JPY' : 'EUR';
    for (let businessDay = from; businessDay <= to; businessDay = addDays(businessDay, 1)) {
      const [sold, cents] = businessDay < '2026' ? [5, 40_010] : [10, 100_010];
      const factor = isOpen ? 1 : 0;
      const rooms = measures(sold * factor, 20 * factor, factor, cents * factor, currency);
      const garage = measures(30 * factor, 40 * factor, 0, 30_000 * factor, currency);
      businessDays.push({
        businessDay,
        ...measures((sold + 30) * factor, 60 * factor, factor, (cents + 30_000) * factor, currency),
        unitGroups: [
          {
            unitGroup: { id: 'DBL', code: 'DBL', name: 'Double', description: null, type: 'BedRoom' },
            ...rooms,
          },
          {
            unitGroup: { id: 'CAR', code: 'CAR', name: 'Garage', description: null, type: 'ParkingLot' },
            ...garage,
          },
        ],
      });
    }
    response.end(JSON.stringify({ ...measures(0, 0, 0, 0), businessDays }));
  });
  /** Another server at the same address; none is this platform again. */
  const replaceBy = (listener?: RequestListener) => {
    other = listener;
  };
  return { url: server.url, requested, replaceBy };
}

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe('the morning page', () => {
  it('compares bedrooms with the same weekdays of last year, in two requests', async () => {
    const { url, requested } = await platform();
    const { exitCode, stdout, stderr } = await runMain('brief --property MUC --format json', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(requested.toSorted()).toEqual(['2025-10-02 2025-11-20', '2026-10-01 2026-11-19']);
    expect(JSON.parse(stdout)[1]).toEqual({
      propertyId: 'MUC',
      part: 'month to date',
      from: '2026-10-01',
      to: '2026-10-20',
      basis: 'result with final result',
      sold: { lastYear: 100, now: 200, change: 100 },
      available: { lastYear: 380, now: 380, change: 0 },
      grossRevenue: { lastYear: 8002, now: 20_002, change: 12_000 },
      netRevenue: { lastYear: 7201.8, now: 18_001.8, change: 10_800 },
      currency: 'EUR',
      // 8002 / 100 and 20002 / 200, and per available unit 8002 / 380 and 20002 / 380; 100 of 380 and 200 of 380.
      grossAdr: { lastYear: 80.02, now: 100.01, change: 19.99 },
      netAdr: { lastYear: 72.02, now: 90.01, change: 17.99 },
      grossRevPar: { lastYear: 21.06, now: 52.64, change: 31.58 },
      netRevPar: { lastYear: 18.95, now: 47.37, change: 28.42 },
      occupancyPercentage: { lastYear: 26.32, now: 52.63, change: 26.31 },
      pickup: null,
      pickup7: null,
    });
  });

  it('shows all hotels on one day, the one that has ended everywhere', async () => {
    const { url } = await platform({ zones: { MUC: 'Europe/Berlin', HNL: 'Pacific/Honolulu' } });
    const { stdout, stderr } = await runMain(
      'brief --property MUC,HNL --format csv --columns propertyId,from',
      {
        env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
        now: Date.parse('2026-10-21T04:00:00Z'),
      },
    );
    expect(stderr).toContain('it is not 2026-10-21 everywhere: all are of 2026-10-20\n');
    expect(stdout).toMatch(/^MUC,2026-10-19(.|\n|\r)*^HNL,2026-10-19/m);
  });

  it('by date has no last year of 29 February', async () => {
    const { url, requested } = await platform();
    const { exitCode, stdout, stderr } = await runMain('brief --property MUC --align date --format json', {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2028-03-01'),
    });
    expect([exitCode, stderr, requested.length]).toEqual([0, '', 2]);
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
        'MUC: no figures for 2025-10-02..2025-11-20 to compare with',
      ]);
      expect(JSON.parse(stdout)[0]).toMatchObject({
        basis: 'result with no figures',
        sold: { lastYear: null, now: 10, change: null },
        grossRevenue: { lastYear: null, change: null },
      });
    },
  );

  it('names the currency of each hotel, and the hotels that the key figures are of', async () => {
    const zones = { MUC: 'Europe/Berlin', BER: 'Europe/Berlin', TYO: 'Europe/Berlin' };
    const { url } = await platform({ zones });
    const options = {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    };
    const { stdout } = await runMain('brief --all-properties', options);
    expect(stdout).toContain('\nKey figures at the top: 2 of 3 hotels (EUR).\n');
    for (const hotel of ['Munich (MUC · EUR · 20 rooms)', 'TYO (TYO · JPY · 20 rooms)'])
      expect(stdout).toContain(`\n${hotel} `);
    const narrow = await runMain('brief --all-properties', { ...options, terminal: true, columns: 80 });
    expect(narrow.stdout).toMatch(/\nTYO .* \d+ JPY /);
  });

  it('has no total: yesterday is in the month as well', async () => {
    const { url } = await platform();
    const { exitCode, stdout } = await runMain('brief --property MUC', {
      env: signedIn(url),
      now: at('2026-10-21'),
    });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/\nOctober to date \(1 Oct to 20 Oct\) /)]);
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
      'MUC: the snapshot of 2026-10-20 ends before 2026-11-19, so the pick-up of 1 day is empty\n',
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
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('October to date');
    // The name is requested if no list of properties is cached.
    expect(page).toContain('<title>Munich');
  });
});

describe('the morning page as a mail', () => {
  it('is the body, with the figures in the subject, without a file; a file is attached', async () => {
    const { url } = await platform();
    const { received, env } = await startMailServer();
    const folder = temporaryFolder();
    const options = {
      env: { ...signedIn(url), ...env, HOTELCTL_DATA_DIR: folder },
      now: at('2026-10-21'),
      replace: { folders: testContext().folders },
    };
    const flags = 'brief --property MUC --mail-to anna@hotel.example';
    for (const line of [
      ...[`${flags} --notify-on change`, `${flags} --notify-on change`],
      `${flags} --output ${join(folder, 'brief.csv')}`,
    ])
      expect((await runMain(line, options)).exitCode).toBe(0);
    // The same figures are no change, although the page names another time.
    expect(received).toHaveLength(2);
    const [page, withFile] = await Promise.all(received.map(({ source }) => new PostalMime().parse(source)));
    // 10 of 19 and 5 of 19 bedrooms; 900.09 of 19 and 360.05 of 19 EUR net.
    expect(page?.subject).toBe('Munich, Tue 20 Oct: 52.6 % occ. (+26.3), RevPAR 47.37 EUR (+150.0 %)');
    expect([page?.attachments.length, withFile?.attachments[0]?.filename]).toEqual([0, 'brief.csv']);
    expect(withFile?.subject).toBe(page?.subject);
    for (const { html = '', text = '' } of [page, withFile].flatMap(mail => mail ?? [])) {
      expect(html).toContain('>Where we stand</h2>');
      expect(html).toMatch(/>On the books, next 30 days<\/h2>\n<pre [^>]*>Wed 21 Oct to Thu 19 Nov\n/);
      // There is no pace to explain.
      expect(html).not.toContain('Pace:');
      expect(html).not.toMatch(/<style|<script|<svg|class=/);
      expect(text).toMatch(/Occupancy, yesterday +52\.6 % +\+26\.3 pts on last year/);
    }
  });

  it('of a failure names the error', async () => {
    const { url, replaceBy } = await platform();
    const { received, env } = await startMailServer();
    replaceBy((_, response) => response.writeHead(403).end());
    const { exitCode } = await runMain('brief --property MUC --mail-to anna@hotel.example', {
      env: { ...signedIn(url), ...env, HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    });
    const { subject, text } = await new PostalMime().parse(received[0]?.source ?? '');
    expect([exitCode, subject]).toEqual([4, 'FAILED: hotelctl brief (exit code 4)']);
    expect(text).toMatch(/^Error +\S/m);
  });
});

describe('the morning page as a workbook', () => {
  it('has tiles, table and chart first, numbers as numbers, and About last', async () => {
    const { url } = await platform();
    const file = join(temporaryFolder(), 'brief.xlsx');
    const { exitCode } = await runMain(`brief --property MUC --output ${file}`, {
      env: { ...signedIn(url), HOTELCTL_DATA_DIR: temporaryFolder() },
      now: at('2026-10-21'),
    });
    expect(exitCode).toBe(0);
    const bytes = readFileSync(file);
    const sheets = workbookSheets(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Overview', 'About']);
    const cells = [...(sheets[0]?.cells ?? [])];
    const place = cells.find(([, text]) => text === 'Where we stand')?.[0].slice(1);
    const row = Number(place) + 2;
    expect(sheets[0]?.cells.get(`B${row}`)).toBe('52.63');
    expect(sheets[0]?.formats.get(`C${row}`)).toBe('+#,##0.0;-#,##0.0;#,##0.0');
    expect(sheets[0]?.cells.get(`F${row}`)).toBe('47.37');
    const parts = workbookParts(bytes);
    const first = parts.get('xl/worksheets/sheet1.xml');
    expect(first).toContain(`<pane ySplit="${row - 1}"`);
    expect(first).toContain('orientation="landscape"');
    expect(first).toContain('conditionalFormatting');
    expect([...parts.keys()].filter(path => path.startsWith('xl/charts/'))).toHaveLength(1);
    // A day that is not in a cell is a word, because LibreOffice shows numbers as such.
    expect(parts.get('xl/charts/chart1.xml')).toContain('<c:v>21 Oct</c:v>');
    expect([...(sheets[1]?.cells.values() ?? [])].join(' ')).toContain('Created 21 October 2026');
  });
});
