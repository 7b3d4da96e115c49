import { wrapWords } from '../prose.ts';
import { measureWidth, widest } from '../text-width.ts';
import type { DocumentColumn } from './document.ts';

/** Between two columns. */
export const gap = 2;
/** A text column is shortened to this; where no column may be left out, further. */
const leastText = { usual: 12, complete: 8 };
/** Sentences in narrower columns are below their rows. */
const leastWords = 24;

/** A column of a table in a terminal, with the widths that its cells take without and with their details. */
export interface SizedColumn {
  readonly column: DocumentColumn;
  /** Of its cells. */
  readonly index: number;
  readonly heading: string;
  /** The heading above several columns that it belongs to. */
  readonly group: number;
  readonly width: number;
  readonly detailed: number;
}

/** Where a heading may be broken; signs stay with their word. */
const wordsOfHeading = (heading: string): string[] => heading.split(/ (?!%|pts)/);

export const wrapHeading = (heading: string, width: number): string[] =>
  wrapWords(wordsOfHeading(heading), width, measureWidth);

export const longestWord = (heading: string) => widest(wordsOfHeading(heading));

export const widthOfColumns = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + gap, -gap);

/**
 * First without details, and with texts below their rows; then with headings in several lines, then without the columns
 * that matter least, then with short texts, then with short titles of groups, then without the last columns.
 *
 * @param titles the widths of the longest words above the groups of columns
 * @param isComplete no column may be left out
 * @returns undefined if not even shortened columns fit side by side
 */
export function fitColumns(
  all: readonly SizedColumn[],
  titles: readonly number[],
  screen: number,
  isComplete: boolean,
) {
  let titlesShown = titles;
  const measure = (
    columns: readonly SizedColumn[],
    details: boolean,
    ofHeading: (text: string) => number = longestWord,
  ) => {
    const widths = columns.map(({ heading, width, detailed }) =>
      Math.max(ofHeading(heading), details ? detailed : width),
    );
    for (const [group, title] of titlesShown.entries()) {
      const own = columns.flatMap((column, index) => (column.group === group ? [index] : []));
      const last = own.at(-1) ?? -1;
      const width = widthOfColumns(own.map(index => widths[index] ?? 0));
      if (last >= 0 && width < title) widths[last] = (widths[last] ?? 0) + title - width;
    }
    return widths;
  };
  const excess = (widths: readonly number[]) => widthOfColumns(widths) - screen;
  const beside = all.filter(({ column }) => column.isBelow !== 'always');
  const whole = measure(beside, true, measureWidth);
  const leftOf = (columns: readonly SizedColumn[]) => all.filter(column => !columns.includes(column));
  const words = beside.findLastIndex(({ column }) => column.isWords && column.isBelow);
  const space = (whole[words] ?? 0) - excess(whole);
  if (excess(whole) > 0 && words >= 0 && space >= leastWords) whole[words] = space;
  if (excess(whole) <= 0) return { shown: beside, widths: whole, hasDetails: true, left: leftOf(beside) };
  let shown: readonly SizedColumn[] = all.filter(({ column }) => !column.isBelow);
  let widths = measure(shown, false);
  while (excess(widths) > 0) {
    const least = shown.reduce((most, { column }) => Math.max(most, column.rank ?? 0), 0);
    if (least === 0) break;
    shown = shown.toSpliced(
      shown.findLastIndex(({ column }) => column.rank === least),
      1,
    );
    widths = measure(shown, false);
  }
  for (;;) {
    shorten(shown, widths, excess(widths), leastText[isComplete ? 'complete' : 'usual']);
    const last = shown.findLastIndex(({ column }, index) => index > 0 && !column.isKey);
    if (excess(widths) <= 0 || (last < 0 && titlesShown.length === 0)) break;
    if (isComplete && titlesShown.length === 0) return undefined;
    if (titlesShown.length === 0) shown = shown.toSpliced(last, 1);
    titlesShown = [];
    widths = measure(shown, false);
  }
  // The space that shorter headings leave is given to details.
  const withDetails = measure(shown, true);
  const hasDetails = excess(withDetails) <= 0;
  return { shown, widths: hasDetails ? withDetails : widths, hasDetails, left: leftOf(shown) };
}

/** The widest texts first, and what people copy only if that is not enough; a shortened number would be wrong. */
function shorten(columns: readonly SizedColumn[], widths: number[], excess: number, least: number): void {
  let left = excess;
  for (const isIdentifier of [undefined, true] as const) {
    const canShrink = columns.map(
      ({ column }) => column.kind === 'text' && column.isIdentifier === isIdentifier,
    );
    while (left > 0) {
      const candidates = widths.map((width, index) => (canShrink[index] ? width : 0));
      const most = Math.max(0, ...candidates);
      if (most <= least) break;
      widths[candidates.indexOf(most)] = most - 1;
      left -= 1;
    }
  }
}
