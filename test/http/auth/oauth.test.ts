import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { HotelctlError } from '../../../src/base/errors.ts';
import type { OAuthClient } from '../../../src/http/auth/credentials.ts';
import { beginAuthorization, checkCallback } from '../../../src/http/auth/login.ts';
import { exchangeCode, refreshGrant, revoke } from '../../../src/http/auth/oauth.ts';
import type { Send } from '../../../src/http/exchange.ts';
import { testContext } from '../../context.ts';
import { failureOf } from '../../failure-of.ts';
import { type LiteralResponse, type RecordingServer, recordingServer } from '../../wire/recording-server.ts';
import { wordsOf } from '../../words.ts';
import { transport } from '../serve.ts';

const secrets = {
  clientSecret: 's3cr3t&of=the client',
  refreshToken: 'the-refresh+token/==',
  code: 'the-authorization-code',
  state: 'the-state-that-was-sent',
  verifier: 'the-verifier-the-verifier-the-verifier-the-verifier',
};

let send: Send;
let server: RecordingServer;
let responses: LiteralResponse[] = [];
beforeEach(async () => {
  send = transport();
  server = await recordingServer(() => responses.shift() ?? { status: 500 });
});

const client = (): OAuthClient => ({
  authUrl: server.url,
  clientId: 'hotel client',
  redirectUri: 'http://127.0.0.1:8976/callback',
  scopes: ['offline_access', 'reports.read'],
});

