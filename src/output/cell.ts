import { addDays, isDate } from '../platform/dates.ts';
import { stringifyJson } from '../platform/json.ts';
import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { FieldValue } from '../platform/records.ts';
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

/** Numbers are padded to the longest fraction, so that the decimal points are aligned. */
export function pointsInLine(texts: readonly string[], decimal = '.'): string[] {
  // A currency after a number of a mixed column is not a part of its fraction.
  if (texts.some(text => /[A-Za-z]$/.test(text))) return [...texts];
  const longest = Math.max(0, ...new Set(texts.map(text => measureFraction(text, decimal))));
  return texts.map(text => (text === '' ? '' : text + ' '.repeat(longest - measureFraction(text, decimal))));
}
