import type { Drawing } from '../table-style.ts';
import { fitted, widthOf } from '../text-width.ts';
import { gap, type LaidColumn } from './layout.ts';

/**
 * Used if the columns do not fit side by side: one below the other, a block for each record. Cells beyond the records
 * are totals, of which the empty ones are omitted.
 */
export function listText(
  count: number,
  columns: readonly LaidColumn[],
  screen: number,
  drawing: Drawing,
): string {
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
