import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { render } from '../../src/output/render.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { temporaryFolder } from '../context.ts';
import { plainRendering } from '../output/rfc4180.ts';
import { convert } from './libreoffice.ts';
import { requires } from './prerequisites.ts';

/** The charts of a workbook as LibreOffice reads them. */
beforeEach(requires('soffice', 'libreoffice-calc'));

const money = { kind: 'money', currency: 'currency' } as const;
const columns: readonly Column[] = [
  { name: 'day', type: 'date' },
  { name: 'account', type: 'text' },
  { name: 'now', type: 'number', unit: money, aggregation: { kind: 'sum' } },
  { name: 'before', type: 'number', unit: money, aggregation: { kind: 'sum' } },
  { name: 'currency', type: 'text', role: 'technical' },
];
const row = (day: string, account: string, now: number | null, before: number | null): ReportRecord => ({
  day,
  account,
  now,
  before,
  currency: 'EUR',
});

it('have their values: two lines by day, and bars of chosen rows, the largest first', async () => {
  const charts = [
    {
      title: 'Revenue <by> day',
      kind: 'days',
      label: 'day',
      value: 'now',
      unit: money,
      versus: { value: 'before', unit: money, names: ['now', 'then'] },
    },
    {
      title: 'Accounts',
      kind: 'bars',
      label: 'account',
      value: 'now',
      unit: money,
      only: { column: 'account', values: ['A', 'B'] },
      largestFirst: true,
    },
    { title: 'Without its column', kind: 'bars', label: 'account', value: 'other', unit: money },
  ] as const;
  const records = [
    row('2026-10-01', 'A', 10, 7),
    row('2026-10-02', 'C', 20, null),
    row('2026-10-03', 'B', 30, 9),
  ];
  const { chunks } = render(
    { ...plainRendering, format: 'xlsx', several: false, view: { name: "O'Hara", columns, charts } },
    [{ parameters: {}, json: () => [], records: () => [records] }],
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece as Uint8Array);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'book.xlsx'), Buffer.concat(pieces));
  await convert(folder, ['book.xlsx'], { env: { TZ: 'UTC' } });
  const document = readFileSync(join(folder, 'book.fods'), 'utf8');
  expect(
    [...document.matchAll(/<table:table table:name="([^"]*)"/g)]
      .map(([, name]) => name)
      // The tables of charts.
      .filter(name => name !== 'local-table'),
  ).toEqual(['Overview', 'O&apos;Hara', 'About']);
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
