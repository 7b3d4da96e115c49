import { OutputError } from '../../base/errors.ts';
import { xmlText } from '../../base/text.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, MeasureUnit, ReportRecord } from '../../platform/records.ts';
import { makeColumnHeading } from '../columns.ts';
import { decimalsOfCurrency, decimalsOfUnit, type LocaleFormat, percentDecimals } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import type { RecordListener } from '../results.ts';
import { type ColumnTotal, StreamTotals, sharedCurrency, totalLabel } from '../totals.ts';
import {
  bandRule,
  type CellStyles,
  changeRules,
  columnLetters,
  dateFormat,
  mainNamespace,
  numberFormat,
  printSetup,
  type SharedTexts,
  type SheetLayout,
  type SheetValue,
  sheetText,
  sheetValue,
  textCell,
  xmlHead,
} from './cells.ts';
import { chartsOfSheet, type SheetChart } from './chart-sheet.ts';

/** The maximum number of rows of a sheet, including its header. */
const mostRows = 1_048_576;
/** Records that are kept in memory to determine the widths of columns and the currency of headings. */
const buffered = 5000;
/** Rows that fit on the first sheet. */
const mostOnFirstSheet = 45;
/** Few enough rows that the pieces of a large sheet stay small in memory. */
const rowsInPiece = 64;
/** Widths in characters. */
const [narrowest, widest] = [8, 50];
/** Excel repairs a file with more characters, and headings have the names of hotels. */
const longestFooter = 255;
/** The height of a line of text, in points. */
export const lineHeight = 13;

/** The rows of a sheet; the totals below them are those of all records. */
export type SheetRecords = (seen: RecordListener) => AsyncIterable<readonly ReportRecord[]>;

interface SheetContent extends SheetLayout {
  readonly batches: SheetRecords;
  readonly format: LocaleFormat;
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
  /** All its records, if they are few enough to be shown on the first sheet too. */
  readonly few: readonly ReportRecord[] | undefined;
}

