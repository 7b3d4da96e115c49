import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../platform/records.ts';
import { cellText, visibleText } from './cell.ts';
import { headingOf } from './columns.ts';
import type { CsvOptions } from './csv-options.ts';
import type { CsvRows } from './results.ts';

export interface CellInRow {
  readonly row: string[];
  readonly index: number;
}

export interface Quoting {
  /**
   * Whether a text is a common one: a letter or digit, then letters, digits and punctuation of ASCII and Latin. Such a
   * text cannot begin a formula, contain invisible characters or require quotation marks.
   */
  readonly isPlain: (text: string) => boolean;
  /** Whether a cell contains a character that requires quotation marks. */
  readonly isSpecial: (cell: string) => boolean;
  /** Puts quotation marks around cells, in place. The library is loaded for the first one: many exports have none. */
  readonly quote: (cells: readonly CellInRow[]) => Promise<void>;
}

/**
 * The separator of the cells that are passed to the library: no cell contains it, because control characters were made
 * visible.
 */
const separator = '\0';

/**
 * The quoting of RFC 4180, by the library. It takes half a microsecond for each cell, a third of the time of a large
 * export, so only cells that contain a delimiter, a quotation mark or a line ending are passed to it. It would return
 * the others unchanged.
 */
export function quoting(delimiter: string, columns: number): Quoting {
  // A row of one empty cell would be an empty line, which readers skip.
  const quotesEmpty = columns === 1;
  const options = { record_delimiter: separator, quoted: true, quoted_empty: true };
  const escaped = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  const plain = new RegExp(
    `^(?!${escaped})[A-Za-z0-9\\xc0-\\u024f][[ -~\\xc0-\\u024f]--["${escaped}]]*$`,
    'v',
  );
  const special = new RegExp(`["\\r\\n${escaped}]`, 'u');
  return {
    isPlain: text => plain.test(text),
    isSpecial: cell => special.test(cell) || (quotesEmpty && cell === ''),
    async quote(cells) {
      if (cells.length === 0) return;
      const { stringify } = await import('csv-stringify/sync');
      const rows = cells.map(({ row, index }) => [row[index]]);
      const quoted = stringify(rows, options).split(separator);
      for (const [at, { row, index }] of cells.entries()) row[index] = quoted[at] as string;
    },
  };
}

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
  const cells = csvCells(columns, options);
  const header = options.header ? await headerText(columns, options, cells) : '';
  if (options.bom || header) yield (options.bom ? '\ufeff' : '') + header;
  for await (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes;
    else if (piece.length > 0) yield await rowsText(piece, options, cells);
  }
}

async function headerText(columns: readonly Column[], options: CsvOptions, { add, quote }: CsvCells) {
  const row: string[] = [];
  const special: CellInRow[] = [];
  for (const column of columns)
    add(options.headings === 'human' ? headingOf(column) : column.name, row, special);
  await quote(special);
  return textOf([row], options);
}

async function rowsText(
  records: readonly ReportRecord[],
  options: CsvOptions,
  { addRecord, quote }: CsvCells,
) {
  const special: CellInRow[] = [];
  const rows = records.map(record => {
    const row: string[] = [];
    addRecord(record, row, special);
    return row;
  });
  await quote(special);
  return textOf(rows, options);
}

function textOf(rows: readonly string[][], { delimiter }: CsvOptions): string {
  let text = '';
  for (const row of rows) text += `${row.join(delimiter)}\r\n`;
  return text;
}

/** Values as cells, in a dialect. Cells that need quotation marks are collected and quoted together. */
export interface CsvCells {
  readonly addRecord: (record: ReportRecord, row: string[], special: CellInRow[]) => void;
  readonly add: (value: FieldValue, row: string[], special: CellInRow[]) => void;
  readonly quote: Quoting['quote'];
}

/** Cells are escaped by their own type before they are quoted: a number stays a number, everything else is text. */
export function csvCells(
  columns: readonly Column[],
  { delimiter, decimalComma, formulaGuard }: CsvOptions,
): CsvCells {
  const { isPlain, isSpecial, quote } = quoting(delimiter, columns.length);
  const readers = columns.map(({ name }) => valueReader(name));
  const add: CsvCells['add'] = (value, row, special) => {
    // Most cells take this shortcut, which saves a third of the time of a large export.
    if (typeof value === 'string' && isPlain(value)) row.push(value);
    else {
      const cell = csvCell(value, decimalComma, formulaGuard);
      if (isSpecial(cell)) special.push({ row, index: row.length });
      row.push(cell);
    }
  };
  return {
    addRecord: (record, row, special) => {
      for (const read of readers) add(read(record), row, special);
    },
    add,
    quote,
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

/** The text, with an apostrophe before it if a spreadsheet would run it. */
export const withoutFormula = (text: string): string =>
  anySign.test(text) && runs.test(text) ? `'${text}` : text;
