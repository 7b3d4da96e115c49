// biome-ignore-all lint/suspicious/noThenProperty: the column of the earlier period is named then.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { soldFigures } from '../../output/rendered.ts';
import { workbookSheets } from '../../output/workbook-parts.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runAgainst } from './served.ts';

/**
 * Computed rows as tables, charts and pages, with figures that are simple enough to compute by hand. Two days of one hotel:
 *
 *                      1 October                    2 October                     both
 *   2026  sold 60/100, revenue 6,000, ADR 100   sold 90/100, revenue 10,800, ADR 120   sold 150/200 = 75 %, 16,800, ADR 112
 *   2025  sold 50/100, revenue 4,500, ADR 90    sold 30/100, revenue 2,400, ADR 80     sold 80/200 = 40 %, 6,900, ADR 86.25
 *
 * Net revenue, of which RevPAR is made, is half of the gross one.
 */
type Figures = Parameters<typeof soldFigures>;
const bodyOf = (year: number, whole: Figures, ...days: readonly Figures[]) => ({
  ...soldFigures(...whole),
  businessDays: days.map((day, index) => ({
    businessDay: `${year}-10-0${index + 1}`,
    ...soldFigures(...day),
    unitGroups: [],
  })),
});
const bodies: Readonly<Record<string, object>> = {
  'MUC 2026': bodyOf(2026, [150, 200, 16_800], [60, 100, 6000], [90, 100, 10_800]),
  'MUC 2025': bodyOf(2025, [80, 200, 6900], [50, 100, 4500], [30, 100, 2400]),
  'TYO 2026': bodyOf(2026, [20, 40, 400_000, 'JPY'], [20, 40, 400_000, 'JPY']),
  'TYO 2025': bodyOf(2025, [10, 40, 100_000, 'JPY'], [10, 40, 100_000, 'JPY']),
};
const respond = (query: URLSearchParams) =>
  bodies[`${query.get('propertyId')} ${query.get('from')?.slice(0, 4)}`] ?? 500;

const period = ['--period', '2026-10-01..2026-10-02'];
const compared = ['--compare', 'last-year', '--align', 'date'];

async function run(words: Line = [], note = '') {
  const line = wordsOf('reports property-performance', period, words);
  const outcome = await runAgainst(line, respond, { env: { LANG: 'C.UTF-8' } });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: note });
  return outcome.stdout;
}
const lines = (text: string) => text.trimEnd().split('\n');

describe('--compare --view days', () => {
  const days = ['--property', 'MUC', '--view', 'days', ...compared];

  it('as a table has totals of both sides, and changes of the totals', async () => {
    const wide = 'businessDay,occupancyPercentage.then,occupancyPercentage.now,occupancyPercentage.change';
    const chosen = `${wide},grossAdr.changePercent,soldCount.changePercent`;
    expect(lines(await run([...days, '--columns', chosen]))).toEqual([
      'Property performance · MUC · 1 Oct 2026 to 2 Oct 2026 compared with 1 Oct 2025 to 2 Oct 2025 · all unit types (also garages), net of VAT',
      '',
      'Day             Occ. 2025 %  Occ. 2026 %  Occ. change pts  ADR change gross %  Units sold change %',
      '──────────────────────────────────────────────────────────────────────────────────────────────────',
      'Thu 2026-10-01        50.00        60.00           +10.00              +11.11               +20.00',
      'Fri 2026-10-02        30.00        90.00           +60.00              +50.00              +200.00',
      '──────────────────────────────────────────────────────────────────────────────────────────────────',
      'Total                 40.00        75.00           +35.00              +29.86               +87.50',
    ]);
  });

  it('as a chart has both numbers, a bar and a mark in each line', async () => {
    const text = lines(await run(['--property', 'MUC', ...compared, '--chart']));
    expect(text.slice(2, 5)).toEqual([
      'Occupancy       75.00 %    +35.00 pts',
      'ADR net         56.00 EUR  +29.86 %',
      'RevPAR          42.00 EUR  +143.48 %',
    ]);
    expect(text.slice(8).map(line => line.slice(0, 85).trimEnd())).toEqual([
      '                              Occupancy %                              ADR net EUR',
      '                 2026   2025                              2026   2025',
      '─'.repeat(85),
      'Thu 2026-10-01  60.00  50.00  ████████████┃██            50.00  45.00  ██████████████',
      'Fri 2026-10-02  90.00  30.00  ███████┃██████████████▌    60.00  40.00  ██████████████',
    ]);
  });

  it('as a chart in plain words has both numbers', async () => {
    const text = await run(wordsOf('--property MUC', compared, '--chart --no-animation'));
    expect(lines(text).slice(8, 11)).toEqual([
      '                Occupancy %   ADR net EUR    RevPAR EUR',
      '                 2026   2025   2026   2025   2026   2025',
      'Thu 2026-10-01  60.00  50.00  50.00  45.00  30.00  22.50',
    ]);
  });

  it('as a page has charts of both sides, their names, and key figures with their changes', async () => {
    const page = await run(['--property', 'MUC', ...compared, '--format', 'html']);
    expect(page.match(/<figure>/g)).toHaveLength(3);
    // A bar and a mark for each of two days.
    expect(page.match(/<rect class="mark"/g)).toHaveLength(6);
    expect(page.match(/<line class="other"/g)).toHaveLength(6);
    expect(page).toContain('<small>bars: 2026 · lines: 2025</small>');
    expect(page).toContain('<title>Fri 2 Oct: 90.00 % 2026, 30.00 % 2025</title>');
    expect(page).toContain('75.00<span>%</span></p><p class="delta"><span class="up">+35.00 pts</span></p>');
    expect(page).toMatch(/<h1>.*MUC · 1 Oct 2026 to 2 Oct 2026 compared with 1 Oct 2025 to 2 Oct 2025<\/h1>/);
  });
});

