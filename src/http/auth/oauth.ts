/**
 * OAuth 2.0 with the identity host's endpoints (platform.md, Authentication): token exchange, refresh and revocation.
 * oauth4webapi implements the protocol and Send transports it. No error, including its causes, contains a token, code,
 * secret or verifier.
 */
import { UndocumentedResponseError } from '../../base/errors.ts';
import type { Send } from '../exchange.ts';
import type { OAuthClient, TokenResponse } from './client.ts';
import { tokenEndpointFailure } from './oauth-errors.ts';
import { clientMetadata, identityHost, oauth, requestOptions } from './oauth-library.ts';
import { readTokenResponse } from './token-response.ts';

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
