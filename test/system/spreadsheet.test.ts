import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { csvChunks } from '../../src/output/csv.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { temporaryFolder } from '../context.ts';
import { rfc4180 } from '../output/rfc4180.ts';
import { wordsOf } from '../words.ts';
import { formulaStarts } from './hostile-text.ts';
import { convert, rowsOfSheet, type SheetCell } from './libreoffice.ts';
import { requires } from './prerequisites.ts';

/** CSV as LibreOffice reads it: an independent check of what is a formula, a number and a text. */
beforeEach(requires('soffice', 'libreoffice-calc'));

/**
 * The cells of each CSV as LibreOffice imports it: comma, double quotes, UTF-8, no detection of other types. One start
 * of LibreOffice reads them all, because a start takes seconds.
 */
async function openInLibreOffice(csvs: readonly string[], bom: boolean): Promise<SheetCell[][]> {
  const folder = temporaryFolder();
  const name = (index: number) => `sheet${index}.csv`;
  for (const [index, csv] of csvs.entries()) writeFileSync(join(folder, name(index)), csv);
  // Field separator 44, text delimiter 34, character set (76 is UTF-8; the mark decides where there is one).
  const filter = [`--infilter=Text - txt - csv (StarCalc):44,34,${bom ? 'UTF-8' : '76'},1`];
  await convert(
    folder,
    csvs.map((_, index) => name(index)),
    { filter },
  );
  return csvs.map((_, index) =>
    rowsOfSheet(readFileSync(join(folder, `sheet${index}.fods`), 'utf8'), 1).flat(),
  );
}

async function csvOf(
  columns: readonly Column[],
  records: readonly ReportRecord[],
  bom = false,
): Promise<string> {
  const pieces: string[] = [];
  const options = { ...rfc4180, bom };
  for await (const piece of csvChunks([records], columns, options)) pieces.push(String(piece));
  return pieces.join('');
}

describe('a CSV in LibreOffice', () => {
  it('has no formula for hostile text, whatever the type of its column', async () => {
    const types = ['text', 'date', 'number'] as const;
    const columns: Column[] = types.map(type => ({ name: type, type }));
    const csv = await csvOf(
      columns,
      formulaStarts.map(text => ({ text, date: text, number: text })),
    );
    const [cells = []] = await openInLibreOffice([csv], false);
    expect(cells.length).toBeGreaterThan(2 * formulaStarts.length);
    expect(cells.filter(cell => cell.formula)).toEqual([]);
  });

  it('shows text that no spreadsheet runs unchanged', async () => {
    const harmless = wordsOf('- "+49 30 1234" "Müller, -Söhne" |x %x');
    const columns: Column[] = [{ name: 'text', type: 'text' }];
    const csv = await csvOf(
      columns,
      harmless.map(text => ({ text })),
    );
    const [cells = []] = await openInLibreOffice([csv], false);
    expect(cells.slice(1, harmless.length + 1)).toEqual(
      harmless.map(value => ({ formula: false, type: 'string', value })),
    );
  });

  it('would have formulas without the guard: the check can fail', async () => {
    const [cells = []] = await openInLibreOffice(['a\r\n=1+1\r\n'], false);
    expect(cells.some(cell => cell.formula)).toBe(true);
  });

  it('keeps negative numbers as numbers, and umlauts with the byte order mark', async () => {
    const columns: Column[] = [
      { name: 'name', type: 'text' },
      { name: 'amount', type: 'number' },
    ];
    const csv = await csvOf(columns, [{ name: 'Größe Łódź 東京', amount: -19.9 }], true);
    expect(csv.startsWith('\ufeff')).toBe(true);
    const [cells = []] = await openInLibreOffice([csv], true);
    expect(cells).toContainEqual({ formula: false, type: 'string', value: 'Größe Łódź 東京' });
    expect(cells).toContainEqual({ formula: false, type: 'float', value: '-19.9' });
  });
});
