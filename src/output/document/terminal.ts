import { styledText } from '../../base/text.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { LocaleFormat } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import {
  atBottom,
  fittedColumns,
  gap,
  longestWord,
  type TerminalCell,
  type TerminalColumn,
  wrapHeading,
} from '../table/layout.ts';
import { makeDrawing, sparkline, type TableStyle } from '../table-style.ts';
import { fitted, measureWidth, padded, widest, wrapLine } from '../text-width.ts';
import {
  type Document,
  type DocumentBlock,
  type DocumentChart,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  stateDirections,
  type Text,
  type Tile,
} from './document.ts';
import {
  cellWords,
  detailedCell,
  drawableTable,
  findDirection,
  formatText,
  isChangeColumn,
  isLeftColumn,
  minus,
  numberText,
  tileWords,
  withSign,
} from './words.ts';

/**
 * A document as text for a terminal of any width: where the columns do not fit, details and then the least important
 * columns are left out, and a line names them. What readers would unfold on a page is left out.
 */
export async function* documentText(
  document: Document,
  format: LocaleFormat,
  style: TableStyle,
): AsyncGenerator<string> {
  const pen = makePen(format, style);
  yield `${pen.strong(wrapLine(pen.text(document.title), style.width))}\n`;
  if (document.basis !== undefined) yield pen.paragraph(document.basis);
  if (document.tiles?.length) yield `\n${tilesText(document.tiles, pen)}`;
  for await (const block of document.blocks) yield* blockText(block, pen);
  if (document.notes?.length) yield '\n';
  for (const note of document.notes ?? []) yield pen.paragraph(note);
}

type Pen = ReturnType<typeof makePen>;

function makePen(format: LocaleFormat, style: TableStyle) {
  const drawing = makeDrawing(style);
  const toSign = (text: string) =>
    style.unicode ? text : text.replaceAll(minus, '-').replaceAll('±', '+/-').replaceAll('–', '-');
  const text = (words: Text) => toSign(safeText(formatText(words, format)));
  const paragraph = (words: Text) =>
    `${text(words)
      .split('\n')
      .map(line => drawing.faint(wrapLine(line, style.width)))
      .join('\n')}\n`;
  const colors = { up: 'green', down: 'red', flat: 'gray' } as const;
  const directed = (direction: keyof typeof colors, shown: string) =>
    styledText(style.color, colors[direction], toSign(shown));
  const changed = (shown: string) => directed(findDirection(shown), shown);
  return { ...drawing, ...style, format, toSign, text, paragraph, directed, changed };
}

async function* blockText(block: DocumentBlock, pen: Pen): AsyncGenerator<string> {
  if (block.kind === 'table') yield `\n${await tableText(block, pen)}`;
  else if (block.kind === 'chart') yield chartText(block, pen);
  else if (block.kind === 'note') yield `\n${pen.paragraph(block.text)}`;
  else if (!block.folded) {
    yield '\n';
    yield* documentText(block, pen.format, pen);
  }
}

/** One line for each tile: its name, its value, its change. */
function tilesText(tiles: readonly Tile[], pen: Pen): string {
  const { format } = pen;
  const cells = tiles.map(tile => ({
    ...tileWords(tile, format),
    what: pen.text(tile.what),
    sign: pen.text(tile.unit.sign),
    since: pen.text(tile.change?.since ?? ''),
    detail: pen.text(tile.detail ?? ''),
  }));
  const whats = widest(cells.map(({ what }) => what));
  const values = widest(cells.map(({ shown }) => shown));
  const signs = widest(cells.map(({ sign }) => sign));
  const start = whats + values + signs + 5;
  // A narrow terminal has no space for the words after the change.
  const hasWords = start + widest(cells.map(({ changed, since }) => `${changed} ${since}`)) <= pen.width;
  return cells
    .map(({ what, shown, sign, changed, since, detail }) => {
      const value = `${' '.repeat(values - measureWidth(shown))}${pen.strong(pen.toSign(shown))} ${padded(sign, signs)}`;
      const words = hasWords && since ? ` ${pen.faint(since)}` : '';
      const small = detail && start + measureWidth(detail) <= pen.width ? `  ${pen.faint(detail)}` : '';
      const delta = changed ? `  ${pen.changed(changed)}${words}` : small;
      return `${padded(what, whats)}  ${value}${delta}`.trimEnd();
    })
    .join('\n')
    .concat('\n');
}

