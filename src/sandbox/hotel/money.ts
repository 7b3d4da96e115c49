/** Whole minor units of the property's currency (cents, pence; yen have none). Never a fraction. */
export type Minor = number;

export const vatTypes = ['Without', 'VeryReduced', 'Reduced', 'Normal'] as const;
export type VatType = (typeof vatTypes)[number];

/** Percent by VAT type; whole percents in every country of the sandbox. */
export type VatRates = Readonly<Partial<Record<VatType, number>>>;

/**
 * The net part of a gross amount, rounded half away from zero. The tax is the remainder, so net + tax = gross holds to
 * the minor unit, for refunds (negative) too.
 */
export function netOf(gross: Minor, vatPercent: number): Minor {
  const divisor = 2 * (100 + vatPercent);
  const net = Math.floor((200 * Math.abs(gross) + 100 + vatPercent) / divisor);
  return gross < 0 ? -net : net;
}

/** Rounds half up to a multiple of `step`; for amounts that are not negative. */
export const roundTo = (amount: number, step: number): Minor =>
  Math.floor((2 * amount + step) / (2 * step)) * step;

export const sumOf = <T>(parts: readonly T[], amount: (part: T) => number): number =>
  parts.reduce((sum, part) => sum + amount(part), 0);

/** The sum of the gross amounts. */
export const grossOf = (parts: readonly { readonly gross: Minor }[]): Minor =>
  sumOf(parts, ({ gross }) => gross);
