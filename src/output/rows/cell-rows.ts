import type { FieldValue } from '../../platform/records.ts';

/**
 * Two numbers per cell: the positions of its first byte and of the byte after it, or -1 minus the index of its value; zeros
 * for a cell without a value. The second position is negative if the text has escaped quotation marks.
 */
const perCell = 2;

const quote = 0x22;

/**
 * The rows of a batch: the position of each cell in the response, and the values of the few cells that are not read from
 * their bytes. The rows of a batch end when the next one is read.
 */
export class CellRows {
  readonly #rowSize: number;
  readonly #hasElements: boolean;
  #places = new Int32Array(1 << 14);
  /** Up to here the rows are complete; the current record and its elements follow. */
  #complete = 0;
  #row = 0;
  #next = 0;
  #start = 0;
  readonly #values: FieldValue[] = [];
  #completeValues = 0;
  bytes: Buffer = Buffer.alloc(0);
  /** What the positions of the cells are relative to: the bytes may move between two records. */
  origin = 0;

  /** @param hasElements whether the elements of a record are the rows */
  constructor(columns: number, hasElements: boolean) {
    this.#rowSize = perCell * columns;
    this.#hasElements = hasElements;
  }

  get count(): number {
    return this.#complete / this.#rowSize;
  }

  clear(): void {
    this.#complete = 0;
    this.#values.length = this.#completeValues = 0;
  }

  /** @param start the origin of the positions of this record */
  beginRecord(start: number): void {
    this.#start = start;
    if (this.#values.length > this.#completeValues) this.#values.length = this.#completeValues;
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
    this.#complete = this.#next;
    this.#completeValues = this.#values.length;
  }

  /** Copies the cells of the record to each element; the record's own row is none. */
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

  cell(column: number, from: number, to: number): void {
    const place = this.#row + perCell * column;
    this.#places[place] = from - this.#start;
    this.#places[place + 1] = to - this.#start;
  }

  /** A text whose only escapes are those of quotation marks. */
  escapedCell(column: number, from: number, to: number): void {
    this.cell(column, from, to);
    const end = this.#row + perCell * column + 1;
    this.#places[end] = -(this.#places[end] as number);
  }

  value(column: number, value: FieldValue): void {
    this.#places[this.#row + perCell * column] = -1 - this.#values.length;
    this.#values.push(value);
  }

  addRow(values: readonly FieldValue[]): void {
    this.beginRecord(0);
    for (const [column, value] of values.entries()) this.value(column, value);
    this.#complete = this.#next;
    this.#completeValues = this.#values.length;
  }

  /** The index of the first byte of a cell; 0 for one without a value, negative for one whose value was added. */
  from(row: number, column: number): number {
    const first = this.#places[row * this.#rowSize + perCell * column] as number;
    return first <= 0 ? first : this.origin + first;
  }

  /** The index of the byte after a cell that has bytes. */
  to(row: number, column: number): number {
    return this.origin + Math.abs(this.#places[row * this.#rowSize + perCell * column + 1] as number);
  }

  isEscaped(row: number, column: number): boolean {
    return (this.#places[row * this.#rowSize + perCell * column + 1] as number) < 0;
  }

  /** The value of a cell; undefined for one that is null or absent. */
  read(row: number, column: number): FieldValue {
    const from = this.from(row, column);
    if (from === 0) return undefined;
    if (from < 0) return this.#values[-1 - from];
    const around = this.bytes[from - 1] === quote ? 1 : 0;
    return JSON.parse(this.bytes.toString('utf8', from - around, this.to(row, column) + around));
  }
}
