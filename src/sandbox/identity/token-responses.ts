import type { KoaContextWithOIDC } from 'oidc-provider';
import { isServerError } from '../../base/http-status.ts';
import { splitScope } from './client.ts';

/** What the hotel user agreed to, kept for each grant beside the library's own record. */
export interface Agreement {
  readonly redirectUri: string;
  readonly requestedScopes: readonly string[];
}

/** The endpoints where clients authenticate with their secret. Their errors look the same. */
export const clientEndpoints: readonly string[] = [
  '/connect/token',
  '/connect/revocation',
  '/connect/introspect',
];

/**
 * Converts the library's responses to the platform's: every refusal is status 400 with only `{"error": code}`
 * (platform-facts, Identity), a refresh returns no refresh token (platform.md, Refresh), and the scope list
 * contains `openid` only if the client requested it.
 */
export function shapeTokenResponse(
  ctx: KoaContextWithOIDC,
  agreements: ReadonlyMap<string, Agreement>,
): void {
  const body = ctx.body as Record<string, unknown> | undefined;
  if (typeof body !== 'object' || body === null) return;
  if (typeof body['error'] === 'string') {
    if (isServerError(ctx.status)) return;
    ctx.body = { error: body['error'] };
    ctx.status = 400;
    ctx.remove('WWW-Authenticate');
    return;
  }
  if (ctx.path !== '/connect/token') return;
  const agreement = agreements.get(ctx.oidc.entities.Grant?.jti ?? '');
  const { refresh_token: refreshToken, scope, ...rest } = body;
  const isRefresh = ctx.oidc.params?.['grant_type'] === 'refresh_token';
  const scopes = splitScope(String(scope ?? '')).filter(
    name => name !== 'openid' || agreement?.requestedScopes.includes('openid'),
  );
  ctx.body = {
    ...rest,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    ...(refreshToken !== undefined && !isRefresh ? { refresh_token: refreshToken } : {}),
  };
}

/**
 * platform.md's authorize step requires fewer parameters than OpenID Connect, so the request is completed before the
 * library reads it. The scopes that the client requested are passed on as `requested_scope`.
 */
export const authorizePath = '/connect/authorize';

/**
 * The query that the library gets in place of the client's.
 *
 * - `openid` is always among the scopes, because every token response has an id token (platform.md, Step 2).
 * - The hotel user is always prompted for consent: OpenID Connect ignores `offline_access` without `prompt=consent`,
 *   which platform.md's clients do not send. `prompt=none` stays an error.
 *
 * A parameter that is sent twice is not changed: the library rejects it.
 */
export function completeAuthorizeQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  const scopes = parameters.getAll('scope');
  parameters.delete('requested_scope');
  if (scopes.length <= 1) {
    const requested = scopes[0] ?? '';
    parameters.set('requested_scope', requested);
    parameters.set('scope', /(^| )openid( |$)/.test(requested) ? requested : `openid ${requested}`.trim());
  }
  const prompts = parameters.getAll('prompt');
  if (prompts.length <= 1 && !/(^| )(none|consent)( |$)/.test(prompts[0] ?? '')) {
    parameters.set('prompt', `${prompts[0] ?? ''} consent`.trim());
  }
  return parameters.toString();
}

/** The URL that restarts the same request, to sign in as another hotel user. */
export function restartUrl(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string' && name !== 'requested_scope' && name !== 'prompt') query.set(name, value);
  }
  query.set('scope', String(parameters['requested_scope'] ?? ''));
  return `${authorizePath}?${query}`;
}

/**
 * A Cookie header without the session's cookies. Each sign-in starts with the choice of a hotel user: in the sandbox
 * that choice is the purpose of the page, and a remembered one would require signing out first.
 */
export function withoutCookies(header: string | undefined, names: readonly string[]): string | undefined {
  return header
    ?.split(/; */)
    .filter(pair => !names.includes(pair.slice(0, pair.indexOf('='))))
    .join('; ');
}
