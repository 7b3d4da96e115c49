import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePack, type PackBooks } from '../../../src/commands/figures/pack-figures.ts';
import { packDocument } from '../../../src/commands/figures/pack-page.ts';
import { localeFormat } from '../../../src/output/number-format.ts';
import { englishText } from '../../../src/output/words/messages.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { companyInvoice, dayMeasures, requestedDays, unitGroupOf } from '../../measures.ts';
import { workbookSheets } from '../../output/workbook-parts.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener } from '../reports-platform.ts';
import { hotelWith } from '../sync/hotel-with.ts';
import { runOn } from '../sync/run-sync.ts';

/** Per day: sold, available and net cents; the garage sells as many places for as much. LND opened this year. */
const hotels = {
  MUC: { currency: 'EUR', 2025: [5, 19, 40_000], 2026: [10, 20, 100_000] },
  VIE: { currency: 'EUR', 2025: [8, 10, 80_000], 2026: [6, 10, 66_000] },
  LND: { currency: 'GBP', 2025: [0, 0, 0], 2026: [4, 8, 50_000] },
} as const;
type Id = keyof typeof hotels;

const measures = (currency: string, [sold = 0, house = 0, net = 0]: readonly number[]) =>
  dayMeasures([sold, house, 0], { gross: net * 1.2, net }, currency);

/** Accommodation of what was posted: MUC and VIE 20,000 and 18,000; breakfast is posted only this year. */
function revenues(currency: string, year: string | undefined) {
  const node = (number: string, name: string, amount: number, children: object[] = []) => ({
    account: { name, number, type: 'Revenues' },
    netAmount: { amount, currency },
    grossAmount: { amount, currency },
    children,
  });
  return year === '2026'
    ? node('8000', 'Revenues', 20_300, [node('8100', 'Rooms', 20_000), node('8200', 'Breakfast', 300)])
    : node('8000', 'Revenues', 18_000, [node('8100', 'Rooms', 18_000)]);
}

const invoice = (currency: string) => {
  const [subTotal, outstandingPayment] = [120.5, 20].map(amount => ({ amount, currency }));
  return companyInvoice({ subTotal, outstandingPayment }, { name: 'Acme & Söhne' });
};

/** @param day until which last year has its result; later days are half booked */
async function platform(requested: string[] = [], day = () => '2026-11-21') {
  const properties = Object.entries(hotels).map(([id, { currency }]) => ({
    ...germanHotel(id, `Hotel ${id}`),
    currencyCode: currency,
  }));
  const { url } = await localServer(
    platformListener(properties, (report, query) => {
      requested.push(`${report} ${query}`);
      const id = query.get('propertyId') as Id;
      const { currency } = hotels[id];
      if (report === 'revenues') return revenues(currency, query.get('from')?.slice(0, 4));
      if (report === 'company-invoices-vat') return { companyInvoices: [invoice(currency)], count: 1 };
      const businessDays = requestedDays(query).map(businessDay => {
        const isBooked = businessDay < '2026' && businessDay >= day();
        const figures = isBooked ? [3, 19, 25_000] : hotels[id][businessDay < '2026' ? 2025 : 2026];
        const own = measures(currency, figures);
        const group = (name: string, type: string) => ({ unitGroup: unitGroupOf(name, type), ...own });
        return { businessDay, ...own, unitGroups: [group('DBL', 'BedRoom'), group('CAR', 'ParkingLot')] };
      });
      return { ...measures(currency, [0, 0, 0]), businessDays };
    }),
  );
  return url;
}

const now = Date.parse('2026-11-21T12:00:00Z');

async function runPack(words: string, files: Record<string, string> = {}, env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const requested: string[] = [];
  const url = await platform(requested);
  const options = { env: { ...signedIn(url), ...env }, now };
  const ran = await runMain(`pack ${words.replaceAll('FOLDER', folder)}`, options);
  return { ...ran, folder, requested, lines: ran.stdout.split('\n') };
}

