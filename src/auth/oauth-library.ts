import type * as OAuth from 'oauth4webapi';
import { UsageError } from '../base/errors.ts';
import { isLoopback } from '../http/address.ts';
import type { Send } from '../http/exchange.ts';
import type { OAuthClient } from './client.ts';
import { fetchThrough } from './oauth-fetch.ts';

/** Loaded when first used: most commands find a valid access token and never need it. */
export const oauth = () => import('oauth4webapi');

/** The endpoints are fixed by platform.md, so no discovery comes before a sign-in. UsageError for a plain http host. */
export function identityHost(client: OAuthClient): OAuth.AuthorizationServer {
  const url = URL.canParse(client.authUrl) ? new URL(client.authUrl) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new UsageError('the identity host must be an https:// address', {
      hint: 'check --auth-url; plain HTTP is accepted only for loopback addresses',
    });
  }
  return {
    issuer: client.authUrl,
    authorization_endpoint: `${client.authUrl}/connect/authorize`,
    token_endpoint: `${client.authUrl}/connect/token`,
  };
}

export const clientMetadata = (client: OAuthClient): OAuth.Client => ({ client_id: client.clientId });

/** Our Send underneath; plain http where `identityHost` let it pass, which is on loopback alone. */
export function requestOptions(
  library: typeof OAuth,
  server: OAuth.AuthorizationServer,
  send: Send,
  { repeatable, signal }: { readonly repeatable: boolean; readonly signal: AbortSignal | undefined },
) {
  return {
    [library.customFetch]: fetchThrough(send, repeatable),
    [library.allowInsecureRequests]: server.issuer.startsWith('http:'),
    ...(signal ? { signal } : {}),
  };
}
