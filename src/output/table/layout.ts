import type Table from 'cli-table3';
import type { Column } from '../../platform/records.ts';
import type { DocumentColumn } from '../document/document.ts';
import { wrapWords } from '../prose.ts';
import { bar, type Drawing } from '../table-style.ts';
import { fitted, measureWidth, widest } from '../text-width.ts';

/** Between two columns. */
export const gap = 2;
/** A text column is not shortened below this; a bar is not drawn below this. */
const leastText = 8;
const leastBar = 10;
const mostBar = 40;
/** The width of a bar if the screen does not limit it. */
const usualBar = 25;

interface SizedColumn {
  readonly column: Column;
  readonly heading: string;
  readonly widest: number;
  /** Texts are shortened first, identifiers only if that is not enough; a shortened number or date would be wrong. */
  readonly shrinks: 'first' | 'last' | 'never';
}

/** One width for each column, without gaps; no bar (0) if there is no space for it, or the view has none. */
interface ColumnWidths {
  readonly widths: readonly number[];
  readonly bar: number;
}

/**
 * Widths that fit the screen: first every column in full, then headings in several lines, then the widest texts
 * shortened, then the widest identifiers; a bar takes the remaining space. Undefined if even shortened columns do not
 * fit side by side.
 */
export function chooseLayout(
  columns: readonly SizedColumn[],
  screen: number,
  wantsBar: boolean,
): ColumnWidths | undefined {
  const available = screen - gap * (columns.length - 1);
  const measureExcess = (widths: readonly number[]) =>
    widths.reduce((sum, width) => sum + width, 0) - available;
  const widthsWith = (headingWidth: (heading: string) => number) =>
    columns.map(({ heading, widest }) => Math.max(widest, headingWidth(heading)));
  const whole = widthsWith(measureWidth);
  const widths = measureExcess(whole) > 0 ? widthsWith(longestWord) : whole;
  let excess = measureExcess(widths);
  while (excess > 0) {
    const index = indexOfWidest(columns, widths, 'first') ?? indexOfWidest(columns, widths, 'last');
    if (index === undefined) return undefined;
    widths[index] = (widths[index] ?? 0) - 1;
    excess -= 1;
  }
  if (!wantsBar) return { widths, bar: 0 };
  const left = screen === Number.POSITIVE_INFINITY ? usualBar : Math.min(mostBar, -excess - gap);
  return { widths, bar: left >= leastBar ? left : 0 };
}

/** Where a heading may be broken; signs stay with their word. */
const wordsOfHeading = (heading: string): string[] => heading.split(/ (?!%|pts)/);

export const wrapHeading = (heading: string, width: number): string[] =>
  wrapWords(wordsOfHeading(heading), width, measureWidth);

export const longestWord = (heading: string) => widest(wordsOfHeading(heading));

function indexOfWidest(
  columns: readonly SizedColumn[],
  widths: readonly number[],
  shrinks: SizedColumn['shrinks'],
): number | undefined {
  const candidates = widths.map((width, index) => (columns[index]?.shrinks === shrinks ? width : 0));
  const most = Math.max(...candidates);
  return most > leastText ? candidates.indexOf(most) : undefined;
}

/** A row of cells, and its share of the whole, which the bar shows. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly share: string;
  readonly isTotal: boolean;
}

/** Lines that cli-table3 lays out; it checks each row for overlaps with all others, so further ones are joined here. */
const mostLaidOut = 100;

