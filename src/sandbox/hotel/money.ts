/** Whole minor units of the property's currency (cents, pence; yen have none). Never a fraction. */
export type Minor = number;

export const vatTypes = ['Without', 'Reduced', 'Normal'] as const;
export type VatType = (typeof vatTypes)[number];

/** Whole percents in every country of the sandbox. */
export type VatRates = Readonly<Record<VatType, number>>;

/** The net part of a gross amount, rounded half up. The tax is the remainder, so that net + tax = gross. */
export const computeNet = (gross: Minor, vatPercent: number): Minor =>
  Math.round((gross * 100) / (100 + vatPercent));

/**
 * Hundred-millionths of the currency's unit. The ledger does not round nets and taxes, so a sum is rounded only once.
 * Amounts of the hotels stay safe integers; sums of many are bigints.
 */
export type Exact = number;

export const exactUnit = 1e8;

/** The exact net part of a gross amount, rounded to a hundred-millionth; `digits` are those of the minor unit. */
export function computeExactNet(gross: Minor, vatPercent: number, digits: number): Exact {
  const scale = exactUnit / 10 ** digits;
  const divisor = 100 + vatPercent;
  // Whole minor units first, because the product of both factors would not be a safe integer.
  const whole = Math.floor((gross * 100) / divisor);
  return whole * scale + Math.round(((gross * 100 - whole * divisor) * scale) / divisor);
}

/** A sum of exact amounts in minor units, rounded half up. */
export function minorOfExact(sum: bigint, digits: number): Minor {
  const scale = BigInt(exactUnit / 10 ** digits);
  const doubled = 2n * sum + scale;
  const quotient = doubled / (2n * scale);
  return Number(doubled < 0n && quotient * 2n * scale !== doubled ? quotient - 1n : quotient);
}

/** Rounds half up to a multiple of `step`. */
export const roundTo = (amount: number, step: number): Minor => Math.round(amount / step) * step;

export const addUp = <T>(parts: readonly T[], amount: (part: T) => number): number =>
  parts.reduce((sum, part) => sum + amount(part), 0);

export const addUpGross = (parts: readonly { readonly gross: Minor }[]): Minor =>
  addUp(parts, ({ gross }) => gross);
