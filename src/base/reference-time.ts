import type { Context } from './context.ts';

/**
 * The moment that "today" and relative periods refer to, in milliseconds since 1970: now, or the value of
 * HOTELCTL_AS_OF. `schedule run` sets it, so that a missed run fetches the dates that it was due for.
 */
export function referenceTime({ env, clock }: Pick<Context, 'env' | 'clock'>): number {
  const moment = Date.parse(env['HOTELCTL_AS_OF'] ?? '');
  return Number.isNaN(moment) ? clock.now() : moment;
}
