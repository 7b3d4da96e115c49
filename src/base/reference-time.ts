import type { Context } from './context.ts';

/**
 * The moment that "today" and relative periods count from, in milliseconds since 1970: now, or the moment that
 * HOTELCTL_AS_OF names. `schedule run` sets it, so that a run that was missed fetches the dates that it was due for.
 */
export function referenceTime({ env, clock }: Pick<Context, 'env' | 'clock'>): number {
  const moment = Date.parse(env['HOTELCTL_AS_OF'] ?? '');
  return Number.isNaN(moment) ? clock.now() : moment;
}