const json = (body: unknown, status = 200): LiteralResponse => ({ status, body: JSON.stringify(body) });
const tokens = { access_token: 'the-access-token', expires_in: 3600, token_type: 'Bearer' };
const idToken = (claims: unknown) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`;
};

function respondWith(...next: LiteralResponse[]): void {
  responses = next;
}

const callback = () =>
  checkCallback(client(), new URLSearchParams({ code: secrets.code, state: secrets.state }), secrets.state);
const exchange = async () =>
  exchangeCode({ client: client(), ...secrets, send }, await callback(), secrets.verifier);
const refresh = (redirectUri?: string) =>
  refreshGrant({ client: client(), ...secrets, send }, secrets.refreshToken, redirectUri);
const revocation = () => revoke({ client: client(), ...secrets, send }, secrets.refreshToken);

/** The error, after checking that it contains no secret, its causes included. */
async function failure(promise: Promise<unknown>): Promise<HotelctlError> {
  const error = await failureOf(promise, HotelctlError);
  const everything = inspect(error, { depth: 20, showHidden: true });
  for (const secret of [...Object.values(secrets), 'the-access-token']) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(encodeURIComponent(secret));
  }
  return error;
}

it('a callback with another state is refused before anything else of it is read', async () => {
  const params = new URLSearchParams('error=access_denied&state=x&iss=https://x');
  const foreign = checkCallback(client(), params, 'abc');
  expect((await failure(foreign)).message).toContain('another sign-in');
});

describe('the callback', () => {
  const check = (query: Record<string, string>) =>
    checkCallback(client(), new URLSearchParams({ state: secrets.state, ...query }), secrets.state);

  it.each(['', '/'])('accepts the host itself as issuer, with %j at its end', async slash => {
    expect((await check({ code: 'c', iss: server.url + slash })).get('code')).toBe('c');
  });

  it('refuses another issuer', async () => {
    const { code, message } = await failure(check({ code: secrets.code, iss: 'https://other.example.com' }));
    expect([code, message]).toEqual(['sign-in', 'the response comes from a different identity host']);
  });

  it.each([
    ['access_denied', 'the sign-in was denied'],
    ['invalid_scope', 'the identity host refused the requested scopes'],
    ['login_required', 'the identity host refused the sign-in (login_required)'],
    ['\u001b[31mevil', 'the identity host refused the sign-in'],
  ])('explains the error %j', async (error, message) => {
    const printed = await failure(check({ error }));
    expect([printed.code, printed.message]).toEqual(['sign-in', message]);
  });

  it("shows the host's own message escaped, and no long run that may be a secret", async () => {
    const error_description = `Ask \u001b[2Jyour admin ${'x'.repeat(40)}`;
    const printed = await failure(check({ error: 'access_denied', error_description }));
    expect(printed.details.messages).toEqual(['Ask \\u{1b}[2Jyour admin …']);
  });

  it.each<[string, Record<string, string>]>([
    ['without a code', {}],
    ['with an empty code', { code: '' }],
    ['with an implicit response', { code: 'c', id_token: 'x' }],
  ])('%s is not a sign-in', async (_, query) => {
    expect((await failure(check(query))).message).toContain('did not return exactly one authorization code');
  });

  it('accepts no second code', async () => {
    const twice = new URLSearchParams(`state=${secrets.state}&code=a&code=b`);
    expect((await failure(checkCallback(client(), twice, secrets.state))).code).toBe('sign-in');
  });
});

describe('the exchange of a code', () => {
  it('uses the scopes that the response names, without invalid ones', async () => {
    respondWith(json({ ...tokens, scope: 'reports.read a\u001bb  offers.read' }));
    expect((await exchange()).scopes).toEqual(['reports.read', 'offers.read']);
  });

  it.each<[string, unknown]>([
    ['no token', 'not.a.token'],
    ['null', null],
    ['claims of other types', idToken({ sub: 7, name: {} })],
    ['an expired one of another client', `${idToken({ aud: 'x', exp: 1 })}`],
  ])('does not fail because of an id token that is %s', async (_, id_token) => {
    respondWith(json({ ...tokens, id_token }));
    expect(await exchange()).toMatchObject({ accessToken: 'the-access-token' });
  });

  it('shows a user whose name contains control characters as one safe line', async () => {
    for (const [claims, name] of [
      [{ name: 'M\u001b[2Jia\n\u202eMaier' }, 'M [2Jia Maier'],
      [{ preferred_username: 'mia' }, 'mia'],
    ] as const) {
      respondWith(json({ ...tokens, id_token: idToken({ sub: 'U-1', email: 'm@x', ...claims }) }));
      expect((await exchange()).user).toEqual({ subject: 'U-1', name });
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ['without an access token', { access_token: undefined }],
    ['with an empty access token', { access_token: '' }],
    ['with a line break in the access token', { access_token: 'a\r\nx-injected: 1' }],
    ['with a line break in the refresh token', { refresh_token: 'a\nb' }],
    ['of another token type', { token_type: 'DPoP' }],
    ['without a token type', { token_type: undefined }],
    ['without a lifetime', { expires_in: undefined }],
    ['with a lifetime that is not a number', { expires_in: 'soon' }],
  ])('rejects a response %s as undocumented', async (_, change) => {
    respondWith(json({ ...tokens, ...change }));
    expect((await failure(exchange())).exitCode).toBe(6);
  });
});

describe('a refresh', () => {
  it('starts and ends a sign-in without PKCE if the identity host does not know it', async () => {
    const plain = { ...client(), withoutPkce: true };
    const { url } = await beginAuthorization(plain, testContext().random);
    const names = wordsOf('client_id redirect_uri response_type scope state');
    expect([...new URL(url).searchParams.keys()].sort()).toEqual(names);
    respondWith(json(tokens));
    await exchangeCode({ client: plain, ...secrets, send }, await callback(), secrets.verifier);
    expect(server.requests[0]?.body).not.toContain('code_verifier');
  });

  const unsupported = { error: 'unsupported_grant_type', error_description: secrets.refreshToken };
  const page = { body: '<html>' };
  const elsewhere = { location: 'https://elsewhere.example.com' };

  it.each<[exitCode: number, words: string, response: LiteralResponse]>([
    // A wrong secret, as RFC 6749 has it.
    [3, 'client secret', { status: 401, headers: { 'www-authenticate': 'Basic' } }],
    [4, 'refused to refresh the sign-in: 400 bad request (unsupported_grant_type)', json(unsupported, 400)],
    [4, 'refused to refresh the sign-in: 400', json({ error: 'a word' }, 400)],
    [4, 'refused to refresh the sign-in: 403', { status: 403, ...page }],
    [6, 'redirects are not followed', { status: 302, headers: elsewhere }],
    [6, "identity host's response is a web page, such as", { status: 200, ...page }],
    [6, 'not as documented', { status: 200 }],
    [6, 'returned 204, which', { status: 204 }],
    [6, 'larger than 1 MiB', { status: 200, body: `"${'x'.repeat(1 << 20)}"` }],
    [5, 'not available: 503 unavailable', json({ error: 'invalid_grant' }, 503)],
    [5, 'not available', json({ error: 'server_error' }, 400)],
  ])('is reported with exit code %i: %s', async (exitCode, words, response) => {
    respondWith({ ...response, headers: { 'X-Hotel-Tracking-Id': 'track-7', ...response.headers } });
    const error = await failure(refresh());
    expect([error.exitCode, error.message]).toEqual([exitCode, expect.stringContaining(words)]);
    expect(error.message).not.toMatch(/\.$/);
    expect(server.requests).toHaveLength(1);
    if (response.status >= 400) expect(error.details.trackingId).toBe('track-7');
  });

  it.each([
    [503, { 'retry-after': '3600' }, 'try again in 3600 s'],
    [503, {}, 'try again later'],
    [407, {}, 'check the user name and password of the proxy in HTTPS_PROXY'],
  ])(
    '%i has a hint, for a host that is busy with the wait that it requests: %j',
    async (status, headers, hint) => {
      respondWith({ status, headers });
      expect((await failure(refresh())).details.hint).toBe(hint);
    },
  );

  it.each([
    ['{"error": "invalid_grant", "error_description": "Removed."}', 'error_description: Removed.'],
    [`{"errors": ["no ${secrets.refreshToken} here"]}`, 'no [redacted] here'],
  ])('of any shape is shown: %s', async (body, message) => {
    respondWith({ status: 400, body });
    expect((await failure(refresh())).details.messages).toEqual([message]);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('stopped');
    const signal = AbortSignal.abort(reason);
    const stopped = exchangeCode({ client: client(), ...secrets, send, signal }, await callback(), 'y');
    await expect(stopped).rejects.toBe(reason);
  });
});

describe('a revocation', () => {
  const discovery = (more: object) => json({ issuer: server.url, ...more });

  it('goes to the endpoint in the discovery document', async () => {
    respondWith(discovery({ revocation_endpoint: `${server.url}/connect/revocation` }), { status: 200 });
    expect(await revocation()).toBe('revoked');
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /.well-known/openid-configuration',
      'POST /connect/revocation',
    ]);
    expect(server.requests[1]?.body.split('&').sort()).toEqual(
      wordsOf(`client_id=hotel+client client_secret=s3cr3t%26of%3Dthe+client token=the-refresh%2Btoken%2F%3D%3D
      token_type_hint=refresh_token`),
    );
  });

  it.each<[string, () => LiteralResponse]>([
    ['there is no discovery', () => ({ status: 404 })],
    ['discovery names no endpoint', () => discovery({})],
  ])('is not offered where %s', async (_, respond) => {
    respondWith(respond());
    expect(await revocation()).toBe('not-offered');
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ['another host', () => ({ revocation_endpoint: 'https://elsewhere.example.com/connect/revocation' })],
    ['another port', () => ({ revocation_endpoint: 'http://127.0.0.1:1/connect/revocation' })],
    ['no address', () => ({ revocation_endpoint: 'connect' })],
    ['an address that is not text', () => ({ revocation_endpoint: 7 })],
    ['an issuer that is not a URL', () => ({ issuer: 'x', revocation_endpoint: `${server.url}/r` })],
    ['a document that is null', () => null],
    ['another issuer', () => ({ issuer: 'https://x.example.com', revocation_endpoint: `${server.url}/r` })],
  ])('sends no token to %s', async (_, document) => {
    const found = document();
    respondWith(json(found && { issuer: server.url, ...found }));
    expect((await failure(revocation())).exitCode).toBe(6);
    expect(server.requests).toHaveLength(1);
  });

  it('that fails is thrown', async () => {
    respondWith(discovery({ revocation_endpoint: `${server.url}/connect/revocation` }), { status: 503 });
    expect((await failure(revocation())).exitCode).toBe(5);
  });
});
