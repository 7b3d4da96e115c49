import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { visibleText } from '../../src/output/number-format.ts';
import { render } from '../../src/output/render.ts';
import { parseJson } from '../../src/platform/json.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { anyCharacter } from '../any-character.ts';
import { plainRendering } from '../output/rfc4180.ts';
import { workbookBytes } from '../output/workbook-bytes.ts';
import { wordsOf } from '../words.ts';
import { formulaStarts, terminalControls } from './hostile-text.ts';
import { converted, rowsOfSheet, type SheetCell } from './libreoffice.ts';
import { requires } from './prerequisites.ts';

/** Workbooks as LibreOffice reads them: an independent check of what is a number, a date, a text, a formula and a chart. */
beforeEach(requires('soffice', 'libreoffice-calc'));

const shownText = (text: string) => visibleText(text).replaceAll('\r\n', '\n');
const plain = [
  ...formulaStarts.map(shownText),
  ...wordsOf(
    'constructor __proto__ toString _x0041_ __x000D_ "a _X00e9_ b" " two  blanks " &lt;b&gt; 007 1e5',
  ),
  ...['a\tb', 'b\nc', 'Größe 東京 👩‍👩‍👧', '2026-01-01', 'TRUE', "'x"],
];
const invalid = ['\u0000\u0001\u001b', '\ud800x', '\ufffe', '\u{1fffe}y', 'a\rb', 'a\r\nb'];
const random = fc.sample(fc.string({ unit: anyCharacter, minLength: 1 }), 200);

const numbers = wordsOf('0 -0.1 61.0 1e-7 123456789012345 12345678901234500000 0.000123456789012345');
const longer = wordsOf('9007199254740992 0.30000000000000004 9007199254740993 -1234567890.12345678901');
// LibreOffice itself truncates smaller ones when it writes: at the twentieth digit after the point.
const doubles = fc
  .sample(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), 1000)
  .map(value => Number(value.toPrecision(15)))
  .filter(value => Math.abs(value) >= 1e-5);
const day = fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const dates = [
  ...wordsOf('1900-03-01 2024-02-29 2026-03-29 2026-10-25 9999-12-31'),
  ...fc.sample(day, 100).map(date => date.toISOString().slice(0, 10)),
];
const noDates = wordsOf('2026-03-29T12:00:00+02:00 1899-12-31 1900-02-28 2026-02-30 2026-3-1 unknown');

const oneColumn = (values: readonly unknown[], column: Omit<Column, 'name'>) =>
  workbookBytes('values', [values.map(value => ({ value }) as ReportRecord)], [{ name: 'value', ...column }]);

function datesIn(timeZone: string): Promise<Uint8Array> {
  vi.stubEnv('TZ', timeZone);
  return oneColumn([...dates, ...noDates], { type: 'date' }).finally(() => void vi.unstubAllEnvs());
}

