import { text as joined } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { chooseArrangement } from '../../src/output/columns.ts';
import type { Format } from '../../src/output/format.ts';
import { type RenderOptions, render } from '../../src/output/render.ts';
import { parsedResult } from '../../src/output/results.ts';
import type { View } from '../../src/platform/records.ts';
import { thrownBy } from '../failure-of.ts';
import { jsonLines } from '../words.ts';
import { plainRendering } from './rfc4180.ts';

interface Body {
  readonly rows: readonly (readonly [name: string, sold: number | null, revenue: number])[];
}

const amount = {
  unit: { kind: 'money', currency: 'gross.currency' },
  aggregation: { kind: 'sum' },
} as const;
const view: View<Body> = {
  name: 'hotels',
  summary: '',
  columns: [
    { name: 'propertyId', type: 'text', heading: 'Property', role: 'identifier' },
    { name: 'name', type: 'text', heading: 'Name' },
    { name: 'sold', type: 'number', heading: 'Sold', unit: { kind: 'count' }, aggregation: { kind: 'sum' } },
    { name: 'gross.amount', type: 'number', heading: 'Revenue', tax: 'gross', ...amount },
    { name: 'gross.currency', type: 'text', role: 'technical' },
  ],
  table: { columns: ['name', 'sold', 'gross.amount'] },
  *records(body, { propertyId }) {
    for (const [name, sold, amount] of body.rows) {
      yield { propertyId: String(propertyId), name, sold, gross: { amount, currency: 'EUR' } };
    }
  },
};
const rows: Body['rows'] = [
  ['Room 10', 9, 1000.5],
  ['Room 9', 10, 20],
  ['Suite', null, 3],
];

async function written(
  format: Format,
  flags: { readonly sort?: string; readonly limit?: string },
  properties: readonly string[] = ['MUC'],
): Promise<string> {
  const chosen = { format, view, several: properties.length > 1 };
  const arrangement = chooseArrangement(view, format, flags);
  const about = { title: 'Hotels', madeAt: 0 } as const;
  const options: RenderOptions = { ...plainRendering, ...chosen, arrangement, about };
  const results = properties.map(propertyId => parsedResult(view, { propertyId }, { rows }));
  return joined(render(options, results).chunks);
}

describe('the rows', () => {
  it('are sorted by a heading, numbers as numbers, and rows without a value last', async () => {
    expect(await written('table', { sort: 'Sold:desc' })).toBe(
      `Name     Sold  Revenue gross EUR
────────────────────────────────
Room 9     10              20.00
Room 10     9           1,000.50
Suite                       3.00
────────────────────────────────
Total      19           1,023.50
`,
    );
    expect((await written('csv', { sort: 'sold' })).split('\r\n').slice(1, 4)).toEqual([
      'MUC,Room 10,9,1000.5,EUR',
      'MUC,Room 9,10,20,EUR',
      'MUC,Suite,,3,EUR',
    ]);
    const lines = jsonLines(await written('ndjson', { sort: 'name' }));
    expect(lines.map(({ name }) => name)).toEqual(['Room 9', 'Room 10', 'Suite']);
  });

  it('are limited, and the total still covers all of them', async () => {
    expect(await written('table', { sort: 'gross.amount:desc', limit: '1' })).toBe(
      `Name             Sold  Revenue gross EUR
────────────────────────────────────────
Room 10             9           1,000.50
────────────────────────────────────────
Total of 3 rows    19           1,023.50
`,
    );
    expect(await written('csv', { limit: '1' })).toBe(
      'propertyId,name,sold,gross.amount,gross.currency\r\nMUC,Room 10,9,1000.5,EUR\r\n',
    );
    const page = await written('html', { limit: '1' });
    expect(page).toContain('>Total of 3 rows</th>');
    expect(page).toMatch(/<tbody>\n<tr>.*<\/tr>\n<tr class="sum">.*<\/tr>\n<\/tbody>/);
  });

  it('show their property when several properties share one table, and the total of each', async () => {
    expect(await written('table', {}, ['MUC', 'LND'])).toBe(
      `Property  Name     Sold  Revenue gross EUR
──────────────────────────────────────────
MUC       Room 10     9           1,000.50
MUC       Room 9     10              20.00
MUC       Suite                       3.00
LND       Room 10     9           1,000.50
LND       Room 9     10              20.00
LND       Suite                       3.00
──────────────────────────────────────────
Total MUC            19           1,023.50
Total LND            19           1,023.50
Total                38           2,047.00
`,
    );
    // Each total counts its own rows.
    expect(await written('table', { limit: '1' }, ['MUC', 'LND'])).toMatch(
      /Total of 3 rows MUC +19 .*\nTotal of 3 rows LND +19 .*\nTotal of 6 rows +38 /,
    );
    expect(await written('table', {})).not.toContain('Property');
  });
});

const whole = 'cannot be combined with --format json, which prints the whole body';
it.each([
  ['table', { sort: 'solt' }, '--sort: the view hotels has no column "solt"', /^did you mean sold\? /],
  ['table', { sort: 'sold:down' }, '--sort: "down" is not a direction', /`--sort sold:desc`/],
  ['csv', { limit: '0' }, '--limit must be a whole number above 0, not "0"', /`--limit 10`/],
  ['csv', { limit: '1e3' }, '--limit must be a whole number above 0, not "1e3"', /`--limit 10`/],
  ['json', { sort: 'sold' }, `--sort ${whole}`, /ndjson/],
  ['json', { limit: '1' }, `--limit ${whole}`, /ndjson/],
] as const)('flags that arrange rows are refused: %s %j', (format, flags, message, hint) => {
  expect(thrownBy(() => chooseArrangement(view, format, flags), UsageError)).toMatchObject({
    message,
    hint: expect.stringMatching(hint),
  });
});

it.each([
  ['escape characters', '\u001b'.repeat(100_000)],
  ['wide letters', '東'.repeat(100_000)],
  ['combining marks', `e${'\u0301'.repeat(200_000)}`],
  ['words', 'a '.repeat(100_000)],
  ['blanks', `a${' '.repeat(200_000)}b`],
])('a table with a very long text of %s is written without quadratic work', async (_, text) => {
  // Quadratic work on this text would take minutes and not fit the test's time limit.
  for (const width of [80, Number.POSITIVE_INFINITY]) {
    const long: Body = { rows: [[text, 1, 2]] };
    const table = { ...plainRendering.table, width };
    const options: RenderOptions = { ...plainRendering, format: 'table', view, several: false, table };
    const result = parsedResult(view, { propertyId: 'MUC' }, long);
    const whole = await joined(render(options, [result]).chunks);
    expect(whole).toContain('Sold');
    expect(whole.length).toBeLessThan(20_000);
  }
});
