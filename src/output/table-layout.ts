import { widthOf } from './text-width.ts';

/** Between two columns. */
export const gap = 2;
/** A text column is not cut below this; a bar is not drawn below this. */
const leastText = 8;
const leastBar = 10;
const mostBar = 40;
/** The bar where no screen limits it. */
const usualBar = 25;

export interface LaidColumn {
  readonly heading: string;
  readonly cells: readonly string[];
  /** Numbers and dates say something else when they are cut; text does not. */
  readonly mayBeCut: boolean;
}

export interface Layout {
  /** One for each column, without gaps. */
  readonly widths: readonly number[];
  /** 0 where there is no room for a bar, or none is wanted. */
  readonly bar: number;
}

/**
 * Widths that fit the screen: first every column whole, then the widest texts cut, then a bar in what is left.
 * Undefined when even cut texts don't fit beside each other.
 */
export function layoutOf(
  columns: readonly LaidColumn[],
  screen: number,
  wantsBar: boolean,
): Layout | undefined {
  const widths = columns.map(({ heading, cells }) =>
    cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(heading)),
  );
  const room = screen - gap * (columns.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = indexOfWidest(columns, widths);
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  if (!wantsBar) return { widths, bar: 0 };
  const left = screen === Number.POSITIVE_INFINITY ? usualBar : Math.min(mostBar, -excess - gap);
  return { widths, bar: left >= leastBar ? left : 0 };
}

function indexOfWidest(columns: readonly LaidColumn[], widths: readonly number[]): number | undefined {
  let found: number | undefined;
  widths.forEach((width, index) => {
    if (columns[index]?.mayBeCut && width > leastText && width > (widths[found ?? -1] ?? 0)) found = index;
  });
  return found;
}