/** One sheet's XML, in pieces and in constant memory. Returns what the workbook needs to know about it. */
export async function* sheetXml(
  { batches, format, footer, ...layout }: SheetContent,
  styles: CellStyles,
  texts: SharedTexts,
): AsyncGenerator<string, WrittenSheet> {
  const { columns } = layout;
  const all = new StreamTotals(columns);
  const source = batches(records => all.add(records))[Symbol.asyncIterator]();
  const { first, complete } = await firstRecords(source);
  const currencies = columns.map(({ name, unit }) =>
    complete && unit?.kind === 'money' ? sharedCurrency(first, name, unit.currency) : undefined,
  );
  // Formulas ignore numbers that are stored as text.
  const asText = new Set<string>();
  const cells = columns.map((column, index) =>
    cellWriter(column, index, currencies[index], format.tag, styles, texts, asText),
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
  const headings = columns.map((column, index) => makeColumnHeading(column, currencies[index], format.word));
  yield sheetStart(layout, headings, first, styles);
  for (let records: readonly ReportRecord[] = first; ; ) {
    for (let from = 0; from < records.length; from += rowsInPiece) {
      let rows = '';
      for (const record of records.slice(from, from + rowsInPiece)) rows += rowXml(record);
      yield rows;
    }
    if (complete) break;
    // Charts are only of sheets whose records are complete.
    first.length = 0;
    const next = await source.next();
    if (next.done) break;
    records = next.value;
  }
  const last = row;
  const { values: totals, properties } = all.end(columns);
  const label = format.word(totalLabel(properties, last - 1, all.count));
  const isWhole = all.count === last - 1 && !properties;
  if (all.count > 1) yield totalsXml(layout, totals, label, last, isWhole, styles, asText);
  const range = `A1:${columnLetters(columns.length - 1)}${last}`;
  const changes = columns.flatMap(({ aggregation, unit }, index) => {
    if (aggregation?.kind !== 'change' || last === 1) return [];
    const letters = columnLetters(index);
    const decimals = unit ? decimalsOfUnit(unit, currencies[index]) : 0;
    return [{ range: `${letters}2:${letters}${last + 1}`, decimals }];
  });
  const bands = last > 2 ? bandRule(range.replace('A1', 'A2')) : '';
  const foot = `&L${format.word('Page &P of &N')} · ${footer.replaceAll('&', '&&')}`
    .slice(0, longestFooter)
    // Half of an escaped character.
    .replace(/(?<!&)((?:&&)*)&$/, '$1');
  yield `</sheetData><autoFilter ref="${range}"/>${changeRules(changes)}${bands}${printSetup}<headerFooter><oddFooter>${xmlText(foot)}</oddFooter></headerFooter></worksheet>`;
  const few = complete && first.length <= mostOnFirstSheet ? first : undefined;
  return { rows: last - 1, range, charts: complete ? chartsOfSheet(layout, first) : [], few };
}

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
  const widths = columns.map((column, index) => measureWidth(column, headings[index] ?? '', first));
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
function measureWidth(column: Column, heading: string, first: readonly ReportRecord[]): number {
  const read = valueReader(column.name);
  let width = Math.max(narrowest, ...heading.split(' ').map(word => word.length + 4));
  for (const record of first) width = Math.max(width, measureLength(sheetValue(read(record), column)));
  return Math.min(width, widest);
}

/** A number is wider than its digits because of separators and decimals, a date because of its weekday. */
function measureLength({ kind, text }: SheetValue): number {
  if (kind === 'empty') return 0;
  if (kind === 'date') return 14;
  if (kind !== 'number') return Math.max(...text.split('\n').map(line => line.length)) + 1;
  return Math.ceil(Number(text) === 0 ? 4 : String(Math.trunc(Number(text))).length * 1.3 + 4);
}

function cellWriter(
  column: Column,
  index: number,
  shared: string | undefined,
  locale: string | undefined,
  styles: CellStyles,
  texts: SharedTexts,
  asText: Set<string>,
): (record: ReportRecord, row: number) => string {
  const { unit, name, type, weekday } = column;
  const [letters, read] = [columnLetters(index), valueReader(name)];
  const readCurrency =
    unit?.kind === 'money' && shared === undefined ? valueReader(unit.currency) : undefined;
  const date =
    type === 'date' ? styles.indexOf({ format: dateFormat(locale, weekday === true), fits: true }) : 0;
  const knownDates = new Map<string, string>();
  const chooseStyle = formatStyles(unit, readCurrency !== undefined, styles);
  return (record, row) => {
    const value = read(record);
    const place = `${letters}${row}`;
    if (typeof value === 'string') {
      const serial = knownDates.get(value);
      if (serial !== undefined) return numberCell(place, date, serial);
      if (type !== 'date' && plainText.test(value))
        return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    }
    const { kind, text } = sheetValue(value, column);
    if (kind === 'date') {
      // A century of days.
      if (knownDates.size < 36_525) knownDates.set(String(value), text);
      return numberCell(place, date, text);
    }
    if (kind === 'number')
      return numberCell(place, chooseStyle(text, readCurrency ? readCurrency(record) : shared), text);
    if (isExactNumber(value)) asText.add(name);
    if (kind === 'empty') return '';
    if (kind === 'boolean') return `<c r="${place}" t="b"><v>${text}</v></c>`;
    const number = texts.numberOf(text);
    return number === undefined ? textCell(place, 0, text) : `<c r="${place}" t="s"><v>${number}</v></c>`;
  };
}

/** Most texts: nothing in them must be escaped, made visible or counted. */
const plainText = /^[!#-%'-;=?-^`-~](?:[ !#-%'-;=?-^`-~]{0,200}[!#-%'-;=?-^`-~])?$/;

/** The style of a number; most numbers have as many decimals as others, in the same currency. */
function formatStyles(unit: MeasureUnit | undefined, named: boolean, styles: CellStyles) {
  const known = new Map<unknown, (number | undefined)[]>();
  return (text: string, currency: unknown): number => {
    if (!unit) return 0;
    const plain = plainNumber(Number(text));
    const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') : 0;
    const ofCurrency = known.get(currency) ?? [];
    known.set(currency, ofCurrency);
    const style =
      ofCurrency[decimals] ??
      styles.indexOf({ format: numberFormat(Number(text), unit, currency, named), fits: true });
    ofCurrency[decimals] = style;
    return style;
  };
}

const numberCell = (place: string, style: number, value: string) =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`;

/**
 * The totals below the rows: formulas over the rows that a filter shows, with their values computed. Totals of other
 * records than the sheet has are plain values.
 *
 * @param last the last row with a record
 * @param isWhole whether the totals are those of the rows above, and of no others
 * @param asText columns with a number that is stored as text, because a spreadsheet would round it
 */
export function totalsXml(
  { columns, folded }: Pick<SheetLayout, 'columns' | 'folded'>,
  totals: ReadonlyMap<string, ColumnTotal>,
  label: string,
  last: number,
  isWhole: boolean,
  styles: CellStyles,
  asText: ReadonlySet<string>,
): string {
  if (totals.size === 0) return '';
  const row = last + 1;
  const labelled = columns.findIndex(column => !folded.has(column));
  const ruled = { bold: true, ruled: true };
  const makeFormula = isWhole ? totalFormulas(columns, totals, last, asText) : () => undefined;
  const cells = columns.map((column, index) => {
    const place = `${columnLetters(index)}${row}`;
    const total = totals.get(column.name);
    if (!total) return textCell(place, styles.indexOf(ruled), index === labelled ? label : '');
    const value = sheetValue(total.value, column);
    if (value.kind !== 'number') return textCell(place, styles.indexOf(ruled), value.text);
    const format = numberFormat(total.value, column.unit, total.currency, false);
    const style = styles.indexOf({ ...ruled, ...(format === undefined ? {} : { format }) });
    const formula = makeFormula(column);
    return `<c r="${place}" s="${style}">${formula === undefined ? '' : `<f>${formula}</f>`}<v>${value.text}</v></c>`;
  });
  return `<row r="${row}">${cells.join('')}</row>`;
}

/**
 * The formula of a column's total. A sum counts only the rows that a filter shows; a ratio is computed from the sums of
 * its parts, and a change from two totals of the same row. Undefined if a part is not a column of the sheet or has a
 * number that is stored as text, which the formula would ignore: the total is then a plain value.
 */
function totalFormulas(
  columns: readonly Column[],
  totals: ReadonlyMap<string, ColumnTotal>,
  last: number,
  asText: ReadonlySet<string>,
): (column: Column) => string | undefined {
  const findPosition = (name: string) => columns.findIndex(column => column.name === name);
  const makeSumFormula = (name: string): string | undefined => {
    const index = findPosition(name);
    if (index < 0 || asText.has(name)) return undefined;
    const letters = columnLetters(index);
    return `SUBTOTAL(109,${letters}2:${letters}${last})`;
  };
  const totalCell = (name: string): string | undefined => {
    const index = findPosition(name);
    const column = columns[index];
    const isNumber = column && sheetValue(totals.get(name)?.value, column).kind === 'number';
    return isNumber ? `${columnLetters(index)}${last + 1}` : undefined;
  };
  return ({ aggregation, unit, name }) => {
    if (!aggregation) return undefined;
    if (aggregation.kind === 'sum') return makeSumFormula(name);
    // With a filter a divisor may be zero.
    if (aggregation.kind === 'change') {
      const [later, earlier] = [totalCell(aggregation.now.name), totalCell(aggregation.before.name)];
      if (later === undefined || earlier === undefined) return undefined;
      if (!aggregation.inPercent) return `${later}-${earlier}`;
      return `IF(${earlier}=0,0,ROUND(100*(${later}-${earlier})/ABS(${earlier}),${percentDecimals}))`;
    }
    const [above, per] = [
      makeSumFormula(totals.get(name)?.of ?? aggregation.of),
      makeSumFormula(aggregation.per),
    ];
    const less = aggregation.less === undefined ? '' : makeSumFormula(aggregation.less);
    if (above === undefined || per === undefined || less === undefined) return undefined;
    const below = less === '' ? per : `(${per}-${less})`;
    const decimals =
      unit?.kind === 'money' ? decimalsOfCurrency(totals.get(name)?.currency) : percentDecimals;
    const factor = aggregation.factor === undefined ? '' : `${aggregation.factor}*`;
    return `IF(${below}=0,0,ROUND(${factor}${above}/${below},${decimals}))`;
  };
}
