import { styledText } from '../base/text.ts';
import { safeText } from '../platform/safe-text.ts';
import { wrapWords } from './prose.ts';
import type { TableStyle } from './table-style.ts';
import { widthOf } from './text-width.ts';

/** One line of a checklist: what was checked, what was observed, and how to fix it. */
export interface ChecklistItem {
  readonly mark: 'passed' | 'failed' | 'warning' | 'skipped';
  readonly name: string;
  readonly seen: string;
  readonly fix?: string;
}

interface ChecklistPart {
  readonly title: string;
  readonly numbered: boolean;
  readonly items: readonly ChecklistItem[];
}

const marks = {
  passed: { unicode: '✓', ascii: 'ok', words: 'passed ', color: 'green' },
  failed: { unicode: '✗', ascii: 'NO', words: 'failed ', color: 'red' },
  warning: { unicode: '!', ascii: '! ', words: 'warning', color: 'yellow' },
  skipped: { unicode: '·', ascii: '- ', words: 'skipped', color: 'gray' },
} as const;

/** Checks for people. Nothing is truncated: text that does not fit beside the name is wrapped below it. */
export function checklistText(parts: readonly ChecklistPart[], style: TableStyle): string {
  const names = parts.flatMap(part => part.items.map(item => widthOf(item.name)));
  const width = Math.max(0, ...names);
  return parts.map(part => partText(part, width, style)).join('\n');
}

function partText(part: ChecklistPart, nameWidth: number, style: TableStyle): string {
  const lead = style.plain ? 9 : style.unicode ? 3 : 4;
  const lines = part.items.flatMap(({ mark, name, seen, fix }, index) => {
    const { unicode, ascii, words, color } = marks[mark];
    const drawn = style.plain ? words : style.unicode ? unicode : ascii;
    const number = part.numbered ? `${index + 1}  ` : '';
    const sign = `${styledText(style.color, color, drawn)}  ${number}`;
    const indent = lead + number.length;
    const shown = safeText(seen === '' ? 'not reached' : seen);
    const column = indent + nameWidth - number.length + (part.numbered ? number.length : 0) + 2;
    const beside = wrapWords(shown.split(' '), style.width - column, widthOf);
    const fits = style.width - column >= 24;
    const head = `${sign}${name}`;
    const gap = ' '.repeat(Math.max(2, column - indent - widthOf(name)));
    const pale = (text: string) => (mark === 'skipped' ? styledText(style.color, 'gray', text) : text);
    const first = fits
      ? [
          `${head}${gap}${pale(beside[0] ?? '')}`,
          ...beside.slice(1).map(line => ' '.repeat(column) + pale(line)),
        ]
      : [
          head,
          ...wrapWords(shown.split(' '), style.width - indent, widthOf).map(
            line => ' '.repeat(indent) + pale(line),
          ),
        ];
    const arrow = style.plain ? '  ' : style.unicode ? '→ ' : '> ';
    const rest =
      fix === undefined ? [] : wrapWords(safeText(fix).split(' '), style.width - indent - 2, widthOf);
    return [
      ...first,
      ...rest.map((line, place) => `${' '.repeat(indent)}${place === 0 ? arrow : '  '}${line}`),
    ];
  });
  return `${styledText(style.color, 'bold', part.title)}\n\n${lines.join('\n')}\n`;
}
