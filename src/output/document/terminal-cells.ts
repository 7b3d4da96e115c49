import type Table from 'cli-table3';
import { styledText } from '../../base/text.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type LocaleFormat, measureFraction } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import { sparkline, type TableStyle } from '../table-style.ts';
import { fitted, inOrder, measureWidth, widest, wrapLine } from '../text-width.ts';
import { formatText, minus } from '../words/messages.ts';
import {
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type StateDirection,
  stateDirections,
  type Text,
} from './document.ts';
import { cellWords, detailedCell, drawableTable, findDirection } from './reading.ts';

/** Between two columns. */
export const gap = 2;
/** A text column is shortened to this; where no column may be left out, further. */
const leastText = { usual: 12, complete: 8 };
/** Before a figure is left out, a text is shortened to this. */
const longestName = 32;
/** Sentences in narrower columns are below their rows. */
const leastWords = 24;

/** A column of a table in a terminal, with the widths that its cells take without and with their details. */
export interface SizedColumn {
  readonly column: DocumentColumn;
  /** Of its cells. */
  readonly index: number;
  readonly heading: string;
  /** The heading above several columns that it belongs to. */
  readonly group: number;
  readonly width: number;
  readonly detailed: number;
  /** The longest fraction of its numbers, which puts the decimal points below each other. */
  readonly fraction: number | undefined;
}

/** Where a heading may be broken; signs stay with their word. */
const wordsOfHeading = (heading: string): string[] => heading.split(/(?<!±) (?!%|pts)/);

export const wrapHeading = (heading: string, width: number): string[] =>
  wrapWords(wordsOfHeading(heading), width, measureWidth);

const longestWord = (heading: string) => widest(wordsOfHeading(heading));

function widthInTwoLines(title: string): number {
  let width = longestWord(title);
  while (wrapHeading(title, width).length > 2) width += 1;
  return width;
}

export const widthOfColumns = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + gap, -gap);

/**
 * First without details, and with texts below their rows; then with headings in several lines, then without the columns
 * that matter least, then with short texts, then with short titles of groups, then without the last columns.
 *
 * @param titles above the groups of columns
 * @param isComplete no column may be left out
 * @returns undefined if not even shortened columns fit side by side
 */
export function fitColumns(
  all: readonly SizedColumn[],
  titles: readonly string[],
  screen: number,
  isComplete: boolean,
) {
  let titlesShown = titles.map(widthInTwoLines);
  const measure = (
    columns: readonly SizedColumn[],
    details: boolean,
    ofHeading: (text: string) => number = longestWord,
  ) => {
    const widths = columns.map(({ heading, width, detailed }) =>
      Math.max(ofHeading(heading), details ? detailed : width),
    );
    for (const [group, title] of titlesShown.entries()) {
      const own = columns.flatMap((column, index) => (column.group === group ? [index] : []));
      const last = own.at(-1) ?? -1;
      const width = widthOfColumns(own.map(index => widths[index] ?? 0));
      if (last >= 0 && width < title) widths[last] = (widths[last] ?? 0) + title - width;
    }
    return widths;
  };
  const excess = (widths: readonly number[]) => widthOfColumns(widths) - screen;
  const beside = all.filter(({ column }) => column.isBelow !== 'always');
  const whole = measure(beside, true, measureWidth);
  const leftOf = (columns: readonly SizedColumn[]) => all.filter(column => !columns.includes(column));
  const words = beside.findLastIndex(({ column }) => column.isWords && column.isBelow);
  const space = (whole[words] ?? 0) - excess(whole);
  if (excess(whole) > 0 && words >= 0 && space >= leastWords) whole[words] = space;
  if (excess(whole) <= 0) return { shown: beside, widths: whole, hasDetails: true, left: leftOf(beside) };
  titlesShown = titles.map(longestWord);
  let shown: readonly SizedColumn[] = all.filter(({ column }) => !column.isBelow);
  let widths = measure(shown, false);
  for (;;) {
    const least = shown.reduce((most, { column }) => Math.max(most, column.rank ?? 0), 0);
    // One long name is not worth the figures of all others.
    if (least > 0) shorten(shown, widths, excess(widths), longestName);
    if (least === 0 || excess(widths) <= 0) break;
    shown = shown.toSpliced(
      shown.findLastIndex(({ column }) => column.rank === least),
      1,
    );
    widths = measure(shown, false);
  }
  for (;;) {
    shorten(shown, widths, excess(widths), leastText[isComplete ? 'complete' : 'usual']);
    const last = shown.findLastIndex(
      ({ column: { isKey, kind } }, index) => index > 0 && !isKey && kind !== 'state',
    );
    if (excess(widths) <= 0 || (last < 0 && titlesShown.length === 0)) break;
    if (isComplete && titlesShown.length === 0) return undefined;
    if (titlesShown.length === 0) shown = shown.toSpliced(last, 1);
    titlesShown = [];
    widths = measure(shown, false);
  }
  // The space that shorter headings leave is given to details, and then to titles.
  const withDetails = measure(shown, true);
  const hasDetails = excess(withDetails) <= 0;
  if (hasDetails) widths = withDetails;
  titlesShown = titles.map(widthInTwoLines);
  const withTitles = measure(shown, hasDetails);
  return { shown, widths: excess(withTitles) > 0 ? widths : withTitles, hasDetails, left: leftOf(shown) };
}

