import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HotelctlError } from '../../src/base/errors.ts';
import { parseJson } from '../../src/platform/json.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { runMain } from '../commands/in-process.ts';
import { localServer, roomNights, signedIn } from '../commands/local-server.ts';
import { runAgainst } from '../commands/reports/served.ts';
import { temporaryFolder } from '../context.ts';
import { expectSuccess } from '../expect-run.ts';
import { failureOf } from '../failure-of.ts';
import { wordsOf } from '../words.ts';
import { workbookBytes } from './workbook-bytes.ts';
import { workbookParts, workbookSheets } from './workbook-parts.ts';

/** test/system/workbook.test.ts checks the cells in LibreOffice; this file tests when a workbook is written at all. */
const isZip = (bytes: Uint8Array) =>
  Buffer.from(bytes).subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
const columns = [{ name: 'value', type: 'text' }] as const;

describe('a workbook', () => {
  it('is selected by --output and --format, also for a pipe', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'reports.xlsx');
    expect((await runMain(`reports list --output ${file}`)).exitCode).toBe(0);
    expect(isZip(readFileSync(file))).toBe(true);
    const piped = await runMain('reports list --format xlsx --output -');
    expect(piped.exitCode).toBe(0);
    expect(piped.stdout.startsWith('PK')).toBe(true);
  });

  it.each([
    ['--format parquet', false, '--format parquet needs --output'],
    ['--format parquet --output -', true, '--format parquet is not written to a terminal'],
    ['--format xlsx --output -', true, 'not written to a terminal'],
  ])('is refused for %j before anything is sent', async (flags, terminal, message) => {
    const server = await localServer();
    const { exitCode, stdout, stderr } = await runMain([...roomNights, ...wordsOf(flags)], {
      terminal,
      env: signedIn(server.url),
    });
    expect([exitCode, stdout, server.connections()]).toEqual([2, '', 0]);
    expect(stderr).toContain(message);
  });

  it('is refused for more rows than a sheet has, with exit 8', async () => {
    const batches = Array<ReportRecord[]>(257).fill(Array<ReportRecord>(4096).fill({ value: 'x' }));
    const error = await failureOf(workbookBytes('x', batches, columns), HotelctlError);
    expect([error.exitCode, error.message]).toEqual([8, expect.stringContaining('more than 1048575 rows')]);
  });

  it('has a text cut that no cell holds, with a warning', async () => {
    const entry = { countryCode: 'DE', number: 1, percent: 100, reservationIds: ['x'.repeat(40_000)] };
    const file = join(temporaryFolder(), 'long.xlsx');
    const line = [...roomNights, '--view', 'reservations', '--output', file];
    const ended = runAgainst(line, () => ({ total: 1, nationalityBreakdown: [entry] }));
    await expectSuccess(ended, /^warning: texts .*--format csv has them whole: .*, Reservation.*, row 2\n/m);
    const texts = workbookSheets(readFileSync(file)).flatMap(({ cells }) => [...cells.values()]);
    expect(Math.max(...texts.map(text => text.length))).toBe(32_767);
  });

  it.each([
    ['Room nights', '&LPage &P of &N · Room nights · X'],
    // One more character, and the last one would be half of an ampersand.
    ['&'.repeat(200), `&LPage &P of &N · ${'&'.repeat(236)}`],
    [`a${'&'.repeat(200)}`, `&LPage &P of &N · a${'&'.repeat(236)}`],
    [`Hotel · net of VAT · ${'same '.repeat(50)}`, '&LPage &P of &N · Hotel · net of VAT'],
  ])('with the title %s has a footer that Excel accepts', async (title, footer) => {
    const parts = workbookParts(Buffer.from(await workbookBytes('x', [], columns, title)));
    const [, written = ''] =
      /<oddFooter>(.*)<\/oddFooter>/.exec(parts.get('xl/worksheets/sheet2.xml') ?? '') ?? [];
    expect(written.replaceAll('&amp;', '&')).toBe(footer);
    expect(footer.length).toBeLessThanOrEqual(255);
  });
});

/** Spreadsheets ignore text in a formula; numbers with more than 15 digits are stored as text. */

const money = { kind: 'money', currency: 'currency' } as const;
const sum = { kind: 'sum' } as const;
const sideOf = (name: string) => ({ name, unit: money, aggregation: sum });
const amount = (name: string, aggregation: NonNullable<Column['aggregation']> = sum): Column => {
  return { name, type: 'number', unit: money, aggregation };
};
const measures: readonly Column[] = [
  { name: 'sold', type: 'number', unit: { kind: 'count' }, aggregation: { kind: 'sum' } },
  amount('before'),
  amount('now'),
  { name: 'currency', type: 'text' },
  amount('adr', { kind: 'ratio', of: 'now', per: 'sold' }),
  amount('change', { kind: 'change', now: sideOf('now'), before: sideOf('before') }),
];

