import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agreesTable } from '../../../src/commands/month-end/check-tables.ts';
import type { ClosedMonth } from '../../../src/commands/month-end/close-result.ts';
import type { Pieces } from '../../../src/output/document/document.ts';
import { englishText } from '../../../src/output/words/messages.ts';
import { notComparable, runCheck } from '../../../src/reports/close/check.ts';
import type { CloseBooks } from '../../../src/reports/close/month-books.ts';
import { main } from '../../../src/start/main.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { workbookSheets } from '../../output/workbook-parts.ts';
import {
  accountsReceivable,
  type Bodies,
  chargeLine,
  charges,
  monthOf,
  postLine,
  revenuesOf,
  type Stay,
  stays,
  visa,
} from '../../reports/close/small-month.ts';
import { receivables } from '../../reports/journal/ledger-lines.ts';
import { wordsOf } from '../../words.ts';
import { findUntranslated } from '../page-texts.ts';
import { at, closePlatform, foldersIn, keptCloses, post, postLate } from './close-platform.ts';

const later = at('2026-11-09T12:00:00Z');
const oneClose = keptCloses(({ run }) => run());
const checkIn = (month: Bodies, id: string) => month['checks'].find((check: Bodies) => check['id'] === id);
function orderBreakfast(bodies: Bodies) {
  const order = { id: 'BRKF', code: 'B', name: 'Breakfast', serviceDate: '2026-10-04', count: 1 };
  const amount = { amount: 18.9, currency: 'EUR' };
  bodies['ordered-services'] = { orderedServices: [{ ...order, amount }], count: 1 };
}

it('counts all figures of a check that were not compared, of which it keeps the first', () => {
  const invoices = Array.from({ length: 1200 }, (_, index) => notComparable([`R-${index}`], ['no lines']));
  const identity = { id: 'I1', title: 'Invoices', says: 'Invoices', compare: () => invoices } as const;
  const check = runCheck(identity, { isComplete: true } as CloseBooks);
  const month = { books: { property: 'MUC' }, checks: [{ ...check, state: 'agrees' }] };
  const [row] = agreesTable(month as unknown as ClosedMonth, { sign: '' }).rows;
  const words = englishText(row?.cells.at(-1) as Pieces);
  expect(words).toMatch(/^1,?200 not comparable; not checked: R-0: no lines; .* and 1,?196 more$/);
});

