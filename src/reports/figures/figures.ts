import Big from 'big.js';
import { RefusedError } from '../../base/errors.ts';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import type { FlatRow } from '../snapshots/read-snapshot.ts';

/** The figures of pick-up and pace: units and gross accommodation revenue, in one currency. */
export interface BookedFigures {
  readonly sold: number;
  /** Units that can be sold: the house without those out of order. */
  readonly available: number;
  readonly grossRevenue: Big;
  /** Undefined without rows. */
  readonly currency: string | undefined;
}

/** The columns of a snapshot that the figures are computed from. */
export const figureColumns = [
  'businessDay',
  'soldCount',
  'houseCount',
  'outOfOrderCount',
  'grossAccommodationRevenue.amount',
  'grossAccommodationRevenue.currency',
] as const;

export const noBookedFigures: BookedFigures = {
  sold: 0,
  available: 0,
  grossRevenue: new Big(0),
  currency: undefined,
};

/** Adds one more row of a snapshot to the figures. Throws RefusedError for a second currency. */
export function addRow(figures: BookedFigures, row: FlatRow): BookedFigures {
  const count = (name: string) => (typeof row[name] === 'number' ? (row[name] as number) : 0);
  const amount = row['grossAccommodationRevenue.amount'];
  const currency = row['grossAccommodationRevenue.currency'];
  return {
    sold: figures.sold + count('soldCount'),
    available: figures.available + count('houseCount') - count('outOfOrderCount'),
    grossRevenue: isExactNumber(amount)
      ? figures.grossRevenue.plus(plainNumber(amount))
      : figures.grossRevenue,
    currency: oneCurrency(figures.currency, typeof currency === 'string' ? currency : undefined),
  };
}

/** The currency of both sides. Amounts in two currencies are never added or compared. */
export function oneCurrency(first: string | undefined, second: string | undefined): string | undefined {
  if (first !== undefined && second !== undefined && first !== second) {
    throw new RefusedError(`amounts in ${first} and ${second} cannot be compared`, {
      hint: 'choose a period with one currency',
    });
  }
  return first ?? second;
}

/** Ratios have more decimals than any amount, and are rounded half up there. */
const ratioDecimals = 10;

/** A ratio of two sums; null if the divisor is 0. */
export const ratioOf = (sum: Big, per: number, factor = 1): Big | null =>
  per === 0 ? null : exactQuotient(sum.times(factor), per);

/** Amounts of a snapshot have at most as many decimals. */
const amountDecimals = 18;
const beyondRatio = 10n ** BigInt(amountDecimals - ratioDecimals);

/** Uses integers: a report divides thousands of times, and the decimal library takes ten times as long. */
function exactQuotient(sum: Big, per: number): Big {
  const unscaled = BigInt(sum.toFixed(amountDecimals).replace('.', ''));
  const divisor = BigInt(per) * beyondRatio;
  const half = unscaled < 0n === divisor < 0n ? divisor : -divisor;
  const quotient = (2n * unscaled + half) / (2n * divisor);
  const digits = (quotient < 0n ? -quotient : quotient).toString().padStart(ratioDecimals + 1, '0');
  const point = digits.length - ratioDecimals;
  return new Big(`${quotient < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** A value and its earlier value, as a record. `difference` names the third field. */
export const comparison = <Name extends string>(
  before: Big | number | null,
  now: Big | number | null,
  names: readonly [before: Name, now: Name, difference: Name],
): Readonly<Record<Name, ExactNumber | null>> => {
  const exact = (value: Big | number | null) => (value === null ? null : settled(new Big(value)));
  const difference = before === null || now === null ? null : new Big(now).minus(before);
  return { [names[0]]: exact(before), [names[1]]: exact(now), [names[2]]: exact(difference) } as Record<
    Name,
    ExactNumber | null
  >;
};
