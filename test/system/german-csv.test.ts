import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { csvChunks } from '../../src/output/csv.ts';
import { csvOptions } from '../../src/output/format.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { temporaryFolder } from '../context.ts';
import { workbookBytes } from '../output/workbook-bytes.ts';
import { convert, rowsOfSheet } from './libreoffice.ts';
import { requires } from './prerequisites.ts';

/** A CSV of `--locale de` in a German LibreOffice: the judge of decimal commas, semicolons and the byte order mark. */
beforeEach(requires('soffice', 'libreoffice-calc'));

/** The locale of LibreOffice is German; nothing about the file is given but that it is UTF-8 text with semicolons. */
const germanSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item>
</oor:items>
`;

const columns: readonly Column[] = [
  { name: 'hotel', type: 'text' },
  { name: 'day', type: 'date' },
  { name: 'occupancy', type: 'number', unit: { kind: 'percent' } },
  { name: 'revenue.amount', type: 'number', unit: { kind: 'money', currency: 'revenue.currency' } },
  { name: 'revenue.currency', type: 'text' },
];
const records: readonly ReportRecord[] = [
  { hotel: 'München; Süd', day: '2026-10-01', occupancy: 68.89, revenue: { amount: 12292, currency: 'EUR' } },
  {
    hotel: 'Haus "Adler"',
    day: '2026-10-02',
    occupancy: 0.5,
    revenue: { amount: -1234.56, currency: 'EUR' },
  },
  {
    hotel: 'Zimmer 1,5',
    day: '2026-12-31',
    occupancy: 100,
    revenue: { amount: 1000000.01, currency: 'EUR' },
  },
];

/** Kind and value of each cell of the sheet with the records; a total row is left out. */
const cellsOf = (document: string, sheet: number) =>
  rowsOfSheet(document, sheet)
    .flat()
    .filter(({ type }) => type !== undefined)
    .map(({ type, value }) => `${type === 'string' ? 'text' : type === 'date' ? 'date' : 'number'} ${value}`)
    .slice(0, columns.length * (records.length + 1));

it('has the same cells as the workbook', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'profile', 'user'), { recursive: true });
  writeFileSync(join(folder, 'profile', 'user', 'registrymodifications.xcu'), germanSettings);
  const dialect = csvOptions(
    { locale: 'de', headings: 'human', header: true, formulaGuard: true },
    [],
    'csv',
  );
  let csv = '';
  for await (const chunk of csvChunks([records], columns, dialect)) csv += chunk;
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    '\ufeffHotel;Day;Occupancy %;Revenue;Revenue currency',
    '"München; Süd";2026-10-01;68,89;12292;EUR',
    '"Haus ""Adler""";2026-10-02;0,5;-1234,56;EUR',
  ]);
  writeFileSync(join(folder, 'list.csv'), csv);
  writeFileSync(join(folder, 'book.xlsx'), await workbookBytes('list', [records], columns));
  const env = { LANG: 'de_DE.UTF-8', TZ: 'UTC' };
  // Semicolon, double quotes, UTF-8, from the first line; quoted fields are text, and the language is the program's.
  const filter = ['--infilter=Text - txt - csv (StarCalc):59,34,76,1,,,true'];
  await convert(folder, ['list.csv'], { env, filter });
  await convert(folder, ['book.xlsx'], { env });
  const [list, book] = ['list.fods', 'book.fods'].map((name, index) =>
    cellsOf(readFileSync(join(folder, name), 'utf8'), index + 1),
  );
  expect(list?.slice(columns.length)).toEqual([
    'text München; Süd',
    'date 2026-10-01',
    'number 68.89',
    'number 12292',
    'text EUR',
    'text Haus "Adler"',
    'date 2026-10-02',
    'number 0.5',
    'number -1234.56',
    'text EUR',
    'text Zimmer 1,5',
    'date 2026-12-31',
    'number 100',
    'number 1000000.01',
    'text EUR',
  ]);
  expect(list?.slice(columns.length)).toEqual(book?.slice(columns.length));
});
