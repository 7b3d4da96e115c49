import { OutputError } from '../../base/errors.ts';
import type { Column, FieldValue } from '../../platform/records.ts';
import { cellText, visibleText } from '../cell.ts';

/** What the library takes for a cell; null is an empty one. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { readonly value: Date; readonly type: DateConstructor; readonly format: string }
  | { readonly value: string; readonly fontWeight: 'bold' };

/** As many characters as Excel takes in one cell; a file with more is "repaired" by throwing text away. */
const mostCharacters = 32_767;

/** Significant digits that every spreadsheet keeps; beyond them it rounds what it shows and what it saves. */
const keptDigits = 15;

/** Excel counts days from 1900, with a 29th of February that was none; from March on every reader agrees. */
const firstDate = Date.UTC(1900, 2, 1);

/**
 * A value as a typed cell. A number with more digits than a spreadsheet keeps becomes text, so that none is rounded. A date is a date; a time of day keeps its offset, and stays text.
 *
 * @throws OutputError for a text longer than a cell can hold
 */
export function sheetCell(value: FieldValue, { name, type }: Column): SheetCell {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number(value.toPrecision(keptDigits)) === value) return value;
  if (type === 'date' && typeof value === 'string') {
    const date = dateOf(value);
    // Midnight in UTC: the library counts days from it, whatever time zone this machine is in.
    if (date !== undefined) return { value: new Date(date), type: Date, format: 'yyyy-mm-dd' };
  }
  const text = sheetText(cellText(value));
  if (text.length > mostCharacters) {
    throw new OutputError(
      `the column ${name} has a text of more than ${mostCharacters} characters, which no spreadsheet takes`,
      {
        hint: 'nothing was written; use --format csv, or leave the column out with --columns',
      },
    );
  }
  return text === '' ? null : text;
}

function dateOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = Date.parse(`${text}T00:00:00Z`);
  // 30 February is read as 1 March.
  return date >= firstDate && new Date(date).toISOString().startsWith(text) ? date : undefined;
}

/**
 * Text for a cell: what XML can't carry is made visible, and what a spreadsheet would read as an escape (`_x0041_`) is
 * escaped itself. No guard against formulas is needed: the cell's own type says that it is text.
 */
export function sheetText(text: string): string {
  const shown = visibleText(text)
    .replaceAll('\r\n', '\n')
    .replace(
      /[\ufffd\p{Noncharacter_Code_Point}]/gu,
      character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  // The library keeps each text once, in an object whose inherited names it takes for texts that it has seen. It drops
  // U+0001, so this one is another name and the same text.
  return shown in Object.prototype ? `${shown}\u0001` : shown;
}
