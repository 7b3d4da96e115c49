import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestContextOptions, temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { allMeasures, requestedDays } from '../../measures.ts';
import { workbookParts, workbookSheets } from '../../output/workbook-parts.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

/**
 * Every day of 2026 sells 10 of 20 bedrooms for 1000.10, every day of 2025 5 of 20 for 400.05; one unit is out of order, and
 * net is nine tenths of gross. The garage sells 30 of 40 places for 300.
 */
function measures(sold: number, house: number, outOfOrder: number, cents: number, currency = 'EUR') {
  const money = (hundredths: number) => ({ amount: Math.round(hundredths) / 100, currency });
  return {
    ...allMeasures(0, 0, currency),
    houseCount: house,
    outOfOrderCount: outOfOrder,
    soldCount: sold,
    grossAccommodationRevenue: money(cents),
    netAccommodationRevenue: money(cents * 0.9),
    revPar: money(house === 0 ? 0 : (cents * 0.9) / (house - outOfOrder)),
  };
}

const at = (moment: string) => Date.parse(moment.includes('T') ? moment : `${moment}T12:00:00Z`);

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
        id,
        code: id,
        name: id === 'MUC' ? 'Munich' : id,
        timeZone,
        currencyCode: 'EUR',
      }));
      return void response.end(JSON.stringify({ properties, count: properties.length }));
    }
    const days = requestedDays(searchParams);
    requested.push(`${days[0]} ${days.at(-1)}`);
    const isOpen = Number(days[0]?.slice(0, 4)) >= year;
    if (!isOpen && status === 204) return void response.writeHead(204).end();
    const currency = searchParams.get('propertyId') === 'TYO' ? 'JPY' : 'EUR';
    const factor = isOpen ? 1 : 0;
    const businessDays = days.map(businessDay => {
      const [sold, cents] = businessDay < '2026' ? [5, 40_010] : [10, 100_010];
      const group = (name: string, type: string, ...figures: [number, number, number, number]) => ({
        unitGroup: { id: name, code: name, name, description: null, type },
        ...measures(...figures, currency),
      });
      return {
        businessDay,
        ...measures((sold + 30) * factor, 60 * factor, factor, (cents + 30_000) * factor, currency),
        unitGroups: [
          group('DBL', 'BedRoom', sold * factor, 20 * factor, factor, cents * factor),
          group('CAR', 'ParkingLot', 30 * factor, 40 * factor, 0, 30_000 * factor),
        ],
      };
    });
    response.end(JSON.stringify({ ...measures(0, 0, 0, 0), businessDays }));
  });
  /** Another server at the same address. */
  const replaceBy = (listener: RequestListener) => {
    other = listener;
  };
  const env = { ...signedIn(server.url), HOTELCTL_DATA_DIR: temporaryFolder() };
  /** `brief` at noon of the day, or at the moment. */
  const run = (flags: string, moment = '2026-10-21', options: TestContextOptions = {}) =>
    runMain(`brief ${flags}`, { env, now: at(moment), ...options });
  return { env, requested, replaceBy, run };
}

type Part = Record<'part' | 'from' | 'to' | 'basis', string>;

