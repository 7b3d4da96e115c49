import { isExactNumber } from '../../platform/numbers.ts';
import { measureFraction } from '../number-format.ts';
import { markedBar, signedBar, versusMark } from '../table-style.ts';
import { fitted, measureWidth, padded, widest, wrapLine } from '../text-width.ts';
import { say } from '../words/messages.ts';
import type { DocumentColumn, DocumentRow, DocumentTable } from './document.ts';
import { detailedCell, isChangeColumn, isLeftColumn, measuredRows, rowsInGroups } from './reading.ts';
import {
  alignPoint,
  belowEachOther,
  fitColumns,
  gap,
  joined,
  type Line,
  type LineCell,
  laidOut,
  type Pen,
  readCell,
  type SizedColumn,
  widthOfColumns,
  wrapHeading,
} from './terminal-cells.ts';

/** cli-table3 checks each row for overlaps with all others, so the lines of a longer table are joined here. */
const mostLaidOut = 100;
/** Lines that are passed on together. */
const linesOfPiece = 200;
/** Words are wrapped to this also where no screen limits them. */
const widestWords = 60;
const [leastBar, usualBar, mostBar] = [6, 25, 40];

/** A table in lines: columns side by side, or one below the other where none may be left out. */
export async function* tableText(table: DocumentTable, pen: Pen): AsyncGenerator<string> {
  const measured = measuredRows(table);
  const shape = measureTable(table, measured, pen);
  const lines = shape ? sideBySide(shape, pen) : belowEachOther(table, pen);
  yield titleLines(table, pen);
  if (shape && measured.length <= mostLaidOut) return yield joined(await laidOut([...lines]));
  const piece: Line[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length >= linesOfPiece) yield joined(piece.splice(0));
  }
  yield joined(piece);
}

const plain = (text: string) => text;

type PlacedColumn = SizedColumn & { readonly place: number };

type Shape = NonNullable<ReturnType<typeof measureTable>>;

function measureTable(table: DocumentTable, rows: readonly DocumentRow[], pen: Pen) {
  const { groups = [], columns } = table;
  const groupOf = groups.flatMap(({ span }, index) => Array<number>(span).fill(index));
  const hasBlocks = pen.unicode && !pen.plain;
  const sized = columns.flatMap((column, index): SizedColumn[] => {
    if (column.kind === 'bar' || (column.kind === 'sparkline' && !hasBlocks)) return [];
    const cells = rows.map(row => readCell(row, table, index, pen));
    const heading = pen.text(column.heading);
    const isAligned = !isLeftColumn(column) && cells.every(({ text }) => text === '' || /\d$/.test(text));
    const fraction = isAligned
      ? cells.reduce((most, { text }) => Math.max(most, measureFraction(text, pen.format.decimal)), 0)
      : undefined;
    const measured = cells.filter((_, at) => countEmptyAfter(rows[at], column, index) === 0);
    const own = measured.map(cell => ({ ...cell, text: alignPoint(cell.text, fraction, pen) }));
    const most = column.isWords ? Math.min(pen.width, widestWords) : pen.width;
    const width = Math.min(most, widest(own.map(({ text }) => text)));
    const detailed = own.map(({ text, detail }) => (detail === '' ? text : `${text} (${detail})`));
    const wide = Math.min(most, Math.max(width, widest(detailed)));
    return [{ column, index, heading, group: groupOf[index] ?? -1, width, detailed: wide, fraction }];
  });
  const titles = groups.map(({ title }) => pen.text(title));
  const fit = fitColumns(
    widenedForSums(sized, rows, table, pen),
    titles,
    pen.width,
    table.isComplete ?? false,
  );
  if (!fit) return undefined;
  const shown = fit.shown.map((column, at): PlacedColumn => ({ ...column, place: fit.widths[at] ?? 0 }));
  const all = columns.flatMap(({ kind }, index) => (kind === 'bar' ? [index] : []));
  const space = Math.floor((pen.width - widthOfColumns(fit.widths)) / all.length) - gap;
  const barWidth = Number.isFinite(pen.width) ? Math.min(mostBar, space) : usualBar;
  const hasBars = !pen.plain && barWidth >= leastBar && (rows.length > 0 || !table.isComplete);
  return { ...fit, table, shown, bars: hasBars ? all : [], barWidth, groupOf };
}

/** The name of a sum continues over the empty cells beside it; its column is wider only for what these do not hold. */
function widenedForSums(
  sized: readonly SizedColumn[],
  rows: readonly DocumentRow[],
  table: DocumentTable,
  pen: Pen,
): SizedColumn[] {
  const sums = rows.filter(({ kind }) => kind === 'sum');
  return sized.map(each => {
    const least = sums.map(row => {
      const last = each.index + countEmptyAfter(row, each.column, each.index);
      const beside = sized.filter(({ index }) => index > each.index && index <= last);
      const name = measureWidth(readCell(row, table, each.index, pen).text);
      return beside.reduce((rest, { width }) => rest - gap - width, name);
    });
    const width = Math.max(each.width, ...least);
    return { ...each, width, detailed: Math.max(each.detailed, width) };
  });
}

