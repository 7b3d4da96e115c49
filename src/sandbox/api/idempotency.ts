import type { HandlerResponse } from '../../http/local/handler.ts';
import type { HotelClock } from '../hotel/hotel.ts';
import { unprocessable } from '../routes.ts';

const lifetime = 24 * 3_600_000;

interface Kept {
  readonly parameters: string;
  readonly answer: () => HandlerResponse;
  readonly until: number;
}

/** One request that carries an Idempotency-Key; `answer` gives the same response whenever it is called. */
export interface IdempotentRequest {
  readonly subject: string;
  readonly path: string;
  readonly key: string;
  /** Equal for equal parameters. */
  readonly parameters: string;
  readonly answer: () => HandlerResponse;
}

/**
 * Idempotency keys (platform.md, Limits): for 24 hours of the hotel's clock a key of a hotel user brings the same
 * response again, and 422 for other parameters. What is kept is how to answer and not the answer, which may be
 * of any size.
 */
export function idempotencyKeys(clock: HotelClock): (request: IdempotentRequest) => HandlerResponse {
  const kept = new Map<string, Kept>();
  return ({ subject, path, key, parameters, answer }) => {
    const now = clock.now();
    // The oldest come first.
    for (const [name, { until }] of kept) {
      if (until > now) break;
      kept.delete(name);
    }
    const name = JSON.stringify([subject, path, key]);
    const before = kept.get(name);
    if (!before) {
      kept.set(name, { parameters, answer, until: now + lifetime });
      return answer();
    }
    if (before.parameters === parameters) return before.answer();
    const end = new Date(before.until).toISOString().slice(0, 19);
    return unprocessable([
      `Idempotency-Key belongs to a request with other parameters until ${end}Z; use another key for this request`,
    ]);
  };
}
