/**
 * Routing for all hosts of the sandbox. A request is checked in this order: unknown path 404, wrong method 405, missing
 * or invalid token 401, missing scope 403. Then the route's own checks follow. Errors have no body except 422
 * (platform.md, Errors).
 */
import type { Random } from '../base/context.ts';
import {
  empty,
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  json,
} from '../http/local-server.ts';

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

/** @param access required for routes with scopes; `random` makes the tracking id that every response has then */
export function routeHandler(
  routes: readonly Route[],
  access?: { readonly verifyToken: VerifyToken; readonly random: Pick<Random, 'bytes'> },
): Handler {
  const dispatch = async (request: HandlerRequest): Promise<HandlerResponse> => {
    const segments = readSegments(request.path);
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
  return {
    async handle(request) {
      const response = await dispatch(request);
      if (!access) return response;
      const trackingId = Buffer.from(access.random.bytes(16)).toString('hex');
      return { ...response, headers: { ...response.headers, 'Sandbox-Tracking-Id': trackingId } };
    },
  };
}

/** The messages of a 422: everything that is wrong with a request. */
export const unprocessable = (messages: readonly string[]): HandlerResponse => json(422, { messages });

/** Whether the body of a request is declared as JSON; if not, the response is 415. */
export const isJson = (headers: HandlerRequest['headers']): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '');

/** The decoded segments of a path; none, which nothing matches, if one of them cannot be decoded. */
function readSegments(path: string): readonly string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

function matchPath(pattern: string, given: readonly string[]): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const isParameter = (segment: string) => segment.startsWith('{');
  const fits = (segment: string, index: number) =>
    segment === given[index] || (isParameter(segment) && given[index]);
  if (expected.length !== given.length || !expected.every(fits)) return undefined;
  const names = expected.map((segment, index) => [segment.slice(1, -1), given[index] ?? ''] as const);
  return Object.fromEntries(names.filter((_, index) => isParameter(expected[index] ?? '')));
}
