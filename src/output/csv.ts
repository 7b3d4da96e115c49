import { isExactNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../platform/records.ts';
import { escapedCharacter } from '../platform/safe-text.ts';
import { makeColumnHeading } from './columns.ts';
import type { CsvOptions } from './format.ts';
import { cellText, dayBefore, roundedMeasure, visibleText } from './number-format.ts';
import type { CsvLayout, CsvRows } from './results.ts';
import type { CellRows } from './rows/cell-rows.ts';

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

/** Cells are escaped by their own type before they are quoted: a number stays a number, everything else is text. */
function csvCells(columns: readonly Column[], { delimiter, decimalComma, formulaGuard }: CsvOptions) {
  const escaped = escapedCharacter(delimiter);
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
    values: (record: ReportRecord) => readers.map(read => read(record)),
    text: (value: FieldValue) => {
      if (typeof value === 'string' && plain.test(value)) return value;
      const text = cellText(value);
      if (isExactNumber(value)) return decimalComma ? text.replace('.', ',') : text;
      return visibleText(formulaGuard ? withoutFormula(text) : text);
    },
    needsQuotes: (cell: string) => special.test(cell) || (quotesEmpty && cell === ''),
  };
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

/** A text of a CSV file without the mark that keeps spreadsheets from running it. */
export const unguarded = (text: string) =>
  text.startsWith("'") && withoutFormula(text.slice(1)) === text ? text.slice(1) : text;

const [quote, comma, backslash, decimalPoint] = [0x22, 0x2c, 0x5c, 0x2e];
const lineEnd = [0x0d, 0x0a];

/** The rows of a CSV. Cells are copied from the bytes of the response, except those that are not written as they are. */
export class CsvRowWriter {
  readonly #cells: ReturnType<typeof csvCells>;
  readonly #quote: (cell: string) => string;
  /** The cells that are the same in all rows, by column. */
  readonly #constants: readonly (Uint8Array | undefined)[];
  readonly #copiesTexts: boolean;
  readonly #copiesNumbers: boolean;
  readonly #delimiter: Uint8Array;
  readonly #comma: boolean;
  /** One buffer for all batches: a large export would otherwise wait for the garbage collector. */
  #written = Buffer.allocUnsafeSlow(1 << 16);
  #end = 0;

  /**
   * @param lead the values of the columns that are the same in all rows
   * @param quote of `loadQuoting`
   */
  constructor(
    { columns, options }: CsvLayout,
    lead: Readonly<Record<string, string>>,
    quote: (cell: string) => string,
  ) {
    this.#quote = quote;
    this.#cells = csvCells(columns, options);
    const { delimiter, decimalComma } = options;
    this.#delimiter = Buffer.from(delimiter);
    this.#comma = decimalComma;
    this.#constants = columns.map(({ name }) =>
      lead[name] === undefined ? undefined : Buffer.from(this.#textOf(lead[name])),
    );
    this.#copiesTexts = this.#delimiter.length === 1 && columns.length > 1;
    this.#copiesNumbers = this.#copiesTexts && !(decimalComma && delimiter === ',');
  }

  #textOf(value: FieldValue): string {
    const cell = this.#cells.text(value);
    return this.#cells.needsQuotes(cell) ? this.#quote(cell) : cell;
  }

  /** The rows as bytes, which the next batch overwrites. */
  write(rows: CellRows): CsvRows {
    this.#end = 0;
    const ends: number[] = [];
    for (let row = 0; row < rows.count; row++) {
      for (let column = 0; column < this.#constants.length; column++) {
        if (column > 0) this.#put(this.#delimiter);
        const constant = this.#constants[column];
        const from = rows.from(row, column);
        const isNumber = from > 0 && rows.bytes[from - 1] !== quote;
        if (constant) this.#put(constant);
        else if (from >= 0 && (isNumber ? this.#copiesNumbers : this.#copiesTexts)) {
          if (from > 0) this.#copy(rows, row, column, isNumber && this.#comma);
        } else {
          const text = this.#textOf(rows.read(row, column));
          // A character has at most three bytes.
          this.#makeSpace(3 * text.length);
          this.#end += this.#written.write(text, this.#end);
        }
      }
      this.#put(lineEnd);
      ends.push(this.#end);
    }
    return { bytes: this.#written.subarray(0, this.#end), ends };
  }

  #makeSpace(size: number): void {
    if (this.#end + size <= this.#written.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#end + size));
    this.#written.copy(larger, 0, 0, this.#end);
    this.#written = larger;
  }

  #put(bytes: ArrayLike<number>): void {
    this.#makeSpace(bytes.length);
    for (let index = 0; index < bytes.length; index++) this.#written[this.#end++] = bytes[index] as number;
  }

  #copy(rows: CellRows, row: number, column: number, hasComma: boolean): void {
    const from = rows.from(row, column);
    const to = rows.to(row, column);
    this.#makeSpace(to - from + 2);
    const { bytes } = rows;
    const written = this.#written;
    const [delimiter] = this.#delimiter;
    let at = this.#end;
    if (!rows.isEscaped(row, column))
      for (let index = from; ; index++) {
        if (index === to) {
          this.#end = at;
          return;
        }
        const byte = bytes[index] as number;
        if (byte === delimiter) break;
        written[at++] = hasComma && byte === decimalPoint ? comma : byte;
      }
    // JSON escapes a quotation mark with a backslash, a CSV with another quotation mark.
    at = this.#end;
    written[at++] = quote;
    for (let index = from; index < to; index++) {
      const byte = bytes[index] as number;
      written[at++] = byte === backslash ? quote : byte;
    }
    written[at++] = quote;
    this.#end = at;
  }
}
