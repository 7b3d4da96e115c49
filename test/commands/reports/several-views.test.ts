import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectSuccess } from '../../expect-run.ts';
import { companyInvoice, requestedDays } from '../../measures.ts';
import { soldFigures } from '../../output/rendered.ts';
import { type WorkbookSheet, workbookParts, workbookSheets } from '../../output/workbook-parts.ts';
import { type Line, wordsOf } from '../../words.ts';
import type { Served } from '../reports-platform.ts';
import { runAgainst } from './served.ts';

/** `--view a,b` and `--view all`: a sheet for each view, or a section of a page for each view of each property. */
const euro = (amount: number) => ({ amount, currency: 'EUR' });
/** One day with 60 of 100 sold, one with 90 of 100. */
const performance = (query: URLSearchParams) => ({
  ...soldFigures(150, 200, 16_800),
  businessDays: [soldFigures(60, 100, 6000), soldFigures(90, 100, 10_800)].map((figures, index) => ({
    businessDay: requestedDays(query)[index],
    ...figures,
    unitGroups: [{ unitGroup: { id: 'G' }, ...figures }],
  })),
});
const invoice = (number: string, rates: readonly number[], query: URLSearchParams) =>
  companyInvoice({
    number,
    date: /gte_([-\d]+)/.exec(`${query}`)?.[1],
    subTotal: euro(rates.length * 100),
    outstandingPayment: euro(0),
    taxDetails: rates.map(rate => ({ vatType: 'Normal', vatPercent: rate, net: euro(100), tax: euro(rate) })),
  });
const invoices = (query: URLSearchParams) => {
  const ofMunich = [invoice('1', [7, 19], query), invoice('2', [19], query)];
  const companyInvoices = query.get('propertyId') === 'MUC' ? ofMunich : [invoice('3', [7], query)];
  return { companyInvoices, count: companyInvoices.length };
};

async function workbook(words: Line, respond: (query: URLSearchParams) => Served) {
  const file = join(temporaryFolder(), 'book.xlsx');
  const line = wordsOf('reports', words, `--output ${file}`);
  const ended = runAgainst(line, respond, { now: Date.UTC(2026, 10, 15) });
  const { requests } = await expectSuccess(ended, /^$/);
  const bytes = readFileSync(file);
  return { sheets: workbookSheets(bytes), parts: workbookParts(bytes), requests };
}
const twoDays = 'property-performance --period 2026-10-01..2026-10-02';
const namesOf = (sheets: readonly WorkbookSheet[]) => sheets.map(({ name }) => name);
/** The cells of these columns in one row. */
const row = (sheet: WorkbookSheet | undefined, number: number) => {
  const found = [...(sheet?.cells ?? [])].filter(([place]) => place.replace(/^[A-Z]+/, '') === `${number}`);
  return found.map(([, text]) => text);
};
/** The value below a heading, in the row of that number. */
function below(sheet: WorkbookSheet | undefined, heading: string, number: number) {
  const [place = ''] =
    [...(sheet?.cells ?? [])].find(([at, text]) => /^[A-Z]+1$/.test(at) && text === heading) ?? [];
  const at = place.replace(/1$/, String(number));
  return [sheet?.cells.get(at), sheet?.formats.get(at), sheet?.formulas.get(at)];
}

