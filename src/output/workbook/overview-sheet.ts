import { dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type {
  Document,
  DocumentBlock,
  DocumentChart,
  DocumentColumn,
  DocumentRow,
  DocumentTable,
  ShownUnit,
  Text,
} from '../document/document.ts';
import { dateText, detailedCell, drawableTable, formatText } from '../document/words.ts';
import type { LocaleFormat } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import {
  addChange,
  type CellStyles,
  type ChangeRange,
  changeRules,
  columnLetters,
  dateFormat,
  digitsFormat,
  drawingSheet,
  firstOf1970,
  isShownAsZero,
  printSetup,
  sheetText,
  textCell,
} from './cells.ts';
import type { ChartPlace, SheetChart } from './chart-sheet.ts';

/** The first column names rows; the others are as wide as an amount in millions. Both in characters. */
const [nameWidth, valueWidth] = [26, 14];
/** The columns of a page in landscape: charts are as wide. */
const columnsOfPage = 10;
/** Rows of a printed page, if it is as wide as the page. */
const rowsOfPage = 42;
const columnsOfTile = 2;
const lineHeight = 14;
/** More tiles than a page has begin another line. */
const mostTiles = 6;
const mostFrozen = 15;

type Style = Parameters<CellStyles['indexOf']>[0];

/** A document as the sheet that people read first, on one page if possible; charts are placed below it. */
export class OverviewSheet {
  readonly #styles: CellStyles;
  readonly #format: LocaleFormat;
  readonly #rows: string[] = [];
  readonly #merged: string[] = [];
  readonly #changes: ChangeRange[] = [];
  readonly #breaks: number[] = [];
  /** The first row of the page that rows are added to. */
  #page = 1;
  readonly charts: SheetChart[] = [];
  /** The rows up to the headings of the first table; those of an only table stay on the screen. */
  #frozen: number | undefined;
  readonly #tables: { readonly headings: string; readonly rows: number; readonly isCut: boolean }[] = [];
  #widest = nameWidth;
  readonly #widths: number[] = [];
  #columns = columnsOfPage - 1;

  constructor(styles: CellStyles, format: LocaleFormat) {
    this.#styles = styles;
    this.#format = format;
  }

  /** The charts below all rows so far, one after the other, each as wide as the page and none on two pages. */
  places(heights: readonly number[]): ChartPlace[] {
    let row = this.#rows.length + 1;
    return heights.map(height => {
      this.#keepTogether(row, height);
      const place = { column: 0, row, endColumn: this.#columns, endRow: row + height };
      row += height + 1;
      return place;
    });
  }

  /** Begins a page with rows that would be on two, and fit on one. */
  #keepTogether(row: number, height: number): void {
    while (row >= this.#page + rowsOfPage) this.#page += rowsOfPage;
    if (row === this.#page || height > rowsOfPage || row + height <= this.#page + rowsOfPage) return;
    this.#page = row;
    this.#breaks.push(row - 1);
  }

  /** `$4:$5`, printed at the top of each page: the headings of the only table, or of the longest that is on several pages. */
  get printTitles(): string | undefined {
    const found = this.#tables.length === 1 ? this.#tables : this.#tables.filter(({ isCut }) => isCut);
    return found.toSorted((one, other) => other.rows - one.rows)[0]?.headings;
  }

  async addDocument({ title, basis, tiles = [], blocks, notes = [] }: Document): Promise<void> {
    this.#addText(this.#words(title), { bold: true, size: 16 }, 24);
    if (basis !== undefined) this.#addText(this.#words(basis), { color: gray });
    this.#addText('');
    for (let from = 0; from < tiles.length; from += mostTiles)
      this.#addTiles(tiles.slice(from, from + mostTiles));
    for await (const block of blocks) await this.#addBlock(block);
    for (const note of notes) this.#addText(this.#words(note), { color: gray });
  }

  async #addBlock(block: DocumentBlock): Promise<void> {
    if (block.kind === 'section') await this.addDocument(block);
    else if (block.kind === 'note') this.#addText(this.#words(block.text));
    else if (block.kind === 'chart') this.charts.push(this.#chart(block));
    else {
      const isFirst = this.#frozen === undefined;
      // What is read first stays on the first page.
      if (!isFirst && Array.isArray(block.rows))
        this.#keepTogether(this.#rows.length + 1, block.rows.length + 3);
      const title = [block.title, block.detail].flatMap(text => (text ? [this.#words(text)] : []));
      if (title.length > 0) this.#addText(title.join(' · '), { bold: true });
      const headings = this.#rows.length + 1;
      const table = await drawableTable(block, 'sparkline');
      const { columns } = table;
      this.#addGroups(table);
      this.#frozen ??= this.#rows.length + 1;
      this.#addRow(
        columns.map(({ heading, kind }, index) => {
          const right = !['text', 'state'].includes(kind) && index > 0;
          const style = { bold: true, wrap: true, right, indent: !right && index > 0, under: true };
          return this.#text(index, this.#words(heading), style);
        }),
        this.#headingHeight(columns),
      );
      this.#columns = Math.max(this.#columns, columns.length);
      const first = this.#rows.length + 1;
      for (const row of table.rows) this.#addTableRow(columns, row);
      const isCut = this.#rows.length >= this.#page + rowsOfPage;
      this.#tables.push({ headings: `$${headings}:$${first - 1}`, rows: table.rows.length, isCut });
      this.#addText('');
    }
  }

  /** Of the headings in lines; each column is as wide as the longest word of its heading. */
  #headingHeight(columns: readonly DocumentColumn[]): number {
    const lines = columns.map(({ heading }, index) => {
      const words = this.#words(heading).split(' ');
      const width = Math.max(valueWidth, ...words.map(word => word.length + 3));
      if (index > 0) this.#widths[index] = Math.max(this.#widths[index] ?? 0, width);
      return wrapWords(words, width).length;
    });
    return lineHeight * Math.max(...lines);
  }

  /** The headings above columns, each merged over its own. */
  #addGroups({ groups }: DocumentTable): void {
    if (!groups) return;
    let from = 0;
    const cells = groups.flatMap(({ title, span }) => {
      const at = from;
      from += span;
      if (span > 1) this.#merge(at, from - 1);
      return title === '' ? [] : [this.#text(at, this.#words(title), { bold: true })];
    });
    this.#addRow(cells);
  }

  #merge(from: number, to: number, row = this.#rows.length + 1): void {
    this.#merged.push(`${columnLetters(from)}${row}:${columnLetters(to)}${row}`);
  }

  /** A chart that contains its values. */
  #chart({ title, form, unit, series, points }: DocumentChart): SheetChart {
    const format = unitFormat(unit, undefined, false);
    return {
      title: sheetText([this.#words(title), unit.sign].filter(Boolean).join(', ')),
      kind: form,
      labels: {
        address: undefined,
        values: points.map(({ label }) =>
          sheetText(form === 'days' ? dateText(label, 'day', this.#format) : label),
        ),
      },
      series: series.map((name, index) => ({
        name,
        address: undefined,
        values: points.map(({ values }) => {
          const value = values[index];
          return isExactNumber(value) ? plainNumber(value) : '';
        }),
      })),
      format: format?.replace(/\..*$/, '') ?? 'General',
      drawsHidden: false,
    };
  }

  #addTableRow(columns: readonly DocumentColumn[], { kind, cells, depth = 0 }: DocumentRow): void {
    const sum = kind === 'sum' ? { bold: true, ruled: true } : {};
    let lines = 1;
    const texts = cells.map((cell, index) => {
      const column = columns[index];
      const { value, unit, detail, isFigure } = detailedCell(cell);
      if (isExactNumber(value)) {
        const change = column?.kind === 'signed' && !isFigure ? value : undefined;
        const { decimals = 0 } = unit ?? column?.unit ?? {};
        if (change !== undefined) addChange(this.#changes, index, this.#rows.length + 1, decimals);
        const format = unitFormat(unit ?? column?.unit, change, unit !== undefined);
        this.#widen(index, plainNumber(value), unit ?? column?.unit);
        return this.#number(index, plainNumber(value), { ...sum, format });
      }
      if (column?.kind === 'date' && typeof value === 'string' && isDate(value)) {
        const format = dateFormat(this.#format.tag, true);
        const left = index === 0;
        return this.#number(index, String(dayNumber(value) + firstOf1970), { ...sum, format, left });
      }
      const words = value === null || value === undefined ? '' : this.#words(value);
      const small = detail === undefined ? '' : this.#words(detail);
      const text = [words, small].filter(Boolean).join(' · ');
      const isLast = index === columns.length - 1;
      const most = index === 0 ? 60 : isLast ? valueWidth * (columnsOfPage - index) : 40;
      if (index === 0) this.#widest = Math.min(most, Math.max(this.#widest, text.length + 2));
      // A text is cut where the next cell has a value; the last one has the rest of the page.
      else if (column?.kind === 'text' && !isLast)
        this.#widths[index] = Math.max(this.#widths[index] ?? valueWidth, Math.min(most, text.length + 1));
      const wrap = column?.kind === 'text' && text.length > most && most > valueWidth;
      if (wrap) lines = Math.max(lines, wrapWords(text.split(' '), most - 2).length);
      if (wrap && isLast && index > 0) this.#merge(index, columnsOfPage - 1);
      return this.#text(index, '  '.repeat(index === 0 ? depth : 0) + text, {
        ...sum,
        wrap,
        left: true,
        indent: index > 0,
      });
    });
    this.#addRow(texts, lines > 1 ? lineHeight * lines : undefined);
  }

  /** A column is as wide as its longest amount: one of two neighbors would hide the other. */
  #widen(index: number, value: string, unit: ShownUnit | undefined): void {
    const whole = value.split('.')[0]?.length ?? 0;
    const sign = unit?.sign ? unit.sign.length + 1 : 0;
    const needed = Math.ceil((whole * 4) / 3) + (unit?.decimals ? unit.decimals + 1 : 0) + sign + 2;
    this.#widths[index] = Math.max(this.#widths[index] ?? valueWidth, needed);
  }

  #addTiles(tiles: NonNullable<Document['tiles']>): void {
    // The first tile is as wide as two columns, because it is in the column of names.
    const places = tiles.map((_, index) => (index === 0 ? 0 : index * columnsOfTile - 1));
    const lines: string[][] = [[], [], []];
    for (const [index, { what, value, unit, change, isChange }] of tiles.entries()) {
      const at = places[index] ?? 0;
      lines[0]?.push(this.#text(at, this.#words(what), { color: gray }));
      if (value !== null) {
        const style = {
          bold: true,
          size: 16,
          left: true,
          format: unitFormat(unit, isChange ? value : undefined, true),
        };
        lines[1]?.push(this.#number(at, plainNumber(value), style, 2));
      }
      if (change && change.value !== null) {
        const since = this.#words(change.since);
        const named = { ...change.unit, sign: [change.unit.sign, since].filter(Boolean).join(' ') };
        const style = { left: true, format: unitFormat(named, change.value, true) };
        lines[2]?.push(this.#number(at, plainNumber(change.value), style, 3));
        const range = `${columnLetters(at)}${this.#rows.length + 3}`;
        this.#changes.push({ range, decimals: named.decimals ?? 0 });
      }
      if (at > 0) {
        this.#columns = Math.max(this.#columns, at + columnsOfTile - 1);
        for (const line of [1, 2, 3]) this.#merge(at, at + 1, this.#rows.length + line);
      }
    }
    for (const [index, line] of lines.entries()) this.#addRow(line, index === 1 ? 22 : undefined);
    this.#addText('');
  }

  #words(text: Text): string {
    return formatText(text, this.#format);
  }

  #addText(text: string, style: Style = {}, height?: number): void {
    this.#addRow(text === '' ? [] : [this.#text(0, text, style)], height);
  }

  #addRow(cells: readonly string[], height?: number): void {
    const row = this.#rows.length + 1;
    const tall = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
    this.#rows.push(`<row r="${row}"${tall}>${cells.join('')}</row>`);
  }

  #text(index: number, text: string, style: Style): string {
    const place = `${columnLetters(index)}${this.#rows.length + 1}`;
    return textCell(place, this.#styles.indexOf(style), sheetText(text));
  }

  /** @param below how many rows below the last one; the lines of tiles are added together */
  #number(index: number, value: string, style: Style, below = 1): string {
    const place = `${columnLetters(index)}${this.#rows.length + below}`;
    return `<c r="${place}" s="${this.#styles.indexOf({ ...style, fits: true })}"><v>${value}</v></c>`;
  }

  /** @param isFirst whether it is the sheet that is shown when the workbook is opened */
  xml(hasCharts: boolean, isFirst = true): string {
    const widths = Array.from({ length: 25 }, (_, index) => this.#widths[index + 1] ?? valueWidth);
    const columns = `<cols>${[this.#widest, ...widths].map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
    const merged =
      this.#merged.length === 0
        ? ''
        : `<mergeCells count="${this.#merged.length}">${this.#merged.map(range => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
    // More rows than these would leave no space for the table, and the headings of one table are wrong above another.
    const isFrozen = this.#tables.length === 1 && (this.#frozen ?? 0) <= mostFrozen;
    const frozen = isFrozen
      ? `<pane ySplit="${this.#frozen}" topLeftCell="A${(this.#frozen ?? 0) + 1}" activePane="bottomLeft" state="frozen"/>`
      : '';
    const breaks =
      this.#breaks.length === 0
        ? ''
        : `<rowBreaks count="${this.#breaks.length}" manualBreakCount="${this.#breaks.length}">${this.#breaks.map(row => `<brk id="${row}" max="16383" man="1"/>`).join('')}</rowBreaks>`;
    return drawingSheet(
      `<sheetViews><sheetView showGridLines="0"${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${frozen}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="${lineHeight}" customHeight="1"/>${columns}<sheetData>${this.#rows.join('')}</sheetData>${merged}${changeRules(this.#changes)}${printSetup}${breaks}`,
      hasCharts,
    );
  }
}

const gray = '5B6670';
/** Excel refuses a number format of more than 255 characters, and one of a change has its sign three times. */
const longestSign = 70;

/** The number format of a unit; its sign is a part of it where no heading names it. */
function unitFormat(
  unit: ShownUnit | undefined,
  change: ExactNumber | undefined,
  isNamed: boolean,
): string | undefined {
  if (unit?.decimals === undefined) return undefined;
  const digits = digitsFormat(unit.decimals);
  const words = unit.sign.replaceAll('"', '').slice(0, longestSign);
  const sign = isNamed && words !== '' ? ` "${words}"` : '';
  if (change === undefined) return `${digits}${sign}`;
  const signs = isShownAsZero(change, unit.decimals) ? ['', ''] : ['+', '-'];
  return [...signs, ''].map(before => `${before}${digits}${sign}`).join(';');
}
