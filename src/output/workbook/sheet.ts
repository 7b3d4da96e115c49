import { OutputError } from '../../base/errors.ts';
import { xmlText } from '../../base/text.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { headingOf } from '../columns.ts';
import { likeForLike, totalLabel } from '../like-for-like.ts';
import type { LocaleFormat } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import type { RecordListener } from '../results.ts';
import { RunningTotals, sharedCurrency, totalsOf } from '../totals.ts';
import {
  columnLetters,
  dateFormat,
  mainNamespace,
  numberFormat,
  type SheetLayout,
  type SheetValue,
  sheetText,
  sheetValue,
  textCell,
  xmlHead,
} from './cells.ts';
import { chartsOfSheet, type SheetChart } from './chart-sheet.ts';
import { totalsXml } from './sheet-totals.ts';
import type { CellStyles, SharedTexts } from './styles.ts';

/** The maximum number of rows of a sheet, including its header. */
const mostRows = 1_048_576;
/** Records that are kept in memory to determine the widths of columns and the currency of headings. */
const buffered = 5000;
/** Widths in characters. */
const [narrowest, widest] = [8, 50];
/** The height of a line of text, in points. */
export const lineHeight = 13;

/** The rows of a sheet; the totals below them are those of all records. */
export type SheetRecords = (seen: RecordListener) => AsyncIterable<readonly ReportRecord[]>;

interface SheetContent extends SheetLayout {
  readonly batches: SheetRecords;
  readonly locale: LocaleFormat;
  /** Printed at the foot of each page. */
  readonly footer: string;
}

/** What the workbook needs to know about a sheet after it is written. */
export interface WrittenSheet {
  readonly rows: number;
  /** All cells with rows and headings, which the filter covers. */
  readonly range: string;
  /** Charts of its rows; none of a sheet of very many. */
  readonly charts: readonly SheetChart[];
}

/** One sheet's XML, in pieces and in constant memory. Returns what the workbook needs to know about it. */
export async function* sheetXml(
  { batches, locale, footer, ...layout }: SheetContent,
  styles: CellStyles,
  texts: SharedTexts,
): AsyncGenerator<string, WrittenSheet> {
  const { columns } = layout;
  const running = new RunningTotals(columns);
  // Which properties count is known at the end; compared rows are in memory already.
  const isCompared = columns.some(({ aggregation }) => aggregation?.kind === 'change');
  const held: ReportRecord[] = [];
  let counted = 0;
  const source = batches(records => {
    counted += records.length;
    for (const record of records) isCompared ? held.push(record) : running.add(record);
  })[Symbol.asyncIterator]();
  const { first, complete } = await firstRecords(source);
  const currencies = columns.map(({ name, unit }) =>
    complete && unit?.kind === 'money' ? sharedCurrency(first, name, unit.currency) : undefined,
  );
  // Formulas ignore numbers that are stored as text.
  const asText = new Set<string>();
  const cells = columns.map((column, index) =>
    cellWriter(column, index, currencies[index], locale, styles, texts, asText),
  );
  let row = 1;
  const rowXml = (record: ReportRecord) => {
    row += 1;
    if (row > mostRows)
      throw new OutputError(`a sheet cannot hold more than ${mostRows - 1} rows`, {
        hint: 'use --format csv, or request a shorter period',
      });
    let text = `<row r="${row}">`;
    for (const cell of cells) text += cell(record, row);
    return `${text}</row>`;
  };
  const headings = columns.map((column, index) => headingOf(column, currencies[index], locale.word));
  yield sheetStart(layout, headings, first, styles);
  let piece = '';
  for (const record of first) piece += rowXml(record);
  yield piece;
  for (
    let next = complete ? undefined : await source.next();
    next && !next.done;
    next = await source.next()
  ) {
    let rows = '';
    for (const record of next.value) rows += rowXml(record);
    yield rows;
  }
  const last = row;
  const alike = likeForLike(held, columns);
  const totals = isCompared ? totalsOf(alike.records, columns) : running.result();
  const label = locale.word(totalLabel(alike, last - 1, counted));
  const below = { totals, last, label, isWhole: counted === last - 1 && !alike.properties };
  if (counted > 1) yield totalsXml(layout, below, styles, asText);
  const range = `A1:${columnLetters(columns.length - 1)}${last}`;
  yield `</sheetData><autoFilter ref="${range}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>${xmlText(`&L${footer.replaceAll('&', '&&')}&RPage &P of &N`)}</oddFooter></headerFooter></worksheet>`;
  return { rows: last - 1, range, charts: complete ? chartsOfSheet(layout, first) : [] };
}

