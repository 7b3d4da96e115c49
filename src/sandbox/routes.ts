import type { Random } from '../base/context.ts';
import { uriDecoded } from '../base/text.ts';
import {
  empty,
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  json,
} from '../http/local-server.ts';
import { findProblems, type Parameter, type Parameters, type Rule } from '../platform/parameters.ts';
import type { HotelClock } from './hotel/hotel.ts';

/**
 * Routing for all hosts of the sandbox. A request is checked in this order: unknown path 404, wrong method 405, missing
 * or invalid token 401, missing scope 403. Then the route's own checks follow. Errors have no body except 422
 * (platform.md, Errors).
 */

/** Identifies the user of an access token; undefined if the token is unknown, expired or revoked. */
export type VerifyToken = (
  token: string,
) => Promise<{ readonly scopes: readonly string[]; readonly subject: string } | undefined>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments in braces are parameters: `/ui-integrations/{target}/{id}`. */
  readonly path: string;
  /** One of these scopes is required; an empty list accepts any valid token, and undefined requires no token. */
  readonly scopes?: readonly string[];
  respond(request: RoutedRequest): HandlerResponse | Promise<HandlerResponse>;
}

export interface RoutedRequest extends HandlerRequest {
  /** The hotel user of the token; empty if the route needs no token. */
  readonly subject: string;
  /** Decoded parameters of the path; empty for a name that the path does not contain. */
  parameter(name: string): string;
}

/** What a host with tokens needs; `random` makes the tracking id that each of its responses has. */
export interface TokenAccess {
  readonly verifyToken: VerifyToken;
  readonly random: Pick<Random, 'bytes'>;
}

/** @param access required for routes with scopes */
export function routeHandler(routes: readonly Route[], access?: TokenAccess): Handler {
  const dispatch = async (request: HandlerRequest): Promise<HandlerResponse> => {
    const segments = request.path.split('/').map(uriDecoded);
    const matches = routes.flatMap(route => {
      const parameters = matchPath(route.path, segments);
      return parameters ? [{ route, parameters }] : [];
    });
    if (matches.length === 0) return empty(404);
    const match = matches.find(({ route }) => route.method === request.method);
    if (!match) return empty(405, { Allow: matches.map(({ route }) => route.method).join(', ') });
    const { route, parameters } = match;
    const parameter = (name: string) => parameters[name] ?? '';
    if (route.scopes === undefined) return route.respond({ ...request, subject: '', parameter });
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '') ?? [];
    if (token === undefined) return empty(401, { 'WWW-Authenticate': 'Bearer' });
    const grant = await access?.verifyToken(token);
    if (!grant) return empty(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
    const isAllowed = route.scopes.length === 0 || route.scopes.some(scope => grant.scopes.includes(scope));
    return isAllowed ? route.respond({ ...request, subject: grant.subject, parameter }) : empty(403);
  };
  return async request => {
    const response = await dispatch(request);
    if (!access) return response;
    const trackingId = Buffer.from(access.random.bytes(16)).toString('hex');
    return { ...response, headers: { ...response.headers, 'Sandbox-Tracking-Id': trackingId } };
  };
}

/** The messages of a 422: everything that is wrong with a request. */
export const unprocessable = (messages: readonly string[]): HandlerResponse => json(422, { messages });

/** Whether the body of a request is declared as JSON; if not, the response is 415. */
export const isJson = (headers: HandlerRequest['headers']): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '');

function matchPath(pattern: string, given: readonly string[]): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const isParameter = (segment: string) => segment.startsWith('{');
  const fits = (segment: string, index: number) =>
    segment === given[index] || (isParameter(segment) && given[index]);
  if (expected.length !== given.length || !expected.every(fits)) return undefined;
  const names = expected.map((segment, index) => [segment.slice(1, -1), given[index] ?? ''] as const);
  return Object.fromEntries(names.filter((_, index) => isParameter(expected[index] ?? '')));
}

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
  // The sandbox knows the documented values only; the client warns of others, and sends them. Another expansion is ignored.
  const strict = parameters.map(one => ({
    ...one,
    kind: { ...one.kind, mustBe: (one.wire !== 'expand' && one.kind.expects) || one.kind.mustBe },
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
