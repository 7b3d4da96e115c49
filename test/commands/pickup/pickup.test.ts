import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../src/platform/dates.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { booksListener, makeBookings, onTheBooks } from '../../reports/figures/books.ts';
import { booksArchive } from '../books-archive.ts';
import { runMain } from '../in-process.ts';
import { hotelWith } from '../sync/hotel-with.ts';
import { runOn } from '../sync/run-sync.ts';

const first = '2026-10-19';
const bookings = makeBookings('2026-10-01', 600);

describe('pick-up of eleven days', () => {
  let dataDir: string;
  beforeAll(async () => {
    const archive = await booksArchive(bookings, first);
    dataDir = archive.dataDir;
    for (const day of [first, '2026-10-21', '2026-10-23', '2026-10-30'])
      await expectSuccess(archive.run('snapshot take --property MUC --ahead 100d', day), 'saved');
  });
  const run = (line: string, today = '2026-10-30') =>
    runMain(line, { env: { HOTELCTL_DATA_DIR: dataDir }, now: Date.parse(`${today}T12:00:00Z`) });

  it('names the nearest snapshots if one is missing, and uses one only with --nearest', async () => {
    const line = 'pickup --property MUC --since 2026-10-20';
    const missing =
      'there is no snapshot taken on 2026-10-20; the nearest ones are 2026-10-19 and 2026-10-21';
    await expectFailure(run(line), 4, missing, 'hint: add --nearest to use the snapshot of 2026-10-19');
    const note = 'MUC: no snapshot of 2026-10-20; using the nearest one, of 2026-10-19';
    const { stdout } = await expectSuccess(run(`${line} --nearest --format json`), note);
    expect(JSON.parse(stdout)[0]).toMatchObject({ beforeTaken: '2026-10-19', nowTaken: '2026-10-30' });
    // The later snapshot is never the earlier one, so the hint does not name it.
    const earlier = 'taken on 2026-10-20; the nearest one is 2026-10-19';
    await expectFailure(run(`${line} --as-of 2026-10-21`), 4, earlier);
    const none = 'there is no snapshot before the one of 2026-10-19 to compare it with';
    await expectFailure(run('pickup --property MUC --since 2d --as-of 2026-10-19'), 4, none);
    const ended = run('pickup --property MUC --since 1d', '2026-11-02');
    await expectFailure(ended, 4, 'taken on 2026-11-02; the nearest one is 2026-10-30');
  });

  it('reports its end with the rows that it wrote, and refuses a period that a snapshot does not cover', async () => {
    const [output, metrics] = [join(temporaryFolder(), 'pickup.csv'), join(temporaryFolder(), 'pickup.prom')];
    const line = 'pickup --property MUC --since 7d --period 2026-11';
    await expectSuccess(run(`${line} --output ${output} --metrics ${metrics}`));
    const rows = 'hotelctl_last_run_rows{file="pickup.prom",report="pickup",property="MUC"} 30\n';
    expect(readFileSync(metrics, 'utf8')).toContain(rows);
    await expectFailure(run(line.replace('2026-11', '2027-06')), 2, 'covers 2026-09-01 to 2027-01-31');
  });
});

it.each(['pickup --since 7d', 'pace --period 2026-11'])(
  '%s of all properties without a snapshot is exit 4',
  async line => {
    const dataDir = temporaryFolder();
    const ended = runMain(`${line} --all-properties`, { env: { HOTELCTL_DATA_DIR: dataDir } });
    const hint = 'hint: run `hotelctl snapshot take --all-properties` to take the first ones\n';
    await expectFailure(ended, 4, `hotelctl: there is no snapshot in ${dataDir}\n${hint}`);
  },
);

