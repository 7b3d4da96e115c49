import Big from 'big.js';
import { type CalendarDate, dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isDecimal, isExactNumber } from '../../platform/numbers.ts';
import { markup } from '../../platform/safe-text.ts';
import { cellText } from '../cell.ts';
import { formattedNumber, type LocaleFormat, weekday } from '../number-format.ts';
import { fillTemplate, regionName, say } from '../words/messages.ts';
import {
  type Cell,
  countUnit,
  type DateForm,
  type DetailedCell,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  dateForms,
  type MessageValue,
  type ShownUnit,
  type Text,
  type Tile,
} from './document.ts';

/** The values of a document as text in a locale. Texts are still untrusted. */

/** A true minus, as wide as a plus. */
export const minus = '−';

/** Rounded half up to the decimals of its unit, without its sign. */
export function numberText(value: ExactNumber, unit: ShownUnit | undefined, format: LocaleFormat): string {
  const shown = roundAsShown(value, unit);
  if (unit?.decimals === undefined) return cellText(shown).replace('.', format.decimal);
  return formattedNumber(shown, unit.decimals, format);
}

export const roundAsShown = (value: ExactNumber, unit: ShownUnit | undefined): ExactNumber =>
  unit?.decimals === undefined || unit.isExact ? value : new Big(value).round(unit.decimals, Big.roundHalfUp);

/** `+3.8`, `−1.0`, `0.0`. */
function changeText(value: ExactNumber, unit: ShownUnit | undefined, format: LocaleFormat): string {
  const text = numberText(value, unit, format);
  const isZero = !/[1-9]/.test(text);
  if (text.startsWith('-')) return isZero ? text.slice(1) : `${minus}${text.slice(1)}`;
  return isZero ? text : `+${text}`;
}

/** A number with the same minus as a change. */
const shownNumber: typeof numberText = (...number) => numberText(...number).replace('-', minus);

/** How a change is colored, by its shown digits: up to 0.1 points or percent is neither good nor bad. */
export const findDirection = (shown: string): 'up' | 'down' | 'flat' =>
  small.test(shown) ? 'flat' : shown.startsWith('+') ? 'up' : shown.startsWith(minus) ? 'down' : 'flat';

const small = /^[+−]0(?:[.,](?:0\d*|10*))?(?!\d|[.,])/;

export const withSign = (text: string, { sign }: ShownUnit, format: LocaleFormat): string =>
  sign === '' ? text : `${text} ${format.word(sign)}`;

/** `50.0 to 62.5` */
export const rangeText = (least: number, most: number, unit: ShownUnit, format: LocaleFormat): string =>
  formatText(
    say('{first} to {last}', {
      first: [numberText(least, unit, format)],
      last: [numberText(most, unit, format)],
    }),
    format,
  );

