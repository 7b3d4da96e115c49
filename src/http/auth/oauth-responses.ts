import type * as OAuth from 'oauth4webapi';
import {
  type HotelctlError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { isClientError, isRedirect, isTemporary, namedStatus } from '../../base/http-status.ts';
import { jsonValue, resultOr, toFields } from '../../base/text.ts';
import { excerpt, responseDetails } from '../body.ts';
import type { HttpResponse } from '../exchange.ts';
import { hintOfProxy } from '../network-error.ts';
import { readMessages, tryAgainHint } from '../refusal.ts';
import type { OAuthClient, TokenResponse } from './credentials.ts';

/** What the library needs for a request to the identity host. */
export interface IdentityRequest {
  readonly library: typeof OAuth;
  readonly host: OAuth.AuthorizationServer;
  readonly client: OAuthClient;
  readonly named: OAuth.Client;
  readonly secret: OAuth.ClientAuth;
  readonly options: OAuth.TokenEndpointRequestOptions & OAuth.DiscoveryRequestOptions;
}

/** @throws oauth4webapi's errors, and UndocumentedResponseError for responses that it accepts but hotelctl can't use */
export async function readTokenResponse(
  response: Response,
  { library, host, client, named }: IdentityRequest,
): Promise<TokenResponse> {
  // The id token is only for display: the library would reject the whole response because of a malformed one.
  const { id_token: idToken, ...rest } = toFields(jsonValue(await response.text()));
  // Lists may be nested too deeply to be written again.
  const fields = resultOr(undefined, () => JSON.stringify(rest));
  if (fields === undefined) throw undocumented('it cannot be read');
  const readable = new Response(fields, { headers: response.headers });
  const tokens = await library.processGenericTokenEndpointResponse(host, named, readable);
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

const undocumented = (problem: string) =>
  undocumentedIdentity(`the identity host's token response is not as documented: ${problem}`);

export const undocumentedIdentity = (message: string, details?: ReturnType<typeof responseDetails>) =>
  new UndocumentedResponseError(message, { hint: 'check the identity host (--auth-url)', ...details });

/**
 * The user who signed in, only for display: the id token came directly from the token endpoint over TLS and no decision
 * depends on it, so its signature is not checked, and a malformed one is not an error. Every text of it is untrusted.
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

/** An `error` in the redirect, whose state has been verified, or of a page of the identity host, which may name only its id. */
export function authorizationRefusal(params: URLSearchParams): SignInError {
  const error = params.get('error');
  if (error === null)
    return new SignInError('the identity host ended the sign-in with an error that only its page explains', {
      hint: 'read that page, then check the client id, the redirect URI and the scopes against the registration; if the host does not know PKCE, run `hotelctl profile set assume.signIn.pkce off`',
    });
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

/** The identity host refused the refresh token, and neither the client nor the scopes: only a new sign-in helps. */
export class EndedSignInError extends SignInError {}

/** The request that failed; supplies the message of invalid_grant. */
export type GrantName = keyof typeof requested;

/** The error of a refusal: a temporary status wins over the code of the body. @param text the body, without request secrets */
export function identityRefusal(grant: GrantName, text: string, response: HttpResponse): HotelctlError {
  const { status } = response;
  const ofResponse = responseDetails(response);
  if (isTemporary(status)) {
    const message = `the identity host is not available: ${namedStatus(status)}`;
    return new TemporaryError(message, { hint: tryAgainHint(response), ...ofResponse });
  }
  if (!isClientError(status)) {
    const why = isRedirect(status) ? 'and redirects are not followed' : 'which is not documented';
    return undocumentedIdentity(`the identity host returned ${status}, ${why}`, ofResponse);
  }
  const { error: given } = toFields(jsonValue(text));
  const error = typeof given === 'string' ? given : undefined;
  const shown = readMessages(text).filter(message => message !== error);
  const messages = shown.length > 0 ? shown.map(message => excerpt(message, 400)) : undefined;
  const details = (hint: string) => ({ hint, ...ofResponse, messages });
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
    return new EndedSignInError(
      'the sign-in is no longer valid: it was revoked or has expired',
      details('run `hotelctl login`'),
    );
  if (error === 'invalid_scope') {
    const { message, hint } = authorizationErrors.invalid_scope;
    return signIn(message, `${hint}, then run \`hotelctl login\``);
  }
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return new TemporaryError('the identity host is not available', details(tryAgainHint(response)));
  // invalid_request, unsupported_grant_type, or no error code: a refusal.
  return new RefusedError(
    `the identity host refused ${requested[grant]}: ${namedStatus(status)}${inBrackets(error ?? '')}`,
    details(
      hintOfProxy(status) ??
        'check the identity host (--auth-url), the client id and the redirect URI against the registration' +
          (grant === 'code' ? '; hotelctl assumes that the host accepts PKCE (assume.signIn.pkce)' : ''),
    ),
  );
}

const requested = {
  code: 'to issue tokens for the authorization code',
  refresh: 'to refresh the sign-in',
  revocation: 'to revoke the sign-in',
} as const;

/** Error codes are untrusted text: shown only if they look like one. */
const inBrackets = (error: string) => (/^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '');
