import type { FieldValue, ReportRecord } from '../../platform/records.ts';
import type { CellInRow, CsvCells } from '../csv.ts';
import type { CsvRows } from '../results.ts';

/**
 * Two numbers per cell: the positions of its first byte and of the byte after it, or -1 minus the index of its text.
 * The second position is negative if the cell needs quotation marks.
 */
const perCell = 2;

const [quote, backslash, carriageReturn, lineFeed] = [0x22, 0x5c, 0x0d, 0x0a];

/**
 * The rows of a batch before they are written: the position of each cell in the response, and the text of the few cells
 * that are not written unchanged.
 */
export class RowBuffer {
  readonly #cells: CsvCells;
  readonly #constants: readonly (Uint8Array | undefined)[];
  readonly #delimiter: number;
  readonly #hasElements: boolean;
  readonly #rowSize: number;
  #places = new Int32Array(1 << 14);
  /** Up to here the rows are complete; the current record and its elements follow. */
  #complete = 0;
  #row = 0;
  #next = 0;
  #start = 0;
  readonly #texts: string[] = [];
  #written = Buffer.allocUnsafeSlow(1 << 16);
  readonly #special: CellInRow[] = [];
  #completeTexts = 0;
  #completeSpecial = 0;

  /**
   * @param constants the cells that are the same in all rows
   * @param hasElements whether the elements of a record are the rows
   */
  constructor(
    cells: CsvCells,
    delimiter: number,
    constants: readonly (Uint8Array | undefined)[],
    hasElements: boolean,
  ) {
    this.#cells = cells;
    this.#delimiter = delimiter;
    this.#constants = constants;
    this.#hasElements = hasElements;
    this.#rowSize = perCell * constants.length;
  }

  clear(): void {
    this.#complete = 0;
    this.#texts.length = this.#completeTexts = 0;
    this.#special.length = this.#completeSpecial = 0;
  }

  /** @param start the origin of the cells' positions, which may differ when they are written */
  beginRecord(start: number): void {
    this.#start = start;
    if (this.#texts.length > this.#completeTexts) {
      this.#texts.length = this.#completeTexts;
      this.#special.length = this.#completeSpecial;
    }
    this.#next = this.#complete;
    this.beginElement();
  }

  beginElement(): void {
    this.#row = this.#next;
    this.#next += this.#rowSize;
    if (this.#next > this.#places.length) {
      const larger = new Int32Array(2 * this.#next);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places.fill(0, this.#row, this.#next);
  }

  /** The following cells belong to the record again. */
  endElements(): void {
    this.#row = this.#complete;
  }

  endRecord(): void {
    if (this.#hasElements) this.#spread();
    this.#keepRecord();
  }

  #keepRecord(): void {
    this.#complete = this.#next;
    this.#completeTexts = this.#texts.length;
    this.#completeSpecial = this.#special.length;
  }

  /** Copies the cells of the record to each element; the record's own row is not written. */
  #spread(): void {
    const places = this.#places;
    const first = this.#complete + this.#rowSize;
    for (let row = first; row < this.#next; row += this.#rowSize) {
      for (let index = 0; index < this.#rowSize; index++) {
        if (places[row + index] === 0) places[row + index] = places[this.#complete + index] as number;
      }
    }
    places.copyWithin(this.#complete, first, this.#next);
    this.#next -= this.#rowSize;
  }

  /** A cell that is written unchanged. */
  cell(column: number, from: number, to: number): void {
    const place = this.#row + perCell * column;
    this.#places[place] = from - this.#start;
    this.#places[place + 1] = to - this.#start;
  }

  /** A cell that is written in quotation marks. Its only escapes are those of quotation marks. */
  quotedCell(column: number, from: number, to: number): void {
    this.cell(column, from, to);
    const end = this.#row + perCell * column + 1;
    this.#places[end] = -(this.#places[end] as number);
  }

  text(column: number, value: FieldValue): void {
    this.#places[this.#row + perCell * column] = -1 - this.#texts.length;
    this.#cells.add(value, this.#texts, this.#special);
  }

  addRecord(record: ReportRecord): void {
    this.beginRecord(0);
    for (let place = this.#row, text = this.#texts.length; place < this.#next; place += perCell)
      this.#places[place] = -1 - text++;
    this.#cells.addRecord(record, this.#texts, this.#special);
    this.#keepRecord();
  }

  /** The rows as bytes, which the next batch overwrites. `start` is the current origin of the cells' positions. */
  async take(bytes: Uint8Array, start: number): Promise<CsvRows> {
    await this.#cells.quote(this.#special);
    const count = this.#complete / this.#rowSize;
    // One buffer for all batches: a large export would otherwise wait for the garbage collector.
    const size = this.#size(count);
    if (size > this.#written.length) this.#written = Buffer.allocUnsafeSlow(2 * size);
    const rows = this.#written;
    let at = 0;
    for (let place = 0; place < this.#complete; place += this.#rowSize) {
      at = this.#writeRow(place, rows, at, bytes, start);
    }
    this.clear();
    return { bytes: rows.subarray(0, at), count };
  }

  #writeRow(place: number, rows: Buffer, from: number, bytes: Uint8Array, start: number): number {
    let at = from;
    for (let column = 0; column < this.#constants.length; column++) {
      if (column > 0) rows[at++] = this.#delimiter;
      const constant = this.#constants[column];
      const first = this.#places[place + perCell * column] as number;
      if (constant) {
        for (let index = 0; index < constant.length; index++) rows[at++] = constant[index] as number;
      } else if (first < 0) at += rows.write(this.#texts[-1 - first] as string, at);
      else {
        const last = this.#places[place + perCell * column + 1] as number;
        if (last < 0) at = writeQuoted(bytes, start + first, start - last, rows, at);
        else
          for (let index = start + first; index < start + last; index++) rows[at++] = bytes[index] as number;
      }
    }
    rows[at++] = carriageReturn;
    rows[at++] = lineFeed;
    return at;
  }

  /** An upper bound of the size of the rows. */
  #size(rows: number): number {
    let size = rows * (this.#constants.length + 2);
    for (const constant of this.#constants) size += rows * (constant?.length ?? 0);
    for (let place = 0; place < this.#complete; place += perCell) {
      const first = this.#places[place] as number;
      size +=
        first < 0
          ? 3 * (this.#texts[-1 - first] as string).length
          : Math.abs(this.#places[place + 1] as number) + 2 - first;
    }
    return size;
  }
}

/** JSON escapes a quotation mark with a backslash, a CSV with another quotation mark. */
function writeQuoted(bytes: Uint8Array, from: number, to: number, rows: Uint8Array, place: number): number {
  let at = place;
  rows[at++] = quote;
  for (let index = from; index < to; index++) {
    const byte = bytes[index] as number;
    rows[at++] = byte === backslash ? quote : byte;
  }
  rows[at++] = quote;
  return at;
}
