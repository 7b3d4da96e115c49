import type { Context } from '../base/context.ts';

/** Milliseconds between two attempts of a job or of its delivery: it doubles from one minute to a quarter of an hour. */
const firstPause = 60_000;
const longestPause = 900_000;

/**
 * The pause after the last of these attempts: between half of the limit and all of it, so that many properties do not
 * retry in the same second.
 */
export function pauseAfter(attempts: number, random: Context['random']): number {
  const longest = Math.min(longestPause, firstPause * 2 ** (attempts - 1));
  return Math.round(longest * (0.5 + random.fraction() / 2));
}