/** One line for each row, columns side by side; rules above groups and totals. */
export async function* rowLines(
  rows: Iterable<TableRow>,
  { columns, group }: { readonly columns: readonly SizedColumn[]; readonly group: number },
  { widths, bar: barWidth, barOf }: ColumnWidths & { readonly barOf: string | undefined },
  drawing: Drawing,
): AsyncGenerator<string> {
  const { default: CliTable } = await import('cli-table3');
  const places = columns.flatMap(({ column, heading }, index): Place[] => {
    const place = {
      index,
      heading,
      width: widths[index] ?? 0,
      right: column.type === 'number',
      isBar: false,
    };
    // The bar directly follows the number that it shows; its heading is its scale.
    const isDrawn = barWidth > 0 && column.name === barOf;
    const scale = `0${'100 %'.padStart(barWidth - 1)}`;
    return isDrawn ? [place, { index, heading: scale, width: barWidth, right: false, isBar: true }] : [place];
  });
  const rule = drawing.faint(drawing.rule.repeat(places.reduce((sum, { width }) => sum + width + gap, -gap)));
  let open: TableLine[] = [...headingLines(places, drawing), rule];
  let isFirst = true;
  const lines = () => {
    if (!isFirst) return open.map(line => (typeof line === 'string' ? line : formatLine(places, line)));
    isFirst = false;
    const table = new CliTable({
      ...borderless,
      colWidths: places.map(({ width }, at) => width + leftPadding(at)),
    });
    table.push(...open.map(line => laidOut(places, line)));
    return table.toString().split('\n');
  };
  let before: { readonly row: TableRow; readonly isSingle: boolean } | undefined;
  for (const [row, next] of withNext(rows)) {
    const { cells, isTotal } = row;
    const opens = (one: TableRow, previous: TableRow | undefined) =>
      group >= 0 && !one.isTotal && one.cells[group] !== previous?.cells[group];
    const opensGroup = opens(row, before?.row);
    const isSingle = opensGroup && (!next || next.isTotal || opens(next, row));
    // Groups of one row each need no rules between them.
    if (before && (isTotal || (opensGroup && !(isSingle && before.isSingle)))) open.push(rule);
    before = { row, isSingle };
    open.push(
      places.map(({ index, width, isBar }) => {
        if (isBar) {
          const drawn = row.share === '' ? '' : bar(Number(row.share), width, drawing.unicode);
          return [drawn, drawing.bar] as const;
        }
        const text = index === group && !isTotal && !opensGroup ? '' : (cells[index] ?? '');
        return [
          fitted(text, width, drawing.ellipsis),
          index === group || isTotal ? drawing.strong : plain,
        ] as const;
      }),
    );
    if (open.length < mostLaidOut) continue;
    yield* lines();
    open = [];
  }
  if (isFirst || open.length > 0) yield* lines();
}

interface Place {
  readonly index: number;
  readonly heading: string;
  readonly width: number;
  readonly right: boolean;
  readonly isBar: boolean;
}

/** The cells of a line with their color, or a rule. */
type TableLine = readonly (readonly [text: string, color: (text: string) => string])[] | string;

const plain = (text: string) => text;

function headingLines(places: readonly Place[], drawing: Drawing): TableLine[] {
  const headings = places.map(({ heading, width, isBar }) =>
    (isBar ? [heading] : wrapHeading(heading, width)).map(line => fitted(line, width, drawing.ellipsis)),
  );
  return atBottom(headings).map(line => line.map(text => [text, drawing.faint] as const));
}

/** The lines of texts side by side; shorter ones are at the bottom, next to the cells of their column. */
export function atBottom(texts: readonly (readonly string[])[]): string[][] {
  const deepest = Math.max(0, ...texts.map(lines => lines.length));
  return Array.from({ length: deepest }, (_, line) =>
    texts.map(lines => lines[line - (deepest - lines.length)] ?? ''),
  );
}

function* withNext(
  rows: Iterable<TableRow>,
): Generator<readonly [row: TableRow, next: TableRow | undefined]> {
  let before: TableRow | undefined;
  for (const row of rows) {
    if (before) yield [before, row];
    before = row;
  }
  if (before) yield [before, undefined];
}

function laidOut(places: readonly Place[], line: TableLine): Table.Cell[] {
  if (typeof line === 'string') return [{ content: line, colSpan: places.length }];
  return line.map(([text, color], at) => ({
    content: color(text),
    hAlign: places[at]?.right ? 'right' : 'left',
    style: { 'padding-left': leftPadding(at) },
  }));
}

function formatLine(places: readonly Place[], line: Exclude<TableLine, string>): string {
  let text = '';
  for (const [at, { width, right }] of places.entries()) {
    const [cell = '', color = plain] = line[at] ?? [];
    const space = ' '.repeat(width - measureWidth(cell));
    text += (at === 0 ? '' : ' '.repeat(gap)) + (right ? space + color(cell) : color(cell) + space);
  }
  return text;
}

/**
 * Used if the columns do not fit side by side: one below the other, a block for each row. The empty cells of totals are
 * omitted.
 */