describe('the morning page', () => {
  it('compares bedrooms with the same weekdays of last year, in two requests', async () => {
    const { run, requested } = await platform();
    const { stdout } = await expectSuccess(run('--property MUC --format json'), /^$/);
    expect(requested.toSorted()).toEqual(['2025-10-02 2025-11-20', '2026-10-01 2026-11-19']);
    const parts = JSON.parse(stdout);
    expect(parts.map(({ part, from, to, basis }: Part) => [part, from, to, basis].join())).toEqual([
      'yesterday,2026-10-20,2026-10-20,result with final result',
      'month to date,2026-10-01,2026-10-20,result with final result',
      'next 30 days,2026-10-21,2026-11-19,on the books with final result',
    ]);
    expect(parts[1]).toMatchObject({
      propertyId: 'MUC',
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
      occupancyPercentage: { lastYear: 26.32, now: 52.63, change: 26.32 },
      pickup: null,
      pickup7: null,
    });
  });

  it('shows each hotel on its business day, and names the hotels of another day', async () => {
    const { run } = await platform({
      zones: { MUC: 'Europe/Berlin', BER: 'Europe/Berlin', HNL: 'Pacific/Honolulu' },
    });
    const moment = '2026-10-21T04:00:00Z';
    const rows = await expectSuccess(
      run('--property MUC,BER,HNL --format csv --columns propertyId,from', moment),
    );
    expect(rows.stdout).toMatch(/^MUC,2026-10-20(.|\n|\r)*^HNL,2026-10-19/m);
    const page = await expectSuccess(run('--property MUC,BER,HNL', moment));
    expect(page.stdout).toContain('Good morning · Wednesday, 21 October 2026\n');
    expect(page.stdout).toContain('\nAnother day: HNL is as of Tue 20 Oct; totals add its own days.\n');
    // 10 rooms on each hotel's own yesterday.
    expect(page.stdout).toMatch(/All hotels \(3 hotels · 60 rooms\) +52\.6/);
  });

  it.each([
    ['sends no body', 204],
    ['sends zeros', 200],
  ])(
    'a hotel that was not open last year, of which the platform %s, has no figures then',
    async (_, status) => {
      const { run } = await platform({ year: 2026, status });
      const { stdout } = await expectSuccess(
        run('--property MUC --format json'),
        /^MUC: no figures for 2025-10-02\.\.2025-11-20 to compare with$/m,
      );
      expect(JSON.parse(stdout)[0]).toMatchObject({
        basis: 'result with no figures',
        sold: { lastYear: null, now: 10, change: null },
        grossRevenue: { lastYear: null, change: null },
      });
    },
  );

  it('names the currency of each hotel, and the hotels that the key figures are of', async () => {
    const zones = { MUC: 'Europe/Berlin', BER: 'Europe/Berlin', TYO: 'Europe/Berlin' };
    const { run } = await platform({ zones });
    const { stdout } = await run('--all-properties');
    expect(stdout).toContain('\nAmounts at the top: 2 of 3 hotels (EUR).\n');
    for (const hotel of ['Munich (MUC · EUR · 20 rooms)', 'TYO (TYO · JPY · 20 rooms)'])
      expect(stdout).toContain(`\n${hotel} `);
    const narrow = await run('--all-properties', undefined, { terminal: true, columns: 80 });
    expect(narrow.stdout).toMatch(/\nTYO .* \d+ JPY /);
  });

  it('has no total: yesterday is in the month as well', async () => {
    const { run } = await platform();
    const { stdout } = await expectSuccess(run('--property MUC'));
    expect(stdout).toMatch(/\nOctober to date \(1 Oct to 20 Oct\) /);
    expect(stdout).not.toContain('Total');
  });

  it('has no pick-up, and says why, if a snapshot does not have the next 30 days', async () => {
    const { env, run } = await platform();
    for (const [taken, ahead] of [
      ['2026-10-20', '10d'],
      ['2026-10-21', '60d'],
    ] as const)
      await expectSuccess(runMain(`snapshot take --property MUC --ahead ${ahead}`, { env, now: at(taken) }));
    const { stdout } = await expectSuccess(
      run('--property MUC --format json'),
      /^MUC: the snapshot of 2026-10-20 ends before 2026-11-19, so the pick-up of 1 day is empty\n$/,
    );
    const pickups = JSON.parse(stdout).map((row: { pickup: object | null }) => row.pickup);
    expect(pickups).toEqual([null, null, null]);
  });

  it('is written to a file as a page', async () => {
    const { run } = await platform();
    const file = join(temporaryFolder(), 'brief.html');
    await expectSuccess(run(`--property MUC --output ${file}`));
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('October to date');
    // The name is requested if no list of properties is cached.
    expect(page).toContain('<title>Munich');
  });
});

describe('the morning page as a mail', () => {
  it('is the body, with the figures in the subject, without a file; a file is attached', async () => {
    const { env, run } = await platform();
    const { received, mails, env: mail } = await startMailServer();
    const folder = temporaryFolder();
    const options = { env: { ...env, ...mail }, replace: { folders: testContext().folders } };
    const flags = '--property MUC --mail-to anna@hotel.example';
    for (const more of ['--notify-on change', '--notify-on change', `--output ${join(folder, 'brief.csv')}`])
      await expectSuccess(run(`${flags} ${more}`, undefined, options));
    // The same figures are no change, although the page names another time.
    expect(received).toHaveLength(2);
    const [page, withFile] = await mails();
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
    const { env, replaceBy, run } = await platform();
    const { mails, env: mail } = await startMailServer();
    replaceBy((_, response) => response.writeHead(403).end());
    const options = { env: { ...env, ...mail } };
    await expectExit(run('--property MUC --mail-to anna@hotel.example', undefined, options), 4);
    const [sent] = await mails();
    expect(sent?.subject).toBe('FAILED: hotelctl brief (exit code 4)');
    expect(sent?.text).toMatch(/^Error +\S/m);
  });
});

describe('the morning page as a workbook', () => {
  it('has tiles, table and chart first, numbers as numbers, and About last', async () => {
    const { run } = await platform();
    const file = join(temporaryFolder(), 'brief.xlsx');
    await expectSuccess(run(`--property MUC --output ${file}`));
    const bytes = readFileSync(file);
    const sheets = workbookSheets(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Overview', 'About']);
    const cells = [...(sheets[0]?.cells ?? [])];
    const place = cells.find(([, text]) => text === 'Where we stand')?.[0].slice(1);
    const row = Number(place) + 2;
    expect(sheets[0]?.cells.get(`B${row}`)).toBe('52.631578947368');
    expect(sheets[0]?.formats.get(`C${row}`)).toBe('+#,##0.0;-#,##0.0;#,##0.0');
    expect(sheets[0]?.cells.get(`F${row}`)).toMatch(/^47\.37/);
    const parts = workbookParts(bytes);
    const first = parts.get('xl/worksheets/sheet1.xml');
    expect(first).toContain('orientation="landscape"');
    expect(first).toContain('conditionalFormatting');
    expect([...parts.keys()].filter(path => path.startsWith('xl/charts/'))).toHaveLength(1);
    // A day that is not in a cell is a word, because LibreOffice shows numbers as such.
    expect(parts.get('xl/charts/chart1.xml')).toContain('<c:v>21 Oct</c:v>');
    expect([...(sheets[1]?.cells.values() ?? [])].join(' ')).toContain('Created 21 October 2026');
  });
});
