/** Puts quotation marks around the cells that need them, in place. */
export type QuoteCells = (rows: readonly string[][]) => void;

/** Between the cells that the library is handed: no cell holds it, control characters were made visible. */
const separator = '\0';

/**
 * The quoting of RFC 4180, by the library. It takes half a microsecond for a cell, which is half the time of a large
 * export; so it is handed those cells alone that hold a delimiter, a quotation mark or the end of a line. All others
 * it leaves as they are.
 */
export async function quoting(delimiter: string, columns: number): Promise<QuoteCells> {
  const { stringify } = await import('csv-stringify/sync');
  // A row of one empty cell would be an empty line, which readers skip.
  const quotesEmpty = columns === 1;
  const options = { delimiter, record_delimiter: separator, quoted_empty: quotesEmpty };
  const special = new RegExp(`["\\r\\n\\u{${delimiter.codePointAt(0)?.toString(16)}}]`, 'u');
  return rows => {
    const found: { readonly row: string[]; readonly index: number; readonly cell: string }[] = [];
    for (const row of rows) {
      for (let index = 0; index < row.length; index++) {
        const cell = row[index] as string;
        if (special.test(cell) || (quotesEmpty && cell === '')) found.push({ row, index, cell });
      }
    }
    if (found.length === 0) return;
    const quoted = stringify(
      found.map(({ cell }) => [cell]),
      options,
    ).split(separator);
    for (const [at, { row, index }] of found.entries()) row[index] = quoted[at] as string;
  };
}
