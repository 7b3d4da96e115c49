import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visibleText } from '../../src/output/number-format.ts';
import { parseJson } from '../../src/platform/json.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { anyCharacter } from '../any-character.ts';
import { temporaryFolder } from '../context.ts';
import { workbookBytes } from '../output/workbook-bytes.ts';
import { wordsOf } from '../words.ts';
import { formulaStarts, terminalControls } from './hostile-text.ts';
import { convert, rowsOfSheet, type SheetCell } from './libreoffice.ts';
import { requires } from './prerequisites.ts';

/** Workbooks as LibreOffice reads them: an independent check of what is a number, a date, a text and a formula. */
beforeEach(requires('soffice', 'libreoffice-calc'));

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** Rows of each workbook, without trailing empty cells and rows. One start of LibreOffice for all of them. */
async function opened(workbooks: readonly Uint8Array[], timeZone = 'UTC'): Promise<SheetCell[][][]> {
  const folder = temporaryFolder();
  const files = workbooks.map((_, index) => `${index}.xlsx`);
  for (const [index, bytes] of workbooks.entries()) writeFileSync(join(folder, `${index}.xlsx`), bytes);
  await convert(folder, files, { env: { TZ: timeZone } });
  // The first sheet is an overview, the last one about the report.
  return files.map(file =>
    rowsOfSheet(readFileSync(join(folder, file.replace('.xlsx', '.fods')), 'utf8'), 2),
  );
}

const textCell = (value: string): SheetCell => ({ formula: false, type: 'string', value });
const shownText = (text: string) => visibleText(text).replaceAll('\r\n', '\n');
const oneColumn = (type: Column['type']): Column[] => [{ name: 'value', type }];
const recordsOf = (values: readonly unknown[]) => values.map(value => ({ value }) as ReportRecord);

