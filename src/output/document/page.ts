import { htmlPageEnd, htmlPageStart } from '../../base/html-page.ts';
import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import { markup } from '../../platform/safe-text.ts';
import { cellText } from '../cell.ts';
import type { LocaleFormat } from '../number-format.ts';
import {
  type Cell,
  type DetailedCell,
  type Document,
  type DocumentBlock,
  type DocumentChart,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type Section,
  stateDirections,
  type Text,
  type Tile,
} from './document.ts';
import { chartMarkup, sparklineMarkup } from './drawings.ts';
import { documentScript, documentStyle } from './page-assets.ts';
import { cellWords, detailedCell, findDirection, formatText, noteMarkup, tileWords } from './words.ts';

/** A document as a self-contained page: one file that loads nothing, is complete without its script, and is written row by row. */
export async function* documentPage(document: Document, format: LocaleFormat): AsyncGenerator<string> {
  const title = markup(formatText(document.title, format));
  yield `${htmlPageStart({ language: format.word('en'), titleMarkup: title, style: documentStyle, script: documentScript })}<main>\n<h1>${title}</h1>\n`;
  yield* bodyChunks(document, format);
  yield `</main>\n${htmlPageEnd({ script: documentScript })}`;
}

async function* bodyChunks(
  { basis, tiles = [], blocks, notes = [] }: Omit<Document, 'title'>,
  format: LocaleFormat,
): AsyncGenerator<string> {
  if (basis !== undefined) yield `<p class="lead">${textMarkup(basis, format)}</p>\n`;
  if (tiles.length > 0)
    yield `<div class="tiles">${tiles.map(tile => tileMarkup(tile, format)).join('')}</div>\n`;
  // Charts in a row are beside each other.
  let charts: DocumentChart[] = [];
  const drawn = () => {
    const own = charts;
    charts = [];
    return chartsMarkup(own, format);
  };
  for await (const block of blocks) {
    if (block.kind === 'chart') charts.push(block);
    else {
      yield drawn();
      yield* blockChunks(block, format);
    }
  }
  yield drawn();
  if (notes.length > 0)
    yield `<p class="notes">${notes.map(note => noteMarkup(note, format)).join(' · ')}</p>\n`;
}

const textMarkup = (text: Text, format: LocaleFormat) => markup(formatText(text, format));

function chartsMarkup(charts: readonly DocumentChart[], format: LocaleFormat): string {
  const drawn = charts.map(chart => chartMarkup(chart, format, charts.length === 1 ? 'wide' : 'narrow'));
  return drawn.length > 1 ? `<div class="charts">${drawn.join('')}</div>\n` : drawn.join('');
}

async function* blockChunks(
  block: Exclude<DocumentBlock, DocumentChart>,
  format: LocaleFormat,
): AsyncGenerator<string> {
  if (block.kind === 'table') yield* tableChunks(block, format);
  else if (block.kind === 'note') yield `<p class="notes">${noteMarkup(block.text, format)}</p>\n`;
  else yield* sectionChunks(block, format);
}

/** The anchor is inside of what is folded: a link to it unfolds it. */
async function* sectionChunks(section: Section, format: LocaleFormat): AsyncGenerator<string> {
  const title = textMarkup(section.title, format);
  yield section.folded
    ? `<details${section.isOpen ? ' open' : ''}><summary>${title}</summary>\n<div id="${markup(section.anchor)}">\n`
    : `<section id="${markup(section.anchor)}"><div><h2>${title}</h2>\n`;
  yield* bodyChunks(section, format);
  yield section.folded ? '</div></details>\n' : '</div></section>\n';
}

function tileMarkup(tile: Tile, format: LocaleFormat): string {
  const { what, value, unit, state = '', change, detail } = tile;
  const { shown, changed, isLong } = tileWords(tile, format);
  const sign = unit.sign && value !== null ? `<span>${markup(format.word(unit.sign))}</span>` : '';
  const since = change?.since ? ` <small>${textMarkup(change.since, format)}</small>` : '';
  const delta = changed && `<span class="${findDirection(changed)}">${markup(changed)}</span>${since}`;
  const classes = ['value', isLong && 'long', stateDirections[state]].filter(Boolean).join(' ');
  const small = detail === undefined ? '' : `<small>${textMarkup(detail, format)}</small>`;
  return `<div class="tile"><p class="what">${textMarkup(what, format)}</p><p class="${classes}">${markup(shown)}${sign}</p>${change || small ? `<p class="delta">${delta || small}</p>` : ''}</div>`;
}

/** With more columns than these, a table is set in smaller letters. */
const mostUsual = 11;
/** Rows are joined to pieces of about this many characters. */
const pieceLength = 65_536;

