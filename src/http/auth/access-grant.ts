import type { AccessGrant, OAuthClient, TokenResponse } from './client.ts';

/**
 * How long before its expiry (milliseconds) a token is refreshed, so that no request is sent with a token that expires
 * on the way.
 */
const margin = 60_000;

/** Whether the token is valid for another minute, by this machine's clock. */
export const serves = (grant: AccessGrant, now: number) => grant.expiresAt - margin > now;

/**
 * The stored part of a token response. `previous` supplies the user, which a refresh response does not contain.
 * @param now milliseconds since 1970, when the response arrived
 */
export function grantOf(
  response: TokenResponse,
  client: OAuthClient,
  now: number,
  previous?: AccessGrant,
): AccessGrant {
  const user = response.user ?? previous?.user;
  return {
    token: response.accessToken,
    expiresAt: now + response.expiresIn * 1000,
    scopes: response.scopes.length > 0 ? response.scopes : client.scopes,
    ...(user ? { user } : {}),
  };
}

/** The grant in an `access-token` item; undefined if there is none, or it cannot be read. */
export function accessGrant(text: string | undefined): AccessGrant | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isGrant(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isGrant(value: unknown): value is AccessGrant {
  if (!isRecord(value)) return false;
  const { token, expiresAt, scopes, user } = value;
  return (
    typeof token === 'string' &&
    // 1e400 in a file becomes Infinity: a token that never expires.
    Number.isFinite(expiresAt) &&
    Array.isArray(scopes) &&
    scopes.every(scope => typeof scope === 'string') &&
    (user === undefined || isUser(user))
  );
}

const isUser = (user: unknown) =>
  isRecord(user) &&
  typeof user['subject'] === 'string' &&
  (user['name'] === undefined || typeof user['name'] === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
