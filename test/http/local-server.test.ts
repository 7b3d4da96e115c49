import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { type Handler, type HandlerRequest, openServer, serveHandler } from '../../src/http/local-server.ts';
import { deferred } from '../deferred.ts';
import { startTestSandbox } from '../sandbox/start-test-sandbox.ts';
import { wordsOf } from '../words.ts';
import { isOpen } from './auth/loopback-ports.ts';
import { getText } from './get-text.ts';

/** With any Host header, which fetch would not allow. */
const get = (url: string, headers: Record<string, string> = {}) => getText(url, { headers });

async function served(handle: Handler): Promise<{ url: string; defects: unknown[] }> {
  const defects: unknown[] = [];
  const server = await openServer(0);
  onTestFinished(() => server.stop());
  server.serve(serveHandler(handle, error => void defects.push(error)));
  return { url: server.url, defects };
}

/** The first of three free ports, with two more free before it. */
async function fourFreePorts(): Promise<number> {
  for (let base = 20_000 + (process.pid % 1000) * 10; base < 32_000; base += 10) {
    const open = await Promise.all([-2, -1, 0, 1, 2, 3].map(offset => isOpen(base + offset)));
    if (!open.includes(true)) return base;
  }
  throw new Error('no four free ports in a row');
}

describe('the sandbox’s four hosts', () => {
  it('listen on separate ports, refuse a foreign Host header, and free the ports when they stop', async () => {
    const sandbox = await startTestSandbox();
    const urls = [sandbox.apiUrl, sandbox.authUrl, sandbox.integrationUrl, sandbox.paymentsUrl];
    const ports = urls.map(url => Number(new URL(url).port));
    expect(new Set(ports).size).toBe(4);
    expect((await get(`${sandbox.apiUrl}/inventory/v1/properties`)).status).toBe(401);
    expect((await get(`${sandbox.authUrl}/.well-known/openid-configuration`)).status).toBe(200);
    expect((await get(`${sandbox.integrationUrl}/integration/v1/ui-integrations`)).status).toBe(401);
    for (const url of urls) {
      const { port } = new URL(url);
      const foreign = wordsOf(
        `attacker.example attacker.example:${port} 127.0.0.1 localhost:1 127.0.0.1:${port}.`,
      );
      for (const host of foreign) {
        const response = await get(`${url}/.well-known/openid-configuration`, { host });
        expect([host, response.status]).toEqual([host, 421]);
        expect(response.text).not.toContain('issuer');
      }
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
        expect((await get(`${url}/none`, { host })).status).not.toBe(421);
    }
    // A browser keeps idle connections open: they must not delay the stop.
    const idle = connect(ports[1] ?? 0, '127.0.0.1');
    await once(idle, 'connect');
    const cut = once(idle, 'close');
    await sandbox.stop();
    await cut;
    expect(await Promise.all(ports.map(port => isOpen(port)))).toEqual([false, false, false, false]);
  });

  it('use four consecutive ports from the given one, or none', async () => {
    const base = await fourFreePorts();
    const sandbox = await startTestSandbox({ port: base });
    onTestFinished(() => sandbox.stop());
    expect([sandbox.apiUrl, sandbox.authUrl, sandbox.integrationUrl, sandbox.paymentsUrl]).toEqual(
      [0, 1, 2, 3].map(offset => `http://127.0.0.1:${base + offset}`),
    );
    const second = startTestSandbox({ port: base - 2 });
    await expect(second).rejects.toThrow(UsageError);
    await expect(second).rejects.toMatchObject({
      message: `port ${base} is in use by another program`,
      details: { hint: 'choose another port with --port, or any free one with --port 0' },
    });
    expect([await isOpen(base - 2), await isOpen(base - 1)]).toEqual([false, false]);
  });
});

describe('a handler behind node:http', () => {
  const responding = (body: string | AsyncIterable<string | Uint8Array>) => ({
    status: 200,
    headers: {},
    body,
  });

  it('gets the request as plain data', async () => {
    const seen: HandlerRequest[] = [];
    const { url } = await served(async got => {
      seen.push(got);
      return { status: 204, headers: {} };
    });
    const sent = { method: 'POST', headers: { 'X-One': '1' }, body: 'grüß' };
    await fetch(`${url}/a%2Fb?propertyId=MUC&x=1&x=2`, sent);
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/a%2Fb', body: 'grüß' });
    expect(seen[0]?.headers['x-one']).toBe('1');
    expect(seen[0]?.query.getAll('x')).toEqual(['1', '2']);
  });

  it('streams pieces as they come', async () => {
    async function* pieces() {
      yield '{"a":';
      yield new TextEncoder().encode('"é"}');
    }
    const { url } = await served(async () => responding(pieces()));
    expect(await get(url)).toEqual({ status: 200, text: '{"a":"é"}' });
  });

  it('responds 500 without a body when it throws, and reports it', async () => {
    const { url, defects } = await served(async () => {
      throw new Error('broken');
    });
    expect(await get(url)).toEqual({ status: 500, text: '' });
    expect(defects).toEqual([new Error('broken')]);
  });

  it('refuses a body above 1 MiB', async () => {
    const { url } = await served(async ({ body: { length } }) => responding(String(length)));
    const send = (size: number) => fetch(url, { method: 'POST', body: 'x'.repeat(size) });
    expect(await (await send(1 << 20)).text()).toBe(String(1 << 20));
    expect((await send((1 << 20) + 1)).status).toBe(413);
  });

  it('does not treat a disconnected client as a defect', async () => {
    const { promise: left, resolve: gone } = deferred();
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(65_536);
      } finally {
        gone();
      }
    }
    const { url, defects } = await served(async ({ path }) =>
      responding(path === '/endless' ? endless() : 'next'),
    );
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET /endless HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await left;
    expect(await get(url)).toEqual({ status: 200, text: 'next' });
    expect(defects).toEqual([]);
  });

  it('lets early requests wait', async () => {
    const server = await openServer(0);
    onTestFinished(() => server.stop());
    const early = get(server.url);
    const probe = connect(server.port, '127.0.0.1');
    await once(probe, 'connect');
    probe.destroy();
    server.serve((_request, response) => response.end('here'));
    expect(await early).toEqual({ status: 200, text: 'here' });
  });
});
