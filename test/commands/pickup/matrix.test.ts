import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hotelsByMonth } from '../../../src/commands/figures/hotels-by-month.ts';
import { englishText } from '../../../src/output/words/messages.ts';
import { addDays, lastOfMonth } from '../../../src/platform/dates.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { daysBetween } from '../../measures.ts';
import { makeBookings, onTheBooks } from '../../reports/figures/books.ts';
import { booksArchive } from '../books-archive.ts';

const bookings = makeBookings('2026-10-01', 600);
const [since, now] = ['2026-10-08', '2026-10-15'];

/** Room nights on the books of both days, as the bookings themselves say. */
function pickedUp(month: string): number {
  let sum = 0;
  for (let stay = `${month}-01`; stay <= lastOfMonth(`${month}-01`); stay = addDays(stay, 1)) {
    if (stay < now) continue;
    sum += onTheBooks(bookings, now, stay).length - onTheBooks(bookings, since, stay).length;
  }
  return sum;
}

describe('pick-up of several hotels', () => {
  let run: Awaited<ReturnType<typeof booksArchive>>['run'];

  it('is one table, in the terminal and as a page: hotels down, months of stay across', async () => {
    ({ run } = await booksArchive(bookings, since));
    for (const day of [since, now])
      await expectSuccess(run('snapshot take --property MUC,LND --ahead 80d', day));
    const ended = run('pickup --property MUC,LND --since 7d --period 2026-10-15..2026-12-14');
    const { stdout } = await expectSuccess(ended);
    const expected = ['2026-10', '2026-11'].map(month => pickedUp(month));
    const sign = (value: number) => (value > 0 ? `+${value}` : String(value).replace('-', '−'));
    const line = stdout.split('\n').find(text => text.includes('MUC')) ?? '';
    for (const value of expected) expect(line).toContain(` ${sign(value)} `);
    expect(stdout).toContain('Pick-up · 8 Oct to 15 Oct');
    expect(stdout).toContain('Room nights picked up');
    const head = /Hotel +Oct, 17\u00a0of\u00a031\u00a0d +Nov +Dec, 14\u00a0of\u00a031\u00a0d +Total/;
    expect(stdout).toMatch(head);
    expect(stdout).toContain('\n2 hotels · since 8 Oct 2026 (7 days) · ');
    expect(stdout).toMatch(/On the books, 15\n.* Oct to 14 Dec\n/);
    expect(stdout).toMatch(/All hotels \(2 hotels\)/);
    expect(stdout).toContain('All hotels: snapshots of 8 Oct 2026 and 15 Oct 2026\n');
    await expectMonthsFirst();
    await expectOtherDays();
    await expectPages();
  });

  /** The months are what the table is about: on a narrow screen the other columns are left out first. */
  async function expectMonthsFirst() {
    const line = 'pickup --property MUC,LND --since 7d --period 2026-10-15..2026-12-14 --by month';
    const { stdout } = await run(line, now, { terminal: true, columns: 52 });
    expect(stdout).toMatch(/\nHotel +17\sof\s31\sd +Nov +14\sof\s31\sd +Total\n/);
    expect(stdout).toContain('Not shown at 52 columns: Their value: ');
  }

  /** What was requested and what was used are both said, once for all hotels; a snapshot is not compared with itself. */
  async function expectOtherDays() {
    const near = await run('pickup --property MUC,LND --since 10d --nearest --period 2026-11');
    expect(near.stdout).toContain('\n2 hotels · since 8 Oct 2026 (7 days) · ');
    const note = 'All hotels: no snapshot of 2026-10-05; using the nearest one, of 2026-10-08\n';
    expect([near.exitCode, near.stderr]).toEqual([0, note]);
    await expectSuccess(run('pickup --property MUC --since today --period 2026-11'), 'compared with itself');
  }

  /** The same as a page with shades, and per day for one hotel. */
  async function expectPages() {
    const file = join(temporaryFolder(), 'pickup.html');
    await run(`pickup --property MUC,LND --since 7d --period 2026-11 --output ${file}`);
    const page = readFileSync(file, 'utf8');
    expect(page).toMatch(/<td class="heat"[^>]*><span class="(?:up|down) h\d">/);
    expect(page).toContain('>All hotels <small>2 hotels</small></th>');
    await run(`pickup --property MUC --since 7d --period 2026-11 --output ${file}`);
    const one = readFileSync(file, 'utf8');
    expect(one).toContain('snapshots of 8 Oct 2026 and 15 Oct 2026');
    expect(one).toContain('Sat 14 Nov');
  }

  it('of pace has a budget of whole months', async () => {
    const archive = await booksArchive(bookings, now);
    await expectSuccess(archive.run('snapshot take --property MUC,LND --ahead 80d'));
    const file = temporaryFile(
      'budget.csv',
      'property,month,measure,amount\nMUC,2026-11,revenue,50000\nMUC,2026-11,sold,500\nLND,2026-11,revenue,1000\nLND,2026-11,sold,10\nFRA,2026-11,revenue,1\nVIE,2026-11,revenue,1\n',
    );
    const pace = (words: string) => archive.run(`pace --budget ${file} --align date ${words}`, now);
    const { stdout, stderr } = await expectSuccess(pace('--property MUC,LND --period 2026-11 --by month'));
    for (const text of [stdout, stderr])
      expect(text).toContain('in the budget, but not on this page: FRA, VIE');
    expect(stdout).toContain(' Budget');
    const sums = daysBetween('2026-11-01', '2026-11-30').flatMap(day => onTheBooks(bookings, now, day));
    const net = sums.reduce((sum, { cents }) => sum + Math.round(cents * 0.8), 0) / 100;
    const [row] = JSON.parse((await pace('--property MUC --period 2026-11 --by month --format json')).stdout);
    expect([row.netRevenue.now, row.budget]).toEqual([net, 50_000]);
    expect(row.onBudget).toBeCloseTo((net / 50_000 - 1) * 100, 2);
    const part = await pace('--property MUC --period 2026-11-11..2026-11-30 --by month --format json');
    expect(JSON.parse(part.stdout)[0].budget).toBeNull();
    expect(part.stderr).toContain('no revenue last year to spread the budget of 2026-11 by');
    const others = await pace('--property MUC --period 2026-10-16..2026-12-20 --by month');
    expect(others.stderr).toContain('no budget of revenue and sold units for 2026-10, 2026-12\n');
  });

  it('of pace names the first of the requested days that the snapshot of last year has', async () => {
    const archive = await booksArchive(bookings, '2025-10-16');
    await expectSuccess(archive.run('snapshot take --property MUC --behind 7d --ahead 80d'));
    await expectSuccess(archive.run('snapshot take --property MUC --ahead 80d', now));
    const pace = (period: string) => archive.run(`pace --property MUC --period ${period}`, now);
    const covered = 'taken on 2025-10-16 covers 2025-10-09 to';
    await expectFailure(pace('2026-10'), 2, covered, 'hint: choose a period from 2026-10-08;');
    await expectSuccess(pace('2026-10-08..2026-10-31'));
    await expectFailure(pace('2026-08-20..2026-10-31'), 2, 'hint: choose a period from 2026-09-01;');
  });

  it('of pace has a budget by day and week too: that of the day, or the month spread as last year was', async () => {
    const both = [...makeBookings('2025-10-01', 300), ...bookings];
    const archive = await booksArchive(both, now);
    await expectSuccess(archive.run('snapshot take --property MUC --ahead 80d'));
    const write = (name: string, text: string) => temporaryFile(name, `property,${text}`);
    const month = write('month.csv', 'month,measure,amount\nMUC,2026-11,revenue,50000\nMUC,2026-11,sold,500');
    const pace = async (file: string, by: string) => {
      const line = `pace --property MUC --budget ${file} --align date --period 2026-11 --by ${by} --format json`;
      const { stdout, stderr } = await expectSuccess(archive.run(line, now));
      expect(stderr).toContain(file === month ? 'spread in proportion' : '');
      return JSON.parse(stdout) as Record<string, string & number>[];
    };
    const cents = (day: string) =>
      onTheBooks(both, now, day).reduce((sum, night) => sum + Math.round(night.cents * 0.8), 0);
    const ofLastYear = daysBetween('2025-11-01', '2025-11-30').map(cents);
    const all = ofLastYear.reduce((sum, value) => sum + value, 0);
    const days = await pace(month, 'day');
    const inCents = (rows: typeof days) =>
      rows.reduce((sum, { budget = 0 }) => sum + Math.round(budget * 100), 0);
    for (const [index, { budget }] of days.entries())
      expect(budget).toBeCloseTo((50_000 * (ofLastYear[index] ?? 0)) / all, 1);
    const sums = [inCents(days), inCents(await pace(month, 'week'))];
    expect([days.length, ...sums]).toEqual([30, 5_000_000, 5_000_000]);
    const ofDays = daysBetween('2026-11-01', '2026-11-30').flatMap((day, index) => [
      `MUC,${day},revenue,${100 + index}`,
      `MUC,${day},sold,2`,
    ]);
    const daily = write('daily.csv', `day,measure,amount\n${ofDays.join('\n')}\n`);
    const ofEachDay = (await pace(daily, 'day')).map(({ budget }) => budget);
    expect(ofEachDay).toEqual(ofLastYear.map((_, index) => 100 + index));
    expect(inCents(await pace(daily, 'week'))).toBe(3000_00 + 435_00);
  });
});

