import type { Column, ReportRecord } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';
import { totalsOf } from './amounts.ts';
import { valueReader } from './columns.ts';
import { headingOf } from './heading.ts';
import { listText } from './record-list.ts';
import { pointsInLine, shownCell, totalCell } from './shown-cell.ts';
import { type LaidColumn, layoutOf } from './table-layout.ts';
import { rowsText, type TablePlan } from './table-rows.ts';
import { drawingOf, type TableStyle } from './table-style.ts';
import { fitted } from './text-width.ts';
import { treePrefixes } from './tree.ts';

/** Records as an aligned table for people. Without records: the title and the headings. */
export async function tableText(
  records: readonly ReportRecord[],
  plan: TablePlan,
  style: TableStyle,
): Promise<string> {
  const drawing = drawingOf(style);
  const title =
    plan.title && drawing.strong(fitted(safeText(plan.title(records)), style.width, drawing.ellipsis));
  const totals = totalsOf(records, plan.totals);
  const columns = plan.columns.map((column, index) => {
    const cells = cellsOf(column, records, plan, style.unicode);
    return laidColumn(column, [
      ...cells,
      ...totals.map(total => totalCell(column, index, total, plan.totals)),
    ]);
  });
  const layout = layoutOf(columns, style.width, plan.barOf !== undefined && !style.plain);
  const body = layout
    ? await rowsText(records, plan, columns, layout, drawing)
    : listText(records.length, columns, style.width, drawing);
  return `${title ? `${title}\n\n` : ''}${body.replace(/ +$/gm, '')}\n`;
}

function cellsOf(
  column: Column,
  records: readonly ReportRecord[],
  plan: TablePlan,
  unicode: boolean,
): string[] {
  const texts = records.map(shownCell(column, plan.totals));
  if (plan.indentBy?.column !== column.name) return texts;
  const depth = valueReader(plan.indentBy.depth);
  const prefixes = treePrefixes(
    records.map(record => Number(depth(record))),
    unicode,
  );
  return texts.map((text, row) => `${prefixes[row]}${text}`);
}

function laidColumn(column: Column, texts: readonly string[]): LaidColumn {
  const safe = texts.map(text => safeText(text));
  return {
    heading: headingOf(column),
    cells: column.type === 'number' ? pointsInLine(safe) : safe,
    mayBeCut: column.type === 'text',
  };
}
