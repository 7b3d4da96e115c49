import writeXlsxFile from 'write-excel-file/node';
import { OutputError } from '../../base/errors.ts';
import type { Column } from '../../platform/records.ts';
import { valueReader } from '../columns.ts';
import type { RecordBatches } from '../results.ts';
import { type SheetCell, sheetCell, sheetText } from './cells.ts';

/**
 * Records as an XLSX workbook of one sheet, as a CSV would have them in one file: typed cells under a bold header that
 * stays in sight. Loaded with the format alone, as the library is.
 */

/** Rows that a sheet can have, its header among them. */
const mostRows = 1_048_576;
/** A workbook is made in memory as a whole, at about 400 bytes a cell. */
const mostCells = 2_000_000;
/** Widths are taken from the first rows, in characters. */
const measured = 1000;
const [narrowest, widest] = [8, 60];

/**
 * The workbook's bytes; nothing is handed out before all of them are made.
 *
 * @throws OutputError for more than a sheet can hold
 */
export async function spreadsheet(
  name: string,
  batches: RecordBatches,
  columns: readonly Column[],
): Promise<Uint8Array> {
  const readers = columns.map(column => valueReader(column.name));
  const rows: SheetCell[][] = [
    columns.map(column => ({ value: sheetText(column.name), fontWeight: 'bold' }) as const),
  ];
  for await (const records of batches) {
    if (rows.length + records.length > mostRows) throw tooLarge(`more than ${mostRows - 1} rows`);
    if ((rows.length + records.length) * columns.length > mostCells)
      throw tooLarge(`more than ${mostCells} cells`);
    for (const record of records) {
      rows.push(columns.map((column, index) => sheetCell(readers[index]?.(record), column)));
    }
  }
  const workbook = writeXlsxFile([
    {
      data: rows as never,
      sheet: name.slice(0, 31),
      columns: columns.map((_, index) => ({ width: widthOf(rows, index) })),
      stickyRowsCount: 1,
    },
  ]);
  return workbook.toBuffer();
}

const tooLarge = (what: string) =>
  new OutputError(`a spreadsheet can't hold this: ${what}`, {
    hint: 'nothing was written; use --format csv, or ask for less at a time',
  });

function widthOf(rows: readonly (readonly SheetCell[])[], index: number): number {
  let width = narrowest;
  for (const row of rows.slice(0, measured)) {
    const cell = row[index] ?? null;
    const shown = typeof cell === 'object' && cell !== null ? cell.value : cell;
    const length =
      shown instanceof Date
        ? 'yyyy-mm-dd'.length
        : Math.max(
            ...String(shown ?? '')
              .split('\n')
              .map(line => line.length),
          );
    width = Math.max(width, length + 2);
  }
  return Math.min(width, widest);
}
