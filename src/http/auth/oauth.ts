import type * as OAuth from 'oauth4webapi';
import { UndocumentedResponseError } from '../../base/errors.ts';
import type { Send } from '../exchange.ts';
import type { OAuthClient, TokenResponse } from './credentials.ts';
import { clientMetadata, identityHost, oauth, requestOptions, tokenEndpointFailure } from './oauth-errors.ts';

/**
 * Step 2: exchanges the code for tokens. `callback` is the result of `checkCallback`. SignInError (invalid_grant,
 * invalid_client), TemporaryError (network, 429, 5xx) or UndocumentedResponseError.
 */
export async function exchangeCode(
  client: OAuthClient,
  clientSecret: string,
  callback: URLSearchParams,
  verifier: string,
  send: Send,
  signal?: AbortSignal,
): Promise<TokenResponse> {
  const library = await oauth();
  const server = identityHost(client);
  const options = requestOptions(library, server, send, { repeatable: false, signal });
  try {
    return await readTokenResponse(
      library,
      client,
      await library.authorizationCodeGrantRequest(
        server,
        clientMetadata(client),
        library.ClientSecretPost(clientSecret),
        callback,
        client.redirectUri,
        verifier,
        options,
      ),
    );
  } catch (error) {
    throw tokenEndpointFailure(error, 'code');
  }
}

/**
 * Requests a new access token (platform.md, Refresh). The response rarely contains a refresh token: the old one stays
 * valid then. Errors as for `exchangeCode`; invalid_grant is the SignInError that names `hotelctl login`.
 */
export async function refreshGrant(
  client: OAuthClient,
  clientSecret: string,
  refreshToken: string,
  send: Send,
  signal?: AbortSignal,
): Promise<TokenResponse> {
  const library = await oauth();
  const server = identityHost(client);
  const options = {
    ...requestOptions(library, server, send, { repeatable: true, signal }),
    additionalParameters: { redirect_uri: client.redirectUri },
  };
  try {
    return await readTokenResponse(
      library,
      client,
      await library.refreshTokenGrantRequest(
        server,
        clientMetadata(client),
        library.ClientSecretPost(clientSecret),
        refreshToken,
        options,
      ),
    );
  } catch (error) {
    throw tokenEndpointFailure(error, 'refresh');
  }
}

/**
 * Revokes a refresh token if the identity host's discovery offers it. logout reports `not-offered`; every failure is
 * thrown, as for `exchangeCode`, and means that the token may still be valid.
 */
export async function revoke(
  client: OAuthClient,
  clientSecret: string,
  token: string,
  send: Send,
  signal?: AbortSignal,
): Promise<'revoked' | 'not-offered'> {
  const library = await oauth();
  const host = identityHost(client);
  const options = requestOptions(library, host, send, { repeatable: true, signal });
  try {
    const issuer = new URL(host.issuer);
    const discovery = await library.discoveryRequest(issuer, options);
    if (discovery.status === 404) return 'not-offered';
    const server = await library.processDiscoveryResponse(issuer, discovery).catch(unreadableDiscovery);
    if (server.revocation_endpoint === undefined) return 'not-offered';
    const endpoint = server.revocation_endpoint;
    if (URL.canParse(endpoint) && new URL(endpoint).origin !== issuer.origin) {
      // Token and secret go to the host in the settings, whatever the discovery document says.
      throw new UndocumentedResponseError('the identity host offers revocation on another host', {
        hint: 'revoke the access in the platform instead',
      });
    }
    await library.processRevocationResponse(
      await library.revocationRequest(
        server,
        clientMetadata(client),
        library.ClientSecretPost(clientSecret),
        token,
        { ...options, additionalParameters: { token_type_hint: 'refresh_token' } },
      ),
    );
    return 'revoked';
  } catch (error) {
    throw tokenEndpointFailure(error, 'revocation');
  }
}

/** For an issuer that is not a URL, the library passes on Node's own error. */
function unreadableDiscovery(error: unknown): never {
  if (!(error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL')) throw error;
  throw new UndocumentedResponseError("the identity host's discovery document is not as documented", {
    hint: 'check the identity host (--auth-url)',
  });
}

/**
 * Validates the token endpoint's response (platform.md, Authentication, steps 2 and Refresh) and returns its parts.
 * Throws oauth4webapi's errors, and UndocumentedResponseError for responses that the library accepts but hotelctl can't
 * use.
 */
export async function readTokenResponse(
  library: typeof OAuth,
  client: OAuthClient,
  response: Response,
): Promise<TokenResponse> {
  const { rest, idToken } = await withoutIdToken(response);
  const tokens = await library.processGenericTokenEndpointResponse(
    identityHost(client),
    clientMetadata(client),
    rest,
  );
  if (tokens.token_type !== 'bearer') throw undocumented('token_type is not Bearer');
  if (tokens.expires_in === undefined) throw undocumented('expires_in is missing');
  const { access_token: accessToken, refresh_token: refreshToken } = tokens;
  for (const token of [accessToken, refreshToken]) {
    // It becomes a header and an item of the credential store, so a line break in it is rejected.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw undocumented('a token is not printable text');
  }
  const user = displayedUser(idToken);
  return {
    accessToken,
    expiresIn: tokens.expires_in,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scopes: grantedScopes(tokens.scope) ?? client.scopes,
    ...(user === undefined ? {} : { user }),
  };
}

/** A response without scopes grants the requested ones (RFC 6749, 5.1); the platform's has none. */
function grantedScopes(scope: string | undefined): readonly string[] | undefined {
  const scopes = scope?.split(' ').filter(name => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name));
  return scopes?.length ? scopes : undefined;
}

/**
 * The id token is only for display, and a malformed one must not fail a sign-in: it is removed before the library reads
 * the response, because the library would reject the whole response.
 */
async function withoutIdToken(response: Response): Promise<{ rest: Response; idToken: unknown }> {
  if (response.status !== 200) return { rest: response, idToken: undefined };
  const text = await response.text();
  const { status, headers } = response;
  try {
    const { id_token: idToken, ...rest } = JSON.parse(text);
    return { rest: new Response(JSON.stringify(rest), { status, headers }), idToken };
  } catch {
    return { rest: new Response(text, { status, headers }), idToken: undefined };
  }
}

const undocumented = (problem: string) =>
  new UndocumentedResponseError(`the identity host's token response is not as documented: ${problem}`, {
    hint: 'check the identity host (--auth-url)',
  });

/**
 * The user who signed in, read from an id token only for display: it came directly from the token endpoint over TLS and
 * no decision depends on it, so its signature is not checked. A malformed token gives undefined and never an error,
 * because the sign-in does not depend on it. Every text is untrusted: control and direction characters are removed, and
 * it is truncated.
 */
function displayedUser(idToken: unknown): TokenResponse['user'] {
  const claims = claimsOf(idToken);
  const subject = displayText(claims?.['sub']);
  if (subject === undefined) return undefined;
  const name =
    displayText(claims?.['name']) ??
    displayText(claims?.['preferred_username']) ??
    displayText(claims?.['email']);
  return name === undefined ? { subject } : { subject, name };
}

function claimsOf(idToken: unknown): Readonly<Record<string, unknown>> | undefined {
  const payload = typeof idToken === 'string' ? idToken.split('.')[1] : undefined;
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One line without characters that a terminal interprets; undefined if nothing is left. Joiners stay: names need them.
 */
function displayText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const visible = value.replace(/(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf})+/gu, ' ').trim();
  return visible === '' ? undefined : [...visible].slice(0, 200).join('');
}
