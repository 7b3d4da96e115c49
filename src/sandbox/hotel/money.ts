/** Whole minor units of the property's currency (cents, pence; yen have none). Never a fraction. */
export type Minor = number;

export const vatTypes = ['Without', 'Reduced', 'Normal'] as const;
export type VatType = (typeof vatTypes)[number];

/** Whole percents in every country of the sandbox. */
export type VatRates = Readonly<Record<VatType, number>>;

/**
 * The net part of a gross amount, rounded half up. The tax is the remainder, so net + tax = gross holds to the minor
 * unit.
 */
export const netOf = (gross: Minor, vatPercent: number): Minor =>
  Math.floor((200 * gross + 100 + vatPercent) / (2 * (100 + vatPercent)));

/** Rounds half up to a multiple of `step`; for amounts that are not negative. */
export const roundTo = (amount: number, step: number): Minor =>
  Math.floor((2 * amount + step) / (2 * step)) * step;

export const sumOf = <T>(parts: readonly T[], amount: (part: T) => number): number =>
  parts.reduce((sum, part) => sum + amount(part), 0);

/** The sum of the gross amounts. */
export const grossOf = (parts: readonly { readonly gross: Minor }[]): Minor =>
  sumOf(parts, ({ gross }) => gross);