describe('close', () => {
  it('of which one property has lost all is named by close, list and verify, and does not begin a second chain', async () => {
    const { env, dataDir } = await closePlatform();
    const context = testContext({ env, now: later });
    const run = (line: string) => main(wordsOf(line), context);
    for (const property of ['MUC', 'LND'])
      expect(await run(`close --property ${property} --period 2026-10`)).toBe(0);
    const lost = foldersIn(dataDir).find(folder => folder.includes('property=MUC')) ?? '';
    rmSync(dirname(lost), { recursive: true });
    expect(await run('close --property MUC --period 2026-10')).toBe(8);
    expect(await run('close list')).toBe(7);
    expect(context.err().match(/property=MUC had closes, of which nothing is left/g)).toHaveLength(2);
    expect(await run('close verify --format csv')).toBe(10);
    expect(context.out()).toMatch(/^MUC,failed,.*MUC had closes, of which nothing is left/m);
    expect(context.out()).toMatch(/^LND 2026-10,passed,/m);
  });

  it('after a killed one, which left a folder without closes, may fail and begin again', async () => {
    const { bodies, env, dataDir, run } = await closePlatform();
    const context = testContext({ env, now: later });
    await expectSuccess(run('--property LND'), 'saved as close 1');
    const [kept = ''] = foldersIn(dataDir);
    mkdirSync(join(dirname(dirname(kept)), 'property=MUC'));
    const close = () => main(wordsOf('close --property MUC --period 2026-10'), context);
    const again = bodies['revenues-again'];
    bodies['revenues-again'] = 204;
    expect(await close(), context.err()).toBe(6);
    bodies['revenues-again'] = again;
    expect(await close(), context.err()).toBe(0);
  });

  it('requests each report with its own bounds, the ledger between two of revenues, and keeps what it received', async () => {
    const { bodies, requested, dataDir, run } = await closePlatform();
    const { stdout } = await expectSuccess(run(), 'MUC: saved as close 1, ');
    expect(stdout).toMatch(/^Close of October 2026 · MUC\n/);
    const month = 'propertyId=MUC&month=10&year=2026';
    const revenues = 'revenues?propertyId=MUC&from=2026-10-01&to=2026-11-01&languageCode=en';
    const filter = 'propertyId=MUC&dateFilter=gte_2026-10-01&dateFilter=lt_2026-11-01';
    const days = 'property-performance?propertyId=MUC&from=2026-10-01&to=2026-10-31';
    expect(requested).toEqual([
      revenues,
      `gross-transactions?${filter}`,
      `company-invoices-vat?${filter}`,
      `${days}&expand=businessDays`,
      `${days}&unitGroupTypes=BedRoom&expand=businessDays`,
      ...['room-nights', 'bed-nights', 'arrivals'].map(report => `${report}?${month}`),
      revenues,
    ]);
    const [folder = ''] = foldersIn(dataDir);
    for (let path = folder; path !== dataDir; path = dirname(path))
      expect(statSync(path).mode & 0o777, path).toBe(0o700);
    const kept = JSON.parse(readFileSync(join(folder, 'gross-transactions.json'), 'utf8'));
    expect(kept).toEqual(bodies['gross-transactions']);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.files[1]).toMatchObject({
      file: 'gross-transactions.json',
      path: `/reports/v0-nsfw/reports/gross-transactions?${filter}`,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('ends with exit 10 if something is open, and JSON has the two figures, the difference and the lines', async () => {
    const { bodies, run } = await closePlatform();
    bodies['gross-transactions'].transactions[0].grossAmount += 0.01;
    // A day that is listed twice is open too, and the close is not refused.
    const { businessDays } = bodies['property-performance'];
    businessDays.push(businessDays[4]);
    const { stdout } = await expectExit(run('--format json'), 10, 'R2 Revenue per account, gross');
    const month = JSON.parse(stdout);
    expect(checkIn(month, 'P5').state).toBe('open');
    expect([month.state, month.close.sequence, month.close.hash.length]).toEqual(['open', 1, 64]);
    expect(checkIn(month, 'R2').comparisons[0]).toMatchObject({
      left: 837.01,
      difference: 0.01,
      state: 'open',
      lineCount: 7,
    });
  });

  it('is refused until 06:00 of the first day at the property, unless it is provisional and keeps nothing', async () => {
    const { dataDir, requested, run } = await closePlatform();
    const early = at('2026-11-01T05:59:59+01:00');
    await expectFailure(run('', early), 2, '2026-10 can be closed from 2026-11-01, 06:00');
    const before = at('2026-09-30T23:59:59+02:00');
    await expectFailure(run('--provisional', before), 2, '\nhint: use --period last-month\n');
    expect(requested).toEqual([]);
    const shown = await expectSuccess(run('--provisional', early));
    expect(shown.stdout).toMatch(/^Provisional close of October 2026/);
    expect(shown.stdout).toContain('nothing is kept');
    expect(foldersIn(dataDir)).toEqual([]);
  });

  it('is refused while the nights of the last day are not posted: the night audit has not run', async () => {
    const { bodies, dataDir, run } = await closePlatform();
    const last = bodies['property-performance'].businessDays[30];
    last.grossAccommodationRevenue = { amount: 100, currency: 'EUR' };
    await expectFailure(run(), 5, 'the night audit has not run');
    expect(foldersIn(dataDir)).toEqual([]);
    // Revenues without the group of accommodation say nothing of it.
    for (const report of ['revenues', 'revenues-again']) bodies[report].children.shift();
    bodies['property-performance'].netFoodAndBeveragesRevenue.amount += 0.4;
    const { exitCode, stdout, stderr } = await run();
    expect([exitCode, stderr]).toEqual([10, expect.stringContaining('R2 Revenue per account')]);
    expect(stdout).toMatch(/: net food and beverages .* 0\.40 +open/);
  });

  it.each([
    [
      (bodies: Bodies) => delete bodies['gross-transactions'].transactions[2].creditedAccount,
      /hotelctl: the gross-transactions report .*missing: transactions\[\]\.creditedAccount .*\n.*\nhint: see the response.*nothing was kept.*assume\.transactions\.fields/,
    ],
    [
      ({ revenues }: Bodies) => delete revenues.grossAmount,
      /hotelctl: the revenues report .*missing: grossAmount .*\n.*\nhint: see .*assume\.revenues\.fields/,
    ],
  ])('is refused if a field is missing, and keeps nothing: %s', async (remove, message) => {
    const { bodies, dataDir, run } = await closePlatform();
    remove(bodies);
    bodies['revenues-again'] = bodies['revenues'];
    await expectFailure(run('--verbose'), 6, message);
    expect((await run()).stderr).not.toContain('assume.');
    expect(foldersIn(dataDir)).toEqual([]);
  });

  it('shows what has changed since, and keeps a further close only then', async () => {
    const { bodies, dataDir, run, json } = oneClose();
    for (const { reservation } of bodies['gross-transactions'].transactions)
      if (reservation.id === 'AAA-1') reservation.status = 'InHouse';
    const same = await run('', later);
    expect(same.stdout).toContain('No posting has changed since close 1 of 1 November 2026, 06:00.');
    expect(same.stdout).toContain('Closed by hotelctl close on 1 November 2026, 06:00; this close, number 1');
    // The list has the same time, which is that of the property.
    expect((await run('list')).stdout).toContain('2026-11-01 06:00:00');
    expect(same.stderr).toMatch(/^MUC: equal to close 1, [0-9a-f]{64}, so no further one is kept$/m);
    expect(foldersIn(dataDir)).toHaveLength(1);
    postLate(bodies);
    const changed = await json('', later);
    const entry = { entry: 'LATE-1', what: 'added', date: '2026-10-31', before: null, now: 7 };
    expect(changed.changes).toMatchObject({ count: 1, entries: [entry], reports: ['revenues'] });
    expect(foldersIn(dataDir)).toHaveLength(2);
    // The page that is written next shows what its close has changed, which is in no other one.
    const again = await json('', later);
    const lines = [{ entry: 'LATE-1', gross: 7 }];
    expect(checkIn(again, 'PR').comparisons[2]).toMatchObject({ lineCount: 1, lines });
    expect([again.close.sequence, again.changes]).toEqual([2, changed.changes]);
    const page = await run('', later);
    expect(page.stdout).toContain('1 entry since close 1 of 1 November 2026, 06:00; revenues changed');
    expect(foldersIn(dataDir)).toHaveLength(2);
  });

  it('says of each entry that has changed since what its lines were, and are', async () => {
    const { bodies, run, json } = oneClose();
    const ledger = bodies['gross-transactions'];
    const [first] = ledger.transactions;
    const { sourceEntryNumber: entry, grossAmount } = ledger.transactions.pop();
    ledger.count -= 1;
    const before = first.grossAmount;
    first.grossAmount += 1;
    const changed = { entry: first.sourceEntryNumber, what: 'changed', before, now: before + 1 };
    const gone = { entry, what: 'removed', before: grossAmount, now: null };
    expect((await json('', later)).changes).toMatchObject({ count: 2, entries: [changed, gone] });
    post(bodies, ...Array.from({ length: 102 }, (_, at) => ({ ...first, sourceEntryNumber: `NEW-${at}` })));
    const { stdout } = await run('', later);
    expect(stdout).toMatch(/102 entries since close 2 of [^;]+; Only counted: 2 more\./);
  });

  it('names a guest report that has changed since, although no posting has', async () => {
    const { bodies, dataDir, run, json } = oneClose();
    bodies.arrivals.total += 1;
    bodies.arrivals.totalAdults += 1;
    expect((await json('', later)).changes).toMatchObject({ count: 0, reports: ['arrivals'] });
    expect(foldersIn(dataDir)).toHaveLength(2);
    const pageIn = async (locale: string) => (await run(`--format html --locale ${locale}`, later)).stdout;
    const changed = /No posting has changed since close 1 of [^<]*, [^<]*; arrivals changed\./;
    expect(await pageIn('en')).toMatch(changed);
    expect(await findUntranslated(pageIn, bodies)).toEqual([]);
  });

  it.each([
    ['the month before was closed', '--period 2026-09', ''],
    ['a flag adds a check', '--period 2026-10', ' --service BRKF=8240 --service BRKF=8240'],
  ])('keeps a further close if %s: no page has the hash of other figures', async (_, first, flag) => {
    const { bodies, list, run } = await closePlatform();
    orderBreakfast(bodies);
    await run();
    await run(first);
    const ended = run(`--format json${flag}`);
    const { stdout } = await expectExit(ended, flag ? 10 : 0, /^MUC: saved as close [23], /);
    const { hash, state } = (await list()).at(-1);
    const month = JSON.parse(stdout);
    expect(month).toMatchObject({ close: { hash }, state });
    expect(checkIn(month, 'S1').comparisons).toHaveLength(1);
    expect((await run(flag)).stderr).toContain(`, ${hash}, so no further one is kept`);
  });

  it('names the months that begin with other balances, after one before them was closed again', async () => {
    const { bodies, dataDir, hotelctl, ofOctober, run } = await closePlatform();
    const [september, november] = ['--period 2026-09', '--period 2026-11'];
    const december = at('2026-12-02T12:00:00Z');
    for (const flags of [september, '']) await run(flags);
    // It names no invoice: only the balance of the control account is another one.
    const late = postLine(stays[0] as Stay, 0, accountsReceivable, visa, 700);
    bodies['gross-transactions 2026-09'] = { transactions: [late], count: 1 };
    const words = 'MUC: close 2 of 2026-10 does not begin with the balances of close 3 of 2026-09';
    expect((await run(september)).stderr).toContain(`warning: ${words}; close 2026-10 again, then`);
    await expectFailure(run(november, december), 2, words);
    const signed = ofOctober('close sign --prepared Berger');
    for (const shown of [signed, run('--close last'), hotelctl('close list')])
      await expectSuccess(shown, `warning: ${words}\n`);
    await expectSuccess(hotelctl('journal --property MUC --period 2026-09..2026-10'), '; closes 3, 2, chain');
    const changed = join(foldersIn(dataDir)[1] ?? '', 'close.json');
    renameSync(changed, `${changed}.old`);
    await expectSuccess(run('--close last'), /^warning: the close .*2026-09.0003.* was changed: [^\n]*\n$/);
    renameSync(`${changed}.old`, changed);
    await run();
    expect((await run(november, december)).stderr).toContain('MUC: saved as close 8');
  });

  it('refuses a month in which nothing was posted or sold, unless it follows a close', async () => {
    const { bodies, dataDir, run } = await closePlatform();
    const full = { ...bodies };
    Object.assign(bodies, monthOf([], []));
    const nothing = /MUC has neither postings nor sold units in 2026-10\nhint: check --period/;
    await expectFailure(run(), 2, nothing);
    expect(foldersIn(dataDir)).toEqual([]);
    Object.assign(bodies, full);
    await run('--period 2026-09');
    Object.assign(bodies, monthOf([], []));
    const { stdout } = await run();
    expect(stdout).toMatch(/^Posted revenue, gross +0\.00 EUR$/m);
    expect(foldersIn(dataDir)).toHaveLength(2);
  });

  it('has a page, a row for each check, and a result of each property', async () => {
    const { run, json } = await closePlatform();
    const { stdout: page } = await run('--format html');
    expect(page).toContain('<span class="state up">agrees</span>');
    expect(page.match(/<details>/g)).toHaveLength(43);
    expect(page.match(/<details class="printed">/g)).toHaveLength(6);
    // Nothing was canceled, so no day has such a step.
    expect(page).not.toContain('Charges of canceled reservations and no-shows');
    const rows = await run('--format ndjson');
    expect(rows.stdout.trim().split('\n')).toHaveLength(43);
    expect(await json('--all-properties')).toHaveLength(2);
    const { stdout: table } = await run('--property MUC,NOPE --columns id');
    expect(table).toMatch(/^1 of 2 hotels\. Missing: NOPE \(you have no access to property NOPE\)/);
  });

  it('has a workbook of several properties that begins with a table of them, and of one that has a sheet for each kind of check', async () => {
    const { bodies, run } = await closePlatform();
    bodies['room-nights'].total += 1;
    const file = join(temporaryFolder(), 'close.xlsx');
    const write = async (line: string) => {
      await run(`${line} --provisional --output ${file}`);
      return workbookSheets(readFileSync(file));
    };
    const sheets = await write('--all-properties');
    expect(sheets.map(({ name }) => name)).toEqual(['Overview', 'MUC', 'LND', 'About']);
    const cells = [...(sheets[0]?.cells ?? [])];
    const row = cells.find(([, text]) => text === 'MUC')?.[0].slice(1);
    const shown = cells.filter(([place]) => place.slice(1) === row).map(([, text]) => text);
    const posted = String(bodies['revenues'].grossAmount.amount);
    expect(shown.slice(0, 3)).toEqual(['MUC', posted, '0']);
    expect(shown.slice(-3)).toEqual(['3', expect.any(String), 'open']);
    const names = (await write('--property MUC')).map(({ name }) => name);
    const details = ['From booked to posted revenue', 'Ledgers', 'Revenue', 'VAT', 'Performance', 'Invoices'];
    expect(names).toEqual(['Overview', ...details, 'About']);
  });

  it('has a translation of each text of its page, on the screen too', async () => {
    const bodies = monthOf(stays, charges);
    const { transactions } = bodies['gross-transactions'];
    const later = { ...transactions[1], sourceEntryNumber: 'LATER' };
    transactions[0].grossAmount += 0.01;
    transactions[2].timestamp = '2026-10-12T23:30:00Z';
    transactions.push({ ...later, grossAmount: 1000, netAmount: 1000, taxes: null });
    bodies['room-nights'].total += 9;
    const silent = Array.from({ length: 7 }, (_, index) => `SILENT-${index}`);
    bodies['room-nights'].travelPurposeBreakdown[0].reservationIds = silent;
    for (const [flags, now] of [
      ['', undefined],
      [' --provisional', at('2026-11-01T05:59:59+01:00')],
    ] as const) {
      const pageIn = async (locale: string) => {
        const { run } = await closePlatform(bodies);
        return (await run(`${flags} --format html --locale ${locale}`, now)).stdout;
      };
      expect(await findUntranslated(pageIn, bodies)).toEqual([]);
      // The lines of a check were posted at a time of the hotel, as people write it.
      expect(await pageIn('de')).toContain('>13.10.2026 01:30<');
    }
    const { run } = await closePlatform(bodies);
    const { stdout } = await run('--locale de');
    expect(stdout).toMatch(/^Abschluss Oktober 2026 · MUC\n/);
    expect(stdout).toMatch(/ stimmt überein /);
    expect(stdout).toContain('gebucht am 13.10.2026 mit dem Geschäftstag 04.10.2026; 1');
    expect(stdout).toMatch(/SILENT-4\s+und\s+2\s+weitere/);
  });

  it('shows an open difference with what may be missing, and the finding that knows the stay', async () => {
    const { bodies, run } = await closePlatform();
    const ledger = bodies['gross-transactions'];
    ledger.transactions.splice(0, 1);
    ledger.count -= 1;
    const { stdout } = await run();
    const { stdout: html } = await run('--format html');
    const unfolded = [...html.matchAll(/<details open><summary>.*: (.+)</g)].map(([, state]) => state);
    expect(unfolded.sort()).toEqual([...Array(5).fill('open'), 'question']);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toMatch(/Revenue per account, gross: 8130 .* -119\.50 open a posting may be missing/);
    expect(words).toContain('AAA-1 differs by the same amount (Guest ledger)');
    expect(words).toMatch(/not charged: AAA-1 \(\d Oct\)/);
    // One error is not added up over the checks that find it.
    expect(stdout).toMatch(/^Checks open +5 of 36$/m);
    expect(stdout).toMatch(/^Not explained by any step \(on 1 day\) .* open$/m);
    expect(stdout).not.toContain('in all');
  });

  it('shows 200 open differences, how many more are in JSON, and how many are only counted', async () => {
    const { bodies, run } = await closePlatform();
    const list = bodies['company-invoices-vat'];
    const [{ invoice, company }] = list.companyInvoices;
    const outstandingPayment = { amount: 1, currency: 'EUR' };
    list.companyInvoices = Array.from({ length: 1002 }, (_, number) => ({
      company,
      invoice: { ...invoice, number: `INV-${number}`, outstandingPayment },
    }));
    list.count = list.companyInvoices.length;
    // One of each invoice in I3 and in I4, and those of the invoice in the ledger.
    const words = /^Open {2}In the JSON: 1,800 more\. Only counted: 6 more\.$/m;
    expect((await run()).stdout).toMatch(words);
  });

  it('names the stay whose balance is the difference, also one that was canceled before its days', async () => {
    const { bodies, run } = await closePlatform();
    const stay: Stay = { id: 'NOV-1', arrival: 40, departure: 42, status: 'Canceled' };
    const fee = chargeLine(stay, { stay: stay.id, day: 4, cents: 5000, account: '8410' });
    post(bodies, postLine(stay, 4, visa, receivables, 5000));
    const posted = [...bodies['gross-transactions'].transactions, fee];
    bodies['revenues'] = bodies['revenues-again'] = revenuesOf(posted);
    const { stdout } = await run();
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('NOV-1 differs by the same amount (Guest ledger)');
  });

  it('names an entry that is listed twice, and no step of the bridge has it', async () => {
    const { bodies, run } = await closePlatform();
    const [line] = bodies['gross-transactions'].transactions;
    post(bodies, line);
    const { stdout } = await run();
    expect(stdout).toContain(`1 posting, first ${line.sourceEntryNumber} of 2026-10-03, 119.50 EUR`);
    expect(stdout).not.toContain('Further charges');
    expect(stdout).toMatch(/^Not explained by any step \(on 1 day\) +\+119\.50 .*not explained$/m);
    // Steps of the bridge are neither good nor bad, neither in sum nor by day.
    const { stdout: html } = await run('--format html');
    const amounts = html.match(/class="(?:up|down|flat)">[+−]119\.50/g);
    expect(amounts).toEqual(Array(3).fill('class="flat">+119.50'));
  });

  it.each([
    ['--service BRKG', /no orders of a service BRKG in this month\nhint: compare the id/],
    ['--service BRKF=824', /must be one of 8130, 8240, not "824"\nhint: did you mean 8240\?/],
    ['--time-slice-definition X', /^hotelctl: --time-slice-definition: MUC has sold no bedroom over night/],
  ])('is refused for a typo in %s, and nothing is kept', async (flag, words) => {
    const { bodies, dataDir, run } = await closePlatform();
    orderBreakfast(bodies);
    bodies['property-performance-bedrooms'].soldCount = 0;
    await expectFailure(run(flag), 2, words);
    expect(foldersIn(dataDir)).toEqual([]);
  });

  it('begins with balances in its own currency, and says how many postings were in a former one', async () => {
    const { bodies, run } = await closePlatform();
    const lineOf = (day: number, currency: string) =>
      postLine(stays[0] as Stay, day, receivables, visa, 700, { currency });
    bodies['gross-transactions 2026-09'] = { transactions: [lineOf(-9, 'EUR')], count: 1 };
    bodies['gross-transactions 2026-08'] = { transactions: [lineOf(-39, 'BGN')], count: 1 };
    const { stdout, stderr } = await run('--format json');
    expect(stderr).toContain('the opening balances leave out earlier postings that are not in EUR: 1\n');
    expect(JSON.parse(stdout).openings).toMatchObject({ from: 'history', since: '2026-09-01' });
  });

  it('begins with the balances of --opening, which a second close of the month keeps, and is verified with its --tolerance', async () => {
    const { run, json, dataDir } = await closePlatform();
    const file = join(dataDir, 'opening.csv');
    const rows = [
      'city,OLD-1,"218,00"',
      'guest,AAA-1,-20.5',
      'deposit,"BBB-1, 7 %",-30',
      'house,HOUSE,12',
      '',
    ];
    writeFileSync(file, ['ledger,reference,amount', 'guest,A,1.00', 'guest,B,10.005', ''].join('\n'));
    await expectFailure(run(`--opening ${file}`), 2, '--opening: B: 10.005 is not an amount in EUR');
    writeFileSync(file, ['ledger,reference,amount', ...rows].join('\n'));
    const { ledgers, openings } = await json(`--opening ${file} --tolerance 50,00`);
    expect(openings).toMatchObject({ from: 'file', since: null });
    const opened = ledgers.map(({ ledger, opening, items }: Bodies) =>
      [{ reference: ledger, opening }, ...items]
        .flatMap(each => (each.opening === 0 ? [] : `${each.reference} ${each.opening}`))
        .join(),
    );
    expect(opened).toEqual([
      'guest -20.5,AAA-1 -20.5',
      'deposit -30,BBB-1, 7 % -30',
      'city 218,OLD-1 218',
      'house 12,HOUSE 12',
    ]);
    // The accounts begin with them too.
    for (const { ledger, closing, control } of ledgers) expect([ledger, control]).toEqual([ledger, closing]);
    expect((await json()).ledgers).toEqual(ledgers);
    await expectSuccess(run('verify'));
  });

  it.each([
    ['cities,A,1', 'line 2: ledger must be one of guest, deposit, city, house'],
    ['city,,1', 'line 2: it has no reference'],
    ['city,A,1.2.3', 'line 2: "1.2.3" is not an amount'],
    ['city,A,1.123456789', 'line 2: "1.123456789" is not an amount'],
    ['city,A,1\ncity,A,2', 'line 3: A occurs twice'],
  ])('refuses an opening file with %s, before anything is sent', async (lines, message) => {
    const { run, dataDir, requested } = await closePlatform();
    const file = join(dataDir, 'opening.csv');
    writeFileSync(file, `ledger,reference,amount\n${lines}\n`);
    await expectFailure(run(`--opening ${file}`), 2, message);
    await expectFailure(run(`--opening ${file} --all-properties`), 2, '--opening takes one property');
    expect(requested).toEqual([]);
  });
});
