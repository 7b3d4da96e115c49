import stringWidth from 'string-width';
import { wrapWords } from './prose.ts';

/** Terminal columns that a text takes: East Asian wide characters and emoji take two, combining marks none. */
export const measureWidth = (text: string): number =>
  // Most cells are Latin letters, and the library's patterns are slow on large tables.
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2013\u2026\u2212]*$/.test(text) ? text.length : stringWidth(text);

export const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, measureWidth(text)), 0);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRightMark = '\u200e';

/**
 * A text before other columns. After Hebrew or Arabic letters, terminals and mail readers would show the numbers of a line in reverse
 * order; the marks, which have no width, keep it.
 */
export const inOrder = (text: string): string =>
  rightToLeft.test(text) ? `${leftToRightMark}${text}${leftToRightMark}` : text;

export const padded = (text: string, width: number): string =>
  inOrder(text) + ' '.repeat(Math.max(0, width - measureWidth(text)));

/** Truncates the text to the given columns, with an ellipsis at the end. Letters keep their marks. */
export function fitted(text: string, width: number, ellipsis: string): string {
  if (measureWidth(text) <= width) return text;
  const space = width - ellipsis.length;
  if (space <= 0) return ellipsis.slice(0, Math.max(0, width));
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    used += measureWidth(segment);
    if (used > space) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${ellipsis}`;
}

/**
 * One line for a terminal of `width` columns, wrapped between words. A command in backticks is never wrapped, because
 * the line break would be copied with it. Following lines are indented.
 */
export function wrapLine(line: string, width: number): string {
  if (measureWidth(line) <= width) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const further = `${indent}  `;
  const space = width - further.length;
  const words = line.match(/`[^`]*`\S*|\S+/g) ?? [];
  const [first = '', ...others] = wrapWords(words, space, measureWidth);
  return [`${indent}${first}`, ...others.map(other => `${further}${other}`)].join('\n');
}
