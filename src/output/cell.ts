import { addDays, isDate } from '../platform/dates.ts';
import { stringifyJson } from '../platform/json.ts';
import { isCurrency } from '../platform/money.ts';
import { type ExactNumber, isExactNumber, plainNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, FieldValue, MeasureUnit, ReportRecord } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';
import { decimalsOfUnit, formattedNumber, type LocaleFormat, roundedMeasure } from './number-format.ts';

/**
 * A value as plain text: numbers in their shortest exact spelling, nothing for null and undefined, arrays of scalars
 * joined by `;`. Values with deeper nesting do not fit in a flat row and are written as JSON. The text comes from the
 * platform and is still untrusted: each format escapes it for its readers.
 */
export function cellText(value: FieldValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isExactNumber(value)) return plainNumber(value);
  if (Array.isArray(value)) return value.map(cellText).join(';');
  return stringifyJson(value);
}

/**
 * Line feeds, CRLF and tabs are ordinary text inside a spreadsheet's cell. Every other control character, including a
 * carriage return that is not part of CRLF, is made visible: a CSV is also shown in terminals and editors, where such a
 * character could rewrite the display.
 */
export const visibleText = (text: string): string =>
  /[^ -~]/.test(text) ? text.replace(/(?:(?!\r\n)[^\n\t])+/gs, line => safeText(line)) : text;

/** The text of a column's cells. `shared` is the currency in its heading; other amounts show their own currency. */
export function makeCellText(
  { name, unit, display, weekday, exclusive, type }: Column,
  shared: string | undefined,
  format: LocaleFormat,
): (record: ReportRecord) => string {
  if (display) return record => format.word(display(record));
  const read = valueReader(name);
  if (type === 'date') {
    return record => {
      const value = read(record);
      if (typeof value !== 'string') return cellText(value);
      return format.date(exclusive ? dayBefore(value) : value, weekday === true);
    };
  }
  const readCurrency =
    unit?.kind === 'money' && shared === undefined ? valueReader(unit.currency) : undefined;
  return record => {
    const value = read(record);
    if (!isExactNumber(value)) return cellText(value);
    const currency = readCurrency ? readCurrency(record) : shared;
    const text = measureText(value, unit, currency, format);
    // Amounts of several currencies show their own; otherwise the heading shows it.
    return readCurrency && typeof currency === 'string' && currency !== '' ? `${text} ${currency}` : text;
  };
}

/** The last day of a period whose end is exclusive; any other text unchanged. */
export const dayBefore = (end: string): string => (isDate(end) ? addDays(end, -1) : end);

/** A number with the decimals of its unit. A number without a unit, such as a year, has no separators. */
function measureText(
  value: ExactNumber,
  unit: MeasureUnit | undefined,
  currency: unknown,
  format: LocaleFormat,
): string {
  if (!unit) return cellText(value).replace('.', format.decimal);
  const isRounded =
    unit.rounded || (format.roundsMoney && typeof currency === 'string' && isCurrency(currency));
  const shown = isRounded ? roundedMeasure(value, unit, currency) : value;
  return formattedNumber(shown, decimalsOfUnit(unit, currency), format);
}

/** Characters from the decimal separator on. */
export const measureFraction = (text: string, decimal = '.'): number =>
  text.includes(decimal) ? text.length - text.lastIndexOf(decimal) : 0;

/** Numbers are padded to the longest fraction, so that the decimal points are aligned. */
export function pointsInLine(texts: readonly string[], decimal = '.'): string[] {
  // A currency after a number of a mixed column is not a part of its fraction.
  if (texts.some(text => /[A-Za-z]$/.test(text))) return [...texts];
  const longest = Math.max(0, ...new Set(texts.map(text => measureFraction(text, decimal))));
  return texts.map(text => (text === '' ? '' : text + ' '.repeat(longest - measureFraction(text, decimal))));
}
