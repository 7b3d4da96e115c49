import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { likeForLike, totalLabel } from '../like-for-like.ts';
import { localeFormat } from '../number-format.ts';
import { pointsInLine, type ShownColumn, shownColumns, variedColumns } from '../shown-cell.ts';
import type { Drawing } from '../table-style.ts';
import { drawingOf, type TableStyle } from '../table-style.ts';
import { fitted, widthOf } from '../text-width.ts';
import { gap, layoutOf, rowsText, type SizedColumn, type TablePlan } from './layout.ts';

/** A table is for people: a longer cell is shortened before the layout, so that no text can make it slow. */
const longestCell = 1000;

/** Records as an aligned table for people. Without records: the title and the headings. */
export async function tableText(
  records: readonly ReportRecord[],
  { columns: chosen, ...layoutOfView }: TablePlan,
  style: TableStyle,
): Promise<string> {
  const { all: counted = records } = layoutOfView;
  const plan = { ...layoutOfView, columns: variedColumns(chosen, layoutOfView, counted) };
  const drawing = drawingOf(style);
  const { format = localeFormat(undefined), all = records } = plan;
  const title =
    plan.title &&
    drawing.strong(
      fitted(safeText(format.word(plan.title(records)), longestCell), style.width, drawing.ellipsis),
    );
  const shown = shownColumns(plan.columns, all, format);
  const hasTotals = shown.some(({ total }) => total !== '');
  const label = format.word(totalLabel(likeForLike(all, plan.columns), records.length, all.length));
  const columns = shown.map((shownColumn, index): SizedColumn => {
    const { column, heading } = shownColumn;
    const total = index === 0 && shownColumn.total === '' ? label : shownColumn.total;
    const texts = [...cellsOf(shownColumn, records, plan, style.unicode), ...(hasTotals ? [total] : [])];
    const cells = texts.map(text => safeText(text.slice(0, longestCell), longestCell));
    return {
      // It may contain a currency code from the platform.
      heading: safeText(heading, longestCell),
      cells: column.type === 'number' ? pointsInLine(cells, format.decimal) : cells,
      shrinks: column.type !== 'text' ? 'never' : column.role === 'identifier' ? 'last' : 'first',
    };
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
  { indentBy }: TablePlan,
  unicode: boolean,
): string[] {
  const texts = records.map(text);
  if (indentBy?.column !== column.name) return texts;
  const depth = valueReader(indentBy.depth);
  const depths = records.map(record => Number(depth(record)));
  return treePrefixes(depths, unicode).map((prefix, row) => `${prefix}${texts[row]}`);
}

/**
 * Used if the columns do not fit side by side: one below the other, a block for each record. Cells beyond the records
 * are totals, of which the empty ones are omitted.
 */
function listText(count: number, columns: readonly SizedColumn[], screen: number, drawing: Drawing): string {
  const label = columns.reduce((widest, column) => Math.max(widest, widthOf(column.heading)), 0);
  const blocks = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) =>
    columns
      .filter(({ cells }) => row < count || cells[row])
      .map(({ heading, cells, shrinks }) => {
        const text = (cells[row] ?? '').trimEnd();
        const value =
          shrinks === 'never' ? text : fitted(text, Math.max(10, screen - label - gap), drawing.ellipsis);
        return `${drawing.faint(heading)}${' '.repeat(label - widthOf(heading) + gap)}${value}`;
      })
      .join('\n'),
  );
  return count === 0 ? columns.map(column => drawing.faint(column.heading)).join('\n') : blocks.join('\n\n');
}

/**
 * The prefix of each line of a tree, whose lines are in depth-first order: branches if the terminal can draw them, else
 * two spaces for each level. A depth that skips levels is drawn as given.
 */
export function treePrefixes(depths: readonly number[], unicode: boolean): string[] {
  if (!unicode) return depths.map(depth => '  '.repeat(depth));
  const prefixes: string[] = [];
  // From the end, because whether a level continues below a line depends on the following lines.
  let goesOn: boolean[] = [];
  for (const depth of depths.toReversed()) {
    let prefix = '';
    for (let level = 1; level < depth; level++) prefix += goesOn[level] ? '│  ' : '   ';
    if (depth > 0) prefix += goesOn[depth] ? '├─ ' : '└─ ';
    prefixes.push(prefix);
    goesOn = goesOn.slice(0, depth);
    goesOn[depth] = true;
  }
  return prefixes.reverse();
}
