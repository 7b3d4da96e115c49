import Big from 'big.js';
import { UsageError } from '../../base/errors.ts';
import type { Pieces } from '../../output/document/document.ts';
import { say, sayCount } from '../../output/words/messages.ts';
import { isExactNumber, settled } from '../../platform/numbers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { valueReader, withValue } from '../../platform/record-paths.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/**
 * The mix of a hotel: property performance with one filtered request for each channel, segment or another value, and one
 * without the filter. What is in none of the values is the rest, so that the rows add up to the house.
 */

/** What `--by` names, the parameter that filters by it, and its heading. */
const dimensions = {
  channel: ['channelCodes', 'Channel'],
  source: ['sources', 'Source'],
  'market-segment': ['marketSegmentIds', 'Market segment'],
  'rate-plan': ['ratePlanIds', 'Rate plan'],
  company: ['companyIds', 'Company'],
  'travel-purpose': ['travelPurpose', 'Travel purpose'],
} as const;

export type MixDimension = keyof typeof dimensions;
export const mixDimensions = Object.keys(dimensions) as MixDimension[];

export interface Mix {
  readonly dimension: MixDimension;
  readonly heading: string;
  /** The parameter in a request. */
  readonly wire: string;
  readonly values: readonly string[];
}

/** @throws UsageError if the values are neither listed by a flag nor documented */
export function readMix(
  report: ReportDefinition,
  dimension: MixDimension,
  givenAt: (wire: string) => readonly string[],
): Mix {
  const [wire, heading] = dimensions[dimension];
  const parameter = report.parameters.find(each => each.wire === wire);
  const given = givenAt(wire)
    .flatMap(text => text.split(','))
    .map(text => text.trim())
    .filter(Boolean);
  const values = given.length > 0 ? given : (parameter?.kind.choices ?? []);
  if (values.length > 0) return { dimension, heading, wire, values: [...new Set(values)] };
  throw new UsageError(`--by ${dimension} needs the values, because the platform does not list them`, {
    hint: `add --${parameter?.flag} with several values, separated by commas`,
  });
}

/** The request of the house first, then one for each value. */
export function mixRequests({ wire, values }: Mix, request: Parameters): readonly Parameters[] {
  const { [wire]: _values, ...house } = request;
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

/**
 * A row for each value, and one with the rest.
 *
 * @param found the row of the house first, then those of the values; undefined where the platform has none
 */
export function mixRecords(
  { values }: Mix,
  [house, ...parts]: readonly (ReportRecord | undefined)[],
  columns: readonly Column[],
): readonly ReportRecord[] {
  if (!house) return [];
  const rows = values.flatMap((value, index) => (parts[index] ? [{ ...parts[index], mix: value }] : []));
  const sums = columns.filter(column => column.aggregation?.kind === 'sum' && isOfBookings(column));
  const others = sums.reduce<ReportRecord>((record, { name }) => {
    const read = valueReader(name);
    const whole = read(house);
    if (!isExactNumber(whole)) return record;
    const left = rows.reduce((sum, row) => {
      const value = read(row);
      return isExactNumber(value) ? sum.minus(value) : sum;
    }, new Big(whole));
    return withValue(record, name, settled(left));
  }, house);
  return [...rows, { ...others, mix: rest }];
}

/** The share of the units sold of each hotel. */
export const shareColumn: Column = {
  name: 'share',
  type: 'number',
  heading: 'Share',
  unit: { kind: 'percent' },
};

export function withShares(records: readonly ReportRecord[]): readonly ReportRecord[] {
  const sold = new Map<unknown, Big>();
  const read = valueReader('soldCount');
  for (const record of records) {
    const value = read(record);
    const before = sold.get(record['propertyId']) ?? new Big(0);
    if (isExactNumber(value)) sold.set(record['propertyId'], before.plus(value));
  }
  return records.map(record => {
    const [value, all] = [read(record), sold.get(record['propertyId'])];
    const share = isExactNumber(value) && all && !all.eq(0) ? new Big(value).times(100).div(all) : undefined;
    return { ...record, share: share ? settled(share.round(12, Big.roundHalfUp)) : null };
  });
}

/** Whether the rows add up by themselves: a stay with two values is in two rows, and the rest is less than nothing. */
export function describeMix({ values }: Mix, records: readonly ReportRecord[]): Pieces {
  const read = valueReader('soldCount');
  const overlapping = records.flatMap(record => {
    const value = read(record);
    return record['mix'] === rest && isExactNumber(value) && new Big(value).lt(0) ? [record] : [];
  });
  const [first] = overlapping;
  return first === undefined
    ? sayCount(
        values.length,
        'the rows add up to the house exactly: 1 filtered request and one without a filter',
        'the rows add up to the house exactly: {count} filtered requests and one without a filter',
      )
    : say('the values overlap ({hotels}): "In none of these" is negative by what is counted twice', {
        hotels: [overlapping.map(({ propertyId }) => propertyId).join(', ')],
      });
}