async function* tableChunks(table: DocumentTable, format: LocaleFormat): AsyncGenerator<string> {
  const { title, label = title, detail, groups, columns, rows, isSortable } = table;
  const name = formatText(title ?? '', format);
  const caption = textMarkup(label ?? 'Table', format);
  const small = detail === undefined ? '' : ` <small>${textMarkup(detail, format)}</small>`;
  const grouped = groups
    ? `<tr class="group">${groups.map(group => `<th colspan="${group.span}" scope="colgroup">${textMarkup(group.title, format)}</th>`).join('')}</tr>`
    : '';
  const tableClass = [isSortable && 'sortable', columns.length > mostUsual && 'dense']
    .filter(Boolean)
    .join(' ');
  const headings = columns.map(
    column =>
      `<th scope="col"${classAttribute(columnClass(column))}${isSortable && column.kind !== 'sparkline' && column.kind !== 'bar' ? ` data-type="${column.kind === 'state' ? 'text' : column.kind === 'text' || column.kind === 'date' ? column.kind : 'number'}"` : ''}>${textMarkup(column.heading, format)}</th>`,
  );
  yield `${name && `<h2>${markup(name)}${small}</h2>\n`}<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${classAttribute(tableClass)}><caption>${caption}</caption><thead>${grouped}<tr>${headings.join('')}</tr></thead>
<tbody>
`;
  let piece = '';
  let part = 'tbody';
  for await (const row of rows) {
    // Sorting leaves the totals where they are.
    if (isSortable && row.kind === 'sum' && part === 'tbody') {
      piece += '</tbody><tfoot>';
      part = 'tfoot';
    }
    piece += rowMarkup(row, table, format);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</${part}></table></div>\n`;
}

const classAttribute = (name: string) => (name === '' ? '' : ` class="${name}"`);

const columnClass = ({ kind, isKey }: DocumentColumn): string =>
  [
    { text: 't', state: 't', date: 't', shade: 'heat', bar: 'bar', number: '', signed: '', sparkline: '' }[
      kind
    ],
    isKey && 'key',
  ]
    .filter(Boolean)
    .join(' ');

/** Texts longer than this are wrapped. */
const longText = 40;
/** A tree is indented only as deep as the style has classes. */
const deepest = 4;

function rowMarkup(
  { kind, cells, link, depth = 0 }: DocumentRow,
  table: DocumentTable,
  format: LocaleFormat,
): string {
  const names = [kind === 'sum' && 'sum', depth > 0 && `depth${Math.min(deepest, depth)}`].filter(Boolean);
  let text = `<tr${classAttribute(names.join(' '))}>`;
  // The rank of a hotel is before its name.
  const name =
    table.columns[0]?.kind === 'number' ? table.columns.findIndex(({ kind: of }) => of === 'text') : 0;
  table.columns.forEach((column, index) => {
    const content = cellMarkup(cells[index], column, table, format);
    if (index !== Math.max(0, name)) text += `<td${content.attributes}>${content.markup}</td>`;
    else {
      const linked = link === undefined ? content.markup : `<a href="#${markup(link)}">${content.markup}</a>`;
      text += `<th scope="row"${content.attributes}>${linked}</th>`;
    }
  });
  return `${text}</tr>\n`;
}

const heatSteps = 8;

function cellMarkup(cell: Cell, column: DocumentColumn, { isSortable }: DocumentTable, format: LocaleFormat) {
  const detailed = detailedCell(cell);
  const { kind } = column;
  const shown = cellWords(detailed, column, format);
  const words = formatText(detailed.detail ?? '', format);
  const detail = words === '' ? '' : ` <small>${markup(words)}</small>`;
  let name = columnClass(column);
  if (kind === 'text' && shown.length + words.length > longText) name += ' long';
  // The value to sort by, where separators, weekdays or signs were added.
  const isPlain = isExactNumber(detailed.value) || (kind === 'date' && typeof detailed.value === 'string');
  const plain = isPlain ? cellText(detailed.value as ExactNumber | string) : shown;
  const sorted = isSortable && plain !== shown ? ` data-value="${markup(plain)}"` : '';
  const content = contentMarkup(detailed, column, shown, detail, format);
  return { attributes: `${classAttribute(name)}${sorted}`, markup: content };
}

function contentMarkup(
  { value, series, isFigure }: DetailedCell,
  { kind, heading, most = 0 }: DocumentColumn,
  shown: string,
  detail: string,
  format: LocaleFormat,
): string {
  if (series) return sparklineMarkup(series, formatText(heading, format), format);
  if (kind === 'bar') return isExactNumber(value) ? barMarkup(Number(value), most) : '';
  if (kind === 'state' && shown !== '' && typeof value === 'string')
    return `<span class="state ${stateDirections[value] ?? 'flat'}">${markup(shown)}</span>`;
  if (shown === '' || isFigure || (kind !== 'signed' && kind !== 'shade')) return `${markup(shown)}${detail}`;
  const direction = findDirection(shown);
  const share = most > 0 ? Math.min(1, Math.abs(Number(value)) / most) : 0;
  const heat =
    kind === 'shade' && direction !== 'flat' ? ` h${Math.max(1, Math.round(share * heatSteps))}` : '';
  return `<span class="${direction}${heat}">${markup(shown)}</span>${detail}`;
}

function barMarkup(value: number, most: number): string {
  const length = most > 0 && Number.isFinite(value) ? Math.min(1, Math.max(0, value / most)) * 100 : 0;
  return `<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="mark" width="${Math.round(length * 100) / 100}" height="12"/></svg>`;
}
