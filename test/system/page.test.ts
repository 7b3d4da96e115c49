import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  type Cell,
  countUnit,
  type Document,
  type DocumentColumn,
  type DocumentRow,
} from '../../src/output/document/document.ts';
import { composeMail } from '../../src/output/document/mail.ts';
import { documentPage } from '../../src/output/document/page.ts';
import { localeFormat } from '../../src/output/number-format.ts';
import { temporaryFile } from '../context.ts';
import { counted } from '../full-counts.ts';
import { account, paged, type ViewResponse } from '../output/rendered.ts';
import { textOfFile } from '../repository.ts';
import { bodyOf } from '../sandbox/hotel/report-bodies.ts';
import { testHotel } from '../sandbox/test-hotel.ts';
import { wordsOf } from '../words.ts';
import { sharedChromium } from './chromium.ts';
import { terminalControls } from './hostile-text.ts';

/** Pages in a real browser: their requests, their errors, their appearance and the keyboard. */
const newPage = sharedChromium();
let tab: Page | undefined;

const hotel = testHotel();
const responsesOf = (name: string, parameters: Record<string, string | readonly string[]>): ViewResponse[] =>
  hotel.properties.map(property => [
    bodyOf(hotel, property, name, parameters),
    { propertyId: property.id, ...parameters },
  ]);
const month = { year: '2026', month: '10' };
const days = { from: '2026-10-01', to: '2026-10-31', expand: ['businessDays'] };
const reports = {
  'property-performance': responsesOf('property-performance', days),
  revenues: responsesOf('revenues', { from: '2026-10-01', to: '2026-11-01' }),
  arrivals: responsesOf('arrivals', month),
  'room-nights': responsesOf('room-nights', month),
};
const performancePage = () => paged('property-performance', reports['property-performance']);

const parameters = { propertyId: 'MUC', from: '2026-10-01', to: '2026-11-01' };

