import type { Minor, VatType } from '../hotel/money.ts';
import type { Property } from '../hotel/property.ts';

/** `{grossAmount, netAmount, vatType, vatPercent, currency}` (platform-facts, Booking). */
export function amountOf(property: Property, gross: Minor, net: Minor, vatType: VatType) {
  const { code, digits } = property.currency;
  return {
    grossAmount: gross / 10 ** digits,
    netAmount: net / 10 ** digits,
    vatType,
    vatPercent: property.vatRates[vatType] ?? 0,
    currency: code,
  };
}

/** Minor units of an amount that was sent; undefined when it has more digits than the currency. */
export function minorOf(property: Property, amount: number): Minor | undefined {
  const scaled = amount * 10 ** property.currency.digits;
  const minor = Math.round(scaled);
  return Math.abs(scaled - minor) < 1e-6 && minor >= 0 ? minor : undefined;
}
