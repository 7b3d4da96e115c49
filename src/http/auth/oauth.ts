import type * as OAuth from 'oauth4webapi';
import { systemErrorCode, UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { redacted } from '../../base/secrets.ts';
import { isWebPageText, WebPageError } from '../../platform/json.ts';
import { isLoopback } from '../address.ts';
import { readText, responseDetails } from '../body.ts';
import { type HttpRequest, type Send, sizeCaps } from '../exchange.ts';
import type { OAuthClient } from './credentials.ts';
import {
  type GrantName,
  type IdentityRequest,
  identityRefusal,
  readTokenResponse,
  undocumentedIdentity,
} from './oauth-responses.ts';

/**
 * OAuth 2.0 (platform.md, Authentication): oauth4webapi implements the protocol and Send transports it. Errors are SignInError,
 * TemporaryError or UndocumentedResponseError; none, including its causes, contains a token, code, secret or verifier.
 */

/** A client that authenticates with its secret, and what sends its requests. */
interface IdentityAccess {
  readonly client: OAuthClient;
  readonly clientSecret: string;
  readonly send: Send;
  readonly signal?: AbortSignal;
}

/** Step 2: exchanges the code for tokens. `callback` is the result of `checkCallback`. */
export const exchangeCode = (access: IdentityAccess, callback: URLSearchParams, verifier: string) =>
  request('code', access, async given => {
    const { library, host, named, secret, options } = given;
    const { redirectUri, withoutPkce } = access.client;
    const proof = withoutPkce ? library.nopkce : verifier;
    const grant = library.authorizationCodeGrantRequest;
    return readTokenResponse(await grant(host, named, secret, callback, redirectUri, proof, options), given);
  });

/**
 * Requests a new access token. The response rarely contains a refresh token: the old one stays valid then.
 * @param redirectUri of the sign-in; omitted if that is not known, because another one is refused (platform.md, Refresh)
 */
export const refreshGrant = (access: IdentityAccess, refreshToken: string, redirectUri: string | undefined) =>
  request('refresh', access, async given => {
    const { library, host, named, secret } = given;
    const more = redirectUri === undefined ? {} : { additionalParameters: { redirect_uri: redirectUri } };
    const options = { ...given.options, ...more };
    const grant = library.refreshTokenGrantRequest;
    return readTokenResponse(await grant(host, named, secret, refreshToken, options), given);
  });

/** Revokes a refresh token if the identity host's discovery offers it. After a failure the token may still be valid. */
export const revoke = (access: IdentityAccess, token: string) =>
  request('revocation', access, async ({ library, host, named, secret, options }) => {
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
    const given = { ...options, additionalParameters: { token_type_hint: 'refresh_token' } };
    await library.processRevocationResponse(
      await library.revocationRequest(server, named, secret, token, given),
    );
    return 'revoked';
  });

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

/**
 * The requests of `work` go through hotelctl's Send. The library reads successes, and the 404 of a host without discovery;
 * everything else ends here, as an error that contains nothing of the request.
 */
async function request<T>(
  grant: GrantName,
  { client, clientSecret, send, signal }: IdentityAccess,
  work: (request: IdentityRequest) => Promise<T>,
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
    const secret = library.ClientSecretPost(clientSecret);
    return await work({ library, host, client, named: clientMetadata(client), secret, options });
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
