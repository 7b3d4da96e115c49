import { styledText } from '../../base/text.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { LocaleFormat } from '../number-format.ts';
import { makeDrawing, type TableStyle } from '../table-style.ts';
import { wrapLine } from '../text-width.ts';
import { formatText, minus } from '../words/messages.ts';
import type { StateDirection, Text } from './document.ts';
import { findDirection } from './reading.ts';

/** Sentences are wrapped also where no screen limits them: a file, a pipe. */
const usualLine = 100;

const colors = { up: 'green', down: 'red', flat: 'gray', warn: 'yellow' } as const;

/** How a document is written to a terminal: its colors and characters, its width, its numbers and words. */
export type Pen = ReturnType<typeof makePen>;

export function makePen(format: LocaleFormat, style: TableStyle) {
  const drawing = makeDrawing(style);
  const toSign = (text: string) =>
    style.unicode
      ? text
      : text.replaceAll(minus, '-').replaceAll('±', '+/-').replaceAll('–', '-').replaceAll('→', '>');
  const text = (words: Text) => toSign(safeText(formatText(words, format)));
  const lineWidth = Number.isFinite(style.width) ? style.width : usualLine;
  const paragraph = (words: Text) =>
    `${text(words)
      .split('\n')
      .map(line => drawing.faint(wrapLine(line, lineWidth)))
      .join('\n')}\n`;
  const directed = (direction: StateDirection, shown: string) =>
    styledText(style.color, colors[direction], toSign(shown));
  const changed = (shown: string) => directed(findDirection(shown), shown);
  return { ...drawing, ...style, lineWidth, format, toSign, text, paragraph, directed, changed };
}
