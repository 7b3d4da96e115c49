import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { Column, ReportRecord, TableLayout } from '../../platform/records.ts';
import { cellText } from '../cell.ts';
import { valueReader } from '../columns.ts';
import type { LocaleFormat } from '../number-format.ts';
import { fractionOf, type ShownColumn, shownColumns, variedColumns } from '../shown-cell.ts';
import { markup } from './markup.ts';

/** Rows in a chunk of the page: a list of any length is written as it is created. */
const rowsPerChunk = 500;
/** With more rows than this, the table scrolls under its headings. */
const longTable = 60;
/** A tree is indented only as deep as the style has classes. */
const deepest = 4;

interface PageTable {
  /** The name of the table, for screen readers. */
  readonly name: string;
  readonly records: readonly ReportRecord[];
  /** The records that headings and totals are computed from, if only some of them are shown. */
  readonly all: readonly ReportRecord[];
  readonly columns: readonly Column[];
  readonly layout: Omit<TableLayout, 'columns' | 'title'>;
  readonly format: LocaleFormat;
}

/** The records as a table in a box that scrolls, so that the page itself never scrolls horizontally. */
export function* tableMarkup({ name, records, all, columns, layout, format }: PageTable): Generator<string> {
  const shown = shownColumns(variedColumns(columns, layout, all), all, format);
  const points = shown.map(column => longestFraction(column, records, format.decimal));
  const cells = shown.map((column, index) => cellMarkup(column, layout, points[index] ?? 0, format.decimal));
  const label = markup(name);
  yield `<div class="scroll${records.length > longTable ? ' long' : ''}" role="region" aria-label="${label}" tabindex="0"><table><caption>${label}</caption>
<thead><tr>${shown.map(headingMarkup).join('')}</tr></thead>
<tbody>
`;
  for (let from = 0; from < records.length; from += rowsPerChunk) {
    let rows = '';
    for (const record of records.slice(from, from + rowsPerChunk)) {
      rows += '<tr>';
      for (const cell of cells) rows += cell(record);
      rows += '</tr>\n';
    }
    yield rows;
  }
  yield `</tbody>${footMarkup(shown, points, all.length > records.length ? `Total of ${all.length} rows` : 'Total', format.decimal)}</table></div>\n`;
}

const headingMarkup = ({ column, heading }: ShownColumn) =>
  `<th scope="col" data-type="${column.type}"${classOf(column)}>${markup(heading)}</th>`;

const classOf = ({ type }: Column) => ({ number: ' class="n"', date: ' class="d"', text: '' })[type];

/** The totals, for the columns that have a valid one. */
function footMarkup(
  shown: readonly ShownColumn[],
  points: readonly number[],
  label: string,
  decimal: string,
): string {
  if (shown.every(({ total }) => total === '')) return '';
  const cells = shown.map(({ column, total }, index) => {
    const text = index === 0 && total === '' ? label : total;
    return `<td${classOf(column)}>${inLine(text, points[index] ?? 0, decimal)}</td>`;
  });
  return `\n<tfoot><tr>${cells.join('')}</tr></tfoot>`;
}

function cellMarkup(
  { column, text }: ShownColumn,
  { indentBy }: Pick<TableLayout, 'indentBy'>,
  fraction: number,
  decimal: string,
): (record: ReportRecord) => string {
  if (indentBy?.column !== column.name) {
    const read = valueReader(column.name);
    return record => {
      const shown = text(record);
      const value = column.type === 'text' ? undefined : read(record);
      // The value to sort by, if the shown text has separators, a weekday or a currency.
      const plain = isExactNumber(value) ? plainNumber(value) : cellText(value);
      const sorted = value === undefined || plain === shown ? '' : ` data-value="${markup(plain)}"`;
      return `<td${classOf(column)}${sorted}>${inLine(shown, fraction, decimal)}</td>`;
    };
  }
  const depth = valueReader(indentBy.depth);
  return record => {
    const level = Math.min(deepest, Math.max(0, Math.trunc(Number(depth(record)) || 0)));
    return `<td class="d${level}">${markup(text(record))}</td>`;
  };
}

function longestFraction(
  { column, text, total }: ShownColumn,
  records: readonly ReportRecord[],
  decimal: string,
): number {
  if (column.type !== 'number') return 0;
  let longest = fractionOf(total, decimal);
  for (const record of records) {
    const shown = text(record);
    // Behind a number of a mixed column stands its currency, which is not a part of its fraction.
    if (/[A-Za-z]$/.test(shown)) return 0;
    longest = Math.max(longest, fractionOf(shown, decimal));
  }
  return longest;
}

/** A number followed by invisible zeros, so that the decimal points are aligned; the number stays unchanged. */
function inLine(text: string, fraction: number, decimal: string): string {
  const missing = text === '' ? 0 : fraction - fractionOf(text, decimal);
  if (missing <= 0) return markup(text);
  return `${markup(text)}<i>${(text.includes(decimal) ? '' : decimal).padEnd(missing, '0')}</i>`;
}
