import type { HandlerRequest, HandlerResponse, VerifyToken } from './http-handler.ts';

/** Whom a request speaks for, or why it may not be answered: 401 without a valid token, 403 without one of the scopes. */
export type Authorization = { readonly subject: string } | { readonly refusal: HandlerResponse };

export async function authorize(
  { headers }: Pick<HandlerRequest, 'headers'>,
  verifyToken: VerifyToken,
  scopes: readonly string[],
): Promise<Authorization> {
  const refused = (status: number, answerHeaders = {}): Authorization => ({
    refusal: { status, headers: answerHeaders },
  });
  const [, token] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined) return refused(401, { 'WWW-Authenticate': 'Bearer' });
  const grant = await verifyToken(token);
  if (!grant) return refused(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
  if (scopes.length > 0 && !scopes.some(scope => grant.scopes.includes(scope))) return refused(403);
  return { subject: grant.subject };
}
