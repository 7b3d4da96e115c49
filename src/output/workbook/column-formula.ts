import { isExactNumber } from '../../platform/numbers.ts';
import type { ColumnFormula, DocumentRow, DocumentTable } from '../document/document.ts';
import { detailedCell } from '../document/reading.ts';
import { percentDecimals } from '../number-format.ts';
import { isKept } from './cells.ts';

interface FormulaTable {
  readonly table: Pick<DocumentTable, 'columns'>;
  readonly letters: readonly string[];
  /** Columns with a number that is stored as text: formulas ignore text. */
  readonly asText: ReadonlySet<number>;
}

/** The row of a sum, and the first and the last one that it adds up. */
export interface RowsOfSum {
  readonly number: number;
  readonly start: number;
  readonly last: number;
}

/** A filter does not change the sums of another sheet. */
export function rangeSum(letters: string | undefined, from: number, to: number, sheet = ''): string {
  const range = `${sheet}${letters}${from}:${letters}${to}`;
  return sheet === '' ? `SUBTOTAL(109,${range})` : `SUM(${range})`;
}

/**
 * The formula of a sum, a ratio of sums or a change; undefined where a column that it needs is not there.
 *
 * @param sheet the sheet of the table, if the formula is on another one
 */
export function columnFormula(
  { table: { columns }, letters, asText }: FormulaTable,
  { cells, only }: DocumentRow,
  formula: ColumnFormula,
  index: number,
  { start, last, number }: RowsOfSum,
  sheet = '',
): string | undefined {
  const place = (name: string) => columns.findIndex(column => column.name === name);
  const sumOf = (at: number) => {
    if (at < 0 || asText.has(at)) return undefined;
    if (!only) return rangeSum(letters[at], start, last, sheet);
    // The criterion of SUMIF has wildcards and comparisons.
    if (only.at < 0 || !/^\w+$/.test(only.code)) return undefined;
    const rangeOf = (column: number) => `${letters[column]}${start}:${letters[column]}${last}`;
    return `SUMIF(${rangeOf(only.at)},"${only.code}",${rangeOf(at)})`;
  };
  /** Without rounding, because a change is rounded once. */
  const ratioOf = ({ of, per, less, factor }: ColumnFormula & { kind: 'ratio' }) => {
    const [above, whole, reduced] = [of, per, less ?? per].map(name => sumOf(place(name)));
    if (above === undefined || whole === undefined || reduced === undefined) return undefined;
    const below = less === undefined ? whole : `(${whole}-${reduced})`;
    return { below, ratio: `${factor === undefined ? '' : `${factor}*`}${above}/${below}` };
  };
  const decimalsOf = ({ decimals }: ColumnFormula & { kind: 'ratio' }, at: number) =>
    decimals ?? (detailedCell(cells[at]).unit ?? columns[at]?.unit)?.decimals ?? 0;
  if (formula.kind === 'sum') return sumOf(index);
  // With a filter a divisor may be zero.
  if (formula.kind === 'ratio') {
    const made = ratioOf(formula);
    return made && `IF(${made.below}=0,0,ROUND(${made.ratio},${decimalsOf(formula, index)}))`;
  }
  const sides = [formula.now, formula.before].map(name => {
    const at = place(name);
    const { value } = detailedCell(cells[at]);
    if (at < 0 || !isExactNumber(value) || !isKept(value)) return undefined;
    const own = columns[at]?.formula;
    const sum = sheet === '' ? `${letters[at]}${number}` : sumOf(at);
    const exact = own?.kind === 'ratio' ? ratioOf(own)?.ratio : sum;
    const decimals = own?.kind === 'ratio' ? decimalsOf(own, at) : undefined;
    return exact === undefined ? undefined : { exact, decimals };
  });
  const [now, before] = sides;
  if (!now || !before) return undefined;
  const change = `${now.exact}-${before.exact}`;
  if (formula.inPercent) return `IFERROR(ROUND(100*(${change})/ABS(${before.exact}),${percentDecimals}),0)`;
  return now.decimals === undefined ? change : `IFERROR(ROUND(${change},${now.decimals}),0)`;
}
