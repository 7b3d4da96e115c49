import { isExactNumber } from '../platform/numbers.ts';
import type { Column, ReportRecord } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';
import { amountText, type TotalLine, totalLines } from './amounts.ts';
import { cellText } from './cell.ts';
import { valueReader } from './columns.ts';
import { listText } from './record-list.ts';
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
  // One row is its own total.
  const totals = plan.totals && records.length > 1 ? totalLines(records, plan.totals) : [];
  const columns = plan.columns.map((column, index) => {
    const cells = cellsOf(column, records, plan, style.unicode);
    return laidColumn(column, [...cells, ...totals.map(total => totalCell(column, index, total, plan))]);
  });
  const layout = layoutOf(columns, style.width, plan.barOf !== undefined && !style.plain);
  const body = layout
    ? await rowsText(records, plan, columns, layout, drawing)
    : listText(records.length, columns, style.width, drawing);
  return `${title ? `${title}\n\n` : ''}${body.replace(/ +$/gm, '')}\n`;
}

function cellsOf(
  { name, display }: Column,
  records: readonly ReportRecord[],
  plan: TablePlan,
  unicode: boolean,
): string[] {
  const read = valueReader(name);
  const currency = currencyPath(name, plan);
  const currencyOf = currency === undefined ? () => undefined : valueReader(currency);
  const texts = records.map(record => {
    if (display) return display(record);
    const value = read(record);
    return isExactNumber(value) ? amountText(value, currencyOf(record)) : cellText(value);
  });
  if (plan.indentBy?.column !== name) return texts;
  const depth = valueReader(plan.indentBy.depth);
  const prefixes = treePrefixes(
    records.map(record => Number(depth(record))),
    unicode,
  );
  return texts.map((text, row) => `${prefixes[row]}${text}`);
}

/** `X.amount` is Money and has its currency beside it; of other amounts the layout tells. */
const currencyPath = (name: string, { totals }: TablePlan) =>
  name.endsWith('.amount')
    ? `${name.slice(0, -'amount'.length)}currency`
    : totals?.find(({ amount }) => amount === name)?.currency;

function totalCell({ name }: Column, index: number, { currency, sums }: TotalLine, plan: TablePlan): string {
  if (index === 0) return 'Total';
  const sum = sums.get(name);
  if (sum) return amountText(sum, currency);
  return plan.totals?.some(total => total.currency === name) ? currency : '';
}

function laidColumn({ heading, name, type }: Column, texts: readonly string[]): LaidColumn {
  const safe = texts.map(text => safeText(text));
  return {
    heading: heading ?? name,
    cells: type === 'number' ? pointsInLine(safe) : safe,
    mayBeCut: type === 'text',
  };
}

/** Numbers end where the longest fraction ends, so that the decimal points stand below each other. */
function pointsInLine(texts: readonly string[]): string[] {
  const fraction = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') : 0);
  const longest = Math.max(0, ...new Set(texts.map(fraction)));
  return texts.map(text => (text === '' ? '' : text + ' '.repeat(longest - fraction(text))));
}
