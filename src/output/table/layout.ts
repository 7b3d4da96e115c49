import type Table from 'cli-table3';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord, TableLayout } from '../../platform/records.ts';
import type { LocaleFormat } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import { bar, type Drawing } from '../table-style.ts';
import { fitted, widthOf } from '../text-width.ts';

/** A table's columns, and the layout of the view. */
export interface TablePlan extends Omit<TableLayout, 'columns'> {
  readonly columns: readonly Column[];
  readonly format?: LocaleFormat;
  /** The records that headings and totals are computed from, if only some of them are shown. */
  readonly all?: readonly ReportRecord[];
}

/** Between two columns. */
export const gap = 2;
/** A text column is not shortened below this; a bar is not drawn below this. */
const leastText = 8;
const leastBar = 10;
const mostBar = 40;
/** The width of a bar if the screen does not limit it. */
const usualBar = 25;

export interface SizedColumn {
  readonly heading: string;
  readonly cells: readonly string[];
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
export function layoutOf(
  columns: readonly SizedColumn[],
  screen: number,
  wantsBar: boolean,
): ColumnWidths | undefined {
  const available = screen - gap * (columns.length - 1);
  const excessOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0) - available;
  const widest = columns.map(({ cells }) => cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 0));
  const widthsWith = (headingWidth: (heading: string) => number) =>
    columns.map(({ heading }, index) => Math.max(widest[index] ?? 0, headingWidth(heading)));
  const whole = widthsWith(widthOf);
  const widths = excessOf(whole) > 0 ? widthsWith(longestWord) : whole;
  let excess = excessOf(widths);
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

/** Where a heading may be broken; a percent sign stays with its word. */
const wordsOfHeading = (heading: string): string[] => heading.split(/ (?!%)/);

const longestWord = (heading: string) => Math.max(0, ...wordsOfHeading(heading).map(widthOf));

function indexOfWidest(
  columns: readonly SizedColumn[],
  widths: readonly number[],
  shrinks: SizedColumn['shrinks'],
): number | undefined {
  const candidates = widths.map((width, index) => (columns[index]?.shrinks === shrinks ? width : 0));
  const most = Math.max(...candidates);
  return most > leastText ? candidates.indexOf(most) : undefined;
}

/** cli-table3 checks each row for overlaps with all others; chunks of this size keep that cheap. */
const rowsPerPart = 100;

/** One row per record, columns side by side; cells beyond the records are totals. */
export async function rowsText(
  records: readonly ReportRecord[],
  plan: Pick<TablePlan, 'columns' | 'groupBy' | 'barOf'>,
  columns: readonly SizedColumn[],
  layout: ColumnWidths,
  drawing: Drawing,
): Promise<string> {
  const { default: CliTable } = await import('cli-table3');
  const cellsInRow = placesOf(plan, layout);
  const width = cellsInRow.reduce((sum, place) => sum + place.width + gap, -gap);
  const rule: Table.Cell[] = [
    { content: drawing.faint(drawing.rule.repeat(width)), colSpan: cellsInRow.length },
  ];
  const group = plan.columns.findIndex(column => column.name === plan.groupBy);
  const shareOf = valueReader(plan.barOf ?? '');
  const headings = cellsInRow.map(({ isBar, index, width: most }) =>
    isBar
      ? // The heading of a bar is its scale.
        [`0${'100 %'.padStart(most - 1)}`]
      : wrapWords(wordsOfHeading(columns[index]?.heading ?? ''), most, widthOf).map(line =>
          fitted(line, most, drawing.ellipsis),
        ),
  );
  const deepest = Math.max(1, ...headings.map(lines => lines.length));
  // Shorter headings are aligned to the bottom, next to their cells.
  const rows: Table.Cell[][] = Array.from({ length: deepest }, (_, line) =>
    cellsInRow.map((place, at) => {
      const lines = headings[at] ?? [];
      return cell(place, drawing.faint(lines[line - (deepest - lines.length)] ?? ''));
    }),
  );
  rows.push(rule);
  const opensGroup = (row: number) =>
    group >= 0 && row < records.length && columns[group]?.cells[row] !== columns[group]?.cells[row - 1];
  const isSingle = (row: number) => opensGroup(row) && (row + 1 >= records.length || opensGroup(row + 1));
  const count = columns[0]?.cells.length ?? 0;
  for (let row = 0; row < count; row++) {
    // Groups of one row each need no rules between them.
    const ruled = row === records.length || (opensGroup(row) && !(isSingle(row) && isSingle(row - 1)));
    if (ruled && row > 0) rows.push(rule);
    const record = records[row];
    rows.push(
      cellsInRow.map(place => {
        if (place.isBar) {
          const share = record && shareOf(record);
          const drawn = isExactNumber(share) ? bar(Number(share), place.width, drawing.unicode) : '';
          return cell(place, drawing.bar(drawn));
        }
        if (record && place.index === group && !opensGroup(row)) return cell(place, '');
        const text = fitted(columns[place.index]?.cells[row] ?? '', place.width, drawing.ellipsis);
        return cell(place, place.index === group || !record ? drawing.strong(text) : text);
      }),
    );
  }
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    const part = new CliTable({
      ...borderless,
      colWidths: cellsInRow.map((place, at) => place.width + leftPadding(at)),
    });
    part.push(...rows.slice(from, from + rowsPerPart));
    parts.push(part.toString());
  }
  return parts.join('\n');

  function cell(place: Place, content: string): Table.Cell {
    const style = { 'padding-left': leftPadding(cellsInRow.indexOf(place)) };
    return { content, hAlign: place.right ? 'right' : 'left', style };
  }
}

/** A cell at its position in the row; the bar directly follows the number that it shows. */
interface Place {
  readonly index: number;
  readonly width: number;
  readonly right: boolean;
  readonly isBar: boolean;
}

function placesOf(
  { columns, barOf }: Pick<TablePlan, 'columns' | 'barOf'>,
  { widths, bar: barWidth }: ColumnWidths,
): Place[] {
  return widths.flatMap((width, index) => {
    const column = columns[index];
    const place = { index, width, right: column?.type === 'number', isBar: false };
    const drawn = barWidth > 0 && column?.name === barOf;
    return drawn ? [place, { index, width: barWidth, right: false, isBar: true }] : [place];
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
