import { OutputError } from '../../base/errors.ts';
import { xmlText } from '../../base/text.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { Column, FieldValue, MeasureUnit } from '../../platform/records.ts';
import { cellText, visibleText } from '../cell.ts';
import { decimalsOfCurrency, percentDecimals } from '../number-format.ts';

/** A value as a spreadsheet stores it; a date is its serial number. */
export type SheetValue =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'boolean'; readonly text: '0' | '1' }
  | { readonly kind: 'text'; readonly text: string };

/** Excel's limit for the text of a cell; a file with more is "repaired" by removing text. */
const mostCharacters = 32_767;

/** Significant digits that every spreadsheet keeps; it rounds the others when it shows and saves them. */
const keptDigits = 15;

/** Excel counts days from 1900 and treats that year as a leap year; from March 1900 on all readers agree. */
const firstDate = Date.UTC(1900, 2, 1);
const dayZero = Date.UTC(1899, 11, 30);
const dayLength = 86_400_000;

/**
 * A value as a typed cell. A number with more digits than a spreadsheet keeps becomes text, so that none is rounded. A
 * date is a date; a date with a time of day keeps its offset, and stays text.
 *
 * @throws OutputError for a text longer than a cell can hold
 */
export function sheetValue(value: FieldValue, { name, type }: Column): SheetValue {
  if (value === null || value === undefined) return { kind: 'empty' };
  if (typeof value === 'boolean') return { kind: 'boolean', text: value ? '1' : '0' };
  if (typeof value === 'number' && Number(value.toPrecision(keptDigits)) === value) {
    return { kind: 'number', text: String(value) };
  }
  if (type === 'date' && typeof value === 'string') {
    const serial = serialOf(value);
    if (serial !== undefined) return { kind: 'date', text: String(serial) };
  }
  const text = sheetText(cellText(value));
  if (text.length > mostCharacters) {
    throw new OutputError(
      `the column ${name} has a text of more than ${mostCharacters} characters, which no spreadsheet accepts`,
      { hint: 'use --format csv, or omit the column with --columns' },
    );
  }
  return text === '' ? { kind: 'empty' } : { kind: 'text', text };
}

function serialOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = Date.parse(`${text}T00:00:00Z`);
  // 30 February would be read as 1 March.
  if (!(date >= firstDate) || !new Date(date).toISOString().startsWith(text)) return undefined;
  return (date - dayZero) / dayLength;
}

/**
 * Text for a cell: characters that XML cannot contain are made visible, and text that a spreadsheet would read as an
 * escape (`_x0041_`) is escaped. No guard against formulas is needed, because the cell has the type text.
 */
export const sheetText = (text: string): string =>
  visibleText(text)
    .replaceAll('\r\n', '\n')
    .replace(
      /[\ufffd\p{Noncharacter_Code_Point}]/gu,
      character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

/**
 * The number format of a value: separators and the decimals of its unit, more if the value has more and is not a ratio
 * that hotelctl computed. `named` is the currency that the heading cannot show, because the rows differ.
 */
export function numberFormat(
  value: FieldValue,
  unit: MeasureUnit | undefined,
  currency: unknown,
  named: boolean,
): string | undefined {
  if (!unit || !isExactNumber(value)) return undefined;
  const own = unit.rounded ? 0 : (plainNumber(value).split('.')[1]?.length ?? 0);
  const usual =
    unit.kind === 'money' ? decimalsOfCurrency(currency) : unit.kind === 'percent' ? percentDecimals : 0;
  const decimals = Math.max(own, usual);
  const format = `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  return named && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? `${format} [$${currency}]`
    : format;
}

/** The format of a date column: ISO without a locale, else the order and the separators of the locale. */
export function dateFormat(locale: string | undefined, weekday: boolean): string {
  const pattern =
    locale === undefined
      ? 'yyyy-mm-dd'
      : new Intl.DateTimeFormat(locale, {
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          timeZone: 'UTC',
        })
          .formatToParts(0)
          .map(({ type, value }) => dateParts[type] ?? value.replace(/[^ ]/g, '\\$&'))
          .join('');
  return weekday ? `ddd ${pattern}` : pattern;
}

const dateParts: Readonly<Record<string, string>> = { year: 'yyyy', month: 'mm', day: 'dd' };

export const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
