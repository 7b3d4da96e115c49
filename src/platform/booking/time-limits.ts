/**
 * An authorization that no booking follows within two hours is cancelled (platform.md, Limits). All times in
 * milliseconds.
 */
export const authorizationLifetime = 2 * 3_600_000;
/** From here on a booking may come too late. */
export const warningAge = 105 * 60_000;

/** An Idempotency-Key expires after 24 hours (platform.md, Limits); a quarter of an hour is kept for clocks that differ. */
export const keyLifetime = 24 * 3_600_000 - 15 * 60_000;
/** The clocks of two machines may differ by this much. */
export const clockDifference = 5 * 60_000;
