import type { Column } from '../../platform/records.ts';
import { decimalsOfCurrency, percentDecimals } from '../number-format.ts';
import type { ColumnTotal } from '../totals.ts';
import { columnLetters, numberFormat, type SheetLayout, sheetValue, textCell } from './cells.ts';
import type { CellStyles } from './styles.ts';

/** The totals of all records, and the rows above them. */
interface TotalsOfSheet {
  readonly totals: ReadonlyMap<string, ColumnTotal>;
  /** The last row with a record. */
  readonly last: number;
  readonly label: string;
  /** Whether the totals are those of the rows above, and of no others. */
  readonly isWhole: boolean;
}

/**
 * The totals below the rows: formulas over the rows that a filter shows, with their values computed. Totals of other
 * records than the sheet has are plain values.
 *
 * @param asText columns with a number that is stored as text, because a spreadsheet would round it
 */
export function totalsXml(
  { columns, folded }: Pick<SheetLayout, 'columns' | 'folded'>,
  { totals, last, label, isWhole }: TotalsOfSheet,
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
