import { redactUrl } from '../http/trace.ts';

/**
 * Integrations as they may be shown. A private URL's query holds the secret that keeps strangers out (platform.md,
 * UI integration service, rule 8), so no output, error or log has a query's values.
 */
export function shown(value: unknown): unknown {
  if (typeof value === 'string') return redactUrls(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null || 'toFixed' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

/** Every address in a text without the values of its query; JSON's escaped slashes hide none. */
export const redactUrls = (text: string): string =>
  text.replaceAll('\\/', '/').replace(/\bhttps?:\/\/[^\s"'<>]+/gi, address => redactUrl(address, 'all'));
