import { type Context, orInterrupted, type Random } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import { resultOr, secondsText } from '../../base/text.ts';
import type { Send } from '../exchange.ts';
import { browserObstacle, invitation, openBrowser } from './browser.ts';
import type { OAuthClient, TokenResponse } from './credentials.ts';
import {
  type CertificateFiles,
  certificateFor,
  isExpectedState,
  listenForCallback,
  parseRedirectUri,
} from './loopback.ts';
import { clientMetadata, exchangeCode, identityHost, oauth } from './oauth.ts';
import { authorizationRefusal } from './oauth-responses.ts';

/** The sign-in, from the URL that a user opens to the tokens (platform.md, Authentication, steps 1 and 2). */

export interface LoginRequest {
  readonly context: Context;
  readonly client: OAuthClient;
  readonly clientSecret: string;
  /** Without the bearer layer: there is no token yet. */
  readonly send: Send;
  /** Whether to open a browser; false with `--no-browser`. */
  readonly browser: boolean;
  /** `--paste`: no listener; the user pastes the URL that the browser ends at. */
  readonly paste: boolean;
  /** Whether hotelctl can prompt; otherwise `--paste` reads standard input. */
  readonly interactive: boolean;
  readonly tls?: CertificateFiles;
  /** Time limit in milliseconds, from the printed URL to the tokens (`--login-timeout`). */
  readonly timeout: number;
  /** Stores the tokens; the browser shows success only after this has resolved. */
  keep(response: TokenResponse): Promise<void>;
}

/**
 * In every case the port is free and the prompt is closed afterwards.
 *
 * @throws SignInError for a denial, a time limit, a port in use or a wrong callback; UsageError for a redirect URI or
 * certificate that can't work; InterruptedError immediately on Ctrl-C
 */
export async function login(request: LoginRequest): Promise<TokenResponse> {
  const { context, client, clientSecret, send } = request;
  const target = parseRedirectUri(client.redirectUri);
  const loopback = request.paste ? undefined : target;
  const certificate = loopback && (await certificateFor(loopback, request.tls, context));
  const { url, state, verifier } = await beginAuthorization(client, context.random);
  context.secrets.register(clientSecret);
  context.secrets.register(verifier);
  const ending = new AbortController();
  const signal = AbortSignal.any([context.interrupted, ending.signal]);
  const listener = loopback && (await listenForCallback(loopback, state, certificate));
  try {
    const tooLate = new SignInError(`the sign-in was not completed within ${secondsText(request.timeout)}`, {
      hint: 'if the browser showed an error, check --auth-url, --client-id and --redirect-uri; run `hotelctl login` again',
    });
    context.clock.sleep(request.timeout, signal).then(
      () => ending.abort(tooLate),
      () => {},
    );
    const obstacle = browserObstacle(context);
    const prompts = loopback === undefined || (obstacle !== undefined && request.interactive);
    const opens = request.browser && obstacle === undefined;
    // The authorization URL, with its state, is printed here and nowhere else.
    await context.stderr.write(invitation(url, loopback, { obstacle, opens, prompts }, context.env));
    if (opens && !(await openBrowser(url, context)))
      await context.stderr.write('The browser could not be started. Open this address yourself.\n');
    signal.throwIfAborted();
    const complete = async () => {
      // From the listener or from the prompt, whichever comes first; the prompt is closed when it is no longer needed.
      const received = new AbortController();
      const prompting = AbortSignal.any([signal, received.signal]);
      const params = await Promise.race([
        ...(listener ? [listener.callback] : []),
        ...(prompts ? [pastedCallback(request, state, prompting)] : []),
      ]).finally(() => received.abort());
      // Only now, because until the browser returns, the URL with the state must be visible so that it can be opened.
      for (const secret of [state, ...params.getAll('code')]) context.secrets.register(secret);
      try {
        const callback = await checkCallback(client, params, state);
        const response = await exchangeCode({ client, clientSecret, send, signal }, callback, verifier);
        for (const token of [response.accessToken, response.refreshToken]) context.secrets.register(token);
        await request.keep(response);
        await listener?.finish('signed-in');
        return response;
      } catch (error) {
        await listener?.finish(params.get('error') === 'access_denied' ? 'denied' : 'failed');
        throw error;
      }
    };
    return await orInterrupted(complete(), signal);
  } finally {
    // Also ends the clock's sleep and closes an open prompt.
    ending.abort();
    await listener?.close();
  }
}

/** Step 1 of platform.md's Authentication: state and PKCE verifier of 256 random bits each. @throws as `identityHost` */
export async function beginAuthorization(client: OAuthClient, random: Random) {
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
  // %20 and not +: every query parser reads it as a space. It contains the state, so it may be shown on a screen but not logged.
  const url = `${server.authorization_endpoint}?${query.toString().replaceAll('+', '%20')}`;
  return { url, state, verifier };
}

/** Checks state, then `iss` if present, then `error`. @returns the input of `exchangeCode` @throws SignInError */
export async function checkCallback(client: OAuthClient, params: URLSearchParams, expectedState: string) {
  if (!isExpectedState(params, expectedState))
    throw new SignInError('the response belongs to another sign-in', { hint: 'run `hotelctl login` again' });
  const { validateAuthResponse } = await oauth();
  const issuer = params.get('iss');
  const server = identityHost(client);
  // An issuer is its host's URL; discovery may only add a slash at its end.
  const expected = issuer === `${server.issuer}/` ? { ...server, issuer } : server;
  if (issuer !== null && issuer !== expected.issuer)
    throw new SignInError('the response comes from a different identity host', {
      hint: 'check the identity host (--auth-url), then run `hotelctl login` again',
    });
  if (params.has('error')) throw authorizationRefusal(params);
  const [code, ...others] = params.getAll('code');
  const validate = () => validateAuthResponse(expected, clientMetadata(client), params, expectedState);
  const valid = code && others.length === 0 ? resultOr(undefined, validate) : undefined;
  if (valid) return valid;
  throw new SignInError('the identity host did not return exactly one authorization code', {
    hint: 'run `hotelctl login` again',
  });
}

/** The query of the URL that a user pastes, hidden because it contains the code. @throws SignInError for a wrong one of a pipe */
export async function pastedCallback(
  { context, client, interactive }: Pick<LoginRequest, 'context' | 'client' | 'interactive'>,
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
    await context.stderr.write(`${reading}; try again\n`);
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

/** The query, or the problem as the beginning of a sentence, which quotes no part of the URL. */
export function readPastedAddress(pasted: string, redirectUri: string, expectedState: string) {
  const address = pasted.trim();
  // A browser adds a slash to `https://example.com`.
  const start = [redirectUri, new URL(redirectUri).href].find(
    beginning => address.startsWith(beginning) && /^[?&]/.test(address.slice(beginning.length)),
  );
  if (start === undefined) return `that address does not begin with ${redirectUri} and a query`;
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
  const params = new URLSearchParams(query);
  if (isExpectedState(params, expectedState)) return params;
  return params.has('state')
    ? 'that address belongs to another sign-in'
    : 'that address has no state parameter: copy the whole address';
}

/** @throws SignInError for a page of the identity host that has an error, or only its id: it never leads to the redirect URI */
function refuseIdentityError(pasted: string, authUrl: string): void {
  if (!URL.canParse(pasted)) return;
  const { origin, searchParams, hash } = new URL(pasted);
  if (origin !== new URL(authUrl).origin) return;
  const named = ['error', 'errorId'];
  const params = [searchParams, new URLSearchParams(hash.slice(1))].find(one =>
    named.some(name => one.has(name)),
  );
  if (params) throw authorizationRefusal(params);
}