it('has abbreviations in headings as hoteliers write them', async () => {
  const csv = await run(['--property', 'MUC', '--format', 'csv', '--headings', 'human', '-q']);
  expect(csv).toMatch(/,ADR net,Net ADR currency,RevPAR,RevPAR currency\r\n/);
});

it('with --limit a workbook totals all rows, as a table does, and says so', async () => {
  const file = join(temporaryFolder(), 'limited.xlsx');
  const line = '--property MUC --view days --limit 1 --columns businessDay,soldCount';
  const note = '1 of 2 rows\n';
  expect(await run(line, note)).toMatch(/Total of 2 rows +150/);
  const numbersFirst = '--property MUC --view days --limit 1 --columns soldCount,businessDay';
  expect(await run(numbersFirst, note)).toMatch(/ 150 +Total of 2 rows\n/);
  await run(`${line} --output ${file}`);
  const [, sheet] = workbookSheets(readFileSync(file));
  const cells = ['A3', 'B2', 'B3'].map(place => sheet?.cells.get(place));
  expect(cells).toEqual(['Total of 2 rows', '60', '150']);
  // A formula would add up the rows that are shown.
  expect(sheet?.formulas.get('B3')).toBeUndefined();
});

describe('several hotels', () => {
  const both = ['--property', 'MUC,TYO'];

  it.each([[[]], [compared]])('have one table in every format once it is sorted: %s', async more => {
    const file = join(temporaryFolder(), 'sorted.xlsx');
    const sold = more.length > 0 ? 'soldCount.now' : 'soldCount';
    const line = [...both, '--view', 'days', ...more, '--sort', sold, '--limit', '2', '-q'];
    const csv = await run([...line, '--format', 'csv', '--columns', 'propertyId']);
    expect(csv).toBe('propertyId\r\nTYO\r\nMUC\r\n');
    const rows = /^Prop.* · .*net of VAT\n\nProperty .*\n─+\nTYO +Thu .*\nMUC +Thu .*\n─+\nTotal/;
    expect(await run(line)).toMatch(rows);
    const page = await run([...line, '--format', 'html']);
    expect(page.match(/<table|<figure>/g)).toHaveLength(1);
    expect(page).toMatch(/2 of [34] rows</);
    expect(page).toMatch(/<tbody>\n<tr>.*TYO.*\n<tr>.*MUC.*\n<tr class="sum">/);
    await run([...line, '--output', file]);
    const cells = workbookSheets(readFileSync(file)).at(-2)?.cells;
    expect([cells?.get('A2'), cells?.get('A3')]).toEqual(['TYO', 'MUC']);
  });

  it('have one table of whole periods, below what it counts and whether its amounts include taxes', async () => {
    const counted = /^all unit types \(also garages\), net of VAT\n\nProperty +From /;
    expect(await run([...both, '-q'])).toMatch(counted);
  });

  it('have a table of totals only if there are any', async () => {
    const pageOf = (columns: string) =>
      run([...both, '--view', 'days', ...compared, '--format', 'html', '--columns', columns]);
    expect(await pageOf('businessDay,soldCount.now')).toContain('<h2>Total</h2>');
    expect(await pageOf('businessDay')).not.toContain('<h2>Total</h2>');
  });

  it('are ranked by occupancy, because their currencies differ', async () => {
    const ranking = [...both, '--by', 'property', ...compared];
    const names = 'rank,propertyId,propertyName,occupancyPercentage.then,occupancyPercentage.now,revPar.now';
    const csv = await run([...ranking, '--format', 'csv', '--columns', names]);
    expect(csv).toBe(`${names}\r\n1,MUC,Munich,40,75,42\r\n2,TYO,Tokyo,25,50,5000\r\n`);
    const sorted = 'sorted by occupancy: several currencies';
    const note = `${sorted}; add \`--currency EUR --rates FILE\` to rank by RevPAR\n`;
    const page = await run([...ranking, '--format', 'html'], note);
    // The title has the hotels and the days.
    expect(page).toContain(`<p class="lead">all unit types (also garages), net of VAT · ${sorted}</p>`);
    expect(page).not.toContain('rates FILE');
    // The bar of the best hotel fills its column.
    const widths = [...page.matchAll(/<rect class="mark" width="([\d.]+)"/g)];
    expect(widths.map(([, width]) => width)).toEqual(['100', '66.67']);
    const rows = lines(await run([...ranking, '--chart'], note)).filter(line => !/(2025|─)$/.test(line));
    expect(rows.slice(-9)).toEqual([
      'Occupancy %',
      'Munich  75.00  40.00  ████████████┃████████████',
      'Tokyo   50.00  25.00  ███████┃████████▋',
      '',
      'RevPAR EUR',
      'Munich  42.00  17.25  █████████┃███████████████',
      '',
      'RevPAR JPY',
      'Tokyo  5,000  1,250  █████┃███████████████████',
    ]);
  });
});