describe('several views in a workbook', () => {
  it('have a sheet each, with its own headings, totals and number formats, from one request', async () => {
    const { sheets, requests } = await workbook(`${twoDays} --property MUC --view summary,days`, performance);
    expect(namesOf(sheets)).toEqual(['Overview', 'Summary', 'Days', 'About']);
    expect(requests.filter(url => url.includes('property-performance'))).toHaveLength(1);
    const [overview, summary, days, about] = sheets;
    const shown = [...(overview?.cells.values() ?? [])];
    const title = 'Property performance · MUC · 1 Oct 2026 to 2 Oct 2026';
    const basis = 'all unit types (also garages), net of VAT';
    expect(shown.slice(0, 5)).toEqual([title, basis, 'Occupancy', 'ADR net', 'RevPAR']);
    expect(shown).toContain('75');
    expect(row(summary, 1).slice(0, 3)).toEqual(['Property', 'From', 'To']);
    expect(below(summary, 'Units sold', 2)).toEqual(['150', '#,##0', undefined]);
    expect(below(summary, 'Occ. %', 2)).toEqual(['75', '#,##0.00', undefined]);
    // A single row has no totals.
    expect(row(summary, 3)).toEqual([]);
    expect(below(days, 'Day', 2)).toEqual(['46296', 'ddd yyyy-mm-dd', undefined]);
    expect(below(days, 'Revenue net EUR', 3)).toEqual(['5400', '#,##0.00', undefined]);
    expect(below(days, 'Units sold', 4).slice(0, 2)).toEqual(['150', '#,##0']);
    expect(below(days, 'Units sold', 4)[2]).toMatch(/^SUBTOTAL\(109,[A-Z]+2:[A-Z]+3\)$/);
    expect(below(days, 'Occ. %', 4).slice(0, 2)).toEqual(['75', '#,##0.00']);
    const texts = [...(about?.cells.values() ?? [])];
    for (const line of ['Sheet Summary: 1 row', 'Sheet Days: 2 rows']) expect(texts).toContain(line);
    // The basis has the filters of computed rows.
    expect(texts).not.toContain('Filters: none');
  });

  it('of a list have every record once, all properties and periods in one sheet', async () => {
    const line = 'company-invoices-vat --property MUC,TYO --view all --period 2026-09 --period 2026-10';
    const { sheets } = await workbook(line, invoices);
    expect(namesOf(sheets)).toEqual(['Overview', 'Invoices', 'Taxes', 'About']);
    const column = (sheet: WorkbookSheet | undefined, heading: string) =>
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        .map(number => below(sheet, heading, number)[0])
        .filter(text => text !== undefined);
    const properties = wordsOf('MUC MUC MUC MUC TYO TYO "Total MUC" "Total TYO" Total');
    expect(column(sheets[1], 'Property')).toEqual(properties);
    expect(column(sheets[1], 'Invoice')).toEqual(['1', '2', '1', '2', '3', '3', '', '', '']);
    expect(column(sheets[1], 'Subtotal EUR')).toEqual(wordsOf('200 100 200 100 100 100 600 200 800'));
    const rates = wordsOf('7 19 19 7 19 19 7 7');
    expect(column(sheets[2], 'VAT %')).toEqual([...rates, '', '', '']);
    expect(column(sheets[2], 'Tax EUR')).toEqual([...rates, '90', '14', '104']);
  });

  it('are one sheet each for many hotels, of which the overview has a row each', async () => {
    const codes = Array.from({ length: 40 }, (_, index) => `H${index + 10}`);
    const line = `${twoDays} --property ${codes.join(',')} --view all`;
    const { parts, sheets } = await workbook(line, performance);
    expect(namesOf(sheets)).toEqual(['Overview', 'Summary', 'Days', 'Unit groups', 'About']);
    const [overview, , days] = sheets;
    const shown = [...(overview?.cells.values() ?? [])];
    expect(codes.filter(code => !shown.some(text => text.startsWith(code)))).toEqual([]);
    expect(below(days, 'Property', 81)[0]).toBe('H49');
    for (const number of [2, 3, 4]) {
      const xml = parts.get(`xl/worksheets/sheet${number}.xml`) ?? '';
      expect(xml.match(/hidden="1"/g)?.length ?? 0).toBeLessThan(10);
      expect(xml).toContain('paperSize="9" orientation="landscape"');
      expect(xml).toContain('<pane ySplit="1"');
    }
  });

  it('show a change in red or green, and band their rows', async () => {
    const line = `${twoDays} --property MUC --view days --compare last-year`;
    const { parts } = await workbook(line, performance);
    const xml = parts.get('xl/worksheets/sheet2.xml') ?? '';
    const rule = /<cfRule type="cellIs" operator="lessThanOrEqual" dxfId="1" priority="1"><formula>-0.105</;
    expect(xml).toMatch(rule);
    expect(xml).toContain('MOD(ROW(),2)=1');
    expect(parts.get('xl/styles.xml')).toContain('<dxfs count="3">');
  });
});

describe('several views in a page', () => {
  it('have a section each; the key figures are said once and count once', async () => {
    // A name may have the dot of headings.
    const properties = [
      { id: 'MUC', name: 'Seeblick · Lindau' },
      { id: 'TYO', name: 'Tokyo' },
    ];
    const line = `reports ${twoDays} --property MUC,TYO --view days,summary --format html`;
    const { stdout } = await expectSuccess(runAgainst(line, performance, { properties }));
    const hotels = 'Seeblick · Lindau (MUC), Tokyo (TYO)';
    expect(stdout).toContain(`<title>Property performance · ${hotels} · 1 Oct 2026 to 2 Oct 2026</title>`);
    const headings = [...stdout.matchAll(/<summary>(.*?)(?: <small>.*?)?<\/summary>/g)];
    expect(headings.map(([, text]) => text)).toEqual([
      'Seeblick · Lindau (MUC) · 1 Oct 2026 to 2 Oct 2026 · days',
      'Seeblick · Lindau (MUC) · 1 Oct 2026 to 2 Oct 2026 · summary',
      'Tokyo (TYO) · 1 Oct 2026 to 2 Oct 2026 · days',
      'Tokyo (TYO) · 1 Oct 2026 to 2 Oct 2026 · summary',
    ]);
    // In the overview, and in the first view of each hotel.
    const counted = [...stdout.matchAll(/<p class="what">Units sold<\/p><p class="value">(.*?)<\/p>/g)];
    expect(counted.map(([, number]) => number)).toEqual(['300', '150', '150']);
    expect(stdout).toContain('<a href="#section-2">Seeblick · Lindau (MUC) · summary</a>');
    const sections = stdout.split('<div id="section-').slice(1);
    expect(sections.map(text => text.split('<tbody>')[1]?.match(/<tr>/g)?.length)).toEqual([2, 1, 2, 1]);
  });
});
