import { text as joined } from 'node:stream/consumers';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type RenderOptions, render } from '../../src/output/render.ts';
import { parsedResult } from '../../src/output/results.ts';
import { bar, type TableStyle, tableStyle } from '../../src/output/table-style.ts';
import { fitted } from '../../src/output/text-width.ts';
import type { Column, ReportRecord, View } from '../../src/platform/records.ts';
import { testContext } from '../context.ts';
import { tableText } from './rendered.ts';
import { plainRendering } from './rfc4180.ts';

const style = (width: number, more: Partial<TableStyle> = {}): TableStyle => ({
  width,
  color: false,
  unicode: true,
  plain: false,
  ...more,
});

const display = ({ key }: ReportRecord) => (key === 'DE' ? 'Germany (DE)' : String(key ?? ''));
const columns: readonly Column[] = [
  { name: 'breakdown', type: 'text', heading: 'Breakdown' },
  { name: 'key', type: 'text', heading: 'Key', display },
  { name: 'number', type: 'number', heading: 'Number' },
  { name: 'percent', type: 'number', heading: 'Percent' },
];
const plan = { columns, groupBy: 'breakdown', barOf: 'percent', title: 'Room nights · MUC · October 2026' };
const records: readonly ReportRecord[] = [
  { breakdown: 'Total', key: null, number: 1234, percent: null },
  { breakdown: 'Travel purpose', key: 'Leisure', number: 1004, percent: 81.4 },
  { breakdown: 'Travel purpose', key: 'Business', number: 230, percent: 18.62 },
  { breakdown: 'Nationality', key: 'DE', number: 1234, percent: 100 },
  { breakdown: 'Nationality', key: 'unknown', number: 0, percent: 0 },
];

describe('the table', () => {
  it('is aligned, grouped, and has a bar in the remaining space', async () => {
    expect(await tableText(records, plan, style(66))).toBe(
      `Room nights · MUC · October 2026

Breakdown       Key           Number  Percent  0             100 %
──────────────────────────────────────────────────────────────────
Total                           1234
──────────────────────────────────────────────────────────────────
Travel purpose  Leisure         1004    81.4   ███████████████▌
                Business         230    18.62  ███▌
──────────────────────────────────────────────────────────────────
Nationality     Germany (DE)    1234   100     ███████████████████
                unknown            0     0
`,
    );
  });

  it('uses only ASCII if the terminal does not support UTF-8', async () => {
    expect(await tableText(records, plan, style(66, { unicode: false }))).toContain(
      `------------------------------------------------------------------
Travel purpose  Leisure         1004    81.4   ###############
                Business         230    18.62  ####
`,
    );
  });

  it('shortens texts and never numbers if the screen is narrow', async () => {
    const key = 'Bosnia & Herzegovina';
    const long = { breakdown: 'Country of residence', key, number: 123456, percent: 12.345678 };
    expect(await tableText([long], plan, style(48))).toBe(
      `Room nights · MUC · October 2026

Breakdown      Key             Number    Percent
────────────────────────────────────────────────
Country of r…  Bosnia & Herz…  123456  12.345678
`,
    );
  });

  it('lists fields vertically if even shortened columns do not fit', async () => {
    expect(await tableText(records.slice(1, 3), plan, style(30))).toBe(
      `Room nights · MUC · October
  2026

Breakdown  Travel purpose
Key        Leisure
Number     1004
Percent    81.4

Breakdown  Travel purpose
Key        Business
Number     230
Percent    18.62
`,
    );
  });

  it('has its headings without records', async () => {
    expect(await tableText([], plan, style(80))).toMatch(
      /^Room nights · MUC · October 2026\n\nBreakdown {2}Key {2}Number {2}Percent\n─+\n$/,
    );
    expect(await tableText([], plan, style(20))).toBe(
      'Room nights · MUC\n  · October 2026\n\nBreakdown\nKey\nNumber\nPercent\n',
    );
  });

  it('uses three colors if color is enabled', async () => {
    const one = [{ breakdown: 'Total', key: 'x', number: 1, percent: 50 }];
    const text = await tableText(one, plan, style(47, { color: true }));
    expect(text).toBe(
      '\u001b[1mRoom nights · MUC · October 2026\u001b[22m\n\n' +
        '\u001b[90mBreakdown\u001b[39m  \u001b[90mKey\u001b[39m  \u001b[90mNumber\u001b[39m  \u001b[90mPercent\u001b[39m  \u001b[90m0        100 %\u001b[39m\n' +
        `\u001b[90m${'─'.repeat(47)}\u001b[39m\n` +
        `\u001b[1mTotal\u001b[22m      x         1       50  \u001b[36m${'█'.repeat(7)}\u001b[39m\n`,
    );
  });

  it('keeps the order of its columns after right-to-left letters', async () => {
    const hebrew = [
      { breakdown: 'זוגי 2', key: 'فردي', number: 38, percent: 12.5 },
      { breakdown: 'Double', key: '日本', number: 18, percent: 50 },
    ];
    // Left-to-right marks, which have no width: without them, 38 and 12.5 are shown in the other order.
    const [first, second] = (await tableText(hebrew, plan, style(49))).split('\n').slice(4);
    expect(first).toBe('\u200eזוגי 2\u200e     \u200eفردي\u200e      38     12.5  █▉');
    expect(second).toBe('Double     日本      18     50    ███████▌');
  });

  it('has no line wider than the screen, counting wide and combining letters', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '東', '京', 'e\u0301', '한', '😀', 'é', '…'),
      maxLength: 40,
    });
    const rows = fc.array(
      fc.record({ breakdown: text, key: text, number: fc.nat(), percent: fc.integer({ min: 0, max: 100 }) }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 48, max: 130 }), async (sample, width) => {
        const lines = (await tableText(sample, plan, style(width))).split('\n');
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 300 },
    );
  });

  it('is not shortened if it does not go to a screen', async () => {
    const key = 'x'.repeat(500);
    const row = { breakdown: 'b', key, number: 1, percent: 50 };
    const text = await tableText([row], plan, style(Number.POSITIVE_INFINITY));
    expect(text).toContain(`${key}       1       50  ████████████▌\n`);
  });
});

