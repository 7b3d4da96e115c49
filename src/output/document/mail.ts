import { text } from 'node:stream/consumers';
import { markup } from '../../platform/safe-text.ts';
import type { LocaleFormat } from '../number-format.ts';
import { formatText, say } from '../words/messages.ts';
import {
  type Document,
  type DocumentBlock,
  type DocumentChart,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  stateDirections,
  type Text,
  type Tile,
} from './document.ts';
import {
  cellWords,
  detailedCell,
  drawableTable,
  findDirection,
  isChangeColumn,
  isLeftColumn,
  noteMarkup,
  notesOfExcerpt,
  rowsInGroups,
  textMarkup,
  tileWords,
} from './reading.ts';
import { documentText } from './terminal.ts';

/** A page as a mail: its first line and its two bodies. */
export interface MailedPage {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** What the page says without its notes, which name the time; equal for pages of the same figures. */
  readonly figures: string;
  /** It is an excerpt: a change may be in what it does not show. */
  readonly isPart?: boolean;
}

/**
 * A document as the body of a mail: mail readers drop style sheets, scripts and SVG, so that everything is a table with
 * inline styles, charts are text, and sparklines and folded sections are only on the page. The plain text is that of a terminal.
 */
export async function composeMail(document: Document, format: LocaleFormat): Promise<MailedPage> {
  const read = { ...document, blocks: document.blocks.flatMap(shortened) };
  const title = textMarkup(document.title, format);
  const html = `<!DOCTYPE html>
<html lang="${format.word('en')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background:#fff"><div style="${ink};padding:20px 16px;max-width:1240px">
<h1 style="margin:0 0 ${document.basis === undefined ? 18 : 0}px;font-size:22px;line-height:1.3">${title}</h1>
${await text(bodyMarkup({ ...read, notes: notesOfExcerpt(document) }, format))}</div></body></html>
`;
  const textFor = (shown: Document) => text(documentText(shown, format, textStyle));
  const subject = formatText(document.subject ?? document.title, format);
  return {
    subject,
    html,
    text: await textFor(read),
    figures: await textFor({ ...document, notes: [] }),
  };
}

const textStyle = { width: 72, color: false, unicode: true, plain: false };

/** A table is cut after these rows: a mail is not a file. Its totals stay. */
const mostRows = 100;