describe('a workbook in LibreOffice', () => {
  it('keeps every text unchanged, or makes visible what XML cannot contain', async () => {
    const plain = [
      ...formulaStarts.map(shownText),
      'constructor',
      '__proto__',
      'toString',
      '_x0041_',
      '__x000D_',
      'a _X00e9_ b',
      ' two  blanks ',
      'a\tb',
      'b\nc',
      '&lt;b&gt;',
      'Größe 東京 👩‍👩‍👧',
      '007',
      '1e5',
      '2026-01-01',
      'TRUE',
      "'x",
    ];
    const hostile = [
      ...terminalControls,
      '\u0000\u0001\u001b',
      '\ud800x',
      '\ufffe',
      '\u{1fffe}y',
      'a\rb',
      'a\r\nb',
    ];
    const random = fc.sample(fc.string({ unit: anyCharacter, minLength: 1 }), 200);
    const [rows = [], noise = []] = await opened([
      await workbookBytes('texts', [recordsOf([...plain, ...hostile])], oneColumn('text')),
      await workbookBytes('noise', [recordsOf(random)], oneColumn('text')),
    ]);
    expect(rows.slice(1, plain.length + 1).map(([cell]) => cell)).toEqual(plain.map(textCell));
    for (const [cell] of rows.slice(plain.length + 1)) {
      expect(cell?.type).toBe('string');
      expect(cell?.value).toMatch(/^(?:[\n\t\u0020-\u007e]|[^\p{C}])*$/u);
    }
    expect(rows.slice(plain.length + 1).map(([cell]) => cell?.value)).toContain('\\u{fffe}');
    expect(noise).toHaveLength(random.length + 1);
    expect(noise.flat().some(cell => cell.formula || cell.type !== 'string')).toBe(false);
  });

  it('has a number where spreadsheets can represent it, text with every digit otherwise, and each date on its day', async () => {
    const numbers = wordsOf('0 -0.1 61.0 1e-7 123456789012345 12345678901234500000 0.000123456789012345');
    const longer = ['9007199254740992', '0.30000000000000004', '9007199254740993', '-1234567890.12345678901'];
    // LibreOffice itself truncates smaller ones when it writes: at the twentieth digit after the point.
    const doubles = fc
      .sample(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), 1000)
      .map(value => Number(value.toPrecision(15)))
      .filter(value => Math.abs(value) >= 1e-5);
    expect(doubles.length).toBeGreaterThan(20);
    const day = fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const dates = [
      '1900-03-01',
      '2024-02-29',
      '2026-03-29',
      '2026-10-25',
      '9999-12-31',
      ...fc.sample(day, 100).map(date => date.toISOString().slice(0, 10)),
    ];
    const noDates = wordsOf('2026-03-29T12:00:00+02:00 1899-12-31 1900-02-28 2026-02-30 2026-3-1 unknown');
    const values = [...numbers, ...longer].map(text => parseJson(text));
    const written = [
      await workbookBytes('numbers', [recordsOf([...values, ...doubles])], oneColumn('number')),
    ];
    for (const timeZone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Berlin']) {
      process.env['TZ'] = timeZone;
      written.push(await workbookBytes('dates', [recordsOf([...dates, ...noDates])], oneColumn('date')));
    }
    // People read the last day of a period, not the day behind it.
    const end: Column = { name: 'value', type: 'date', exclusive: true };
    written.push(await workbookBytes('ends', [recordsOf(['2026-03-29'])], [end]));
    const [numberRows = [], ...dateSheets] = await opened(written, 'America/Los_Angeles');
    const lastDay = { formula: false, type: 'date', value: '2026-03-28' };
    expect(dateSheets.pop()?.slice(1)).toEqual([[lastDay]]);
    const cells = numberRows.slice(1).map(([cell]) => cell);
    const valuesOf = (some: typeof cells) => some.map(cell => [cell?.type, Number(cell?.value)]);
    expect(valuesOf(cells.slice(0, numbers.length))).toEqual(numbers.map(text => ['float', Number(text)]));
    expect(cells.slice(numbers.length, values.length)).toEqual(longer.map(textCell));
    expect(valuesOf(cells.slice(values.length))).toEqual(doubles.map(value => ['float', value + 0]));
    expect(dateSheets).toHaveLength(3);
    for (const sheet of dateSheets) {
      expect(sheet.slice(1).map(([cell]) => cell)).toEqual([
        ...dates.map(value => ({ formula: false, type: 'date', value })),
        ...noDates.map(textCell),
      ]);
    }
  });

  it('has totals that LibreOffice computes to the same values, hides technical columns, and prints on one page', async () => {
    const [performance] = reports.filter(({ name }) => name === 'property-performance');
    const view = (await performance?.response())?.views.find(({ name }) => name === 'days');
    if (!view) throw new Error('no such view');
    const money = (amount: number) => ({ amount, currency: 'EUR' });
    const day = (businessDay: string, sold: number, house: number) => ({
      propertyId: 'MUC',
      from: '2026-10-01',
      to: '2026-10-02',
      businessDay,
      houseCount: house,
      outOfOrderCount: 0,
      soldCount: sold,
      occupancyPercentage: (sold / house) * 100,
      grossAccommodationRevenue: money(sold * 100.1),
      grossAdr: money(100.1),
    });
    const names = wordsOf(
      `propertyId businessDay houseCount outOfOrderCount soldCount occupancyPercentage
        grossAccommodationRevenue.amount grossAccommodationRevenue.currency grossAdr.amount`,
    );
    const columns = view.columns.filter(({ name }) => names.includes(name));
    const records = [day('2026-10-01', 50, 100), day('2026-10-02', 10, 10)];
    const bytes = await workbookBytes('MUC', [records], columns);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'days.xlsx'), bytes);
    const converted = async (to: string) => {
      await convert(folder, ['days.xlsx'], { to });
      return readFileSync(join(folder, `days.${to}`), 'latin1');
    };
    const document = await converted('fods');
    const rows = rowsOfSheet(document, 2);
    // An average of the two days would be an occupancy of 75.
    expect(rows.at(-1)).toEqual([
      { formula: false, type: 'string', value: 'Total' },
      { formula: false, type: undefined, value: '' },
      { formula: true, type: 'float', value: '110' },
      { formula: true, type: 'float', value: '60' },
      { formula: true, type: 'float', value: '0' },
      { formula: true, type: 'float', value: '54.55' },
      { formula: true, type: 'float', value: '6006' },
      { formula: false, type: undefined, value: '' },
      { formula: true, type: 'float', value: '100.1' },
    ]);
    expect(document).toContain('of:=SUBTOTAL(109;[.D2:.D3])');
    expect(document).toContain('table:display-filter-buttons="true"');
    expect(document).toContain('style:print-orientation="landscape"');
    expect(document.match(/table:visibility="collapse"/g)).toHaveLength(1);
    expect(rows[0]?.map(({ value }) => value)).toEqual([
      'Property',
      'Day',
      'House',
      'Units sold',
      'Out of order',
      'Occ. %',
      'Revenue gross EUR',
      'Gross accommodation revenue currency',
      'ADR gross EUR',
    ]);
    // A page for the overview, one for the days, and one for the sheet about the report.
    expect((await converted('pdf')).match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
  });
});