describe('pace', () => {
  /** Snapshots of these days; `run` is `pace` of MUC on 20 October, which needs no network. */
  async function prepare(taken: readonly string[]) {
    const { run, serve } = await booksArchive(bookings, first);
    for (const day of taken)
      await expectSuccess(run('snapshot take --property MUC --ahead 100d', day), 'saved');
    return { serve, run: (flags: string) => run(`pace --property MUC ${flags}`, '2026-10-20') };
  }

  it('compares with the books of last year at the same lead time, and with the actual result if there is no snapshot', async () => {
    const { run, serve } = await prepare(['2026-10-20']);
    const lastYear = bookings.map(booking => ({
      ...booking,
      created: addDays(booking.created, -365),
      arrival: addDays(booking.arrival, -365),
    }));
    serve(booksListener(lastYear, () => '2026-10-20'));
    const line = '--period 2026-11 --align date';
    const actual = await expectSuccess(run(`${line} --format json`), 'compared with the actual result');
    const table = await run(line);
    expect(table.stdout).toMatch(
      /^Pace · MUC · snapshot of 20 Oct 2026 compared with the actual result · stays 1 Nov 2026 to 30 Nov 2026 · bedrooms only, net of VAT\n/,
    );
    const [row] = JSON.parse(actual.stdout);
    expect(row).toMatchObject({ stayDate: '2026-11-01', daysBefore: 12 });
    expect(row).toMatchObject({ versusDate: '2025-11-01', versusBasis: 'actual', versusTaken: null });
    expect(row.sold.versus).toBe(onTheBooks(lastYear, '2026-10-20', '2025-11-01').length);
    expect(row.sold.now).toBe(onTheBooks(bookings, '2026-10-20', '2026-11-01').length);
  });

  it('has no figures of last year if the platform sends no body for it', async () => {
    const { run, serve } = await prepare(['2026-10-20']);
    serve((_, response) => response.writeHead(204).end());
    const ended = run('--period 2026-11 --align date --format json');
    const { stdout } = await expectSuccess(ended, /^MUC: no figures for 2025-11 to compare with\n$/);
    const rows: { readonly stayDate: string; readonly sold: object }[] = JSON.parse(stdout);
    expect(rows).toHaveLength(30);
    for (const { stayDate, sold } of rows) {
      const now = onTheBooks(bookings, '2026-10-20', stayDate).length;
      expect(sold).toEqual({ versus: null, now, difference: null });
    }
  });

  it('compares with an earlier snapshot, each stay date as far ahead as it is now, offline', async () => {
    const { run, serve } = await prepare(['2026-10-06', '2026-10-20']);
    serve(() => expect.fail('requested'));
    const line = '--period next-14-days --versus 2026-10-06';
    const { stdout } = await expectSuccess(run(`${line} --format json`), /^$/);
    for (const { stayDate, versusDate, versusBasis, sold } of JSON.parse(stdout)) {
      expect([versusDate, versusBasis]).toEqual([addDays(stayDate, -14), 'on the books']);
      expect(sold.versus).toBe(onTheBooks(bookings, '2026-10-06', versusDate).length);
      expect(sold.difference).toBe(sold.now - sold.versus);
    }
    const chart = await run(`${line} --chart`);
    const title = /^Pace · MUC · snapshot of 20 Oct 2026 compared with the snapshot of 6 Oct 2026/;
    expect(chart.stdout).toMatch(title);
    expect(chart.stdout).toMatch(/^Tue 2026-10-20 +\d+\.\d\d +\d+\.\d\d /m);
    await expectFailure(run('--period 2026-11 --versus 2026-10-10'), 4);
    // The days of the nearest snapshot are as far ahead of it as they are now.
    const nearest = run('--period next-14-days --versus 2026-10-10 --nearest --format json');
    expect((await expectSuccess(nearest, 'using the nearest one, of 2026-10-06')).stdout).toBe(stdout);
  });
});

it.each(['property', 'region'])('a page by %s has the sums of all hotels at the top', async by => {
  const env = { ...(await hotelWith('', text => text)), HOTELCTL_DATA_DIR: temporaryFolder() };
  const portfolio = temporaryFile('portfolio.csv', 'property,region\nMUC,North\nLND,South\n');
  await runOn('2026-11-21', 'snapshot take --property MUC,LND --ahead 10d', env);
  const line = `pickup --property MUC,LND --since today --period next-7-days --by ${by} --portfolio ${portfolio} --format html`;
  const { stdout } = await expectSuccess(runOn('2026-11-21', line, env));
  const texts = stdout.split(/<[^>]*>/).filter(text => text.trim() !== '');
  const after = (index: number) => texts[index + 1];
  const sold = texts.indexOf('Sold 21 Nov');
  expect(after(sold)).toBe(after(texts.lastIndexOf('Total')));
  // The change of both hotels, in place of the earlier sum.
  expect(after(sold + 1)).toBe('0');
  const compared = 'snapshots of 21 Nov 2026 and 21 Nov 2026';
  expect(stdout).toContain(compared);
  // A chart names weeks as its table does.
  const weeks = await expectSuccess(runOn('2026-11-21', line.replace(`--by ${by}`, '--by week'), env));
  expect(weeks.stdout).toContain('>16 Nov 2026</text>');
  // A hotel on another day is named, and the others still say what they compare.
  await runOn('2026-11-21', 'snapshot take --property TYO --ahead 10d --business-day yesterday', env);
  const several = line.replace('MUC,LND', 'MUC,LND,TYO --nearest').replace('html', 'table');
  const { stdout: table } = await expectSuccess(runOn('2026-11-21', several, env));
  expect(table).toMatch(new RegExp(`^Pick-up · 3 properties · ${compared} · .*Another day: `));
});
