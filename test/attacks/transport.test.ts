import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readJson, readText } from '../../src/http/body.ts';
import { certainlyNotSent } from '../../src/http/network-error.ts';
import { retry } from '../../src/http/retry.ts';
import { failureOf } from '../failure-of.ts';
import { fakePorts, get, serve, serveBytes, status, transport } from '../http/serve.ts';

/** Hosts and proxies that try to hang, to crash or to exhaust hotelctl. */

it('a proxy that never responds is abandoned when the time limit passes; a POST is known not to have been sent', async () => {
  const { url, sent } = await serveBytes('', () => {});
  const limited = retry(transport({ HTTPS_PROXY: url }), {
    ports: fakePorts().ports,
    limits: { timeout: 50, maxAttempts: 4 },
  });
  const post = { ...get('https://hotel.test/'), method: 'POST' as const, body: '{}', repeatable: false };
  const error = await failureOf(limited(post));
  expect(error.message).toBe('no complete response from hotel.test within 0.1 s; nothing was sent');
  expect(certainlyNotSent(error)).toBe(true);
  expect(sent.join('')).not.toContain('POST');
});

it.each([100, 101, 103, 199])(
  'a proxy that responds to CONNECT with %i has refused, and gets one request per attempt',
  async code => {
    const proxy = await serveBytes(`HTTP/1.1 ${code} Interim\r\n\r\n`, () => {});
    const error = await failureOf(transport({ HTTPS_PROXY: proxy.url })(get('https://hotel.test/')));
    expect(error.message).toMatch(new RegExp(`^the proxy 127.* refused to connect to hotel.test: ${code}$`));
    expect(error).toMatchObject({ neverSent: true, retryable: false });
    expect(proxy.sent).toHaveLength(1);
  },
);

it.each([100, 103])('an interim response with %i is skipped, also if it was not requested', async code => {
  const final = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
  const server = await serveBytes(`HTTP/1.1 ${code} Interim\r\n\r\n${final}`);
  expect(await readJson(await transport()(get(server.url)), 100)).toEqual({});
});

it('a POST whose header was written does not count as never sent', async () => {
  const server = await serve(status(200), () => {});
  const send = transport();
  await (await send(get(server.url))).discard();
  const limited = retry(send, { ports: fakePorts().ports, limits: { timeout: 200, maxAttempts: 1 } });
  const error = await failureOf(
    limited({ ...get(server.url), method: 'POST', body: '{}', repeatable: false }),
  );
  expect(certainlyNotSent(error)).toBe(false);
});

describe('a response', () => {
  it.each([3, 5000])('with %i content codings is refused before one is decoded', async count => {
    const server = await serveBytes(
      `HTTP/1.1 200 OK\r\ncontent-encoding: ${'gzip,'.repeat(count)}\r\ncontent-length: 2\r\n\r\n{}`,
    );
    const error = await failureOf(transport()(get(server.url)).then(response => readText(response, 1000)));
    expect(error.message).toBe(`the response has ${count} content codings`);
  });

  it('with 22 million empty objects is refused before they are parsed', async () => {
    const bomb = gzipSync(`[${'{},'.repeat(5 << 20)}{}]`);
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const error = await failureOf(
      transport()(get(server.url)).then(response => readJson(response, 64 << 20)),
    );
    expect(error.message).toMatch(/^the response is larger than 2000000 values/);
  });

  it('may contain any number of commas and brackets inside its texts', async () => {
    const text = '[,{\\",'.repeat(1 << 20);
    const server = await serve(status(200, {}, `{"name":"${text}"}`));
    expect(await readJson(await transport()(get(server.url)), 64 << 20)).toEqual({
      name: text.replaceAll('\\"', '"'),
    });
  });
});

const invalid = { code: 'undocumented', message: expect.stringMatching(/ sent an invalid HTTP response$/) };

it.each([
  ['000', invalid],
  ['099', invalid],
  ['600', 600],
  ['200 OK\r\ncontent-length: 2\r\nx:', invalid],
])(
  'a response that begins with %j is a one-line error or that of the response, and never a defect',
  async (code, expected) => {
    const server = await serveBytes(`HTTP/1.1 ${code} Odd\r\ncontent-length: 2\r\n\r\n{}`);
    const outcome = await transport()(get(server.url)).then(
      response => response.status,
      (error: unknown) => error,
    );
    if (typeof expected === 'number') expect(outcome).toBe(expected);
    else expect(outcome).toMatchObject(expected);
  },
);