it.each([
  [0, ''],
  [0.01, '▏'],
  [1.25, '▏'],
  [12.5, '█▎'],
  [50, '█████'],
  [100, '██████████'],
  [250, '██████████'],
  [-3, ''],
])('the bar of %s percent in ten columns is %s', (percent, drawn) => {
  expect(bar(percent, 10, true)).toBe(drawn);
});

it.each([
  ['Bosnia', 6, '…', 'Bosnia'],
  ['Bosnia', 5, '…', 'Bosn…'],
  ['Bosnia', 5, '...', 'Bo...'],
  ['Bo nia', 4, '…', 'Bo…'],
  ['東京ホテル', 6, '…', '東京…'],
  ['e\u0301e\u0301e\u0301', 2, '…', 'e\u0301…'],
  ['👨‍👩‍👧👨‍👩‍👧', 3, '…', '👨‍👩‍👧…'],
  ['Bosnia', 1, '…', '…'],
])('shortened text %s in %i columns', (text, width, ellipsis, kept) => {
  expect(fitted(text, width, ellipsis)).toBe(kept);
});

describe('the style', () => {
  const here = (env: Record<string, string>, terminal = true) => {
    const context = testContext({ env, terminal, columns: 100, color: true });
    return tableStyle(context.stdout, context, false);
  };
  it('is the terminal’s', () => {
    expect(here({ LANG: 'en_GB.UTF-8' })).toEqual(style(100, { color: true }));
    expect(here({ LANG: 'en_GB.UTF-8' }, false).width).toBe(Number.POSITIVE_INFINITY);
    expect(here({ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }).unicode).toBe(false);
    expect(here({ LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' }).unicode).toBe(true);
    expect(here({ LANG: 'C.UTF-8', TERM: 'dumb' }).unicode).toBe(false);
    expect(here({}).unicode).toBe(false);
  });
  it('is plain in a file and under --no-color', () => {
    const context = testContext({ env: { LANG: 'C.UTF-8' }, terminal: true, color: true });
    expect(tableStyle(null, context, false)).toEqual(style(Number.POSITIVE_INFINITY));
    expect(tableStyle(context.stdout, context, true).color).toBe(false);
  });
});

describe('tables of several requests', () => {
  const named = { name: 'breakdown', summary: '', columns };
  const table = { columns: ['key', 'number'], groupBy: 'key' };
  const view: View<readonly ReportRecord[]> = { ...named, records: body => body, table };
  const draw = async (shown: readonly Column[] | undefined, table = view.table) => {
    const bodies = [records.slice(1, 3), undefined, records.slice(3)];
    const results = bodies.map(body => parsedResult(view, {}, body));
    const options: RenderOptions = {
      ...plainRendering,
      format: 'table',
      view: { ...view, ...(table ? { table } : {}) },
      columns: shown,
      several: true,
      ...(table === view.table ? { title: first => [String(first?.['key'] ?? 'none')] } : {}),
    };
    const { chunks, rows } = render(options, results);
    return { text: await joined(chunks), rows: rows() };
  };

  it('have a title each', async () => {
    expect(await draw(undefined)).toEqual({
      text: `Leisure

Key       Number
────────────────
Leisure     1004
Business     230

none

Key  Number
───────────

DE

Key           Number
────────────────────
Germany (DE)    1234
unknown            0
`,
      rows: 4,
    });
  });

  it('are one without titles, with every chosen column as it is', async () => {
    const layout = { columns: ['key'], groupBy: 'breakdown', barOf: 'percent' };
    const { text } = await draw([...columns].reverse().slice(1), layout);
    expect(text).toBe(`Number  Key           Breakdown
────────────────────────────────────
  1004  Leisure       Travel purpose
   230  Business      Travel purpose
  1234  Germany (DE)  Nationality
     0  unknown       Nationality
`);
  });
});
