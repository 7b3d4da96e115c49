import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Document, DocumentTable, Section } from '../../src/output/document/document.ts';
import { documentPage } from '../../src/output/document/page.ts';
import { localeFormat } from '../../src/output/number-format.ts';
import { createHotel, type Property } from '../../src/sandbox/hotel/hotel.ts';
import { runAgainst } from '../commands/reports/served.ts';
import { temporaryFolder } from '../context.ts';
import { paged, type ViewResponse } from '../output/rendered.ts';
import { bodyOf } from '../sandbox/hotel/report-bodies.ts';
import { sharedChromium } from './chromium.ts';
import { requires } from './prerequisites.ts';

/** Pages on paper, as Chromium prints them: the sheets of paper, and the text on each. */
const newPage = sharedChromium();
beforeEach(requires('pdftotext', 'poppler-utils'));

let opened: Page | undefined;

const a4Landscape = '[0 0 841.91998 594.95996]';

async function printed(html: string): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')];
  writeFileSync(page, html);
  opened ??= await newPage();
  await opened.goto(pathToFileURL(page).href);
  const bytes = await opened.pdf({ preferCSSPageSize: true });
  const sizes = bytes.toString('latin1').match(/(?<=\/MediaBox ?)\[[^\]]*\]/g) ?? [];
  expect(new Set(sizes)).toEqual(new Set([a4Landscape]));
  writeFileSync(pdf, bytes);
  const shown = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
  const sheets = shown.split('\f').slice(0, -1);
  expect(sheets).toHaveLength(sizes.length);
  return sheets;
}

const hotel = createHotel({ seed: 'hotelctl', today: '2026-11-21', properties: 40 });
const ids = hotel.properties.map(({ id }) => id);
const some = hotel.properties.filter(({ id }) => ['LEJ', 'KRK', 'EDI'].includes(id));
/** Every hotel has the figures of one with few rooms, because only the names and the number of hotels matter. */
const bodies = new Map<string, object>();
const respond = (query: URLSearchParams) => {
  query.delete('propertyId');
  const known = bodies.get(`${query}`);
  const body = known ?? performanceOf(some[0] as Property, query);
  bodies.set(`${query}`, body);
  return body;
};
const performanceOf = (property: Property, query: URLSearchParams) =>
  bodyOf(hotel, property, 'property-performance', {
    ...Object.fromEntries(query),
    expand: query.getAll('expand'),
    unitGroupTypes: query.getAll('unitGroupTypes'),
  }) as object;
const listed = () => ({
  properties: hotel.properties.map(({ id, name, timeZone }) => ({ id, name, timeZone })),
  count: ids.length,
});
const pageOf = async (line: string) => {
  const { exitCode, stdout } = await runAgainst(`${line} --format html`, respond, {
    properties: listed,
    now: Date.parse('2026-11-21T06:00:00Z'),
  });
  expect(exitCode).toBe(0);
  return stdout;
};

/** How often each hotel is named on the sheets. */
const counts = (sheets: readonly string[]) =>
  ids.map(id => sheets.join('\n').match(new RegExp(`\\b${id}\\b`, 'g'))?.length ?? 0);
const once = ids.map(() => 1);

const sectionOf = (blocks: readonly DocumentTable[], folded: boolean): Section => ({
  ...{ kind: 'section', anchor: 'a', title: ['Munich'], folded, blocks },
});

const tableOf = (heading: string, rows: number): DocumentTable => ({
  kind: 'table',
  columns: [{ heading: [heading], kind: 'text' }],
  rows: Array.from({ length: rows }, (_, index) => ({ kind: 'row', cells: [`${heading} ${index}`] })),
});

