import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { localServer, roomNights } from '../commands/local-server.ts';
import { certificateFor } from '../http/certificate.ts';
import { listen } from '../http/serve.ts';
import { type Run, runHotelctl } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { responding, secureServer } from '../secure-server.ts';
import { wordsOf } from '../words.ts';

/** A server that can't prove its identity receives nothing, for each of the three hosts, with and without a proxy. */

const past: [string, string] = ['20200101000000Z', '20200201000000Z'];
const tokens = '{"access_token": "a", "token_type": "Bearer", "expires_in": 3600}';

interface Host {
  readonly host: 'API host' | 'identity host' | 'UI integration host';
  readonly words: readonly string[];
  readonly variable: string;
  readonly body: string;
}
const hostOf = (host: Host['host'], name: string, words: readonly string[], body: string): Host => ({
  host,
  words,
  body,
  variable: `HOTELCTL_${name}_URL`,
});
const hosts: readonly Host[] = [
  hostOf('API host', 'BASE', roomNights, '{"total": 1}'),
  hostOf('identity host', 'AUTH', ['auth', 'token'], tokens),
  hostOf('UI integration host', 'INTEGRATION', ['ui-integration', 'list'], '{"uiIntegrations": []}'),
];

/** Everything that the command needs, and the one host that gets requests. */
const environment = ({ host, variable }: Host, url: string) => ({
  HOTELCTL_CLIENT_ID: 'client',
  HOTELCTL_CREDENTIAL_STORE: 'env',
  HOTELCTL_MAX_ATTEMPTS: '3',
  [variable]: url,
  ...(host === 'identity host'
    ? { HOTELCTL_REFRESH_TOKEN: 'r', HOTELCTL_CLIENT_SECRET: 's' }
    : { HOTELCTL_ACCESS_TOKEN: 'a-token-of-the-test' }),
});

/** One line and one hint, and nothing else: Node prints its own warnings about certificates. */
function expectWords(run: Run, exitCode: number, words: RegExp, hint: RegExp): void {
  expect(run.stderr).toMatch(/^hotelctl: .*\nhint: .*\n$/);
  const [, what, todo] = /^hotelctl: (.*)\nhint: (.*)\n$/.exec(run.stderr) ?? [];
  expect(what).toMatch(words);
  expect(todo).toMatch(hint);
  expect(run).toMatchObject({ exitCode, stdout: '' });
}

/** Of a certificate whose authority is trusted. One connector serves all hosts: one of them meets every kind. */
const kinds = [
  ['expired', '127.0.0.1', past, /: it has expired$/, /clock/],
  ['of another host', 'other.example', undefined, /: it was made for another host$/, /address/],
] as const;

describe.each(hosts)('the $host', host => {
  it.each([
    ['self-signed', '127.0.0.1', undefined, /: it is self-signed$/, /NODE_EXTRA_CA_CERTS/] as const,
    ...(host.host === 'API host' ? kinds : []),
  ])('with a certificate that is %s receives nothing', async (kind, name, days, words, hint) => {
    const server = await secureServer(responding(host.body), name, days && [...days]);
    const env = environment(host, server.url);
    const run = await (kind === 'self-signed'
      ? runInProcess(host.words, { env })
      : runHotelctl(host.words, { env: { ...env, NODE_EXTRA_CA_CERTS: server.ca } }));
    expectWords(run, 5, words, hint);
    expect(server.requests).toHaveLength(0);
  });

  it('receives nothing under NODE_TLS_REJECT_UNAUTHORIZED=0, not even if it could be trusted', async () => {
    const server = await secureServer(responding(host.body));
    const env = {
      ...environment(host, server.url),
      NODE_EXTRA_CA_CERTS: server.ca,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    // One connector serves all hosts: one of them is that of a program, whose Node.js would trust it.
    const run = host.host === 'API host' ? runHotelctl : runInProcess;
    const message = /^NODE_TLS_REJECT_UNAUTHORIZED=0 would allow anyone to impersonate a server$/;
    expectWords(await run(host.words, { env }), 2, message, /NODE_EXTRA_CA_CERTS/);
    expect(server.requests).toHaveLength(0);
  });

  /** A proxy that leads every tunnel to the one server, whatever name was requested. */
  const tunnelTo = (url: string, certificate?: { cert: string; key: string }) => {
    const tunnels: string[] = [];
    const headers: string[] = [];
    const proxy = certificate ? createSecureServer(certificate) : createServer();
    proxy.on('connect', (request, client) => {
      tunnels.push(request.url ?? '');
      headers.push(request.rawHeaders.join(' '));
      const upstream = connect(Number(new URL(url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      for (const end of [client, upstream]) end.on('error', () => {});
    });
    return listen(proxy, certificate ? 'https' : 'http').then(address => ({ address, tunnels, headers }));
  };
  const behind = { ...environment(host, 'https://platform.example') };

  it('behind a proxy is verified by its own name, and so is the proxy', async () => {
    const right = await secureServer(responding(host.body), 'platform.example');
    const wrong = await secureServer(responding(host.body), 'other.example');
    const other = certificateFor('elsewhere.example');
    const run = (proxy: string, ca: string) =>
      runHotelctl(host.words, { env: { ...behind, HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: ca } });

    const plain = await tunnelTo(right.url);
    expect(await run(plain.address.replace('//', '//user:p%40ss@'), right.ca)).toMatchObject({ exitCode: 0 });
    expect(plain.tunnels).toEqual(['platform.example:443']);
    expect(plain.headers.join()).toContain(`Basic ${btoa('user:p@ss')}`);
    // The token is in the encrypted tunnel only.
    expect(plain.headers.join()).not.toContain('a-token-of-the-test');
    if (host.host !== 'API host') return;
    const misled = await tunnelTo(wrong.url);
    expectWords(await run(misled.address, wrong.ca), 5, /it was made for another host$/, /address/);

    const before = right.requests.length;
    const posing = await tunnelTo(right.url, other);
    expectWords(await run(posing.address, other.file), 5, /it was made for another host$/, /address/);
    expect([posing.tunnels, wrong.requests]).toEqual([[], []]);
    expect(right.requests).toHaveLength(before);
  });
});

it('a check of a URL is refused under NODE_TLS_REJECT_UNAUTHORIZED=0 as well', async () => {
  const server = await secureServer(responding('{"url": "https://v.example/"}'));
  const words = wordsOf('ui-integration check - --allow-private-network --ca', [server.ca]);
  const options = { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, input: `${server.url}/?token=x\n` };
  const run = await runHotelctl(words, options);
  expectWords(run, 2, /^NODE_TLS_REJECT_UNAUTHORIZED=0/, /NODE_EXTRA_CA_CERTS/);
  expect(server.requests).toHaveLength(0);
});

it('plain HTTP on this machine needs no certificate, and ignores NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  const server = await localServer((_, response) => response.end('{"total": 1}'));
  const env = { ...environment(hosts[0] as Host, server.url), NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  expect(await runHotelctl(roomNights, { env })).toMatchObject({ exitCode: 0, stderr: '' });
});
