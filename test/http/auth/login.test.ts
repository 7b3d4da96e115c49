import { describe, expect, it, onTestFinished } from 'vitest';
import { SignInError } from '../../../src/base/errors.ts';
import { type LoginRequest, login } from '../../../src/http/auth/login.ts';
import type { HttpResponse, Send } from '../../../src/http/exchange.ts';
import { type TestContextOptions, testContext } from '../../context.ts';
import { deferred } from '../../deferred.ts';
import { httpResponse } from '../serve.ts';
import { freePort, isOpen, rawRequest } from './loopback-ports.ts';

const tokens = { access_token: 'the-access-token', expires_in: 3600, token_type: 'Bearer' };

const response = (status: number, body: unknown) => httpResponse(status, {}, JSON.stringify(body));

/** A token endpoint that responds when the test says so. */
function heldSend() {
  const given = deferred<HttpResponse>();
  const requested = deferred();
  const forms: URLSearchParams[] = [];
  const send: Send = request => {
    forms.push(new URLSearchParams(String(request.body)));
    requested.resolve();
    return given.promise;
  };
  const give = (status: number, body: unknown) => given.resolve(response(status, body));
  return { send, forms, isRequested: requested.promise, give };
}

/** An answer to a prompt that the test gives later. */
function laterAnswer() {
  const { promise, resolve: paste } = deferred<string>();
  return { answers: [promise], paste };
}

interface Options extends TestContextOptions {
  readonly send?: Send;
  readonly redirectUri?: string;
  readonly browser?: boolean;
  readonly interactive?: boolean;
  readonly keep?: LoginRequest['keep'];
}

