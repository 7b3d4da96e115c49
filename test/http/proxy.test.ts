import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { proxyFor } from '../../src/http/connector.ts';
import { certificateFor } from './certificate.ts';
import { get, listen, transport, unused } from './serve.ts';

const proxy = 'http://proxy.example:3128';
const api = 'https://api.example/';
const sentThrough = (url: string) => transport({ HTTPS_PROXY: url })(get('https://hotel.test/'));
const through = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

test('HTTPS_PROXY is for https, HTTP_PROXY for http; lower case comes first', () => {
  for (const setting of [proxy, 'proxy.example:3128'])
    expect(through(api, { HTTPS_PROXY: setting })).toBe(`${proxy}/`);
  expect(through(api, { HTTP_PROXY: proxy, http_proxy: proxy })).toBeUndefined();
  expect(through(api, { HTTPS_PROXY: 'http://a', https_proxy: 'http://b' })).toBe('http://b/');
  expect(through(api, { HTTPS_PROXY: proxy, https_proxy: '' })).toBe(`${proxy}/`);
  expect(through(api, {})).toBeUndefined();
});

test.each(['http://127.0.0.1:1', 'https://localhost:1', 'https://[::1]:1', 'https://127.9.9.9'])(
  '%s is this machine: direct',
  url => {
    expect(through(url, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy })).toBeUndefined();
  },
);

test.each([
  ['api.hotel.example', '*'],
  ['api.hotel.example', 'hotel.example'],
  ['api.hotel.example', '.hotel.example'],
  ['api.hotel.example', '*.hotel.example'],
  ['API.hotel.example', 'other.example,  Api.Hotel.Example'],
  ['api.hotel.example.', 'api.hotel.example'],
  ['api.hotel.example', 'other.example api.hotel.example.'],
  ['api.hotel.example', 'api.hotel.example:443'],
  ['10.1.2.3', '10.0.0.0/8'],
  ['[2001:db8::1]', '2001:db8::/32'],
  ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
])('%s is an exception by NO_PROXY=%s', (host, list) => {
  expect(through(`https://${host}/`, { HTTPS_PROXY: proxy, NO_PROXY: list })).toBeUndefined();
  expect(through(`https://${host}/`, { HTTPS_PROXY: proxy, no_proxy: list })).toBeUndefined();
});

test.each([
  ['api.hotel.example', ''],
  ['api.hotel.example', 'otel.example'],
  ['api.hotel.example', 'api.hotel.example.attacker.example'],
  ['api.hotel.example', 'api.hotel.example:8443'],
  ['10.1.2.3', '2.3'],
  ['10.1.2.3', '10.1.2.0/33'],
  ['api.hotel.example', '0.0.0.0/0'],
  ['[2001:db8::1]', '2001:db9::/32'],
])('%s is not an exception by NO_PROXY=%s', (host, list) => {
  expect(through(`https://${host}/`, { HTTPS_PROXY: proxy, NO_PROXY: list })).toBe(`${proxy}/`);
});

test.each(['socks5://S3CRET@proxy.example', 'http://', 'http://us er:S3CRET@[', '://'])(
  'the setting %j is refused without showing it',
  setting => {
    const read = () => through(api, { HTTPS_PROXY: setting });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy$/);
  },
);

test.each([
  [407, 'check the user name and password of the proxy in HTTPS_PROXY'],
  [403, 'check HTTPS_PROXY and NO_PROXY'],
])('a proxy that responds %i is named', async (code, hint) => {
  const refusal = `HTTP/1.1 ${code} No\r\ncontent-length: 0\r\n\r\n`;
  const url = await listen(createServer().on('connect', (_, client) => client.end(refusal)));
  const sent = sentThrough(url.replace('//', '//user:S3CRET@'));
  await expect(sent).rejects.toThrow(
    new RegExp(`^the proxy 127\\.0\\.0\\.1:\\d+ refused to connect to hotel\\.test: ${code}$`),
  );
  await expect(sent).rejects.toMatchObject({ details: { hint }, neverSent: true, retryable: false });
});

test.each([
  ['', 'closed the connection without a response'],
  ['junk', 'sent an invalid HTTP response'],
  [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(99_999)}`, 'sent a header larger than any that is documented'],
])('a proxy that sends %.20j in place of a tunnel was certainly sent no request', async (bytes, problem) => {
  const url = await listen(createServer().on('connect', (_, client) => client.end(bytes)));
  const message = `the proxy ${new URL(url).host} ${problem}`;
  await expect(sentThrough(url)).rejects.toMatchObject({ message, neverSent: true });
});

test('a password with a percent sign reaches the proxy as it is written', async () => {
  const received: unknown[] = [];
  const refusing = createServer().on('connect', ({ headers }, client) => {
    received.push(headers['proxy-authorization']);
    client.end('HTTP/1.1 403 No\r\n\r\n');
  });
  const url = await listen(refusing);
  await expect(sentThrough(url.replace('//', '//user:100%25%20of%@'))).rejects.toThrow('403');
  expect(received).toEqual([`Basic ${btoa('user:100%25%20of%')}`]);
});

test('a proxy that does not listen is named', async () => {
  const url = await unused();
  const words = `could not connect to the proxy ${new URL(url).host}: connection refused`;
  await expect(sentThrough(url)).rejects.toThrow(words);
});

test.each(['127.0.0.1', 'other.example'])(
  "a proxy over HTTPS whose certificate (for %s) can't be trusted is refused",
  async name => {
    const url = await listen(createTlsServer(certificateFor(name)), 'https');
    const sent = sentThrough(url);
    await expect(sent).rejects.toThrow(
      /^the certificate of hotel.test or of the proxy 127.* was refused: it is self-signed$/,
    );
    await expect(sent).rejects.toMatchObject({ retryable: false });
  },
);
