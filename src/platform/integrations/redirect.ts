import { safeText } from '../safe-text.ts';
import { shownOrigin } from './https-url.ts';
import type { SeenAnswer } from './sighting.ts';

/** ` to https://login.example`: the host alone, since path and query may hold a token. */
export function redirectTarget({ headers }: Pick<SeenAnswer, 'headers'>): string {
  const location = headers['location']?.[0];
  if (location === undefined) return '';
  return URL.canParse(location) ? ` to ${safeText(shownOrigin(location), 100)}` : ' to another path';
}
