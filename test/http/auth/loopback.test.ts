import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  certificateFor,
  type LoopbackTarget,
  listenForCallback,
  parseRedirectUri,
} from '../../../src/http/auth/loopback.ts';
import { testContext } from '../../context.ts';
import { wordsOf } from '../../words.ts';
import { certificateFor as createCertificate } from '../certificate.ts';
import { freePort, isOpen, rawRequest } from './loopback-ports.ts';

const state = 'the-state';
const reading = testContext();

function loopbackTarget(redirectUri: string): LoopbackTarget {
  const target = parseRedirectUri(redirectUri);
  if (!target) throw new Error('not on loopback');
  return target;
}

async function listening(uriOfPort = (port: number) => `http://127.0.0.1:${port}/callback`) {
  const port = await freePort();
  const listener = await listenForCallback(loopbackTarget(uriOfPort(port)), state);
  onTestFinished(() => listener.close());
  return { port, listener };
}

const get = (port: number, target: string, host = `127.0.0.1:${port}`) =>
  rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
const statusOf = (response: string) => Number(response.split(' ')[1]);
type Listener = Awaited<ReturnType<typeof listenForCallback>>;
const arrived = async (listener: Listener) => Object.fromEntries(await listener.callback);

/** The right callback, with the outcome reported to it. */
async function succeeds(port: number, listener: Listener, host?: string) {
  const page = get(port, `/callback?state=${state}&code=abc`, host);
  expect(await arrived(listener)).toEqual({ state, code: 'abc' });
  await listener.finish('signed-in');
  return page;
}

/** Connections that send no request, or only its beginning. */
async function unfinished(port: number, count: number, beginning = '') {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await new Promise(resolve => socket.once('connect', resolve));
    socket.write(beginning);
    sockets.push(socket);
  }
  return sockets;
}