/** The first records, and whether they are all records. */
async function firstRecords(source: AsyncIterator<readonly ReportRecord[]>) {
  const first: ReportRecord[] = [];
  while (first.length < buffered) {
    const next = await source.next();
    if (next.done) return { first, complete: true };
    for (const record of next.value) first.push(record);
  }
  return { first, complete: false };
}

function sheetStart(
  { columns, folded }: SheetLayout,
  headings: readonly string[],
  first: readonly ReportRecord[],
  styles: CellStyles,
): string {
  const widths = columns.map((column, index) => widthOf(column, headings[index] ?? '', first));
  const cols = columns.map((column, index) => {
    const place = `min="${index + 1}" max="${index + 1}"`;
    const fold = folded.has(column) ? ' hidden="1" outlineLevel="1"' : '';
    return `<col ${place} width="${widths[index]}" customWidth="1"${fold}/>`;
  });
  const header = columns.map(({ type }, index) => {
    const style = styles.indexOf({ bold: true, wrap: true, right: type !== 'text' });
    return textCell(`${columnLetters(index)}1`, style, sheetText(headings[index] ?? ''));
  });
  const lines = columns.map((column, index) =>
    folded.has(column) ? 1 : wrapWords((headings[index] ?? '').split(' '), (widths[index] ?? 0) - 2).length,
  );
  const height = lineHeight * Math.max(1, ...lines);
  return `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetPr><outlinePr summaryRight="0"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="13"${folded.size > 0 ? ' outlineLevelCol="1"' : ''}/><cols>${cols.join('')}</cols><sheetData><row r="1" ht="${height}" customHeight="1">${header.join('')}</row>`;
}

/** Wide enough for the values of the first rows and for each word of the heading, which is wrapped. */
function widthOf(column: Column, heading: string, first: readonly ReportRecord[]): number {
  const read = valueReader(column.name);
  let width = Math.max(narrowest, ...heading.split(' ').map(word => word.length + 4));
  for (const record of first.slice(0, 1000))
    width = Math.max(width, lengthOf(sheetValue(read(record), column)));
  return Math.min(width, widest);
}

/** A number is wider than its digits because of separators and decimals, a date because of its weekday. */
function lengthOf({ kind, text }: SheetValue): number {
  if (kind === 'empty') return 0;
  if (kind === 'date') return 14;
  if (kind !== 'number') return Math.max(...text.split('\n').map(line => line.length)) + 1;
  return Math.ceil(Number(text) === 0 ? 4 : String(Math.trunc(Number(text))).length * 1.3 + 4);
}

function cellWriter(
  column: Column,
  index: number,
  shared: string | undefined,
  locale: LocaleFormat,
  styles: CellStyles,
  texts: SharedTexts,
  asText: Set<string>,
): (record: ReportRecord, row: number) => string {
  const { unit, name, weekday } = column;
  const [letters, read] = [columnLetters(index), valueReader(name)];
  const currencyOf = unit?.kind === 'money' ? valueReader(unit.currency) : () => undefined;
  const date =
    column.type === 'date' ? styles.indexOf({ format: dateFormat(locale.tag, weekday === true) }) : 0;
  return (record, row) => {
    const value = read(record);
    const { kind, text } = sheetValue(value, column);
    const place = `${letters}${row}`;
    if (kind === 'date') return numberCell(place, date, text);
    if (kind === 'number') {
      const format = numberFormat(value, unit, shared ?? currencyOf(record), shared === undefined);
      return numberCell(place, format === undefined ? 0 : styles.indexOf({ format }), text);
    }
    if (isExactNumber(value)) asText.add(name);
    if (kind === 'empty') return '';
    if (kind === 'boolean') return `<c r="${place}" t="b"><v>${text}</v></c>`;
    const number = texts.numberOf(text);
    return number === undefined ? textCell(place, 0, text) : `<c r="${place}" t="s"><v>${number}</v></c>`;
  };
}

const numberCell = (place: string, style: number, value: string) =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`;
