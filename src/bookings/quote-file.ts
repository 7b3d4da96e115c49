import { UsageError } from '../base/errors.ts';
import { quoteSums, readQuote } from '../platform/bookings/quote.ts';
import type { Quote, QuotedReservation } from '../platform/bookings/quote-model.ts';
import { stringifyJson } from '../platform/json.ts';
import { isExactNumber } from '../platform/numbers.ts';
import { digestOfText } from './intent.ts';

/** The content of a quote file. @param now milliseconds since 1970 */
export function makeQuote(
  reservations: QuotedReservation[],
  { id, host, now }: { readonly id: string; readonly host: string; readonly now: number },
): Quote {
  const quotedAt = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return withDigest({ version: 1, id, quotedAt, host, reservations, sums: quoteSums(reservations) });
}

/** The same quote, with the digest of its content. */
export const withDigest = (quote: Omit<Quote, 'digest'> & { readonly digest?: string }): Quote => {
  const { digest: _, ...content } = quote;
  return { ...content, digest: digestOfText(stringifyJson(sorted(content))) };
};

/**
 * Reads a quote from its file. An edited one is refused: it would book other dates, guests or prices than were offered.
 * @throws UsageError
 */
export function readQuoteFile(value: unknown): Quote {
  const quote = readQuote(value);
  if (withDigest(quote).digest === quote.digest) return quote;
  throw new UsageError('the quote was changed: its content does not match its digest', {
    hint: 'quote again',
  });
}

/** Names in alphabetical order at every level, so that tools which reorder a file do not change its digest. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]),
  );
}
