import type { Column, ReportRecord } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';
import { cellText } from './cell.ts';
import { valueReader } from './columns.ts';
import { listText } from './record-list.ts';
import { type LaidColumn, layoutOf } from './table-layout.ts';
import { rowsText, type TablePlan } from './table-rows.ts';
import { drawingOf, type TableStyle } from './table-style.ts';
import { fitted } from './text-width.ts';

/** Records as an aligned table for people. Without records: the title and the headings. */
export async function tableText(
  records: readonly ReportRecord[],
  plan: TablePlan,
  style: TableStyle,
): Promise<string> {
  const drawing = drawingOf(style);
  const title =
    plan.title && drawing.strong(fitted(safeText(plan.title(records)), style.width, drawing.ellipsis));
  const columns = plan.columns.map(column => laidColumn(column, records));
  const layout = layoutOf(columns, style.width, plan.barOf !== undefined);
  const body = layout
    ? await rowsText(records, plan, columns, layout, drawing)
    : listText(records.length, columns, style.width, drawing);
  return `${title ? `${title}\n\n` : ''}${body.replace(/ +$/gm, '')}\n`;
}

function laidColumn(column: Column, records: readonly ReportRecord[]): LaidColumn {
  const { heading, name, type, display } = column;
  const read = valueReader(name);
  const texts = records.map(record => safeText(display ? display(record) : cellText(read(record))));
  const cells = type === 'number' ? pointsInLine(texts) : texts;
  return { heading: heading ?? name, cells, mayBeCut: type === 'text' };
}

/** Numbers end where the longest fraction ends, so that the decimal points stand below each other. */
function pointsInLine(texts: readonly string[]): string[] {
  const fraction = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') : 0);
  const longest = Math.max(0, ...new Set(texts.map(fraction)));
  return texts.map(text => (text === '' ? '' : text + ' '.repeat(longest - fraction(text))));
}
