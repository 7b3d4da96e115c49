import { readFileSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InterruptedError } from '../../src/base/errors.ts';
import type { FetchResult } from '../../src/platform/ui-integrations/fetch-result.ts';
import { type UntrustedFetchOptions, untrustedFetch } from '../../src/views/untrusted-fetch.ts';
import { endless, listen, serveBytes } from '../http/serve.ts';
import { responding, secureServer } from '../secure-server.ts';
import { wordsOf } from '../words.ts';

const now = Date.UTC(2026, 9, 15, 12);

const visitor = (options: Partial<UntrustedFetchOptions> & { ca?: string } = {}) =>
  untrustedFetch({
    clock: { now: () => now },
    interrupted: new AbortController().signal,
    allowPrivateNetwork: true,
    ...(options.ca === undefined ? {} : { authorities: [readFileSync(options.ca, 'utf8')] }),
    ...options,
  });

const textOf = (fetched: FetchResult) =>
  fetched.kind === 'response' ? Buffer.from(fetched.body).toString() : fetched.message;

describe('a fetch of an untrusted URL', () => {
  it('returns status, headers, body and the end of the certificate', async () => {
    const sent = { 'set-cookie': ['a=1', 'b=2'], 'x-frame-options': ['DENY'] };
    const { url, ca } = await secureServer(responding('hello', sent, 404));
    const seen = await visitor({ ca })(`${url}/x?token=secret`);
    const complete = { incomplete: undefined, receivedAt: now };
    expect(seen).toMatchObject({ kind: 'response', status: 404, headers: sent, ...complete });
    if (seen.kind !== 'response') return;
    expect(textOf(seen)).toBe('hello');
    // openssl created it for two days from the real current time.
    expect(Math.round(((seen.certificateEnds ?? 0) - Date.now()) / 3_600_000)).toBe(48);
  });

  it('returns the end of the certificate of a response that ends with its connection', async () => {
    const { url, ca } = await secureServer(({ socket }) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
    expect(await visitor({ ca })(url)).toMatchObject({ status: 200, certificateEnds: expect.any(Number) });
  });

  it('sends GET for the given path and query, without credentials', async () => {
    const { url, ca, requests } = await secureServer(responding('{}'));
    await visitor({ ca })(`${url.replace('https://', 'https://user:pass@')}/a%20b?token=x%2Fy&z#f`);
    const [request] = requests;
    expect(request?.method).toBe('GET');
    expect(request?.url).toBe('/a%20b?token=x%2Fy&z');
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual(
      wordsOf('accept accept-encoding connection host user-agent'),
    );
    expect(request?.headers.host).toBe(new URL(url).host);
    expect(request?.headers['accept-encoding']).toBe('identity');
  });

  it('follows no redirect', async () => {
    const { url, ca, requests } = await secureServer(responding('', { location: '/elsewhere' }, 301));
    expect(await visitor({ ca })(url)).toMatchObject({ kind: 'response', status: 301 });
    expect(requests).toHaveLength(1);
  });

  it('reads no more than the size limit', async () => {
    const { url, ca } = await secureServer(endless('x'.repeat(65_536)).listener);
    const seen = await visitor({ ca })(url);
    expect(seen).toMatchObject({ kind: 'response', status: 200, incomplete: 'it is larger than 1 MB' });
    expect(seen.kind === 'response' && seen.body.length).toBe(1_000_000);
  });

  it('accepts a body of exactly the limit', async () => {
    const { url, ca } = await secureServer(responding('x'.repeat(1000)));
    expect(await visitor({ ca, sizeLimit: 1000 })(url)).toMatchObject({ incomplete: undefined });
    expect(await visitor({ ca, sizeLimit: 999 })(url)).toMatchObject({ incomplete: expect.any(String) });
  });

  it('gives up on a silent server', async () => {
    const { url, ca } = await secureServer(() => {});
    expect(await visitor({ ca, timeLimit: 200 })(url)).toEqual({
      kind: 'failure',
      message: `no response from ${new URL(url).host} within 0.2 s`,
      fix: 'respond immediately; check that nothing on the network path delays the connection',
      blocked: false,
    });
  });

  it('gives up on a missing TLS handshake, and on a name that is never resolved', async () => {
    const silent = await listen(
      createTcpServer(() => {}),
      'https',
    );
    expect(textOf(await visitor({ timeLimit: 200 })(silent))).toContain('within 0.2 s');
    const never = visitor({ timeLimit: 200, resolve: () => new Promise(() => {}) });
    expect(textOf(await never('https://views.example/'))).toBe('no response from views.example within 0.2 s');
  });

  it('reports where a body stopped', async () => {
    const slow = await secureServer((_, response) => void response.writeHead(200).write('{"url'));
    // The limit passes once the beginning of the body has been read, however long the connection took.
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    let readings = 0;
    const clock = {
      now: () => {
        readings += 1;
        // The first reading is of the start, the second of the response.
        if (readings === 2) setImmediate(() => setImmediate(() => limit.abort()));
        return now;
      },
    };
    const seen = await visitor({ ca: slow.ca, timeLimit: 300, clock })(slow.url);
    expect(seen).toMatchObject({ kind: 'response', status: 200, incomplete: 'it did not end within 0.3 s' });
    expect(textOf(seen)).toBe('{"url');
    const broken = await secureServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"url', () => response.destroy());
    });
    expect(await visitor({ ca: broken.ca })(broken.url)).toMatchObject({
      incomplete: 'the connection broke before its end',
    });
  });

  it('rejects with the interruption, before and during the fetch', async () => {
    const stop = new AbortController();
    const { url, ca } = await secureServer(() => stop.abort(new InterruptedError('SIGINT')));
    const visit = visitor({ ca, interrupted: stop.signal });
    await expect(visit(url)).rejects.toBeInstanceOf(InterruptedError);
    await expect(visit(url)).rejects.toBeInstanceOf(InterruptedError);
  });
});

