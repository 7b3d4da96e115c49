import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../platform/records.ts';
import { cellText, visibleText } from './cell.ts';
import { makeColumnHeading } from './columns.ts';
import type { CsvOptions } from './csv-options.ts';
import { roundedMeasure } from './number-format.ts';
import type { CsvRows } from './results.ts';

/** A cell that needs quotation marks. */
export interface CellInRow {
  readonly row: string[];
  readonly index: number;
}

/**
 * Records as RFC 4180 text, a chunk for each batch, in constant memory: CRLF after each row, the header also when
 * there are no rows. Rows that are made already are passed on.
 */
export async function* csvChunks(
  pieces: Iterable<readonly ReportRecord[] | CsvRows> | AsyncIterable<readonly ReportRecord[] | CsvRows>,
  columns: readonly Column[],
  options: CsvOptions,
): AsyncGenerator<string | Uint8Array> {
  const { headings, header, bom, delimiter } = options;
  const cells = csvCells(columns, options);
  const addHeadings = (_: unknown, row: string[], special: CellInRow[]) => {
    for (const column of columns)
      cells.add(headings === 'human' ? makeColumnHeading(column) : column.name, row, special);
  };
  const first = header ? await rowsText([columns], addHeadings, cells, delimiter) : '';
  if (bom || first) yield (bom ? '\ufeff' : '') + first;
  for await (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes;
    else if (piece.length > 0) yield await rowsText(piece, cells.addRecord, cells, delimiter);
  }
}

/** A row for each item; the cells that need quotation marks are quoted together. */
async function rowsText<Item>(
  items: readonly Item[],
  write: (item: Item, row: string[], special: CellInRow[]) => void,
  { quote }: CsvCells,
  delimiter: string,
): Promise<string> {
  const special: CellInRow[] = [];
  const rows = items.map(item => {
    const row: string[] = [];
    write(item, row, special);
    return row;
  });
  await quote(special);
  let text = '';
  for (const row of rows) text += `${row.join(delimiter)}\r\n`;
  return text;
}

/** Values as cells, in a dialect. Cells that need quotation marks are collected and quoted together. */
export interface CsvCells {
  readonly addRecord: (record: ReportRecord, row: string[], special: CellInRow[]) => void;
  readonly add: (value: FieldValue, row: string[], special: CellInRow[]) => void;
  /** Puts quotation marks around cells, in place. */
  readonly quote: (special: readonly CellInRow[]) => Promise<void>;
}

/**
 * Cells are escaped by their own type before they are quoted: a number stays a number, everything else is text. The
 * library quotes as RFC 4180 says. It takes half a microsecond for each cell, a third of the time of a large export, so
 * only cells that contain a delimiter, a quotation mark or a line ending are passed to it; it would return the others
 * unchanged.
 */
export function csvCells(
  columns: readonly Column[],
  { delimiter, decimalComma, formulaGuard }: CsvOptions,
): CsvCells {
  const escaped = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  // Most texts are plain: a letter or digit, then letters, digits and punctuation of ASCII and Latin. They cannot begin
  // a formula, contain invisible characters or require quotation marks.
  const plain = new RegExp(
    `^(?!${escaped})[A-Za-z0-9\\xc0-\\u024f][[ -~\\xc0-\\u024f]--["${escaped}]]*$`,
    'v',
  );
  const special = new RegExp(`["\\r\\n${escaped}]`, 'u');
  // A row of one empty cell would be an empty line, which readers skip.
  const quotesEmpty = columns.length === 1;
  const readers = columns.map(({ name, unit }) => {
    const read = valueReader(name);
    if (!unit?.rounded) return read;
    const readCurrency = unit.kind === 'money' ? valueReader(unit.currency) : () => undefined;
    return (record: ReportRecord) => {
      const value = read(record);
      return isExactNumber(value) ? roundedMeasure(value, unit, readCurrency(record)) : value;
    };
  });
  const add: CsvCells['add'] = (value, row, found) => {
    // This shortcut saves a third of the time of a large export.
    if (typeof value === 'string' && plain.test(value)) row.push(value);
    else {
      const cell = csvCell(value, decimalComma, formulaGuard);
      if (special.test(cell) || (quotesEmpty && cell === '')) found.push({ row, index: row.length });
      row.push(cell);
    }
  };
  return {
    addRecord: (record, row, found) => {
      for (const read of readers) add(read(record), row, found);
    },
    add,
    quote: async cells => {
      // Many exports need no quotation marks, and do not load the library.
      if (cells.length === 0) return;
      const { stringify } = await import('csv-stringify/sync');
      // No cell contains this separator, because control characters were made visible.
      const separator = '\0';
      const options = { record_delimiter: separator, quoted: true, quoted_empty: true };
      const rows = cells.map(({ row, index }) => [row[index]]);
      const quoted = stringify(rows, options).split(separator);
      for (const [at, { row, index }] of cells.entries()) row[index] = quoted[at] as string;
    },
  };
}

function csvCell(value: FieldValue, decimalComma: boolean, formulaGuard: boolean): string {
  if (!isExactNumber(value)) {
    const text = cellText(value);
    return visibleText(formulaGuard ? withoutFormula(text) : text);
  }
  const number = plainNumber(value);
  return decimalComma ? number.replace('.', ',') : number;
}

/**
 * The guard against formulas in a CSV file. Text that a spreadsheet would run gets an apostrophe at its start, the
 * spreadsheets' own mark for text. Removing that apostrophe restores the platform's text; text that already looks
 * guarded is guarded again, so that no two texts become the same.
 *
 * A cell is run if it begins with `=` or `@`, in any width, after spaces, invisible characters and quotation marks,
 * which some readers drop. With `+` or `-` it computes at most with numbers (`-2026-1`, `+49 30 1234`, a single `-`),
 * and LibreOffice keeps such text; it is guarded only if it could call a function, another sheet or another program,
 * which requires `( ! |` or an equals sign. Text inside a cell is never changed.
 */
const callers = '=@\uff1d\uff20\ufe66\ufe6b\u207c\u208c';
const signs = '+\\-\uff0b\uff0d\ufe62\ufe63\u2212\u207a\u207b\u208a\u208b';
const skipped = '\\s\\p{Cc}\\p{Cf}"\'`\u00b4\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\uff02\uff07';

/** Most texts have none of these characters; this keeps large exports fast. */
const anySign = new RegExp(`[${callers}${signs}]`);
const runs = new RegExp(
  `^[${skipped}]*(?:[${callers}]|[${signs}](?=[^]*[(!|${callers}\uff08\uff01\uff5c]))`,
  'u',
);

export const withoutFormula = (text: string): string =>
  anySign.test(text) && runs.test(text) ? `'${text}` : text;