/** The totals below two rows, and their formulas. */
async function totalsOfSheet(...rows: readonly (readonly [before: string, now: string])[]) {
  const records = rows.map(([before, now]) => ({
    sold: 1,
    before: parseJson(before),
    now: parseJson(now),
    currency: 'EUR',
    adr: 1,
  })) as readonly ReportRecord[];
  const [, sheet] = workbookSheets(Buffer.from(await workbookBytes('x', [records], measures)));
  return ['A4', 'B4', 'C4', 'E4', 'F4'].map(place => [sheet?.cells.get(place), sheet?.formulas.get(place)]);
}

describe('the totals of a workbook', () => {
  it('are formulas over numbers', async () => {
    expect(await totalsOfSheet(['1.5', '10.25'], ['2', '20.5'])).toEqual([
      ['2', 'SUBTOTAL(109,A2:A3)'],
      ['3.5', 'SUBTOTAL(109,B2:B3)'],
      ['30.75', 'SUBTOTAL(109,C2:C3)'],
      ['15.38', 'IF(SUBTOTAL(109,A2:A3)=0,0,ROUND(SUBTOTAL(109,C2:C3)/SUBTOTAL(109,A2:A3),2))'],
      ['27.25', 'C4-B4'],
    ]);
  });

  it('are formulas over the sheet of the rows where the first sheet does not have the columns', async () => {
    const rows = [2, 4].map(sold => ({ sold, before: 5, now: 10, currency: 'EUR', adr: 10 / sold }));
    const bytes = await workbookBytes("a&b's", [rows], measures, 'Report', ['adr', 'change']);
    const [first, sheet] = workbookSheets(Buffer.from(bytes));
    expect(sheet?.name).toBe("A&b's");
    const rangeOf = (letter: string) => `SUM('A&b''s'!${letter}2:${letter}3)`;
    const [sold, before, now] = [rangeOf('A'), rangeOf('B'), rangeOf('C')];
    const written = Array.from(first?.formulas ?? [], ([at, formula]) => [first?.cells.get(at), formula]);
    expect(written).toEqual([
      ['3.33', `IF(${sold}=0,0,ROUND(${now}/${sold},2))`],
      ['10', `${now}-${before}`],
    ]);
  });

  it('are plain values if a row has a number as text, which a formula would ignore', async () => {
    expect(await totalsOfSheet(['1.5', '10.0000000000000001'], ['2', '19.9999999999999999'])).toEqual([
      ['2', 'SUBTOTAL(109,A2:A3)'],
      ['3.5', 'SUBTOTAL(109,B2:B3)'],
      ['30', undefined],
      ['15', undefined],
      ['26.5', 'C4-B4'],
    ]);
  });

  it('have no formula over a total that is text', async () => {
    expect(await totalsOfSheet(['1.0000000000000001', '2.0000000000000001'], ['1', '1'])).toEqual([
      ['2', 'SUBTOTAL(109,A2:A3)'],
      ['2.0000000000000001', undefined],
      ['3.0000000000000001', undefined],
      ['1.5', undefined],
      ['1', undefined],
    ]);
  });

  it('are those of each property, then that of all: ratios of sums with the decimals of their currency', async () => {
    const rows = ['MUC', 'MUC', 'TYO', 'TYO'].map((propertyId, index) => {
      const currency = propertyId === 'TYO' ? 'JPY' : 'EUR';
      return { propertyId, sold: 3, before: 100, now: 110 + index, adr: 1, currency };
    });
    const all = [{ name: 'propertyId', type: 'text' } as const, ...measures];
    const [, sheet] = workbookSheets(Buffer.from(await workbookBytes('x', [rows], all)));
    const cells = (row: number) =>
      ['A', 'B', 'D', 'F', 'G'].map(letter => {
        const [value, formula] = [sheet?.cells, sheet?.formulas].map(of => of?.get(`${letter}${row}`));
        return formula ? `${value} ${formula}` : value;
      });
    const [sold, now] = ['SUMIF(A2:A5,"MUC",B2:B5)', 'SUMIF(A2:A5,"MUC",D2:D5)'];
    expect(cells(6)).toEqual([
      'Total MUC',
      `6 ${sold}`,
      `221 ${now}`,
      `36.83 IF(${sold}=0,0,ROUND(${now}/${sold},2))`,
      '21 D6-C6',
    ]);
    expect(cells(7)[3]).toMatch(/^38 IF.*,0\)\)$/);
    expect(cells(8)).toEqual(['Total', '12 SUBTOTAL(109,B2:B5)', '', '', '']);
  });
});