it.each([
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\nbytes of another protocol',
])('a switch of protocols that was not requested is a response with status 101', async bytes => {
  const { url } = await serveBytes(bytes, () => {});
  const seen = await visitor()(url);
  expect(seen).toMatchObject({ kind: 'response', status: 101, body: new Uint8Array() });
});

const day = (offset: number) =>
  `${new Date(Date.now() + offset * 86_400_000).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`;

it.each<[reason: string, isTrusted: boolean, ...more: [name?: string, days?: [string, string]]]>([
  ['it is self-signed', false],
  ['it has expired', true, '127.0.0.1', [day(-9), day(-2)]],
  ['it was made for another host', true, 'views.example'],
])('a certificate is refused: %s', async (reason, isTrusted, ...more) => {
  const { url, ca, requests } = await secureServer(responding('{}'), ...more);
  expect(await visitor(isTrusted ? { ca } : {})(url)).toMatchObject({
    kind: 'failure',
    blocked: false,
    message: `the certificate of ${new URL(url).host} was refused: ${reason}`,
    fix: isTrusted ? expect.any(String) : expect.stringContaining('--ca'),
  });
  expect(requests).toHaveLength(0);
});

it('a certificate is accepted for the name that was resolved', async () => {
  const { url, ca, requests } = await secureServer(responding('{}'), 'views.example');
  const visit = visitor({ ca, resolve: async () => ['127.0.0.1'] });
  expect(await visit(url.replace('127.0.0.1', 'views.example'))).toMatchObject({ status: 200 });
  expect(requests[0]?.headers.host).toBe(`views.example:${new URL(url).port}`);
});

const unknownName = Object.assign(new Error('x'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });

it.each([
  ['no host has that name', () => Promise.reject(unknownName)],
  ['has no address', async () => []],
])('a name without addresses is a failure: %s', async (words, resolve) => {
  expect(textOf(await visitor({ resolve })('https://views.example/'))).toContain(words);
});

describe('without --allow-private-network', () => {
  const blocked = (options: Partial<UntrustedFetchOptions> = {}) =>
    visitor({ allowPrivateNetwork: false, ...options });

  it.each(['127.0.0.1', '0x7f.1', '127.0.0.1.', '１２７.0.0.1', '0', '[::1]', '[::ffff:7f00:1]'])(
    'https://%s/ is not requested',
    async host => {
      const seen = await blocked({
        resolve: () => {
          throw new Error('a literal needs no name service');
        },
      })(`https://${host}/?token=secret`);
      expect(seen).toMatchObject({
        kind: 'failure',
        blocked: true,
        fix: expect.stringContaining('--allow-private-network'),
      });
      expect(textOf(seen)).toMatch(/^not requested: \S+ is not a public address$/);
    },
  );

  it.each([
    ['localhost', undefined],
    ['views.example', async () => ['127.0.0.1']],
    ['views.example', async () => ['::1']],
    ['views.example', async () => ['::ffff:10.0.0.1']],
    // One address of several is enough: hotelctl does not control which one is used.
    ['views.example', async () => ['93.184.215.14', '127.0.0.1']],
  ])('a name that means this machine or network is not requested: %s', async (host, resolve) => {
    const { url, ca, requests } = await secureServer(responding('{}'), 'localhost');
    const { port } = new URL(url);
    const seen = await blocked({ authorities: [readFileSync(ca, 'utf8')], ...(resolve ? { resolve } : {}) })(
      `https://${host}:${port}/`,
    );
    expect(seen).toMatchObject({ kind: 'failure', blocked: true });
    expect(requests).toHaveLength(0);
  });

  it('the name is resolved once, and the connection uses the checked address', async () => {
    const { url, ca, requests } = await secureServer(responding('{}'), 'views.example');
    const addresses = [['127.0.0.1'], ['203.0.113.9']];
    let received = 0;
    const visit = visitor({ ca, resolve: async () => addresses[received++] ?? [] });
    expect(await visit(url.replace('127.0.0.1', 'views.example'))).toMatchObject({ status: 200 });
    expect(received).toBe(1);
    expect(requests).toHaveLength(1);
  });
});

it('--verbose shows where it connected, without the values of the query', async () => {
  const { url, ca } = await secureServer(responding('{}'));
  const lines: string[] = [];
  await visitor({ ca, trace: line => lines.push(line) })(`${url}/private?token=a-secret-token`);
  expect(lines).toEqual([`> GET ${url}/private?token=[redacted]`, '< 200 after 0 ms']);
});

it.each([
  ['HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n', { kind: 'response', status: 0 }],
  ['HTTP/1.1 099 Nothing\r\ncontent-length: 0\r\n\r\n', { kind: 'response', status: 99 }],
  [
    '\u0000\u0001 garbage\r\n\r\n',
    { kind: 'failure', message: expect.stringMatching(/ sent an invalid HTTP response$/) },
  ],
])('%j has the status of its first line, or is a failure that says so', async (bytes, expected) => {
  const { url } = await serveBytes(bytes, socket => void socket.on('error', () => {}));
  expect(await visitor({ timeLimit: 2_000 })(`${url}/`)).toMatchObject(expected);
});
