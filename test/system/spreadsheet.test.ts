import { beforeEach, describe, expect, it } from 'vitest';
import { csvChunks } from '../../src/output/csv.ts';
import { type CsvOptions, csvOptions } from '../../src/output/format.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { rfc4180 } from '../output/rfc4180.ts';
import { wordsOf } from '../words.ts';
import { formulaStarts } from './hostile-text.ts';
import { converted, csvImport, rowsOfSheet } from './libreoffice.ts';
import { requires } from './prerequisites.ts';

/** CSV as LibreOffice reads it: an independent check of what is a formula, a number, a date and a text. */
beforeEach(requires('soffice', 'libreoffice-calc'));

/** The cells of each CSV, which is imported without detection of other types unless the options say so. */
async function opened(csvs: readonly string[], options: string, env: NodeJS.ProcessEnv = {}) {
  const documents = await converted(csvs, { filter: csvImport(options), env });
  return documents.map(document => rowsOfSheet(document, 1).flat());
}

async function csvOf(
  columns: readonly Column[],
  records: readonly ReportRecord[],
  options: CsvOptions = rfc4180,
): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of csvChunks([records], columns, options)) pieces.push(String(piece));
  return pieces.join('');
}

describe('a CSV in LibreOffice', () => {
  it('has no formula for hostile text, whatever the type of its column, and shows other text and numbers unchanged', async () => {
    const types = ['text', 'date', 'number'] as const;
    const harmless = wordsOf('- "+49 30 1234" "Müller, -Söhne" |x %x "Größe Łódź 東京"');
    const columns = types.map(type => ({ name: type, type }));
    const rows = harmless.map(text => ({ text, number: -19.9 }));
    const marked = await csvOf(columns, rows, { ...rfc4180, bom: true });
    expect(marked.startsWith('\ufeff')).toBe(true);
    const formulas = formulaStarts.map(text => ({ text, date: text, number: text }));
    const hostile = await csvOf(columns, formulas);
    const files = [hostile, marked, 'a\r\n=1+1\r\n'];
    const [guarded = [], others = [], unguarded = []] = await opened(files, '44,34,76,1');
    expect(guarded.length).toBeGreaterThan(2 * formulaStarts.length);
    expect(guarded.filter(cell => cell.formula)).toEqual([]);
    const shown = others.slice(types.length).map(({ formula, type, value }) => [formula, type, value]);
    expect(shown).toEqual(
      harmless.flatMap(text => [
        [false, 'string', text],
        [false, undefined, ''],
        [false, 'float', '-19.9'],
      ]),
    );
    // The check can fail.
    expect(unguarded.some(cell => cell.formula)).toBe(true);
  });

  it('of --locale de has numbers, dates and texts in a German one', async () => {
    const columns: readonly Column[] = [
      { name: 'hotel', type: 'text' },
      { name: 'day', type: 'date' },
      { name: 'occupancy', type: 'number', unit: { kind: 'percent' } },
      { name: 'revenue.amount', type: 'number', unit: { kind: 'money', currency: 'revenue.currency' } },
      { name: 'revenue.currency', type: 'text' },
    ];
    const record = (hotel: string, day: string, occupancy: number, amount: number) => {
      return { hotel, day, occupancy, revenue: { amount, currency: 'EUR' } };
    };
    const records = [
      record('München; Süd', '2026-10-01', 68.89, 12292),
      record('Haus "Adler"', '2026-10-02', 0.5, -1234.56),
      record('Zimmer 1,5', '2026-12-31', 100, 1000000.01),
    ];
    const german = { locale: 'de', headings: 'human', header: true, formulaGuard: true } as const;
    const csv = await csvOf(columns, records, csvOptions(german, [], 'csv'));
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffHotel;Day;Occupancy %;Revenue;Revenue currency',
      '"München; Süd";2026-10-01;68,89;12292;EUR',
      '"Haus ""Adler""";2026-10-02;0,5;-1234,56;EUR',
    ]);
    // Semicolon, double quotes, UTF-8, from the first line; quoted fields are text, and the language is the program's.
    const [cells = []] = await opened([csv], '59,34,76,1,,,true', { LANG: 'de_DE.UTF-8', TZ: 'UTC' });
    expect(cells.slice(columns.length).map(({ type, value }) => `${type} ${value}`)).toEqual(
      records.flatMap(({ hotel, day, occupancy, revenue: { amount } }) => [
        `string ${hotel}`,
        `date ${day}`,
        `float ${occupancy}`,
        `float ${amount}`,
        'string EUR',
      ]),
    );
  });
});
