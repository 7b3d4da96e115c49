import type { Column, ReportRecord, TableLayout } from '../../platform/records.ts';
import type { LocaleFormat } from '../number-format.ts';
import { widthOf } from '../text-width.ts';

/** A table's columns, and the layout that the view asks for. */
export interface TablePlan extends Omit<TableLayout, 'columns'> {
  readonly columns: readonly Column[];
  readonly format?: LocaleFormat;
  /** The records that headings and totals are computed from, if only some of them are shown. */
  readonly all?: readonly ReportRecord[];
}

/** Between two columns. */
export const gap = 2;
/** A text column is not shortened below this; a bar is not drawn below this. */
const leastText = 8;
const leastBar = 10;
const mostBar = 40;
/** The width of a bar if the screen does not limit it. */
const usualBar = 25;

export interface SizedColumn {
  readonly heading: string;
  readonly cells: readonly string[];
  /** Texts are shortened first, identifiers only if that is not enough; a shortened number or date would be wrong. */
  readonly shrinks: 'first' | 'last' | 'never';
}

export interface ColumnWidths {
  /** One for each column, without gaps. */
  readonly widths: readonly number[];
  /** 0 if there is no space for a bar, or the view has none. */
  readonly bar: number;
}

/**
 * Widths that fit the screen: first every column in full, then headings in several lines, then the widest texts
 * shortened, then the widest identifiers; a bar takes the remaining space. Undefined if even shortened columns do not
 * fit side by side.
 */
export function layoutOf(
  columns: readonly SizedColumn[],
  screen: number,
  wantsBar: boolean,
): ColumnWidths | undefined {
  const available = screen - gap * (columns.length - 1);
  const excessOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0) - available;
  const widest = columns.map(({ cells }) => cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 0));
  const widthsWith = (headingWidth: (heading: string) => number) =>
    columns.map(({ heading }, index) => Math.max(widest[index] ?? 0, headingWidth(heading)));
  const whole = widthsWith(widthOf);
  const widths = excessOf(whole) > 0 ? widthsWith(longestWord) : whole;
  let excess = excessOf(widths);
  while (excess > 0) {
    const index = indexOfWidest(columns, widths, 'first') ?? indexOfWidest(columns, widths, 'last');
    if (index === undefined) return undefined;
    widths[index] = (widths[index] ?? 0) - 1;
    excess -= 1;
  }
  if (!wantsBar) return { widths, bar: 0 };
  const left = screen === Number.POSITIVE_INFINITY ? usualBar : Math.min(mostBar, -excess - gap);
  return { widths, bar: left >= leastBar ? left : 0 };
}

/** Where a heading may be broken; a percent sign stays with its word. */
export const wordsOfHeading = (heading: string): string[] => heading.split(/ (?!%)/);

const longestWord = (heading: string) => Math.max(0, ...wordsOfHeading(heading).map(widthOf));

function indexOfWidest(
  columns: readonly SizedColumn[],
  widths: readonly number[],
  shrinks: SizedColumn['shrinks'],
): number | undefined {
  let found: number | undefined;
  widths.forEach((width, index) => {
    if (columns[index]?.shrinks === shrinks && width > leastText && width > (widths[found ?? -1] ?? 0))
      found = index;
  });
  return found;
}
