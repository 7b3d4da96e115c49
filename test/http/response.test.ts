import { gzipSync } from 'node:zlib';
import Big from 'big.js';
import { expect, test } from 'vitest';
import {
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../src/base/errors.ts';
import { readJson, readText } from '../../src/http/body.ts';
import { findTrackingId } from '../../src/http/exchange.ts';
import { readRefusal } from '../../src/http/refusal.ts';
import { failureOf } from '../failure-of.ts';
import { get, httpResponse, serve, serveBytes, status, transport } from './serve.ts';

test('JSON is read exactly', async () => {
  const json = httpResponse(200, {}, '\ufeff{"amount": 9007199254740993, "name": "Süd"}');
  expect(await readJson(json, 1000)).toEqual({ amount: new Big('9007199254740993'), name: 'Süd' });
});

test('a response of exactly the cap is read, one byte more is not', async () => {
  const cap = 1 << 20;
  expect(await readText(httpResponse(200, {}, 'x'.repeat(cap)), cap)).toHaveLength(cap);
  const larger = httpResponse(200, {}, 'x'.repeat(cap + 1));
  const error = await failureOf(readText(larger, cap), UndocumentedResponseError);
  expect(error.message).toBe('the response is larger than 1 MiB');
});

test('the cap counts the bytes after inflating a small gzip, and ends the reading', async () => {
  const bomb = gzipSync(Buffer.alloc(64 << 20));
  expect(bomb.length).toBeLessThan(100_000);
  const server = await serve(status(200, { 'content-encoding': 'gzip' }, bomb));
  const error = await failureOf(readText(await transport()(get(server.url)), 1 << 20));
  expect(error.message).toBe('the response is larger than 1 MiB');
});

test.each([
  [
    '<!doctype html>\n<html>\u001b[2J',
    'text/html',
    'a web page, such as the sign-in page of a network (text/html: <!doctype html> <html>\\u{1b}[2J)',
  ],
  ['', 'application/json', 'empty (application/json)'],
  ['{"total": 1', 'application/json', 'not JSON (application/json: {"total": 1)'],
  [Buffer.from('"Süd"', 'latin1'), undefined, 'not UTF-8 text (without a content type)'],
  // The excerpt shows no token.
  [
    'access_token=eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl&x=1',
    undefined,
    'not JSON (without a content type: …)',
  ],
  ['[1e9999]', undefined, 'a number greater than 10^400 or its inverse (without a content type: [1e9999])'],
])('%j as %s is not as documented', async (body, type, message) => {
  const headers = { ...(type ? { 'content-type': type } : {}), 'acme-tracking-id': 'T-1' };
  const error = await failureOf(readJson(httpResponse(200, headers, body), 1000), UndocumentedResponseError);
  expect(error.message).toBe(`the response is ${message}`);
  expect(error.details).toMatchObject({ status: 200, trackingId: 'T-1' });
});

test('the tracking id is any header with that suffix, escaped', () => {
  expect(findTrackingId({ 'acme-tracking-id': 'a\u001b' })).toBe('a\\u{1b}');
  expect(findTrackingId({ 'x-tracking-id-not': 'a' })).toBeUndefined();
  expect(findTrackingId({ 'acme-tracking-id': '' })).toBeUndefined();
});

const what = 'the room-nights report';

test.each([
  [400, RefusedError, 'the platform refused the room-nights report: 400 bad request'],
  [401, SignInError, 'the platform did not accept the sign-in for the room-nights report'],
  [403, RefusedError, 'the platform refused the room-nights report: 403 forbidden'],
  [404, RefusedError, 'the platform refused the room-nights report: 404 not found'],
  [405, RefusedError, 'the platform refused the room-nights report: 405 method not allowed'],
  [408, TemporaryError, 'the platform could not process the room-nights report now: 408 request timeout'],
  [415, RefusedError, 'the platform refused the room-nights report: 415 unsupported media type'],
  [499, TemporaryError, 'the platform could not process the room-nights report now: 499 request closed'],
  [422, RefusedError, 'the platform refused the room-nights report: 422 not valid'],
  [429, TemporaryError, 'the platform could not process the room-nights report now: 429 too many requests'],
  [500, TemporaryError, 'the platform could not process the room-nights report now: 500 unexpected error'],
  [503, TemporaryError, 'the platform could not process the room-nights report now: 503 unavailable'],
  [302, UndocumentedResponseError, 'the room-nights report returned a redirect (302)'],
  [206, UndocumentedResponseError, 'the room-nights report returned status 206, which is not documented'],
])('%i with an empty body', async (code, type, message) => {
  const error = await readRefusal(httpResponse(code, { 'acme-tracking-id': 'T-1' }), what);
  expect(error).toBeInstanceOf(type);
  expect(error.message).toBe(message);
  expect(error.details).toMatchObject({ status: code, trackingId: 'T-1', hint: expect.stringMatching(/./) });
  expect(error.details.messages).toBeUndefined();
});

test('hints suggest what to do', async () => {
  const hint = async (code: number, headers = {}, scopes?: string[]) =>
    (await readRefusal(httpResponse(code, headers), what, scopes)).details.hint;
  expect(await hint(401)).toBe('run `hotelctl login`, or replace HOTELCTL_REFRESH_TOKEN if it is set');
  expect(await hint(403, {}, ['reports.read', 'admin'])).toContain('lacks the scope reports.read or admin');
  expect(await hint(403)).toContain('lacks the permission');
  expect(await hint(404)).toContain('--base-url');
  const portals = [await hint(511), await hint(403, { 'content-type': 'text/html' })];
  for (const shown of portals) expect(shown).toContain('sign in to the network with a browser');
  // Without a message there is none to read.
  expect(await hint(405)).toBe('the response does not say what is wrong: correct the request');
  expect(await hint(407)).toBe('check the user name and password of the proxy in HTTPS_PROXY');
  expect(await hint(429, { 'retry-after': '120' })).toBe('try again in 120 s');
  expect(await hint(429, { 'retry-after': 'x\u001b' })).toBe('try again later');
});

const messagesOf = async (body: string, type = 'application/json') =>
  (await readRefusal(httpResponse(422, { 'content-type': type }, body), what)).details.messages;

test('the messages of a 422 come through, safe to show', async () => {
  expect(await messagesOf('{"messages": ["Month must be 1 to 12", "\\u001b[2Jx\\u202e"]}')).toEqual([
    'Month must be 1 to 12',
    '\\u{1b}[2Jx\\u{202e}',
  ]);
  const many = await messagesOf(JSON.stringify({ messages: Array(50).fill('x'.repeat(1000)) }));
  expect([many?.length, many?.[0]?.length]).toEqual([20, 500]);
  expect(await messagesOf('{"messages": [1, null, "a"]}')).toEqual(['1', 'a']);
});

test.each(['{"messages": null}', '{}', 'null', '[]', '<html>', '<style>p{}</style><script>', ' '])(
  'a body of %j says nothing',
  async body => {
    expect(await messagesOf(body)).toBeUndefined();
  },
);

test.each([
  ['7', ['7']],
  ['{"messages": "x"}', ['x']],
  ['{"messages', ['{"messages']],
  ['\u0000', ['\\u{0}']],
  ['{"errorMessage": "Rate closed"}', ['errorMessage: Rate closed']],
  ['["a", {"message": "b"}]', ['a', 'b']],
  ['"closed"', ['closed']],
  ['{"title": "Not valid", "errors": {"arrival": ["past"]}}', ['title: Not valid', 'arrival: past']],
  ['{"status": 422, "accessToken": "short"}', ['status: 422', 'accessToken: [redacted]']],
  ['{"code": "X1", "hint": "abcdefghijklmnopqrstuvwxyz0123"}', ['code: X1', 'hint: …']],
  ['{"detail": "see https://x.example/?key=S3CRET"}', ['detail: see https://x.example/?key=[redacted]']],
  ['{"detail": "\\u001b[2J\\u202e"}', ['detail: \\u{1b}[2J\\u{202e}']],
  ['<html><style>p{}</style><h1>Bad &amp; gone</h1>\n<p>Sorry', ['Bad &amp; gone Sorry']],
])('a body of %j is shown', async (body, shown) => {
  expect(await messagesOf(body)).toEqual(shown);
});

test('a body that is nested too deeply does not cause another error', async () => {
  const messages = await messagesOf(`${'['.repeat(30_000)}"x"${']'.repeat(30_000)}`);
  expect(messages?.join('').length ?? 0).toBeLessThanOrEqual(200);
});

test('an error in plain text is shown, shortened', async () => {
  expect(await messagesOf('Quota\r\nexceeded', 'text/plain; charset=utf-8')).toEqual(['Quota exceeded']);
});

test('an error body that is too large or breaks off does not cause another error', async () => {
  const large = await serve(status(404, {}, 'x'.repeat(1 << 20)));
  const cut = await serveBytes('HTTP/1.1 404 Not Found\r\ncontent-length: 100\r\n\r\nhalf');
  const send = transport();
  expect(await readRefusal(await send(get(large.url)), what)).toBeInstanceOf(RefusedError);
  expect(await readRefusal(await send(get(cut.url)), what)).toBeInstanceOf(RefusedError);
});

test.each([
  ['https://login.example/x?code=S3CRET', ' to https://login.example'],
  ['https://user:S3CRET@login.example/', ' to https://login.example'],
  ['//login.example/x?code=S3CRET', ' to https://login.example'],
  ['/x?code=S3CRET', ' to another path'],
])('a redirect to %s names only the origin', async (location, tail) => {
  const error = await readRefusal(httpResponse(302, { location }), what);
  expect(error.message).toBe(`the room-nights report returned a redirect (302)${tail}`);
});
