/** A share in percent, rounded half up to two decimals, in whole hundredths until the last division: 1 of 3 is 33.33. */
export const percentOf = (number: number, total: number): number =>
  total === 0 ? 0 : Math.floor((20_000 * number + total) / (2 * total)) / 100;
