import { getEventListeners } from 'node:events';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { version } from '../../package.json';
import {
  HotelctlError,
  TemporaryError,
  UndocumentedResponseError,
  UsageError,
} from '../../src/base/errors.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { brokenBody, NetworkError, networkError } from '../../src/http/network-error.ts';
import { retry } from '../../src/http/retry.ts';
import { failureOf } from '../failure-of.ts';
import { certificateFor } from './certificate.ts';
import {
  endless,
  fakePorts,
  get,
  listen,
  serve,
  serveBytes,
  status,
  textOf,
  transport,
  unused,
} from './serve.ts';

test('a request is sent as given, with the name of the program and the supported codings', async () => {
  const bodies: string[] = [];
  const server = await serve(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(201, { 'X-One': 'a', 'Set-Cookie': ['b=1', 'c=2'] }).end('made');
  });
  const response = await transport()({
    method: 'POST',
    url: `${server.url}/a/b%20c?x=1&x=2&y=%C3%BC#fragment`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"ü":1}',
    repeatable: false,
    authorize: false,
  });
  expect(response.status).toBe(201);
  expect(response.headers).toMatchObject({ 'x-one': 'a', 'set-cookie': 'b=1, c=2' });
  expect(await textOf(response)).toBe('made');
  const [request] = server.requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('/a/b%20c?x=1&x=2&y=%C3%BC');
  expect(bodies).toEqual(['{"ü":1}']);
  expect(request?.headers).toEqual({
    host: new URL(server.url).host,
    connection: 'keep-alive',
    'user-agent': `hotelctl/${version}`,
    'accept-encoding': 'gzip, br',
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': '8',
  });
});

test('connections are kept alive, after reading and after dropping a response', async () => {
  const server = await serve(status(200, {}, 'x'.repeat(1000)));
  const send = transport();
  await textOf(await send(get(server.url)));
  await (await send(get(server.url))).discard();
  await (await send(get(server.url))).discard();
  expect(new Set(server.requests.map(request => request.socket.remotePort)).size).toBe(1);
});

test('dropping a large response closes the connection instead of reading it', async () => {
  const server = await serve(endless(Buffer.alloc(1 << 16)).listener);
  const response = await transport()(get(server.url));
  const closed = new Promise(resolve => server.requests[0]?.socket.on('close', resolve));
  await response.discard();
  await closed;
  expect(server.requests[0]?.socket.bytesWritten).toBeLessThan(64 << 20);
});

const long = 'Übernachtung '.repeat(20_000);

test.each([
  ['gzip', gzipSync(long)],
  ['br', brotliCompressSync(long)],
  ['GZIP , identity', gzipSync(long)],
  ['br, gzip', gzipSync(brotliCompressSync(long))],
])('a body in %s is inflated', async (coding, bytes) => {
  const server = await serve(status(200, { 'content-encoding': coding }, bytes));
  expect(await textOf(await transport()(get(server.url)))).toBe(long);
});

test('an empty body is empty, whatever coding its header names', async () => {
  const [gzip, brotli] = ['gzip', 'br'].map(coding => ({ 'content-encoding': coding }));
  const server = await serve(status(204, gzip), status(404, brotli));
  const send = transport();
  expect(await textOf(await send(get(server.url)))).toBe('');
  expect(await textOf(await send(get(server.url)))).toBe('');
  expect(await textOf(await send(get(server.url, { method: 'HEAD' })))).toBe('');
});

const broken = async (sent: Promise<HttpResponse>) => {
  const response = await sent;
  expect(response.status).toBe(200);
  return failureOf(textOf(response));
};

test.each([
  ['damaged', Buffer.concat([gzipSync(long).subarray(0, 200), Buffer.alloc(400, 7)])],
  ['no gzip at all', Buffer.from('{"total": 1}')],
  ['cut', gzipSync(long).subarray(0, -20)],
])('a gzip body that is %s is a temporary failure', async (_, bytes) => {
  const server = await serve(status(200, { 'content-encoding': 'gzip' }, bytes));
  const error = await broken(transport()(get(server.url)));
  expect(error).toBeInstanceOf(TemporaryError);
  expect(error.message).toBe(
    `the response of ${new URL(server.url).host} is damaged: it cannot be decompressed`,
  );
});