function titleLines({ title, detail }: DocumentTable, pen: Pen): string {
  const words = [title, detail].flatMap(text => (text ? [pen.text(text)] : []));
  const isOneLine = measureWidth(words.join('  ')) <= pen.lineWidth;
  const styled = words.map((text, index) =>
    (index === 0 ? pen.strong : pen.faint)(wrapLine(text, pen.lineWidth)),
  );
  return words.length === 0 ? '' : `${styled.join(isOneLine ? '  ' : '\n')}\n`;
}

/** One line for each row, or more where words are wrapped; rules above groups and sums. */
function* sideBySide(shape: Shape, pen: Pen): Generator<Line> {
  const { table, shown, bars, barWidth, left } = shape;
  const widths = [...shown.map(({ place }) => place), ...bars.map(() => barWidth)];
  const rule = pen.faint(pen.rule.repeat(Math.max(0, widthOfColumns(widths))));
  const ruled = rule === '' ? [] : [rule];
  const group = table.columns.findIndex(({ isGroup }) => isGroup);
  yield* groupLines(shape, pen);
  if (shown.some(({ heading }) => heading !== '')) yield* [...headingLines(shape, pen), ...ruled];
  let before: { readonly row: DocumentRow; readonly isSingle: boolean } | undefined;
  for (const { row, inGroup, next } of rowsInGroups(table)) {
    const opens = inGroup === 'opens';
    const isSingle = opens && (!next || next.row.kind === 'sum' || next.inGroup === 'opens');
    const isFirstSum = row.kind === 'sum' && before?.row.kind === 'row';
    // Groups of one row each need no rules between them.
    if (before && (isFirstSum || (opens && !(isSingle && before.isSingle)))) yield* ruled;
    // Without a space, the sum of a region would read as the heading of the next one.
    if (row.kind === 'row' && before?.row.kind === 'sum') yield '';
    yield* rowLines(row, shape, inGroup === 'again' ? group : -1, pen);
    yield* belowLines(row, shape, pen);
    before = { row, isSingle };
  }
  const leftOut = left.filter(({ column }) => !column.isBelow);
  if (leftOut.length > 0) yield leftOutLine(table, leftOut, pen);
}

/** `Postings 40; explained`. */
function* belowLines(row: DocumentRow, { table, left }: Shape, pen: Pen): Generator<string> {
  const below = left.flatMap(({ column, heading, index }) => {
    const { text } = readCell(row, table, index, pen);
    if (!column.isBelow || !text) return [];
    return { column, text: column.kind === 'number' ? `${heading} ${text}` : text };
  });
  const together = below.filter(({ column }) => column.isBelow !== 'always').map(({ text }) => text);
  const lines = below.filter(({ column }) => column.isBelow === 'always').map(({ text }) => text);
  for (const line of together.length === 0 ? lines : [together.join('; '), ...lines])
    yield wrapLine(`    ${line}`, pen.lineWidth);
}

/** `Not shown at 80 columns: ADR, ± %; November: RevPAR`. */
function leftOutLine({ groups = [] }: DocumentTable, left: readonly SizedColumn[], pen: Pen): string {
  const names = [...new Set(left.map(({ group }) => group))].map(group => {
    const title = pen.text(groups[group]?.title ?? '');
    const headings = left.filter(column => column.group === group).map(({ heading }) => heading);
    return [title, headings.join(', ')].filter(Boolean).join(': ');
  });
  return pen.faint(
    wrapLine(
      `${pen.text(say('Not shown at {width} columns', { width: pen.width }))}: ${names.join('; ')}`,
      pen.width,
    ),
  );
}

