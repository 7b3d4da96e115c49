import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord, TableLayout } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { makeCellText, measureFraction, measureText } from '../cell.ts';
import { makeColumnHeading } from '../columns.ts';
import type { LocaleFormat } from '../number-format.ts';
import { checkRowCount, type RecordListener } from '../results.ts';
import { makeDrawing, type TableStyle } from '../table-style.ts';
import { fitted, measureWidth } from '../text-width.ts';
import { currencyCodes, StreamTotals, totalLabel } from '../totals.ts';
import { chooseLayout, listLines, rowLines, type TableRow } from './layout.ts';

export interface TablePlan extends Omit<TableLayout, 'columns'> {
  readonly columns: readonly Column[];
  readonly format: LocaleFormat;
}

/** A table is for people: a longer cell is shortened before the layout, so that no text can make it slow. */
const longestCell = 1000;
const shortened = (text: string) => safeText(text.slice(0, longestCell), longestCell);

/** Characters that are passed on together. */
const pieceSize = 1 << 14;

/**
 * Records as an aligned table for people; without records, the title and the headings. They are read once: the texts of
 * the cells are kept in a compact form until all widths are known.
 *
 * @param batches calls its listener with all records, also with those that are not shown
 */
export async function* tableChunks(
  batches: (seen: RecordListener) => AsyncIterable<readonly ReportRecord[]>,
  { columns: chosen, format, ...plan }: TablePlan,
  style: TableStyle,
): AsyncGenerator<string> {
  const totals = new StreamTotals(chosen);
  const all = chosen.map(column => new ColumnOfTable(column, format));
  const [indented, bar] = [plan.indentBy, plan.barOf === undefined ? undefined : valueReader(plan.barOf)];
  const readDepth = valueReader(indented?.depth ?? '');
  const step = style.unicode ? 3 : 2;
  const depths: number[] = [];
  const rows = new TextRows();
  let first: ReportRecord | undefined;
  const source = batches(records => {
    totals.add(records);
    for (const record of records) for (const column of all) column.see(record);
  });
  for await (const records of source) {
    first ??= records[0];
    for (const record of records) {
      const depth = indented ? Number(readDepth(record)) : 0;
      if (indented) depths.push(depth);
      const cells = all.map(column =>
        column.cell(record, column.column.name === indented?.column ? depth * step : 0),
      );
      const share = bar?.(record);
      rows.add([...cells, isExactNumber(share) ? plainNumber(share) : '']);
    }
  }
  const drawing = makeDrawing(style);
  if (plan.title) {
    const title = safeText(format.word(plan.title(first ? [first] : [])), longestCell);
    yield `${drawing.strong(fitted(title, style.width, drawing.ellipsis))}\n\n`;
  }
  const columns = all.filter(({ column, isVaried }) => isVaried || !plan.onlyIfVaried?.includes(column.name));
  const { values, properties } = totals.end(columns.map(({ column }) => column));
  const label = format.word(totalLabel(properties, rows.count, totals.count));
  // A single row is its own total.
  const found = columns.map(({ column: { name, unit } }) => {
    const total = totals.count > 1 ? values.get(name) : undefined;
    return total ? measureText(total.value, unit, total.currency, format) : '';
  });
  const hasTotals = found.some(total => total !== '');
  const sums = hasTotals ? found.map((total, index) => (index === 0 ? total || label : total)) : [];
  const sized = columns.map((column, index) => column.sized(shortened(sums[index] ?? ''), format));
  const prefixes = treePrefixes(depths, style.unicode);
  const shownRows = function* (): Generator<TableRow> {
    let row = 0;
    for (const cells of rows) {
      const shown = columns.map((column, index) => {
        const text = sized[index]?.text(cells[all.indexOf(column)] ?? '') ?? '';
        return column.column.name === indented?.column ? `${prefixes[row]}${text}` : text;
      });
      row += 1;
      yield { cells: shown, share: cells.at(-1) ?? '', isTotal: false };
    }
    if (hasTotals) yield { cells: sized.map(({ total }) => total), share: '', isTotal: true };
  };
  const drawsBar = rows.count > 0 && !style.plain && columns.some(({ column }) => column.name === plan.barOf);
  const layout = chooseLayout(sized, style.width, drawsBar);
  const table = { columns: sized, group: columns.findIndex(({ column }) => column.name === plan.groupBy) };
  const lines = layout
    ? rowLines(shownRows(), table, { ...layout, barOf: plan.barOf }, drawing)
    : listLines(shownRows(), sized, style.width, drawing);
  let piece = '';
  for await (const line of lines) {
    // Line by line: a pattern over the whole text takes quadratic time on long runs of spaces.
    piece += `${line.trimEnd()}\n`;
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Between an amount and its currency, which is shown only if the amounts of a column have several. */
const beforeCurrency = '\u001e';

/** A column while its records are read: what its heading and its width depend on. */
class ColumnOfTable {
  readonly column: Column;
  isVaried = false;
  readonly #text: (record: ReportRecord) => string;
  readonly #read: (record: ReportRecord) => FieldValue;
  readonly #currency: ((record: ReportRecord) => FieldValue) | undefined;
  readonly #codes: ReturnType<typeof currencyCodes> | undefined;
  readonly #decimal: string;
  #first: { readonly value: FieldValue } | undefined;
  /** Of the cells without and with their currency. */
  readonly #sizes = [new NumberSizes(), new NumberSizes()] as const;

  constructor(column: Column, format: LocaleFormat) {
    const { name, unit, display } = column;
    this.column = column;
    this.#decimal = format.decimal;
    this.#text = makeCellText(column, undefined, format);
    this.#read = valueReader(name);
    if (unit?.kind !== 'money') return;
    this.#codes = currencyCodes(name, unit.currency);
    if (!display) this.#currency = valueReader(unit.currency);
  }

  see(record: ReportRecord): void {
    this.#codes?.add(record);
    if (this.isVaried) return;
    const value = this.#read(record);
    this.#first ??= { value };
    this.isVaried = this.#first.value !== value;
  }

  /** @param indent columns of the screen before the text */
  cell(record: ReportRecord, indent: number): string {
    const text = this.#text(record);
    const code = this.#currency?.(record);
    const ending = typeof code === 'string' && code !== '' ? ` ${code}` : '';
    const hasCode = ending !== '' && text.endsWith(ending);
    const plain = shortened(hasCode ? text.slice(0, -ending.length) : text);
    const suffix = hasCode ? shortened(ending) : '';
    this.#sizes[0].add(plain, indent, this.#decimal);
    this.#sizes[1].add(plain + suffix, indent, this.#decimal);
    return hasCode ? `${plain}${beforeCurrency}${suffix}` : plain;
  }

  /** How the column is shown, now that all records are known. */
  sized(total: string, { decimal, word }: LocaleFormat) {
    const { column } = this;
    const shared = this.#codes?.shared();
    const sizes = this.#sizes[shared === undefined ? 1 : 0];
    sizes.add(total, 0, decimal);
    const isAligned = column.type === 'number' && !sizes.endsInLetter;
    const padded = (text: string) =>
      isAligned && text !== '' ? text + ' '.repeat(sizes.fraction - measureFraction(text, decimal)) : text;
    const heading = shortened(makeColumnHeading(column, shared, word));
    const shrinks = column.type !== 'text' ? 'never' : column.role === 'identifier' ? 'last' : 'first';
    return {
      column,
      heading,
      shrinks,
      widest: isAligned ? sizes.whole + sizes.fraction : sizes.width,
      total: padded(total),
      text: (cell: string) => {
        const at = this.#currency ? cell.indexOf(beforeCurrency) : -1;
        if (at < 0) return padded(cell);
        return padded(shared === undefined ? cell.replace(beforeCurrency, '') : cell.slice(0, at));
      },
    } as const;
  }
}

/** The largest sizes of cells. Numbers are padded to the longest fraction, so that the decimal points are aligned. */
class NumberSizes {
  width = 0;
  whole = 0;
  fraction = 0;
  /** A currency after a number of a mixed column is not a part of its fraction. */
  endsInLetter = false;

  add(text: string, indent: number, decimal: string): void {
    if (text === '') return;
    const [width, fraction] = [measureWidth(text) + indent, measureFraction(text, decimal)];
    this.width = Math.max(this.width, width);
    this.whole = Math.max(this.whole, width - fraction);
    this.fraction = Math.max(this.fraction, fraction);
    this.endsInLetter ||= /[A-Za-z]$/.test(text);
  }
}

/**
 * The prefix of each line of a tree, whose lines are in depth-first order: branches if the terminal can draw them, else
 * two spaces for each level. A depth that skips levels is drawn as given.
 */
export function treePrefixes(depths: readonly number[], unicode: boolean): string[] {
  if (!unicode) return depths.map(depth => '  '.repeat(depth));
  const prefixes: string[] = [];
  // From the end, because whether a level continues below a line depends on the following lines.
  let goesOn: boolean[] = [];
  for (const depth of depths.toReversed()) {
    let prefix = '';
    for (let level = 1; level < depth; level++) prefix += goesOn[level] ? '│  ' : '   ';
    if (depth > 0) prefix += goesOn[depth] ? '├─ ' : '└─ ';
    prefixes.push(prefix);
    goesOn = goesOn.slice(0, depth);
    goesOn[depth] = true;
  }
  return prefixes.reverse();
}

/** Characters that are compressed together. */
const chunkSize = 1 << 16;
/** Neither occurs in a cell, whose control characters are visible. */
const [betweenCells, betweenRows] = ['\u001f', '\n'];

/** Rows of texts in a small part of the memory that their records take. */
class TextRows {
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
