import { UsageError } from '../../base/errors.ts';
import { ensureEntry } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { computeRatio } from '../../output/quotient.ts';
import { say } from '../../output/words/messages.ts';
import { ExactSum, isExactNumber, toSum } from '../../platform/numbers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { valueReader, withValues } from '../../platform/record-paths.ts';
import { type Column, numberColumn, type ReportRecord } from '../../platform/records.ts';
import { type MixDimension, mixes } from '../../platform/reports/property-performance.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/**
 * The mix of a hotel: property performance with one filtered request for each channel, segment or another value, and one
 * without the filter. What is in none of the values is the rest, so that the rows add up to the house.
 */

export interface Mix {
  readonly heading: string;
  /** The parameter in a request. */
  readonly wire: string;
  readonly valuesOf: (property: string) => readonly string[];
}

/**
 * The values that a flag lists, else those of the hotel in the portfolio, whose column is called as the dimension, else the
 * documented ones.
 *
 * @throws UsageError if there are none; that of the function is for one hotel
 */
export function readMix(
  report: ReportDefinition,
  dimension: MixDimension,
  givenAt: (wire: string) => readonly string[],
  portfolio: ReadonlyMap<string, string> = new Map(),
): Mix {
  const [wire, heading] = mixes[dimension];
  const parameter = report.parameters.find(each => each.wire === wire);
  const split = (texts: readonly string[], separator: RegExp) => [
    ...new Set(texts.flatMap(text => text.split(separator)).flatMap(text => text.trim() || [])),
  ];
  const given = split(givenAt(wire), /,/);
  const documented = parameter?.kind.choices ?? [];
  const hint = `add --${parameter?.flag} with several values, separated by commas, or a column ${dimension} to the portfolio`;
  if (given.length + portfolio.size + documented.length === 0)
    throw new UsageError(`--by ${dimension} needs the values, because the platform does not list them`, {
      hint,
    });
  const valuesOf = (property: string) => {
    const own = given.length > 0 ? given : split([portfolio.get(property) ?? ''], /[;,]/);
    if (own.length > 0 || documented.length > 0) return own.length > 0 ? own : documented;
    throw new UsageError(`the portfolio has no ${dimension} of ${property}`, { hint });
  };
  return { heading, wire, valuesOf };
}

/** The request of the house first, then one for each value. */
export function mixRequests({ wire, valuesOf }: Mix, request: Parameters): readonly Parameters[] {
  const { [wire]: _values, ...house } = request;
  const values = valuesOf(String(request['propertyId']));
  // One value of a parameter that is not repeatable.
  return [house, ...values.map(value => ({ ...house, [wire]: wire === 'travelPurpose' ? value : [value] }))];
}

/** The last row of a mix. */
const rest = 'In none of these';

/** What a filter narrows: the bookings, not the house. */
export const isOfBookings = ({ name, aggregation }: Column): boolean =>
  aggregation?.kind === 'ratio'
    ? aggregation.per === 'soldCount'
    : aggregation?.kind === 'sum' && !/^(house|unsold|outOfOrder)/.test(name);

/** A row for each value, and one with the rest. @param found undefined where the platform has none */
export function mixRecords(
  { valuesOf }: Mix,
  [house, ...parts]: readonly (ReportRecord | undefined)[],
  columns: readonly Column[],
): readonly ReportRecord[] {
  if (!house) return [];
  const rows = valuesOf(String(house['propertyId'])).flatMap((value, index) =>
    parts[index] ? [{ ...parts[index], mix: value }] : [],
  );
  const sums = columns.filter(column => column.aggregation?.kind === 'sum' && isOfBookings(column));
  const others = sums.flatMap(({ name }) => {
    const [whole, ...values] = [house, ...rows].map(valueReader(name));
    if (!isExactNumber(whole)) return [];
    const left = values.filter(isExactNumber).reduce((sum, value) => sum.add(value, -1), toSum(whole));
    return [[name, left.exact] as const];
  });
  return [...rows, { ...withValues(house, others), mix: rest }];
}

/** The share of the units sold of each hotel; all rows are the whole, as far as there is one. */
export const shareColumn: Column = {
  ...numberColumn('share', 'Share'),
  unit: { kind: 'percent' },
  aggregation: { kind: 'ratio', of: 'soldCount', per: 'soldCount', factor: 100 },
};

export function withShares(records: readonly ReportRecord[]): readonly ReportRecord[] {
  const sold = new Map<unknown, ExactSum>();
  for (const { propertyId, soldCount } of records)
    if (isExactNumber(soldCount)) ensureEntry(sold, propertyId, () => new ExactSum()).add(soldCount);
  return records.map(record => {
    const { propertyId, soldCount } = record;
    const parts = isExactNumber(soldCount) ? [toSum(soldCount), sold.get(propertyId)] : [];
    return { ...record, share: computeRatio(parts, 100) ?? null };
  });
}

/** Whether the rows add up by themselves: a stay with two values is in two rows, and the rest is less than nothing. */
export function describeMix(records: readonly ReportRecord[]): Pieces {
  const overlapping = records.filter(({ mix, soldCount }) => mix === rest && Number(soldCount ?? 0) < 0);
  return overlapping.length === 0
    ? say('the rows add up exactly to the figures without a filter')
    : say('the values overlap ({hotels}): "In none of these" is negative by what is counted twice', {
        hotels: [overlapping.map(({ propertyId }) => propertyId).join(', ')],
      });
}
