import { expect, test, vi } from 'vitest';
import {
  InterruptedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../src/base/errors.ts';
import type { HttpLimits, Send } from '../../src/http/exchange.ts';
import { certainlyNotSent } from '../../src/http/network-error.ts';
import { retry } from '../../src/http/retry.ts';
import { failureOf } from '../failure-of.ts';
import { fakePorts, get, serve, serveBytes, status, textOf, transport, unused } from './serve.ts';

const limits: HttpLimits = { timeout: 60_000, maxAttempts: 4 };

const layer = (options: Partial<HttpLimits> & { fraction?: number } = {}) => {
  const { ports, slept } = fakePorts(undefined, options.fraction);
  const notes: string[] = [];
  const note = (line: string) => notes.push(line);
  const send = retry(transport(), { ports, limits: { ...limits, ...options }, note });
  return { send, slept, notes, ports };
};

test.each([429, 499, 500, 502, 503, 504])('%i is retried until it succeeds', async code => {
  const server = await serve(status(code), status(code), status(200, {}, 'done'));
  const { send, slept, notes } = layer();
  const response = await send(get(server.url));
  expect([response.status, await textOf(response)]).toEqual([200, 'done']);
  expect(server.requests).toHaveLength(3);
  expect(slept).toEqual([250, 500]);
  expect(notes).toEqual(['* retrying in 0.3 s (attempt 2 of 4)', '* retrying in 0.5 s (attempt 3 of 4)']);
});

test.each([200, 204, 301, 400, 401, 403, 404, 408, 409, 422, 501])('%i is returned', async code => {
  const server = await serve(status(code));
  const { send, slept } = layer();
  expect((await send(get(server.url))).status).toBe(code);
  expect(server.requests).toHaveLength(1);
  expect(slept).toEqual([]);
});

test('after the last attempt, the last response is returned, with its body', async () => {
  const last = status(503, { 'x-n': '4' }, 'four');
  const server = await serve(status(500), status(502), status(503), last, status(200));
  const { send, slept } = layer({ fraction: 0.999 });
  const response = await send(get(server.url));
  expect([response.status, response.headers['x-n'], await textOf(response)]).toEqual([503, '4', 'four']);
  expect(slept).toEqual([499.5, 999, 1998]);
});

test('the back-off grows to 20 s at most', async () => {
  const server = await serve(status(503));
  const { send, slept } = layer({ maxAttempts: 9, timeout: 3_600_000, fraction: 0.5 });
  await send(get(server.url));
  expect(slept).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('a request that is not repeatable is sent once', async () => {
  const busy = await serve(status(503), status(200));
  const cut = await serveBytes('');
  const { send, slept } = layer();
  const post = { method: 'POST', body: '{}', repeatable: false } as const;
  expect((await send(get(busy.url, post))).status).toBe(503);
  await expect(send(get(cut.url, post))).rejects.toThrow(/without a response$/);
  expect([busy.requests.length, cut.sent.length, slept.length]).toEqual([1, 1, 0]);
});

test.each([
  [503, false],
  [429, true],
])('a last attempt that was never sent says nothing about an earlier one with %i', async (code, notSent) => {
  const { ports } = fakePorts();
  const first = await serve(status(code));
  const [served, urls] = [transport(), [first.url, await unused()]];
  const sendNext: Send = request => served({ ...request, url: urls.shift() ?? '' });
  const send = retry(sendNext, { ports, limits: { ...limits, maxAttempts: 2 } });
  const error = await failureOf(send(get(first.url, { method: 'POST' })), TemporaryError);
  expect(certainlyNotSent(error)).toBe(notSent);
});

test('a request that certainly was never sent is sent again, even if it is not repeatable', async () => {
  const { send, slept } = layer();
  const url = await unused();
  const sent = send(get(url, { method: 'POST', body: '{}', repeatable: false }));
  await expect(sent).rejects.toThrow(/connection refused \(4 attempts\)$/);
  await expect(sent).rejects.toBeInstanceOf(TemporaryError);
  expect(slept).toHaveLength(3);
});

test('a connection that is reset is retried', async () => {
  const server = await serveBytes('', socket => socket.resetAndDestroy());
  await expect(layer().send(get(server.url))).rejects.toThrow(/without a response \(4 attempts\)$/);
  expect(server.sent).toHaveLength(4);
});

test('an error that is not a network error is not retried', async () => {
  const { ports } = fakePorts();
  const known = [new SignInError('no', { hint: '' }), new TemporaryError('given up', { hint: '' })];
  for (const error of [...known, new TypeError()]) {
    const failing = vi.fn(() => Promise.reject(error));
    await expect(retry(failing, { ports, limits })(get('https://api.example/'))).rejects.toBe(error);
    expect(failing).toHaveBeenCalledTimes(1);
  }
  const server = await serveBytes('SSH-2.0-OpenSSH_9.2\r\n');
  await expect(layer().send(get(server.url))).rejects.toBeInstanceOf(UndocumentedResponseError);
  expect(server.sent).toHaveLength(1);
});

const date = (text: string) => ({ date: 'Thu, 01 Oct 2026 10:00:00 GMT', 'retry-after': text });

test.each([
  ['0', { 'retry-after': '0' }, 0],
  ['7', { 'retry-after': '7' }, 7000],
  [' 59 ', { 'retry-after': ' 59 ' }, 59_000],
  ["a date by the server's own clock", date('Thu, 01 Oct 2026 10:00:09 GMT'), 9000],
  ['a date in the form of asctime', date('Thu Oct  1 10:00:09 2026'), 9000],
  ['a fraction', { 'retry-after': '1.5' }, 250],
  ['an ISO date', date('2026-10-01T10:00:09Z'), 250],
  ['a date that is past', date('Thu, 01 Oct 2026 09:00:00 GMT'), 250],
])('Retry-After: %s', async (_, headers, wait) => {
  const server = await serve(status(429, headers), status(200));
  const { send, slept } = layer();
  expect((await send(get(server.url))).status).toBe(200);
  expect(slept).toEqual([wait]);
});

test("Retry-After as a date without the server's clock is compared with this machine's clock", async () => {
  const server = await serve((_, response) => {
    response.sendDate = false;
    response.writeHead(429, { 'retry-after': 'Thu, 01 Oct 2026 00:00:04 GMT' }).end();
  }, status(200));
  const { send, slept } = layer();
  await send(get(server.url));
  expect(slept).toEqual([4000]);
});

test.each(['60', '3600', '999999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'Retry-After: %s does not fit into the time, so the response is returned immediately',
  async value => {
    const server = await serve(status(429, { 'retry-after': value }));
    const { send, slept } = layer();
    expect((await send(get(server.url))).status).toBe(429);
    expect(server.requests).toHaveLength(1);
    expect(slept).toEqual([]);
  },
);

test('waits count towards the total time', async () => {
  const server = await serve(status(503, { 'retry-after': '25' }));
  const { send, slept } = layer();
  expect((await send(get(server.url))).status).toBe(503);
  expect(slept).toEqual([25_000, 25_000]);
  expect(server.requests).toHaveLength(3);
});

test('an interruption ends the wait with its own reason', async () => {
  const server = await serve(status(503));
  const interruption = new AbortController();
  const reason = new InterruptedError('SIGINT');
  const { ports } = fakePorts();
  // An endless wait: only the signal can end it.
  const sleep: typeof ports.clock.sleep = (_, signal) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      interruption.abort(reason);
    });
  const send = retry(transport(), { limits, ports: { ...ports, clock: { ...ports.clock, sleep } } });
  await expect(send(get(server.url), interruption.signal)).rejects.toBe(reason);
  expect(server.requests).toHaveLength(1);
});
