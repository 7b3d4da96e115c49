import type { Column, ReportRecord, TableLayout } from '../../platform/records.ts';
import { totalsOf } from '../amounts.ts';
import { valueReader } from '../columns.ts';
import { headingOf } from '../heading.ts';
import { fractionOf, shownCell, totalCell } from '../shown-cell.ts';
import { markup } from './markup.ts';

/** Rows in a piece of the page: a list of any length is written as it is made. */
const rowsPerChunk = 500;
/** Above so many rows the table scrolls under its headings. */
const longTable = 60;
/** A tree is indented as deep as the style has classes. */
const deepest = 4;

/** The records as a table in a box that scrolls, so that the page never does sideways. */
export function* tableMarkup(
  records: readonly ReportRecord[],
  columns: readonly Column[],
  layout: Omit<TableLayout, 'columns' | 'title'>,
  name: string,
): Generator<string> {
  const totals = totalsOf(records, layout.totals);
  const totalOf = (column: Column, index: number) =>
    totals.map(total => totalCell(column, index, total, layout.totals));
  const foots = columns.map(totalOf);
  const points = columns.map((column, index) =>
    column.type === 'number'
      ? longestFraction(records, shownCell(column, layout.totals), foots[index] ?? [])
      : 0,
  );
  const cells = columns.map((column, index) => cellMarkup(column, layout, points[index] ?? 0));
  const label = markup(name);
  yield `<div class="scroll${records.length > longTable ? ' long' : ''}" role="region" aria-label="${label}" tabindex="0"><table><caption>${label}</caption>
<thead><tr>${columns.map(headingMarkup).join('')}</tr></thead>
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
  const foot = totals.map(
    (_, line) =>
      `<tr>${columns
        .map(
          (column, index) =>
            `<td${classOf(column)}>${inLine(foots[index]?.[line] ?? '', points[index] ?? 0)}</td>`,
        )
        .join('')}</tr>`,
  );
  yield `</tbody>${foot.length > 0 ? `\n<tfoot>${foot.join('')}</tfoot>` : ''}</table></div>\n`;
}

const headingMarkup = (column: Column) =>
  `<th scope="col" data-type="${column.type}"${classOf(column)}>${markup(headingOf(column))}</th>`;

const classOf = ({ type }: Column) => ({ number: ' class="n"', date: ' class="d"', text: '' })[type];

function cellMarkup(
  column: Column,
  { totals, indentBy }: Omit<TableLayout, 'columns'>,
  fraction: number,
): (record: ReportRecord) => string {
  const text = shownCell(column, totals);
  if (indentBy?.column !== column.name) {
    const open = `<td${classOf(column)}>`;
    return record => `${open}${inLine(text(record), fraction)}</td>`;
  }
  const depth = valueReader(indentBy.depth);
  return record => {
    const level = Math.min(deepest, Math.max(0, Math.trunc(Number(depth(record)) || 0)));
    return `<td class="d${level}">${markup(text(record))}</td>`;
  };
}

function longestFraction(
  records: readonly ReportRecord[],
  text: (record: ReportRecord) => string,
  totals: readonly string[],
): number {
  let longest = 0;
  for (const record of records) longest = Math.max(longest, fractionOf(text(record)));
  return totals.reduce((most, total) => Math.max(most, fractionOf(total)), longest);
}

/** A number that is followed by unseen zeros, so that the decimal points stand below each other; the number stays as it is. */
function inLine(text: string, fraction: number): string {
  const missing = text === '' ? 0 : fraction - fractionOf(text);
  if (missing <= 0) return markup(text);
  return `${markup(text)}<i>${(text.includes('.') ? '' : '.').padEnd(missing, '0')}</i>`;
}
