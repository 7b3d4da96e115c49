import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { HotelctlError, SignInError, TemporaryError } from '../../src/base/errors.ts';
import { bearer } from '../../src/http/client.ts';
import { failureOf } from '../failure-of.ts';
import { wordsOf } from '../words.ts';
import { get, serve, status, textOf, transport } from './serve.ts';

const onlyFor =
  (accepted: string): RequestListener =>
  (request, response) => {
    const code = request.headers.authorization === `Bearer ${accepted}` ? 200 : 401;
    response.writeHead(code).end(String(code));
  };

const source = (...tokens: string[]) => {
  const requested: (string | undefined)[] = [];
  const token = async (rejected?: string) => {
    requested.push(rejected);
    return tokens[Math.min(requested.length, tokens.length) - 1] ?? '';
  };
  return { requested, token };
};

test('a request with `authorize` carries the token, another does not', async () => {
  const server = await serve(onlyFor('T1'));
  const { token, requested } = source('T1');
  const send = bearer(transport(), { token, origins: [server.url] });
  expect((await send(get(server.url, { authorize: true }))).status).toBe(200);
  expect((await send(get(server.url))).status).toBe(401);
  expect(server.requests[1]?.headers.authorization).toBeUndefined();
  expect(requested).toEqual([undefined]);
});

test.each(['GET', 'POST'] as const)('on 401 the %s is repeated once with another token', async method => {
  const server = await serve(onlyFor('T2'));
  const { token, requested } = source('T1', 'T2');
  const send = bearer(transport(), { token, origins: [server.url] });
  const response = await send(get(server.url, { method, body: 'x', authorize: true, repeatable: false }));
  expect([response.status, await textOf(response)]).toEqual([200, '200']);
  expect(server.requests.map(request => request.headers.authorization)).toEqual(['Bearer T1', 'Bearer T2']);
  expect(requested).toEqual([undefined, 'T1']);
});

test.each([
  ['a second 401', ['T1', 'T2', 'T3'], 2],
  ['the only 401, without another token,', ['T1'], 1],
] as const)('%s is returned, unread', async (_, tokens, attempts) => {
  const server = await serve(status(401, {}, 'no'));
  const { token, requested } = source(...tokens);
  const send = bearer(transport(), { token, origins: [server.url] });
  const response = await send(get(server.url, { authorize: true }));
  expect([response.status, await textOf(response)]).toEqual([401, 'no']);
  expect(server.requests).toHaveLength(attempts);
  expect(requested).toEqual([undefined, 'T1']);
});

test("the token source's own error is thrown unchanged", async () => {
  const error = new SignInError('revoked', { hint: 'hotelctl login' });
  const send = bearer(transport(), { token: () => Promise.reject(error), origins: ['https://api.example'] });
  await expect(send(get('https://api.example/', { authorize: true }))).rejects.toBe(error);
});

test.each([
  [new SignInError('revoked', { hint: 'hotelctl login', status: 400 }), { status: 401, trackingId: 'api-1' }],
  [new TemporaryError('unavailable', { hint: 'try again', status: 503 }), { status: 503 }],
])('a 401 lends its tracking id to the error only if the sign-in has ended: %s', async (error, details) => {
  const server = await serve(status(401, { 'x-tracking-id': 'api-1' }));
  const token = async (rejected?: string) => {
    if (rejected !== undefined) throw error;
    return 'T1';
  };
  const send = bearer(transport(), { token, origins: [server.url] });
  const thrown = await failureOf(send(get(server.url, { authorize: true })), HotelctlError);
  expect(thrown.details).toEqual({ ...error.details, ...details });
});

test.each(
  wordsOf(`http://api.example/ https://api.example:8443/ https://api.example.attacker.example/
    https://attacker.example/?https://api.example https://API.EXAMPLE@attacker.example/`),
)('the token is not sent to %s', async url => {
  const { token, requested } = source('SECRET');
  const error = await failureOf(sendTo(url, token), HotelctlError);
  expect(error.exitCode).toBe(1);
  expect(error.message).not.toContain('SECRET');
  expect(requested).toEqual([]);
});

/** Sends to this URL by a transport that throws it. */
const sendTo = (url: string, token: (rejected?: string) => Promise<string>) => {
  const transport = (request: { readonly url: string }) =>
    Promise.reject(new Error(`sent to ${request.url}`));
  return bearer(transport, { token, origins: ['https://api.example'] })(get(url, { authorize: true }));
};

test('origins are compared, whatever their spelling', async () => {
  const sent = sendTo('https://API.example:443/x', source('T1').token);
  await expect(sent).rejects.toThrow('sent to https://API.example:443/x');
});

test('nothing is sent without a token source', async () => {
  const server = await serve(status(200));
  const send = bearer(transport(), { origins: [server.url] });
  await expect(send(get(server.url, { authorize: true }))).rejects.toMatchObject({ exitCode: 1 });
  expect(server.requests).toHaveLength(0);
});
