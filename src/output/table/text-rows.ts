import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { checkRowCount } from '../results.ts';

/** Characters that are compressed together. */
const chunkSize = 1 << 16;
/** Neither occurs in a cell, whose control characters are visible. */
const [betweenCells, betweenRows] = ['\u001f', '\n'];

/** Rows of texts in a small part of the memory that their records take. */
export class TextRows {
  count = 0;
  readonly #chunks: Buffer[] = [];
  #open = '';

  /** @throws OutputError for more rows than memory is used for */
  add(cells: readonly string[]): void {
    this.count += 1;
    checkRowCount(this.count);
    this.#open += cells.join(betweenCells) + betweenRows;
    if (this.#open.length > chunkSize) this.#close();
  }

  #close(): void {
    this.#chunks.push(deflateRawSync(this.#open, { level: 1 }));
    this.#open = '';
  }

  *[Symbol.iterator](): Generator<readonly string[]> {
    if (this.#open !== '') this.#close();
    for (const chunk of this.#chunks) {
      const lines = inflateRawSync(chunk).toString().split(betweenRows).slice(0, -1);
      for (const line of lines) yield line.split(betweenCells);
    }
  }
}
