import type { HandlerRequest, HandlerResponse, VerifyToken } from './http-handler.ts';

/** Why a request may not be answered: 401 without a valid token, 403 without one of the scopes; undefined when it may. */
export async function refusalFor(
  { headers }: Pick<HandlerRequest, 'headers'>,
  verifyToken: VerifyToken,
  scopes: readonly string[],
): Promise<HandlerResponse | undefined> {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  const grant = await verifyToken(token);
  if (!grant) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };
  if (scopes.length === 0 || scopes.some(scope => grant.scopes.includes(scope))) return undefined;
  return { status: 403, headers: {} };
}
