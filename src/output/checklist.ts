import { styledText } from '../base/text.ts';
import type { Finding } from '../platform/finding.ts';
import { safeText } from '../platform/safe-text.ts';
import { wrapWords } from './prose.ts';
import type { TableStyle } from './table-style.ts';
import { measureWidth } from './text-width.ts';

export interface ChecklistPart {
  readonly title: string;
  readonly isNumbered?: boolean;
  readonly findings: readonly Finding[];
}

const marks = {
  passed: { unicode: '✓', ascii: 'ok', words: 'passed ', color: 'green' },
  failed: { unicode: '✗', ascii: 'NO', words: 'failed ', color: 'red' },
  warning: { unicode: '!', ascii: '! ', words: 'warning', color: 'yellow' },
  skipped: { unicode: '·', ascii: '- ', words: 'skipped', color: 'gray' },
} as const;

/** Findings for people. Nothing is truncated: text that does not fit beside the name is wrapped below it. */
export function checklistText(parts: readonly ChecklistPart[], style: TableStyle): string {
  const names = parts.flatMap(({ findings }) => findings.map(({ check }) => measureWidth(check)));
  const nameWidth = Math.max(0, ...names);
  return parts
    .map(({ title, findings, isNumbered }) => {
      const lines = findings.flatMap((finding, index) =>
        findingLines(finding, isNumbered ? `${index + 1}  ` : '', nameWidth, style),
      );
      return `${styledText(style.color, 'bold', title)}\n\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function findingLines(
  { state, check, found, fix }: Finding,
  number: string,
  nameWidth: number,
  { plain, unicode, color, width }: TableStyle,
): readonly string[] {
  const mark = marks[state];
  const drawn = plain ? mark.words : unicode ? mark.unicode : mark.ascii;
  const indent = (plain ? 9 : unicode ? 3 : 4) + number.length;
  const column = indent + nameWidth + 2;
  const fits = width - column >= 24;
  const words = safeText(found === '' ? 'not reached' : found).split(' ');
  const shown = wrapWords(words, width - (fits ? column : indent), measureWidth).map(line =>
    state === 'skipped' ? styledText(color, 'gray', line) : line,
  );
  const head = `${styledText(color, mark.color, drawn)}  ${number}${check}`;
  const [first = '', ...rest] = fits ? shown : ['', ...shown];
  const gap = fits ? ' '.repeat(column - indent - measureWidth(check)) : '';
  const fixes =
    fix === undefined ? [] : wrapWords(safeText(fix).split(' '), width - indent - 2, measureWidth);
  const arrow = plain ? '  ' : unicode ? '→ ' : '> ';
  return [
    `${head}${gap}${first}`,
    ...rest.map(line => ' '.repeat(fits ? column : indent) + line),
    ...fixes.map((line, place) => `${' '.repeat(indent)}${place === 0 ? arrow : '  '}${line}`),
  ];
}
