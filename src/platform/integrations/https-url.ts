import { safeText } from '../safe-text.ts';
import type { FetchedResponse } from './fetch-result.ts';

/**
 * "A valid HTTPS URL" (platform.md, UI integration service, rules 1 to 3): the one definition for flags, checks and
 * the sandbox. The value is never repeated in the words: its query holds the integration's secret.
 *
 * @returns what it must be instead, as a phrase that follows "must be"; undefined when it is right
 */
export function httpsUrlProblem(text: string): string | undefined {
  if (text === '') return 'given: it is empty';
  // The URL parser would drop them without a word.
  if (/[\s\p{Cc}]/u.test(text)) return 'a URL without spaces and line breaks';
  if (!URL.canParse(text)) return 'an absolute URL that begins with https://';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:') return `an https:// URL, not ${protocol}//`;
  if (username || password) return 'a URL without a user name and password: browsers drop them in frames';
  return undefined;
}

/** Scheme and host of an address: what may be shown of it anywhere. */
export function shownOrigin(text: string): string {
  if (!URL.canParse(text)) return 'no address';
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** ` to https://login.example`: the host alone, since path and query may hold a token. */
export function redirectWords({ headers }: Pick<FetchedResponse, 'headers'>): string {
  const location = headers['location']?.[0];
  if (location === undefined) return '';
  return URL.canParse(location) ? ` to ${safeText(shownOrigin(location), 100)}` : ' to another path';
}
