import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { Column, FieldValue, ReportRecord } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';
import { cellText } from './cell.ts';
import { valueReader } from './columns.ts';
import type { CsvOptions } from './csv-options.ts';
import { withoutFormula } from './formula.ts';

/** Enough rows to make a batch worth a write, few enough that wide rows stay small in memory. */
const rowsPerChunk = 256;

/**
 * Records as RFC 4180 text, some hundred rows a chunk, in constant memory: CRLF after each row, the header also
 * when there are no rows. Cells are made safe before the library sees them, by their own type: a number stays a
 * number, everything else is text.
 */
export async function* csvChunks(
  records: Iterable<ReportRecord> | AsyncIterable<ReportRecord>,
  columns: readonly Column[],
  options: CsvOptions,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  const readers = columns.map(column => valueReader(column.name));
  const dialect = {
    delimiter: options.delimiter,
    record_delimiter: '\r\n',
    // A row of one empty cell would be an empty line, which readers skip.
    quoted_empty: columns.length === 1,
  };
  const start = options.header ? stringify([columns.map(column => column.name)], dialect) : '';
  if (options.bom || start) yield (options.bom ? '\ufeff' : '') + start;
  let rows: string[][] = [];
  for await (const record of records) {
    rows.push(readers.map(read => csvCell(read(record), options.decimalComma)));
    if (rows.length < rowsPerChunk) continue;
    yield stringify(rows, dialect);
    rows = [];
  }
  if (rows.length > 0) yield stringify(rows, dialect);
}

function csvCell(value: FieldValue, decimalComma: boolean): string {
  if (!isExactNumber(value)) return visibleText(withoutFormula(cellText(value)));
  const number = plainNumber(value);
  return decimalComma ? number.replace('.', ',') : number;
}

/**
 * Line feeds, CRLF and tabs are text like any other inside quotation marks. Every other control character, a lone
 * carriage return among them, is made visible: a CSV is also looked at in terminals and editors, where such a
 * character could rewrite what is seen.
 */
const visibleText = (text: string): string =>
  /[^ -~]/.test(text) ? text.replace(/(?:(?!\r\n)[^\n\t])+/gs, line => safeText(line)) : text;