/** A login in progress: its URL is printed, its listener is open. */
async function startLogin(options: Options = {}) {
  const { promise: address, resolve: printedAddress } = deferred<URL>();
  const printed = testContext({ env: { DISPLAY: ':0' }, ...options });
  const write = async (text: string | Uint8Array) => {
    await printed.stderr.write(text);
    const [url] = /https:\S+\/connect\/authorize\?\S+/.exec(String(text)) ?? [];
    if (url) printedAddress(new URL(url));
  };
  const context = { ...printed, stderr: { ...printed.stderr, write } };
  const port = await freePort();
  const redirectUri = options.redirectUri ?? `http://127.0.0.1:${port}/callback`;
  const outcome = login({
    context,
    client: { authUrl: 'https://identity.example.com', clientId: 'c', redirectUri, scopes: ['reports.read'] },
    clientSecret: 's3cret',
    send: options.send ?? (async () => response(200, tokens)),
    browser: options.browser ?? true,
    paste: false,
    interactive: options.interactive ?? false,
    timeout: 300_000,
    keep: options.keep ?? (async () => {}),
  });
  // Tests await it themselves, some of them only after another step.
  outcome.catch(() => {});
  onTestFinished(() => context.interrupt());
  const url = await Promise.race([address, outcome.then(() => expect.fail('no address was told'))]);
  const state = url.searchParams.get('state') ?? '';
  const visit = (query: string) =>
    rawRequest(port, `GET /callback?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return { context, port, outcome, url, state, visit, redirectUri };
}

describe('login', () => {
  it('opens the browser at the printed URL, and exchanges the code', async () => {
    const { send, forms, isRequested, give } = heldSend();
    const { context, outcome, url, state, visit, redirectUri, port } = await startLogin({ send });
    let shown = false;
    const page = visit(`code=abc&state=${state}&iss=https%3A%2F%2Fidentity.example.com`).then(text => {
      shown = true;
      return text;
    });
    await isRequested;
    expect(context.opened).toEqual([url.href]);
    const sent = { code: 'abc', client_secret: 's3cret', redirect_uri: redirectUri };
    expect(Object.fromEntries(forms[0] ?? [])).toMatchObject(sent);
    expect(url.searchParams.get('redirect_uri')).toBe(redirectUri);
    expect(shown).toBe(false);
    give(200, tokens);
    expect(await outcome).toMatchObject({ accessToken: 'the-access-token', scopes: ['reports.read'] });
    expect(await page).toContain('You are signed in');
    expect(await isOpen(port)).toBe(false);
    expect(context.clock.sleepers).toBe(0);
    expect(context.err()).not.toContain('abc');
    expect(context.out()).toBe('');
  });

  const locked = new SignInError('the keychain is locked', { hint: 'unlock it' });
  const never: Send = () => expect.fail('a secret was sent');
  const noGrant = async () => response(400, { error: 'invalid_grant' });
  const failing = ['code=abc', 'did not work'] as const;
  it.each<[string, Options, query: string, page: string, message: string]>([
    ['a failed exchange', { send: noGrant }, ...failing, 'did not accept the'],
    ['tokens that could not be stored', { keep: () => Promise.reject(locked) }, ...failing, 'locked'],
    ['a denial', { send: never }, 'error=access_denied', 'was denied', 'the sign-in was denied'],
    ['another issuer', { send: never }, 'code=abc&iss=https://x.example', 'did not work', 'different'],
  ])('shows %s in the browser', async (_, options, query, page, message) => {
    const { outcome, state, visit, port } = await startLogin(options);
    expect(await visit(`${query}&state=${state}`)).toContain(page);
    await expect(outcome).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining(message) });
    expect(await isOpen(port)).toBe(false);
  });

  it('ends after the time limit, and not before', async () => {
    const { context, outcome, port } = await startLogin();
    await context.clock.advance(299_999);
    expect(await isOpen(port)).toBe(true);
    await context.clock.advance(1);
    await expect(outcome).rejects.toMatchObject({
      exitCode: 3,
      message: 'the sign-in was not completed within 300 s',
      details: { hint: expect.stringContaining('--client-id and --redirect-uri') },
    });
    expect(await isOpen(port)).toBe(false);
  });

  it('ends immediately on Ctrl-C while the token endpoint is silent and the browser waits', async () => {
    const { send, isRequested } = heldSend();
    const { context, outcome, state, visit, port } = await startLogin({ send });
    const page = visit(`code=abc&state=${state}`);
    await isRequested;
    context.interrupt();
    await expect(outcome).rejects.toMatchObject({ code: 'interrupted' });
    expect(await page).toBe('');
    expect(await isOpen(port)).toBe(false);
  });

  it('with --no-browser opens none and waits', async () => {
    const { context, outcome, state, visit } = await startLogin({ browser: false });
    await visit(`code=abc&state=${state}`);
    await outcome;
    expect([context.opened, context.launched, context.prompted]).toEqual([[], [], []]);
    expect(context.err()).toMatch(/^Open this address in a browser to sign in:\n/);
  });
});

describe('login without a visible browser', () => {
  const env = { SSH_CONNECTION: '192.0.2.7 50000 192.0.2.9 22' };
  const prompting = { env, interactive: true, terminal: true };

  it('over SSH offers the tunnel and pasting at the same time; the tunnel may be first', async () => {
    const { send, isRequested, give } = heldSend();
    const { context, outcome, port, state, visit } = await startLogin({ ...prompting, send });
    while (context.openQuestions() === 0) await new Promise(setImmediate);
    expect(context.err()).toContain(`\n  ssh -N -L 127.0.0.1:${port}:127.0.0.1:${port} 192.0.2.9\n`);
    expect(context.opened).toEqual([]);
    const page = visit(`code=abc&state=${state}`);
    await isRequested;
    // No input is needed any more, and Ctrl-C must not go to the prompt.
    expect(context.openQuestions()).toBe(0);
    give(200, tokens);
    expect(await page).toContain('You are signed in');
    expect(await outcome).toMatchObject({ accessToken: 'the-access-token' });
  });

  it('over SSH offers the tunnel and pasting at the same time; pasting may be first', async () => {
    const { answers, paste } = laterAnswer();
    const { outcome, redirectUri, state, port } = await startLogin({ ...prompting, answers });
    paste(`${redirectUri}?code=abc&state=${state}`);
    expect(await outcome).toMatchObject({ accessToken: 'the-access-token' });
    expect(await isOpen(port)).toBe(false);
  });

  it('without a terminal names --paste and waits for the listener', async () => {
    const { context, outcome, state, visit } = await startLogin({ env: {} });
    await visit(`code=abc&state=${state}`);
    await outcome;
    expect(context.err()).toContain('Or run this command with --paste');
    expect(context.prompted).toEqual([]);
  });

  it('closes the prompt when the time limit has passed', async () => {
    const { context, outcome } = await startLogin(prompting);
    while (context.openQuestions() === 0) await new Promise(setImmediate);
    await context.clock.advance(300_000);
    await expect(outcome).rejects.toMatchObject({ exitCode: 3 });
    expect(context.openQuestions()).toBe(0);
  });
});

it('login by paste signs in at a registered page, without a listener', async () => {
  const redirectUri = 'https://hotel.example.com/oauth';
  const { answers, paste } = laterAnswer();
  const { send, forms, isRequested, give } = heldSend();
  const login = { redirectUri, send, interactive: true, terminal: true, answers };
  const { outcome, state, url } = await startLogin(login);
  expect(url.searchParams.get('redirect_uri')).toBe(redirectUri);
  paste(`${redirectUri}?code=abc&state=${state}`);
  await isRequested;
  expect(forms[0]?.get('redirect_uri')).toBe(redirectUri);
  give(200, tokens);
  expect(await outcome).toMatchObject({ accessToken: 'the-access-token' });
});
