import type { Document } from '../../output/document/document.ts';
import { joinTexts } from '../../output/words/messages.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { countHotels, withMissing } from '../../reports/figures/lines.ts';

/** A request that failed, for the page. */
export interface FailedRequest {
  readonly property: string;
  readonly period: string;
  /** `503 unavailable` */
  readonly cause: string;
}

/** How many of the hotels a page has. One of which some periods failed is missing too, and these are named. */
export function describeFailures(
  document: Document,
  requested: readonly string[],
  failed: readonly FailedRequest[],
  names: ReadonlyMap<string, string>,
): Document {
  const expected = new Set(requested).size;
  const incomplete = new Map<string, FailedRequest[]>();
  for (const each of failed) incomplete.set(each.property, [...(incomplete.get(each.property) ?? []), each]);
  const missing = [...incomplete].map(([property, parts]) => {
    const isWhole = parts.length >= requested.filter(each => each === property).length;
    const periods = isWhole ? [] : parts.map(({ period }) => period);
    return {
      name: [names.get(property) ?? property, joinSome(periods, 3, ', ')].filter(Boolean).join(' '),
      cause: parts[0]?.cause ?? '',
    };
  });
  const counts = { hotels: expected - missing.length, expected };
  const { basis } = document;
  const scope = joinTexts([countHotels(counts), ...(basis === undefined ? [] : [basis])]);
  return withMissing(expected === 1 ? document : { ...document, basis: scope }, counts, missing);
}
