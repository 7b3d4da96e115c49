/**
 * The sign-in, from the URL that a user opens to the tokens (platform.md, Authentication, steps 1 and 2). The caller
 * decides where they are stored.
 */
import type { Context } from '../../base/context.ts';
import { SignInError } from '../../base/errors.ts';
import { secondsText } from '../../base/text.ts';
import type { Send } from '../exchange.ts';
import { beginAuthorization, checkCallback, pastedCallback } from './authorization.ts';
import { browserObstacle, invitation, openBrowser } from './browser.ts';
import type { OAuthClient, TokenResponse } from './credentials.ts';
import { type LoopbackListener, listenForCallback } from './loopback.ts';
import { exchangeCode } from './oauth.ts';
import { type CertificateFiles, certificateFor, parseRedirectUri } from './redirect.ts';

export interface LoginRequest {
  readonly context: Context;
  readonly client: OAuthClient;
  readonly clientSecret: string;
  /** Without the bearer layer: there is no token yet. */
  readonly send: Send;
  readonly mode: {
    /** Whether to open a browser; false with `--no-browser`. */
    readonly browser: boolean;
    /** `--paste`: no listener; the user pastes the URL that the browser ends at. */
    readonly paste: boolean;
  };
  /** Whether hotelctl can prompt; otherwise `--paste` reads standard input. */
  readonly interactive: boolean;
  readonly tls?: CertificateFiles;
  /** Time limit in milliseconds, from the printed URL to the tokens (`--login-timeout`). */
  readonly timeout: number;
  /** Stores the tokens; the browser shows success only after this has resolved. */
  keep(response: TokenResponse): Promise<void>;
  /** Prints a line on standard error. The authorization URL, with its state, is printed here and nowhere else. */
  tell(line: string): Promise<void>;
}

/**
 * Resolves with the tokens. SignInError for a denial, a time limit, a port in use or a wrong callback; UsageError for a
 * redirect URI or certificate that can't work; InterruptedError immediately on Ctrl-C. In every case the port is free
 * and the prompt is closed afterwards.
 */
export async function login(request: LoginRequest): Promise<TokenResponse> {
  const { context, client, mode } = request;
  const target = parseRedirectUri(client.redirectUri);
  const loopback = mode.paste ? undefined : target;
  const certificate = loopback && (await certificateFor(loopback, request.tls));
  const authorization = await beginAuthorization(client, context.random);
  context.secrets.register(request.clientSecret);
  context.secrets.register(authorization.verifier);
  const ending = new AbortController();
  const signal = AbortSignal.any([context.interrupted, ending.signal]);
  const listener = loopback && (await listenForCallback(loopback, authorization.state, certificate));
  try {
    limitTime(request, ending, signal);
    const obstacle = browserObstacle(context);
    const prompts = loopback === undefined || (obstacle !== undefined && request.interactive);
    const opens = mode.browser && obstacle === undefined;
    for (const line of invitation({
      url: authorization.url,
      loopback,
      obstacle,
      opens,
      prompts,
      env: context.env,
    })) {
      await request.tell(line);
    }
    if (opens && !(await openBrowser(authorization.url, context))) {
      await request.tell('The browser could not be started. Open this address yourself.');
    }
    return await unlessEnded(signal, async () => {
      const params = await firstCallback(request, authorization.state, listener, prompts, signal);
      // Only now, because until the browser returns, the URL with the state must be visible so that it can be opened.
      for (const secret of [authorization.state, ...params.getAll('code')]) context.secrets.register(secret);
      try {
        const callback = await checkCallback(client, params, authorization.state);
        const response = await exchangeCode(
          client,
          request.clientSecret,
          callback,
          authorization.verifier,
          request.send,
          signal,
        );
        for (const token of [response.accessToken, response.refreshToken]) context.secrets.register(token);
        await request.keep(response);
        await listener?.finish('signed-in');
        return response;
      } catch (error) {
        await listener?.finish(params.get('error') === 'access_denied' ? 'denied' : 'failed');
        throw error;
      }
    });
  } finally {
    // Also ends the clock's sleep and closes an open prompt.
    ending.abort();
    await listener?.close();
  }
}

function limitTime({ context, timeout }: LoginRequest, ending: AbortController, signal: AbortSignal): void {
  const tooLate = () =>
    ending.abort(
      new SignInError(`the sign-in was not completed within ${secondsText(timeout)}`, {
        hint: 'run `hotelctl login` again; --login-timeout gives more time',
      }),
    );
  context.clock.sleep(timeout, signal).then(tooLate, () => {});
}

/** From the listener or from the prompt, whichever comes first; the prompt is closed when it is no longer needed. */
async function firstCallback(
  request: LoginRequest,
  expectedState: string,
  listener: LoopbackListener | undefined,
  prompts: boolean,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const received = new AbortController();
  const sources: Promise<URLSearchParams>[] = listener ? [listener.callback] : [];
  if (prompts) {
    sources.push(pastedCallback(request, expectedState, AbortSignal.any([signal, received.signal])));
  }
  try {
    return await Promise.race(sources);
  } finally {
    received.abort();
  }
}

/** Rejects with the signal's reason as soon as it fires, even if the work is still waiting. */
async function unlessEnded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work(), ended]);
}
