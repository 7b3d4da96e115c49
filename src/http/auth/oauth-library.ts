import type * as OAuth from 'oauth4webapi';
import { TemporaryError, UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { isClientError, isRedirect, isSuccess, isTemporary, namedStatus } from '../../base/http-status.ts';
import { isLoopback } from '../address.ts';
import { readText, trackingIdOf } from '../body.ts';
import { type HttpResponse, type Send, sizeCaps } from '../exchange.ts';
import type { OAuthClient } from './client.ts';

/** Loaded on first use: most commands find a valid access token and never need it. */
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

/** Requests go through hotelctl's Send; plain HTTP if `identityHost` allows it, which is only on loopback. */
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

/** The part of `fetch` that oauth4webapi calls. */
type OAuthFetch = (
  url: string,
  options: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: URLSearchParams | undefined;
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<Response>;

/**
 * Connects Send with oauth4webapi. Responses that are not OAuth (429, 5xx, redirects, too large) end here, as errors
 * that contain nothing of the request; the others become a plain Response that the library validates. `repeatable` is
 * the request's own: a code may be sent once, a refresh token again.
 */
function fetchThrough(send: Send, repeatable: boolean): OAuthFetch {
  return async (url, { method, headers, body, signal }) => {
    const response = await send(
      {
        method: method === 'GET' ? 'GET' : 'POST',
        url,
        headers: {
          accept: headers['accept'] ?? 'application/json',
          // In platform.md's spelling, without the library's charset parameter.
          ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(body ? { body: body.toString() } : {}),
        repeatable,
        authorize: false,
      },
      signal,
    );
    await refuseInconclusive(response);
    const text = await readText(response, sizeCaps.token);
    const empty = response.status === 204 || response.status === 205;
    const trackingId = trackingIdOf(response.headers);
    return new Response(empty ? null : text, {
      status: response.status,
      headers: {
        // An error body that parses as JSON is read, whatever its content type.
        'content-type': 'application/json',
        // Returned with the library's errors.
        ...(trackingId === undefined ? {} : { 'tracking-id': encodeURIComponent(trackingId) }),
      },
    });
  };
}

/** Only a success and a refusal (4xx) are OAuth; `http-status.ts` says which statuses are temporary. */
async function refuseInconclusive(response: HttpResponse): Promise<void> {
  const { status } = response;
  if (!isTemporary(status) && (isSuccess(status) || isClientError(status))) return;
  await response.discard();
  const trackingId = trackingIdOf(response.headers);
  if (isTemporary(status)) {
    throw new TemporaryError(`the identity host is not available: ${namedStatus(status)}`, {
      hint: 'try again in a moment',
      status,
      trackingId,
    });
  }
  throw new UndocumentedResponseError(
    isRedirect(status)
      ? `the identity host returned ${status}, and redirects are not followed`
      : `the identity host returned ${status}, which is not documented`,
    { hint: 'check the identity host (--auth-url)', status, trackingId },
  );
}
