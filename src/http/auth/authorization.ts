import { hash, timingSafeEqual } from 'node:crypto';
import type { Context, Random } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import type { OAuthClient } from './credentials.ts';
import { clientMetadata, identityHost, oauth } from './oauth.ts';
import { authorizationRefusal } from './oauth-responses.ts';

interface StartedAuthorization {
  /**
   * The URL that the user's browser must open. It contains the state, so it may be shown on a screen but not logged.
   */
  readonly url: string;
  readonly state: string;
  /** Used only with PKCE. */
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
    ...(client.withoutPkce
      ? {}
      : { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
  });
  // %20 and not +: every query parser reads it as a space.
  const url = `${server.authorization_endpoint}?${query.toString().replaceAll('+', '%20')}`;
  return { url, state, verifier };
}

/** Whether a callback belongs to this authorization; compared in constant time, before anything else of it is read. */
export function isExpectedState(params: URLSearchParams, expectedState: string): boolean {
  const states = params.getAll('state');
  const digest = (text: string) => hash('sha256', text, 'buffer');
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

interface PasteRequest {
  readonly context: Pick<Context, 'stdin' | 'prompts'>;
  readonly client: Pick<OAuthClient, 'authUrl' | 'redirectUri'>;
  /** Whether hotelctl can prompt; otherwise the URL is read from standard input. */
  readonly interactive: boolean;
  tell(line: string): Promise<void>;
}

/**
 * The query of the pasted URL, after checking its state. The input is hidden, because the URL contains the code. A
 * wrong one is reported in one line, and the prompt is repeated; from a pipe it is a SignInError.
 *
 * @param signal ends the wait; the promise rejects with its reason
 */
export async function pastedCallback(
  { context, client, interactive, tell }: PasteRequest,
  expectedState: string,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const read = (pasted: string) => {
    refuseIdentityError(pasted, client.authUrl);
    return readPastedAddress(pasted, client.redirectUri, expectedState);
  };
  while (interactive) {
    const message = 'Paste the address that the browser was sent to:';
    const reading = read(await context.prompts.secret({ message, signal }));
    if (typeof reading !== 'string') return reading;
    await tell(`${reading}; try again`);
  }
  for await (const line of context.stdin.lines(signal)) {
    if (line.trim() === '') continue;
    const reading = read(line);
    if (typeof reading !== 'string') return reading;
    throw new SignInError(reading, { hint: 'run `hotelctl login --paste` again and pipe the whole address' });
  }
  signal.throwIfAborted();
  throw new SignInError('standard input ended without the address that the browser was sent to', {
    hint: 'pipe the address as one line, or run `hotelctl login --paste` in a terminal',
  });
}

/** Longer than any URL that a browser shows; a clipboard may contain any text. */
const longestAddress = 16 * 1024;

/**
 * The query of a pasted URL, or a description of the problem as the beginning of a sentence. No part of the URL is
 * quoted.
 */
export function readPastedAddress(
  pasted: string,
  redirectUri: string,
  expectedState: string,
): URLSearchParams | string {
  const address = pasted.trim();
  if (address === '') return 'nothing was pasted';
  if (address.length > longestAddress) return 'that is too long to be an address';
  // A browser adds a slash to `https://example.com`.
  const start = [redirectUri, new URL(redirectUri).href].find(
    beginning => address.startsWith(beginning) && /^[?&]/.test(address.slice(beginning.length)),
  );
  if (start === undefined) return 'that address does not begin with the redirect URI and a query';
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
  const params = new URLSearchParams(query);
  if (isExpectedState(params, expectedState)) return params;
  return params.has('state')
    ? 'that address belongs to another sign-in'
    : 'that address has no state parameter: copy the whole address';
}

/**
 * A page of the identity host whose address has an error, or only its id, ends the sign-in: it never leads to the
 * redirect URI.
 * @throws SignInError
 */
function refuseIdentityError(pasted: string, authUrl: string): void {
  const address = pasted.trim();
  if (address.length > longestAddress || !URL.canParse(address)) return;
  const { origin, searchParams, hash } = new URL(address);
  if (origin !== new URL(authUrl).origin) return;
  const named = ['error', 'errorId'];
  const params = [searchParams, new URLSearchParams(hash.slice(1))].find(one =>
    named.some(name => one.has(name)),
  );
  if (params) throw authorizationRefusal(params);
}
