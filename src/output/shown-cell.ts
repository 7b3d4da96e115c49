import { addDays, isDate } from '../platform/dates.ts';
import { isCurrency } from '../platform/money.ts';
import { type ExactNumber, isExactNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Column, MeasureUnit, ReportRecord } from '../platform/records.ts';
import { cellText } from './cell.ts';
import { decimalsOfUnit, formattedNumber, type LocaleFormat, roundedMeasure } from './number-format.ts';

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
export function measureText(
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