/** No text can make a table slow. */
const longestCell = 1000;

async function tableText(whole: DocumentTable, pen: Pen): Promise<string> {
  const hasBlocks = pen.unicode && !pen.plain;
  const table = await drawableTable(whole, 'bar', ...(hasBlocks ? [] : (['sparkline'] as const)));
  const { rows } = table;
  const groups = (table.groups ?? []).flatMap(({ span }, index) => Array<number>(span).fill(index));
  const all = table.columns.map((column, index) => ({
    column,
    heading: pen.text(column.heading),
    group: groups[index] ?? -1,
    cells: rows.map(row => terminalCell(row, column, index, pen)),
  }));
  const words = (table.groups ?? []).map(({ title }) => longestWord(pen.text(title)));
  const { shown, widths, hasDetails, left } = fittedColumns(all, words, pen.width);
  const title = [table.title, table.detail].flatMap(words => (words === undefined ? [] : [pen.text(words)]));
  const isOneLine = measureWidth(title.join('  ')) <= pen.width;
  const styled = title.map((words, index) =>
    (index === 0 ? pen.strong : pen.faint)(wrapLine(words, pen.width)),
  );
  const lines = [
    ...(isOneLine && title.length > 0 ? [styled.join('  ')] : styled),
    ...groupLines(table, shown, widths, pen),
    ...headingLines(shown, widths).map(line => pen.faint(line)),
    ...(pen.rule ? [pen.faint(pen.rule.repeat(widths.reduce((sum, width) => sum + width + gap, -gap)))] : []),
    ...rows.flatMap((row, at) => [
      ...rowLines(row, at, shown, widths, hasDetails, pen),
      ...belowLines(left, at, pen),
    ]),
    ...leftOutLine(table, left, pen),
  ];
  return `${lines.map(line => line.trimEnd()).join('\n')}\n`;
}

/** `Postings 40; explained`. */
function belowLines(left: readonly TerminalColumn[], at: number, pen: Pen): string[] {
  const texts = left.flatMap(({ column, heading, cells }) => {
    const text = cells[at]?.text;
    if (!column.isBelow || !text) return [];
    return column.kind === 'number' ? `${heading} ${text}` : text;
  });
  return texts.length === 0 ? [] : [wrapLine(`    ${texts.join('; ')}`, pen.width)];
}

/** `Not shown at 80 columns: ADR, ± %; November: RevPAR`. */
function leftOutLine({ groups = [] }: DocumentTable, all: readonly TerminalColumn[], pen: Pen): string[] {
  const left = all.filter(({ column }) => !column.isBelow);
  if (left.length === 0) return [];
  const names = [...new Set(left.map(({ group }) => group))].map(group => {
    const title = pen.text(groups[group]?.title ?? '');
    const headings = left.filter(column => column.group === group).map(({ heading }) => heading);
    return [title, headings.join(', ')].filter(Boolean).join(': ');
  });
  return [
    pen.faint(wrapLine(`${pen.text(`Not shown at ${pen.width} columns`)}: ${names.join('; ')}`, pen.width)),
  ];
}

function terminalCell(row: DocumentRow, column: DocumentColumn, index: number, pen: Pen): TerminalCell {
  const cell = detailedCell(row.cells[index]);
  const { series } = cell;
  if (series)
    return { text: sparkline(series.map(value => (value === null ? null : Number(value)))), detail: '' };
  const text = safeText(pen.toSign(cellWords(cell, column, pen.format)).slice(0, longestCell), longestCell);
  const indent = index === 0 ? '  '.repeat(row.depth ?? 0) : '';
  const state = column.kind === 'state' ? stateDirections[String(cell.value)] : undefined;
  return { text: indent + text, detail: cell.detail === undefined ? '' : pen.text(cell.detail), state };
}

