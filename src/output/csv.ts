import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { Column, FieldValue } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';
import { cellText } from './cell.ts';
import { valueReader } from './columns.ts';
import type { CsvOptions } from './csv-options.ts';
import { type QuoteCells, quoting } from './csv-quoting.ts';
import { withoutFormula } from './formula.ts';
import type { RecordBatches } from './results.ts';

/**
 * Records as RFC 4180 text, a chunk for each batch, in constant memory: CRLF after each row, the header also when
 * there are no rows. Cells are made safe by their own type, before they are quoted: a number stays a number,
 * everything else is text.
 */
export async function* csvChunks(
  batches: RecordBatches,
  columns: readonly Column[],
  options: CsvOptions,
): AsyncGenerator<string> {
  const quoteCells = await quoting(options.delimiter, columns.length);
  const header = options.header ? rowsText([columns.map(column => column.name)], options, quoteCells) : '';
  if (options.bom || header) yield (options.bom ? '\ufeff' : '') + header;
  const readers = columns.map(column => valueReader(column.name));
  for await (const records of batches) {
    const rows = records.map(record => readers.map(read => csvCell(read(record), options.decimalComma)));
    if (rows.length > 0) yield rowsText(rows, options, quoteCells);
  }
}

function rowsText(rows: string[][], { delimiter }: CsvOptions, quoteCells: QuoteCells): string {
  quoteCells(rows);
  let text = '';
  for (const row of rows) text += `${row.join(delimiter)}\r\n`;
  return text;
}

function csvCell(value: FieldValue, decimalComma: boolean): string {
  if (isExactNumber(value)) {
    const number = plainNumber(value);
    return decimalComma ? number.replace('.', ',') : number;
  }
  const text = cellText(value);
  return harmless.test(text) ? text : visibleText(withoutFormula(text));
}

/**
 * What most cells are: a letter or digit, then letters, digits and signs of ASCII and Latin, without a place where a
 * formula could begin and without anything invisible. Knowing them saves a third of the time of a large export.
 */
const harmless = /^[A-Za-z0-9\xc0-\u024f][ -+\--:<-~\xc0-\u024f]*$/;

/**
 * Line feeds, CRLF and tabs are text like any other inside quotation marks. Every other control character, a lone
 * carriage return among them, is made visible: a CSV is also looked at in terminals and editors, where such a
 * character could rewrite what is seen.
 */
const visibleText = (text: string): string =>
  /[^ -~]/.test(text) ? text.replace(/(?:(?!\r\n)[^\n\t])+/gs, line => safeText(line)) : text;