/** The widest texts first, and what people copy only if that is not enough; a shortened number would be wrong. */
function shorten(columns: readonly SizedColumn[], widths: number[], excess: number, least: number): void {
  let left = excess;
  for (const isIdentifier of [undefined, true] as const) {
    const canShrink = columns.map(
      ({ column }) => column.kind === 'text' && column.isIdentifier === isIdentifier,
    );
    while (left > 0) {
      const candidates = widths.map((width, index) => (canShrink[index] ? width : 0));
      const most = Math.max(0, ...candidates);
      if (most <= least) break;
      widths[candidates.indexOf(most)] = most - 1;
      left -= 1;
    }
  }
}

/** No text can make a table slow. */
const longestCell = 1000;

/** With spaces in place of the decimals that are missing to the longest fraction of the column. */
export const alignPoint = (text: string, fraction: number | undefined, { format }: Pen): string =>
  fraction === undefined || text === ''
    ? text
    : text + ' '.repeat(Math.max(0, fraction - measureFraction(text, format.decimal)));

/** Signs of checks, in place of their words. */
const marks: Readonly<Record<string, { readonly unicode: string; readonly ascii: string }>> = {
  passed: { unicode: '✓', ascii: 'ok' },
  failed: { unicode: '✗', ascii: 'NO' },
  warning: { unicode: '!', ascii: '!' },
  skipped: { unicode: '·', ascii: '-' },
};

