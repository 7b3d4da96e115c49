import { safeText } from './safe-text.ts';

/** The first few of what may be many thousands; names of fields, for example, are the platform's text. */
export function someOf(words: readonly string[], count: number, separator: string): string {
  const rest = words.length - count;
  const shown = words.slice(0, count).map(word => safeText(word, 100));
  return `${shown.join(separator)}${rest > 0 ? ` and ${rest} more` : ''}`;
}
