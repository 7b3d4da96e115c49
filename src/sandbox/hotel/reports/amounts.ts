import type { Minor } from '../money.ts';
import type { Property } from '../property.ts';

/** MonetaryValueModel. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A whole number of minor units as the number that travels: the double nearest to it, so 1999 cents are 19.99. */
export const amountOf = ({ currency }: Property, minor: Minor): number => minor / 10 ** currency.digits;

export const moneyOf = (property: Property, minor: Minor): Money => ({
  amount: amountOf(property, minor),
  currency: property.currency.code,
});
