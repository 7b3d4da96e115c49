import type Table from 'cli-table3';
import { inOrder, measureWidth } from '../text-width.ts';
import { gap } from './column-widths.ts';

/** A line that is drawn already, or its cells. */
export type Line = string | readonly LineCell[];

export interface LineCell {
  readonly text: string;
  readonly width: number;
  readonly isLeft: boolean;
  readonly draw: (text: string) => string;
}

/** Line by line: a pattern over the whole text takes quadratic time on long runs of spaces. */
export function joined(lines: readonly Line[]): string {
  let text = '';
  for (const line of lines) text += `${(typeof line === 'string' ? line : joinCells(line)).trimEnd()}\n`;
  return text;
}

function joinCells(cells: readonly LineCell[]): string {
  let line = '';
  for (const [at, { text, width, isLeft, draw }] of cells.entries()) {
    const space = ' '.repeat(Math.max(0, width - measureWidth(text)));
    const drawn = draw(inOrder(text));
    line += (at === 0 ? '' : ' '.repeat(gap)) + (isLeft ? drawn + space : space + drawn);
  }
  return line;
}

/** Letters whose width cli-table3 may measure differently. */
const unusual = /[^\u0020-\u02ff\u2010-\u2044\u2190-\u21ff\u2212\u2500-\u25ff\u2713\u2717]/;

export async function laidOut(lines: readonly Line[]): Promise<readonly string[]> {
  const { default: CliTable } = await import('cli-table3');
  const rows = lines.filter(line => typeof line !== 'string');
  const isUsual = (cells: readonly LineCell[]) =>
    cells.every(({ text, width }) => text.length <= width && !unusual.test(text));
  const [widths = []] = rows.map(cells => cells.map(({ width }) => width));
  const table = new CliTable({
    ...borderless,
    colWidths: widths.map((width, at) => width + leftPadding(at)),
  });
  const usual = rows.filter(isUsual);
  table.push(
    ...usual.map(cells =>
      cells.map(
        ({ text, isLeft, draw }, at): Table.Cell => ({
          content: draw(text),
          hAlign: isLeft ? 'left' : 'right',
          style: { 'padding-left': leftPadding(at) },
        }),
      ),
    ),
  );
  const drawn = usual.length === 0 ? [] : table.toString().split('\n');
  let next = 0;
  return lines.map(line => {
    if (typeof line === 'string') return line;
    return isUsual(line) ? (drawn[next++] ?? '') : joinCells(line);
  });
}

/** The library puts one space between columns; the rest of the gap is padding. */
const leftPadding = (at: number) => (at === 0 ? 0 : gap - 1);

const rules =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const borderless: Table.TableConstructorOptions = {
  chars: { ...Object.fromEntries(rules.split(' ').map(name => [name, ''])), middle: ' ' },
  // Empty lists: the library's own colors would be added to ours.
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};
