import type { KoaContextWithOIDC } from 'oidc-provider';
import { isServerError } from '../../base/http-status.ts';
import { splitScope } from './scopes.ts';

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
 * (platform-facts, Identity), a refresh returns no refresh token (platform.md, Refresh) unless they rotate, and the
 * scope list contains `openid` only if the client requested it.
 */
export function shapeTokenResponse(
  ctx: KoaContextWithOIDC,
  agreements: ReadonlyMap<string, Agreement>,
  rotates: boolean,
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
    ...(refreshToken !== undefined && (rotates || !isRefresh) ? { refresh_token: refreshToken } : {}),
  };
}
