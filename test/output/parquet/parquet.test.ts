import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UndocumentedResponseError } from '../../../src/base/errors.ts';
import { parquetChunks } from '../../../src/output/parquet/parquet.ts';
import { parseJson } from '../../../src/platform/json.ts';
import type { Column, ReportRecord } from '../../../src/platform/records.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { wordsOf } from '../../words.ts';

const bytesOf = (records: readonly ReportRecord[], columns: readonly Column[]): Promise<Uint8Array> =>
  buffer(parquetChunks([records], columns, 'rows'));

/** The rows as DuckDB reads them. */
async function readBack(records: readonly ReportRecord[], columns: readonly Column[], select = '*') {
  const file = temporaryFile('rows.parquet', await bytesOf(records, columns));
  return duckRows(`select ${select} from '${file}'`);
}

const amount: Column = { name: 'amount', type: 'number' };
describe('decimals', () => {
  it('keep the digits of any amount', async () => {
    const special = wordsOf(
      `0 61 -61.5 0.1 123456789012345.67 88561378573409.6 9007199254740993 0.12345678901234567
        -0.000000000000000001 12345678901234567890.123456789012345678 99.995`,
    );
    const digits = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    const decimal = fc.tuple(digits, fc.integer({ min: 0, max: 17 })).map(([digits, scale]) => {
      const plain = `${digits < 0n ? -digits : digits}`.padStart(scale + 1, '0');
      const point = plain.length - scale;
      return `${digits < 0n ? '-' : ''}${plain.slice(0, point)}${scale ? `.${plain.slice(point)}` : ''}`;
    });
    const random = fc.sample(decimal, 500);
    const texts = [...special, ...random];
    const rows = await readBack(
      texts.map(text => ({ amount: parseJson(text) as number, text })),
      [amount, { name: 'text', type: 'text' }],
      'text, amount = text::decimal(38,18) as same',
    );
    expect(rows.filter(({ same }) => same !== 'true')).toEqual([]);
    expect(rows).toHaveLength(texts.length);
  });

  it.each(['1e-19', '1e20', '100000000000000000000.5'])('%s does not fit and is refused', async digits => {
    await expect(bytesOf([{ amount: parseJson(digits) as number }], [amount])).rejects.toThrow(
      UndocumentedResponseError,
    );
  });
});

describe('types', () => {
  const columns: readonly Column[] = [
    { name: 'guest.name', type: 'text', heading: 'Guest' },
    { name: 'count', type: 'number', storage: 'int32' },
    { name: 'entry', type: 'number', storage: 'int64' },
    { name: 'day', type: 'date' },
    { name: 'at', type: 'date', storage: 'timestamp' },
  ];
  const entry = parseJson('9007199254740993') as number;
  const moments = { day: '2024-02-29', at: '2026-10-25T02:30:00.1234567+02:00' };
  const record = { guest: { name: 'Zoë' }, count: -5, entry, ...moments };

  it('follow from the columns', async () => {
    const select = `*, typeof("guest.name") as a, typeof(count) as b, typeof(entry) as c, typeof(day) as d, typeof("at") as e`;
    const types = { a: 'VARCHAR', b: 'INTEGER', c: 'BIGINT', d: 'DATE', e: 'TIMESTAMP WITH TIME ZONE' };
    const times = { day: '2024-02-29', at: '2026-10-25 00:30:00.123456+00' };
    const rows = [{ 'guest.name': 'Zoë', count: '-5', entry: '9007199254740993', ...times, ...types }];
    expect(await readBack([record], columns, select)).toEqual(rows);
  });

  it('are the same for an empty file and for rows without values', async () => {
    expect(await readBack([], columns)).toEqual([]);
    const rows = [{}, { guest: { name: null } }];
    const counts = await readBack(rows, columns, 'count(*) as n, count("at") as m');
    expect(counts).toEqual([{ n: '2', m: '0' }]);
  });

  it('refuse a value that the column cannot represent', async () => {
    for (const wrong of [{ count: 2 ** 31 }, { count: 1.5 }, { day: '2026-02-30' }, { at: 'yesterday' }]) {
      await expect(bytesOf([wrong], columns)).rejects.toThrow('does not fit');
    }
  });

  it('are described in the metadata', async () => {
    const file = join(temporaryFolder(), 'rows.parquet');
    const name = 'grossAdr.amount';
    const unit = { kind: 'money', currency: 'grossAdr.currency' } as const;
    const meaning = { heading: 'ADR', tax: 'gross', unit } as const;
    const adr: Column = { name, type: 'number', ...meaning };
    writeFileSync(file, await bytesOf([record], [...columns, adr]));
    const [row] = await duckRows(
      `select decode(value) as value from parquet_kv_metadata('${file}') where decode(key) = 'hotelctl.columns'`,
    );
    const described = JSON.parse(row?.['value'] ?? '');
    expect(described[0]).toEqual({ name: 'guest.name', type: 'UTF8', heading: 'Guest' });
    const note = 'in UTC, cut off after the sixth decimal of a second';
    expect(described[4]).toEqual({ name: 'at', type: 'TIMESTAMP', note });
    const definition = 'Average daily rate, taxes included';
    expect(described[5]).toEqual({ name, type: 'DECIMAL(38,18)', ...meaning, definition });
  });
});

it('rows of any text are read back unchanged, over many row groups', async () => {
  const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 12 }), 700);
  const columns: readonly Column[] = Array.from({ length: 250 }, (_, index) => ({
    name: `text${index}`,
    type: 'text',
  }));
  const records = texts.map(text => Object.fromEntries(columns.map(({ name }) => [name, text])));
  const rows = await readBack(records, columns, 'text0, text249');
  expect(rows.map(row => row['text0'])).toEqual(texts);
  expect(rows.map(row => row['text249'])).toEqual(texts);
});