/** Two days of a property, with the columns that have totals. */
async function daysOfProperty(): Promise<Uint8Array> {
  const [performance] = reports.filter(({ name }) => name === 'property-performance');
  const view = (await performance?.response())?.views.find(({ name }) => name === 'days');
  if (!view) throw new Error('no such view');
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  const dayOf = (businessDay: string, sold: number, house: number) => ({
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
  const names = wordsOf(`propertyId businessDay houseCount outOfOrderCount soldCount occupancyPercentage
    grossAccommodationRevenue.amount grossAccommodationRevenue.currency grossAdr.amount`);
  const columns = view.columns.filter(({ name }) => names.includes(name));
  return workbookBytes('MUC', [[dayOf('2026-10-01', 50, 100), dayOf('2026-10-02', 10, 10)]], columns);
}

function withCharts(): Promise<Uint8Array> {
  const unit = { kind: 'money', currency: 'currency' } as const;
  const sum = { type: 'number', unit, aggregation: { kind: 'sum' } } as const;
  const columns: readonly Column[] = [
    { name: 'day', type: 'date' },
    { name: 'account', type: 'text' },
    { name: 'now', ...sum },
    { name: 'before', ...sum },
    { name: 'currency', type: 'text', role: 'technical' },
  ];
  const versus = { value: 'before', unit, names: ['now', 'then'] } as const;
  const only = { column: 'account', values: ['A', 'B'] };
  const charts = [
    { title: 'Revenue <by> day', kind: 'days', label: 'day', value: 'now', unit, versus },
    { title: 'Accounts', kind: 'bars', label: 'account', value: 'now', unit, only, largestFirst: true },
    { title: 'Without its column', kind: 'bars', label: 'account', value: 'other', unit },
  ] as const;
  const records = [
    ['2026-10-01', 'A', 10, 7],
    ['2026-10-02', 'C', 20, null],
    ['2026-10-03', 'B', 30, 9],
  ].map(([day, account, now, before]) => ({ day, account, now, before, currency: 'EUR' }) as ReportRecord);
  const { chunks } = render(
    { ...plainRendering, format: 'xlsx', several: false, view: { name: "O'Hara", columns, charts } },
    [{ parameters: {}, json: () => [], records: () => [records] }],
  );
  return buffer(chunks as AsyncIterable<Uint8Array>);
}

const workbooks = {
  texts: () => oneColumn([...plain, ...terminalControls, ...invalid], { type: 'text' }),
  random: () => oneColumn(random, { type: 'text' }),
  numbers: () =>
    oneColumn([...[...numbers, ...longer].map(text => parseJson(text)), ...doubles], { type: 'number' }),
  datesInAmerica: () => datesIn('America/Los_Angeles'),
  datesInKiribati: () => datesIn('Pacific/Kiritimati'),
  datesInGermany: () => datesIn('Europe/Berlin'),
  // People read the last day of a period, not the day behind it.
  ends: () => oneColumn(['2026-03-29'], { type: 'date', exclusive: true }),
  days: daysOfProperty,
  charts: withCharts,
};

/** One after the other: each has its time zone. */
async function convertAll(): Promise<readonly string[]> {
  const bytes: Uint8Array[] = [];
  for (const make of Object.values(workbooks)) bytes.push(await make());
  return converted(bytes, { env: { TZ: 'America/Los_Angeles' } });
}
let converting: ReturnType<typeof convertAll> | undefined;
/** The workbook as LibreOffice has read it in America; one start for those of all tests. */
async function documentOf(name: keyof typeof workbooks): Promise<string> {
  converting ??= convertAll();
  return (await converting)[Object.keys(workbooks).indexOf(name)] ?? '';
}
/** Rows without trailing empty cells and rows. The first sheet is an overview, the last one about the report. */
const rowsOf = async (name: keyof typeof workbooks) => rowsOfSheet(await documentOf(name), 2);
const firstCells = async (name: keyof typeof workbooks) =>
  (await rowsOf(name)).slice(1).map(([cell]) => cell);
const textCell = (value: string): SheetCell => ({ formula: false, type: 'string', value });

describe('a workbook in LibreOffice', () => {
  it('keeps every text unchanged, or makes visible what XML cannot contain', async () => {
    const cells = await firstCells('texts');
    expect(cells.slice(0, plain.length)).toEqual(plain.map(textCell));
    for (const cell of cells.slice(plain.length)) {
      expect(cell?.type).toBe('string');
      expect(cell?.value).toMatch(/^(?:[\n\t\u0020-\u007e]|[^\p{C}])*$/u);
    }
    expect(cells.slice(plain.length).map(cell => cell?.value)).toContain('\\u{fffe}');
    const noise = await rowsOf('random');
    expect(noise).toHaveLength(random.length + 1);
    expect(noise.flat().some(cell => cell.formula || cell.type !== 'string')).toBe(false);
  });

  it('has a number where spreadsheets can represent it, and text with every digit otherwise', async () => {
    expect(doubles.length).toBeGreaterThan(20);
    const cells = await firstCells('numbers');
    const valuesOf = (some: typeof cells) => some.map(cell => [cell?.type, Number(cell?.value)]);
    const rest = numbers.length + longer.length;
    expect(valuesOf(cells.slice(0, numbers.length))).toEqual(numbers.map(text => ['float', Number(text)]));
    expect(cells.slice(numbers.length, rest)).toEqual(longer.map(textCell));
    expect(valuesOf(cells.slice(rest))).toEqual(doubles.map(value => ['float', value + 0]));
  });

  it('has each date on its day, and text for what is not a date', async () => {
    const dateCell = (value: string): SheetCell => ({ formula: false, type: 'date', value });
    for (const name of ['datesInAmerica', 'datesInKiribati', 'datesInGermany'] as const)
      expect(await firstCells(name)).toEqual([...dates.map(dateCell), ...noDates.map(textCell)]);
    expect(await firstCells('ends')).toEqual([dateCell('2026-03-28')]);
  });

  it('has totals that LibreOffice computes to the same values, hides technical columns, and prints on one page', async () => {
    const document = await documentOf('days');
    const rows = rowsOfSheet(document, 2);
    const total = (value: string): SheetCell => ({ formula: true, type: 'float', value });
    const empty = { formula: false, type: undefined, value: '' };
    // An average of the two days would be an occupancy of 75.
    expect(rows.at(-1)).toEqual([
      ...[textCell('Total'), empty, total('110'), total('60'), total('0')],
      ...[total('54.55'), total('6006'), empty, total('100.1')],
    ]);
    expect(document).toContain('of:=SUBTOTAL(109;[.D2:.D3])');
    expect(document).toContain('table:display-filter-buttons="true"');
    expect(document).toContain('style:print-orientation="landscape"');
    expect(document.match(/table:visibility="collapse"/g)).toHaveLength(1);
    expect(rows[0]?.map(({ value }) => value)).toEqual([
      ...['Property', 'Day', 'House', 'Units sold', 'Out of order', 'Occ. %', 'Revenue gross EUR'],
      ...['Gross accommodation revenue currency', 'ADR gross EUR'],
    ]);
    // A page for the overview, one for the days, and one for the sheet about the report.
    const [pdf] = await converted([await workbooks.days()], { to: 'pdf' });
    expect(pdf?.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
  });

  it('has charts with their values: two lines by day, and bars of chosen rows, the largest first', async () => {
    const document = await documentOf('charts');
    const names = [...document.matchAll(/<table:table table:name="([^"]*)"/g)].map(([, name]) => name);
    // Without the tables of charts.
    expect(names.filter(name => name !== 'local-table')).toEqual(['Overview', 'O&apos;Hara', 'About']);
    const drawn = [...document.matchAll(/<chart:chart [\s\S]*?<\/chart:chart>/g)].map(([chart]) => ({
      title: /<chart:title[\s\S]*?<text:p>(.*?)<\/text:p>/.exec(chart)?.[1]?.replace(/<[^>]+>/g, ''),
      series: [...chart.matchAll(/<chart:series /g)].length,
      hasLegend: chart.includes('<chart:legend'),
    }));
    expect(drawn).toEqual([
      { title: 'Revenue &lt;by&gt; day, EUR', series: 2, hasLegend: true },
      { title: 'Accounts, EUR', series: 1, hasLegend: false },
    ]);
  });
});
