import { OutputError } from '../../base/errors.ts';
import {
  type Document,
  type DocumentBlock,
  type DocumentChart,
  type DocumentTable,
  stateDirections,
  type Text,
  type Tile,
} from '../document/document.ts';
import { isLeftColumn, tileWords } from '../document/reading.ts';
import { wrapWords } from '../prose.ts';
import { definedText, formatText, joinTexts } from '../words/messages.ts';
import {
  bandRule,
  type CellStyles,
  changeRules,
  columnLetters,
  directionColors,
  footXml,
  mainNamespace,
  numberCell,
  printSetup,
  relationNamespace,
  sheetText,
  storedNumber,
  textCell,
  unitFormat,
  xmlHead,
} from './cells.ts';
import { chartHeight, type PlacedChart } from './chart-sheet.ts';
import { type Book, columnsOfPage, lineHeight, TableCells } from './table-cells.ts';

/** The maximum number of rows of a sheet, including its headings. */
const mostRows = 1_048_576;
/** Few enough rows that the pieces of a large sheet stay small in memory. */
const rowsInPiece = 64;
/** The first column names rows; the others are as wide as an amount in millions. Both in characters. */
const [nameWidth, valueWidth] = [26, 14];
/** Characters of a text that is as wide as the page. */
const lineOfPage = 120;
/** Rows of a printed page, some of them taller, and its characters. What is wider is printed smaller, with more rows. */
const [rowsOfPage, widthOfPage] = [35, 150];
const columnsOfTile = 2;
/** More tiles than a page has begin another line. */
const mostTiles = 6;
const mostFrozen = 15;
const gray = '5B6670';

type Style = Parameters<CellStyles['indexOf']>[0];

/** What the workbook needs to know about a sheet after it is written. */
export interface WrittenSheet {
  /** `$4:$5`, printed at the top of each page: the headings of the only table, or of the longest that is on several pages. */
  readonly printTitles: string | undefined;
  /** All cells with rows and headings, which the filter covers. */
  readonly range: string | undefined;
  readonly charts: readonly PlacedChart[];
}

/**
 * A part of a document as a sheet, in pieces and in constant memory. A part without a title is a table that begins in the
 * first row, with a filter; other sheets are read first, on one page if possible, with their charts at the end.
 *
 * @param footer printed at the foot of each page
 */
