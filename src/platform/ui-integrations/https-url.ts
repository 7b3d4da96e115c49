import { safeText } from '../safe-text.ts';
import type { FetchedResponse } from './fetch-result.ts';

/**
 * "A valid HTTPS URL" (platform.md, UI integration service, rules 1 to 3): the one definition for flags, checks and the
 * sandbox. The message never repeats the value: its query contains the integration's secret.
 *
 * @returns the requirement that is not met, as a phrase that follows "must be"; undefined for a valid URL
 */
export function httpsUrlProblem(text: string): string | undefined {
  if (text === '') return 'given: it is empty';
  // The URL parser would remove them silently.
  if (/[\s\p{Cc}]/u.test(text)) return 'a URL without spaces and line breaks';
  if (!URL.canParse(text)) return 'an absolute URL that begins with https://';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:') return `an https:// URL, not ${protocol}//`;
  if (username || password) return 'a URL without a user name and password: browsers drop them in frames';
  return undefined;
}

/** Scheme and host of a URL: the part that can always be shown. */
export function shownOrigin(text: string): string {
  if (!URL.canParse(text)) return 'no address';
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** ` to https://login.example`: only the origin, because path and query may contain a token. */
export function redirectWords({ headers }: Pick<FetchedResponse, 'headers'>): string {
  const location = headers['location']?.[0];
  if (location === undefined) return '';
  return URL.canParse(location) ? ` to ${safeText(shownOrigin(location), 100)}` : ' to another path';
}
