import { brotliDecompressSync } from 'node:zlib';
import { type ColumnMetaData, type FileMetaData, parquetMetadata } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';

/**
 * A Parquet file of a few bytes can claim billions of values, and a reader allocates what the file claims. So every claim is
 * checked before a value is decoded, and only the structure that hotelctl writes is accepted: flat columns, version 2 pages,
 * plain values and dictionaries, Brotli.
 *
 * The header of a page is read by a function that the index does not export: @private-parts hyparquet 1.31.5
 */
const limits = {
  /** A documented response of 2,000,000 values has 40,000 unit groups (`http/body.ts`). */
  rows: 50_000,
  cells: 2_500_000,
  /** Of all pages, uncompressed: a response of 64 MiB has the same values as text, with their names. */
  bytes: 64 << 20,
};

/** Of columns, with their annotations. A reader turns others into values that no report contains. */
const types = new Set(['BYTE_ARRAY UTF8', 'INT32 ', 'INT32 DATE', 'FIXED_LEN_BYTE_ARRAY DECIMAL']);

/** What is wrong with a file, as words that follow its name. */
export class ParquetError extends Error {}

export const wordsOfProblem = (error: unknown): string =>
  error instanceof ParquetError ? error.message : 'is not a Parquet file that hotelctl wrote';

/** Of the file, and of a page. hotelctl writes some kilobytes. */
const longestMetadata = 1 << 20;
const longestHeader = 65_536;

/**
 * The description of a file whose rows can be read.
 *
 * @param rows number of rows that the manifest names
 * @param columns those that are read; default: all
 * @throws ParquetError, and any other Error for bytes that are not Parquet
 */
export function checkedMetadata(file: Uint8Array<ArrayBuffer>, rows: number, columns?: readonly string[]) {
  const length =
    file.length < 12 ? 0 : new DataView(file.buffer, file.byteOffset).getUint32(file.length - 8, true);
  check(length > 0 && length <= longestMetadata, 'is not a Parquet file that hotelctl wrote');
  const metadata = parquetMetadata(file);
  checkSize(file, metadata, rows, columns);
  return metadata;
}

function checkSize(file: Uint8Array, metadata: FileMetaData, rows: number, read?: readonly string[]): void {
  const columns = metadata.schema.length - 1;
  const [root, ...fields] = metadata.schema;
  check(root?.num_children === columns, 'has nested columns');
  for (const { num_children, repetition_type, type, converted_type = '' } of fields) {
    check(!num_children && repetition_type !== 'REPEATED' && type !== undefined, 'has nested columns');
    check(types.has(`${type} ${converted_type}`), 'has a structure that hotelctl does not write');
  }
  check(Number(metadata.num_rows) === rows, `does not have the ${rows} rows of its manifest`);
  check(rows <= limits.rows && rows * columns <= limits.cells, 'has too many rows');
  let [rest, bytes] = [rows, limits.bytes];
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows);
    rest -= count;
    check(count > 0 && rest >= 0 && group.columns.length === columns, 'has too many rows');
    for (const [index, { meta_data, file_path, offset_index_offset }] of group.columns.entries()) {
      const [name = '', ...deeper] = meta_data?.path_in_schema ?? [];
      // The reader has begun with other columns when it does not find one, and their errors would end the program.
      const isField = name === fields[index]?.name && deeper.length === 0;
      if (!meta_data || !isField || file_path || offset_index_offset)
        throw new ParquetError('has a structure that hotelctl does not write');
      if (!read || read.includes(name)) bytes = checkColumn(file, meta_data, count, bytes);
    }
  }
  check(rest === 0, `does not have the ${rows} rows of its manifest`);
}

/** Walks the pages of one column. Returns the bytes that the other columns may have. */
function checkColumn(file: Uint8Array, column: ColumnMetaData, rows: number, bytes: number): number {
  const { codec, dictionary_page_offset, data_page_offset, total_compressed_size } = column;
  const start = Number(dictionary_page_offset || data_page_offset);
  const end = start + Number(total_compressed_size);
  check(start >= 0 && end <= file.length && end > start, 'has a column outside the file');
  check(
    codec === 'UNCOMPRESSED' || Object.hasOwn(decompressors, codec),
    'has a structure that hotelctl does not write',
  );
  let offset = start;
  for (let rest = rows; rest > 0; ) {
    const length = Math.min(longestHeader, end - offset);
    const reader = { view: new DataView(file.buffer, file.byteOffset + offset, length), offset: 0 };
    const { type, data_page_header_v2, dictionary_page_header, ...sizes } = parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: size } = sizes;
    offset += reader.offset;
    bytes -= size;
    check(packed >= 0 && size >= 0 && bytes >= 0, 'is too large when it is decompressed');
    check(offset + packed <= end, 'has a page outside the file');
    const page = file.subarray(offset, offset + packed);
    offset += packed;
    if (type === 'DICTIONARY_PAGE') {
      check((dictionary_page_header?.num_values ?? limits.rows) <= rows, 'has too many values');
      continue;
    }
    if (type !== 'DATA_PAGE_V2' || !data_page_header_v2)
      throw new ParquetError('has a structure that hotelctl does not write');
    const { num_values, num_nulls, encoding, ...levels } = data_page_header_v2;
    const { definition_levels_byte_length: levelBytes, repetition_levels_byte_length: repeated } = levels;
    rest -= num_values;
    check(num_values > 0 && rest >= 0, 'has too many values');
    check(num_nulls >= 0 && num_nulls <= num_values && repeated === 0, 'has too many values');
    check(levelBytes >= 0 && levelBytes <= Math.min(packed, size), 'has a page outside the file');
    if (levelBytes > 0) checkRuns(page.subarray(0, levelBytes), 1, num_values);
    if (encoding === 'PLAIN') continue;
    check(encoding === 'RLE_DICTIONARY', 'has a structure that hotelctl does not write');
    const values = unpacked(page.subarray(levelBytes), size - levelBytes, codec);
    checkRuns(values.subarray(1), values[0] ?? 0, num_values - num_nulls);
  }
  return bytes;
}

export const decompressors = {
  /** Never more than the file claims, which was checked before. */
  BROTLI: (page: Uint8Array, size: number): Uint8Array => {
    const bytes = brotliDecompressSync(page, { maxOutputLength: Math.max(size, 1) });
    check(bytes.length === size, 'has a page of another size');
    return bytes;
  },
};

const unpacked = (page: Uint8Array, size: number, codec: string): Uint8Array =>
  decompressors[codec as keyof typeof decompressors]?.(page, size) ?? page;

/** A run of a few bytes can claim a billion values; the last one of a page is filled up to a multiple of eight. */
function checkRuns(bytes: Uint8Array, width: number, values: number): void {
  check(width <= 32, 'has too many values');
  for (let [seen, offset] = [0, 0]; seen < values; ) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++];
      if (byte === undefined || shift > 28) throw new ParquetError('has a page that ends too early');
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const count = Math.floor(header / 2);
    const isPacked = header % 2 === 1;
    seen += isPacked ? count * 8 : count;
    offset += isPacked ? count * width : Math.ceil(width / 8);
    check(count > 0 && seen < values + 8, 'has too many values');
  }
}

function check(holds: boolean, problem: string): void {
  if (!holds) throw new ParquetError(problem);
}
