import type * as OAuth from 'oauth4webapi';
import { systemErrorCode, UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { redacted } from '../../base/secrets.ts';
import { isWebPageText, WebPageError } from '../../platform/json.ts';
import { isLoopback } from '../address.ts';
import { readText, responseDetails } from '../body.ts';
import { type HttpRequest, type Send, sizeCaps } from '../exchange.ts';
import type { OAuthClient, TokenResponse } from './credentials.ts';
import {
  type GrantName,
  identityRefusal,
  readTokenResponse,
  undocumentedIdentity,
} from './oauth-responses.ts';

/**
 * OAuth 2.0 (platform.md, Authentication): oauth4webapi implements the protocol and Send transports it. Errors are SignInError,
 * TemporaryError or UndocumentedResponseError; none, including its causes, contains a token, code, secret or verifier.
 */

/** Step 2: exchanges the code for tokens. `callback` is the result of `checkCallback`. */
export function exchangeCode(
  client: OAuthClient,
  clientSecret: string,
  callback: URLSearchParams,
  verifier: string,
  send: Send,
  signal?: AbortSignal,
): Promise<TokenResponse> {
  return request('code', client, send, signal, async (library, host, options) => {
    const secret = library.ClientSecretPost(clientSecret);
    const named = clientMetadata(client);
    const proof = client.withoutPkce ? library.nopkce : verifier;
    const grant = library.authorizationCodeGrantRequest;
    const response = await grant(host, named, secret, callback, client.redirectUri, proof, options);
    return readTokenResponse(response, library, host, client);
  });
}

/**
 * Requests a new access token. The response rarely contains a refresh token: the old one stays valid then.
 * @param redirectUri of the sign-in; omitted if that is not known, because another one is refused (platform.md, Refresh)
 */
export function refreshGrant(
  client: OAuthClient,
  clientSecret: string,
  refreshToken: string,
  redirectUri: string | undefined,
  send: Send,
): Promise<TokenResponse> {
  return request('refresh', client, send, undefined, async (library, host, options) => {
    const secret = library.ClientSecretPost(clientSecret);
    const more = redirectUri === undefined ? {} : { additionalParameters: { redirect_uri: redirectUri } };
    const given = { ...options, ...more };
    const grant = library.refreshTokenGrantRequest;
    const response = await grant(host, clientMetadata(client), secret, refreshToken, given);
    return readTokenResponse(response, library, host, client);
  });
}

/** Revokes a refresh token if the identity host's discovery offers it. After a failure the token may still be valid. */
export function revoke(client: OAuthClient, clientSecret: string, token: string, send: Send) {
  return request('revocation', client, send, undefined, async (library, host, options) => {
    const issuer = new URL(host.issuer);
    const discovery = await library.discoveryRequest(issuer, options);
    if (discovery.status === 404) return 'not-offered';
    const server = await library.processDiscoveryResponse(issuer, discovery);
    const endpoint = server.revocation_endpoint;
    if (endpoint === undefined) return 'not-offered';
    if (URL.canParse(endpoint) && new URL(endpoint).origin !== issuer.origin) {
      // Token and secret go to the host in the settings, whatever the discovery document says.
      throw new UndocumentedResponseError('the identity host offers revocation on another host', {
        hint: 'revoke the access in the platform instead',
      });
    }
    const secret = library.ClientSecretPost(clientSecret);
    const given = { ...options, additionalParameters: { token_type_hint: 'refresh_token' } };
    const response = library.revocationRequest(server, clientMetadata(client), secret, token, given);
    await library.processRevocationResponse(await response);
    return 'revoked';
  });
}

/** Loaded on first use: most commands find a valid access token and never need it. */
export const oauth = () => import('oauth4webapi');

/** The endpoints are fixed by platform.md, so no discovery comes before a sign-in. UsageError for a plain http host. */
export function identityHost(client: OAuthClient): OAuth.AuthorizationServer {
  const url = URL.canParse(client.authUrl) ? new URL(client.authUrl) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname)))
    throw new UsageError('the identity host must be an https:// address', {
      hint: 'check --auth-url; plain HTTP is accepted only for loopback addresses',
    });
  return {
    issuer: client.authUrl,
    authorization_endpoint: `${client.authUrl}/connect/authorize`,
    token_endpoint: `${client.authUrl}/connect/token`,
  };
}

export const clientMetadata = (client: OAuthClient): OAuth.Client => ({ client_id: client.clientId });

type RequestOptions = OAuth.TokenEndpointRequestOptions & OAuth.DiscoveryRequestOptions;

/**
 * The requests of `work` go through hotelctl's Send. The library reads successes, and the 404 of a host without discovery;
 * everything else ends here, as an error that contains nothing of the request.
 */
async function request<T>(
  grant: GrantName,
  client: OAuthClient,
  send: Send,
  signal: AbortSignal | undefined,
  work: (library: typeof OAuth, host: OAuth.AuthorizationServer, options: RequestOptions) => Promise<T>,
): Promise<T> {
  const library = await oauth();
  const host = identityHost(client);
  let details: ReturnType<typeof responseDetails> | undefined;
  const fetchThrough = async (
    url: string,
    { method, headers, body, signal }: OAuth.CustomFetchOptions<string, URLSearchParams | undefined>,
  ) => {
    const message: HttpRequest = {
      method: method === 'GET' ? 'GET' : 'POST',
      url,
      headers: {
        accept: headers['accept'] ?? 'application/json',
        // In platform.md's spelling, without the library's charset parameter.
        ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(body ? { body: body.toString() } : {}),
      // A code may be sent once, the tokens again.
      repeatable: grant !== 'code',
      authorize: false,
    };
    const response = await send(message, signal);
    details = responseDetails(response);
    const { status } = response;
    // Read as JSON, whatever its content type.
    const type = { 'content-type': 'application/json' };
    if (status === 200) {
      const text = await readText(response, sizeCaps.token);
      if (!isWebPageText(text)) return new Response(text, { headers: type });
      throw new WebPageError("the identity host's response", details);
    }
    const text = await readText(response, sizeCaps.error).catch(() => '');
    if (status === 404 && method === 'GET') return new Response(null, { status });
    throw identityRefusal(grant, withoutSecrets(text, body), response);
  };
  const options = {
    [library.customFetch]: fetchThrough,
    [library.allowInsecureRequests]: host.issuer.startsWith('http:'),
    ...(signal ? { signal } : {}),
  };
  try {
    return await work(library, host, options);
  } catch (error) {
    // The library's errors contain tokens. For an issuer that is not a URL, it passes on Node's own error.
    if (!/^(OAUTH_|ERR_INVALID_URL$)/.test(systemErrorCode(error) ?? '')) throw error;
    throw undocumentedIdentity('the identity host sent a response that is not as documented', details);
  }
}

/** A refusal may repeat the request. */
const withoutSecrets = (text: string, body: URLSearchParams | undefined): string =>
  ['client_secret', 'code', 'code_verifier', 'refresh_token', 'token']
    .flatMap(name => body?.get(name) || [])
    .reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