/** Creating one takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date as people read it. A text that is not a date is returned unchanged. */
export function dateText(date: CalendarDate, as: DateForm, locale: LocaleFormat): string {
  if (!isDate(date)) return date;
  if (as === 'numeric' || as === 'numeric-weekday') return locale.date(date, as === 'numeric-weekday');
  const { tag = 'en-GB' } = locale;
  const key = `${tag} ${as}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(tag, { ...dateForms[as], timeZone: 'UTC', numberingSystem: 'latn' });
  formats.set(key, format);
  const text = format.format(Date.parse(`${date}T00:00:00Z`));
  // Versions of ICU differ in the comma after a weekday, and abbreviate September to four letters.
  return tag === 'en-GB'
    ? text
        .replace(/^(\w+day),? /, '$1, ')
        .replace(/^(\w{3}),/, '$1')
        .replace(/\bSept\b/, 'Sep')
    : text;
}

/** The words of a text in the language of the format. */
export function formatText(text: Text, format: LocaleFormat): string {
  if (typeof text === 'string') return format.word(text);
  const shown: string[] = [];
  const makeMark = (words: string) => String.fromCharCode(firstMark + shown.push(words) - 1);
  const phrase = text.map(piece => {
    // A name may have such characters too.
    if (typeof piece === 'string') return piece.replace(marks, makeMark);
    return makeMark('phrase' in piece ? formatText(piece.phrase, format) : formatValue(piece, format));
  });
  return format.word(phrase.join('')).replace(marks, mark => shown[mark.charCodeAt(0) - firstMark] ?? mark);
}

function formatValue(value: Exclude<Text, string>[number] | MessageValue, format: LocaleFormat): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value, countUnit, format);
  if ('date' in value) return dateText(value.date, value.as, format);
  if ('region' in value) return regionName(value.region, format.tag);
  if ('number' in value) {
    const { number, unit, isChange } = value;
    return withSign((isChange ? changeText : shownNumber)(number, unit, format), unit, format);
  }
  if (!('message' in value)) return formatText('phrase' in value ? value.phrase : value, format);
  // Languages differ in the order of the values.
  const show = (each: MessageValue) => formatValue(each, format);
  return fillTemplate(format.word(value.message), name => value.values?.[name], show);
}

/** A character without a meaning holds the place of a piece. */
const firstMark = 0xe000;
const marks = /[\uE000-\uF8FF]/g;

/** A note as HTML: a command in backticks is shown as one. */
export const noteMarkup = (note: Text, format: LocaleFormat): string =>
  markup(formatText(note, format)).replace(/`([^`]+)`/g, '<code>$1</code>');

/** All rows of a table, for a form that needs their widths, or needs them twice. */
export async function readRows({ rows }: DocumentTable): Promise<readonly DocumentRow[]> {
  const all: DocumentRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** An amount in millions is set in smaller letters, or its currency would not fit into the tile. */
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

type ReadTable = DocumentTable & { readonly rows: readonly DocumentRow[] };

/** The table without the columns of which no row has anything. */
export function withoutEmptyColumns<Table extends ReadTable>(table: Table): Table {
  const isEmpty = (cell: Cell) => {
    const { value, series } = detailedCell(cell);
    return value == null && !series?.some(each => each !== null);
  };
  return withColumns(table, (_, index) => table.rows.some(({ cells }) => !isEmpty(cells[index])));
}

/** The table without the columns that a form cannot draw, with all its rows. */
export async function drawableTable(
  table: DocumentTable,
  ...kinds: readonly DocumentColumn['kind'][]
): Promise<ReadTable> {
  const { table: drawn, first } = await openTable(table, Number.POSITIVE_INFINITY, kinds);
  return { ...drawn, rows: first };
}

/** The same, with its first rows; further ones are read one by one. */
export async function openTable(
  whole: DocumentTable,
  most: number,
  dropped: readonly DocumentColumn['kind'][] = [],
) {
  const { rows } = whole;
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const shown = whole.columns.map(({ kind }) => !dropped.includes(kind));
  const isAll = shown.every(Boolean);
  const shorten = (row: DocumentRow): DocumentRow =>
    isAll ? row : { ...row, cells: row.cells.filter((_, index) => shown[index]) };
  const take = async () => {
    const next = await source.next();
    return next.done ? undefined : shorten(next.value);
  };
  const first: DocumentRow[] = [];
  let ahead = await take();
  for (; ahead && first.length < most; ahead = await take()) first.push(ahead);
  const table = isAll ? whole : withColumns({ ...whole, rows: [] }, (_, index) => shown[index] ?? false);
  const widest = table.widest?.map(shorten) ?? [];
  return { table: { ...table, widest }, first, ahead, take };
}

/** The headings above the columns span fewer. */
function withColumns<Table extends ReadTable>(
  table: Table,
  isShown: (column: DocumentColumn, index: number) => boolean,
): Table {
  const shown = table.columns.map(isShown);
  let from = 0;
  const groups = table.groups?.flatMap(({ title, span }) => {
    const own = shown.slice(from, from + span).filter(Boolean).length;
    from += span;
    return own === 0 ? [] : [{ title, span: own }];
  });
  return {
    ...table,
    ...(groups ? { groups } : {}),
    columns: table.columns.filter((_, index) => shown[index]),
    rows: table.rows.map(row => ({ ...row, cells: row.cells.filter((_, index) => shown[index]) })),
  };
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
  return isData ? value : formatText(value, format);
}

/** Saturday and Sunday, when a hotel's figures usually differ. */
export const isWeekendDay = (date: string): boolean =>
  isDate(date) && ['Sat', 'Sun'].includes(weekday(dayNumber(date)));