function groupLines({ table, shown, bars, barWidth, groupOf }: Shape, pen: Pen): string[] {
  const titles = (table.groups ?? []).flatMap(({ title }, index) => {
    const own = shown.filter(({ group }) => group === index).map(({ place }) => place);
    const width = widthOfColumns([
      ...own,
      ...bars.flatMap(bar => (groupOf[bar] === index ? [barWidth] : [])),
    ]);
    return own.length === 0 ? [] : [{ width, lines: wrapHeading(pen.text(title), width) }];
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

function headingLines(shape: Shape, pen: Pen): Line[] {
  const { shown, barWidth, table } = shape;
  const headings = shown.map(({ heading, place }) =>
    wrapHeading(heading, place).map(line => fitted(line, place, pen.ellipsis)),
  );
  const scaleOf = (bar: number) =>
    table.columns[bar]?.unit?.sign === '%' ? `0${'100 %'.padStart(barWidth - 1)}` : '';
  return atBottom(headings).map((line, index, { length }) =>
    withBars(
      shown.map((place, at) => lineCell(line[at] ?? '', place, pen.faint)),
      shape,
      bar => ({ text: index === length - 1 ? scaleOf(bar) : '', draw: pen.faint }),
    ),
  );
}

/** A bar follows the number that it shows. */
function withBars(
  cells: readonly LineCell[],
  { shown, bars, barWidth }: Shape,
  draw: (bar: number) => Pick<LineCell, 'text' | 'draw'>,
): readonly LineCell[] {
  return bars.reduceRight((line, bar) => {
    const after = shown.findLastIndex(({ index }) => index < bar) + 1;
    return line.toSpliced(after, 0, { ...draw(bar), width: barWidth, isLeft: true });
  }, cells);
}

/** The lines of texts side by side; shorter ones are at the bottom, next to the cells of their column. */
function atBottom(texts: readonly (readonly string[])[]): string[][] {
  const deepest = Math.max(0, ...texts.map(lines => lines.length));
  return Array.from({ length: deepest }, (_, line) =>
    texts.map(lines => lines[line - (deepest - lines.length)] ?? ''),
  );
}

function rowLines(row: DocumentRow, shape: Shape, repeated: number, pen: Pen): Line[] {
  const cells = shape.shown.map(placed => cellLines(row, placed, placed.index === repeated, shape, pen));
  const height = Math.max(1, ...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    withBars(
      shape.shown.map((placed, index) => cells[index]?.[at] ?? lineCell('', placed)),
      shape,
      bar => (at === 0 ? drawBar(row, bar, shape, pen) : { text: '', draw: plain }),
    ),
  );
}

const lineCell = (text: string, { place, column }: PlacedColumn, draw = plain): LineCell => ({
  text,
  width: place,
  isLeft: isLeftColumn(column),
  draw,
});

/** Words are wrapped; names are cut. */
function cellLines(
  row: DocumentRow,
  placed: PlacedColumn,
  isRepeated: boolean,
  { table, shown, hasDetails }: Shape,
  pen: Pen,
): LineCell[] {
  const { column, place, index, fraction } = placed;
  const { text: whole, detail, state } = readCell(row, table, index, pen);
  const text = isRepeated ? '' : alignPoint(whole, fraction, pen);
  const small = hasDetails && detail !== '' ? ` (${detail})` : '';
  // A line for a pipe is longer than its column rather than cut, and a shortened number would be wrong.
  const isWhole = !Number.isFinite(pen.width) || column.kind === 'number';
  const room = row.kind === 'sum' ? measureRoom(row, placed, shown) : place;
  const shorten = (words: string) => (isWhole ? words : fitted(words, room, pen.ellipsis));
  const isStrong = row.kind === 'sum' || column.isKey || column.isGroup;
  const plainly = column.kind === 'sparkline' ? pen.bar : plain;
  const usual = isStrong ? pen.strong : plainly;
  const isChange = isChangeColumn(column) && !column.isNeutral && row.kind === 'row';
  const stated = state ? (words: string) => pen.directed(state, words) : usual;
  const draw = isChange ? pen.changed : stated;
  if (column.isWords)
    return wrapLine(text + small, place)
      .split('\n')
      .map(words => lineCell(shorten(words), placed, draw));
  const short = shorten(text);
  if (small === '') return [lineCell(short, placed, draw)];
  return [lineCell(short + small, placed, () => `${draw(short)}${pen.faint(small)}`)];
}

/** The width of a column and of the empty ones after it. */
function measureRoom(row: DocumentRow, { column, index }: PlacedColumn, shown: readonly PlacedColumn[]) {
  const last = index + countEmptyAfter(row, column, index);
  const spanned = shown.filter(other => other.index >= index && other.index <= last);
  return widthOfColumns(spanned.map(({ place }) => place));
}

/** How many cells after a text of a sum have nothing. */
function countEmptyAfter(row: DocumentRow | undefined, column: DocumentColumn, index: number): number {
  if (row?.kind !== 'sum' || !isLeftColumn(column)) return 0;
  const after = row.cells.slice(index + 1);
  const next = after.findIndex(cell => (cell ?? null) !== null);
  return next < 0 ? after.length : next;
}

function drawBar({ cells }: DocumentRow, bar: number, { table, barWidth }: Shape, pen: Pen) {
  const { value, mark } = detailedCell(cells[bar]);
  const { least = 0, most = 0 } = table.columns[bar] ?? {};
  if (most === least) return { text: '', draw: plain };
  const scale = { least, most };
  const drawn = isExactNumber(value) ? signedBar(Number(value), scale, barWidth, pen.unicode) : '';
  if (!isExactNumber(mark)) return { text: drawn, draw: pen.bar };
  const [before, after] = markedBar(drawn, Number(mark), scale, barWidth);
  const sign = versusMark(pen.unicode);
  return {
    text: before + sign + after,
    draw: () => pen.bar(before) + pen.strong(sign) + pen.bar(after),
  };
}
