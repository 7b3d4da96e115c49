import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Posting } from '../../../src/reports/posting.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
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

/** Runs `journal` on 3 November for the hotel MUC. */
async function runJournal(words: string, ledger: readonly Posting[] = october) {
  const platform = await journalPlatform({ MUC: ledger });
  const map = platform.file('map.csv', mapText);
  const run = (text: string) =>
    runMain(`journal ${text.replaceAll('FOLDER', platform.folder).replaceAll('MAP', map)}`, {
      env: platform.env,
      now: november,
    });
  return { ...platform, run, ...(await run(words)) };
}

describe('journal --format csv', () => {
  it('writes double entry with the accounts and taxes of the platform', async () => {
    const { exitCode, stdout, stderr } = await runJournal('--property MUC --period 2026-10');
    expect([exitCode, stderr]).toEqual([
      0,
      'MUC 2026-10: double entry as CSV: 4 lines read, 4 rows written; none left out\n',
    ]);
    expect(stdout.split('\r\n')).toEqual([
      'date,document,debit,credit,amount,currency,taxCode,costCentre,text',
      '2026-10-02,ABCD-1,1400,8130,107,EUR,Reduced:7,,ABCD-1 Charge Accommodation 7% VAT',
      '2026-10-15,ABCD-1,1400,8240,11.9,EUR,Normal:19,,"ABCD-1 Charge =1+1 Bar; ""à la carte"""',
      "2026-10-15,'=2+2,1400,8240,-1.19,EUR,Normal:19,,ABCD-1 Charge @SUM(A1)",
      '2026-10-31,ABCD-1,1010,1400,117.71,EUR,,,ABCD-1 Payment Guest receivables',
      '',
    ]);
  });

  it('writes the targets, keys and cost centres of the map, in the dialect of a locale', async () => {
    const { stdout } = await runJournal(
      '--property MUC --period 2026-10 --map MAP --locale de --sum day-account',
    );
    expect(stdout.split('\r\n')[2]).toBe(
      '2026-10-15;ABCD-1;1410;8200;11,9;EUR;3;200;"ABCD-1 Leistung =1+1 Bar; ""à la carte"""',
    );
  });
});

it('journal --output journal.xlsx has the same rows', async () => {
  const { folder, exitCode, stderr } = await runJournal(
    '--property MUC --period 2026-10 --output FOLDER/j.xlsx',
  );
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  const [, sheet] = workbookSheets(readFileSync(join(folder, 'j.xlsx')));
  expect(['B4', 'C4', 'D4', 'E4', 'G4'].map(place => sheet?.cells.get(place))).toEqual(
    wordsOf('=2+2 1400 8240 -1.19 Normal:19'),
  );
});

