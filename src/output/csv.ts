import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../platform/records.ts';
import { makeColumnHeading } from './columns.ts';
import type { CsvOptions } from './format.ts';
import { cellText, dayBefore, roundedMeasure, visibleText } from './number-format.ts';
import type { CsvRows } from './results.ts';

/**
 * Records as RFC 4180 text, a chunk for each batch, in constant memory: CRLF after each row, the header also when
 * there are no rows, but not before an error. Rows that are made already are passed on.
 */
export async function* csvChunks(
  pieces: Iterable<readonly ReportRecord[] | CsvRows> | AsyncIterable<readonly ReportRecord[] | CsvRows>,
  columns: readonly Column[],
  options: CsvOptions,
): AsyncGenerator<string | Uint8Array> {
  const { headings, header, bom, delimiter } = options;
  const cells = csvCells(columns, options);
  const rowsText = async (rows: readonly (readonly FieldValue[])[]) => {
    const texts = rows.map(row => row.map(cells.text));
    // Many exports need no quotation marks, and do not load the library.
    const quote = texts.some(row => row.some(cells.needsQuotes)) ? await loadQuoting() : String;
    const quoted = (cell: string) => (cells.needsQuotes(cell) ? quote(cell) : cell);
    return texts.map(row => `${row.map(quoted).join(delimiter)}\r\n`).join('');
  };
  const names = columns.map(column => (headings === 'human' ? makeColumnHeading(column) : column.name));
  let first = (bom ? '\ufeff' : '') + (header ? await rowsText([names]) : '');
  for await (const piece of pieces) {
    if (first) yield first;
    first = '';
    if ('bytes' in piece) yield piece.bytes;
    else if (piece.length > 0) yield await rowsText(piece.map(cells.values));
  }
  if (first) yield first;
}

/** The day before an exclusive `to`; only of CSV with readable headings. */
export const lastDayColumn: Column = { name: 'lastDay', type: 'date', heading: 'Last day' };

/** Puts quotation marks around a cell: the library writes it as a record with one field. */
export async function loadQuoting(): Promise<(cell: string) => string> {
  const { stringify } = await import('csv-stringify/sync');
  const options = { quoted: true, quoted_empty: true, eof: false };
  let before = { cell: '', quoted: stringify([['']], options) };
  return cell => {
    // The same column has often the same cell as in the row before.
    if (cell !== before.cell) before = { cell, quoted: stringify([[cell]], options) };
    return before.quoted;
  };
}

/** Values as cells, in a dialect. */
export interface CsvCells {
  /** The values of a record, by column. */
  readonly values: (record: ReportRecord) => FieldValue[];
  readonly text: (value: FieldValue) => string;
  readonly needsQuotes: (cell: string) => boolean;
}

/** Cells are escaped by their own type before they are quoted: a number stays a number, everything else is text. */
export function csvCells(
  columns: readonly Column[],
  { delimiter, decimalComma, formulaGuard }: CsvOptions,
): CsvCells {
  const escaped = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  // Most texts are plain: a letter or digit, then letters, digits and punctuation of ASCII and Latin. They cannot begin
  // a formula or contain invisible characters. This shortcut saves a third of the time of a large export.
  const plain = /^[A-Za-z0-9\xc0-\u024f][ -~\xc0-\u024f]*$/;
  const special = new RegExp(`["\\r\\n${escaped}]`, 'u');
  // A row of one empty cell would be an empty line, which readers skip.
  const quotesEmpty = columns.length === 1;
  const readers = columns.map(column => {
    const { name, unit } = column;
    if (column === lastDayColumn) return (record: ReportRecord) => dayBefore(cellText(record['to']));
    const read = valueReader(name);
    if (!unit?.rounded) return read;
    const readCurrency = unit.kind === 'money' ? valueReader(unit.currency) : () => undefined;
    return (record: ReportRecord) => {
      const value = read(record);
      return isExactNumber(value) ? roundedMeasure(value, unit, readCurrency(record)) : value;
    };
  });
  return {
    values: record => readers.map(read => read(record)),
    text: value =>
      typeof value === 'string' && plain.test(value) ? value : csvCell(value, decimalComma, formulaGuard),
    needsQuotes: cell => special.test(cell) || (quotesEmpty && cell === ''),
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
 * which some readers drop. With `+` or `-` it is an expression unless only a number, a telephone number or nothing follows:
 * Excel computes `-2026-1` and `-A1`. Text inside a cell is never changed.
 */
const callers = '=@\uff1d\uff20\ufe66\ufe6b\u207c\u208c';
const signs = '+\\-\uff0b\uff0d\ufe62\ufe63\u2212\u207a\u207b\u208a\u208b';
const skipped = '\\s\\p{Cc}\\p{Cf}"\'`\u00b4\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\uff02\uff07';

/** Most texts have none of these characters; this keeps large exports fast. */
const anySign = new RegExp(`[${callers}${signs}]`);
const runs = new RegExp(`^[${skipped}]*(?:[${callers}]|[${signs}](?=[^]*[^\\s\\d.,%]))`, 'u');

export const withoutFormula = (text: string): string =>
  anySign.test(text) && runs.test(text) ? `'${text}` : text;
