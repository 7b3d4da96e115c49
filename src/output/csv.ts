import type { Column, ReportRecord } from '../platform/records.ts';
import { type CsvCells, csvCells } from './csv-cells.ts';
import type { CsvOptions } from './csv-options.ts';
import type { CellInRow } from './csv-quoting.ts';
import { headingOf } from './heading.ts';
import type { CsvRows } from './results.ts';

type CsvPieces =
  | Iterable<readonly ReportRecord[] | CsvRows>
  | AsyncIterable<readonly ReportRecord[] | CsvRows>;

/**
 * Records as RFC 4180 text, a chunk for each batch, in constant memory: CRLF after each row, the header also when
 * there are no rows. Rows that are made already are passed on.
 */
export async function* csvChunks(
  pieces: CsvPieces,
  columns: readonly Column[],
  options: CsvOptions,
): AsyncGenerator<string | Uint8Array> {
  const cells = await csvCells(columns, options);
  const header = options.header ? headerText(columns, options, cells) : '';
  if (options.bom || header) yield (options.bom ? '\ufeff' : '') + header;
  for await (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes;
    else if (piece.length > 0) yield rowsText(piece, options, cells);
  }
}

function headerText(columns: readonly Column[], options: CsvOptions, { add, quote }: CsvCells): string {
  const row: string[] = [];
  const special: CellInRow[] = [];
  for (const column of columns)
    add(options.headings === 'human' ? headingOf(column) : column.name, row, special);
  quote(special);
  return textOf([row], options);
}

function rowsText(records: readonly ReportRecord[], options: CsvOptions, { addRecord, quote }: CsvCells) {
  const special: CellInRow[] = [];
  const rows = records.map(record => {
    const row: string[] = [];
    addRecord(record, row, special);
    return row;
  });
  quote(special);
  return textOf(rows, options);
}

function textOf(rows: readonly string[][], { delimiter }: CsvOptions): string {
  let text = '';
  for (const row of rows) text += `${row.join(delimiter)}\r\n`;
  return text;
}
