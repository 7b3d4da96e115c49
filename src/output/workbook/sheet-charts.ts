import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ChartDefinition, Column, ReportRecord } from '../../platform/records.ts';
import { sharedCurrency } from '../totals.ts';
import { columnLetters, numberFormat, sheetText, sheetValue } from './cells.ts';
import type { CellRange, SheetChart } from './chart-sheet.ts';

/** A chart of a sheet with more points than these is not readable. */
const mostPoints = 400;
/** Fewer points are no chart. */
const leastPoints = 2;
const mostBars = 20;

/**
 * The charts of a sheet's rows. A chart of amounts needs one currency; a chart whose columns are not in the sheet is
 * left out.
 *
 * @param records all rows of the sheet, the first one in row 2
 */
export function chartsOfSheet(
  definitions: readonly ChartDefinition[],
  columns: readonly Column[],
  folded: ReadonlySet<Column>,
  records: readonly ReportRecord[],
): SheetChart[] {
  return definitions.flatMap(definition => {
    const { title, kind, label, value, unit, only, versus, largestFirst, most = mostBars } = definition;
    const wanted = only && valueReader(only.column);
    const read = valueReader(value);
    const chosen = records.flatMap((record, index) => {
      const isWanted = !wanted || only?.values.some(allowed => allowed === wanted(record));
      return isWanted ? [{ record, row: index + 2 }] : [];
    });
    const size = ({ record }: (typeof chosen)[number]) => Number(read(record) ?? 0);
    const ordered = largestFirst ? chosen.toSorted((a, b) => size(b) - size(a)) : chosen;
    const rows = kind === 'bars' ? ordered.slice(0, most) : ordered;
    const sides = [{ value, unit, name: versus?.names[0] ?? title }];
    if (versus) sides.push({ value: versus.value, unit: versus.unit, name: versus.names[1] });
    const used = [label, ...sides.map(side => side.value)].map(name =>
      columns.find(column => column.name === name),
    );
    if (rows.length < leastPoints || rows.length > mostPoints || used.includes(undefined)) return [];
    const currencies = sides.map(side =>
      side.unit.kind === 'money'
        ? sharedCurrency(
            rows.map(({ record }) => record),
            side.value,
            side.unit.currency,
          )
        : '',
    );
    const [currency] = currencies;
    if (currency === undefined || currencies.some(other => other !== currency)) return [];
    const range = (name: string): CellRange<string> => {
      const index = columns.findIndex(column => column.name === name);
      const [first, last] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
      const isTogether = rows.every(({ row }, place) => row === first + place);
      const letters = columnLetters(index);
      const readValue = valueReader(name);
      return {
        address: isTogether ? `${letters}${first}:${letters}${last}` : undefined,
        values: rows.map(({ record }) => {
          const cell = sheetValue(readValue(record), columns[index] as Column);
          return cell.kind === 'empty' ? '' : cell.text;
        }),
      };
    };
    const numbers = rows.map(({ record }) => read(record)).find(isExactNumber);
    const word = unit.kind === 'percent' ? '%' : currency;
    return [
      {
        title: sheetText([title, word].filter(Boolean).join(', ')),
        kind,
        labels: range(label),
        series: sides.map(side => ({ ...range(side.value), name: side.name })),
        format:
          unit.kind === 'percent'
            ? '0'
            : (numberFormat(numbers, unit, currency, false)?.replace(/\..*$/, '') ?? 'General'),
        drawsHidden: used.some(column => column !== undefined && folded.has(column)),
      },
    ];
  });
}