describe('journal --format datev', () => {
  it('writes a file for each property and calendar year, also for periods that cross a fiscal year', async () => {
    const platform = await journalPlatform({
      MUC: [
        line(cash, receivables, 1, { date: '2025-12-31' }),
        line(cash, receivables, 2, { date: '2026-01-01' }),
      ],
      BER: [],
    });
    const map = platform.file('map.csv', mapText);
    const output = join(platform.folder, 'EXTF_{property}_{period}.csv');
    await expectSuccess(
      runMain(
        `journal --all-properties --period 2025-12..2026-01 --format datev --map ${map} --output ${output} --fiscal-year-start 07-01`,
        { env: platform.env, now: november },
      ),
      'BER 2026-01: DATEV: 0 lines read, 0 rows written',
    );
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
    // 12:00 UTC on 3 November is 13:00 at the property.
    expect(files[0]?.[0]?.split(';')[5]).toBe('20261103130000000');
    expect(files.map(lines => lines[2]?.split(';').slice(0, 10).join(';'))).toEqual([
      '1,00;"S";"EUR";;;"";1000;1410;"";3112',
      '2,00;"S";"EUR";;;"";1000;1410;"";0101',
    ]);
  });

  it.each([
    [
      '--output FOLDER/journal.csv --map MAP',
      2,
      'DATEV lists only files whose name is EXTF_*.csv',
      'hint: add --output EXTF_{property}_{period}.csv',
    ],
    [
      '--output FOLDER/EXTF_a.csv',
      2,
      '--format datev requires --map',
      'hotelctl journal map --output map.csv',
    ],
    ['--output FOLDER/EXTF_a.csv --map FOLDER/none.csv', 2, 'none.csv does not exist', 'journal map'],
    [
      '--output FOLDER/EXTF_a.csv --map MAP --suspense 12345678',
      2,
      '--suspense: target 12345678 has more digits',
      '1590',
    ],
    [
      '--output FOLDER/EXTF_a.csv --map MAP --account-length 9',
      2,
      '--account-length must be a whole number from 4 to 8',
      '',
    ],
    [
      '--output FOLDER/EXTF_a.csv --map MAP --adviser-number 7',
      2,
      '--adviser-number must be a whole number from 1001',
      '',
    ],
    [
      '--output FOLDER/EXTF_a.csv --map MAP --fiscal-year-start 02-29',
      2,
      'must be a month and a day such as 07-01',
      '',
    ],
    [
      '--output FOLDER/EXTF_a.csv --map MAP --decimal-comma',
      2,
      '--decimal-comma cannot be combined with --format datev',
      'omit --decimal-comma',
    ],
    [
      '--output FOLDER/EXTF_a.csv --map MAP --delimiter ,',
      2,
      '--delimiter cannot be combined',
      '--format csv',
    ],
    ['--output FOLDER/EXTF_a.csv --map MAP --bom', 2, '--bom cannot be combined', '--format csv'],
    ['--output FOLDER/EXTF_a.csv --map MAP --sum day', 2, '--sum must be one of day-account', ''],
  ])('%s is refused before anything is sent', async (words, code, message, hint) => {
    const { exitCode, stderr, folder } = await runJournal(
      `--property MUC --period 2026-10 --format datev ${words}`,
    );
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(stderr).toContain(hint);
    expect(existsSync(join(folder, 'EXTF_a.csv'))).toBe(false);
  });

  it('is refused while a second file of a longer journal is beside it', async () => {
    const platform = await journalPlatform({ MUC: october });
    const second = platform.file('EXTF_a_2.csv', 'earlier');
    const { exitCode, stderr } = await runMain(
      `journal --property MUC --period 2026-10 --map ${platform.file('m.csv', mapText)} --output ${platform.folder}/EXTF_a.csv`,
      { env: platform.env, now: november },
    );
    expect([exitCode, stderr]).toEqual([
      2,
      `hotelctl: ${second} of an earlier journal would stay beside the new one\nhint: remove ${second}\n`,
    ]);
    expect(existsSync(join(platform.folder, 'EXTF_a.csv'))).toBe(false);
  });

  it('warns of targets with fewer digits than accounts have', async () => {
    const { exitCode, stderr } = await runJournal(
      '--property MUC --period 2026-10 --map MAP --output FOLDER/EXTF_a.csv --account-length 5',
    );
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(
        /^warning: with accounts of 5 digits, 1000 of 1010 Cash is 01000, .*: check the targets, or accountLength$/,
      ),
    ]);
  });

  it('requires the numbers of the adviser and the client', async () => {
    const { exitCode, stderr } = await runMain('journal --property MUC --output EXTF_a.csv --map m', {});
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('the adviser number at DATEV and the client number at the adviser are not set'),
    ]);
  });

  it('names an account without a target, with its lines and balance; --suspense takes it', async () => {
    const unmapped = { ...prepayments, number: '3001' };
    const ledger = [...october, line(cash, unmapped, 60), line(unmapped, receivables, 10)];
    const words = '--property MUC --period 2026-10 --map MAP --output FOLDER/EXTF_a.csv';
    const { stderr, folder, run } = await expectFailure(runJournal(words, ledger), 10);
    expect(stderr).toEqual(
      'hotelctl: 1 account without a target: 3001 Prepayments (Liabilities)\n' +
        '  - 3001 Prepayments (Liabilities): 2 lines, balance -50.00 EUR\n' +
        'hint: fill in their targets in the map, or add --suspense ACCOUNT; nothing was written\n',
    );
    expect(existsSync(join(folder, 'EXTF_a.csv'))).toBe(false);
    await expectSuccess(
      run(`${words} --suspense 1590`),
      'warning: MUC: target account: 1590 is used for 3001 Prepayments (Liabilities): 2 lines, balance -50.00 EUR; add its target to the map',
    );
    expect(readFileSync(join(folder, 'EXTF_a.csv'), 'latin1')).toContain('60,00;"S";"EUR";;;"";1000;1590;');
  });

  it.each([
    ['without its columns', 'number,name\n1,x\n', 'has no column type'],
    ['without lines', 'number,type,target,key,cost-centre,valid-from\n', 'has no lines'],
    ['that is not a CSV file', '"a,b\n1,2', 'is not a CSV file'],
    ['with a wrong line', `${mapText}1011,x,Payments,abc,,,\n`, 'line 11: target "abc" is not an account'],
  ])('refuses a map %s', async (_, text, message) => {
    const platform = await journalPlatform({ MUC: october });
    const { exitCode, stderr } = await runMain(
      `journal --property MUC --map ${platform.file('m.csv', text)} --output ${platform.folder}/EXTF_a.csv`,
      { env: platform.env, now: november },
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('nothing is written', () => {
  it.each([
    [
      'if the list is not complete',
      (body: Record<string, unknown>) => ({ ...body, count: 9 }),
      'is not complete: count is 9',
    ],
    [
      'if a line has another date',
      (body: Record<string, unknown>) => ({
        ...body,
        transactions: [line(cash, bar, 1, { date: '2026-11-01' })],
        count: 1,
      }),
      'has the date 2026-11-01, which was not requested',
    ],
    [
      'if a line has no amount',
      (body: Record<string, unknown>) => ({
        ...body,
        transactions: [{ ...october[0], grossAmount: undefined }, ...october.slice(1)],
      }),
      'missing: transactions[].grossAmount',
    ],
    [
      'if a tax has no percentage',
      (body: Record<string, unknown>) => ({
        ...body,
        transactions: [{ ...october[0], taxes: [{ type: 'Normal', amount: 1 }] }, ...october.slice(1)],
      }),
      'missing: transactions[].taxes[].percent',
    ],
  ])('%s', async (_, change, message) => {
    const platform = await journalPlatform({ MUC: october }, { change });
    const output = join(platform.folder, 'j.csv');
    const { exitCode, stderr } = await runMain(`journal --property MUC --period 2026-10 --output ${output}`, {
      env: platform.env,
      now: november,
    });
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining(message)]);
    expect(existsSync(output)).toBe(false);
  });

  it.each([
    ['csv', 'A\u0001'],
    ['xlsx', '_x0041_'],
  ])(
    'as %s if the file does not have the sum of an account: %j cannot be read back',
    async (format, number) => {
      const { folder } = await expectFailure(
        runJournal(`--property MUC --period 2026-10 --output FOLDER/j.${format}`, [
          line(cash, { ...bar, number }, 5.5),
        ]),
        6,
        /^hotelctl: account .* is 0 EUR in the file and -5.5 EUR in the ledger: a difference of 5.5 EUR\n/,
      );
      expect(existsSync(join(folder, `j.${format}`))).toBe(false);
    },
  );

  it('to standard output for two years', async () => {
    const { stderr } = await expectFailure(runJournal('--property MUC --period 2025-12..2026-01'), 2);
    expect(stderr).toEqual(
      'hotelctl: a journal has one file for each property and year\nhint: add --output journal-{property}-{period}.csv\n',
    );
  });
});

it.each([
  ['2026-11-01T04:59:00Z', true],
  ['2026-11-01T05:00:00Z', false],
])('warns that October is not over before 06:00 of 1 November at the hotel: %s', async (now, isOpen) => {
  const { env } = await journalPlatform({ MUC: october });
  const { stderr } = await runMain('journal --property MUC --period 2026-10', { env, now: Date.parse(now) });
  const warning =
    'warning: MUC: 2026-10 is not over: postings to it may follow until 06:00 of the day after it';
  expect(stderr.includes(warning)).toBe(isOpen);
});

it.each(['', 'map ', 'evidence '])('journal %sof a property that does not exist is refused', async verb => {
  const platform = await journalPlatform({ MUC: october });
  const run = (property: string, output: string) =>
    runMain(`journal ${verb}--property ${property} --output ${join(platform.folder, output)}`, {
      env: platform.env,
      now: november,
    });
  const { stderr } = await expectFailure(run('MUX', 'none'), 4);
  expect(stderr).toEqual('hotelctl: there is no property MUX in this sign-in\nhint: did you mean MUC?\n');
  if (verb !== '') return;
  const several = await run('MUC,MUX', '{property}.csv');
  expect([several.exitCode, readdirSync(platform.folder)]).toEqual([7, ['MUC.csv']]);
  expect(several.stderr).toContain('  - MUX: there is no property MUX in this sign-in\n');
});

describe('journal map', () => {
  it('lists the accounts and taxes of the last twelve months, once for all reservations', async () => {
    const own = (number: string, type: string) => ({ number, type, name: type, parentNumber: '1200' });
    const platform = await journalPlatform({
      MUC: [
        line(own('AB-1_Receivables', 'Receivables'), own('Lodging_Reduced:7.00', 'Revenues'), 5, {
          date: '2025-11-20',
          taxes: [tax(7, 1)],
        }),
        line(own('CD-1_Receivables', 'Receivables'), own('1410', 'AccountsReceivable'), 5),
        line(own('old', 'Payments'), own('CD-1_Receivables', 'Receivables'), 5, { date: '2025-11-02' }),
      ],
    });
    const map = join(platform.folder, 'map.csv');
    const run = (words: string) =>
      runMain(`journal map --property MUC --output ${map} ${words}`, { env: platform.env, now: november });
    expect((await run('')).exitCode).toBe(0);
    const first = readFileSync(map, 'utf8');
    expect(first.split('\r\n')).toEqual([
      'number,name,type,target,key,cost-centre,document,valid-from',
      '*_Receivables,Receivables,Receivables,,,,,',
      '1410,AccountsReceivable,AccountsReceivable,,,,invoice,',
      'Lodging_Reduced:7.00,Revenues,Revenues,,,,,',
      'Reduced:7,VAT 7 %,Tax,,,,,',
      '',
    ]);
    await expectFailure(run(''), 2, `add --map ${map} to keep its rows`);
    platform.file('map.csv', 'number,type,target,key\n1410,AccountsReceivable,1400,\n');
    expect((await run(`--map ${map}`)).exitCode).toBe(0);
    expect(readFileSync(map, 'utf8').split('\r\n').slice(1, 3)).toEqual([
      '1410,,AccountsReceivable,1400,,,,',
      '*_Receivables,Receivables,Receivables,,,,,',
    ]);
  });
});

describe('journal evidence', () => {
  it('refuses a folder with files, and leaves none after an error', async () => {
    const platform = await journalPlatform({ MUC: october }, { change: () => 403 });
    const run = (folder: string) =>
      runMain(`journal evidence --property MUC --period 2026-10 --output ${folder}`, {
        env: platform.env,
        now: november,
      });
    platform.file('x', '');
    expect((await run(platform.folder)).stderr).toMatch(/^hotelctl: .* is not empty\n/);
    const fresh = join(platform.folder, 'fresh');
    expect((await run(fresh)).exitCode).toBe(4);
    expect(existsSync(fresh)).toBe(false);
  });

  it('refuses a DTD that is not one of audit media, before anything is written', async () => {
    const platform = await journalPlatform({ MUC: october });
    const dtd = platform.file('bad.dtd', '<!ELEMENT DataSet (Media+)>\n<!ELEMENT MediaType (#PCDATA)>\n');
    const folder = join(platform.folder, 'fresh');
    const { exitCode, stderr } = await runMain(
      `journal evidence --property MUC --period 2026-10 --output ${folder} --dtd ${dtd}`,
      { env: platform.env, now: november },
    );
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--dtd: bad.dtd does not declare Media, an element of index.xml\nhint: gdpdu'),
    ]);
    expect(existsSync(folder)).toBe(false);
  });

  it('writes a folder for each of several properties', async () => {
    const platform = await journalPlatform({ MUC: october, 'B/../R': [] });
    const folder = join(platform.folder, 'medium');
    await expectSuccess(
      runMain(`journal evidence --all-properties --period 2026-10 --output ${folder}`, {
        env: platform.env,
        now: november,
      }),
      'put gdpdu-01-03-2019.dtd beside index.xml',
    );
    expect(readdirSync(folder)).toEqual(['B_--_R', 'MUC']);
    expect(readdirSync(join(folder, 'MUC')).toSorted()).toEqual(
      wordsOf(
        'README.txt SHA256SUMS accounts.csv index.xml invoice-taxes.csv invoices.csv ledger.csv taxes.csv',
      ),
    );
  });
});
