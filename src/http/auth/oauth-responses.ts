import type * as OAuth from 'oauth4webapi';
import {
  HotelctlError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { isClientError } from '../../base/http-status.ts';
import { jsonValue, toFields } from '../../base/text.ts';
import { excerpt } from '../body.ts';
import type { OAuthClient, TokenResponse } from './credentials.ts';

/**
 * Validates the token endpoint's response (platform.md, Authentication, steps 2 and Refresh) and returns its parts.
 * Throws oauth4webapi's errors, and UndocumentedResponseError for responses that the library accepts but hotelctl can't
 * use.
 */
export async function readTokenResponse(
  response: Response,
  library: typeof OAuth,
  host: OAuth.AuthorizationServer,
  client: OAuthClient,
): Promise<TokenResponse> {
  const { rest, idToken } = await withoutIdToken(response);
  const named = { client_id: client.clientId };
  const tokens = await library.processGenericTokenEndpointResponse(host, named, rest);
  if (tokens.token_type !== 'bearer') throw undocumented('token_type is not Bearer');
  if (tokens.expires_in === undefined) throw undocumented('expires_in is missing');
  const { access_token: accessToken, refresh_token: refreshToken } = tokens;
  for (const token of [accessToken, refreshToken]) {
    // It becomes a header and an item of the credential store, so a line break in it is rejected.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw undocumented('a token is not printable text');
  }
  return {
    accessToken,
    expiresIn: tokens.expires_in,
    refreshToken,
    scopes: grantedScopes(tokens.scope) ?? client.scopes,
    user: displayedUser(idToken),
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
  const payload = typeof idToken === 'string' ? idToken.split('.')[1] : undefined;
  const claims = toFields(jsonValue(Buffer.from(payload ?? '', 'base64url').toString('utf8')));
  const subject = displayText(claims['sub']);
  if (subject === undefined) return undefined;
  const names = ['name', 'preferred_username', 'email'].map(claim => displayText(claims[claim]));
  const name = names.find(each => each !== undefined);
  return name === undefined ? { subject } : { subject, name };
}

/** One line without characters that a terminal interprets; undefined if nothing is left. Joiners stay: names need them. */
function displayText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const visible = value.replace(/(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf})+/gu, ' ').trim();
  return visible === '' ? undefined : [...visible].slice(0, 200).join('');
}

/**
 * The messages for OAuth errors. The library's own errors are dropped: their causes contain the request's state, the
 * response's tokens and other secrets.
 */

/**
 * An `error` in the redirect, whose state has been verified, or in the address of a page of the identity host. A page
 * may name only the id of its error: what is wrong then stands only on the page.
 */
export function authorizationRefusal(params: URLSearchParams): SignInError {
  const error = params.get('error');
  if (error === null) {
    return new SignInError('the identity host ended the sign-in with an error that only its page explains', {
      hint: 'read that page, then check the client id, the redirect URI and the scopes against the registration; if the host does not know PKCE, run `hotelctl profile set assume.signIn.pkce off`',
    });
  }
  const description = excerpt(params.get('error_description') ?? '', 200);
  const known = Object.entries(authorizationErrors).find(([name]) => name === error)?.[1];
  return new SignInError(known?.message ?? `the identity host refused the sign-in${inBrackets(error)}`, {
    hint:
      known?.hint ??
      'run `hotelctl login` again; if the error persists, ask the person who registered the client',
    ...(description === '' ? {} : { messages: [description] }),
  });
}

const authorizationErrors = {
  invalid_request: {
    message: 'the identity host refused the sign-in (invalid_request)',
    hint: 'check the redirect URI; if the host does not know PKCE, run `hotelctl profile set assume.signIn.pkce off`',
  },
  access_denied: {
    message: 'the sign-in was denied',
    hint: 'run `hotelctl login` again and allow the access, or ask a hotel user who is allowed to',
  },
  invalid_scope: {
    message: 'the identity host refused the requested scopes',
    hint: 'set --scope to the scopes that the client is registered for, or their names with `hotelctl profile set assume.signIn.scopes`',
  },
  unauthorized_client: {
    message: 'the client is not allowed to sign in this way',
    hint: 'check the client id and redirect URI against the registration',
  },
  temporarily_unavailable: {
    message: 'the identity host is too busy for a sign-in',
    hint: 'run `hotelctl login` again in a moment',
  },
  server_error: {
    message: 'the identity host failed during the sign-in',
    hint: 'run `hotelctl login` again in a moment',
  },
} satisfies Readonly<Record<string, { message: string; hint: string }>>;

