import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { chartFilter, drawnPoints } from '../chart/points.ts';
import { sharedCurrency } from '../totals.ts';
import { columnLetters, numberFormat, type SheetLayout, sheetText, sheetValue } from './cells.ts';
import type { CellRange, SheetChart } from './chart-sheet.ts';

/** A chart of a sheet with more points than these is not readable. */
const mostPoints = 400;
/** Fewer points are no chart. */
const leastPoints = 2;

/**
 * The charts of a sheet's rows. A chart of amounts needs one currency; a chart whose columns are not in the sheet is
 * left out.
 *
 * @param records all rows of the sheet, the first one in row 2
 */
export function chartsOfSheet(
  { charts, columns, folded }: SheetLayout,
  records: readonly ReportRecord[],
): SheetChart[] {
  return charts.flatMap(definition => {
    const { title, kind, label, value, unit, versus } = definition;
    const isCharted = chartFilter(definition);
    const read = valueReader(value);
    const rows = drawnPoints(
      definition,
      records.map((record, index) => ({ record, row: index + 2 })).filter(({ record }) => isCharted(record)),
      ({ record }) => Number(read(record) ?? 0),
    );
    const sides = [{ value, unit, name: versus?.names[0] ?? title }];
    if (versus) sides.push({ value: versus.value, unit: versus.unit, name: versus.names[1] });
    const used = [label, ...sides.map(side => side.value)].map(name =>
      columns.find(column => column.name === name),
    );
    if (rows.length < leastPoints || rows.length > mostPoints || used.includes(undefined)) return [];
    const drawn = rows.map(({ record }) => record);
    const [currency, ...others] = sides.map(side =>
      side.unit.kind === 'money' ? sharedCurrency(drawn, side.value, side.unit.currency) : '',
    );
    if (currency === undefined || others.some(other => other !== currency)) return [];
    const [first, last] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
    const isTogether = rows.every(({ row }, place) => row === first + place);
    const range = (name: string): CellRange => {
      const index = columns.findIndex(column => column.name === name);
      const letters = columnLetters(index);
      const readValue = valueReader(name);
      return {
        address: isTogether ? `${letters}${first}:${letters}${last}` : undefined,
        values: drawn.map(record => sheetValue(readValue(record), columns[index] as Column).text),
      };
    };
    const format = numberFormat(drawn.map(read).find(isExactNumber), unit, currency, false);
    return [
      {
        title: sheetText([title, unit.kind === 'percent' ? '%' : currency].filter(Boolean).join(', ')),
        kind,
        labels: range(label),
        series: sides.map(side => ({ ...range(side.value), name: side.name })),
        format: unit.kind === 'percent' ? '0' : (format?.replace(/\..*$/, '') ?? 'General'),
        drawsHidden: used.some(column => column !== undefined && folded.has(column)),
      },
    ];
  });
}
