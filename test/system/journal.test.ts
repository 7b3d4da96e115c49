import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Posting } from '../../src/reports/posting.ts';
import { runMain } from '../commands/in-process.ts';
import { journalPlatform } from '../commands/journal/journal-platform.ts';
import { counted } from '../full-counts.ts';
import { companyInvoice } from '../measures.ts';
import {
  bar,
  cash,
  ledgers,
  line,
  lodging,
  mapText,
  receivables,
  tax,
} from '../reports/journal/ledger-lines.ts';
import { runProgram as run, textOfFile } from '../repository.ts';
import { requireProgram, requires } from './prerequisites.ts';

const now = Date.parse('2026-11-03T12:00:00Z');
const check = join(import.meta.dirname, 'datev-check.py');

/** A ledger with texts that are hard to write, from fast-check's generator. */
const randomLedger = fc.sample(ledgers, { numRuns: counted(60, 1000), seed: 7 }).flat() as Posting[];

describe('DATEV files, checked with Python', () => {
  beforeEach(requires('python3', 'python3'));

  async function rowsOf(ledger: readonly Posting[], words: string, change = (bytes: Buffer) => bytes) {
    const platform = await journalPlatform({ MUC: ledger });
    const map = platform.file('map.csv', mapText);
    const output = join(platform.folder, 'EXTF_MUC.csv');
    const flags = `--period 2026-10 --without-close --map ${map} --output ${output} ${words}`;
    const { exitCode, stderr } = await runMain(`journal --property MUC ${flags}`, { env: platform.env, now });
    expect(exitCode, stderr).toBe(0);
    writeFileSync(output, change(readFileSync(output)));
    const path = platform.file('ledger.json', JSON.stringify(ledger));
    const args = [check, path, map, words === '' ? 'lines' : 'summed', output];
    return Number(execFileSync('python3', args, { encoding: 'utf8', stdio: 'pipe' }));
  }

  it.each(['', '--sum day-account'])(
    'have fields as described, and the sums of a random ledger: journal %s',
    async words => {
      expect(await rowsOf(randomLedger, words)).toBeGreaterThan(80);
    },
  );

  it.each([
    ['a cent', '"A1",11,90', '11,91'],
    ['another account', ';8200;', ';8201;'],
    ['another encoding', '\xe0 la', '\x81 la'],
    ['an empty lock', '0;;;;"";', ';;;;"";'],
  ])('with %s are refused by that check', async (_, from, to) => {
    const ledger = [line(receivables, { ...bar, name: 'Bar à la carte' }, 11.9, { taxes: [tax(19, 1.9)] })];
    const spoiled = (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      const changed = text.replace(from.replace('"A1",', ''), to);
      expect(changed).not.toBe(text);
      return Buffer.from(changed, 'latin1');
    };
    await expect(rowsOf(ledger, '', spoiled)).rejects.toThrow();
  });
});

const euro = (amount: number) => ({ amount, currency: 'EUR' });
const taxDetails = [{ vatType: 'Reduced', vatPercent: 7, net: euro(100), tax: euro(7) }];
const invoice = companyInvoice(
  { number: '=1', date: '2026-10-10', subTotal: euro(107), taxDetails },
  { id: 'MUC-X', code: 'X', name: 'Müller & "Söhne" <KG>\n]]>' },
);

it('the audit medium is valid for xmllint, complete, and has the hashes of its files', async () => {
  requireProgram('xmllint', 'libxml2-utils');
  const ledger = [
    line(receivables, lodging, 107, { netAmount: 99.99999999, taxes: [tax(7, 7.00000001)] }),
    line(cash, { ...receivables, name: 'a\r\nb;"c"' }, -5.5, { reference: '=1+1' }),
  ];
  const platform = await journalPlatform({ MUC: ledger }, { invoices: [invoice] });
  const dtd = platform.file('gdpdu-01-03-2019.dtd', textOfFile('test/system/gdpdu.dtd'));
  const folder = join(platform.folder, 'medium');
  const words = `evidence --property MUC --period 2026 --without-close --output ${folder} --dtd ${dtd}`;
  const { exitCode, stderr } = await runMain(`journal ${words}`, { env: platform.env, now });
  expect([exitCode, stderr]).toEqual([
    0,
    'warning: MUC: 2026 is not over: postings to it may follow until 06:00 of the day after it\n' +
      'MUC 2026: ledger.csv 2, taxes.csv 1, accounts.csv 3, invoices.csv 1, invoice-taxes.csv 1; without close\n' +
      'warning: gdpdu-01-03-2019.dtd is not the published gdpdu-01-03-2019.dtd, byte for byte\n',
  ]);
  const valid = (file: string) => run('xmllint', ['--noout', '--valid', file], { cwd: folder });
  await valid('index.xml');
  const xml = readFileSync(join(folder, 'index.xml'), 'utf8');
  expect(xml).toContain('<Name>Hotel &lt;MUC&gt; &amp; "Co"</Name>');
  writeFileSync(join(folder, 'wrong.xml'), xml.replace('<Version>1.0</Version>', ''));
  await expect(valid('wrong.xml')).rejects.toMatchObject({ code: 4 });
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  const tables = xml.matchAll(/<URL>(.*?)<\/URL>.*?<TextEncapsulator>(.*?)<\/VariableLength>/g);
  for (const [, url = '', columns = ''] of tables) {
    const heading = readFileSync(join(folder, url), 'utf8').split('\r\n')[0];
    const declared = columns.matchAll(/<Variable(?:PrimaryKey|Column)><Name>(.*?)</g);
    const names = [...declared].map(([, name]) => name);
    expect(heading).toBe(names.join(';'));
  }
  const rows = (name: string) => readFileSync(join(folder, name), 'utf8').split('\r\n').slice(1);
  expect(rows('ledger.csv')).toEqual([
    '1;2026-10-15;2026-10-15T09:00:00+02:00;ABCD-1-1;PostCharge;1400;8130;EUR;107;99,99999999;Reservation;ABCD-1;ABCD-1;Guest;',
    "2;2026-10-15;2026-10-15T09:00:00+02:00;ABCD-1-1;PostCharge;1010;1400;EUR;-5,5;-5,5;Reservation;ABCD-1;'=1+1;Guest;",
    '',
  ]);
  expect(rows('taxes.csv')).toEqual(['1;1;Reduced;7;7,00000001', '']);
  const row = '1;2026-10-10;\'=1;MUC-X;X;"Müller & ""Söhne"" <KG>\\u{a}]]>";;107;EUR';
  expect(rows('invoices.csv')).toEqual([row, '']);
  expect(rows('invoice-taxes.csv')).toEqual(['2;1;Reduced;7;100;7', '']);
  expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toContain('2026-01-01 to 2026-12-31');
});