test('a coding that was not requested is not as documented', async () => {
  const server = await serve(status(200, { 'content-encoding': 'zstd\u0080' }, 'x'));
  const error = await broken(transport()(get(server.url)));
  expect(error).toBeInstanceOf(UndocumentedResponseError);
  expect(error.message).toMatch(/: zstd\\u\{/);
});

test.each([
  ['cut before its content-length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'end'],
  ['reset', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'resetAndDestroy'],
  ['cut in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\nhalf', 'end'],
  ['wrongly chunked', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhalf', 'end'],
] as const)('a body that is %s is a temporary failure', async (_, bytes, then) => {
  const server = await serveBytes(bytes, socket => socket[then]());
  const sent = transport()(get(server.url));
  // A reset may overtake the header; either way it is the same kind of failure.
  const error = await failureOf<NetworkError>(sent.then(textOf), NetworkError);
  expect(error.message).toMatch(/broke before the response was complete|without an answer/);
  expect(error.neverSent).toBe(false);
});

test('a connection that breaks while no reader is waiting does no harm', async () => {
  const connections: Socket[] = [];
  const server = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', socket =>
    connections.push(socket),
  );
  const response = await transport()(get(server.url));
  await new Promise(resolve => connections[0]?.on('close', resolve).resetAndDestroy());
  // An error without a listener would be an uncaught exception by now, which fails the run.
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  await expect(textOf(response)).rejects.toBeInstanceOf(NetworkError);
});

test('a reader that stops early closes the connection', async () => {
  const server = await serve((_, response) => {
    response.write('x'.repeat(1000));
  });
  const response = await transport()(get(server.url));
  const closed = new Promise(resolve => server.requests[0]?.socket.on('close', resolve));
  for await (const _ of response.body) break;
  await closed;
  await response.discard();
});

test('a refused connection is temporary and was certainly never sent', async () => {
  const url = await unused();
  const error = await failureOf(transport()(get(url)), TemporaryError);
  expect(error).toMatchObject({ neverSent: true, retryable: true });
  expect(error.message).toBe(`could not connect to ${new URL(url).host}: connection refused`);
  expect(error.details.hint).toBe(
    'nothing listens there on this machine: start that server (the sandbox: `hotelctl sandbox start`), or fix the port',
  );
});

test('an unknown host is temporary and was certainly never sent', async () => {
  const error = await failureOf(transport()(get('https://hotel.invalid/')), TemporaryError);
  expect(error).toMatchObject({ neverSent: true, retryable: true });
  expect(error.message).toMatch(
    /^could not connect to hotel.invalid: (no host has that name|its name could not be looked up)$/,
  );
});

test.each([
  ['one large header', `x: ${'y'.repeat(40_000)}\r\n`],
  ['many headers', Array.from({ length: 5_000 }, (_, i) => `x-${i}: yyyyyyyyyy\r\n`).join('')],
])('a header bomb (%s) is refused', async (_, headers) => {
  const server = await serveBytes(`HTTP/1.1 200 OK\r\n${headers}\r\n`);
  const error = await failureOf(transport()(get(server.url)), UndocumentedResponseError);
  expect(error.message).toMatch(/sent a header larger than any that is documented$/);
});

test('a defect of hotelctl stays a defect and is not reported as a network failure', async () => {
  const error = await failureOf(transport()(get('https://127.0.0.1/', { headers: { 'x-a': 'b\nc' } })));
  expect(error).not.toBeInstanceOf(HotelctlError);
  const defect = new TypeError('not a function');
  expect([networkError(defect, 'api.example'), brokenBody(defect, 'api.example')]).toEqual([defect, defect]);
});

test('a header called __proto__ is a header like any other', async () => {
  const server = await serveBytes('HTTP/1.1 200 OK\r\n__proto__: x\r\ncontent-length: 0\r\n\r\n');
  const { headers } = await transport()(get(server.url));
  expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
});

test.each([
  ['http://api.example/', 'plain HTTP to api.example is refused'],
  ['http://localhost.example/', 'plain HTTP to localhost.example is refused'],
  ['http://127.0.0.1.example:80/', 'plain HTTP to 127.0.0.1.example is refused'],
  ['http://[::2]/', 'plain HTTP to [::2] is refused'],
  ['http://0.0.0.0/', 'plain HTTP to 0.0.0.0 is refused'],
  ['http://user:password@127.0.0.1/', 'the address of 127.0.0.1 contains a user name or password'],
  ['ftp://api.example/', 'an address must begin with https://'],
  ['api.example', 'an address must begin with https://'],
])('%s is refused before anything is sent', async (url, message) => {
  const error = await failureOf(transport()(get(url)), UsageError);
  expect(error.message).toBe(message);
});

test.each(['127.0.0.1', 'localhost', '127.1', '2130706433'])(
  'plain HTTP to %s is allowed: it is this machine',
  async host => {
    const server = await serve(status(200));
    expect((await transport()(get(server.url.replace('127.0.0.1', host)))).status).toBe(200);
  },
);

test('a signal ends a waiting request and a reading one, with its own reason', async () => {
  const server = await serve(
    () => {},
    (_, response) => response.write('x'),
  );
  const send = transport();
  const reason = new Error('stopped');
  for (const part of ['waiting', 'reading']) {
    const abort = new AbortController();
    const sent = send(get(server.url), abort.signal);
    if (part === 'waiting') setImmediate(() => abort.abort(reason));
    const read = sent.then(async response => {
      for await (const _ of response.body) abort.abort(reason);
    });
    await expect(read, part).rejects.toBe(reason);
  }
  await expect(send(get(server.url), AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('a signal also ends the inflating of a body that has arrived completely', async () => {
  const server = await serve(status(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(8 << 20))));
  const reason = new Error('stopped');
  const abort = new AbortController();
  const response = await transport()(get(server.url), abort.signal);
  const read = async () => {
    for await (const _ of response.body) abort.abort(reason);
  };
  await expect(read()).rejects.toBe(reason);
});

test.each([
  ['read', textOf],
  ['dropped', (response: HttpResponse) => response.discard()],
])('nothing listens to the signal of a response that has been %s', async (_, end) => {
  const server = await serve(status(200, {}, 'x'.repeat(1000)));
  const { signal } = new AbortController();
  const response = await transport()(get(server.url), signal);
  await end(response);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

const serveTls = async (certificate: { cert: string; key: string }) => {
  const requests: unknown[] = [];
  let handshakes = 0;
  const server = createServer(certificate, (request, response) => {
    requests.push(request);
    response.end('over TLS');
  });
  server.on('connection', () => {
    handshakes += 1;
  });
  return { url: await listen(server, 'https'), requests, handshakes: () => handshakes };
};

test('a certificate that is not trusted is refused with an explanation, and not retried', async () => {
  const server = await serveTls(certificateFor('127.0.0.1'));
  const { ports, slept } = fakePorts();
  const send = retry(transport(), { ports, limits: { timeout: 60_000, maxAttempts: 4 } });
  const error = await failureOf(send(get(server.url)), TemporaryError);
  expect(error.message).toMatch(/^the certificate of 127\.0\.0\.1:\d+ was refused: it is self-signed$/);
  expect(error.details.hint).toMatch(/NODE_EXTRA_CA_CERTS/);
  expect([server.handshakes(), server.requests.length, slept.length]).toEqual([1, 0, 0]);
});

test('HTTPS to a port that speaks HTTP has a specific message, and is not retried', async () => {
  const server = await serve(status(200));
  const error = await failureOf(transport()(get(server.url.replace('http:', 'https:'))));
  expect(error.message).toMatch(/^could not agree on encryption with 127\.0\.0\.1:\d+$/);
  expect(error).toMatchObject({ neverSent: true, retryable: false });
});

test('an alert after the handshake does not say that the request never left this machine', () => {
  const alert = Object.assign(new Error('alert'), { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' });
  expect(networkError(alert, 'hotel.test')).toMatchObject({ neverSent: false, retryable: false });
});