export function readCell(row: DocumentRow, { columns }: DocumentTable, index: number, pen: Pen) {
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

/** A block for each row. The empty cells of sums are left out. Without rows, the headings. */
export function* belowEachOther(whole: DocumentTable, pen: Pen): Generator<string> {
  const table = drawableTable(whole);
  const headings = table.columns.map(({ heading }) => pen.text(heading));
  const label = widest(headings);
  const space = Math.max(10, pen.width - label - gap);
  let isEmpty = true;
  for (const row of table.rows) {
    if (!isEmpty) yield '';
    isEmpty = false;
    for (const [index, heading] of headings.entries()) {
      const { text } = readCell(row, table, index, pen);
      if (row.kind === 'sum' && text === '') continue;
      const value = table.columns[index]?.kind === 'text' ? fitted(text, space, pen.ellipsis) : text;
      yield `${pen.faint(heading)}${' '.repeat(label - measureWidth(heading) + gap)}${value}`;
    }
  }
  if (isEmpty) yield* headings.map(pen.faint);
}

/** A line that is drawn already, or its cells. */
export type Line = string | readonly LineCell[];

export interface LineCell {
  readonly text: string;
  readonly width: number;
  readonly isLeft: boolean;
  readonly draw: (text: string) => string;
}

/** Line by line: a pattern over the whole text takes quadratic time on long runs of spaces. */
export function joined(lines: readonly Line[]): string {
  let text = '';
  for (const line of lines) text += `${(typeof line === 'string' ? line : joinCells(line)).trimEnd()}\n`;
  return text;
}

function joinCells(cells: readonly LineCell[]): string {
  let line = '';
  // What a text takes of the empty cells after it.
  let over = 0;
  for (const [at, { text, width, isLeft, draw }] of cells.entries()) {
    const taken = text === '' ? Math.min(over, gap + width) : 0;
    const space = ' '.repeat(Math.max(0, width - measureWidth(text)));
    const drawn = draw(inOrder(text));
    const placed = (at === 0 ? '' : ' '.repeat(gap)) + (isLeft ? drawn + space : space + drawn);
    line += text === '' ? placed.slice(taken) : placed;
    over = text === '' ? over - taken : Math.max(0, measureWidth(text) - width);
  }
  return line;
}

/** Letters whose width cli-table3 may measure differently. */
const unusual = /[^\u0020-\u02ff\u2010-\u2044\u2190-\u21ff\u2212\u2500-\u25ff\u2713\u2717]/;

export async function laidOut(lines: readonly Line[]): Promise<readonly string[]> {
  const { default: CliTable } = await import('cli-table3');
  const rows = lines.filter(line => typeof line !== 'string');
  const isUsual = (cells: readonly LineCell[]) =>
    cells.every(({ text, width }) => text.length <= width && !unusual.test(text));
  const [widths = []] = rows.map(cells => cells.map(({ width }) => width));
  const table = new CliTable({
    ...borderless,
    colWidths: widths.map((width, at) => width + leftPadding(at)),
  });
  const usual = rows.filter(isUsual);
  table.push(
    ...usual.map(cells =>
      cells.map(
        ({ text, isLeft, draw }, at): Table.Cell => ({
          content: draw(text),
          hAlign: isLeft ? 'left' : 'right',
          style: { 'padding-left': leftPadding(at) },
        }),
      ),
    ),
  );
  const drawn = usual.length === 0 ? [] : table.toString().split('\n');
  let next = 0;
  return lines.map(line => {
    if (typeof line === 'string') return line;
    return isUsual(line) ? (drawn[next++] ?? '') : joinCells(line);
  });
}

/** The library puts one space between columns; the rest of the gap is padding. */
const leftPadding = (at: number) => (at === 0 ? 0 : gap - 1);

const rules =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const borderless: Table.TableConstructorOptions = {
  chars: { ...Object.fromEntries(rules.split(' ').map(name => [name, ''])), middle: ' ' },
  // Empty lists: the library's own colors would be added to ours.
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

/** Sentences are wrapped also where no screen limits them: a file, a pipe. */
const usualLine = 100;

const colors = { up: 'green', down: 'red', flat: 'gray', warn: 'yellow' } as const;

/** How a document is written to a terminal: its characters, its width, its numbers and words, and the only colors, from the terminal's theme. */
export type Pen = ReturnType<typeof makePen>;

export function makePen(format: LocaleFormat, style: TableStyle) {
  const { color, unicode, plain } = style;
  const styled = (name: 'bold' | 'gray' | 'cyan') => (text: string) => styledText(color, name, text);
  // Bright black instead of "dim", which several terminals show as plain text.
  const faint = styled('gray');
  const toSign = (text: string) =>
    unicode
      ? text
      : text.replaceAll(minus, '-').replaceAll('±', '+/-').replaceAll('–', '-').replaceAll('→', '>');
  const text = (words: Text) => toSign(safeText(formatText(words, format)));
  const lineWidth = Number.isFinite(style.width) ? style.width : usualLine;
  const paragraph = (words: Text) =>
    `${text(words)
      .split('\n')
      .map(line => faint(wrapLine(line, lineWidth)))
      .join('\n')}\n`;
  const directed = (direction: StateDirection, shown: string) =>
    styledText(color, colors[direction], toSign(shown));
  const changed = (shown: string) => directed(findDirection(shown), shown);
  return {
    ...style,
    rule: plain ? '' : unicode ? '─' : '-',
    ellipsis: unicode ? '…' : '...',
    strong: styled('bold'),
    faint,
    bar: styled('cyan'),
    lineWidth,
    format,
    toSign,
    text,
    paragraph,
    directed,
    changed,
  };
}
