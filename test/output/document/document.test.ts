import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  type Document,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type Section,
  type Tile,
} from '../../../src/output/document/document.ts';
import { composeMail } from '../../../src/output/document/mail.ts';
import { documentPage } from '../../../src/output/document/page.ts';
import { withoutEmptyColumns } from '../../../src/output/document/reading.ts';
import { documentText } from '../../../src/output/document/terminal.ts';
import { localeFormat } from '../../../src/output/number-format.ts';
import { loadWords } from '../../../src/output/words/words.ts';
import { documentWorkbook } from '../../../src/output/workbook/workbook.ts';
import { workbookParts, workbookSheets } from '../workbook-parts.ts';
import { morning } from './sample.ts';

const style = { width: 120, color: false, unicode: true, plain: false };
const textAt = (width: number, document: Document = morning, locale?: string, more = {}) =>
  text(documentText(document, localeFormat(locale), { ...style, ...more, width }));
const page = (locale?: string, document: Document = morning) =>
  text(documentPage(document, localeFormat(locale)));

const tableOf = (
  columns: readonly DocumentColumn[],
  rows: readonly DocumentRow['cells'][],
): DocumentTable => ({
  kind: 'table',
  columns,
  rows: rows.map(cells => ({ kind: 'row', cells })),
});
const documentOf = (
  columns: readonly DocumentColumn[],
  rows: readonly DocumentRow['cells'][],
  more: Partial<DocumentTable> = {},
): Document => ({ title: ['T'], blocks: [{ ...tableOf(columns, rows), ...more }] });

const column = (
  heading: DocumentColumn['heading'],
  kind: DocumentColumn['kind'] = 'number',
  more: Partial<DocumentColumn> = {},
): DocumentColumn => ({ heading, kind, ...more });
const hotel = column('Hotel', 'text');
/** A heading above so many columns. */
type Group = NonNullable<DocumentTable['groups']>[number];
const above = (span: number, title: Group['title']): Group => ({ title, span });

const ranking: Document = {
  ...documentOf(
    [column('Rank'), column('Name', 'text'), column('', 'bar'), column(['RevPAR change %'], 'signed')],
    [[1, 'The Lantern House London', 156.7, 1.3]],
  ),
  tiles: [1_845_297.56, 0].map(value => ({ what: 'Net', value, unit: { sign: 'EUR', decimals: 2 } })),
};

it('a table is shown without the columns that no row has anything in, and their headings', () => {
  const shown = withoutEmptyColumns({
    kind: 'table',
    groups: [above(1, ''), above(2, ['Books']), above(1, 'Pick-up')],
    columns: ['Hotel', 'Occ.', 'Pace', '7 days'].map(heading => column([heading])),
    rows: [{ kind: 'row', cells: ['MUC', 71.9, { value: null, unit: percentUnit }, undefined] }],
  });
  expect({ ...shown, rows: [...shown.rows] }).toMatchObject({
    groups: [above(1, ''), above(1, ['Books'])],
    columns: [{ heading: ['Hotel'] }, { heading: ['Occ.'] }],
    rows: [{ cells: ['MUC', 71.9] }],
  });
});

