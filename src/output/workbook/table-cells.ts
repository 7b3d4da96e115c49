import Big from 'big.js';
import { dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import {
  type Cell,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type ShownUnit,
  stateDirections,
} from '../document/document.ts';
import { cellWords, detailedCell, drawableTable, isChangeColumn, measuredRows } from '../document/reading.ts';
import { type LocaleFormat, measureFraction } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import { formatText } from '../words/messages.ts';
import {
  addChange,
  type CellStyles,
  type ChangeRange,
  columnLetters,
  dateFormat,
  directionColors,
  firstOf1970,
  firstOfMarch1900,
  isKept,
  mostCharacters,
  numberCell,
  plainText,
  quotedSheet,
  type SharedTexts,
  sheetText,
  storedNumber,
  textCell,
  unitFormat,
} from './cells.ts';
import { columnFormula, type RowsOfSum, rangeSum } from './column-formula.ts';

export const lineHeight = 14;
/** Widths in characters. */
const [narrowest, widestText, widestName, widestData] = [8, 40, 60, 50];

/** What the rows of a sheet share, and with those of other sheets. */
export interface Book {
  readonly styles: CellStyles;
  readonly texts: SharedTexts;
  readonly format: LocaleFormat;
  /** The name of the sheet. */
  readonly sheet: string;
  readonly changes: ChangeRange[];
  readonly merged: string[];
  /** The cells whose text is longer than a cell can be. */
  readonly cut: string[];
  /** The tables of data that were written, by the names of their sheets. */
  readonly data: Map<string, TableCells>;
}

/** The rows of a table as cells: typed values, and sums as formulas with their values. */
export class TableCells {
  readonly table: DocumentTable;
  /** The rows, or enough of them to fill more than a page. */
  readonly length: number;
  readonly #book: Book;
  readonly #isData: boolean;
  /** The sum of all rows, and where they are. */
  #whole: (RowsOfSum & { readonly row: DocumentRow }) | undefined;
  readonly letters: readonly string[];
  /** The styles of numbers, by column, decimals and sign. */
  readonly #known = new Map<string, number>();
  readonly #dates = new Map<string, string>();
  readonly #dateStyles: number[] = [];
  /** Columns with a number that is stored as text, because a spreadsheet would round it: formulas ignore text. */
  readonly asText = new Set<number>();
  /** The rows before the sums of a table that is small enough to check what a sum adds up. */
  readonly #before: DocumentRow[] = [];
  /** Columns with a sum that is a plain value, which a sum of sums would count again. */
  readonly #plainSums = new Set<number>();
  readonly widths: readonly number[];
  /** The row of the sheet that the table begins in, and the one that is written. */
  #start: number | undefined;
  #number = 0;
  /** The sums at the end. */
  sums = 0;
  /** Of the last row, if its texts are wrapped. */
  height: number | undefined;

  constructor(whole: DocumentTable, book: Book, isData: boolean) {
    const table = drawableTable(whole);
    const rows = measuredRows(table);
    this.table = table;
    this.length = rows.length;
    this.#book = book;
    if (isData) book.data.set(book.sheet, this);
    this.#isData = isData;
    this.letters = table.columns.map((_, index) => columnLetters(index));
    this.widths = table.columns.map((column, index) => this.#measure(column, index, rows));
  }

  /** Wide enough for the values, and for each word of the heading, which is wrapped. */
  #measure(column: DocumentColumn, index: number, rows: readonly DocumentRow[]): number {
    const words = formatText(column.heading, this.#book.format).split(' ');
    const most = this.#isData ? widestData : index === 0 ? widestName : widestText;
    let width = Math.max(narrowest, ...words.map(word => word.length + 3));
    for (const { cells } of rows) {
      const { value, unit } = detailedCell(cells[index]);
      if (value === null || value === undefined) continue;
      if (isExactNumber(value)) width = Math.max(width, lengthOfNumber(value, unit ?? column.unit));
      else if (column.kind === 'date') width = Math.max(width, 15);
      else {
        const lines = this.#words(cells[index], column);
        width = Math.max(width, ...lines.split('\n').map(line => Math.min(most, line.length + 2)));
      }
    }
    return width;
  }

  /** @param number of the row in the sheet */
  row(row: DocumentRow, number: number): string {
    this.height = undefined;
    this.#start ??= number;
    this.#number = number;
    let text = '';
    for (const [index, column] of this.table.columns.entries()) text += this.#cell(row, index, column);
    if (row.kind === 'sum' && !row.only) this.#whole = { row, ...this.#rowsOfSum };
    if (row.kind === 'sum') this.sums += 1;
    else this.sums = 0;
    this.#before.push(row);
    if (this.#before.length > mostChecked) this.#before.length = 0;
    return text;
  }

  #cell(row: DocumentRow, index: number, column: DocumentColumn): string {
    const cell = row.cells[index];
    const place = `${this.letters[index]}${this.#number}`;
    const isSum = row.kind === 'sum';
    if (cell === null || cell === undefined)
      return isSum ? textCell(place, this.#book.styles.indexOf(ruled), '') : '';
    if (this.#isData && typeof cell === 'string' && column.kind !== 'date' && !isSum && plainText.test(cell))
      return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    const { value, unit, isFigure } = detailedCell(cell);
    if (isExactNumber(value)) {
      const shown = unit ?? column.unit;
      if (shown?.isExact !== false && this.#isData && !isKept(value)) {
        this.asText.add(index);
        return textCell(place, isSum ? this.#book.styles.indexOf(ruled) : 0, plainNumber(value));
      }
      const change = isChangeColumn(column) && !isFigure ? value : undefined;
      if (change !== undefined && !column.isNeutral)
        addChange(this.#book.changes, index, this.#number, shown?.decimals ?? 0);
      const style = this.#numberStyle(value, shown, change, unit !== undefined, isSum);
      const own = isSum ? this.#sumFormula(row, value, index) : undefined;
      const formula = own ?? (isSum ? this.#findFormula(column.name, value) : undefined);
      if (isSum && formula === undefined) this.#plainSums.add(index);
      return numberCell(place, style, this.#isData ? plainNumber(value) : storedNumber(value), formula);
    }
    if (column.kind === 'date' && typeof value === 'string') {
      const serial = this.#serial(value);
      if (serial !== undefined) {
        this.#dateStyles[index] ??= this.#dateStyle(column, index);
        return numberCell(place, this.#dateStyles[index], serial);
      }
    }
    return this.#textCell(place, index, column, row, this.#words(cell, column));
  }

  /** Data is not translated, as on a page. */
  #words(cell: Cell, column: DocumentColumn): string {
    const { value, detail = '' } = detailedCell(cell);
    const isKept = typeof value === 'string' && (this.#isData || column.kind === 'date');
    const shown = isKept ? value : cellWords({ value }, column, this.#book.format);
    return [shown, formatText(detail, this.#book.format)].filter(Boolean).join(' · ');
  }

  #serial(date: string): string | undefined {
    const known = this.#dates.get(date);
    if (known !== undefined) return known;
    const serial = isDate(date) ? dayNumber(date) + firstOf1970 : 0;
    if (serial < firstOfMarch1900) return undefined;
    // A century of days.
    if (this.#dates.size < 36_525) this.#dates.set(date, String(serial));
    return String(serial);
  }

  #dateStyle({ dates }: DocumentColumn, index: number): number {
    const format = dateFormat(this.#book.format.tag, dates !== 'numeric' && dates !== 'day-of-year');
    return this.#book.styles.indexOf({ format, fits: true, left: index === 0 && !this.#isData });
  }

  #numberStyle(
    value: ExactNumber,
    unit: ShownUnit | undefined,
    change: ExactNumber | undefined,
    isNamed: boolean,
    isSum: boolean,
  ): number {
    const own = unit?.isExact ? Math.max(0, measureFraction(plainNumber(value)) - 1) : 0;
    const decimals = unit?.decimals === undefined ? undefined : Math.max(own, unit.decimals);
    const isZero = change !== undefined && Number(change) === 0;
    const key = `${decimals}|${unit?.sign}|${change === undefined}|${isZero}|${isNamed}|${isSum}`;
    const known = change === undefined || unit?.isExact ? this.#known.get(key) : undefined;
    if (known !== undefined) return known;
    const sign = this.#book.format.word(unit?.sign ?? '');
    const exact = unit && { ...unit, sign, ...(decimals === undefined ? {} : { decimals }) };
    const format = unitFormat(exact, change, isNamed);
    const style = this.#book.styles.indexOf({ ...(isSum ? ruled : {}), format, fits: true });
    this.#known.set(key, style);
    return style;
  }

  #textCell(
    place: string,
    index: number,
    column: DocumentColumn,
    { kind, cells, depth = 0 }: DocumentRow,
    words: string,
  ): string {
    const whole = sheetText(words);
    const text = whole.slice(0, mostCharacters);
    const { format, sheet, cut } = this.#book;
    if (text !== whole) cut.push(`${sheet}, ${formatText(column.heading, format)}, row ${this.#number}`);
    const sum = kind === 'sum' ? ruled : {};
    if (this.#isData) {
      const shared = this.#book.texts.numberOf(text);
      const style = kind === 'sum' ? this.#book.styles.indexOf(ruled) : 0;
      return shared === undefined
        ? textCell(place, style, text)
        : `<c r="${place}" t="s"><v>${shared}</v></c>`;
    }
    // The last text has the rest of the page.
    const isLast = index > 0 && index === this.table.columns.length - 1;
    const rest = isLast ? restOfPage * (columnsOfPage - index) : 0;
    const most = index === 0 ? widestName : Math.max(widestText, rest);
    const wrap = column.kind === 'text' && text.length > (isLast ? widestText : most);
    if (wrap && rest > widestText)
      this.#book.merged.push(`${place}:${columnLetters(columnsOfPage - 1)}${place.replace(/\D/g, '')}`);
    if (wrap)
      this.height = Math.max(this.height ?? 0, lineHeight * wrapWords(text.split(' '), most - 2).length);
    const direction = stateDirections[String(detailedCell(cells[index]).value)] ?? 'flat';
    const colored = column.kind === 'state' ? { color: directionColors[direction] } : {};
    const style = this.#book.styles.indexOf({ ...sum, ...colored, wrap, left: true, indent: index > 0 });
    return textCell(place, style, '  '.repeat(index === 0 ? depth : 0) + text);
  }

  get #rowsOfSum(): RowsOfSum {
    return { start: this.#start ?? 0, last: this.#number - 1 - this.sums, number: this.#number };
  }

  /** The formula of a sum; undefined where it is not known to have this value. */
  #sumFormula(row: DocumentRow, value: ExactNumber, index: number): string | undefined {
    const { start, number } = this.#rowsOfSum;
    const { formula } = this.table.columns[index] ?? {};
    if (formula) return columnFormula(this, row, formula, index, this.#rowsOfSum);
    if (this.#isData || this.#before.length === 0 || this.#before.length !== number - start) return undefined;
    const { sign = '' } = this.table.columns[index]?.unit ?? {};
    if (sign === '%' || sign === 'pts') return undefined;
    const afterSum = this.#before.findLastIndex(({ kind }) => kind === 'sum') + 1;
    // A sum of sums counts each row once, because SUBTOTAL leaves out other sums.
    const starts = this.#plainSums.has(index) ? [afterSum] : [afterSum, 0];
    const from = starts.find(first => this.#addsUp(first, index, value));
    return from === undefined ? undefined : rangeSum(this.letters[index], start + from, number - 1);
  }

  /** The same sum of a sheet with the rows, where this one does not have the columns that it is computed from. */
  #findFormula(name: string | undefined, value: ExactNumber): string | undefined {
    for (const [sheet, table] of this.#isData ? [] : this.#book.data) {
      const formula = name === undefined ? undefined : table.formulaOf(name, value, sheet);
      if (formula !== undefined) return formula;
    }
    return undefined;
  }

  /** How another sheet computes the sum of all rows of a column, if it has this value. */
  formulaOf(name: string, value: ExactNumber, sheet: string): string | undefined {
    const index = this.table.columns.findIndex(column => column.name === name);
    const { formula } = this.table.columns[index] ?? {};
    const own = detailedCell(this.#whole?.row.cells[index]).value;
    if (!this.#whole || !formula || !isExactNumber(own) || !new Big(own).eq(value)) return undefined;
    return columnFormula(this, this.#whole.row, formula, index, this.#whole, quotedSheet(sheet));
  }

  #addsUp(from: number, index: number, value: ExactNumber): boolean {
    const parts = this.#before
      .slice(from)
      .filter(({ kind }) => kind === 'row')
      .map(({ cells }) => detailedCell(cells[index]));
    const numbers = parts.flatMap(part => (isExactNumber(part.value) ? [part.value] : []));
    // The figure of a single hotel may also be a ratio, and amounts of several currencies are not added up.
    if (numbers.length < 2 || parts.some(({ unit }) => unit !== undefined)) return false;
    return numbers.reduce<Big>((sum, number) => sum.plus(number), new Big(0)).eq(value);
  }
}

const ruled = { bold: true, ruled: true };
/** The columns of a page in landscape, and the characters of each. */
export const [columnsOfPage, restOfPage] = [10, 14];
/** With more rows, what a sum adds up is not checked. */
const mostChecked = 2000;

/** A number is wider than its digits because of separators, decimals and its sign. */
function lengthOfNumber(value: ExactNumber, unit: ShownUnit | undefined): number {
  const [whole = '', fraction = ''] = plainNumber(value).split('.');
  const decimals = unit?.isExact
    ? Math.max(fraction.length, unit.decimals ?? 0)
    : (unit?.decimals ?? fraction.length);
  return Math.ceil((whole.length * 4) / 3) + decimals + 3 + (unit?.sign ? unit.sign.length + 1 : 0);
}
