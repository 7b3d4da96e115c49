import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestContextOptions, temporaryFile, temporaryFolder, testContext } from '../../context.ts';
import { deferred } from '../../deferred.ts';
import { expectExit, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { dayMeasures, requestedDays, unitGroupOf } from '../../measures.ts';
import { archiveFolder } from '../../reports/snapshots/archive-folder.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener } from '../reports-platform.ts';

/**
 * Every day of 2026 sells 10 of 20 bedrooms for 1000.10, every day of 2025 5 of 20 for 400.05; one unit is out of order, and
 * net is nine tenths of gross. The garage sells 30 of 40 places for 300.
 */
const measures = (sold: number, house: number, outOfOrder: number, gross: number, currency?: string) =>
  dayMeasures([sold, house, outOfOrder], { gross, net: gross * 0.9 }, currency);

const at = (moment: string) => Date.parse(moment.includes('T') ? moment : `${moment}T12:00:00Z`);

/** @param together it responds to no hotel until all have been requested */
async function platform(
  zones: Readonly<Record<string, string>> = { MUC: 'Europe/Berlin' },
  together = false,
) {
  const requested: string[] = [];
  const missing = new Set(Object.keys(together ? zones : {}));
  const all = deferred();
  let other: RequestListener | undefined;
  const properties = Object.entries(zones).map(([id, timeZone]) => {
    const name = id === 'MUC' ? 'Munich' : id;
    return { ...germanHotel(id, name), timeZone };
  });
  const serve = platformListener(properties, async (report, searchParams) => {
    if (report !== 'property-performance') return 404;
    const days = requestedDays(searchParams);
    requested.push(`${days[0]} ${days.at(-1)}`);
    const property = searchParams.get('propertyId') ?? '';
    missing.delete(property);
    if (missing.size === 0) all.resolve();
    await all.promise;
    const currencyOn = (day: string) =>
      property === 'TYO' ? 'JPY' : property === 'SOF' && day < '2026-11-01' ? 'BGN' : 'EUR';
    const currency = currencyOn(days.at(-1) ?? '');
    const businessDays = days.map(businessDay => {
      const currency = currencyOn(businessDay);
      const [sold, cents] = businessDay < '2026' ? [5, 40_010] : [10, 100_010];
      const group = (name: string, type: string, ...figures: [number, number, number, number]) => ({
        unitGroup: unitGroupOf(name, type),
        ...measures(...figures, currency),
      });
      const bedrooms = group('DBL', 'BedRoom', sold, 20, 1, cents);
      const garage = group('CAR', 'ParkingLot', 30, 40, 0, 30_000);
      return {
        businessDay,
        ...measures(sold + 30, 60, 1, cents + 30_000, currency),
        unitGroups: [bedrooms, garage],
      };
    });
    const add = (read: (day: (typeof businessDays)[number]) => number) =>
      businessDays.reduce((sum, day) => sum + read(day), 0);
    const [sold, house] = [add(({ soldCount }) => soldCount), add(({ houseCount }) => houseCount)];
    const cents = add(({ grossAccommodationRevenue: { amount } }) => Math.round(amount * 100));
    return { ...measures(sold, house, days.length, cents, currency), businessDays };
  });
  const server = await localServer((request, response) => (other ?? serve)(request, response));
  /** Responds to requests whose URL has this with the status, and to others as before. */
  const failWith = (status: number, part: RegExp) => {
    other = (request, response) =>
      part.test(request.url ?? '') ? response.writeHead(status).end() : serve(request, response);
  };
  const env = { ...signedIn(server.url), HOTELCTL_DATA_DIR: temporaryFolder() };
  /** `brief` at noon of the day, or at the moment. */
  const run = (flags: string, moment = '2026-10-21', options: TestContextOptions = {}) =>
    runMain(`brief ${flags}`, { env, now: at(moment), ...options });
  return { env, requested, failWith, run };
}

describe('the morning page', () => {
  it('compares bedrooms with the same weekdays of last year, in two requests', async () => {
    const { run, requested } = await platform();
    const { stdout } = await expectSuccess(run('--property MUC --format json'), /^$/);
    expect(requested.toSorted()).toEqual(['2025-10-02 2025-11-20', '2026-10-01 2026-11-19']);
    const parts: Record<string, string>[] = JSON.parse(stdout);
    expect(parts.map(({ part, from, to, basis }) => [part, from, to, basis].join())).toEqual([
      'yesterday,2026-10-20,2026-10-20,result with final result',
      'month to date,2026-10-01,2026-10-20,result with final result',
      'next 30 days,2026-10-21,2026-11-19,on the books with final result',
    ]);
  });

  it('shows each hotel on its business day, and names the hotels of another day', async () => {
    const zones = { MUC: 'Europe/Berlin', BER: 'Europe/Berlin', HNL: 'Pacific/Honolulu' };
    const { run } = await platform(zones, true);
    const moment = '2026-10-21T04:00:00Z';
    const line = '--property MUC,BER,HNL';
    const rows = await expectSuccess(run(`${line} --format csv --columns propertyId,from`, moment));
    expect(rows.stdout).toMatch(/^MUC,2026-10-20(.|\n|\r)*^HNL,2026-10-19/m);
    const page = await expectSuccess(run(line, moment));
    expect(page.stdout).toContain('Good morning · Wednesday, 21 October 2026\n');
    expect(page.stdout).toContain('\nAnother day: HNL is as of Tue 20 Oct; totals add its own days.\n');
    expect(page.stdout).toContain('\nHNL (HNL · as of Tue 20 Oct · 20 rooms) ');
    // 10 rooms on each hotel's own yesterday.
    expect(page.stdout).toMatch(/All hotels \(3 hotels · 60 rooms\) +52\.6/);
    // November has one day at two hotels, and the month of the third is October.
    const second = await expectSuccess(run(line, '2026-11-02T04:00:00Z'));
    expect(second.stdout).toMatch(/\nOutlook, November\n(.*\n)+Result to date +20 /);
    const note = 'HNL: its month to date and its outlook are of October and not shown';
    expect(second.stdout).toContain(`\n${note}\n`);
  });

  it('names the currency of each hotel, and the hotels that key figures and totals are of, also of the failed ones', async () => {
    const zone = 'Europe/Berlin';
    const { run, failWith } = await platform({ MUC: zone, BER: zone, HAM: zone, TYO: zone });
    failWith(403, /propertyId=HAM/);
    const { stdout } = await expectExit(run('--all-properties'), 7);
    expect(stdout).toContain('\nAmounts at the top: 2 of 3 hotels (EUR).\n');
    for (const hotel of ['Munich (MUC · EUR · 20 rooms)', 'TYO (TYO · JPY · 20 rooms)'])
      expect(stdout).toContain(`\n${hotel} `);
    // The list of properties has the currency of the one that failed.
    expect(stdout).toContain('\nAll EUR hotels (2 of 3 hotels · EUR · 40 rooms)');
    const narrow = await run('--all-properties', undefined, { terminal: true, columns: 80 });
    expect(narrow.stdout).toMatch(/\nTYO .* \d+ JPY /);
  });

  it('has a hotel without figures above the total that counts it, without a number of rooms', async () => {
    const zone = 'Europe/Berlin';
    const { run, failWith } = await platform({ TYO: zone, MUC: zone, BER: zone });
    failWith(204, /propertyId=BER/);
    const { stdout } = await expectSuccess(run('--all-properties'), /BER: no figures for /);
    expect(stdout).toMatch(/\nMunich \(MUC .*\nBER \(BER\) *\n-+\nAll EUR hotels \(1 of 2 hotels /);
  });

  it('names the days in another currency, whose amounts are in no figure until rates convert them', async () => {
    const { run } = await platform({ MUC: 'Europe/Berlin', SOF: 'Europe/Sofia' });
    const rates = temporaryFile('rates.csv', 'currency,rate\nBGN,0.5\n');
    const partsOf = async (moment: string, note: string, more = '') => {
      const { stdout } = await expectSuccess(run(`--property SOF --format json ${more}`, moment), note);
      return JSON.parse(stdout).map((part: Record<string, Record<string, number>>) => [
        ...[part['sold']?.['now'], part['netRevenue']?.['now'], part['netRevenue']?.['change']],
        part['currency'],
      ]);
    };
    // 10 units and 900.09 a day, 5 and 360.09 in the year before.
    const until = (from: string, to: string, other: string, own: string) =>
      `SOF: amounts from ${from} to ${to} are in ${other} and are not added up with ${own}\n`;
    expect(await partsOf('2026-10-21', until('2026-11-01', '2026-11-19', 'EUR', 'BGN'))).toEqual([
      [10, 900.09, 540, 'BGN'],
      [200, 18001.8, 10800, 'BGN'],
      [300, null, null, 'BGN'],
    ]);
    const november = await partsOf('2026-11-01', until('2026-11-01', '2026-11-30', 'EUR', 'BGN'));
    expect(november.at(-1)).toEqual([300, null, null, 'BGN']);
    expect(await partsOf('2026-10-21', '', `--currency EUR --rates ${rates}`)).toEqual([
      [10, 450.045, 270, 'EUR'],
      [200, 9000.9, 5400, 'EUR'],
      [300, 22052.205, 16650.86, 'EUR'],
    ]);
    // A year later, the days of last year that have the currency of now are compared: from Sunday, 1 November.
    const before = until('2026-10-02', '2026-10-31', 'BGN', 'EUR');
    expect(await partsOf('2027-11-01', before)).toEqual([
      [10, 900.09, 0, 'EUR'],
      [310, 27902.79, null, 'EUR'],
      [300, 27002.7, 0, 'EUR'],
    ]);
    const page = await expectSuccess(run('--property MUC,SOF'));
    expect(page.stdout).toContain(`\n${until('1 Nov 2026', '19 Nov 2026', 'EUR', 'BGN')}`);
    expect(page.stdout).toContain('\nAmounts at the top: 1 of 2 hotels (EUR).\n');
  });

  it('counts a hotel without figures among those that were expected only, and names it', async () => {
    const { run, failWith } = await platform({ MUC: 'Europe/Berlin', TYO: 'Europe/Berlin' });
    failWith(204, /propertyId=TYO/);
    const { stdout, stderr } = await expectSuccess(run('--all-properties'));
    expect(stderr).toContain('TYO: no figures for 2026-10-01 to 2026-11-19\n');
    expect(stdout).toContain('\n1 of 2 hotels · 20 rooms · ');
    expect(stdout).toMatch(/\nAll hotels \(1 of 2 hotels · 20 rooms\) /);
    expect(stdout).toContain('TYO: no figures for 1 Oct 2026 to 19 Nov 2026');
    expect(stdout).toContain('1 of 2 hotels. Missing: TYO (without figures).');
    expect(stdout).not.toContain('hotels with figures on both sides');
    expect((await run('--property TYO')).stdout).toContain('Missing: TYO (without figures).');
    const rows =
      /^1 of 2 hotels\. Missing: TYO \(without figures\)\.\n\nbedrooms only, net of VAT\n\nProperty +Per/;
    expect((await run('--all-properties --columns propertyId,part')).stdout).toMatch(rows);
    failWith(204, /propertyId=TYO.*from=2025/);
    const opened = await expectSuccess(run('--all-properties'));
    expect(opened.stdout).toContain('\nChanges in totals count only hotels with figures on both sides.\n');
  });

  it('says that the pace of a total is that of the hotels with a snapshot of last year', async () => {
    const { env, run } = await platform({ MUC: 'Europe/Berlin', BER: 'Europe/Berlin' });
    await expectSuccess(runMain('snapshot take --property MUC', { env, now: at('2025-10-22') }));
    const note = '\nChanges in totals count only hotels with figures on both sides.\n';
    expect((await run('--property MUC,BER')).stdout).toContain(note);
  });

  it('has no pick-up, and says why, if a snapshot does not have the next 30 days', async () => {
    const { env, run } = await platform();
    for (const [taken, ahead] of Object.entries({ '2026-10-20': '10d', '2026-10-21': '60d' }))
      await expectSuccess(runMain(`snapshot take --property MUC --ahead ${ahead}`, { env, now: at(taken) }));
    const note =
      /^MUC: the snapshot of 2026-10-20 ends before 2026-11-19 and is not used for the pick-up of 1 day\n$/;
    const { stdout } = await expectSuccess(run('--property MUC --format json'), note);
    const pickups = JSON.parse(stdout).map((row: { pickup: object | null }) => row.pickup);
    expect(pickups).toEqual([null, null, null]);
  });

  it('has the figures of the platform, and names the snapshots, if those of yesterday and today are damaged', async () => {
    const { env, run } = await platform();
    for (const taken of ['2026-10-14', '2026-10-20', '2026-10-21'])
      await expectSuccess(runMain('snapshot take --property MUC', { env, now: at(taken) }));
    for (const damaged of ['taken=2026-10-20', 'taken=2026-10-21'])
      writeFileSync(join(archiveFolder(env.HOTELCTL_DATA_DIR, 'MUC'), damaged, 'unit-groups.parquet'), 'x');
    const { stdout, stderr } = await expectSuccess(run('--property MUC'));
    // It has no total: yesterday is in the month as well.
    expect(stdout).toMatch(/\nOctober to date \(1 Oct to 20 Oct\) /);
    expect(stdout).not.toContain('Total');
    const noteOf = (day: string, use: string) =>
      `MUC: the snapshot of ${day} is damaged and is not used for the ${use}\n`;
    expect(stderr).toBe(noteOf('2026-10-21', 'latest books') + noteOf('2026-10-20', 'pick-up of 1 day'));
    expect(stdout).toContain(`\n${noteOf('20 Oct 2026', 'pick-up of 1 day')}`);
    const { stdout: rows } = await expectSuccess(run('--property MUC --format json'), /./);
    const ahead = JSON.parse(rows).at(-1);
    expect(ahead).toMatchObject({ sold: { now: 300 }, pickup: null, pickup7: { sold: 0 } });
  });
});

it('the morning page as a mail is the body, with the figures in the subject, without a file; a file is attached', async () => {
  const { env, run } = await platform();
  const { received, mails, env: mail } = await startMailServer();
  const folder = temporaryFolder();
  const options = { env: { ...env, ...mail }, replace: { folders: testContext().folders } };
  const flags = '--property MUC --mail-to anna@hotel.example';
  const others = ['--amounts gross --notify-on change', '--notify-on change'];
  for (const more of ['--notify-on change', ...others, `--output ${join(folder, 'brief.csv')}`])
    await expectSuccess(run(`${flags} ${more}`, undefined, options));
  // The same figures are no change, although the page names another time.
  expect(received).toHaveLength(3);
  const [page, , withFile] = await mails();
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
