import type { DocumentColumn } from '../document/document.ts';
import { measureWidth } from '../text-width.ts';
import { gap, longestWord } from './layout.ts';

export interface TerminalCell {
  readonly text: string;
  readonly detail: string;
  readonly state?: 'up' | 'down' | 'flat' | undefined;
}

export interface TerminalColumn {
  readonly column: DocumentColumn;
  readonly heading: string;
  readonly group: number;
  readonly cells: readonly TerminalCell[];
}

/** A text column is shortened to this, if nothing else can be left out. */
const leastText = 12;

/**
 * First without details, and with texts below their rows; then with headings in several lines, then without the columns
 * that matter least, then with short texts, then with short titles of groups, then without the last columns.
 *
 * @param words the widths of the longest words above the groups of columns
 */
export function fittedColumns(all: readonly TerminalColumn[], words: readonly number[], screen: number) {
  let titles = words;
  const measureWidths = (
    columns: readonly TerminalColumn[],
    details: boolean,
    ofHeading: (text: string) => number,
  ) => {
    const widths = columns.map(({ heading, cells }) =>
      cells.reduce(
        (most, { text, detail }) =>
          Math.max(most, measureWidth(text) + (details && detail !== '' ? measureWidth(detail) + 3 : 0)),
        ofHeading(heading),
      ),
    );
    for (const [group, title] of titles.entries()) {
      const own = columns.flatMap((column, index) => (column.group === group ? [index] : []));
      const width = own.reduce((sum, index) => sum + (widths[index] ?? 0) + gap, -gap);
      const last = own.at(-1) ?? -1;
      if (last >= 0 && width < title) widths[last] = (widths[last] ?? 0) + title - width;
    }
    return widths;
  };
  const excess = (widths: readonly number[]) =>
    widths.reduce((sum, width) => sum + width + gap, -gap) - screen;
  const whole = measureWidths(all, true, measureWidth);
  if (excess(whole) <= 0) return { shown: all, widths: whole, hasDetails: true, left: [] };
  let shown: readonly TerminalColumn[] = all.filter(({ column }) => !column.isBelow);
  let widths = measureWidths(shown, false, longestWord);
  const show = (columns: readonly TerminalColumn[]) => {
    shown = columns;
    widths = measureWidths(shown, false, longestWord);
  };
  while (excess(widths) > 0) {
    const least = shown.reduce((most, { column }) => Math.max(most, column.rank ?? 0), 0);
    if (least === 0) break;
    const index = shown.findLastIndex(({ column }) => column.rank === least);
    show(shown.toSpliced(index, 1));
  }
  for (;;) {
    while (excess(widths) > 0) {
      const candidates = widths.map((width, index) => (shown[index]?.column.kind === 'text' ? width : 0));
      const most = Math.max(...candidates);
      if (most <= leastText) break;
      widths[candidates.indexOf(most)] = most - 1;
    }
    const last = shown.findLastIndex(({ column }, index) => index > 0 && !column.isKey);
    if (excess(widths) <= 0 || (last < 0 && titles.length === 0)) break;
    const next = titles.length === 0 ? shown.toSpliced(last, 1) : shown;
    titles = [];
    show(next);
  }
  // The space that shorter headings leave is given to details.
  const withDetails = measureWidths(shown, true, longestWord);
  const hasDetails = excess(withDetails) <= 0;
  return {
    shown,
    widths: hasDetails ? withDetails : widths,
    hasDetails,
    left: all.filter(column => !shown.includes(column)),
  };
}
