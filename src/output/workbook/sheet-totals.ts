import type { ChangeOfTotals, Column } from '../../platform/records.ts';
import { decimalsOfCurrency, percentDecimals } from '../number-format.ts';
import type { ColumnTotal } from '../totals.ts';
import { columnLetters, numberFormat, sheetValue, textCell } from './cells.ts';
import type { CellStyles } from './styles.ts';

/**
 * The totals below the rows: formulas over the rows that a filter shows, with their values computed.
 *
 * @param asText columns with a number that is stored as text, because a spreadsheet would round it
 */
export function totalsXml(
  columns: readonly Column[],
  folded: ReadonlySet<Column>,
  totals: ReadonlyMap<string, ColumnTotal>,
  last: number,
  styles: CellStyles,
  asText: ReadonlySet<string>,
): string {
  if (totals.size === 0) return '';
  const row = last + 1;
  const labelled = columns.findIndex(column => !folded.has(column));
  const cells = columns.map((column, index) => {
    const place = `${columnLetters(index)}${row}`;
    const total = totals.get(column.name);
    const ruled = { bold: true, ruled: true };
    if (!total) return textCell(place, styles.indexOf(ruled), index === labelled ? 'Total' : '');
    const value = sheetValue(total.value, column);
    if (value.kind !== 'number')
      return textCell(place, styles.indexOf(ruled), value.kind === 'empty' ? '' : value.text);
    const format = numberFormat(total.value, column.unit, total.currency, false);
    const style = styles.indexOf({ ...ruled, ...(format === undefined ? {} : { format }) });
    const formula = totalFormula(column, columns, last, totals, asText);
    return `<c r="${place}" s="${style}">${formula === undefined ? '' : `<f>${formula}</f>`}<v>${value.text}</v></c>`;
  });
  return `<row r="${row}">${cells.join('')}</row>`;
}

/**
 * The formula of a column's total. A sum counts only the rows that a filter shows; a ratio is computed from the totals
 * below its parts. Undefined if a part is not a column of the sheet or has a number that is stored as text, which the
 * formula would ignore: the total is then a plain value.
 */
function totalFormula(
  column: Column,
  columns: readonly Column[],
  lastRow: number,
  totals: ReadonlyMap<string, ColumnTotal>,
  asText: ReadonlySet<string>,
): string | undefined {
  const { aggregation, unit, name } = column;
  if (!aggregation) return undefined;
  if (aggregation.kind === 'change') return changeFormula(aggregation, columns, lastRow + 1, totals);
  const sumOf = (path: string): string | undefined => {
    const index = columns.findIndex(candidate => candidate.name === path);
    if (index < 0 || asText.has(path)) return undefined;
    const letters = columnLetters(index);
    return `SUBTOTAL(109,${letters}2:${letters}${lastRow})`;
  };
  if (aggregation.kind === 'sum') return sumOf(name);
  const [above, per] = [sumOf(aggregation.of), sumOf(aggregation.per)];
  const less = aggregation.less === undefined ? '' : sumOf(aggregation.less);
  if (above === undefined || per === undefined || less === undefined) return undefined;
  const below = less === '' ? per : `(${per}-${less})`;
  const decimals = unit?.kind === 'money' ? decimalsOfCurrency(totals.get(name)?.currency) : percentDecimals;
  const factor = aggregation.factor === undefined ? '' : `${aggregation.factor}*`;
  // With a filter the divisor may be zero.
  return `IF(${below}=0,0,ROUND(${factor}${above}/${below},${decimals}))`;
}

/** The change between the two totals of the same row; undefined if one of them is stored as text. */
function changeFormula(
  { now, before, inPercent }: ChangeOfTotals,
  columns: readonly Column[],
  totalsRow: number,
  totals: ReadonlyMap<string, ColumnTotal>,
): string | undefined {
  const [later, earlier] = [now, before].map(({ name }) => {
    const index = columns.findIndex(column => column.name === name);
    const column = columns[index];
    const isNumber = column && sheetValue(totals.get(name)?.value, column).kind === 'number';
    return isNumber ? `${columnLetters(index)}${totalsRow}` : undefined;
  });
  if (later === undefined || earlier === undefined) return undefined;
  if (!inPercent) return `${later}-${earlier}`;
  return `IF(${earlier}=0,0,ROUND(100*(${later}-${earlier})/ABS(${earlier}),${percentDecimals}))`;
}