export function* sheetXml(
  part: Document,
  book: Book,
  { isFirst, footer }: { readonly isFirst: boolean; readonly footer: string },
): Generator<string, WrittenSheet> {
  const { format } = book;
  const all = listBlocks(part);
  const isData =
    formatText(part.title, format) === '' && all.filter(({ kind }) => kind === 'table').length === 1;
  const blocks = all.map(block => (block.kind === 'table' ? new TableCells(block, book, isData) : block));
  const tables = blocks.filter(block => block instanceof TableCells);
  const printed: { readonly headings: string; readonly rows: number; readonly isCut: boolean }[] = [];
  let frozen = 0;
  let range: string | undefined;
  let isStarted = false;
  const widths = sharedWidths(tables, isData);
  const sheet = new SheetRows(book, widths);
  const flush = () => {
    const head = isStarted ? '' : sheetHead(widths, tables, isData, isFirst, frozen);
    isStarted = true;
    return head + sheet.take();
  };
  if (!isData) sheet.addHead(part);
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if ('kind' in block) {
      // A heading is on the page of its table.
      if (block.kind === 'section' && next instanceof TableCells && sheet.row > 0)
        sheet.keepTogether(Math.min(next.length, 10) + 6);
      if (block.kind === 'note') sheet.addText(block.text);
      else if (block.kind === 'section') sheet.addHead(block);
      continue;
    }
    // What is read first stays on the first page.
    if (frozen > 0) sheet.keepTogether(block.length + 3);
    const headings = sheet.addHeadings(block.table, widths, isData);
    frozen ||= sheet.row;
    const start = sheet.row + 1;
    for (const row of block.table.rows) {
      sheet.add(block.row(row, sheet.row + 1), block.height);
      if (sheet.row % rowsInPiece === 0) yield flush();
    }
    const last = sheet.row;
    printed.push({ headings, rows: last - start, isCut: sheet.isBeyondPage });
    const end = columnLetters(block.table.columns.length - 1);
    if (isData) range = `A1:${end}${block.sums > 0 ? last - block.sums : last}`;
    else sheet.addText('');
  }
  for (const note of part.notes ?? []) sheet.addText(note, { color: gray, wrap: true });
  yield flush();
  const charts = isFirst ? sheet.place(all.filter(block => block.kind === 'chart')) : [];
  const bands = isData && sheet.row > 2 ? bandRule((range ?? '').replace('A1', 'A2')) : '';
  const filter = range === undefined ? '' : `<autoFilter ref="${range}"/>`;
  yield `</sheetData>${filter}${mergedXml(book.merged)}${changeRules(book.changes)}${bands}${printSetup}${footXml(footer, format)}${sheet.breaks()}${charts.length > 0 ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
  const titles = printed.length === 1 ? printed : printed.filter(({ isCut }) => isCut);
  const printTitles = titles.toSorted((one, other) => other.rows - one.rows)[0]?.headings;
  return { printTitles, range, charts };
}

/** The blocks of a part and of the sections in it, one after the other. */
const listBlocks = ({ blocks }: Document): readonly DocumentBlock[] =>
  blocks.flatMap(block => (block.kind === 'section' ? [block, ...listBlocks(block)] : [block]));

/** Tables below each other share their columns. */
function sharedWidths(tables: readonly TableCells[], isData: boolean): readonly number[] {
  const count = Math.max(columnsOfPage, ...tables.map(({ widths }) => widths.length));
  return Array.from({ length: count }, (_, index) =>
    Math.max(
      isData ? 0 : index === 0 ? nameWidth : valueWidth,
      ...tables.map(({ widths }) => widths[index] ?? 0),
    ),
  );
}

function sheetHead(
  widths: readonly number[],
  tables: readonly TableCells[],
  isData: boolean,
  isFirst: boolean,
  frozen: number,
): string {
  const folded = isData ? (tables[0]?.table.columns ?? []).map(({ isFolded }) => isFolded) : [];
  const columns = widths.map((width, index) => {
    const fold = folded[index] ? ' hidden="1" outlineLevel="1"' : '';
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${fold}/>`;
  });
  // More rows than these would leave no space for the table, and the headings of one table are wrong above another.
  const isFrozen = tables.length === 1 && frozen > 0 && frozen <= mostFrozen;
  const pane = isFrozen
    ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`
    : '';
  const outline = folded.some(Boolean) ? ' outlineLevelCol="1"' : '';
  return `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheetPr><outlinePr summaryRight="0"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isData ? '' : ' showGridLines="0"'}${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="${lineHeight}" customHeight="1"${outline}/><cols>${columns.join('')}</cols><sheetData>`;
}

function mergedXml(ranges: readonly string[]): string {
  const list = ranges.map(range => `<mergeCell ref="${range}"/>`);
  return list.length === 0 ? '' : `<mergeCells count="${list.length}">${list.join('')}</mergeCells>`;
}

/** The rows of a sheet until they are written, and what Excel needs to know about them after the last one. */
class SheetRows {
  readonly #book: Book;
  #rows: string[] = [];
  row = 0;
  readonly #breaks: number[] = [];
  /** The first row of the page that rows are added to. */
  #page = 1;
  readonly #rowsOfPage: number;

  constructor(book: Book, widths: readonly number[]) {
    this.#book = book;
    const width = widths.reduce((sum, each) => sum + each, 0);
    this.#rowsOfPage = Math.floor(rowsOfPage * Math.max(1, width / widthOfPage));
  }

  add(cells: string, height?: number): void {
    this.row += 1;
    if (this.row > mostRows)
      throw new OutputError(`a sheet cannot hold more than ${mostRows - 1} rows`, {
        hint: 'use --format csv, or request a shorter period',
      });
    const tall = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
    this.#rows.push(`<row r="${this.row}"${tall}>${cells}</row>`);
  }

  take(): string {
    const text = this.#rows.join('');
    this.#rows = [];
    return text;
  }

  /** The title, the line of scope and the tiles of a document or a section. */
  addHead({ title, basis, gaps = [], tiles = [] }: Omit<Document, 'blocks'>): void {
    this.addText(title, { bold: true, size: this.row === 0 ? 16 : 13 }, 24);
    if (basis !== undefined) this.addText(basis, { color: gray, wrap: true });
    for (const gap of gaps) this.addText(gap, { bold: true, wrap: true });
    this.addText('');
    for (let from = 0; from < tiles.length; from += mostTiles)
      this.#addTiles(tiles.slice(from, from + mostTiles));
  }

  /** A text that is wrapped is as wide as the page. */
  addText(words: Text, style: Style = {}, height?: number): void {
    const text = formatText(words, this.#book.format);
    const lines = style.wrap ? wrapWords(text.split(' '), lineOfPage).length : 1;
    if (style.wrap) this.#merge(0, columnsOfPage - 2, this.row + 1);
    const tall = height ?? (lines > 1 ? lines * lineHeight : undefined);
    this.add(text === '' ? '' : this.#text(0, text, style), tall);
  }

  #addTiles(tiles: readonly Tile[]): void {
    const lines: string[][] = [[], [], [], []];
    for (const [index, tile] of tiles.entries()) {
      const { what, value, change, isChange, detail } = tile;
      // The first tile is as wide as two columns, because it is in the column of names.
      const at = index === 0 ? 0 : index * columnsOfTile - 1;
      const words = (text: Text) => formatText(text, this.#book.format);
      lines[0]?.push(this.#text(at, words(what), { color: gray }));
      if (value !== null) {
        const { sign } = tileWords(tile, this.#book.format);
        const format = unitFormat({ ...tile.unit, sign }, isChange ? value : undefined, true);
        const direction = stateDirections[tile.state ?? ''];
        const colored = direction ? { color: directionColors[direction] } : {};
        const style = { bold: true, size: 16, left: true, format, fits: true, ...colored };
        lines[1]?.push(numberCell(this.#place(at, 2), this.#book.styles.indexOf(style), storedNumber(value)));
      }
      if (change && change.value !== null) {
        const named = {
          ...change.unit,
          sign: words(joinTexts([definedText(change.unit.sign), change.since], ' ')),
        };
        const style = { left: true, format: unitFormat(named, change.value, true), fits: true };
        const place = this.#place(at, 3);
        lines[2]?.push(numberCell(place, this.#book.styles.indexOf(style), storedNumber(change.value)));
        this.#book.changes.push({ range: place, decimals: named.decimals ?? 0 });
      }
      const below = change && change.value !== null ? 3 : 2;
      if (detail !== undefined) lines[below]?.push(this.#text(at, words(detail), { color: gray }, below + 1));
      if (at > 0) for (const line of [1, 2, 3]) this.#merge(at, at + 1, this.row + line);
    }
    if (lines[3]?.length === 0) lines.pop();
    for (const [index, line] of lines.entries()) this.add(line.join(''), index === 1 ? 22 : undefined);
    this.addText('');
  }

  /** @returns the rows of the headings, which are printed on each page */
  addHeadings(table: DocumentTable, widths: readonly number[], isData: boolean): string {
    const { columns, groups } = table;
    const title = joinTexts([table.title, table.detail]);
    if (title.length > 0 && !isData) this.addText(title, { bold: true });
    const from = this.row + 1;
    if (groups) this.#addGroups(groups);
    const words = columns.map(({ heading }) => formatText(heading, this.#book.format));
    if (words.every(text => text === '')) return `$${from}:$${from}`;
    const lines = words.map((text, index) =>
      columns[index]?.isFolded ? 1 : wrapWords(text.split(' '), (widths[index] ?? 0) - 2).length,
    );
    const cells = columns.map((column, index) => {
      const right = !isLeftColumn(column) || (column.kind === 'date' && index > 0);
      const indent = !right && index > 0 && !isData;
      return this.#text(index, words[index] ?? '', { bold: true, wrap: true, right, indent, under: true });
    });
    this.add(cells.join(''), lineHeight * Math.max(1, ...lines));
    return `$${from}:$${this.row}`;
  }

  /** The headings above columns, each merged over its own. */
  #addGroups(groups: NonNullable<DocumentTable['groups']>): void {
    let from = 0;
    const cells = groups.flatMap(({ title, span }) => {
      const at = from;
      from += span;
      if (span > 1) this.#merge(at, from - 1, this.row + 1);
      return title === '' ? [] : [this.#text(at, formatText(title, this.#book.format), { bold: true })];
    });
    this.add(cells.join(''));
  }

  #merge(from: number, to: number, row: number): void {
    this.#book.merged.push(`${columnLetters(from)}${row}:${columnLetters(to)}${row}`);
  }

  #place = (index: number, below: number) => `${columnLetters(index)}${this.row + below}`;

  #text(index: number, text: string, style: Style, below = 1): string {
    return textCell(this.#place(index, below), this.#book.styles.indexOf(style), sheetText(text));
  }

  get isBeyondPage(): boolean {
    return this.row >= this.#page + this.#rowsOfPage;
  }

  /** Begins a page with rows that would be on two, and fit on one. */
  keepTogether(height: number, row = this.row + 1): void {
    while (row >= this.#page + this.#rowsOfPage) this.#page += this.#rowsOfPage;
    if (row === this.#page || height > this.#rowsOfPage || row + height <= this.#page + this.#rowsOfPage)
      return;
    this.#page = row;
    this.#breaks.push(row - 1);
  }

  /** The charts below all rows, one after the other, each as wide as the page and none on two pages. */
  place(charts: readonly DocumentChart[]): PlacedChart[] {
    let row = this.row + 1;
    return charts.map(chart => {
      const height = chartHeight(chart);
      this.keepTogether(height, row);
      const placed = { chart, row, endRow: row + height };
      row += height + 1;
      return placed;
    });
  }

  breaks(): string {
    const list = this.#breaks.map(row => `<brk id="${row}" max="16383" man="1"/>`);
    const count = list.length;
    return count === 0
      ? ''
      : `<rowBreaks count="${count}" manualBreakCount="${count}">${list.join('')}</rowBreaks>`;
  }
}