function groupLines(
  { groups }: DocumentTable,
  shown: readonly TerminalColumn[],
  widths: readonly number[],
  pen: Pen,
): string[] {
  const titles = (groups ?? []).flatMap(({ title }, index) => {
    const own = widths.filter((_, at) => shown[at]?.group === index);
    const width = own.reduce((sum, each) => sum + each + gap, -gap);
    return own.length === 0
      ? []
      : [{ width, lines: wrapWords(pen.text(title).split(' '), width, measureWidth) }];
  });
  return atBottom(titles.map(({ lines }) => lines)).map(line =>
    titles
      .map(({ width }, index) => {
        const text = fitted(line[index] ?? '', width, pen.ellipsis);
        return padded(' '.repeat(Math.floor((width - measureWidth(text)) / 2)) + text, width);
      })
      .join(' '.repeat(gap)),
  );
}

function headingLines(shown: readonly TerminalColumn[], widths: readonly number[]): string[] {
  const wrapped = shown.map(({ heading }, index) => wrapHeading(heading, widths[index] ?? 0));
  return atBottom(wrapped).map(line =>
    shown
      .map(({ column }, index) => aligned(line[index] ?? '', column, widths[index] ?? 0))
      .join(' '.repeat(gap)),
  );
}

function aligned(text: string, column: DocumentColumn, width: number, shown = text): string {
  const space = ' '.repeat(Math.max(0, width - measureWidth(text)));
  return isLeftColumn(column) ? shown + space : space + shown;
}

/** Words are wrapped; names are cut. */
function rowLines(
  { kind }: DocumentRow,
  at: number,
  shown: readonly TerminalColumn[],
  widths: readonly number[],
  hasDetails: boolean,
  pen: Pen,
): string[] {
  const texts = shown.map(({ column, cells }, index) => {
    const text = cells[at]?.text ?? '';
    return column.isWords ? wrapLine(text, widths[index] ?? 0).split('\n') : [text];
  });
  const deepest = Math.max(...texts.map(lines => lines.length));
  return Array.from({ length: deepest }, (_, line) =>
    shown
      .map(({ column, cells }, index) => {
        const width = widths[index] ?? 0;
        const { detail, state } = cells[at] ?? { detail: '' };
        const short = fitted(texts[index]?.[line] ?? '', width, pen.ellipsis);
        const whole = hasDetails && detail !== '' ? `${short} (${detail})` : short;
        const colored = state
          ? pen.directed(state, short)
          : isChangeColumn(column)
            ? pen.changed(short.replace(/^-/, minus))
            : kind === 'sum' || column.isKey
              ? pen.strong(short)
              : column.kind === 'sparkline'
                ? pen.bar(short)
                : short;
        const drawn = whole === short ? colored : `${colored} ${pen.faint(`(${detail})`)}`;
        return aligned(whole, column, width, drawn);
      })
      .join(' '.repeat(gap)),
  );
}

/** The series as blocks, with the range of each; where no blocks can be drawn, nothing. */
function chartText({ title, form, series, points, unit }: DocumentChart, pen: Pen): string {
  if (form !== 'days' || !pen.unicode || pen.plain || points.length + 40 > pen.width) return '';
  const shown = series.map(name => safeText(pen.format.word(name)));
  const names = widest(shown);
  const lines = shown.map((name, side) => {
    const values = points.map(({ values: sides }) =>
      isExactNumber(sides[side]) ? Number(sides[side]) : null,
    );
    const known = values.filter(value => value !== null);
    if (known.length === 0) return '';
    const range = [Math.min(...known), Math.max(...known)].map(value => numberText(value, unit, pen.format));
    const drawn = side === 0 ? pen.bar(sparkline(values)) : pen.faint(sparkline(values));
    return `${padded(name, names)}  ${drawn}  ${withSign(pen.format.word(range.join(' to ')), unit, pen.format)}\n`;
  });
  const end = (point = points[0]) => ({ date: point?.label ?? '', as: 'weekday' }) as const;
  const ends = pen.text([end(), ' to ', end(points.at(-1))]);
  return `\n${pen.strong(pen.text(title))}  ${pen.faint(ends)}\n${lines.join('')}`;
}
