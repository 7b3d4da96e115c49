/**
 * The half of OAuth that happens in the browser (platform.md, Authentication, step 1): the URL to open, and the query
 * that the browser returns with. Nothing is sent from here.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import type { OAuthClient } from './client.ts';
import { authorizationRefusal } from './oauth-errors.ts';
import { clientMetadata, identityHost, oauth } from './oauth-library.ts';

interface StartedAuthorization {
  /**
   * The URL that the user's browser must open. It contains the state, so it may be shown on a screen but not logged.
   */
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

/**
 * Step 1 of platform.md's Authentication: state and PKCE verifier of 256 random bits each, challenge S256.
 * UsageError for an identity host that is neither https nor on a loopback address.
 */
export async function beginAuthorization(client: OAuthClient, random: Random): Promise<StartedAuthorization> {
  const { calculatePKCECodeChallenge } = await oauth();
  const server = identityHost(client);
  const state = Buffer.from(random.bytes(32)).toString('base64url');
  const verifier = Buffer.from(random.bytes(32)).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: client.scopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  // %20 and not +: every query parser reads it as a space.
  const url = `${server.authorization_endpoint}?${query.toString().replaceAll('+', '%20')}`;
  return { url, state, verifier };
}

/** Whether a callback belongs to this authorization; compared in constant time, before anything else of it is read. */
export function isExpectedState(params: URLSearchParams, expectedState: string): boolean {
  const states = params.getAll('state');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const equal = timingSafeEqual(digest(states[0] ?? ''), digest(expectedState));
  return equal && states.length === 1;
}

/**
 * Checks the query of the redirect: state, then `iss` if present, then `error`. Returns the input of `exchangeCode`.
 * SignInError for each kind of refusal.
 */
export async function checkCallback(
  client: OAuthClient,
  params: URLSearchParams,
  expectedState: string,
): Promise<URLSearchParams> {
  if (!isExpectedState(params, expectedState)) {
    throw new SignInError('the response belongs to another sign-in', { hint: 'run `hotelctl login` again' });
  }
  const { validateAuthResponse } = await oauth();
  const issuer = params.get('iss');
  const server = identityHost(client);
  // An issuer is its host's URL; discovery may only add a slash at its end.
  const expected = issuer === `${server.issuer}/` ? { ...server, issuer } : server;
  if (issuer !== null && issuer !== expected.issuer) {
    throw new SignInError('the response comes from a different identity host', {
      hint: 'check the identity host (--auth-url), then run `hotelctl login` again',
    });
  }
  if (params.has('error')) throw authorizationRefusal(params);
  const unreadable = new SignInError('the identity host did not return exactly one authorization code', {
    hint: 'run `hotelctl login` again',
  });
  if (!params.get('code') || params.getAll('code').length > 1) throw unreadable;
  try {
    return validateAuthResponse(expected, clientMetadata(client), params, expectedState);
  } catch {
    throw unreadable;
  }
}
