import { type CsvCells, csvCells, loadQuoting } from '../csv.ts';
import type { CsvLayout, CsvRows } from '../results.ts';
import type { CellRows } from './cell-rows.ts';

const [quote, comma, backslash, decimalPoint] = [0x22, 0x2c, 0x5c, 0x2e];
const lineEnd = [0x0d, 0x0a];

/** The rows of a CSV. Cells are copied from the bytes of the response, except those that are not written as they are. */
export class CsvRowWriter {
  readonly #cells: CsvCells;
  readonly #quote: (cell: string) => string;
  /** The cells that are the same in all rows, by column. */
  readonly #constants: readonly (Uint8Array | undefined)[];
  /** Whether texts are copied, and numbers. */
  readonly #copiesTexts: boolean;
  readonly #copiesNumbers: boolean;
  readonly #delimiter: Uint8Array;
  readonly #comma: boolean;
  /** One buffer for all batches: a large export would otherwise wait for the garbage collector. */
  #written = Buffer.allocUnsafeSlow(1 << 16);
  #end = 0;

  /** @param lead the values of the columns that are the same in all rows */
  static async create(layout: CsvLayout, lead: Readonly<Record<string, string>>): Promise<CsvRowWriter> {
    return new CsvRowWriter(layout, lead, await loadQuoting());
  }

  private constructor(
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

  #textOf(value: Parameters<CsvCells['text']>[0]): string {
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