it('compares a hotel only in the months that both sides have, so that a total is that of its months', () => {
  const sold = (businessDay: string, sold: number) => ({
    ...{ propertyId: 'MUC', businessDay, sold, available: 10 },
    ...{ netRevenue: sold * 100, grossRevenue: sold * 119, currency: 'EUR' },
  });
  const hotel = {
    ...{ property: 'MUC', name: 'Munich', group: undefined, currency: 'EUR', notes: [], about: [] },
    ...{ names: { earlier: ['then'], later: ['now'] }, day: '2026-11-21' },
  };
  const old = {
    ...hotel,
    earlier: [sold('2026-11-30', 4), sold('2026-12-01', 4)],
    later: [sold('2026-11-30', 5), sold('2026-12-01', 6)],
  };
  const opened = { ...old, property: 'NEW', earlier: [sold('2026-12-01', 1)] };
  const basis = { unitGroupTypes: ['BedRoom'], amounts: 'net', alignment: 'date' } as const;
  const { blocks, notes } = hotelsByMonth('pickup', basis, [old, opened], [], 0, undefined);
  const months = [
    [1, 2, 3],
    [null, 5, 5],
    [1, 7, 8],
  ];
  const unlike = 'Changes in totals count only hotels with figures on both sides.';
  expect(notes?.map(note => englishText(note))).toContain(unlike);
  expect(blocks).toMatchObject([
    { rows: months.map(([first, second, total]) => ({ cells: { 1: first, 2: second, 3: total } })) },
  ]);
});
