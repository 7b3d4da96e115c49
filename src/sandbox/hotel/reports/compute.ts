/** What the report computations share: their signature, amounts and percentages. */
import type { Parameters } from '../../../platform/parameters.ts';
import type { Day } from '../calendar.ts';
import type { Minor } from '../money.ts';
import type { Property } from '../property.ts';

/** The response body; null means 204. */
export type ComputeBody = (property: Property, parameters: Parameters, today: Day) => object | null;

/** The elements of the body's list, created one by one as they are read; an empty list means 204. */
export type ComputeItems = (property: Property, parameters: Parameters, today: Day) => Iterable<object>;

/** MonetaryValueModel. */
export interface MonetaryValue {
  readonly amount: number;
  readonly currency: string;
}

/** Converts minor units to the number in JSON: the nearest double, so 1999 cents are 19.99. */
export const amountOf = ({ currency }: Property, minor: Minor): number => minor / 10 ** currency.digits;

export const moneyOf = (property: Property, minor: Minor): MonetaryValue => ({
  amount: amountOf(property, minor),
  currency: property.currency.code,
});

/**
 * A share in percent, rounded half up to two decimals, in whole hundredths until the last division: 1 of 3 is 33.33.
 */
export const percentOf = (number: number, total: number): number =>
  total === 0 ? 0 : Math.floor((20_000 * number + total) / (2 * total)) / 100;
