import { wrapWords } from './prose.ts';
import { widthOf } from './text-width.ts';

/**
 * One line for a terminal of `width` columns, wrapped between words. A command in backticks is never wrapped, because
 * the line break would be copied with it. Following lines are indented.
 */
export function wrapLine(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const further = `${indent}  `;
  const room = width - further.length;
  const words = line.match(/`[^`]*`\S*|\S+/g) ?? [];
  const [first = '', ...others] = wrapWords(words, room, widthOf);
  return [`${indent}${first}`, ...others.map(other => `${further}${other}`)].join('\n');
}