/** The page as a file in a browser; its requests and errors are recorded. */
async function shown(html: string, look: { width?: number; dark?: boolean } = {}) {
  const file = temporaryFile('page.html', html);
  // One tab for all: each new one takes more processor time than its page.
  tab ??= await newPage();
  const page = tab.removeAllListeners();
  await page.setViewportSize({ width: look.width ?? 1280, height: 900 });
  await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light', media: null });
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on('request', request => requested.push(request.url()));
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('dialog', dialog => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  const address = pathToFileURL(file).href;
  await page.goto(address);
  return { page, address, requested, complaints };
}

/** Scripts are texts, because their types are not available here. */
const ask = <Result>(page: Page, script: string) => page.evaluate(script) as Promise<Result>;

/** A column from top to bottom, without the invisible zeros. */
const rows = (page: Page, column: number) =>
  ask<string[]>(
    page,
    `[...document.querySelectorAll('tbody tr')].map(row => row.cells[${column}].firstChild?.textContent ?? '')`,
  );

/** Many more than the rows in sight. */
const many = counted(700, 10_000);

const amount = { sign: '', decimals: 2 };
/** A row of a table with the hotel or step, figures, and perhaps words at the end. */
const wideTable = (cells: readonly Cell[], headings: readonly string[]): Document => {
  const columns = headings.map((heading, index): DocumentColumn => {
    const isText = typeof cells[index] !== 'number';
    return { heading: [heading], ...(isText ? { kind: 'text' } : { kind: 'signed', unit: amount }) };
  });
  const row = { kind: 'row', cells } as const;
  return { title: ['Wide'], blocks: [{ kind: 'table', columns, rows: [row, row] }] };
};
const stays = wordsOf(
  '"Nov 2026, 10 of 30 d" "Dec 2027" "Jan 2027" "Feb 2027" "Mar 2027" "Apr 2027" "May 2027, 19 of 31 d" Total Revenue ADR "Occ. %"',
);
const groups = ['Accommodation', 'Food and beverages', 'Other', 'Cancellation and no-show fees', 'All'];
const paceHeadings = wordsOf(
  `Aufenthaltstag "Tage vorher" "Verglichen mit" Basis "Verkauft 2025/26" "Verkauft 2026" "Verkauft Veränderung"
    "Umsatz 2025/26 netto JPY" "Umsatz 2026 netto JPY" "Umsatz Veränderung netto JPY" "ADR 2025/26 netto JPY"
    "ADR 2026 netto JPY" "Bel. 2025/26 %" "Bel. 2026 %" "Budget netto JPY" "Zum Budget %"`,
);
const paceDay = ['Di., 1. Dez.', 1, '2. Dez. 2025', 'im Buchungsstand', 1, 1, 1];
const paceAmounts = [5118.1, 5149.1, 3091.1, 196.8, 190.7, 4.07, 4.76, 10_694.1, 5.85];

it.each([
  [
    'a pick-up by month',
    ['Hotel', ...stays, '± pts'],
    ['Hotel Thomaskirchhof', ...stays.map(() => 987.6), 1],
  ],
  ['a German pace by day with its budget', paceHeadings, [...paceDay, ...paceAmounts]],
  [
    'the bridge of a close',
    ['Step', ...groups, 'Postings', 'State'],
    ['Booked, in property performance', 305_352, 30_732, 6_551, 8_552.4, 351_187.4, 49, 'not explained'],
  ],
])('an email fits %s into a window of 900 pixels', async (_, headings, cells) => {
  const { html } = await composeMail(wideTable(cells, headings), localeFormat(undefined));
  const { page } = await shown(html, { width: 900 });
  const cut = `[...document.querySelectorAll('div')].filter(part => part.scrollWidth > part.clientWidth).length`;
  expect(await ask(page, cut)).toBe(0);
});

describe('a page', () => {
  it('shows the lines of a check whole in a window of 1,280 and of 1,024 pixels', async () => {
    const line =
      'MUC-2026-1030-0123|30 Oct 2026|2026-10-30T08:15:00+01:00|PostCharge|Food and beverages 19% VAT|Guest ledger receivables|HBFJKKCN-1|Invoice 2026-0123|1,234.00|1,036.97';
    const columns = line.split('|').map(() => ({ heading: 'Amount', kind: 'text' }) as const);
    const table = { kind: 'table', columns, rows: [{ kind: 'row', cells: line.split('|') }] } as const;
    const { page } = await shown(
      await text(documentPage({ title: [], blocks: [table] }, localeFormat('de'))),
    );
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const scrolled = `[...document.querySelectorAll('.scroll')].filter(part => part.scrollWidth > part.clientWidth).length`;
      expect(await ask(page, scrolled), `${width}`).toBe(0);
    }
  });

  it('keeps names, arrows and labels apart on a tablet and on a phone, and tiles in one size', async () => {
    const cells = [
      { value: '\u05e9\u05dc\u05d5\u05dd', detail: ['MUC'] },
      ...Array<number>(11).fill(1_285_375.7),
    ];
    const table = wideTable(cells, ['Hotel', 'Firmenrechnungen', ...Array<string>(10).fill('RevPAR')]);
    const tiles = [1_285_375.7, 0].map(value => ({
      what: ['Netto'],
      value,
      unit: { ...amount, sign: 'EUR' },
    }));
    const html = await text(documentPage({ ...table, tiles }, localeFormat('de')));
    const { page } = await shown(html, { width: 1024 });
    // An arrow beside its heading would lie on the next one, and a detail is after its name in any script.
    const own = `const own = part => { const range = document.createRange(); range.selectNodeContents(part); return range.getBoundingClientRect(); };`;
    const wrong = `(() => { ${own}
      const arrows = new Set([...document.querySelectorAll('th button')].map(button => getComputedStyle(button, '::after').right));
      const [name, detail] = document.querySelector('tbody th').childNodes;
      const sizes = new Set([...document.querySelectorAll('.value')].map(value => getComputedStyle(value).fontSize));
      return [...arrows, own(name).right > own(detail).left, sizes.size];
    })()`;
    expect(await ask(page, wrong)).toEqual(['0px', false, 1]);
    await page.setViewportSize({ width: 390, height: 900 });
    const cut = `(() => { ${own}
      const cells = [...document.querySelectorAll('td')];
      return [cells.filter(cell => own(cell).right > cell.getBoundingClientRect().right + 1).length, getComputedStyle(cells.at(-1)).padding];
    })()`;
    expect(await ask(page, cut)).toEqual([0, '0px']);
  });

  it.each(Object.keys(reports) as (keyof typeof reports)[])(
    'of %s needs no network, reports no error, and fits every screen in light and dark',
    async name => {
      const html = await paged(name, reports[name]);
      const { page, address, requested, complaints } = await shown(html);
      for (const width of [1280, 700, 390]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          expect(await ask(page, 'document.documentElement.scrollWidth')).toBe(width);
          const outside = await ask(
            page,
            `[...document.querySelectorAll('svg text')].flatMap(text => {
              const [own, frame] = [text, text.closest('svg')].map(element => element.getBoundingClientRect());
              return own.left < frame.left - 4 || own.right > frame.right + 4 ? [text.textContent] : [];
            })`,
          );
          expect(outside, `${width}`).toEqual([]);
        }
      }
      expect(requested).toEqual([address]);
      expect(complaints).toEqual([]);
    },
  );

  it('is accessible: contrast, names, headings, language', async () => {
    for (const dark of [false, true]) {
      const { page } = await shown(await performancePage(), { dark });
      const script = textOfFile('test/system/accessibility.js');
      const found = await ask<{ text: number; drawing: number; levels: number[] }>(page, script);
      expect(found.text).toBeGreaterThan(4.5);
      expect(found.drawing).toBeGreaterThan(4.5);
      expect(found).toMatchObject({
        language: 'en',
        title: 'property-performance · MUC, LND, TYO',
        first: 1,
        nameless: 0,
        scopes: true,
        captions: true,
      });
      for (const [index, level] of found.levels.entries())
        expect(level - (found.levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  it('sorts by keyboard: ascending, descending and back, numbers by their value', async () => {
    const accounts = [account('b', 9), account('B10', -5), account('a', 100.5), account('b', 20)];
    const tree = account('All', 30, accounts);
    const { page, complaints } = await shown(await paged('revenues', [[tree, parameters]]));
    const original = await rows(page, 0);
    expect(original).toEqual(['All', 'b', 'B10', 'a', 'b']);
    const heading = page.locator('th', { hasText: 'Net' });
    await heading.getByRole('button').focus();
    expect(await heading.getAttribute('aria-sort')).toBeNull();
    await page.keyboard.press('Enter');
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    expect(await rows(page, 0)).toEqual(['B10', 'b', 'b', 'All', 'a']);
    await page.keyboard.press('Space');
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    expect(await rows(page, 0)).toEqual(['a', 'All', 'b', 'b', 'B10']);
    await page.keyboard.press('Enter');
    expect(await heading.getAttribute('aria-sort')).toBeNull();
    expect(await rows(page, 0)).toEqual(original);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('[aria-sort]').allTextContents()).toEqual(['Account']);
    expect(await rows(page, 0)).toEqual(['a', 'All', 'b', 'b', 'B10']);
    expect(complaints).toEqual([]);
  });

  it(`sorts ${many} rows, empty ones last`, async () => {
    const breakdown = Array.from({ length: many }, (_, index) => ({
      countryCode: `K${index}`,
      number: (index * 7919) % many,
      percent: 1,
    }));
    const body = { total: 5, nationalityBreakdown: breakdown };
    const html = await paged('room-nights', [[body, { propertyId: 'MUC', ...month }]]);
    const { page } = await shown(html);
    const share = page.getByRole('button', { name: 'Share' });
    for (const _ of ['ascending', 'descending']) {
      await share.click();
      expect((await rows(page, 0)).at(-1)).toBe('Total');
    }
    await page.getByRole('button', { name: 'Number' }).click();
    const numbers = (await rows(page, 2)).map(shown => Number(shown.replaceAll(',', '')));
    expect(numbers).toHaveLength(many + 1);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('can be worked with: search, region, columns, copy, a hotel that unfolds; by keyboard, named for screen readers', async () => {
    const number = (heading: string) => ({ heading: [heading], kind: 'number', unit: countUnit }) as const;
    const hotels = ['Isar', 'Spree', 'Elbe', '=Alster', 'Trave', 'Weser'];
    const rowOf = (name: string, index: number): DocumentRow => ({
      kind: 'row',
      cells: [name, index, 1000 * (index + 1) + 1 / 3],
      link: name,
    });
    const sum = (name: string, detail = ''): DocumentRow => ({
      kind: 'sum',
      cells: [{ value: name, detail: [detail] }, null, null],
    });
    const rowsOf = (names: readonly string[]) => names.map(name => rowOf(name, hotels.indexOf(name)));
    const detailsOf = (name: string) => {
      const blocks = [{ kind: 'note', text: [`about ${name}`] }] as const;
      return { kind: 'section', anchor: name, title: [name], folded: true, blocks } as const;
    };
    const document: Document = {
      title: 'Hotels',
      blocks: [
        {
          kind: 'table',
          title: 'All',
          columns: [{ heading: 'Hotel', kind: 'text' }, number('Rooms'), number('Revenue')],
          rows: [
            ...[...rowsOf(hotels.slice(0, 2)), sum('South', '2 hotels')],
            ...[...rowsOf(hotels.slice(2)), sum('North', '4 hotels'), sum('All hotels')],
          ],
        },
        ...hotels.map(detailsOf),
      ],
    };
    const { page, complaints } = await shown(await text(documentPage(document, localeFormat(undefined))));
    const visible = () =>
      ask<string[]>(
        page,
        `[...document.querySelectorAll('tbody tr:not([hidden])')].map(row => row.cells[0].textContent)`,
      );
    await page.getByRole('searchbox', { name: 'Search' }).fill('spr');
    expect(await visible()).toEqual(['Spree']);
    await page.getByRole('searchbox').fill('');
    const region = page.getByRole('combobox', { name: 'All' });
    expect(await region.locator('option').allTextContents()).toEqual(['All', 'South', 'North']);
    await region.selectOption('North');
    expect(await visible()).toEqual(['Elbe', '=Alster', 'Trave', 'Weser', 'North 4 hotels']);
    await region.selectOption('');
    // Sums stay below their hotels.
    await page.getByRole('button', { name: 'Revenue' }).press('Enter');
    await page.getByRole('button', { name: 'Revenue' }).press('Enter');
    const south = ['Spree', 'Isar', 'South 2 hotels'];
    const north = ['Weser', 'Trave', '=Alster', 'Elbe', 'North 4 hotels'];
    expect(await visible()).toEqual([...south, ...north, 'All hotels']);
    const hotel = page.getByRole('button', { name: 'Isar' });
    await hotel.focus();
    await page.keyboard.press('Space');
    expect(await hotel.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('tr.inset').innerText()).toBe('about Isar');
    await page.keyboard.press('Enter');
    expect(await page.locator('tr.inset').count()).toBe(0);
    await page.locator('summary', { hasText: 'Columns' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Rooms' }).press('Space');
    expect(await page.getByRole('columnheader', { name: 'Rooms' }).count()).toBe(0);
    await ask(page, `navigator.clipboard.writeText = async text => { document.body.dataset.copied = text; }`);
    await page.getByRole('button', { name: 'Copy as CSV' }).press('Enter');
    expect(await page.getByRole('status').innerText()).toBe('Copied');
    expect(await ask<string>(page, 'document.body.dataset.copied')).toBe(
      "Hotel,Revenue\r\nSpree,2000\r\nIsar,1000\r\nSouth 2 hotels,\r\nWeser,6000\r\nTrave,5000\r\n'=Alster,4000\r\nElbe,3000\r\nNorth 4 hotels,\r\nAll hotels,\r\n",
    );
    expect(await page.locator('main').ariaSnapshot()).toContain('searchbox "Search"');
    expect(complaints).toEqual([]);
  });

  it('runs nothing that a name contains', async () => {
    const names = [
      '</script><script>alert(1)</script>',
      '</style><style>body{display:none}</style>',
      '"><img src=x onerror=alert(1)>',
      '<svg onload=alert(1)>',
      "' onmouseover='alert(1)",
      'javascript:alert(1)',
      '<a href="javascript:alert(1)">x</a>',
      '<!--',
      '&lt;b&gt;',
      '\u202eevil',
      ...terminalControls,
    ];
    const accounts = names.map((name, index) => account(name, index, [account(name, 1)], name));
    const tree = account('</title><script>alert(1)</script>', 9, accounts);
    const propertyId = '<script>alert(1)</script>';
    const html = await paged('revenues', [[tree, { ...parameters, propertyId }]]);
    const { page, requested, complaints } = await shown(html);
    expect(complaints).toEqual([]);
    expect(requested).toHaveLength(1);
    expect(await page.locator('h1').innerText()).toContain('<script>alert(1)</script>');
    expect((await rows(page, 0)).slice(1, 4)).toEqual([names[0], names[0], names[1]]);
    const unwanted = page.locator('a, img, iframe, form, [href], [src], [style], [onload], [onerror]');
    expect(await unwanted.count()).toBe(0);
    expect(await ask(page, 'document.scripts.length')).toBe(1);
  });

  it('has a policy that blocks everything foreign', async () => {
    const { page, complaints } = await shown(await paged('revenues', reports.revenues));
    const done = await ask(
      page,
      `(async () => {
        for (const [name, text] of [['script', 'window.done = true'], ['style', 'body { display: none }']]) {
          const element = document.createElement(name);
          element.textContent = text;
          document.body.append(element);
        }
        const fetched = await fetch('http://127.0.0.1:9/').then(() => 'responded', () => 'forbidden');
        return [window.done ?? null, getComputedStyle(document.body).display, fetched];
      })()`,
    );
    expect(done).toEqual([null, 'block', 'forbidden']);
    expect(complaints.filter(text => /Content Security Policy/.test(text)).length).toBeGreaterThanOrEqual(3);
  });

  it('is black on white in print, without buttons', async () => {
    const { page } = await shown(await performancePage(), { dark: true, width: 1031 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const look = await ask(
      page,
      `(() => {
        const styleOf = (selector, part) => getComputedStyle(document.querySelector(selector), part);
        return {
          paper: styleOf('body').backgroundColor,
          arrow: styleOf('th button', '::after').content,
          button: styleOf('th button').display,
          wide: document.documentElement.scrollWidth,
        };
      })()`,
    );
    expect(look).toEqual({
      paper: 'rgb(255, 255, 255)',
      arrow: 'none',
      button: 'contents',
      wide: 1031,
    });
  });
});
