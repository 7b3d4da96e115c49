import { gap, type LaidColumn } from './table-layout.ts';
import type { Drawing } from './table-style.ts';
import { fitted, widthOf } from './text-width.ts';

/**
 * Where the columns don't fit beside each other: one below the other, a block for each record. Whatever cells there
 * are beyond the records are totals, of which the empty ones say nothing.
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
      .map(({ heading, cells, mayBeCut }) => {
        const text = (cells[row] ?? '').trimEnd();
        const value = mayBeCut ? fitted(text, Math.max(10, screen - label - gap), drawing.ellipsis) : text;
        return `${drawing.faint(heading)}${' '.repeat(label - widthOf(heading) + gap)}${value}`;
      })
      .join('\n'),
  );
  return count === 0 ? columns.map(column => drawing.faint(column.heading)).join('\n') : blocks.join('\n\n');
}
