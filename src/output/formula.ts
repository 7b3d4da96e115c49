/**
 * Text that a spreadsheet would run as a formula is made harmless by an apostrophe, the spreadsheets' own mark for
 * text. Which text, precisely:
 *
 * 1. At the start of a cell: blanks, invisible characters and quotation marks, any number, then one of `= + - @ | %`
 *    or another width of it (`＝ ＋ － ＠ − ⁼ ...`: some programs fold them). A leading tab, CR or LF too, because
 *    what follows it becomes the start when the reader trims.
 * 2. Inside a cell, after `,` `;` tab, CR or LF: a program that was told another separator than the file's splits
 *    there, quotation marks or not, and the rest is a cell of its own. `12,- EUR` stays as it is: a bare sign before
 *    a blank or the end computes nothing, unless the text holds `( ! |`, without which no function, other sheet
 *    or other program can be called.
 *
 * The apostrophe stands at the very start (1) or right after the separator (2). Text that already looks guarded is
 * guarded again, so removing one apostrophe from each guarded place gives the platform's text back.
 */
const signs =
  '=+\\-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\ufe6a\u2212\u207c\u207a\u207b\u208c\u208a\u208b';
/** Equals and at signs: enough by themselves. */
const callers = '=@\uff1d\uff20\ufe66\ufe6b\u207c\u208c';
const skipped = '"\'`\u00b4\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\uff02\uff07';

const anySign = new RegExp(`[${signs}\\t\\r\\n]`);
const atStart = new RegExp(`^(?:'*[\\t\\r\\n]|[\\s\\p{Cc}\\p{Cf}${skipped}]*[${signs}])`, 'u');

const inside = (dangerous: string) =>
  new RegExp(`(?<=[,;\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s\\p{Cc}\\p{Cf}${skipped}])*(?:${dangerous}))`, 'gu');
const insidePlain = inside(`[${callers}]|[${signs}](?=\\S)`);
const insideCalling = inside(`[${signs}]`);
const couldCall = /[(!|\uff08\uff01\uff5c]/;

/** The text with an apostrophe wherever a spreadsheet could begin a formula. */
export function withoutFormula(text: string): string {
  // Most texts have none of these characters; this keeps large exports fast.
  if (!anySign.test(text)) return text;
  const guarded = text.replace(couldCall.test(text) ? insideCalling : insidePlain, "'");
  return atStart.test(text) ? `'${guarded}` : guarded;
}
