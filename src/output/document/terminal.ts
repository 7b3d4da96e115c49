import { isExactNumber } from '../../platform/numbers.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { RecordListener } from '../results.ts';
import { sparkline, type TableStyle } from '../table-style.ts';
import { measureWidth, padded, widest, wrapLine } from '../text-width.ts';
import { say } from '../words/messages.ts';
import type { Document, DocumentBlock, DocumentChart, Text, Tile } from './document.ts';
import { notesOfExcerpt, rangeText, tileWords } from './reading.ts';
import { type RecordsLayout, RecordsTable } from './records.ts';
import { makePen, type Pen } from './terminal-cells.ts';
import { tableText } from './terminal-table.ts';

/**
 * A document as text for a terminal of any width: where the columns do not fit, details and then the least important
 * columns are left out, and a line names them. What readers would unfold on a page is left out.
 */
export async function* documentText(document: Document, format: LocaleFormat, style: TableStyle) {
  yield* partText({ ...document, notes: notesOfExcerpt(document) }, makePen(format, style));
}

async function* partText(document: Document, pen: Pen): AsyncGenerator<string> {
  yield `${pen.strong(wrapLine(pen.text(document.title), pen.width))}\n`;
  if (document.basis !== undefined) yield pen.paragraph(document.basis);
  yield gapLines(document.gaps ?? [], pen);
  if (document.tiles?.length) yield `\n${tilesText(document.tiles, pen)}`;
  for (const block of document.blocks) yield* blockText(block, pen);
  if (document.notes?.length) yield '\n';
  for (const note of document.notes ?? []) yield pen.paragraph(note);
}

const gapLines = (gaps: readonly Text[], pen: Pen): string =>
  gaps.map(gap => `${pen.directed('down', wrapLine(pen.text(gap), pen.width))}\n`).join('');

/** What is missing, above tables that are no document. */
export const gapsText = (gaps: readonly Text[], format: LocaleFormat, style: TableStyle): string =>
  `${gapLines(gaps, makePen(format, style))}\n`;

/** The table of records, below its title. */
export async function* recordsText(
  layout: RecordsLayout,
  title: ((first: ReportRecord | undefined) => Text) | undefined,
  batches: (seen: RecordListener) => AsyncIterable<readonly ReportRecord[]>,
  style: TableStyle,
): AsyncGenerator<string> {
  const table = new RecordsTable(layout);
  let first: ReportRecord | undefined;
  for await (const records of batches(all => table.see(all))) {
    first ??= records[0];
    table.add(records);
  }
  if (title) yield* documentText({ title: title(first), blocks: [table.table()] }, layout.format, style);
  else yield* tableText(table.table(), makePen(layout.format, style));
}

async function* blockText(block: DocumentBlock, pen: Pen): AsyncGenerator<string> {
  if (block.kind === 'table') {
    yield '\n';
    yield* tableText(block, pen);
  } else if (block.kind === 'chart') yield chartText(block, pen);
  else if (block.kind === 'note') yield `\n${pen.paragraph(block.text)}`;
  else if (!block.folded) {
    yield '\n';
    yield* partText(block, pen);
  }
}

/** One line for each tile: its name, its value, its change; what does not fit is below it. */
function tilesText(tiles: readonly Tile[], pen: Pen): string {
  const cells = tiles.map(tile => ({
    ...tileWords(tile, pen.format),
    what: pen.text(tile.what),
    since: pen.text(tile.change?.since ?? ''),
    detail: pen.text(tile.detail ?? ''),
  }));
  const names = widest(cells.map(({ what }) => what));
  const values = widest(cells.map(({ shown }) => shown));
  const signs = widest(cells.map(({ sign }) => pen.text([sign])));
  const lines = cells.map(({ what, shown, sign, changed, since, detail }) => {
    const space = ' '.repeat(values - measureWidth(shown));
    const value = `${space}${pen.strong(pen.toSign(shown))} ${padded(pen.text([sign]), signs)}`;
    const named = `${padded(what, names)}  ${value}`;
    const change = changed && [pen.changed(changed), since && pen.faint(since)].filter(Boolean).join(' ');
    const more = [change, detail && pen.faint(detail)].filter(Boolean).join('  ');
    const line = `${named}  ${more}`.trimEnd();
    if (measureWidth(line) <= pen.width) return line;
    return [named.trimEnd(), more && `    ${more}`].map(part => wrapLine(part, pen.width)).join('\n');
  });
  return `${lines.join('\n')}\n`;
}

/** The series as blocks, with the range of each; where no blocks can be drawn, nothing. */
function chartText({ title, form, series, points, unit }: DocumentChart, pen: Pen): string {
  if (form !== 'days' || !pen.unicode || pen.plain || points.length + 40 > pen.width) return '';
  const shown = series.map(pen.text);
  const names = widest(shown);
  const lines = shown.map((name, side) => {
    const values = points.map(({ values: sides }) =>
      isExactNumber(sides[side]) ? Number(sides[side]) : null,
    );
    const known = values.filter(value => value !== null);
    if (known.length === 0) return '';
    const range = rangeText(Math.min(...known), Math.max(...known), unit, pen.format);
    const drawn = side === 0 ? pen.bar(sparkline(values)) : pen.faint(sparkline(values));
    return `${padded(name, names)}  ${drawn}  ${range}\n`;
  });
  const end = (point = points[0]) => ({ date: point?.label ?? '', as: 'weekday' }) as const;
  const ends = pen.text(say('{first} to {last}', { first: end(), last: end(points.at(-1)) }));
  return `\n${pen.strong(pen.text(title))}  ${pen.faint(ends)}\n${lines.join('')}`;
}
