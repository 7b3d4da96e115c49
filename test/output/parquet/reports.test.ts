import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseStorageType } from '../../../src/output/parquet/column-storage.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { plainNumber } from '../../../src/platform/numbers.ts';
import { valueReader } from '../../../src/platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../../src/platform/records.ts';
import { reports } from '../../../src/platform/reports/index.ts';
import { runMain } from '../../commands/in-process.ts';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';
import { wordsOf } from '../../words.ts';

/** Every view of every report, as DuckDB reads the Parquet file, against the NDJSON of the same request. */
const hotel = testHotel();
const flagsOf: Record<string, readonly string[]> = {
  'ordered-services': ['--service', 'MUC-BRKF', '--service', 'MUC-PARK'],
};
const views = reports.flatMap(({ name, views }) => views.map(view => [name, view] as const));

describe.each(views)('%s, %s', (name, view) => {
  it('has the same rows in Parquet as in NDJSON', async () => {
    const { env } = await servedHotel(hotel);
    const folder = temporaryFolder();
    const words = wordsOf(
      'reports',
      [name],
      '--property MUC --period 2026-10 --view',
      [view],
      flagsOf[name] ?? [],
    );
    const [lines, parquet] = [join(folder, 'rows.ndjson'), join(folder, 'rows.parquet')];
    for (const file of [lines, parquet]) {
      expect(await runMain([...words, '--output', file], { env })).toMatchObject({ exitCode: 0 });
    }
    const records = readFileSync(lines, 'utf8')
      .trim()
      .split('\n')
      .map(line => parseJson(line) as ReportRecord);
    const columns = (await reports.find(report => report.name === name)?.response())?.views.find(
      candidate => candidate.name === view,
    )?.columns as readonly Column[];
    const selected = columns.map(({ name }) => `"${name}"::varchar as "${name}"`).join(', ');
    const rows = await duckRows(`select ${selected} from '${parquet}'`);
    expect(rows.length).toBe(records.length);
    expect(records.length).toBeGreaterThan(0);
    for (const [index, row] of rows.entries()) {
      const expected = columns.map(column =>
        expectedText(column, valueReader(column.name)(records[index] as ReportRecord)),
      );
      expect(columns.map(column => withoutZeros(column, row[column.name]))).toEqual(expected);
    }
  });
});

function expectedText(column: Column, value: FieldValue): string | null {
  if (value === null || value === undefined) return null;
  if (chooseStorageType(column) === 'timestamp')
    return `${new Date(String(value)).toISOString().slice(0, 19).replace('T', ' ')}+00`;
  return typeof value === 'string' ? value : plainNumber(value as number);
}

/** A decimal of DuckDB has all 18 decimals of its type. */
const withoutZeros = (column: Column, text: string | null | undefined) =>
  chooseStorageType(column) === 'decimal' ? (text?.replace(/\.?0+$/, '') ?? null) : (text ?? null);

it('the metadata defines every measure of property-performance', async () => {
  const { env } = await servedHotel(hotel);
  const file = join(temporaryFolder(), 'days.parquet');
  await runMain(
    `reports property-performance --property MUC --period 2026-10 --view days --output ${file}`.split(' '),
    { env },
  );
  const [row] = await duckRows(
    `select decode(value) as value from parquet_kv_metadata('${file}') where decode(key) = 'hotelctl.columns'`,
  );
  const columns: { name: string; type: string; definition?: string }[] = JSON.parse(row?.['value'] ?? '[]');
  expect(columns.filter(({ definition }) => definition === undefined)).toEqual([]);
  expect(columns.find(({ name }) => name === 'grossAdr.amount')).toMatchObject({
    type: 'DECIMAL(38,18)',
    tax: 'gross',
    unit: { kind: 'money', currency: 'grossAdr.currency' },
    definition: 'Average daily rate, taxes included',
  });
});