describe('the listener', () => {
  it('keeps waiting through many wrong requests and then accepts the right one', async () => {
    const { port, listener } = await listening();
    const wrong = [
      ['/callback', 400],
      ['/callback?code=abc&state=the-stat', 400],
      ['/callback?code=abc&state=the-state2', 400],
      ['/callback?code=abc&state=THE-STATE', 400],
      ['/callback?code=abc&State=the-state', 400],
      ['/callback?code=abc&state=the-state&state=the-state', 400],
      ['/callback?code=abc&state=the-state&state=x', 400],
      ['/callback?error=access_denied&state=x', 400],
      [`/callback/?code=abc&state=${state}`, 404],
      [`/Callback?code=abc&state=${state}`, 404],
      ['/favicon.ico', 404],
    ] as const;
    const statuses: number[] = [];
    for (const [path] of wrong) statuses.push(statusOf(await get(port, path)));
    expect(statuses).toEqual(wrong.map(([, status]) => status));
    expect(statusOf(await succeeds(port, listener))).toBe(200);
  });

  it.each([
    ['another name', 'evil.example.com:PORT'],
    ['another port', '127.0.0.1:1'],
    ['the other loopback name', 'localhost:PORT'],
    ['two names', '127.0.0.1:PORT\r\nHost: evil.example.com'],
  ])('rejects a Host header with %s', async (_, host) => {
    const { port, listener } = await listening();
    const target = `/callback?state=${state}&code=stolen`;
    expect(statusOf(await get(port, target, host.replace('PORT', String(port))))).toBe(421);
    await succeeds(port, listener);
  });

  it('rejects a request without a Host header', async () => {
    const { port, listener } = await listening();
    for (const version of ['1.0', '1.1']) {
      const response = await rawRequest(port, `GET /callback?state=${state}&code=x HTTP/${version}\r\n\r\n`);
      expect(statusOf(response)).toBeOneOf([400, 421]);
    }
    await succeeds(port, listener);
  });

  it.each(['POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'])('rejects %s', async method => {
    const { port, listener } = await listening();
    const head = `Host: 127.0.0.1:${port}\r\nContent-Length: 0\r\n\r\n`;
    const request = `${method} /callback?state=${state}&code=x HTTP/1.1\r\n${head}`;
    const response = await rawRequest(port, request);
    expect(statusOf(response)).toBe(405);
    expect(response.toLowerCase()).toContain('\r\nallow: get\r\n');
    await succeeds(port, listener);
  });

  it('rejects invalid HTTP, an absolute target, and a URL that is too long', async () => {
    const { port, listener } = await listening();
    expect(statusOf(await rawRequest(port, 'hello\r\n\r\n'))).toBe(400);
    expect(statusOf(await get(port, `http://127.0.0.1:${port}/callback?state=${state}&code=x`))).toBe(404);
    expect(statusOf(await get(port, `/callback?state=${state}&code=${'x'.repeat(20_000)}`))).toBe(431);
    await succeeds(port, listener);
  });

  it('accepts one callback: the browser waits for the outcome, a second one gets 409', async () => {
    const { port, listener } = await listening();
    let shown = false;
    const page = get(port, `/callback?state=${state}&code=first`);
    void page.then(() => {
      shown = true;
    });
    expect(await arrived(listener)).toEqual({ state, code: 'first' });
    expect(statusOf(await get(port, `/callback?state=${state}&code=second`))).toBe(409);
    expect(shown).toBe(false);
    await listener.finish('failed');
    expect(await page).toContain('The sign-in did not work');
    expect(await arrived(listener)).toEqual({ state, code: 'first' });
  });

  it.each([
    ['signed-in', 'You are signed in'],
    ['denied', 'The access was denied'],
    ['failed', 'The sign-in did not work'],
  ] as const)(
    'shows %s, with headers that keep the URL private and nothing of the query',
    async (outcome, title) => {
      const { port, listener } = await listening();
      const error = 'error=q-error&error_description=%3Cscript%3E';
      const page = get(port, `/callback?state=${state}&code=q-code&${error}`);
      await listener.callback;
      await listener.finish(outcome);
      const response = await page;
      expect(response).toContain(`<h1>${title}</h1>`);
      for (const text of ['q-code', 'q-error', state, '<script', 'http://', 'https://'])
        expect(response).not.toContain(text);
      const head = response.slice(0, response.indexOf('\r\n\r\n')).toLowerCase();
      expect(head).toContain('\r\ncache-control: no-store');
      expect(head).toContain('\r\nx-content-type-options: nosniff');
      expect(head).toContain('\r\nreferrer-policy: no-referrer');
      expect(head).toContain("\r\ncontent-security-policy: default-src 'none'; style-src 'sha256-");
    },
  );

  it('sends the same headers with every rejection, and quotes nothing', async () => {
    const { port } = await listening();
    for (const target of ['/secret-path', '/callback?state=secret-path']) {
      const response = await get(port, target);
      expect(response).not.toContain('secret-path');
      const policy = "content-security-policy: default-src 'none'";
      for (const header of ['cache-control: no-store', policy, 'nosniff']) expect(response).toContain(header);
    }
  });

  it('is not blocked by slow or many connections', async () => {
    const { port, listener } = await listening();
    const slow = await unfinished(port, 100, 'GET /callback?state=');
    const page = get(port, `/callback?state=${state}&code=abc`);
    expect(await arrived(listener)).toEqual({ state, code: 'abc' });
    // The browser that waits for the outcome must not be the one that is closed when more connections come.
    slow.push(...(await unfinished(port, 100)));
    await listener.finish('signed-in');
    expect(statusOf(await page)).toBe(200);
    const ended = slow.map(
      socket => new Promise(resolve => (socket.closed ? resolve(null) : socket.once('close', resolve))),
    );
    await listener.close();
    await Promise.all(ended);
    expect(await isOpen(port)).toBe(false);
  });

  it('closes the oldest of the connections that have sent nothing, above 256', async () => {
    const { port, listener } = await listening();
    const slow = await unfinished(port, 5, 'GET /callback?state=');
    const idle = await unfinished(port, 300);
    const openOf = (sockets: readonly Socket[]) => sockets.filter(({ closed }) => !closed);
    await expect.poll(() => openOf(idle).length).toBe(251);
    expect(openOf(idle)).toEqual(idle.slice(49));
    expect(openOf(slow)).toEqual(slow);
    await succeeds(port, listener);
    for (const socket of [...slow, ...idle]) socket.destroy();
  });

  it('listens on the literal address only', async () => {
    const { port, listener } = await listening(free => `http://127.0.0.2:${free}/callback`);
    expect(await isOpen(port, '127.0.0.1')).toBe(false);
    expect(await isOpen(port, '127.0.0.2')).toBe(true);
    await listener.close();
    expect(await isOpen(port, '127.0.0.2')).toBe(false);
  });

  it('listens on both families for localhost, or on the available one', async () => {
    const { port, listener } = await listening(free => `http://localhost:${free}/callback`);
    expect(await isOpen(port, '127.0.0.1')).toBe(true);
    expect(statusOf(await succeeds(port, listener, `localhost:${port}`))).toBe(200);
  });

  it('suggests a fix for a port in use and leaves nothing half open', async () => {
    const { port } = await listening();
    const second = listenForCallback(loopbackTarget(`http://127.0.0.1:${port}/callback`), state);
    const message = `port ${port} on 127.0.0.1 is in use by another program`;
    const details = { hint: expect.stringContaining('--redirect-uri') };
    await expect(second).rejects.toMatchObject({ exitCode: 3, message, details });
  });
});