/** The request that failed; supplies the message of invalid_grant. */
export type GrantName = keyof typeof requested;

export function tokenEndpointFailure(failure: unknown, grant: GrantName): unknown {
  if (failure instanceof HotelctlError) return failure;
  const { code, error, status, trackingId, messages } = describe(failure);
  // An error without one of the library's codes is an interruption or a defect, and is returned unchanged.
  if (code === undefined) return failure;
  const details = (hint: string) => ({ hint, status, trackingId, messages });
  const signIn = (message: string, hint: string) => new SignInError(message, details(hint));
  if (error === undefined ? status === 401 : ['invalid_client', 'unauthorized_client'].includes(error))
    return signIn(
      'the identity host refused the client id or the client secret',
      'check both against the registration, then run `hotelctl login`',
    );
  if (error === 'invalid_grant' && grant === 'code')
    return signIn(
      'the identity host did not accept the authorization code',
      'run `hotelctl login` again; the redirect URI must match the registered one exactly',
    );
  if (error === 'invalid_grant' && grant === 'refresh')
    return signIn('the sign-in is no longer valid: it was revoked or has expired', 'run `hotelctl login`');
  if (error === 'invalid_scope') {
    const { message, hint } = authorizationErrors.invalid_scope;
    return signIn(message, `${hint}, then run \`hotelctl login\``);
  }
  if (error === 'temporarily_unavailable' || error === 'server_error') {
    return new TemporaryError('the identity host is not available', details('try again in a moment'));
  }
  // invalid_request, unsupported_grant_type, or no error code: a refusal.
  if (status !== undefined && isClientError(status)) {
    return new RefusedError(
      `the identity host refused ${requested[grant]}: ${status}${inBrackets(error ?? '')}`,
      details(
        'check the identity host (--auth-url), the client id and the redirect URI against the registration' +
          (grant === 'code' ? '; hotelctl assumes that the host accepts PKCE (assume.signIn.pkce)' : ''),
      ),
    );
  }
  return new UndocumentedResponseError(
    status === undefined || status === 200
      ? 'the identity host sent a response that is not as documented'
      : `the identity host returned ${status}, which is not documented`,
    details('check the identity host (--auth-url)'),
  );
}

const requested = {
  code: 'to issue tokens for the authorization code',
  refresh: 'to refresh the sign-in',
  revocation: 'to revoke the sign-in',
} as const;

/** Checked by the errors' shape, because loading the library only for `instanceof` would cost more. */
function describe(failure: unknown) {
  if (!(failure instanceof Error) || !('code' in failure) || typeof failure.code !== 'string') return {};
  if (!failure.code.startsWith('OAUTH_')) return {};
  // An error with an error body has the response as `response`; one for an invalid response has it as its cause.
  const { error, response = failure.cause }: { error?: unknown; response?: unknown; cause?: unknown } =
    failure;
  const headers = response instanceof Response ? response.headers : new Headers();
  const trackingId = headers.get('tracking-id');
  const shown: string[] = JSON.parse(decodeURIComponent(headers.get('messages') ?? '[]'));
  const messages = shown.filter(message => message !== error).map(message => excerpt(message, 400));
  return {
    code: failure.code,
    error: typeof error === 'string' ? error : undefined,
    status: response instanceof Response ? response.status : undefined,
    trackingId: trackingId === null ? undefined : decodeURIComponent(trackingId),
    messages: messages.length === 0 ? undefined : messages,
  };
}

/** Error codes are untrusted text: shown only if they look like one. */
const inBrackets = (error: string) => (/^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '');
