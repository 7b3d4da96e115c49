import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Posting } from '../../../src/reports/posting.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { companyInvoice } from '../../measures.ts';
import { workbookSheets } from '../../output/workbook-parts.ts';
import {
  bar,
  cash,
  line,
  lodging,
  mapText,
  prepayments,
  receivables,
  tax,
} from '../../reports/journal/ledger-lines.ts';
import { wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { journalPlatform } from './journal-platform.ts';

const november = Date.parse('2026-11-03T12:00:00Z');
const october = [
  line(receivables, lodging, 107, { date: '2026-10-02', taxes: [tax(7, 7)] }),
  line(receivables, { ...bar, name: '=1+1 Bar; "à la carte"' }, 11.9, { taxes: [tax(19, 1.9)] }),
  line(receivables, { ...bar, name: '@SUM(A1)' }, -1.19, { taxes: [tax(19, -0.19)], reference: '=2+2' }),
  line(cash, receivables, 117.71, { date: '2026-10-31', command: 'PostPayment' }),
];

/** A platform, and `journal` without a close on 3 November; FOLDER and MAP in a command line are a folder and a map of accounts. */
async function prepare(...given: Parameters<typeof journalPlatform>) {
  const platform = await journalPlatform(...given);
  const run = (words: string, now = november) => {
    const map = words.includes('MAP') ? platform.file('map.csv', mapText) : '';
    const again = words.startsWith('evidence') ? '' : ' --again';
    const basis = words.startsWith('map') ? '' : ` --without-close${again}`;
    const line = `journal ${words.replaceAll('FOLDER', platform.folder).replace('MAP', map)}${basis}`;
    return runMain(line, { env: platform.env, now });
  };
  return { ...platform, run };
}

const ofOctober = '--property MUC --period 2026-10';
/** Runs `journal` for October of the hotel MUC. */
async function runJournal(words: string, ledger: readonly Posting[] = october) {
  const platform = await prepare({ MUC: ledger });
  return { ...platform, ...(await platform.run(`${ofOctober} ${words}`)) };
}

describe('journal --format csv', () => {
  it('writes double entry with the accounts and taxes of the platform', async () => {
    // No format ends in .txt: the default applies, as in every command.
    const { folder } = await expectSuccess(
      runJournal('--output FOLDER/october.txt'),
      /^MUC 2026-10: double entry as CSV: 4 lines read, 4 entries written; none left out; without close\n$/,
    );
    expect(readFileSync(join(folder, 'october.txt'), 'utf8').split('\r\n')).toEqual([
      'date,document,debit,credit,amount,currency,taxCode,costCentre,text,close',
      '2026-10-02,ABCD-1,1400,8130,107,EUR,Reduced:7,,ABCD-1 Charge Accommodation 7% VAT,without close',
      '2026-10-15,ABCD-1,1400,8240,11.9,EUR,Normal:19,,"ABCD-1 Charge =1+1 Bar; ""à la carte""",without close',
      "2026-10-15,'=2+2,1400,8240,-1.19,EUR,Normal:19,,ABCD-1 Charge @SUM(A1),without close",
      '2026-10-31,ABCD-1,1010,1400,117.71,EUR,,,ABCD-1 Payment Guest receivables,without close',
      '',
    ]);
  });

  it.each([
    ['\r\n1,2,3,4,5,6"', line(receivables, { ...bar, name: 'Bar\r\n1,2,3,4,5,6' }, 5)],
    ['"A,""1""","14""00",8240,7', line({ ...receivables, number: '14"00' }, bar, 7, { reference: 'A,"1"' })],
  ])('is read back with %j in its first or last cells', async (cells, posting) => {
    const ended = runJournal('', [posting, line(receivables, bar, 8)]);
    const { stdout } = await expectSuccess(ended, '2 entries written');
    expect(stdout).toContain(cells);
  });

  it('writes the targets, keys and cost centres of the map, in the dialect of a locale', async () => {
    const { stdout } = await runJournal('--map MAP --locale de --sum day-account');
    expect(stdout.split('\r\n')[2]).toBe(
      '2026-10-15;ABCD-1;1410;8200;11,9;EUR;3;200;"ABCD-1 Leistung =1+1 Bar; ""à la carte""";without close',
    );
  });
});

describe('journal --layout rows', () => {
  it('has an account in each row, and the sums of the ledger on both sides', async () => {
    const { stdout } = await expectSuccess(runJournal('--layout rows'));
    expect(stdout.split('\r\n').slice(0, 7)).toEqual([
      'entry,date,document,account,debit,credit,currency,taxCode,costCentre,text,close',
      '1,2026-10-02,ABCD-1,1400,107,,EUR,,,ABCD-1 Charge Accommodation 7% VAT,without close',
      '1,2026-10-02,ABCD-1,8130,,107,EUR,Reduced:7,,ABCD-1 Charge Accommodation 7% VAT,without close',
      '2,2026-10-15,ABCD-1,1400,11.9,,EUR,,,"ABCD-1 Charge =1+1 Bar; ""à la carte""",without close',
      '2,2026-10-15,ABCD-1,8240,,11.9,EUR,Normal:19,,"ABCD-1 Charge =1+1 Bar; ""à la carte""",without close',
      // A reduction is on the other side.
      "3,2026-10-15,'=2+2,1400,,1.19,EUR,,,ABCD-1 Charge @SUM(A1),without close",
      "3,2026-10-15,'=2+2,8240,1.19,,EUR,Normal:19,,ABCD-1 Charge @SUM(A1),without close",
    ]);
  });

  it('is written as a workbook and in a dialect, and is refused for DATEV', async () => {
    const { folder } = await expectSuccess(runJournal('--layout rows --output FOLDER/j.xlsx'));
    const [, sheet] = workbookSheets(readFileSync(join(folder, 'j.xlsx')));
    const cells = ['D3', 'F3', 'D7', 'E7'].map(place => sheet?.cells.get(place));
    expect(cells).toEqual(['8130', '107', '8240', '1.19']);
    const { stdout } = await expectSuccess(runJournal('--layout rows --locale de'));
    expect(stdout.split('\r\n')[7]).toMatch(/^4;2026-10-31;ABCD-1;1010;117,71;;EUR;/);
    const datev = runJournal('--layout rows --map MAP --output FOLDER/EXTF_a.csv');
    await expectFailure(datev, 2, '--layout rows and --format datev cannot be combined');
    const fiscal = runJournal('--fiscal-year-start 07-01 --output FOLDER/a.csv');
    await expectFailure(fiscal, 2, '--fiscal-year-start and --format csv cannot be combined');
  });
});

describe('journal --format datev', () => {
  it('writes a file for each property and calendar year, also for periods that cross a fiscal year', async () => {
    const days = ['2025-12-31', '2026-01-01'];
    const ledger = days.map((date, index) => line(cash, receivables, index + 1, { date }));
    const platform = await prepare({ MUC: ledger, BER: [] });
    const output = '--output FOLDER/EXTF_{property}_{period}.csv --format datev --map MAP';
    const period = '--period 2025-12..2026-01 --fiscal-year-start 07-01';
    const ended = platform.run(`--all-properties ${period} ${output}`);
    await expectSuccess(ended, 'BER 2026-01: DATEV: 0 lines read, 0 entries written');
    expect(readdirSync(platform.folder).filter(name => name !== 'map.csv')).toEqual(
      wordsOf('EXTF_BER_2025-12.csv EXTF_BER_2026-01.csv EXTF_MUC_2025-12.csv EXTF_MUC_2026-01.csv'),
    );
    const files = ['2025-12', '2026-01'].map(month =>
      readFileSync(join(platform.folder, `EXTF_MUC_${month}.csv`), 'latin1').split('\r\n'),
    );
    expect(files.map(([header]) => header?.split(';').slice(12, 16).join())).toEqual([
      '20250701,4,20251201,20251231',
      '20250701,4,20260101,20260131',
    ]);
    expect(files[0]?.[0]).toMatch(/;"MUC 2025-12 without close";.*;"without close"$/);
    // 12:00 UTC on 3 November is 13:00 at the property.
    expect(files[0]?.[0]?.split(';')[5]).toBe('20261103130000000');
    expect(files.map(lines => lines[2]?.split(';').slice(0, 10).join(';'))).toEqual([
      '1,00;"S";"EUR";;;"";1000;1410;"";3112',
      '2,00;"S";"EUR";;;"";1000;1410;"";0101',
    ]);
  });

  const both = '--output FOLDER/EXTF_a.csv --map MAP';
  const otherName = 'DATEV lists only files whose name is EXTF_*.csv\nhint: add --output';
  it.each([
    ['--output FOLDER/journal.csv --map MAP', otherName],
    ['--output FOLDER/EXTF_a.csv', '--format datev requires --map\nhint: run `hotelctl journal map'],
    ['--output FOLDER/EXTF_a.csv --map FOLDER/none.csv', 'none.csv does not exist'],
    [`${both} --suspense 12345678`, '--suspense: target 12345678 has more digits'],
    [`${both} --account-length 9`, '--account-length must be a whole number from 4 to 8'],
    [`${both} --adviser-number 7`, '--adviser-number must be a whole number from 1001'],
    [`${both} --fiscal-year-start 02-29`, 'must be a month and a day such as 07-01'],
    [`${both} --decimal-comma`, '--decimal-comma and --format datev cannot be combined'],
    [`${both} --delimiter ,`, '--delimiter and --format datev'],
    [`${both} --bom`, '--bom and --format datev cannot be combined'],
    [`${both} --sum day`, '--sum must be one of day-account'],
  ])('%s is refused before anything is sent', async (words, message) => {
    const { folder } = await expectFailure(runJournal(`--format datev ${words}`), 2, message);
    expect(existsSync(join(folder, 'EXTF_a.csv'))).toBe(false);
  });

  it('is refused while a second file of a longer journal is beside it', async () => {
    const platform = await prepare({ MUC: october });
    const second = platform.file('EXTF_a_2.csv', 'earlier');
    const ended = platform.run(`${ofOctober} --map MAP --output FOLDER/EXTF_a.csv`);
    const words = `${second} of an earlier journal would stay beside the new one\nhint: remove`;
    await expectFailure(ended, 2, words);
    expect(existsSync(join(platform.folder, 'EXTF_a.csv'))).toBe(false);
  });

  it('warns of targets with fewer digits than accounts have', async () => {
    const warning =
      /^warning: with accounts of 5 digits, 1000 of 1010 Cash is 01000, .*: check the targets, or accountLength$/m;
    await expectSuccess(runJournal('--map MAP --output FOLDER/EXTF_a.csv --account-length 5'), warning);
  });

  it('names an account without a target, with its lines and balance; --suspense takes it', async () => {
    const unmapped = { ...prepayments, number: '3001' };
    const ledger = [...october, line(cash, unmapped, 60), line(unmapped, receivables, 10)];
    const words = '--map MAP --output FOLDER/EXTF_a.csv';
    const unset = '3001 Prepayments (Liabilities)';
    const sums = `${unset}: 2 lines, balance -50.00 EUR`;
    const problem = `hotelctl: 1 account without a target: ${unset}\n  - ${sums}\n`;
    const hint = 'hint: fill in their targets in the map, or add --suspense ACCOUNT; nothing was written\n';
    const { folder, run } = await expectFailure(runJournal(words, ledger), 10, problem, hint);
    expect(existsSync(join(folder, 'EXTF_a.csv'))).toBe(false);
    const used = `warning: MUC: target account: 1590 is used for ${sums}`;
    await expectSuccess(run(`${ofOctober} ${words} --suspense 1590`), used);
    expect(readFileSync(join(folder, 'EXTF_a.csv'), 'latin1')).toContain('60,00;"S";"EUR";;;"";1000;1590;');
  });

  it.each([
    ['without its columns', 'number,name\n1,x\n', 'has no column type'],
    ['without lines', 'number,type,target,key,cost-centre,valid-from\n', 'has no lines'],
    ['that is not a CSV file', '"a,b\n1,2', 'is not a CSV file'],
  ])('refuses a map %s', async (_, text, message) => {
    const { file, run } = await prepare({ MUC: october });
    const ended = run(`--property MUC --map ${file('m.csv', text)} --output FOLDER/EXTF_a.csv`);
    await expectFailure(ended, 2, message);
  });
});

describe('nothing is written', () => {
  const [first, ...others] = october;
  const later = [line(cash, bar, 1, { date: '2026-11-01' })];
  const firstWith = (changes: object) => ({ transactions: [{ ...first, ...changes }, ...others] });
  it.each([
    ['is not complete: count is 9', { count: 9 }],
    ['has the date 2026-11-01, which is not in 2026-10', { transactions: later, count: 1 }],
    ['missing: transactions[].grossAmount', firstWith({ grossAmount: undefined })],
    ['missing: transactions[].taxes[].percent', firstWith({ taxes: [{ type: 'Normal', amount: 1 }] })],
  ])('if the ledger %s', async (message, changes) => {
    const change = (body: Record<string, unknown>) => ({ ...body, ...changes });
    const { folder, run } = await prepare({ MUC: october }, { change });
    await expectFailure(run(`${ofOctober} --output FOLDER/j.csv`), 6, message);
    expect(existsSync(join(folder, 'j.csv'))).toBe(false);
  });

  it('if the file does not have the sum of an account: "A\\u0001" cannot be read back', async () => {
    const ended = runJournal('--output FOLDER/j.csv', [line(cash, { ...bar, number: 'A\u0001' }, 5.5)]);
    const words =
      /^hotelctl: account .* is 0 EUR in the file and -5.5 EUR in the ledger: a difference of 5.5 EUR\n/;
    const { folder } = await expectFailure(ended, 6, words);
    expect(existsSync(join(folder, 'j.csv'))).toBe(false);
  });
});

it.each([
  ['2026-11-01T04:59:00Z', true],
  ['2026-11-01T05:00:00Z', false],
])('warns that October is not over before 06:00 of 1 November at the hotel: %s', async (now, isOpen) => {
  const { run } = await prepare({ MUC: october });
  const { stderr } = await run(ofOctober, Date.parse(now));
  const warning =
    'warning: MUC: 2026-10 is not over: postings to it may follow until 06:00 of the day after it';
  expect(stderr.includes(warning)).toBe(isOpen);
});

it('of a month without postings, says so', async () => {
  const { run } = await prepare({ MUC: october });
  await expectSuccess(run('--property MUC --period 2026-09'), 'warning: MUC 2026-09: nothing was posted\n');
});

it.each(['', 'map ', 'evidence '])('journal %sof a property that does not exist is refused', async verb => {
  const { folder, run } = await prepare({ MUC: october });
  const message = 'you have no access to property MUX\n';
  const ended = run(`${verb}--property MUX --output FOLDER/none`);
  await expectFailure(ended, 4, `${message}hint: did you mean MUC?\n`);
  if (verb !== '') return;
  await expectFailure(run('--property MUC,MUX --output FOLDER/{property}.csv'), 7, `  - MUX: ${message}`);
  expect(readdirSync(folder)).toEqual(['MUC.csv']);
});

it('journal map lists the accounts and taxes of the last twelve months, once for all reservations', async () => {
  const own = (number: string, type: string) => ({ number, type, name: type, parentNumber: '1200' });
  const [guest, other] = [own('AB-1_Receivables', 'Receivables'), own('CD-1_Receivables', 'Receivables')];
  const taxed = { date: '2025-11-20', taxes: [tax(7, 1)] };
  const ledger = [
    line(guest, own('Lodging_Reduced:7.00', 'Revenues'), 5, taxed),
    line(other, own('1410', 'AccountsReceivable'), 5),
    line(own('old', 'Payments'), other, 5, { date: '2025-11-02' }),
  ];
  const { file, folder, run: journal } = await prepare({ MUC: ledger });
  const map = join(folder, 'map.csv');
  const run = (words: string) => journal(`map --property MUC --output ${map} ${words}`);
  await expectSuccess(run(''));
  const first = readFileSync(map, 'utf8');
  expect(first.split('\r\n')).toEqual([
    'number,name,type,target,key,cost-centre,document,valid-from,company',
    '*_Receivables,Receivables,Receivables,,,,,,',
    '1410,AccountsReceivable,AccountsReceivable,,,,invoice,,',
    'Lodging_Reduced:7.00,Revenues,Revenues,,,,,,',
    'Reduced:7,VAT 7 %,Tax,,,,,,',
    '',
  ]);
  await expectFailure(run(''), 2, `add --map ${map} to keep its rows`);
  file('map.csv', 'number,type,target,key,Remark\n1410,AccountsReceivable,1400,,ask Eva\n');
  await expectSuccess(run(`--map ${map}`), 'map.csv: columns that are not used: remark');
  expect(readFileSync(map, 'utf8').split('\r\n').slice(1, 3)).toEqual([
    '1410,,AccountsReceivable,1400,,,,,,ask Eva',
    '*_Receivables,Receivables,Receivables,,,,,,,',
  ]);
});

describe('debtors', () => {
  const account = { number: '1410', type: 'AccountsReceivable', parentNumber: '1400' };
  const receivable = { ...account, name: 'City ledger' };
  const invoiceOf = (code: string, number: string) =>
    companyInvoice({ number, taxDetails: [] }, { id: `MUC-${code}`, code, name: `${code} AG` });
  const moved = (number: string) =>
    line(receivable, receivables, 5, { receipt: { type: 'Invoice', number } });
  const invoices = [invoiceOf('ZETA', '1'), invoiceOf('ALPHA', '2'), invoiceOf('ZETA', '3')];

  it('have an account each, which a later map keeps, and which the journal posts to', async () => {
    const ledger = [moved('1'), moved('2'), moved('3'), moved('unknown')];
    const { file, folder, run } = await prepare({ MUC: ledger }, { invoices });
    const map = join(folder, 'map.csv');
    const debtors = `map --property MUC --debtors --debtor-range 10000-10001 --output ${map}`;
    await expectSuccess(run(debtors));
    const lines = () => readFileSync(map, 'utf8').split('\r\n');
    const rows = () => lines().filter(row => row.startsWith('1410'));
    expect(rows()).toEqual([
      '1410,City ledger,AccountsReceivable,,,,invoice,,',
      '1410,ALPHA AG,AccountsReceivable,10000,,,invoice,,ALPHA',
      '1410,ZETA AG,AccountsReceivable,10001,,,invoice,,ZETA',
    ]);
    const kept = [
      'number,type,target,key,cost-centre,valid-from,company',
      '1400,Receivables,1400,,,,',
      '1410,AccountsReceivable,1410,,,,',
    ];
    file('map.csv', [...kept, '1410,AccountsReceivable,10000,,,,ZETA', ''].join('\n'));
    await expectSuccess(run(`${debtors} --map ${map}`));
    expect(rows().slice(1)).toEqual([
      '1410,,AccountsReceivable,10000,,,,,ZETA',
      '1410,ALPHA AG,AccountsReceivable,10001,,,invoice,,ALPHA',
    ]);
    const { stdout } = await expectSuccess(run(`${ofOctober} --map ${map}`));
    const targets = stdout.split('\r\n').map(row => row.split(',')[2]);
    // An invoice that no list has is on the account of all.
    expect(targets.slice(1, 5)).toEqual(['10000', '10001', '10000', '1410']);
  });

  it.each([
    ['10000', 'is not a range of accounts'],
    ['20-10', 'is not a range of accounts'],
    ['10000-10000', 'has too few accounts for 2 companies'],
  ])('in the range %s are refused', async (range, message) => {
    const { run } = await prepare({ MUC: [moved('1')] }, { invoices });
    const ended = run(`map --property MUC --debtors --debtor-range ${range} --output FOLDER/map.csv`);
    await expectFailure(ended, 2, message);
  });
});

describe('journal evidence', () => {
  it('refuses a folder with files, and leaves none after an error', async () => {
    const { file, folder, run } = await prepare({ MUC: october }, { change: () => 403 });
    file('x', '');
    const line = `evidence ${ofOctober} --output FOLDER`;
    expect((await run(line)).stderr).toMatch(/^hotelctl: .* is not empty\n/);
    expect((await run(`${line}/fresh`)).exitCode).toBe(4);
    expect(existsSync(join(folder, 'fresh'))).toBe(false);
  });

  it('refuses a DTD that is not one of audit media, before anything is written', async () => {
    const { file, folder, run } = await prepare({ MUC: october });
    const dtd = file('bad.dtd', '<!ELEMENT DataSet (Media+)>\n<!ELEMENT MediaType (#PCDATA)>\n');
    const ended = run(`evidence ${ofOctober} --output FOLDER/fresh --dtd ${dtd}`);
    const words = '--dtd: bad.dtd does not declare Media, an element of index.xml\nhint: gdpdu';
    await expectFailure(ended, 2, words);
    expect(existsSync(join(folder, 'fresh'))).toBe(false);
  });

  it('writes a folder for each of several properties', async () => {
    const { folder, run } = await prepare({ MUC: october, 'B/../R': [] });
    const ended = run('evidence --all-properties --period 2026-10 --output FOLDER/medium');
    await expectSuccess(ended, 'put gdpdu-01-03-2019.dtd beside index.xml');
    expect(readdirSync(join(folder, 'medium'))).toEqual(['B_--_R', 'MUC']);
    const tables = wordsOf('accounts.csv invoice-taxes.csv invoices.csv ledger.csv taxes.csv');
    const files = [...tables, 'README.txt', 'SHA256SUMS', 'index.xml'];
    expect(readdirSync(join(folder, 'medium/MUC')).toSorted()).toEqual(files.sort());
  });
});