it('a redirect URI with several addresses is opened on all of them or on none', async () => {
  const { port } = await listening(free => `http://127.0.0.2:${free}/callback`);
  const addresses = ['127.0.0.1', '127.0.0.2'];
  const target = { ...loopbackTarget(`http://localhost:${port}/callback`), addresses };
  await expect(listenForCallback(target, state)).rejects.toMatchObject({ exitCode: 3 });
  expect(await isOpen(port, '127.0.0.1')).toBe(false);
});

describe('the redirect URI', () => {
  it.each([
    ['http://127.0.0.1:8976/callback', ['127.0.0.1'], 8976, '127.0.0.1:8976', '/callback'],
    ['http://[::1]:8976/a/b/', ['::1'], 8976, '[::1]:8976', '/a/b/'],
    ['https://localhost/x?y=z', ['127.0.0.1', '::1'], 443, 'localhost', '/x'],
    ['http://localhost', ['127.0.0.1', '::1'], 80, 'localhost', '/'],
  ])('%s has the expected addresses to listen on', (uri, addresses, port, authority, path) => {
    expect(parseRedirectUri(uri)).toMatchObject({ addresses, port, authority, path });
  });

  it('on another server is a page whose URL is pasted', () => {
    expect(parseRedirectUri('https://hotel.example.com/oauth')).toBeUndefined();
  });

  it.each(
    wordsOf(`http://hotel.example.com/oauth http://127.0.0.1:0/callback http://127.0.0.1:8976/callback#x
    http://user@127.0.0.1:8976/callback http://127.0.0.1.example.com:8976/ custom://callback callback`),
  )('%s is a usage error', uri => {
    expect(() => parseRedirectUri(uri)).toThrowError(expect.objectContaining({ exitCode: 2 }));
  });
});

type CertificateFiles = ReturnType<typeof ownCertificate>;
const ownCertificate = (address = '127.0.0.1') => {
  const { file: certFile, keyFile } = createCertificate(address);
  return { certFile, keyFile };
};

describe('https on loopback', () => {
  it('is served with the given certificate, to a client that verifies it', async () => {
    const files = ownCertificate();
    const port = await freePort();
    const target = loopbackTarget(`https://127.0.0.1:${port}/callback`);
    const listener = await listenForCallback(target, state, await certificateFor(target, files, reading));
    onTestFinished(() => listener.close());
    // Handshakes that are never started block nothing, before and while a browser waits.
    await unfinished(port, 40);
    const url = `https://127.0.0.1:${port}/callback?state=${state}&code=abc`;
    const visit = async () => {
      const sent = httpsGet(url, { ca: readFileSync(files.certFile), agent: false });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return `${response.statusCode} ${await text(response)}`;
    };
    const page = visit();
    expect(await arrived(listener)).toEqual({ state, code: 'abc' });
    await unfinished(port, 40);
    await listener.finish('signed-in');
    expect(await page).toMatch(/^200 .*You are signed in/s);
    await listener.close();
    expect(await isOpen(port)).toBe(false);
  });

  const locked = (key: string) => {
    const out = `${key}.locked`;
    const words = ['ec', '-in', key, '-out', out, '-aes256', '-passout', 'pass:x'];
    execFileSync('openssl', words, { stdio: 'ignore' });
    return out;
  };

  const otherKey = () => ownCertificate('127.0.0.2').keyFile;

  it.each<[string, (own: CertificateFiles) => Partial<CertificateFiles>, string]>([
    ['a certificate that is not there', () => ({ certFile: '/none.pem' }), '--tls-cert'],
    ['a key that is not there', () => ({ keyFile: '/none.pem' }), '--tls-key'],
    ['the key of another certificate', () => ({ keyFile: otherKey() }), '--tls-key is not the key'],
    ['a key as certificate', own => ({ certFile: own.keyFile }), '--tls-cert'],
    ['a key under a passphrase', own => ({ keyFile: locked(own.keyFile) }), '--tls-key'],
  ])('refuses %s as a usage error', async (_, change, words) => {
    const own = ownCertificate();
    const files = { ...own, ...change(own) };
    const read = certificateFor(loopbackTarget('https://127.0.0.1:8976/'), files, reading);
    await expect(read).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(words) });
  });

  it('requires a certificate, and plain http accepts none', async () => {
    for (const [scheme, files] of Object.entries({
      https: undefined,
      http: { certFile: 'a', keyFile: 'b' },
    })) {
      const read = certificateFor(loopbackTarget(`${scheme}://127.0.0.1:8976/`), files, reading);
      await expect(read).rejects.toMatchObject({ exitCode: 2 });
    }
  });
});
