import type Table from 'cli-table3';
import { isExactNumber } from '../../platform/numbers.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { bar } from '../bar.ts';
import { valueReader } from '../columns.ts';
import { wrapWords } from '../prose.ts';
import type { Drawing } from '../table-style.ts';
import { fitted, widthOf } from '../text-width.ts';
import { type ColumnWidths, gap, type SizedColumn, type TablePlan, wordsOfHeading } from './layout.ts';

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
  const headings = cellsInRow.map(place =>
    place.isBar
      ? [barAxis(place.width)]
      : headingLines(columns[place.index]?.heading ?? '', place.width, drawing),
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
        if (place.isBar)
          return cell(place, drawing.bar(barText(record && shareOf(record), place.width, drawing.unicode)));
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

const headingLines = (heading: string, width: number, { ellipsis }: Drawing) =>
  wrapWords(wordsOfHeading(heading), width, widthOf).map(line => fitted(line, width, ellipsis));

/** The heading of a bar is its scale. */
const barAxis = (width: number) => `0${'100 %'.padStart(width - 1)}`;

const barText = (value: unknown, width: number, unicode: boolean) =>
  isExactNumber(value) ? bar(Number(value), width, unicode) : '';

const noLine = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
];
const noSide = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'];
const borderless: Table.TableConstructorOptions = {
  chars: { ...Object.fromEntries([...noLine, ...noSide].map(name => [name, ''])), middle: ' ' },
  // Empty lists: the library's own colors would be added to ours.
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};
