import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { InterruptedError, UsageError } from '../../src/base/errors.ts';
import { readJson } from '../../src/http/body.ts';
import { createHttp, type HttpOptions } from '../../src/http/client.ts';
import { deferred } from '../deferred.ts';
import { fakePorts, get, listen, serve, status } from './serve.ts';

const client = (options: Partial<HttpOptions> = {}, interrupted = new AbortController().signal, env = {}) => {
  const { ports, slept } = fakePorts();
  const context = { ...ports, env, interrupted };
  const http = createHttp({ context, limits: { timeout: 60_000, maxAttempts: 4 }, ...options });
  onTestFinished(http.close);
  return { ...http, slept };
};

test('retry, bearer, trace and transport work together', async () => {
  const server = await serve(status(503), status(401), (request, response) =>
    response.end(JSON.stringify({ token: request.headers.authorization })),
  );
  const lines: string[] = [];
  const { send, slept } = client({
    trace: line => lines.push(line),
    token: async rejected => (rejected ? 'T2' : 'T1'),
    origins: [server.url],
  });
  const received = await send(get(`${server.url}/x`, { authorize: true }));
  expect(await readJson(received, 1000)).toEqual({ token: 'Bearer T2' });
  expect(slept).toEqual([250]);
  expect(lines.filter(line => /^[>*] (GET|retrying)|^< \d/.test(line))).toEqual([
    `> GET ${server.url}/x`,
    '< 503 after 0 ms',
    '* retrying in 0.3 s (attempt 2 of 4)',
    `> GET ${server.url}/x`,
    '< 401 after 0 ms',
    `> GET ${server.url}/x`,
    '< 200 after 0 ms',
  ]);
  expect(lines.join('\n')).not.toMatch(/T1|T2/);
});

test('a refused URL does not even request a token', async () => {
  const { send } = client({ origins: ['http://api.example'], token: () => expect.fail('requested') });
  for (const url of ['http://api.example/', 'nonsense'])
    await expect(send(get(url, { authorize: true }))).rejects.toBeInstanceOf(UsageError);
});

test('an interruption ends a request in flight with its own reason', async () => {
  const interruption = new AbortController();
  const reason = new InterruptedError('SIGTERM');
  const server = await serve(() => interruption.abort(reason));
  const { send } = client({}, interruption.signal);
  await expect(send(get(server.url))).rejects.toBe(reason);
  const sent = client({}, interruption.signal).send(get(server.url), new AbortController().signal);
  await expect(sent).rejects.toBe(reason);
});

test('600 requests share eight connections', async () => {
  const server = await serve(status(200, {}, 'ok'));
  const { send } = client();
  await Promise.all(Array.from({ length: 600 }, async () => (await send(get(server.url))).discard()));
  expect(server.requests).toHaveLength(600);
  expect(new Set(server.requests.map(request => request.socket.remotePort)).size).toBeLessThanOrEqual(8);
});

test('closing ends connections that are in use', async () => {
  const server = await serve((_, response) => response.write('endless'));
  const http = client();
  const received = await http.send(get(server.url));
  const closed = new Promise(resolve => server.requests[0]?.socket.on('close', resolve));
  await http.close();
  await closed;
  await expect(readJson(received, 1000)).rejects.toThrow(/broke before the response was complete/);
});

test.each(['TLS', 'CONNECT', 'TLS in a tunnel'])(
  'closing ends an attempt to connect, in %s',
  // An attempt ends by itself after ten seconds.
  { timeout: 9000 },
  async step => {
    const silent = createServer();
    const [ended, begun] = [deferred(), deferred()];
    silent.on('connection', (socket: Socket) => {
      socket.on('close', ended.resolve).once('data', () => {
        if (step !== 'TLS in a tunnel') return begun.resolve();
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.once('data', () => begun.resolve());
      });
    });
    const url = await listen(silent);
    const interruption = new AbortController();
    const http = client({}, interruption.signal, step === 'TLS' ? {} : { HTTPS_PROXY: url });
    const sent = http.send(get(step === 'TLS' ? url.replace('http', 'https') : 'https://api.example'));
    await begun.promise;
    interruption.abort(new InterruptedError('SIGINT'));
    await expect(sent).rejects.toThrow('interrupted');
    await http.close();
    await ended.promise;
  },
);
