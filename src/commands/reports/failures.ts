import type { Document } from '../../output/document/document.ts';
import { joinTexts, sayPeriod } from '../../output/words/messages.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { boundsOf, type Period } from '../../platform/periods.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { byFrequency, countHotels, describeOtherDays, withMissing } from '../../reports/figures/lines.ts';
import type { FailedRequest, RunPlan } from './plan.ts';

/** The period of a hotel, from its first request to its last. */
type Spans = ReadonlyMap<string, Period>;

/**
 * How many of the hotels a page has, and of which period. One of which some periods failed is missing too, and these are named.
 *
 * @param having the hotels that the platform has figures of, for a report that knows them
 */
export function describeFailures(
  document: Document,
  { report, requests, refused, failed, names }: RunPlan,
  having: ReadonlySet<string> | undefined,
): Document {
  const requested = [
    ...requests.map(({ propertyId }) => String(propertyId)),
    ...refused.map(({ property }) => property),
  ];
  const all = [...new Set(requested)];
  const expected = all.length;
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
  const hotels = all.filter(property => !incomplete.has(property) && having?.has(property) !== false);
  const counts = { hotels: hotels.length, expected };
  if (expected === 1) return withMissing(document, counts, missing);
  const spans = findSpans(report, requests);
  const days = [...spans].map(([property, { last }]) => ({
    name: names.get(property) ?? property,
    day: last,
  }));
  const [usual] = byFrequency(days.map(({ day }) => day));
  const period = [...spans.values()].find(({ last }) => last === usual);
  const basis = joinTexts([countHotels(counts), period && sayPeriod(period), document.basis]);
  return withMissing({ ...document, basis }, counts, missing, describeOtherDays(days));
}

function findSpans(report: ReportDefinition, requests: readonly Parameters[]): Spans {
  const spans = new Map<string, Period>();
  for (const request of requests) {
    const property = String(request['propertyId']);
    const { first, last } = boundsOf(report.period, request);
    if (first === undefined || last === undefined) continue;
    const before = spans.get(property) ?? { first, last };
    spans.set(property, {
      first: first < before.first ? first : before.first,
      last: last > before.last ? last : before.last,
    });
  }
  return spans;
}
