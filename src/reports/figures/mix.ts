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

type MixDimension = keyof typeof dimensions;
export const mixDimensions = Object.keys(dimensions) as MixDimension[];

export interface Mix {
  readonly dimension: MixDimension;
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
  const [wire, heading] = dimensions[dimension];
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
  return { dimension, heading, wire, valuesOf };
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

/**
 * A row for each value, and one with the rest.
 *
 * @param found the row of the house first, then those of the values; undefined where the platform has none
 */
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

/** The share of the units sold of each hotel; all rows are the whole, as far as there is one. */
export const shareColumn: Column = {
  name: 'share',
  type: 'number',
  heading: 'Share',
  unit: { kind: 'percent' },
  aggregation: { kind: 'ratio', of: 'soldCount', per: 'soldCount', factor: 100 },
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
export function describeMix(requests: number, records: readonly ReportRecord[]): Pieces {
  const read = valueReader('soldCount');
  const overlapping = records.flatMap(record => {
    const value = read(record);
    return record['mix'] === rest && isExactNumber(value) && new Big(value).lt(0) ? [record] : [];
  });
  const [first] = overlapping;
  return first === undefined
    ? sayCount(
        requests,
        'the rows add up to the house exactly: 1 filtered request and one without a filter',
        'the rows add up to the house exactly: {count} filtered requests and one without a filter',
      )
    : say('the values overlap ({hotels}): "In none of these" is negative by what is counted twice', {
        hotels: [overlapping.map(({ propertyId }) => propertyId).join(', ')],
      });
}
