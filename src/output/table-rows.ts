import type Table from 'cli-table3';
import { isExactNumber } from '../platform/numbers.ts';
import type { Column, ReportRecord, TableLayout } from '../platform/records.ts';
import { bar } from './bar.ts';
import { valueReader } from './columns.ts';
import { gap, type LaidColumn, type Layout } from './table-layout.ts';
import type { Drawing } from './table-style.ts';
import { fitted } from './text-width.ts';

/** A table's columns, with what a person sees beyond them where the view says so. */
export interface TablePlan extends Omit<TableLayout, 'columns'> {
  readonly columns: readonly Column[];
}

/** cli-table3 looks for overlaps between each row and all others; parts of this size keep that cheap. */
const rowsPerPart = 100;

/** One row a record, columns beside each other; whatever cells there are beyond the records are totals. */
export async function rowsText(
  records: readonly ReportRecord[],
  plan: TablePlan,
  columns: readonly LaidColumn[],
  layout: Layout,
  drawing: Drawing,
): Promise<string> {
  const { default: CliTable } = await import('cli-table3');
  const widths = layout.bar > 0 ? [...layout.widths, layout.bar] : layout.widths;
  const inRow = widths.map(
    (width, index): Place => ({ index, width, right: plan.columns[index]?.type === 'number' }),
  );
  const rule = drawing.faint(drawing.rule.repeat(widths.reduce((sum, width) => sum + width + gap, -gap)));
  const group = plan.columns.findIndex(column => column.name === plan.groupBy);
  const shareOf = valueReader(plan.barOf ?? '');
  const rows: Table.Cell[][] = [];
  rows.push(
    inRow.map(place =>
      cell(place, drawing.faint(fitted(columns[place.index]?.heading ?? '', place.width, drawing.ellipsis))),
    ),
  );
  rows.push([{ content: rule, colSpan: widths.length }]);
  const opensGroup = (row: number) =>
    group >= 0 && row < records.length && columns[group]?.cells[row] !== columns[group]?.cells[row - 1];
  const isAlone = (row: number) => opensGroup(row) && (row + 1 >= records.length || opensGroup(row + 1));
  const count = columns[0]?.cells.length ?? 0;
  for (let row = 0; row < count; row++) {
    // Groups of one row each need no rules between them.
    const ruled = row === records.length || (opensGroup(row) && !(isAlone(row) && isAlone(row - 1)));
    if (ruled && row > 0) rows.push([{ content: rule, colSpan: widths.length }]);
    const record = records[row];
    rows.push(
      inRow.map(place => {
        const column = columns[place.index];
        if (!column) {
          const share = record && shareOf(record);
          return cell(place, drawing.bar(barText(share, layout.bar, drawing.unicode)));
        }
        if (record && place.index === group && !opensGroup(row)) return cell(place, '');
        const text = fitted(column.cells[row] ?? '', place.width, drawing.ellipsis);
        return cell(place, place.index === group || !record ? drawing.strong(text) : text);
      }),
    );
  }
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    const part = new CliTable({
      ...borderless,
      colWidths: inRow.map(place => place.width + leftPadding(place)),
    });
    part.push(...rows.slice(from, from + rowsPerPart));
    parts.push(part.toString());
  }
  return parts.join('\n');
}

/** Where a cell stands: the library puts one blank between columns, the rest of the gap is padding. */
interface Place {
  readonly index: number;
  readonly width: number;
  readonly right: boolean;
}
const leftPadding = (place: Place) => (place.index === 0 ? 0 : gap - 1);
const cell = (place: Place, content: string): Table.Cell => ({
  content,
  hAlign: place.right ? 'right' : 'left',
  style: { 'padding-left': leftPadding(place) },
});

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
  // Empty lists: the library's own colours would come on top of ours.
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

const barText = (value: unknown, width: number, unicode: boolean) =>
  isExactNumber(value) ? bar(Number(value), width, unicode) : '';
