import Big from 'big.js';
import { addDays, dayNumber, isDate } from '../platform/dates.ts';
import { stringifyJson } from '../platform/json.ts';
import { currencyDigits, isCurrency } from '../platform/money.ts';
import { type ExactNumber, isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { FieldValue, MeasureUnit } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';

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

/** The last day of a period whose end is exclusive; any other text unchanged. */
export const dayBefore = (end: string): string => (isDate(end) ? addDays(end, -1) : end);

/** Characters from the decimal separator on. */
export const measureFraction = (text: string, decimal = '.'): number =>
  text.includes(decimal) ? text.length - text.lastIndexOf(decimal) : 0;

/** An English phrase in the language of the locale. */
export type Word = (english: string) => string;

const inEnglish: Word = english => english;

/**
 * How people see numbers and dates in tables, HTML pages and workbooks. Digits are never lost: a number gets at least
 * the decimals of its column, and keeps more if the platform sent more.
 */
export interface LocaleFormat {
  /** The locale itself; undefined for the neutral format. */
  readonly tag: string | undefined;
  readonly decimal: string;
  /** The integer part of a number, digits only, with separators between the thousands. */
  readonly grouped: (digits: string) => string;
  /** A calendar date, with the weekday before it if requested; any other text is returned unchanged. */
  readonly date: (text: string, withWeekday: boolean) => string;
  /** Translates a phrase of a table, a page, a workbook or an email; English where there is no translation. */
  readonly word: Word;
  /** Amounts have the decimals of their currency, as on pages, which people read; elsewhere no digit is lost. */
  readonly roundsMoney?: true;
}

// 1970-01-01, day 0, was a Thursday.
const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];

/** `Sat`, of the days since 1970. */
export const weekday = (day: number): string => weekdays[((day % 7) + 7) % 7] ?? '';

/** Without a locale: a decimal point, commas between thousands, and ISO dates. */
const neutralFormat: LocaleFormat = {
  tag: undefined,
  decimal: '.',
  grouped: digits => digits.replace(/\B(?=(?:\d{3})+$)/g, ','),
  date: (text, withWeekday) => (withWeekday && isDate(text) ? `${weekday(dayNumber(text))} ${text}` : text),
  word: inEnglish,
};

/** The parts of a date, in the order of a locale. */
export const dateParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/**
 * @param locale a BCP 47 tag that `isLocale` accepts; undefined for the neutral format
 * @param word the translation of `loadWords`
 */
export function localeFormat(locale: string | undefined, word: Word = inEnglish): LocaleFormat {
  if (locale === undefined) return neutralFormat;
  // Latin digits everywhere, because scripts read the same cells; separators as in a workbook, so that columns are even.
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always' });
  const options = { ...dateParts, timeZone: 'UTC', numberingSystem: 'latn' } as const;
  const dates = new Intl.DateTimeFormat(locale, options);
  const days = new Intl.DateTimeFormat(locale, { ...options, weekday: 'short' });
  return {
    tag: locale,
    decimal: decimalSeparator(locale),
    grouped: digits => numbers.format(BigInt(digits)),
    date: (text, withWeekday) =>
      isDate(text) ? (withWeekday ? days : dates).format(Date.parse(`${text}T00:00:00Z`)) : text,
    word,
  };
}

export const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

/** A number with at least the given decimals and with separators between thousands. */
export function formattedNumber(value: ExactNumber, decimals: number, format: LocaleFormat): string {
  const [whole = '', fraction = ''] = plainNumber(value).split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const padded = fraction.padEnd(decimals, '0');
  return `${sign}${format.grouped(whole.slice(sign.length))}${padded === '' ? '' : format.decimal}${padded}`;
}

/** Decimals of an amount; a code that is not an ISO 4217 currency has no default. */
export const decimalsOfCurrency = (currency: unknown): number =>
  typeof currency === 'string' && isCurrency(currency) ? currencyDigits(currency) : 0;

export const percentDecimals = 2;

export const roundedMeasure = (value: ExactNumber, unit: MeasureUnit, currency: unknown): Big =>
  new Big(value).round(decimalsOfUnit(unit, currency), Big.roundHalfUp);

/** An average count has as many as a percentage. */
const decimalsOfUnit = ({ kind, rounded }: MeasureUnit, currency: unknown): number =>
  kind === 'money' ? decimalsOfCurrency(currency) : kind === 'percent' || rounded ? percentDecimals : 0;

/** The format of a page, a workbook or a mail: money has the decimals of its currency. */
export const pageFormat = (format: LocaleFormat): LocaleFormat => ({ ...format, roundsMoney: true });
