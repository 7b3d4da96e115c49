import type { Clock } from '../../base/context.ts';
import type { Send } from '../../http/exchange.ts';

/** About 3,500 requests a minute are allowed for a client and account; retries and other programs need some of them. */
export const defaultRate = 3000;

/**
 * Limits the requests per minute, evenly spaced, because a burst would be rejected with 429.
 *
 * @param perMinute requests per minute of this process
 */
export function limitRate(
  send: Send,
  perMinute: number,
  clock: Pick<Clock, 'now' | 'sleep'>,
  interrupted: AbortSignal,
): Send {
  const spacing = 60_000 / perMinute;
  let next = 0;
  return async (request, signal) => {
    const now = clock.now();
    const slot = Math.max(now, next);
    next = slot + spacing;
    if (slot > now) await clock.sleep(slot - now, interrupted);
    return send(request, signal);
  };
}
