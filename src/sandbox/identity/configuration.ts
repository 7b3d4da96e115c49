import { generateKeyPairSync } from 'node:crypto';
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Random } from '../../base/context.ts';
import { isServerError } from '../../base/http-status.ts';
import { filledFields } from '../../platform/json.ts';
import { pageHeaders } from '../page.ts';
import { clientName, findHotelUser, type SandboxClient, scopeDescriptions, splitScope } from './client.ts';
import { explainError } from './pages.ts';

export interface IdentityOptions {
  /** The identity host's URL, without a trailing slash; cookie names contain its port. */
  readonly url: string;
  readonly client: SandboxClient;
  readonly random: Pick<Random, 'bytes'>;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  readonly onDefect: (error: unknown) => void;
}

const tenYears = 10 * 365 * 24 * 60 * 60;
const off = { enabled: false };
/** There is one client, so all tokens are its own. */
const forOwnTokens = { enabled: true, allowedPolicy: () => true };

/** The library, configured for platform.md's Authentication section: only authorization code and refresh grants. */
export function identityConfiguration(
  { url, client, random, accessTokenLifetime }: IdentityOptions,
  errors: typeof import('oidc-provider').errors,
  agreements: ReadonlyMap<string, Agreement>,
): Configuration {
  const known = scopeDescriptions.map(({ scope }) => scope);
  // Browsers share cookies between the ports of a host, and several sandboxes may run at the same time.
  const cookies = `hotelctl-sandbox-${new URL(url).port}`;
  return {
    adapter: makeMemoryStore(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        client_name: clientName,
        // A 'native' client could use its loopback redirects with any port; the platform compares exact strings.
        application_type: 'web',
        redirect_uris: [...client.redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    responseTypes: ['code'],
    scopes: known,
    claims: { openid: ['sub', 'name', 'email'], profile: ['role', 'workplace'] },
    extraParams: {
      // Checked here and not in `scope`, because the library has silently removed unknown scopes by then.
      requested_scope: (_ctx: KoaContextWithOIDC, value: string | undefined) => {
        const unknown = splitScope(value).filter(scope => !known.includes(scope));
        if (unknown.length > 0) throw new errors.InvalidScope('unknown scope', unknown.join(' '));
      },
    },
    // PKCE is checked if a client uses it; platform.md's clients do not.
    pkce: { required: () => false },
    jwks: { keys: [signingKey()] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    routes: {
      authorization: authorizePath,
      token: '/connect/token',
      revocation: '/connect/revocation',
      introspection: '/connect/introspect',
      userinfo: '/connect/userinfo',
      jwks: '/.well-known/openid-configuration/jwks',
    },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      resourceIndicators: off,
      rpInitiatedLogout: off,
      revocation: forOwnTokens,
      introspection: forOwnTokens,
    },
    clientBasedCORS: () => false,
    cookies: {
      keys: [Buffer.from(random.bytes(32)).toString('base64url')],
      names: {
        interaction: `${cookies}-interaction`,
        resume: `${cookies}-resume`,
        session: `${cookies}-session`,
      },
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => {
      const user = findHotelUser(id);
      return user && { accountId: id, claims: () => ({ sub: id, ...user }) };
    },
    expiresWithSession: () => false,
    rotateRefreshToken: ctx => {
      // The library ignores a redirect_uri here; platform.md (Refresh) requires the one given to authorize, if any.
      const sent = ctx.oidc.body?.['redirect_uri'];
      const agreed = agreements.get(ctx.oidc.entities.Grant?.jti ?? '')?.redirectUri;
      if (sent !== undefined && sent !== agreed) throw new errors.InvalidGrant('redirect_uri mismatch');
      return false;
    },
    renderError: (ctx, out, error) => {
      const isForClient = clientEndpoints.includes(ctx.path);
      if (!isForClient) ctx.set(pageHeaders([]));
      ctx.body = isForClient ? out : explainError(error, ctx.query, client);
    },
    // A token expires exactly at its expiry time: client and server share one clock here.
    clockTolerance: 0,
    ttl: {
      AccessToken: accessTokenLifetime,
      IdToken: accessTokenLifetime,
      // Long enough to copy a URL manually from a browser into a terminal.
      AuthorizationCode: 300,
      Interaction: 3600,
      Session: 3600,
      // "A refresh works until the refresh token is revoked" (platform.md).
      RefreshToken: tenYears,
      Grant: tenYears,
    },
  };
}

function signingKey() {
  // An elliptic-curve key is generated in a millisecond; an RSA key takes up to half a second.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'sandbox' };
}

/**
 * The records of the identity host (sessions, codes, tokens, grants), kept as long as it runs. The library's own
 * in-memory store drops the oldest of 1000 records and warns on the console; this one does neither.
 */
function makeMemoryStore(): (model: string) => Adapter {
  return () => {
    const records = new Map<string, AdapterPayload>();
    return {
      // Lifetimes are in the payloads, and the library checks them itself.
      upsert: async (id, payload) => void records.set(id, payload),
      find: async id => records.get(id),
      findByUid: async uid => [...records.values()].find(payload => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async id => {
        const payload = records.get(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async id => void records.delete(id),
      revokeByGrantId: async grantId => {
        for (const [id, payload] of records) if (payload.grantId === grantId) records.delete(id);
      },
    };
  };
}

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
export function shapeTokenResponse(ctx: KoaContextWithOIDC, agreements: ReadonlyMap<string, Agreement>) {
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
  const refresh_token = isRefresh ? undefined : refreshToken;
  ctx.body = filledFields({ ...rest, scope: scopes.join(' ') || undefined, refresh_token });
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
  if (prompts.length <= 1 && !/(^| )(none|consent)( |$)/.test(prompts[0] ?? ''))
    parameters.set('prompt', `${prompts[0] ?? ''} consent`.trim());
  return parameters.toString();
}
