import { htmlPageEnd, htmlPageStart } from '../../base/html-page.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { markup } from '../../platform/safe-text.ts';
import { cellText, type LocaleFormat } from '../number-format.ts';
import { formatText, roundAsShown, withSign } from '../words/messages.ts';
import type { Phrase } from '../words/words.ts';
import {
  type Cell,
  type DetailedCell,
  type Document,
  type DocumentBlock,
  type DocumentChart,
  type DocumentColumn,
  type DocumentTable,
  type Section,
  stateDirections,
  type Text,
  type Tile,
} from './document.ts';
import { chartMarkup, sparklineMarkup } from './drawings.ts';
import documentStyle from './page.css?raw';
import documentScript from './page-script.js?raw';
import {
  cellWords,
  detailedCell,
  findDirection,
  noteMarkup,
  rowsInGroups,
  textMarkup,
  tileWords,
} from './reading.ts';

/** A document as a self-contained page: one file that loads nothing, is complete without its script, and is written row by row. */
export async function* documentPage(document: Document, format: LocaleFormat): AsyncGenerator<string> {
  const title = textMarkup(document.title, format);
  yield `${htmlPageStart({ language: format.word('en'), titleMarkup: title, style: documentStyle, script: documentScript })}<main data-words="${markup(toolWords.map(format.word).join('|'))}">\n<h1>${title}</h1>\n`;
  yield* bodyChunks(document, format);
  yield `</main>\n${htmlPageEnd({ script: documentScript })}`;
}

/** What the script writes above tables. */
const toolWords: readonly Phrase[] = ['Search', 'All', 'Columns', 'Copy as CSV', 'Copied'];

