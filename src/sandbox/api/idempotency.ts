import type { HandlerResponse } from '../../http/local-server.ts';
import type { HotelClock } from '../hotel/hotel.ts';
import { unprocessable } from '../routes.ts';

const lifetime = 24 * 3_600_000;

/** One request that carries an Idempotency-Key; `respond` sends the same response whenever it is called. */
export interface IdempotentRequest {
  readonly subject: string;
  readonly path: string;
  readonly key: string;
  /** Equal for equal parameters. */
  readonly parameters: string;
  readonly respond: () => HandlerResponse;
}

/**
 * Idempotency keys (platform.md, Limits): for 24 hours of the hotel's clock, a hotel user's key returns the same
 * response again, and 422 for other parameters. The function that creates the response is stored, not the response, which
 * can be of any size.
 */
export function idempotencyKeys(clock: HotelClock): (request: IdempotentRequest) => HandlerResponse {
  const kept = new Map<string, IdempotentRequest & { readonly until: number }>();
  return request => {
    const now = clock.now();
    // Entries are in insertion order, so the oldest come first.
    for (const [name, { until }] of kept) {
      if (until > now) break;
      kept.delete(name);
    }
    const name = JSON.stringify([request.subject, request.path, request.key]);
    const before = kept.get(name);
    if (!before) {
      kept.set(name, { ...request, until: now + lifetime });
      return request.respond();
    }
    if (before.parameters === request.parameters) return before.respond();
    const end = new Date(before.until).toISOString().slice(0, 19);
    return unprocessable([
      `Idempotency-Key belongs to a request with other parameters until ${end}Z; use another key for this request`,
    ]);
  };
}
