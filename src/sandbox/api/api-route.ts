import type { HandlerResponse } from '../../http/local-server.ts';
import { findProblems, type Parameter, type Parameters, type Rule } from '../../platform/parameters.ts';
import type { HotelClock } from '../hotel/hotel.ts';
import { type Route, type RoutedRequest, unprocessable } from '../routes.ts';

interface QueryDefinition extends Pick<Route, 'path' | 'scopes'> {
  readonly method?: Route['method'];
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
}

/**
 * A route with parameters in its query: 422 with every problem. Undocumented parameters are ignored, as on the
 * platform. One that is not an array but occurs more than once stays a list, which the validation then rejects.
 */
export function queryRoute(
  { method = 'GET', path, scopes = [], parameters, rules }: QueryDefinition,
  respond: (given: Parameters, request: RoutedRequest) => HandlerResponse,
): Route {
  // The sandbox knows the documented values only; the client warns of others, and sends them.
  const strict = parameters.map(one => ({
    ...one,
    kind: { ...one.kind, mustBe: one.kind.expects ?? one.kind.mustBe },
  }));
  return {
    method,
    path,
    scopes,
    respond(request) {
      const given: Record<string, string | readonly string[]> = {};
      for (const { wire, repeatable } of parameters) {
        const values = request.query.getAll(wire);
        const [first] = values;
        if (first !== undefined) given[wire] = repeatable || values.length > 1 ? values : first;
      }
      const problems = findProblems({ parameters: strict, rules }, given, ({ wire }) => wire);
      return problems.length > 0 ? unprocessable(problems) : respond(given, request);
    },
  };
}

const keyLifetime = 24 * 3_600_000;

/**
 * Idempotency keys (platform.md, Limits): for 24 hours of the hotel's clock, a hotel user's key returns the same
 * response again, and 422 for other parameters, which are equal as text if they are equal. The function that creates the
 * response is stored, not the response, which can be of any size: it must return the same response whenever it is called.
 */
export function idempotencyKeys(clock: HotelClock) {
  const kept = new Map<string, { parameters: string; until: number; respond: () => HandlerResponse }>();
  return (
    { subject, headers }: RoutedRequest,
    path: string,
    parameters: string,
    respond: () => HandlerResponse,
  ): HandlerResponse => {
    const key = headers['idempotency-key'];
    if (!key) return respond();
    const now = clock.now();
    for (const [name, { until }] of kept) if (until <= now) kept.delete(name);
    const name = JSON.stringify([subject, path, key]);
    const before = kept.get(name);
    if (!before) kept.set(name, { parameters, until: now + keyLifetime, respond });
    if (!before || before.parameters === parameters) return (before?.respond ?? respond)();
    const end = new Date(before.until).toISOString().slice(0, 19);
    return unprocessable([
      `Idempotency-Key belongs to a request with other parameters until ${end}Z; use another key for this request`,
    ]);
  };
}
