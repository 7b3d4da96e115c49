import { dayNumber, isDate } from '../../platform/dates.ts';
import { isDecimal, isExactNumber } from '../../platform/numbers.ts';
import { markup } from '../../platform/safe-text.ts';
import { type LocaleFormat, weekday } from '../number-format.ts';
import { changeText, dateText, formatText, minus, say, shownNumber, withSign } from '../words/messages.ts';
import type {
  Cell,
  DetailedCell,
  Document,
  DocumentBlock,
  DocumentColumn,
  DocumentRow,
  DocumentTable,
  ShownUnit,
  Text,
  Tile,
} from './document.ts';

/** The cells, tiles and tables of a document, as every form reads them. Texts are still untrusted. */

/** How a change is colored, by its shown digits: up to 0.1 points or percent is neither good nor bad. */
export const findDirection = (shown: string): 'up' | 'down' | 'flat' =>
  small.test(shown) ? 'flat' : shown.startsWith('+') ? 'up' : shown.startsWith(minus) ? 'down' : 'flat';

const small = /^[+−]0(?:[.,](?:0\d*|10*))?(?!\d|[.,])/;

/** `50.0 to 62.5 %` */
export function rangeText(least: number, most: number, unit: ShownUnit, format: LocaleFormat): string {
  const [first, last] = [[shownNumber(least, unit, format)], [shownNumber(most, unit, format)]];
  return withSign(formatText(say('{first} to {last}', { first, last }), format), unit, format);
}

export const textMarkup = (text: Text, format: LocaleFormat): string => markup(formatText(text, format));

/** A note as HTML: a command in backticks is shown as one. */
export const noteMarkup = (note: Text, format: LocaleFormat): string =>
  textMarkup(note, format).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The notes of a form that leaves out folded sections, which it says first. */
export const notesOfExcerpt = ({
  blocks,
  notes = [],
}: Pick<Document, 'blocks' | 'notes'>): readonly Text[] =>
  hasFolded(blocks) ? [noteFolded, ...notes] : notes;

const noteFolded: Text =
  'Further sections are on the page and in the workbook: add `--output FILE.html` or `--output FILE.xlsx`.';

const hasFolded = (blocks: readonly DocumentBlock[]): boolean =>
  blocks.some(block => block.kind === 'section' && (block.folded || hasFolded(block.blocks)));

/** The widths of columns are chosen by these rows: the first ones, and of a longer table the widest. */
export function measuredRows({ rows, widest = [] }: DocumentTable): readonly DocumentRow[] {
  const first: DocumentRow[] = [];
  for (const row of rows) {
    if (first.length === mostMeasured) return [...first, ...widest];
    first.push(row);
  }
  return first;
}

const mostMeasured = 1000;

/** With an amount in millions, all values are in smaller letters, or its currency would not fit into the tile. */
const longValue = 11;

/** The value of a tile without its unit, and its change with it; empty without a change. */
export function tileWords({ value, unit, of, isChange, change }: Tile, format: LocaleFormat) {
  const shown = value === null ? '–' : (isChange ? changeText : shownNumber)(value, unit, format);
  const delta = change && isExactNumber(change.value) ? changeText(change.value, change.unit, format) : '';
  return {
    shown,
    sign: of === undefined ? format.word(unit.sign) : formatText(say('of {count}', { count: of }), format),
    isLong: shown.length + (unit?.sign ?? '').length > longValue,
    changed: change && delta ? withSign(delta, change.unit, format) : '',
  };
}

const isDetailed = (cell: Cell): cell is DetailedCell =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell) && !isDecimal(cell);

export const detailedCell = (cell: Cell): DetailedCell => (isDetailed(cell) ? cell : { value: cell });

export function withoutEmptyColumns(table: DocumentTable): DocumentTable {
  const isEmpty = (cell: Cell) => {
    const { value, series } = detailedCell(cell);
    return value == null && !series?.some(each => each !== null);
  };
  const rows = [...table.rows];
  return withColumns(table, (_, index) => rows.some(({ cells }) => !isEmpty(cells[index])));
}

/** The table without the columns that a form cannot draw. */
export const drawableTable = (table: DocumentTable): DocumentTable =>
  withColumns(table, ({ kind }) => kind !== 'sparkline' && kind !== 'bar');

/** The headings above the columns span fewer. */
function withColumns(table: DocumentTable, isShown: (column: DocumentColumn, index: number) => boolean) {
  const shown = table.columns.map(isShown);
  if (shown.every(Boolean)) return table;
  const shorten = (row: DocumentRow) => ({ ...row, cells: row.cells.filter((_, index) => shown[index]) });
  let from = 0;
  const groups = table.groups?.flatMap(({ title, span }) => {
    const own = shown.slice(from, from + span).filter(Boolean).length;
    from += span;
    return own === 0 ? [] : [{ title, span: own }];
  });
  return {
    ...table,
    groups,
    columns: table.columns.filter((_, index) => shown[index]),
    rows: {
      *[Symbol.iterator]() {
        for (const row of table.rows) yield shorten(row);
      },
    },
    widest: table.widest?.map(shorten) ?? [],
  };
}

/** Each row, the one after it, and whether it begins a group of rows with the same value or goes on with it. */
export function* rowsInGroups({ columns, rows }: DocumentTable) {
  const group = columns.findIndex(({ isGroup }) => isGroup);
  const placed = (row: DocumentRow, before?: DocumentRow) => ({
    row,
    inGroup:
      group >= 0 && row.kind === 'row' && (row.cells[group] === before?.cells[group] ? 'again' : 'opens'),
  });
  let last: ReturnType<typeof placed> | undefined;
  for (const row of rows) {
    const next = placed(row, last?.row);
    if (last) yield { ...last, next };
    last = next;
  }
  if (last) yield { ...last, next: undefined };
}

/** Whether the numbers of a column have a sign and a color. */
export const isChangeColumn = ({ kind }: DocumentColumn): boolean => kind === 'signed' || kind === 'shade';

/** Whether the cells of a column begin at its left side. */
export const isLeftColumn = ({ kind }: DocumentColumn): boolean =>
  kind === 'text' || kind === 'state' || kind === 'date' || kind === 'sparkline';

/** The value of a cell as text; empty for a series. */
export function cellWords(
  { value, unit, isFigure }: DetailedCell,
  column: DocumentColumn,
  format: LocaleFormat,
): string {
  if (value === null || value === undefined) return '';
  if (isExactNumber(value)) {
    const isChange = !isFigure && isChangeColumn(column);
    const text = (isChange ? changeText : shownNumber)(value, unit ?? column.unit, format);
    return unit ? withSign(text, unit, format) : text;
  }
  if (column.kind === 'date' && typeof value === 'string')
    return dateText(value, column.dates ?? 'weekday', format);
  // A single text is data, such as a name; words for readers are a list.
  const isData = typeof value === 'string' && !column.isWords && column.kind !== 'state';
  return isData ? value : formatText(value as Text, format);
}

/** Saturday and Sunday, when a hotel's figures usually differ. */
export const isWeekendDay = (date: string): boolean =>
  isDate(date) && ['Sat', 'Sun'].includes(weekday(dayNumber(date)));
