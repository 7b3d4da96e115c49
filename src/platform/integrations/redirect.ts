import { safeText } from '../safe-text.ts';
import type { FetchedResponse } from './fetch-result.ts';
import { shownOrigin } from './https-url.ts';

/** ` to https://login.example`: the host alone, since path and query may hold a token. */
export function redirectTarget({ headers }: Pick<FetchedResponse, 'headers'>): string {
  const location = headers['location']?.[0];
  if (location === undefined) return '';
  return URL.canParse(location) ? ` to ${safeText(shownOrigin(location), 100)}` : ' to another path';
}