function shortened(block: DocumentBlock): DocumentBlock[] {
  if (block.kind === 'section') return [{ ...block, blocks: block.blocks.flatMap(shortened) }];
  if (block.kind !== 'table') return [block];
  const rows = [...block.rows];
  const shown = rows.filter(({ kind }, index) => kind === 'sum' || index < mostRows);
  const count = rows.length - shown.length + (block.further ?? 0);
  if (count === 0) return [block];
  const text = say('Rows that this email does not show: {count}.', { count });
  return [
    { ...block, rows: shown },
    { kind: 'note', text },
  ];
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const ink = `${font};font-size:14px;line-height:1.45;color:#16191f`;
const soft = 'color:#5b6472';
const small = `${soft};font-size:12px;font-weight:normal`;
const line = 'border-bottom:1px solid #e3e6eb';
const opened = 'border-top:1px solid #5b6472';
const tones = { up: 'color:#1a7f45', down: 'color:#b3261e', flat: soft, warn: 'color:#8a5a00' } as const;

async function* bodyMarkup(
  { basis, gaps = [], tiles = [], blocks, notes = [] }: Omit<Document, 'title'>,
  format: LocaleFormat,
): AsyncGenerator<string> {
  if (basis !== undefined) yield `<p style="margin:4px 0 18px;${soft}">${textMarkup(basis, format)}</p>\n`;
  for (const gap of gaps)
    yield `<p style="margin:0 0 14px;padding:8px 14px;border-left:4px solid #b3261e;background:#f6f7f9">${textMarkup(gap, format)}</p>\n`;
  const areLong = tiles.some(tile => tileWords(tile, format).isLong);
  if (tiles.length > 0) yield `<div>${tiles.map(tile => tileMarkup(tile, areLong, format)).join('')}</div>\n`;
  for (const block of blocks) {
    if (block.kind === 'table') yield tableMarkup(block, format);
    else if (block.kind === 'note') yield notesMarkup([block.text], format);
    else if (block.kind === 'chart') yield await chartMarkup(block, format);
    else if (block.kind === 'section' && !block.folded) {
      yield `<h2 style="margin:32px 0 4px;font-size:18px">${textMarkup(block.title, format)}</h2>\n`;
      yield* bodyMarkup(block, format);
    }
  }
  if (notes.length > 0) yield notesMarkup(notes, format);
}

function notesMarkup(notes: readonly Text[], format: LocaleFormat): string {
  const shown = notes.map(note => noteMarkup(note, format));
  return `<p style="margin:18px 0 0;font-size:12px;${soft}">${shown.join(' · ').replaceAll('<code>', '<code style="white-space:nowrap">')}</p>\n`;
}

/** Tiles side by side, below each other on a phone: without a style sheet only inline blocks do both. */
function tileMarkup(tile: Tile, areLong: boolean, format: LocaleFormat): string {
  const { what, state = '', change, detail = '' } = tile;
  const direction = stateDirections[state];
  const { shown, sign, changed } = tileWords(tile, format);
  const since = textMarkup(change?.since ?? '', format);
  const lines = [
    changed &&
      `<span style="${tones[findDirection(changed)]}">${markup(changed)}</span> <span style="${small}">${since}</span>`,
    detail && `<span style="${small}">${textMarkup(detail, format)}</span>`,
  ];
  const delta = lines.filter(Boolean).join('<br>') || `<span style="${small}">&nbsp;</span>`;
  return `<div style="display:inline-block;vertical-align:top;min-width:138px;margin:0 8px 8px 0;padding:10px 9px;border:1px solid #e3e6eb;border-radius:8px"><div style="${small}">${textMarkup(what, format)}</div><div style="${areLong ? 'font-size:16px' : 'font-size:22px;white-space:nowrap'};font-weight:600${direction ? `;${tones[direction]}` : ''}">${markup(shown)} <span style="${small};font-size:13px">${markup(sign)}</span></div><div style="font-size:13px">${delta}</div></div>`;
}

function tableMarkup(whole: DocumentTable, format: LocaleFormat): string {
  const words = (text: Text) => textMarkup(text, format);
  const table = drawableTable(whole);
  const { columns } = table;
  const read = [...table.rows];
  const count = columns.length;
  const [padding, size] =
    count > mostSmall ? [2, 11] : count > mostUsual ? [3, 12] : [count > mostSpacious ? 4 : 6, 13];
  const groups = (table.groups ?? []).map(
    ({ title, span }) =>
      `<th colspan="${span}" align="center" style="${heading};color:#16191f;${broken}">${words(title)}</th>`,
  );
  const headings = columns.map(
    column =>
      `<th align="${isLeftColumn(column) ? 'left' : 'right'}" style="${heading}${formatText(column.heading, format).length > longestLine ? `;${broken}` : ''}">${words(column.heading)}</th>`,
  );
  let rows = '';
  // Many columns, and amounts with their own currencies, need the space of long names, and of the currencies.
  const isWide =
    count > mostUsual || read.some(row => row.cells.some(cell => detailedCell(cell).unit !== undefined));
  for (const { row, inGroup } of rowsInGroups({ ...table, rows: read })) {
    const cells = columns.map((column, index) => {
      const ofGroup = inGroup === 'opens' ? opened : inGroup && column.isGroup ? soft : '';
      return cellMarkup(row, index, column, isWide, ofGroup, format);
    });
    rows += `<tr align="right"${row.kind === 'sum' ? ' style="background:#f6f7f9;font-weight:600"' : ''}>${cells.join('')}</tr>\n`;
  }
  const title = table.title === undefined ? '' : words(table.title);
  const detail = table.detail === undefined ? '' : ` <span style="${small}">${words(table.detail)}</span>`;
  return `${title && `<h2 style="margin:26px 0 8px;font-size:16px">${title}${detail}</h2>\n`}<div style="${title ? '' : 'margin-top:18px;'}overflow-x:auto"><table role="presentation" cellpadding="${padding}" cellspacing="0" border="0" style="border-collapse:collapse;white-space:nowrap;${ink};font-size:${size}px">
${groups.length > 0 ? `<tr style="font-size:${size - 1}px">${groups.join('')}</tr>\n` : ''}<tr style="font-size:${size - 1}px">${headings.join('')}</tr>
${rows}</table></div>
`;
}

/** As the plain text has it; a chart that is not drawn there is only on the page. */
async function chartMarkup(chart: DocumentChart, format: LocaleFormat): Promise<string> {
  const untitled: Document = { title: '', blocks: [{ ...chart, title: '' }] };
  const drawn = (await text(documentText(untitled, format, textStyle))).trim();
  if (drawn === '') return '';
  const title = textMarkup(chart.title, format);
  return `<h2 style="margin:26px 0 8px;font-size:16px">${title}</h2>
<pre style="margin:0;overflow-x:auto;font:12px/1.5 Menlo,Consolas,monospace">${drawn.split('\n').map(markup).join('\n')}</pre>
`;
}

const heading = `${line};${soft};font-weight:600;vertical-align:bottom`;
/** A table with more columns has less space between them, then smaller letters too, or a window of 900 pixels would cut it. */
const [mostSpacious, mostUsual, mostSmall] = [7, 11, 13];
/** What the cells have in common is said by their row and table: some mail readers cut a mail at 102 KB. */
const broken = 'white-space:normal';
/** Longer headings are broken, or the table of a comparison would not fit into a window: `Dec 2026`. */
const longestLine = 7;
/** Longer texts are broken where a table does not fit, and what is beside the name of a hotel may be below it. */
const [longestName, shortName] = [32, 8];

function cellMarkup(
  { cells, depth = 0 }: DocumentRow,
  index: number,
  column: DocumentColumn,
  isWide: boolean,
  ofGroup: string,
  format: LocaleFormat,
): string {
  const cell = detailedCell(cells[index]);
  const shown = cellWords(cell, column, format);
  const isBroken =
    column.kind === 'text'
      ? shown.length > (isWide ? shortName : longestName) || (index === 0 && cell.detail)
      : cell.unit !== undefined;
  const style = [
    line,
    isBroken ? broken : '',
    index === 0 && depth > 0 ? `padding-left:${depth * 17}px` : '',
    column.isKey ? 'font-weight:600' : '',
    isChangeColumn(column) && !column.isNeutral ? tones[findDirection(shown)] : '',
    column.kind === 'state' ? tones[stateDirections[String(cell.value)] ?? 'flat'] : '',
    ofGroup,
  ];
  const side = isLeftColumn(column) ? ' align="left"' : '';
  const detail = cell.detail && ` <span style="${small}">${textMarkup(cell.detail, format)}</span>`;
  return `<td${side} style="${style.filter(Boolean).join(';')}">${markup(shown)}${detail ?? ''}</td>`;
}
