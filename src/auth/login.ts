/**
 * The sign-in, from the address that a person opens to the tokens (platform.md, Authentication, steps 1 and 2).
 * Where they are kept is the caller's to say.
 */
import type { Context } from '../base/context.ts';
import { SignInError } from '../base/errors.ts';
import type { Send } from '../http/exchange.ts';
import { beginAuthorization, checkCallback } from './authorization.ts';
import { browserObstacle, invitation, openBrowser } from './browser.ts';
import { type CertificateFiles, certificateFor } from './certificate.ts';
import type { OAuthClient, TokenResponse } from './client.ts';
import { type LoopbackListener, listenForCallback } from './loopback.ts';
import { exchangeCode } from './oauth.ts';
import { pastedCallback } from './paste.ts';
import { parseRedirectUri } from './redirect.ts';

export interface LoginRequest {
  readonly context: Context;
  readonly client: OAuthClient;
  readonly clientSecret: string;
  /** Without the bearer layer: there is no token yet. */
  readonly send: Send;
  readonly mode: {
    /** Open a browser; `--no-browser` says no. */
    readonly browser: boolean;
    /** `--paste`: no listener; the address that the browser ends at is brought back by hand. */
    readonly paste: boolean;
  };
  /** Whether a person can be asked; without one, `--paste` reads standard input. */
  readonly interactive: boolean;
  readonly tls?: CertificateFiles;
  /** Milliseconds from the address shown to the tokens (`--login-timeout`). */
  readonly timeout: number;
  /** Puts the tokens where they belong; the browser is told of success only when this has resolved. */
  keep(answer: TokenResponse): Promise<void>;
  /** A line for the person, on standard error. The authorization address, with its state, goes here and nowhere else. */
  tell(line: string): Promise<void>;
}

/**
 * Resolves with the tokens. SignInError for a denial, a time limit, a busy port or a wrong answer; UsageError for a
 * redirect URI or certificate that can't work; InterruptedError at once on Ctrl-C. Whichever way it ends, the port is
 * free and the prompt is gone.
 */
export async function login(request: LoginRequest): Promise<TokenResponse> {
  const { context, client, mode } = request;
  const target = parseRedirectUri(client.redirectUri);
  const loopback = target.kind === 'loopback' && !mode.paste ? target : undefined;
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
    const asks = loopback === undefined || (obstacle !== undefined && request.interactive);
    const opens = mode.browser && obstacle === undefined;
    for (const line of invitation({
      url: authorization.url,
      loopback,
      obstacle,
      opens,
      asks,
      env: context.env,
    })) {
      await request.tell(line);
    }
    if (opens && !(await openBrowser(authorization.url, context))) {
      await request.tell('No browser could be started: open the address yourself.');
    }
    return await unlessEnded(signal, async () => {
      const params = await firstAnswer(request, authorization.state, listener, asks, signal);
      // Not before: until somebody has come back, the address with the state in it must be seen to be opened.
      for (const secret of [authorization.state, ...params.getAll('code')]) context.secrets.register(secret);
      return concluded(listener, params, async () => {
        const callback = await checkCallback(client, params, authorization.state);
        const answer = await exchangeCode(
          client,
          request.clientSecret,
          callback,
          authorization.verifier,
          request.send,
          signal,
        );
        for (const token of [answer.accessToken, answer.refreshToken]) context.secrets.register(token);
        await request.keep(answer);
        return answer;
      });
    });
  } finally {
    // Also ends the clock's sleep and takes an open prompt back.
    ending.abort();
    await listener?.close();
  }
}

function limitTime({ context, timeout }: LoginRequest, ending: AbortController, signal: AbortSignal): void {
  const tooLate = () =>
    ending.abort(
      new SignInError(`nobody finished the sign-in within ${timeout / 1000} s`, {
        hint: 'run `hotelctl login` again; --login-timeout gives more time',
      }),
    );
  context.clock.sleep(timeout, signal).then(tooLate, () => {});
}

/** From the listener or from the person, whichever comes first; a question that nobody needs any more is taken back. */
async function firstAnswer(
  request: LoginRequest,
  expectedState: string,
  listener: LoopbackListener | undefined,
  asks: boolean,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const answered = new AbortController();
  const { context, client, interactive, tell } = request;
  const sources: Promise<URLSearchParams>[] = listener ? [listener.callback] : [];
  if (asks) {
    const until = AbortSignal.any([signal, answered.signal]);
    sources.push(
      pastedCallback({
        context,
        redirectUri: client.redirectUri,
        expectedState,
        interactive,
        signal: until,
        tell,
      }),
    );
  }
  try {
    return await Promise.race(sources);
  } finally {
    answered.abort();
  }
}

/** Tells the waiting browser how it really ended. */
async function concluded<T>(
  listener: LoopbackListener | undefined,
  params: URLSearchParams,
  exchange: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await exchange();
    await listener?.finish('signed-in');
    return answer;
  } catch (error) {
    await listener?.finish(params.get('error') === 'access_denied' ? 'denied' : 'failed');
    throw error;
  }
}

/** Rejects with the signal's reason as soon as it fires, whatever the work is still waiting for. */
async function unlessEnded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work(), ended]);
}
