import { stringifyJson } from '../platform/json.ts';
import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { FieldValue } from '../platform/records.ts';
import { safeText } from '../platform/safe-text.ts';

/**
 * A value as plain text: numbers in their shortest exact spelling, nothing for null and undefined, arrays of
 * scalars joined by `;`. Whatever is nested deeper has no cell of its own in a flat row and is told as JSON.
 * The text is the platform's and still untrusted: each format makes it safe for its own readers.
 */
export function cellText(value: FieldValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isExactNumber(value)) return plainNumber(value);
  if (Array.isArray(value)) return value.map(cellText).join(';');
  return stringifyJson(value);
}

/**
 * Line feeds, CRLF and tabs are text like any other inside a spreadsheet's cell. Every other control character, a lone
 * carriage return among them, is made visible: a CSV is also looked at in terminals and editors, where such a
 * character could rewrite what is seen.
 */
export const visibleText = (text: string): string =>
  /[^ -~]/.test(text) ? text.replace(/(?:(?!\r\n)[^\n\t])+/gs, line => safeText(line)) : text;