describe('a document in a terminal', () => {
  it.each([true, false])(
    'names the page and the workbook, as the mail does, if it leaves out a section: %s',
    async folded => {
      const inner: Section = { kind: 'section', anchor: 'a', title: ['Isar'], folded, blocks: [] };
      const shown: Document = { title: ['T'], blocks: [{ ...inner, folded: false, blocks: [inner] }] };
      const mail = await composeMail(shown, localeFormat(undefined));
      for (const face of [await textAt(200, shown), mail.html, mail.text])
        expect(face.includes('Further sections are on the page')).toBe(folded);
    },
  );

  it('shows everything that is not folded', async () => {
    expect(await textAt(120)).toBe(`Good morning · Saturday, 21 November 2026
Seeblick Hotels · bedrooms only, net of VAT

Occupancy, yesterday    68.9 %       +2.3 pts on last year
RevPAR, yesterday     101.15 EUR     −6.6 % on last year
Pick-up of 7 days     +1,204 nights
ADR, yesterday             – EUR

Hotels
                          Yesterday, Fri 20 Nov          Next 30 days
Hotel                    Occ. %  ± pts     RevPAR  7 days  Occupancy by day
───────────────────────────────────────────────────────────────────────────
Hotel Isarblick (MUC)      71.9   +5.6      91.93     +97  █▇ ▄▂
<b>東京 Hotel</b> (TYO)            0.0  12,345.60     −12  █▇ ▄▂
───────────────────────────────────────────────────────────────────────────
South (2 hotels)           64.1   −1.0      79.84       0

On the books  Sat 21 Nov to Mon 23 Nov
today      █ █  80.0 to 81.0 %
last year  ██▇  77.0 to 92.0 %

Further sections are on the page and in the workbook: add \`--output FILE.html\` or \`--output FILE.xlsx\`.
ZMT: the snapshot is missing. Add \`--rates FILE\`.
`);
  });

  it('leaves out the least important columns first, and names them', async () => {
    const narrow = await textAt(44);
    expect(narrow).toMatch(/Hotel +Occ. % {2}± pts {5}RevPAR\n/);
    expect(narrow).toContain('Not shown at 44 columns: Next 30 days: 7\n  days, Occupancy by day\n');
    expect(narrow).not.toContain('MUC');
    const narrowest = await textAt(20);
    expect(narrowest).toContain('Hotel Isarb…    71.9\n');
    const ranked = column(['Occ.'], 'number', { unit: percentUnit, rank: 1 });
    const long = documentOf([hotel, ranked], [['H'.repeat(60), 12.3]]);
    expect(await textAt(60, long)).toMatch(/^H+… +12\.3$/m);
    // The state of a check is the last that is left out.
    const state = documentOf(
      [hotel, column('Net', 'number'), column('State', 'state')],
      [['MUC', 1234567, 'open']],
    );
    expect(await textAt(15, state)).toMatch(/^MUC +open$/m);
  });

  it.each([40, 50, 80, 200])('fits %d columns, with wide characters', async width => {
    const { default: stringWidth } = await import('string-width');
    for (const line of (await textAt(width)).split('\n'))
      expect(stringWidth(line), line).toBeLessThanOrEqual(width);
  });

  it('shows the whole title of a group, and leaves out the last columns where nothing else helps', async () => {
    const wide = documentOf(
      [hotel, ...['Now', 'Then', '±'].map(heading => column([heading], 'number', { unit: percentUnit }))],
      [['Hotel Isarblick, Munich', 12.3, 4.5, 6.7]],
      { groups: [above(1, ''), above(2, ['Performance']), above(1, 'Budget')] },
    );
    expect(await textAt(40, wide)).toMatch(/^ +Performance {2}Budget$/m);
    const narrow = await textAt(28, wide);
    expect(narrow).toMatch(/^Hotel Isarblic?k?… +12\.3 +4\.5$/m);
    expect(narrow).toContain('Not shown at 28 columns:');
    expect(Math.max(...narrow.split('\n').map(line => line.length))).toBeLessThanOrEqual(28);
  });

  it('has a space after the sum of a region, and titles of at most two lines where they fit', async () => {
    const rows = (['row', 'sum', 'row', 'sum'] as const).map((kind, index) => ({
      kind,
      cells: [`H${index}`, 1, 2],
    }));
    const columns = [
      hotel,
      ...['Occ. %', '± pace'].map(heading => ({ heading: [heading], kind: 'number' }) as const),
    ];
    const groups = [above(1, ''), above(1, ['Next 30 days, on the books']), above(1, '')];
    expect(await textAt(40, documentOf(columns, [], { rows, groups }))).toBe(`T

       Next 30 days,
       on the books
Hotel         Occ. %  ± pace
────────────────────────────
H0                 1       2
────────────────────────────
H1                 1       2

H2                 1       2
────────────────────────────
H3                 1       2
`);
  });

  it('wraps words, and has a text that does not fit below its row, at every width', async () => {
    const checks = documentOf(
      [
        column('Check', 'text', { isWords: true }),
        column('Difference'),
        column(['Lines'], 'number', { isBelow: true }),
        column('What is behind it', 'text', { isBelow: true }),
      ],
      [
        ['Revenue per account, gross: 8130', -530, 4, 'a posting is missing'],
        ['Currency', 0, null, ''],
      ],
      { title: 'Open', detail: ['EUR, gross, as it was posted'] },
    );
    expect(await textAt(36, checks)).toBe(`T

Open  EUR, gross, as it was posted
Check                     Difference
────────────────────────────────────
Revenue per account,            −530
  gross: 8130
    Lines 4; a posting is missing
Currency                           0
`);
    expect(await textAt(24, checks)).toContain('\nOpen\nEUR, gross, as it was\n  posted\n');
    expect(await textAt(24, checks)).toMatch(/^ {4}Lines 4; a posting\n {6}is missing$/m);
    expect(await textAt(100, checks)).toMatch(/8130 +−530 {6}4 {2}a posting is missing$/m);
  });

  it('colors changes, and draws with ASCII where the terminal has nothing else', async () => {
    expect(await textAt(120, morning, undefined, { color: true })).toMatch(
      /\u001b\[32m\+5\.6\u001b.*\u001b\[32m\+97\u001b[\s\S]*\u001b\[31m−12\u001b/,
    );
    const ascii = await textAt(120, { ...morning, title: ['T'], notes: [] }, undefined, { unicode: false });
    expect(ascii).toContain('-6.6 % on last year');
    expect(ascii).not.toMatch(/[−±█▇–]/u);
  });

  it('escapes what a terminal would interpret', async () => {
    const hostile: Document = { title: ['a\u001b[2J'], basis: ['\u202eb'], blocks: [] };
    expect(await textAt(80, hostile)).toBe('a\\u{1b}[2J\n\\u{202e}b\n');
  });

  it('writes numbers and dates in a locale', async () => {
    const german = await textAt(120, morning, 'de');
    expect(german).toContain('12.345,60');
    expect(german).toContain('Fr., 20. Nov.');
  });
});

describe('a document as a page', () => {
  it('holds every value, escaped, and nothing that its policy forbids', async () => {
    const markup = await page();
    expect(markup).toContain('<h1>Good morning · Saturday, 21 November 2026</h1>');
    expect(markup).toContain('<span class="up">+2.3 pts</span> <small>on last year</small>');
    expect(markup).toContain('<a href="#MUC">Hotel Isarblick <small>MUC</small></a>');
    expect(markup).toContain('&lt;b&gt;東京 Hotel&lt;/b&gt;');
    expect(markup).toContain('<span class="flat">0.0</span>');
    expect(markup).toContain('<span class="down h1">−12</span>');
    expect(markup).toContain('aria-label="Occupancy by day, 20 to 95 %"');
    expect(markup).toContain('Add <code>--rates FILE</code>.');
    expect(markup).toContain('<div id="MUC">');
    expect(markup).not.toMatch(/ style=| on[a-z]+=|javascript:|<b>/);
  });

  it('is written before its rows have ended', async () => {
    let created = 0;
    const rows = function* () {
      for (; created < 10_000; created += 1) yield { kind: 'row' as const, cells: [`row ${created}`] };
    };
    const long = documentOf([column(['a'], 'text')], [], { rows: rows() });
    let before = -1;
    for await (const chunk of documentPage(long, localeFormat(undefined))) {
      if (before < 0 && chunk.includes('row 5<')) before = created;
    }
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(5000);
  });
});

describe('a document as a mail', () => {
  it('has inline styles and tables only, and the same figures as plain text', async () => {
    const { html, text } = await composeMail(morning, localeFormat(undefined));
    expect(html).toContain('>Occ. %</th>');
    expect(html).toContain('colspan="3"');
    expect(html).toContain('&lt;b&gt;東京 Hotel&lt;/b&gt;');
    expect(html).toMatch(/<td style="[^"]*color:#b3261e">−12<\/td>/);
    expect(html).not.toMatch(/<style|<script|<svg|class=|<b>|href/);
    const [chart] = /last year .+/.exec(text) ?? [];
    expect(html.split('<pre ')[1]).toContain(String(chart));
    expect(text).toContain('Hotel Isarblick');
    expect(text).toContain('+2.3 pts on last year');
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(72);
  });

  it('shows the number of open checks in red, as the page does', async () => {
    const tile = { what: 'Open' as const, value: 2, unit: { sign: '', decimals: 0 } };
    const checks = (state?: string): Document => ({
      title: 'Close',
      tiles: [{ ...tile, ...(state ? { state } : {}) }],
      blocks: [],
    });
    expect(await page(undefined, checks('open'))).toContain('<p class="value down">2</p>');
    expect(await page(undefined, checks())).toContain('<p class="value">2</p>');
    const red = /font-weight:600;color:#b3261e">2 </;
    expect((await composeMail(checks('open'), localeFormat(undefined))).html).toMatch(red);
    expect((await composeMail(checks(), localeFormat(undefined))).html).not.toMatch(red);
  });

  it('has the branches, the groups and the states of a page, as a workbook has its states', async () => {
    const columns = [hotel, column('Group', 'text', { isGroup: true }), column('State', 'state')];
    const rows = [1, 2, 2].map((depth): DocumentRow => ({ kind: 'row', depth, cells: ['MUC', 'A', 'open'] }));
    const checks = documentOf(columns, [], { rows });
    const { html } = await composeMail(checks, localeFormat(undefined));
    expect(html.match(/(?<=padding-left:)\d+px/g)).toEqual(['17px', '34px', '34px']);
    expect(html.match(/border-top:1px solid[^>]*>(?:MUC|A|open)</g)).toHaveLength(3);
    expect(html.match(/color:#5b6472">A</g)).toHaveLength(2);
    expect(html.match(/color:#b3261e[^>]*>open</g)).toHaveLength(3);
    expect(workbookParts(await workbookOf(checks)).get('xl/styles.xml')).toContain('FFB42318"/><name');
  });

  it('breaks names and amounts where hotels have their own currencies, and repeats no heading of a phone card', async () => {
    const amount = (value: number, code: string) => ({ value, unit: moneyUnit(code) });
    const currencies = documentOf(
      [hotel, ...Array.from({ length: 4 }, () => column('RevPAR'))],
      [['Sumida Garden Tokyo', ...[1, 2, 3, 4].map(n => amount(n, 'JPY'))]],
      { groups: [above(1, ''), above(4, 'Yesterday')] },
    );
    const { html } = await composeMail(currencies, localeFormat(undefined));
    expect(html).toMatch(/<td align="left" style="[^"]*white-space:normal">Sumida Garden Tokyo</);
    expect(html).toMatch(/<td style="[^"]*white-space:normal">1 JPY</);
    expect(await page(undefined, currencies)).toContain('data-label="RevPAR"');
  });

  it('breaks long headings and keeps names in one line, so that a comparison fits into the window', async () => {
    const { html } = await composeMail(ranking, localeFormat(undefined));
    expect(html).toMatch(/<table [^>]*white-space:nowrap/);
    expect(html).toMatch(/<th align="left" style="(?![^"]*white-space)[^"]*">Name<\/th>/);
    expect(html).toMatch(/<th align="right" style="[^"]*white-space:normal">RevPAR change %<\/th>/);
    expect(html).toMatch(/<td align="left" style="(?![^"]*white-space)[^"]*">The Lantern House London<\/td>/);
    expect(html).toMatch(/<div style="font-size:16px(?![^"]*nowrap)[^"]*">1,845,297\.56 /);
    // All tiles of a row have one size.
    expect(html).not.toContain('font-size:22px;white-space');
  });

  it('of forty hotels with their regions is not cut by mail readers', async () => {
    const money = moneyUnit('EUR');
    const figures = [87.04, -33.3, 1_234.56, -12.3, 28_982.68, 14.6, 19_269.77, -10.6, 41.3, 10.4, 337, 1877];
    const units = [percentUnit, pointsUnit, money, percentUnit, money, percentUnit];
    const columns = figures.map((_, index) =>
      column('Occ. %', index % 2 === 1 || index > 9 ? 'signed' : 'number', {
        unit: units[index % 6] ?? percentUnit,
        isKey: index === 4,
      }),
    );
    const cells = [{ value: 'Hôtel des Tuileries Neuves', detail: ['PAR · 31 rooms'] }, ...figures];
    const kindOf = (index: number) => (index % 3 === 2 ? 'sum' : 'row');
    const rows = Array.from({ length: 60 }, (_, index): DocumentRow => ({ kind: kindOf(index), cells }));
    const group = documentOf([hotel, ...columns], [], { rows });
    const { html } = await composeMail(group, localeFormat(undefined));
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
  });
});

const workbookOf = (document: Document, format = localeFormat(undefined)): Promise<Buffer> =>
  buffer(documentWorkbook(document, format, 0));
/** The first sheet, with its cells read and as XML. */
async function firstSheet(document: Document) {
  const bytes = await workbookOf(document);
  const [{ cells, formats } = { cells: new Map(), formats: new Map() }] = workbookSheets(bytes);
  const xml = workbookParts(bytes).get('xl/worksheets/sheet1.xml') ?? '';
  return { bytes, cells: cells as ReadonlyMap<string, string>, formats, xml };
}

describe('a document as a workbook', () => {
  it('keeps a name that is also a word', async () => {
    const named = documentOf([hotel], [['Group']]);
    const [sheet] = workbookSheets(await workbookOf(named, localeFormat('de', await loadWords('de'))));
    expect([...(sheet?.cells.values() ?? [])]).toContain('Group');
  });

  it('has the signs of its units in the language of the locale', async () => {
    const bytes = await workbookOf(morning, localeFormat('de', await loadWords('de')));
    const styles = workbookParts(bytes).get('xl/styles.xml') ?? '';
    expect(styles).toContain('+#,##0.0 &quot;Pp. zum Vorjahr&quot;');
    expect(styles).not.toContain('pts');
  });

  it('shows a change that rounds to zero without a sign and without a color', async () => {
    const changes = documentOf(
      [hotel, column(['± %'], 'signed', { unit: percentUnit })],
      [-0.04, -0.05, 0.04, 0].map(value => ['MUC', value]),
    );
    const { cells, formats, xml } = await firstSheet(changes);
    const shown = Array.from(cells, ([place, text]) => [text, formats.get(place)]);
    const [zero, change] = ['#,##0.0;#,##0.0;#,##0.0', '+#,##0.0;-#,##0.0;#,##0.0'];
    expect(shown.filter(([, format]) => format)).toEqual([
      ['-0.04', zero],
      ['-0.05', change],
      ['0.04', zero],
      ['0', zero],
    ]);
    expect(xml).toMatch(
      /operator="lessThanOrEqual"[^>]*><formula>-0.15<.*operator="greaterThanOrEqual"[^>]*><formula>0.15</,
    );
  });

  it.each([
    ['markup', 'a<b & "c"', 'a<b & c'],
    ['the length that Excel accepts', 'x'.repeat(300), 'x'.repeat(70)],
  ])('shows the sign of a unit with %s in its number format', async (_, sign, shown) => {
    const unit = { sign, decimals: 1 };
    const tile: Tile = { what: 'Revenue', value: 1.5, unit, change: { value: 2, unit, since: '' } };
    const { formats } = await firstSheet({ title: ['Signs'], tiles: [tile], blocks: [] });
    const own = `#,##0.0 "${shown}"`;
    expect([...formats.values()]).toEqual([own, `+${own};-${own};${own}`]);
  });

  it('has no text that is longer than a cell of Excel', async () => {
    const { cells } = await firstSheet({ title: ['x'.repeat(40_000)], blocks: [] });
    expect(Array.from(cells.values(), text => text.length)).toEqual([32_767]);
  });

  it('names the sheets of its sections as Excel accepts', async () => {
    const titles = [`${'x'.repeat(30)}'s`, '🏨'.repeat(20), "'a:b'", "'A_b'"];
    const blocks = titles.map(
      (title, index) => ({ kind: 'section', anchor: `${index}`, title: [title], blocks: [] }) as const,
    );
    const sheets = workbookSheets(await workbookOf({ title: 'Hotels', blocks }));
    const names = [`${'x'.repeat(30)}_`, '🏨'.repeat(15), '_a_b_', '_A_b_ (2)'];
    expect(sheets.map(({ name }) => name)).toEqual(['Overview', ...names, 'About']);
  });

  it('has no color for a figure among changes, as the page has none', async () => {
    const row = (name: string, value: number | null): DocumentRow => ({ kind: 'row', cells: [name, value] });
    const figure: DocumentRow = { kind: 'sum', cells: ['Booked', { value: 100, isFigure: true }] };
    const steps = [figure, row('Fees', -10), row('Sales', 5)];
    const columns = [hotel, column('All', 'signed', { unit: moneyUnit('EUR') })];
    const rows = [...steps, row('Not booked', null), ...steps];
    expect((await firstSheet(documentOf(columns, [], { rows }))).xml).toContain(
      '<conditionalFormatting sqref="B5:B6 B9:B10">',
    );
  });

  it('has rows and headings as high as their lines, and a long last text across the rest of the page', async () => {
    const columns = [
      column('Check', 'text'),
      column(['What the platform counts']),
      column('What is behind it', 'text'),
    ];
    const rows = ['short', 'words '.repeat(40).trim()].map(text => ['Name', 1, text]);
    const { xml } = await firstSheet(documentOf(columns, rows));
    const heights = Array.from(xml.matchAll(/<row r="\d+"(?: ht="(\d+)")?/g), ([, height]) => height);
    expect(heights).toEqual(['24', undefined, '42', undefined, '42', undefined]);
    expect(xml).toContain('<mergeCell ref="C5:J5"/>');
  });

  it('has six tiles beside each other, and repeats the headings of the only table or of one on several pages', async () => {
    const tile = { value: 42, unit: percentUnit };
    const hotels = (count: number) =>
      tableOf(
        [hotel],
        Array.from({ length: count }, (_, index) => [`Hotel ${index}`]),
      );
    const tiles = Array.from({ length: 6 }, (_, index) => ({ ...tile, what: [`Tile ${index}`] }));
    const written = async (...counts: number[]) => {
      const { bytes, cells, xml } = await firstSheet({ ...ranking, tiles, blocks: counts.map(hotels) });
      const titles = /Print_Titles" localSheetId="0">'Overview'!([^<]+)</.exec(
        workbookParts(bytes).get('xl/workbook.xml') ?? '',
      );
      const places = [...cells].flatMap(([at, text]) => (/^Tile/.test(text) ? [at] : []));
      return { titles: titles?.[1], isFrozen: xml.includes('<pane ySplit="7"'), places };
    };
    const places = ['A3', 'B3', 'D3', 'F3', 'H3', 'J3'];
    expect(await written(3)).toEqual({ titles: '$7:$7', isFrozen: true, places });
    // Below the first table, its headings would be the wrong ones.
    expect(await written(3, 2)).toEqual({ titles: undefined, isFrozen: false, places });
    expect((await written(3, 10)).titles).toBe(undefined);
    // Seven rows, 80 hotels, an empty row: the headings of the second table would be on the pages of the first.
    expect((await written(80, 10)).titles).toBe('$7:$7');
  });

  it('begins a printed page with a chart that the page before has no space for, as wide as its columns are', async () => {
    const chart = { kind: 'chart', form: 'days', title: 'By day', unit: percentUnit, series: [] } as const;
    const breakBefore = async (rows: number, columns: number) => {
      const table = tableOf(Array(columns).fill(column('Sold')), Array(rows).fill(Array(columns).fill(1)));
      const { xml } = await firstSheet({ title: ['Pack'], blocks: [table, { ...chart, points: [] }] });
      return /<brk id="(\d+)"/.exec(xml)?.[1];
    };
    // A chart has 15 rows, and a page of ten columns 35; more columns are printed smaller.
    expect(await Promise.all([16, 17].map(rows => breakBefore(rows, 10)))).toEqual([undefined, '21']);
    expect(await Promise.all([22, 24].map(rows => breakBefore(rows, 12)))).toEqual([undefined, '28']);
  });
});

it('a phone card names the figure of a change, and the title of all its columns once', async () => {
  const columns = ['Occ. %', 'RevPAR', '± %', '± %'].map(
    (name, index): DocumentColumn => ({ heading: [name], kind: 'number', rank: index === 3 ? 1 : 0 }),
  );
  const groups = [above(1, ''), above(3, 'Yesterday'), above(1, 'Budget')];
  const shown = await page(undefined, documentOf([hotel, ...columns], [['MUC', 1, 2, 3, 4]], { groups }));
  expect(shown.match(/data-(?:above|label)="[^"]*"/g)).toEqual(
    [
      'above="Yesterday"',
      ...['Hotel', 'Occ. %', 'RevPAR', 'RevPAR ± %', 'Budget · RevPAR ± %'].map(label => `label="${label}"`),
    ].map(text => `data-${text}`),
  );
  expect(shown).toContain('data-value="Yesterday · RevPAR ± %">±\u00a0%</th>');
});

it('a column without a heading, or of bars, has no button to sort by', async () => {
  const columns = ['', 'Sold'].map(name => column([name], 'text'));
  const shown = await page(undefined, documentOf(columns, []));
  expect(shown.match(/<th scope="col"[^>]*>.*?<\/th>/g)).toEqual([
    '<th scope="col" class="t"></th>',
    '<th scope="col" class="t" data-type="text">Sold</th>',
  ]);
  expect(await page(undefined, ranking)).toContain('<th scope="col" class="bar"></th>');
});
