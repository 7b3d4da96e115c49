import type { ReportRecord } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { valueReader } from '../columns.ts';
import { localeFormat } from '../number-format.ts';
import { pointsInLine, type ShownColumn, shownColumns } from '../shown-cell.ts';
import { drawingOf, type TableStyle } from '../table-style.ts';
import { fitted } from '../text-width.ts';
import { type LaidColumn, layoutOf, type TablePlan } from './layout.ts';
import { listText } from './record-list.ts';
import { rowsText } from './rows.ts';
import { treePrefixes } from './tree.ts';

/** A table is for people: a longer cell is shortened before the layout, so that no text can make it slow. */
const longestCell = 1000;

/** Records as an aligned table for people. Without records: the title and the headings. */
export async function tableText(
  records: readonly ReportRecord[],
  plan: TablePlan,
  style: TableStyle,
): Promise<string> {
  const drawing = drawingOf(style);
  const { format = localeFormat(undefined), all = records } = plan;
  const title =
    plan.title &&
    drawing.strong(fitted(safeText(plan.title(records), longestCell), style.width, drawing.ellipsis));
  const shown = shownColumns(plan.columns, all, format);
  const hasTotals = shown.some(({ total }) => total !== '');
  const label = all.length > records.length ? `Total of ${all.length} rows` : 'Total';
  const columns = shown.map((column, index) => {
    const total = index === 0 && column.total === '' ? label : column.total;
    const cells = cellsOf(column, records, plan, style.unicode);
    return laidColumn(column, hasTotals ? [...cells, total] : cells, format.decimal);
  });
  const bar = plan.columns.findIndex(({ name }) => name === plan.barOf);
  const layout = layoutOf(columns, style.width, bar >= 0 && records.length > 0 && !style.plain);
  const body = layout
    ? await rowsText(records, plan, columns, layout, drawing)
    : listText(records.length, columns, style.width, drawing);
  // Line by line: a pattern over the whole text takes quadratic time on long runs of spaces.
  const lines = body.split('\n').map(line => line.trimEnd());
  return `${title ? `${title}\n\n` : ''}${lines.join('\n')}\n`;
}

function cellsOf(
  { column, text }: ShownColumn,
  records: readonly ReportRecord[],
  plan: TablePlan,
  unicode: boolean,
): string[] {
  const texts = records.map(text);
  if (plan.indentBy?.column !== column.name) return texts;
  const depth = valueReader(plan.indentBy.depth);
  const prefixes = treePrefixes(
    records.map(record => Number(depth(record))),
    unicode,
  );
  return texts.map((cell, row) => `${prefixes[row]}${cell}`);
}

function laidColumn({ column, heading }: ShownColumn, texts: readonly string[], decimal: string): LaidColumn {
  const safe = texts.map(text => safeText(text.slice(0, longestCell), longestCell));
  return {
    // It may contain a currency code from the platform.
    heading: safeText(heading, longestCell),
    cells: column.type === 'number' ? pointsInLine(safe, decimal) : safe,
    shrinks: column.type !== 'text' ? 'never' : column.role === 'identifier' ? 'last' : 'first',
  };
}
