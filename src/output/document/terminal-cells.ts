import { safeText } from '../../platform/safe-text.ts';
import { measureFraction } from '../cell.ts';
import { sparkline } from '../table-style.ts';
import { fitted, measureWidth, widest } from '../text-width.ts';
import { gap } from './column-widths.ts';
import { type DocumentRow, type DocumentTable, type StateDirection, stateDirections } from './document.ts';
import type { Pen } from './pen.ts';
import { cellWords, detailedCell } from './reading.ts';

/** No text can make a table slow. */
const longestCell = 1000;

export const alignPoint = (text: string, fraction: number | undefined, { format }: Pen): string =>
  fraction === undefined || text === ''
    ? text
    : text + ' '.repeat(Math.max(0, fraction - measureFraction(text, format.decimal)));

interface TerminalCell {
  readonly text: string;
  readonly detail: string;
  readonly state?: StateDirection | undefined;
}

/** Signs of checks, in place of their words. */
const marks: Readonly<Record<string, { readonly unicode: string; readonly ascii: string }>> = {
  passed: { unicode: '✓', ascii: 'ok' },
  failed: { unicode: '✗', ascii: 'NO' },
  warning: { unicode: '!', ascii: '!' },
  skipped: { unicode: '·', ascii: '-' },
};

export function readCell(
  row: DocumentRow,
  { columns }: DocumentTable,
  index: number,
  pen: Pen,
): TerminalCell {
  const column = columns[index];
  const cell = detailedCell(row.cells[index]);
  if (!column) return { text: '', detail: '' };
  if (cell.series)
    return { text: sparkline(cell.series.map(value => (value === null ? null : Number(value)))), detail: '' };
  const state = column.kind === 'state' ? String(cell.value) : '';
  const mark = pen.plain ? undefined : marks[state];
  const shown = mark?.[pen.unicode ? 'unicode' : 'ascii'] ?? pen.toSign(cellWords(cell, column, pen.format));
  const text = safeText(shown.slice(0, longestCell), longestCell);
  return {
    text: index === 0 ? branches(row, pen) + text : text,
    detail: cell.detail === undefined ? '' : pen.text(cell.detail),
    state: stateDirections[state],
  };
}

/** The branches of a tree before the name of a row; spaces where it is not known which levels continue. */
function branches({ depth = 0, continues }: DocumentRow, { unicode }: Pen): string {
  if (!unicode || continues === undefined || depth === 0) return '  '.repeat(depth);
  const goesOn = (level: number) => continues.includes(level);
  const before = Array.from({ length: depth - 1 }, (_, at) => (goesOn(at + 1) ? '│  ' : '   '));
  return `${before.join('')}${goesOn(depth) ? '├─ ' : '└─ '}`;
}

/** A block for each row. The empty cells of sums are left out. */
export class BelowEachOther {
  readonly #table: DocumentTable;
  readonly #pen: Pen;
  readonly #columns: readonly {
    readonly isText: boolean;
    readonly index: number;
    readonly heading: string;
  }[];
  readonly #label: number;
  #isEmpty = true;

  constructor(table: DocumentTable, pen: Pen) {
    this.#table = table;
    this.#pen = pen;
    this.#columns = table.columns.flatMap(({ kind, heading }, index) =>
      kind === 'bar' || kind === 'sparkline'
        ? []
        : [{ isText: kind === 'text', index, heading: pen.text(heading) }],
    );
    this.#label = widest(this.#columns.map(({ heading }) => heading));
  }

  head = (): string[] => [];

  lines(row: DocumentRow): string[] {
    const space = Math.max(10, this.#pen.width - this.#label - gap);
    const before = this.#isEmpty ? [] : [''];
    this.#isEmpty = false;
    const lines = this.#columns.flatMap(({ isText, index, heading }) => {
      const { text } = readCell(row, this.#table, index, this.#pen);
      if (row.kind === 'sum' && text === '') return [];
      const value = isText ? fitted(text, space, this.#pen.ellipsis) : text;
      return [`${this.#pen.faint(heading)}${' '.repeat(this.#label - measureWidth(heading) + gap)}${value}`];
    });
    return [...before, ...lines];
  }

  /** Without rows, the headings. */
  foot(): string[] {
    return this.#isEmpty ? this.#columns.map(({ heading }) => this.#pen.faint(heading)) : [];
  }
}
