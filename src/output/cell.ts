import { stringifyJson } from '../platform/json.ts';
import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import type { FieldValue } from '../platform/records.ts';

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
