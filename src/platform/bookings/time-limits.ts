/**
 * An authorization that no booking follows within two hours is cancelled (platform.md, Limits). All times in
 * milliseconds.
 */
export const authorizationLifetime = 2 * 3_600_000;
/** From this age on, a booking may be too late. */
export const warningAge = 105 * 60_000;

/** An Idempotency-Key expires after 24 hours (platform.md, Limits); 15 minutes are reserved for clock differences. */
export const keyLifetime = 24 * 3_600_000 - 15 * 60_000;
/** The maximum difference between the clocks of two machines. */
export const clockDifference = 5 * 60_000;
