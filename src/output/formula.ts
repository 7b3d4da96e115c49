/**
 * The guard against formulas in a CSV file. Text that a spreadsheet would run gets an apostrophe at its start, the
 * spreadsheets' own mark for text. Removing that apostrophe restores the platform's text; text that already looks
 * guarded is guarded again, so that no two texts become the same.
 *
 * A cell is run if it begins with `=` or `@`, in any width, after spaces, invisible characters and quotation marks,
 * which some readers drop. With `+` or `-` it computes at most with numbers (`-2026-1`, `+49 30 1234`, a single `-`),
 * and LibreOffice keeps such text; it is guarded only if it could call a function, another sheet or another program,
 * which requires `( ! |` or an equals sign. Text inside a cell is never changed.
 */
const callers = '=@\uff1d\uff20\ufe66\ufe6b\u207c\u208c';
const signs = '+\\-\uff0b\uff0d\ufe62\ufe63\u2212\u207a\u207b\u208a\u208b';
const skipped = '\\s\\p{Cc}\\p{Cf}"\'`\u00b4\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\uff02\uff07';

/** Most texts have none of these characters; this keeps large exports fast. */
const anySign = new RegExp(`[${callers}${signs}]`);
const runs = new RegExp(
  `^[${skipped}]*(?:[${callers}]|[${signs}](?=[^]*[(!|${callers}\uff08\uff01\uff5c]))`,
  'u',
);

/** The text, with an apostrophe before it if a spreadsheet would run it. */
export const withoutFormula = (text: string): string =>
  anySign.test(text) && runs.test(text) ? `'${text}` : text;