export function* listLines(
  rows: Iterable<TableRow>,
  columns: readonly SizedColumn[],
  screen: number,
  drawing: Drawing,
): Generator<string> {
  const label = widest(columns.map(({ heading }) => heading));
  let isEmpty = true;
  for (const { cells, isTotal } of rows) {
    if (!isEmpty) yield '';
    isEmpty = false;
    for (const [index, { heading, shrinks }] of columns.entries()) {
      const text = (cells[index] ?? '').trimEnd();
      if (isTotal && text === '') continue;
      const value =
        shrinks === 'never' ? text : fitted(text, Math.max(10, screen - label - gap), drawing.ellipsis);
      yield `${drawing.faint(heading)}${' '.repeat(label - measureWidth(heading) + gap)}${value}`;
    }
  }
  if (isEmpty) for (const { heading } of columns) yield drawing.faint(heading);
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

export interface TerminalCell {
  readonly text: string;
  readonly detail: string;
  readonly state?: 'up' | 'down' | 'flat' | undefined;
}

export interface TerminalColumn {
  readonly column: DocumentColumn;
  readonly heading: string;
  readonly group: number;
  readonly cells: readonly TerminalCell[];
}

/** A text column is shortened to this, if nothing else can be left out. */
const leastTextOfDocument = 12;

/**
 * First without details, and with texts below their rows; then with headings in several lines, then without the columns
 * that matter least, then with short texts, then with short titles of groups, then without the last columns.
 *
 * @param words the widths of the longest words above the groups of columns
 */
export function fittedColumns(all: readonly TerminalColumn[], words: readonly number[], screen: number) {
  let titles = words;
  const measureWidths = (
    columns: readonly TerminalColumn[],
    details: boolean,
    ofHeading: (text: string) => number,
  ) => {
    const widths = columns.map(({ heading, cells }) =>
      cells.reduce(
        (most, { text, detail }) =>
          Math.max(most, measureWidth(text) + (details && detail !== '' ? measureWidth(detail) + 3 : 0)),
        ofHeading(heading),
      ),
    );
    for (const [group, title] of titles.entries()) {
      const own = columns.flatMap((column, index) => (column.group === group ? [index] : []));
      const width = own.reduce((sum, index) => sum + (widths[index] ?? 0) + gap, -gap);
      const last = own.at(-1) ?? -1;
      if (last >= 0 && width < title) widths[last] = (widths[last] ?? 0) + title - width;
    }
    return widths;
  };
  const excess = (widths: readonly number[]) =>
    widths.reduce((sum, width) => sum + width + gap, -gap) - screen;
  const whole = measureWidths(all, true, measureWidth);
  if (excess(whole) <= 0) return { shown: all, widths: whole, hasDetails: true, left: [] };
  let shown: readonly TerminalColumn[] = all.filter(({ column }) => !column.isBelow);
  let widths = measureWidths(shown, false, longestWord);
  const show = (columns: readonly TerminalColumn[]) => {
    shown = columns;
    widths = measureWidths(shown, false, longestWord);
  };
  while (excess(widths) > 0) {
    const least = shown.reduce((most, { column }) => Math.max(most, column.rank ?? 0), 0);
    if (least === 0) break;
    const index = shown.findLastIndex(({ column }) => column.rank === least);
    show(shown.toSpliced(index, 1));
  }
  for (;;) {
    while (excess(widths) > 0) {
      const candidates = widths.map((width, index) => (shown[index]?.column.kind === 'text' ? width : 0));
      const most = Math.max(...candidates);
      if (most <= leastTextOfDocument) break;
      widths[candidates.indexOf(most)] = most - 1;
    }
    const last = shown.findLastIndex(({ column }, index) => index > 0 && !column.isKey);
    if (excess(widths) <= 0 || (last < 0 && titles.length === 0)) break;
    const next = titles.length === 0 ? shown.toSpliced(last, 1) : shown;
    titles = [];
    show(next);
  }
  // The space that shorter headings leave is given to details.
  const withDetails = measureWidths(shown, true, longestWord);
  const hasDetails = excess(withDetails) <= 0;
  return {
    shown,
    widths: hasDetails ? withDetails : widths,
    hasDetails,
    left: all.filter(column => !shown.includes(column)),
  };
}