describe('in print', () => {
  it('the morning of 40 hotels is a table of each hotel once, with its headings on every sheet, and a chart', async () => {
    const sheets = await printed(await pageOf('brief --all-properties'));
    expect(sheets).toHaveLength(3);
    const first =
      /Good morning · Saturday, 21 November 2026\n[\s\S]*Occupancy, yesterday[\s\S]*Hotels +sorted by/;
    expect(sheets[0]).toMatch(first);
    const table = sheets.slice(0, 2);
    for (const sheet of table) expect(sheet).toMatch(/Hotel +Occ\. % +± pts +ADR/);
    expect(counts(table)).toEqual(once);
    // The tiles and the first hotels are on one sheet.
    expect(counts(table.slice(0, 1)).filter(Boolean).length).toBeGreaterThan(15);
    // The notes are never the only thing on a sheet.
    expect(sheets[2]).toMatch(/^ *On the books, next 30 days/m);
    expect(sheets[2]).toContain('RevPAR = accommodation revenue ÷ available rooms');
  });

  it('a ranking of 40 hotels begins on the first sheet, and has its headings on every sheet', async () => {
    const flags = '--all-properties --period 2026-10 --by property --unit-group-type BedRoom';
    const sheets = await printed(await pageOf(`reports property-performance ${flags}`));
    expect(sheets).toHaveLength(2);
    for (const sheet of sheets) expect(sheet).toMatch(/Rank +Property +Name/);
    expect(counts(sheets)).toEqual(once);
    const ranksOn = (sheet: string) => sheet.match(/^ *\d+(?= +[A-Z]{3} )/gm)?.map(Number) ?? [];
    const ranks = sheets.map(ranksOn);
    expect(ranks.flat()).toEqual(ids.map((_, index) => index + 1));
    expect(ranks[0]?.length).toBeGreaterThan(15);
  });

  it('each hotel of a report is on a new sheet after the overview, with all of its days', async () => {
    const parameters = { from: '2026-10-01', to: '2026-10-31', expand: ['businessDays'] };
    const responses = some.map((property): ViewResponse => {
      const body = bodyOf(hotel, property, 'property-performance', parameters);
      return [body, { propertyId: property.id, ...parameters }];
    });
    const sheets = await printed(await paged('property-performance', responses));
    for (const { id } of some) expect(sheets[0]).toContain(id);
    const begins = sheets.flatMap((sheet, index) =>
      some.some(({ id }) => sheet.trim().startsWith(`${id}\n`)) ? [index] : [],
    );
    expect(begins).toEqual([1, 3, 5]);
    expect(sheets).toHaveLength(7);
    const days = sheets.slice(1).map(sheet => sheet.match(/^ *\w{3} \d+ Oct /gm)?.length ?? 0);
    for (const sheet of sheets.slice(1)) expect(sheet).toMatch(/Day +Occ\. %/);
    for (const index of [0, 2, 4]) expect((days[index] ?? 0) + (days[index + 1] ?? 0)).toBe(31);
  });

  it.each([
    ['after the rows', (table: DocumentTable) => [table]],
    ['after folded sections', (table: DocumentTable) => [table, sectionOf([], true)]],
    ['after the rows of a section', (table: DocumentTable) => [sectionOf([table], false)]],
  ])(
    'the notes are never the only thing on a sheet, %s',
    async (_, blocksOf) => {
      const words =
        'Outstanding is what is not paid of each invoice now, and its age counts from its date. '.repeat(8);
      const counts: number[] = [];
      // All fits on one sheet, then no longer: the notes have several lines, so that these numbers of rows leave too little space.
      for (const rows of [25, 27, 29, 31]) {
        const document = {
          title: 'Close',
          blocks: blocksOf(tableOf('Hotel', rows)),
          notes: [[words]],
        } as const;
        const sheets = await printed(await text(documentPage(document, localeFormat(undefined))));
        expect(sheets.at(-1)).toContain(`Hotel ${rows - 1}`);
        counts.push(sheets.length);
      }
      // The notes were on the first sheet, and then no longer.
      expect(new Set(counts).size).toBe(2);
    },
    120_000,
  );

  it('the headings of a table are never the only thing of it on a sheet', async () => {
    const table = (heading: string, rows: number) => ({
      ...tableOf(heading, rows),
      title: [`Table of ${heading}`],
    });
    const begins = new Set<number>();
    for (const rows of [21, 22, 23, 24, 25]) {
      const document = { title: 'Close', blocks: [table('Check', rows), table('Account', 40)] } as const;
      const sheets = await printed(await text(documentPage(document, localeFormat(undefined))));
      for (const sheet of sheets)
        if (/^ *Account$/m.test(sheet)) expect(sheet).toMatch(/^ *Account$\s+^ *Account \d+$/m);
      begins.add(sheets.findIndex(sheet => sheet.includes('Account 0')));
    }
    // The second table began on the first sheet, and then no longer.
    expect([...begins]).toEqual([0, 1]);
  }, 120_000);

  it('the first of several sections is on the sheet of the title, and only details that are open or for print are printed', async () => {
    const details = (name: string) =>
      ({ kind: 'section', anchor: name, title: [name], folded: true, blocks: [] }) as const;
    const section = (title: string): Section => ({
      kind: 'section',
      anchor: title,
      title: [title],
      blocks: [
        details('agrees'),
        { ...details('differs'), isOpen: true },
        { ...details('ledger'), isPrinted: true, blocks: [{ kind: 'note', text: ['balance'] }] },
      ],
    });
    const blocks = [section('Munich'), section('London')];
    const document: Document = { title: 'Close', basis: ['2 hotels'], blocks };
    const sheets = await printed(await text(documentPage(document, localeFormat(undefined))));
    expect(sheets.map(sheet => sheet.match(/\w+/g))).toEqual([
      ['Close', '2', 'hotels', 'Munich', 'differs', 'ledger', 'balance'],
      ['London', 'differs', 'ledger', 'balance'],
    ]);
  });
});
