import { parquetMetadata, parquetRead } from 'hyparquet';
import { decimalLength, decimalOfBytes } from '../../output/parquet/column-storage.ts';
import { dateOfDay } from '../../platform/dates.ts';
import { settled } from '../../platform/numbers.ts';
import type { FieldValue } from '../../platform/records.ts';

/** One row, by column name. Column names are paths (`grossAdr.amount`), so the row is flat. */
export type FlatRow = Readonly<Record<string, FieldValue>>;

/** The rows of a Parquet file that hotelctl wrote, with exact decimals. Throws an Error if it is not a Parquet file. */
export async function parquetRows(file: Uint8Array, columns?: readonly string[]): Promise<FlatRow[]> {
  const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(buffer);
  const decimals = new Set<string>();
  // The library turns decimals into doubles. Without the annotation it returns their bytes.
  const schema = metadata.schema.map(element => {
    if (element.converted_type !== 'DECIMAL') return element;
    decimals.add(element.name);
    const { converted_type: _converted, logical_type: _logical, ...plain } = element;
    return plain;
  });
  let rows: Record<string, unknown>[] = [];
  await parquetRead({
    file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
    metadata: { ...metadata, schema },
    rowFormat: 'object',
    ...(columns ? { columns: [...columns] } : {}),
    parsers: { dateFromDays: (days: number) => dateOfDay(days) } as never,
    onComplete: read => {
      rows = read as Record<string, unknown>[];
    },
  });
  for (const row of rows) {
    for (const name of decimals) if (name in row) row[name] = decimalValue(row[name]);
  }
  return rows as FlatRow[];
}

const decimalValue = (value: unknown): FieldValue =>
  value instanceof Uint8Array && value.length === decimalLength ? settled(decimalOfBytes(value)) : null;
