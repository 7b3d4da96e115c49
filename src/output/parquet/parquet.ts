import { brotliCompressSync, constants } from 'node:zlib';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../platform/records.ts';
import { columnDefinition } from '../../platform/reports/columns.ts';
import { safeText } from '../../platform/safe-text.ts';
import { cellText } from '../number-format.ts';
import type { RecordBatches } from '../results.ts';
import {
  type ColumnStorage,
  chooseDecimalScale,
  chooseStorageType,
  columnStorages,
  decimalStorage,
} from './column-storage.ts';

/**
 * Records as a Parquet file. Rows are collected into row groups with a fixed number of cells, so that memory does not
 * grow with the file. Column names are the paths of the fields, as in a CSV; each column's definition is in the
 * metadata.
 */

/** Cells of a row group: enough for good compression, but small in memory. */
const cellsInGroup = 50_000;
const mostRowsInGroup = 100_000;

/**
 * The bytes of the file, a row group at a time.
 *
 * @param view name of the view, for the metadata
 * @throws UndocumentedResponseError for a value that its column's type cannot represent without loss
 */
export async function* parquetChunks(batches: RecordBatches, columns: readonly Column[], view: string) {
  const file = openParquet(columns, view);
  for await (const records of batches) {
    for (const record of records) {
      const bytes = file.add(record);
      if (bytes) yield bytes;
    }
  }
  yield file.finish();
}

/**
 * A small file, of which many are kept: one row group, compressed with Brotli, decimals of the smallest scale that holds the values
 * of their column, and without the definitions of the columns. It takes less than half of the space.
 */
export function compactParquet(records: readonly ReportRecord[], columns: readonly Column[], view: string) {
  const scales = columns.filter(isDecimalColumn).map(({ name }) => {
    const read = valueReader(name);
    return [name, chooseDecimalScale(records.map(record => read(record)))] as const;
  });
  const file = openParquet(columns, view, new Map(scales));
  for (const record of records) file.add(record);
  return file.finish();
}

const isDecimalColumn = (column: Column) => chooseStorageType(column) === 'decimal';

const chooseStorage = (column: Column, scales: DecimalScales) =>
  scales && isDecimalColumn(column)
    ? decimalStorage(scales.get(column.name) ?? 2)
    : columnStorages[chooseStorageType(column)];

/** Of a compact file: the scale of each decimal column. */
type DecimalScales = ReadonlyMap<string, number> | undefined;

/** A file that is written record by record. */
export function openParquet(columns: readonly Column[], view: string, scales?: DecimalScales) {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: makeSchema(columns, false, scales),
    createdBy: `hotelctl ${version}`,
    ...(scales ? { codec: 'BROTLI', compressors: { BROTLI: compress } } : {}),
    kvMetadata: [
      { key: 'hotelctl.view', value: view },
      ...(scales ? [] : [{ key: 'hotelctl.columns', value: JSON.stringify(columns.map(describeColumn)) }]),
    ],
  });
  const encoders = columns.map(column => columnEncoder(column, chooseStorage(column, scales)));
  const readers = columns.map(({ name }) => valueReader(name));
  const rowsInGroup = scales
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.min(mostRowsInGroup, Math.floor(cellsInGroup / columns.length)));
  /** The values of the rows that are not written yet, by column. */
  let group = columns.map((): unknown[] => []);
  const writeGroup = () => {
    const rows = group[0]?.length ?? 0;
    const columnData = columns.map((column, index) => ({
      name: column.name,
      data: group[index] as never,
      // Bytes are compared as unsigned numbers, which is wrong for negative decimals.
      statistics: !scales && !isDecimalColumn(column),
      offsetIndex: false,
      // Brotli finds what repeats, and indexes of a dictionary hide it.
      ...(scales && isDecimalColumn(column) ? { encoding: 'PLAIN' as const } : {}),
    }));
    group = columns.map(() => []);
    file.write({ columnData, rowGroupSize: Math.min(rowsInGroup, rows) });
  };
  const written = () => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    return chunk;
  };
  return {
    /** Returns bytes each time a row group is complete. */
    add(record: ReportRecord): Uint8Array | undefined {
      for (let index = 0; index < readers.length; index++)
        group[index]?.push(encoders[index]?.(readers[index]?.(record)));
      if ((group[0]?.length ?? 0) < rowsInGroup) return undefined;
      writeGroup();
      return written();
    },
    finish() {
      if (group[0]?.length) writeGroup();
      file.schema = makeSchema(columns, true, scales);
      file.finish();
      return written();
    },
  };
}

/** A seventh smaller than gzip at its highest level, in a fraction of its time; higher levels of Brotli gain a hundredth. */
const compress = (bytes: Uint8Array): Uint8Array =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/**
 * @param annotated Decimals are passed to the library as bytes, which is exact and fast; so the library must not see
 * that they are decimals until it writes the schema at the end of the file.
 */
const makeSchema = (columns: readonly Column[], annotated: boolean, scales: DecimalScales) => [
  { name: 'root', num_children: columns.length },
  ...columns.map(column => {
    const { element } = chooseStorage(column, scales);
    const { type, type_length } = element;
    const own = isDecimalColumn(column) && !annotated ? { type, type_length } : element;
    return { name: column.name, repetition_type: 'OPTIONAL', ...own } as SchemaElement;
  }),
];

const describeColumn = (column: Column) => {
  const { name, heading, unit, tax } = column;
  const { label: type, note } = columnStorages[chooseStorageType(column)];
  // JSON omits what is undefined.
  return { name, type, note, heading, unit, tax, definition: columnDefinition(name) };
};

const columnEncoder =
  ({ name }: Column, { encode, label }: ColumnStorage) =>
  (value: FieldValue) => {
    if (value === null || value === undefined) return null;
    const result = encode(value);
    if (result !== undefined) return result;
    throw new UndocumentedResponseError(
      `${safeText(cellText(value), 60)} in column ${name} does not fit ${label}`,
      { hint: 'use --format csv or ndjson, which write every value as it was sent' },
    );
  };