function* bodyChunks(
  { basis, gaps = [], tiles = [], blocks, notes = [] }: Omit<Document, 'title'>,
  format: LocaleFormat,
): Generator<string> {
  if (basis !== undefined) yield `<p class="lead">${textMarkup(basis, format)}</p>\n`;
  for (const gap of gaps) yield `<p class="gap">${textMarkup(gap, format)}</p>\n`;
  if (tiles.length > 0)
    yield `<div class="tiles">${tiles.map(tile => tileMarkup(tile, format)).join('')}</div>\n`;
  // Charts in a row are beside each other.
  let charts: DocumentChart[] = [];
  const drawn = () => {
    const own = charts;
    charts = [];
    return chartsMarkup(own, format);
  };
  for (const block of blocks) {
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

function chartsMarkup(charts: readonly DocumentChart[], format: LocaleFormat): string {
  const drawn = charts.map(chart =>
    chartMarkup(chart, format, charts.length > 1 ? 'narrow' : chart.form === 'bars' ? 'single' : 'wide'),
  );
  return drawn.length > 1 ? `<div class="charts">${drawn.join('')}</div>\n` : drawn.join('');
}

function* blockChunks(block: Exclude<DocumentBlock, DocumentChart>, format: LocaleFormat) {
  if (block.kind === 'table') yield* tableChunks(block, format);
  else if (block.kind === 'note') yield `<p class="notes">${noteMarkup(block.text, format)}</p>\n`;
  else yield* sectionChunks(block, format);
}

/** The figures that the heading of a folded section shows. */
const figuresOfHeading = 3;

/** The anchor is inside of what is folded: a link to it unfolds it. */
function* sectionChunks(section: Section, format: LocaleFormat): Generator<string> {
  const title = textMarkup(section.title, format);
  const figures = (section.tiles ?? []).slice(0, figuresOfHeading).map(tile => {
    const { shown } = tileWords(tile, format);
    return `${textMarkup(tile.what, format)} ${markup(tile.value === null ? shown : withSign(shown, tile.unit, format))}`;
  });
  const small = figures.length > 0 ? ` <small>${figures.join(' · ')}</small>` : '';
  yield section.folded
    ? `<details${section.isOpen ? ' open' : ''}${section.isPrinted ? ' class="printed"' : ''}><summary>${title}${small}</summary>\n<div id="${markup(section.anchor)}">\n`
    : `<section id="${markup(section.anchor)}"><div><h2>${title}</h2>\n`;
  yield* bodyChunks(section, format);
  yield section.folded ? '</div></details>\n' : '</div></section>\n';
}

function tileMarkup(tile: Tile, format: LocaleFormat): string {
  const { what, value, state = '', change, detail } = tile;
  const { shown, sign, changed, isLong } = tileWords(tile, format);
  const signed = sign && value !== null ? `<span>${markup(sign)}</span>` : '';
  const since = change?.since ? ` <small>${textMarkup(change.since, format)}</small>` : '';
  const delta = changed && `<span class="${findDirection(changed)}">${markup(changed)}</span>${since}`;
  const classes = classAttribute('value', isLong && 'long', stateDirections[state]);
  const small = detail === undefined ? '' : `<small>${textMarkup(detail, format)}</small>`;
  return `<div class="tile"><p class="what">${textMarkup(what, format)}</p><p${classes}>${markup(shown)}${signed}</p>${change || small ? `<p class="delta">${[delta, small].filter(Boolean).join('<br>')}</p>` : ''}</div>`;
}

/** How a column with a heading is sorted, and the class of its cells. */
const kinds: Readonly<Record<DocumentColumn['kind'], readonly [sortedAs: string, name: string]>> = {
  text: ['text', 't'],
  state: ['text', 't'],
  date: ['date', 't'],
  number: ['number', ''],
  signed: ['number', ''],
  shade: ['number', 'heat'],
  bar: ['', 'bar'],
  sparkline: ['', ''],
};

/** With more columns than these, a table is set in smaller letters. */
const mostUsual = 11;
/** Rows are joined to pieces of about this many characters. */
const pieceLength = 65_536;

function* tableChunks(table: DocumentTable, format: LocaleFormat): Generator<string> {
  const { title, label = title, detail, groups, columns } = table;
  const shownTitle = textMarkup(title ?? '', format);
  const caption = textMarkup(label ?? 'Table', format);
  const small = detail === undefined ? '' : ` <small>${textMarkup(detail, format)}</small>`;
  const grouped = groups
    ? `<tr class="group">${groups.map(group => `<th colspan="${group.span}" scope="colgroup">${textMarkup(group.title, format)}</th>`).join('')}</tr>`
    : '';
  const tableClass = classAttribute(columns.length > mostUsual && 'dense', isCards(table) && 'cards');
  const { above, names } = nameColumns(table, format);
  const headings = columns.map((column, index) => {
    const heading = headingMarkup(column.heading, format);
    const type = heading === '' ? '' : kinds[column.kind][0];
    const { whole = '' } = names[index] ?? {};
    const named = whole === formatText(column.heading, format) ? '' : ` data-value="${markup(whole)}"`;
    return `<th scope="col"${classAttribute(...columnClasses(column))}${type ? ` data-type="${type}"` : ''}${named}>${heading}</th>`;
  });
  const aboveCards = above === '' ? '' : ` data-above="${markup(above)}"`;
  yield `${shownTitle && `<h2>${shownTitle}${small}</h2>\n`}<div class="scroll"${aboveCards} role="region" aria-label="${caption}" tabindex="0"><table${tableClass}><caption>${caption}</caption><thead>${grouped}<tr>${headings.join('')}</tr></thead>
<tbody>
`;
  let piece = '';
  const name = nameColumn(columns);
  for (const { row, inGroup } of rowsInGroups(table)) {
    const cells = columns.map((column, index) => {
      const { attributes, content } = cellMarkup(row.cells[index], column, names[index]?.label ?? '', format);
      if (index !== name) return `<td${attributes}>${content}</td>`;
      const linked = row.link === undefined ? content : `<a href="#${markup(row.link)}">${content}</a>`;
      return `<th scope="row"${attributes}>${linked}</th>`;
    });
    const { kind, depth = 0 } = row;
    const indented = depth > 0 && `depth${Math.min(deepest, depth)}`;
    piece += `<tr${classAttribute(kind === 'sum' && 'sum', inGroup, indented)}>${cells.join('')}</tr>\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</tbody></table></div>\n`;
}

function classAttribute(...names: readonly (string | false | undefined)[]): string {
  const own = names.filter(Boolean);
  return own.length === 0 ? '' : ` class="${own.join(' ')}"`;
}

const columnClasses = ({ kind, isKey, isGroup, rank = 0 }: DocumentColumn) => [
  kinds[kind][1],
  isKey && 'key',
  isGroup && 'group',
  rank > 0 && 'optional',
];

/** The rank and the code of a hotel may be before its name. */
function nameColumn(columns: readonly DocumentColumn[]): number {
  if (columns[0]?.kind !== 'number') return 0;
  const first = Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'text'),
  );
  return columns[first + 1]?.kind === 'text' ? first + 1 : first;
}

/** With more columns than these, the rows of a table are cards on a phone, with the heading before each value. */
const mostOnPhone = 4;
const isCards = ({ isComplete, hasCards, columns }: DocumentTable) =>
  (!isComplete || hasCards === true) && columns.length > mostOnPhone;

/** The heading of each column with what is above it; that of a change has its figure (`RevPAR ± %`). */
function nameColumns(table: DocumentTable, format: LocaleFormat) {
  const { groups = [], columns } = table;
  const titles = groups.flatMap(({ title, span }) => Array<string>(span).fill(formatText(title, format)));
  // If a phone shows the columns of only one title, it is above the cards.
  const shown = new Set(titles.filter((title, index) => title !== '' && !columns[index]?.rank));
  const [above = ''] = isCards(table) && shown.size === 1 ? shown : [];
  let figure = '';
  const names = columns.map(({ heading }, index) => {
    const own = formatText(heading, format);
    const isChange = /^±(?: \S{1,3})?$/.test(own);
    if (!isChange) figure = own.replace(/ %$/, '');
    const name = isChange ? `${figure} ${own}`.trim() : own;
    const title = titles[index] ?? '';
    const below = (words: string) => [words, name].filter(Boolean).join(' · ');
    return { whole: below(title), label: isCards(table) ? below(title === above ? '' : title) : '' };
  });
  return { above, names };
}

/** A short last word, such as a unit, stays on the line of the word before it. */
const headingMarkup = (heading: Text, format: LocaleFormat): string =>
  textMarkup(heading, format).replace(/(?<=^\S{1,6}) (?=\S{1,3}$)/, '\u00a0');

/** Texts longer than this are wrapped, and names where the window is not as wide as the table. */
const [longText, longName] = [40, 16];
/** A tree is indented only as deep as the style has classes. */
const deepest = 4;

function cellMarkup(cell: Cell, column: DocumentColumn, label: string, format: LocaleFormat) {
  const detailed = detailedCell(cell);
  const { kind } = column;
  const shown = cellWords(detailed, column, format);
  const words = formatText(detailed.detail ?? '', format);
  const detail = words === '' ? '' : ` <small>${markup(words)}</small>`;
  // The value to sort by and to copy, with the decimals that are shown, where separators, weekdays or signs were added.
  const { value, unit = column.unit } = detailed;
  const isDay = kind === 'date' && typeof value === 'string';
  const plain = isExactNumber(value) ? cellText(roundAsShown(value, unit)) : isDay ? value : shown;
  const sorted = plain !== shown ? ` data-value="${markup(plain)}"` : '';
  const length = kind === 'text' ? shown.length + words.length : 0;
  const isDrawn = kind === 'sparkline' || kind === 'bar';
  const wrapped = length > longText ? 'long' : length > longName && 'name';
  const classes = classAttribute(...columnClasses(column), wrapped, isDrawn && 'drawn');
  const named = label === '' ? '' : ` data-label="${markup(label)}"`;
  return {
    attributes: `${classes}${sorted}${named}`,
    content: contentMarkup(detailed, column, shown, detail, format),
  };
}

/** The strongest background is that of `h8` in the style. */
const heatSteps = 8;

function contentMarkup(
  { value, series, isFigure }: DetailedCell,
  { kind, heading, most = 0, isNeutral }: DocumentColumn,
  shown: string,
  detail: string,
  format: LocaleFormat,
): string {
  if (series) return sparklineMarkup(series, formatText(heading, format), format);
  if (kind === 'bar') return isExactNumber(value) ? barMarkup(Number(value), most) : '';
  if (kind === 'state' && shown !== '' && typeof value === 'string')
    return `<span class="state ${stateDirections[value] ?? 'flat'}">${markup(shown)}</span>`;
  if (shown === '' || isFigure || (kind !== 'signed' && kind !== 'shade')) return `${markup(shown)}${detail}`;
  const direction = isNeutral ? 'flat' : findDirection(shown);
  const share = most > 0 ? Math.min(1, Math.abs(Number(value)) / most) : 0;
  const heat =
    kind === 'shade' && direction !== 'flat' ? ` h${Math.max(1, Math.round(share * heatSteps))}` : '';
  return `<span class="${direction}${heat}">${markup(shown)}</span>${detail}`;
}

function barMarkup(value: number, most: number): string {
  const length = most > 0 && Number.isFinite(value) ? Math.min(1, Math.max(0, value / most)) * 100 : 0;
  return `<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="mark" width="${Math.round(length * 100) / 100}" height="12"/></svg>`;
}