const budget = [
  'property,month,measure,amount',
  'MUC,2026-10,revenue,"31000,00"',
  'MUC,2026-10,sold,300',
  'MUC,2026-10,8100,19000',
  'VIE,2026-10,Revenue,20000',
  'VIE,2026-10,sold,200',
  'VIE,2026-10,available,400',
].join('\n');
const portfolio = 'property,name,region\nMUC,Isarblick,South\nVIE,Donau,South\nLND,Tower,Abroad\n';
const files = { 'budget.csv': budget, 'portfolio.csv': portfolio };
const flags = '--all-properties --budget FOLDER/budget.csv --portfolio FOLDER/portfolio.csv';

/** The cells of the first line that starts like this. */
const rowOf = (lines: readonly string[], start: string) => {
  const line = lines.find(each => each.trimStart().startsWith(start));
  return line?.trim().replace(/ {2,}/g, ' | ');
};

describe('the month pack', () => {
  it('puts a month beside last year and budget, from the sums of hotels with one currency', async () => {
    const { lines, stdout, requested } = await expectSuccess(
      runPack(`${flags} --period last-month`, files),
      'LND: no figures for 2025-10 to compare with\nLND: no budget of revenue and sold units for 2026-10\n' +
        'amounts are in EUR and GBP, and are not added up; add `--currency EUR --rates FILE` to convert them\n',
    );
    expect(requested.filter(each => each.includes('2025-10-01')).length).toBe(6);
    // Days are compared with weekdays, whose last one is 1 November.
    expect(requested.filter(each => each.includes('to=2025-11-01&expand')).length).toBe(3);
    expect(stdout).toContain(
      'Days\ndays against the same weekday of last year · totals against the same dates of last year\n',
    );
    // 31 days: sold 310 + 186 of 620 + 310, revenue 31,000 + 20,460; last year 155 + 248 of 589 + 310, 12,400 + 24,800.
    expect(lines[0]).toBe('Month pack · October 2026');
    expect(lines[1]).toContain('3 hotels · bedrooms only, net of VAT · changes against the same date');
    expect(stdout).toContain('\nAmounts at the top: 2 of 3 hotels (EUR).\n');
    expect(stdout).not.toContain('rates FILE');
    const performance = lines.slice(lines.indexOf('Performance · All EUR hotels'));
    expect(rowOf(performance, 'Occupancy')).toBe('Occupancy (%) | 53.3 | 44.8 | +8.5 pts | 49.0 | +4.3 pts');
    expect(rowOf(performance, 'ADR')).toBe('ADR (EUR) | 103.75 | 92.31 | +12.4 % | 102.00 | +1.7 %');
    expect(rowOf(performance, 'RevPAR')).toBe('RevPAR (EUR) | 55.33 | 41.38 | +33.7 % | 50.00 | +10.7 %');
    expect(rowOf(performance, 'Room nights sold')).toBe('Room nights sold | 496 | 403 | +93 | 500 | -4');
    const revenue = 'Room revenue (EUR) | 51,460.00 | 37,200.00 | +38.3 % | 51,000.00 | +0.9 %';
    expect(rowOf(performance, 'Room revenue')).toBe(revenue);
    expect(rowOf(lines, 'South (2 hotels · EUR)')).toContain(' | 51,000.00 | ');
    expect(rowOf(lines, 'Thu 1 Oct')).toMatch(/^Thu 1 Oct \| 53.3 \| \+8.5/);
    // Accounts of two hotels; the budget of one of them is compared with that one.
    const rooms = 'Rooms (8100) | 40,000.00 | 36,000.00 | +11.1 | 19,000.00 | +5.3';
    expect(rowOf(lines, 'Rooms (8100)')).toBe(rooms);
    expect(rowOf(lines, 'Breakfast (8200)')).toBe('Breakfast (8200) | 600.00');
    const invoices = lines.slice(lines.indexOf('Totals of company invoices'));
    expect(rowOf(invoices, 'Currency')).toBe('Currency | Invoices | Subtotal gross | Outstanding');
    expect(rowOf(invoices, 'EUR')).toBe('EUR | 2 | 241.00 | 40.00');
    expect(rowOf(invoices, 'GBP')).toBe('GBP | 1 | 120.50 | 20.00');
    expect(stdout).toContain('posted revenue, net of VAT');
    expect(stdout).toContain('Acme & Söhne');
    expect(stdout).toContain(
      'Budget: budget.csv, in the currency and on the basis of the figures; without rooms',
    );
  });

  it('converts everything to one currency, the budget too, and names the rates', async () => {
    const { lines } = await runPack(`${flags} --currency EUR --rates FOLDER/rates.csv`, {
      ...files,
      'rates.csv': 'currency,rate\nGBP,2\n',
      'budget.csv': `${budget}\nLND,2026-10,revenue,1000\nLND,2026-10,sold,100\n`,
    });
    expect(lines[1]).toContain('converted to EUR with rates.csv');
    // 51,460 + 2 x 15,500, and 51,000 + 2 x 1,000.
    expect(rowOf(lines, 'Room revenue  ')).toContain(' | 82,460 EUR');
    expect(rowOf(lines, 'Budget  ')).toContain(' | 53,000 EUR');
    const invoices = lines.slice(lines.indexOf('Totals of company invoices'));
    expect(rowOf(invoices, 'EUR')).toBe('EUR | 3 | 482.00 | 80.00');
  });

  it('has a sub-total of the hotels without a region, so that regions add up, and names what the budget has besides', async () => {
    // As Excel writes them: a column without a heading, and an empty line. A budget in dollars is not one in pounds.
    const sheet = [...budget.split('\n'), ...['MUX', 'LND', 'LND'].map(id => `${id},2026-10,revenue,1000`)];
    sheet[9] = 'LND,2026-10,sold,10';
    const written = sheet.map((line, index) => `${line},${['currency', ...Array(8), 'USD'][index] ?? ''},`);
    const { lines, stderr } = await runPack(`${flags} --currency EUR --rates FOLDER/rates.csv`, {
      'rates.csv': 'currency,rate,comment\nGBP,2,of a bank\n,,\n',
      'portfolio.csv':
        'property,name,region,\nLND,Tower,,\nMUC,Isarblick,South,\nVIE,Donau,South,\n,,,\n,,,\n',
      'budget.csv': [...written, ',,,,,', ''].join('\n'),
    });
    expect(stderr).toContain('rates.csv: columns that are not used: comment\n');
    expect(stderr).toContain('LND: the budget is in USD and is not compared\n');
    const group = /^(South|No region|All hotels) \((\d) hotels?/;
    const rows = lines.flatMap(line => group.exec(line)?.slice(1) ?? []);
    const byRegion = ['South', '2', 'No region', '1', 'All hotels', '3'];
    expect(rows).toEqual([...byRegion, ...byRegion]);
    // Of the hotels with a budget: 51,460 against 51,000, and LND has none.
    expect(rowOf(lines, 'Room revenue, 2 of 3 hotels')).toBe('Room revenue, 2 of 3 hotels | 51,460 EUR');
    const onBudget = 'Budget, 2 of 3 hotels | 51,000 EUR | +0.9 % revenue on budget';
    expect(rowOf(lines, 'Budget, 2 of 3 hotels')).toBe(onBudget);
    const performance = lines.slice(lines.indexOf('Performance'));
    expect(rowOf(performance, 'Room revenue (EUR)')).toMatch(/ \| 51,460.00 \| 51,000.00 \| \+0.9 %$/);
    expect(lines.join('\n')).toContain('\nAll hotels (3 hotels · 2 with a budget) ');
    expect(stderr).toContain('in the budget, but not on this page: MUX\n');
    expect(lines.join('\n')).toContain('\nin the budget, but not on this page: MUX\n');
  });

  it('does not say how a budget was compared that was not', async () => {
    const file =
      'property,month,measure,amount,currency\nMUC,2026-10,revenue,1,USD\nMUC,2026-10,sold,1,USD\n';
    const words = '--property MUC,VIE --period 2026-10 --budget FOLDER/budget.csv';
    const { lines } = await runPack(words, { 'budget.csv': file });
    expect(lines).toContain('Budget: budget.csv');
    expect(lines).toContain('MUC: the budget is in USD and is not compared');
    expect(lines.join()).not.toMatch(/basis of the figures|compare the others/);
  });

  it('has the outlook of the running month: its result, what is on the books, and what last year picked up', async () => {
    const folder = temporaryFolder();
    let today = '2025-11-21';
    const url = await platform([], () => today);
    const env = { ...signedIn(url), HOTELCTL_DATA_DIR: folder };
    const run = (line: string) => runMain(line, { env, now: Date.parse(`${today}T12:00:00Z`) });
    await expectSuccess(run('snapshot take --property MUC'));
    today = '2026-11-21';
    const goals = 'property,month,measure,amount\nMUC,2026-11,revenue,30000\nMUC,2026-11,sold,300\n';
    const file = temporaryFile('b.csv', goals);
    const ended = run(`pack --property MUC --period mtd --budget ${file}`);
    const { stdout } = await expectSuccess(ended, 'the budget of 2026-11 is spread');
    const lines = stdout.split('\n');
    // Net of VAT a day has 1,000.00 this year; 400.00 last year, of which 250.00 were on the books at the same distance.
    expect(rowOf(lines, 'Outlook, November  ')).toBe('Outlook, November | 31,500 EUR | +5.0 % on budget');
    const outlook = lines.slice(lines.indexOf('Outlook, November'));
    expect(rowOf(outlook, 'Result to date')).toBe('Result to date | 200 | 20,000.00');
    expect(rowOf(outlook, 'On the books')).toBe('On the books to the end of the month | 100 | 10,000.00');
    const pickedUp = 'What last year picked up from the same distance | 20 | 1,500.00';
    expect(rowOf(outlook, 'What last year')).toBe(pickedUp);
    expect(rowOf(outlook, 'Outlook  ')).toBe('Outlook | 320 | 31,500.00');
    expect(rowOf(outlook, 'Budget  ')).toBe('Budget | 300 | 30,000.00 | +5.0');
    expect(rowOf(outlook, 'Last year')).toBe('Last year | 150 | 12,000.00 | +162.5');
    // The performance is that of the days that are over.
    expect(rowOf(lines, 'Room revenue  ')).toContain(' | 20,000 EUR');
    const over = await expectSuccess(run('pack --property MUC --period 2026-10'));
    expect(over.stdout).not.toContain('Outlook');
  });

  it('is a workbook of six sheets, in German too', async () => {
    const { folder } = await expectSuccess(runPack(`${flags} --locale de --output FOLDER/pack.xlsx`, files));
    const sheets = workbookSheets(readFileSync(join(folder, 'pack.xlsx'))).map(({ name }) => name);
    expect(sheets).toEqual(['Überblick', 'Hotels', 'Tage', 'Umsätze nach Konto', 'Firmenrechnungen', 'Info']);
  });

  it('counts the hotels whose accounts it has, of all, also if one has no figures', async () => {
    const env = await hotelWith('TYO', () => '');
    const { stdout } = await expectExit(runOn('2026-11-21', 'pack --all-properties', env), 7);
    expect(stdout).toContain('posted revenue, net of VAT · 2 of 3 hotels');
  });

  it('is the body of its email, with the figures in the subject', async () => {
    const { mails, env } = await startMailServer();
    const words = '--property MUC --output FOLDER/pack.html --mail-to owner@hotel.example --locale de';
    await expectSuccess(runPack(words, {}, env));
    const [mail] = await mails();
    expect(mail?.subject).toBe('Hotel MUC, Oktober 2026: 50,0 % Bel. (+23,7), RevPAR 50,00 EUR (+137,5 %)');
    expect(mail?.html).toMatch(/<html lang="de">.*Umsätze nach Konto/s);
    expect(mail?.html).toContain('± Pp.');
    expect(mail?.html).not.toContain('± pts');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['pack.html']);
  });

  it('has no sum of what is outstanding in several currencies, and compares no accounts in another one than the budget', async () => {
    const env = await hotelWith('MUC', text =>
      text.includes('"children"')
        ? text.replaceAll('"EUR"', '"CHF"')
        : text.replace(/("outstandingPayment":\{"amount":[\d.]+,"currency":)"EUR"/, '$1"USD"'),
    );
    const file = temporaryFile('budget.csv', 'property,month,measure,amount\nMUC,2026-10,8000,19000\n');
    const note = 'MUC: the accounts are in CHF and are not compared with the budget\n';
    const ended = runOn('2026-11-21', `pack --property MUC --budget ${file}`, env);
    const { stdout } = await expectSuccess(ended, note);
    const accounts = stdout.slice(stdout.indexOf('posted revenue'));
    expect(accounts).toContain('2026 CHF');
    expect(accounts).not.toContain('Budget CHF');
    const lines = stdout.split('\n');
    const totals = lines.slice(lines.indexOf('Totals of company invoices'));
    expect(rowOf(totals, 'EUR')).toMatch(/^EUR \| \d+ \| [\d,.]+$/);
  });

  it('adds up no list of invoices that is not complete', async () => {
    const env = await hotelWith('MUC', text => text.replace(/"count":\d+/, '"count":500'));
    const inEuros = `--currency EUR --rates ${temporaryFile('rates.csv', 'currency,rate\nGBP,1.18\n')}`;
    const ended = runOn('2026-11-21', `pack --property MUC,TYO --period 2026-10 ${inEuros}`, env);
    const problem = 'the company-invoices-vat report is not complete';
    const named = `rates.csv has no rate of JPY for 2026-10-01\n  - MUC company-invoices-vat: ${problem}: count`;
    const { stdout } = await expectExit(ended, 7, '1 of 2 properties and 1 report failed; ', named);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `Hotel Isarblick München · Company invoices (${problem}`,
    );
  });

  it('names invoices that are listed twice or of another month, and accounts that do not add up, as a close does', async () => {
    const env = await hotelWith('MUC', text => {
      const { companyInvoices, children, ...body } = text.startsWith('{') ? JSON.parse(text) : {};
      if (children) body.grossAmount.amount += 1;
      else if (!companyInvoices) return text;
      const [first, second] = companyInvoices ?? [];
      const silent = { date: '2026-09-30', outstandingPayment: null };
      const moved = first && { ...second, invoice: { ...second.invoice, ...silent } };
      return JSON.stringify({
        ...body,
        ...(children ? { children } : {}),
        ...(first ? { companyInvoices: [first, ...companyInvoices, moved], count: body.count + 2 } : {}),
      });
    });
    const { stdout, stderr } = await expectSuccess(runOn('2026-11-21', 'pack --property MUC', env));
    const notes = [
      /^MUC: accounts that are not the sum of their subaccounts: .*8000.*, gross$/m,
      /^MUC: Company invoices, listed twice: \S+, \S+$/m,
      /^MUC: Company invoices, not of the month: \S+ \(2026-09-30\)$/m,
      /^MUC: \S+: it does not say what is outstanding$/m,
    ];
    for (const note of notes) {
      expect(stderr).toMatch(note);
      expect(stdout.replace(/\n {2}/g, ' ')).toMatch(note);
    }
    const unchanged = await hotelWith('MUC', text => text);
    expect((await runOn('2026-11-21', 'pack --property MUC', unchanged)).stderr).toBe('');
  });

  it('compares a day with the same weekday, and the month with the same dates; accounts only in one currency', async () => {
    const day = (businessDay: string, sold: number) => {
      const revenue = { netRevenue: sold * 100, grossRevenue: sold * 120, currency: 'EUR' };
      return { businessDay, sold, available: 10, ...revenue, netRevPar: sold * 10, grossRevPar: sold * 10 };
    };
    const account = (currency: string) => ({
      depth: 0,
      account: { name: 'Revenues', number: '8000' },
      netAmount: { amount: 900, currency },
    });
    const hotel = { property: 'MUC', name: 'Munich', group: undefined, currency: 'EUR' };
    const nothing = { notes: [], budget: [], invoices: [], failed: [] };
    const books: PackBooks = {
      ...hotel,
      ...nothing,
      accounts: { now: [account('EUR')], lastYear: [account('HRK')] },
      accountBudget: new Map(),
      outlook: undefined,
      now: [day('2026-10-03', 9), day('2026-10-04', 5)],
      // On 4 October 2025, a Saturday, 9 were sold, and on the Sunday after it 5.
      lastYear: [day('2026-10-03', 4), day('2026-10-04', 9)],
      sameWeekday: [day('2026-10-03', 9), day('2026-10-04', 5)],
    };
    const period = { first: '2026-10-03', last: '2026-10-04' };
    const earlier = { first: '2025-10-03', last: '2025-10-04' };
    const basis = { unitGroupTypes: [], amounts: 'net', alignment: 'date', conversion: undefined } as const;
    const { days, totals, accounts } = makePack([books], [], { period, earlier }, basis);
    expect(days.map(({ lastYear }) => lastYear.change.sold)).toEqual([0, 0]);
    expect(totals[0]?.days.map(({ lastYear }) => lastYear.change.sold)).toEqual([0, 0]);
    expect(totals[0]?.lastYear.change.sold).toBe(1);
    expect(accounts[0]?.accounts).toMatchObject([{ now: 900, lastYear: null, onLastYear: null }]);
    // Others were closed last year: what they posted is in both sums that are compared.
    const posted = { now: [account('EUR')], lastYear: [account('EUR')] };
    const closed = { ...books, lastYear: [], accounts: posted };
    const both = makePack([books, closed, closed], [], { period, earlier }, basis);
    expect(both.accounts[0]?.accounts).toMatchObject([{ now: 2700, lastYear: 1800, onLastYear: 0 }]);
    // The change is not the difference of the two figures beside it, and says of how many hotels it is.
    const format = localeFormat(undefined);
    const about = { madeAt: 0, budget: undefined, groupedBy: 'region', notes: [], format };
    const { blocks } = await packDocument(both, about);
    const [performance] = blocks.filter(block => block.kind === 'table');
    const headings = performance?.columns.map(({ heading }) => englishText(heading));
    expect(headings).toEqual(['', '2026', '2025', '±, 1 of 3 hotels']);
    // Closed now, or with performance in another currency: what was posted is in the sums of its own currency.
    const without = { ...closed, currency: undefined, now: [] };
    const inFrancs = { ...closed, currency: 'CHF' };
    const all = makePack([without, inFrancs], [], { period, earlier }, basis).accounts;
    expect(all.find(({ currency }) => currency === 'EUR')?.accounts).toMatchObject([{ now: 1800 }]);
  });

  const mixed = 'property,month,measure,amount,currency\nMUC,2026-10,sold,1,EUR\nMUC,2026-10,revenue,1,USD';
  it.each([
    ['--budget FOLDER/b.csv', { 'b.csv': 'property,month,measure\nMUC,2026-10,x\n' }, 'has no column amount'],
    ['--budget FOLDER/b.csv', { 'b.csv': `${budget}\nMUC,2026-10,SOLD,1` }, 'sold occurs twice'],
    ['--budget FOLDER/b.csv', { 'b.csv': 'property,amount,month,measure,Amount' }, 'two columns amount'],
    ['--budget FOLDER/b.csv', { 'b.csv': mixed }, 'line 3: MUC has amounts in EUR and in USD'],
    ['--budget FOLDER/b.csv', { 'b.csv': `${budget}\nMUC,2026-13,sold,1` }, '"2026-13" is not a month'],
    ['--budget FOLDER/b.csv', { 'b.csv': `${budget}\nLND,2026-10,sold,1.300` }, '"1.300" is ambiguous'],
    [
      '--budget FOLDER/b.csv',
      { 'b.csv': `${budget}\nLND,2026-10,availble,9` },
      '"availble" is not a measure',
    ],
  ])('refuses %s', async (words, more, message) => {
    await expectFailure(runPack(`--property MUC ${words}`, more as Record<string, string>), 2, message);
  });
});
