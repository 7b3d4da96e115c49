import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyElement, firstPage } from '../../../src/commands/api/response.ts';
import { main } from '../../../src/start/main.ts';
import { buildProgram } from '../../../src/start/run.ts';
import { type TestContextOptions, temporaryFile, temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { get, httpResponse } from '../../http/serve.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A host that records its requests, and returns the responses in turn; the last one is repeated. */
async function host(...listeners: ((request: Received, response: ServerResponse) => void)[]) {
  const received: Received[] = [];
  const server = await localServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      (listeners[received.length - 1] ?? listeners.at(-1) ?? json('{}'))(one, response);
    });
  });
  return { ...server, received };
}

const json =
  (body: string, status = 200, headers: Record<string, string> = {}) =>
  (_: Received, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const cutOff = (_: Received, response: ServerResponse) => response.destroy();

/** `hotelctl api` signed in at `url`; waits between attempts take no time. */
async function api(url: string, line: Line, options: TestContextOptions = {}) {
  const context = testContext({ ...options, env: { ...signedIn(url), ...options.env } });
  let ended = false;
  const exitCode = main(wordsOf('api', line), context).finally(() => {
    ended = true;
  });
  while (!ended) {
    await Promise.race([context.clock.asleep(), exitCode]);
    await context.clock.advance(30_000);
  }
  return { exitCode: await exitCode, stdout: context.out(), stderr: context.err() };
}

describe('api: the request', () => {
  const objects = 'POST /a -f r[][x]=1 -f r[][y]=2 -f r[][x]=3 -f r[][z][]=4';
  it.each([
    ['/a/b', 'GET', '/a/b', ''],
    ['a/b', 'GET', '/a/b', ''],
    ['get /a?x=1 -f "y=a b" -f y=c&d', 'GET', '/a?x=1&y=a+b&y=c%26d', ''],
    ['GET /a -F n=1.50 -F b=true -f l[]=1 -f l[]=2', 'GET', '/a?l=1&l=2&n=1.50&b=true', ''],
    ['DELETE /a -f x=1', 'DELETE', '/a?x=1', ''],
    ['/a -f x=1', 'POST', '/a', '{"x":"1"}'],
    ['PUT /a -F x=1 -F y=true -F z=null -F w=01', 'PUT', '/a', '{"x":1,"y":true,"z":null,"w":"01"}'],
    ['PATCH /a -f x=true -f y=@file -f z==a', 'PATCH', '/a', '{"x":"true","y":"@file","z":"=a"}'],
    ['POST /a -F n=9007199254740993 -F m=-0.10', 'POST', '/a', '{"n":9007199254740993,"m":-0.1}'],
    ['POST /a -F k=12345678901234567890.5', 'POST', '/a', '{"k":12345678901234567890.5}'],
    ['POST /a -f a[b][c]=1 -f a[b][d]=2 -f e[]', 'POST', '/a', '{"a":{"b":{"c":"1","d":"2"}},"e":[]}'],
    [objects, 'POST', '/a', '{"r":[{"x":"1","y":"2"},{"x":"3","z":["4"]}]}'],
    ['POST /a -f __proto__[x]=1 -f constructor=2', 'POST', '/a', '{"__proto__":{"x":"1"},"constructor":"2"}'],
    ['POST /a', 'POST', '/a', ''],
    ['POST /a --input - -f x=1', 'POST', '/a?x=1', '{ "as": 1.0 }\n'],
  ])('%j', async (words, method, url, body) => {
    const server = await host();
    await expectSuccess(api(server.url, words, { stdinLines: ['{ "as": 1.0 }'] }));
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ method, url, body });
    expect(server.received[0]?.headers['authorization']).toBe('Bearer a-token-of-the-test');
  });

  it('reads files, standard input and headers', async () => {
    const server = await host();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'text'), 'ü\n"x"');
    writeFileSync(join(folder, 'body'), '{"n": 1e2}');
    await api(server.url, `/a -F x=@${folder}/text -F y=@-`, { stdinLines: ['line'] });
    await api(server.url, `PUT /a --input ${folder}/body -H "Content-Type: text/plain" -H X-A:1 -H "x-a: 2"`);
    const headers = { 'content-type': 'text/plain', 'x-a': '1, 2' };
    expect(server.received).toMatchObject([
      { body: '{"x":"ü\\n\\"x\\"","y":"line\\n"}' },
      { body: '{"n": 1e2}', headers },
    ]);
  });

  it.each([
    ['', 'api needs a path'],
    ['GET ""', 'api needs a path'],
    ['GETT /a', 'no method "GETT"'],
    ['GET /a /b', 'one path'],
    ['"/a b"', 'not contain a space'],
    ['/a#b', 'not contain a space, backslash or #'],
    ['file:/etc/passwd', 'no host file:'],
    ['https://example.com/a?key=hidden', 'is not on a configured host'],
    ['/a -f x', '--raw-field must be key=value'],
    ['/a -F =x', '--field must be key=value'],
    ['POST /a -f x=1 -f x=2', 'the field x is specified twice\n'],
    ['POST /a -f x=1 -f x[y]=2', 'specified twice'],
    ['POST /a -f x[y]=1 -f x[]=2', 'specified twice'],
    ['GET /a -f x[y]=1', 'query parameters cannot be nested'],
    ['POST /a -F x=1e500', 'too large'],
    ['POST /a -F x=@/nowhere/at/all', 'there is no such file'],
    ['POST /a -F x=@- -F y=@-', 'can only be read once'],
    ['GET /a --input -', 'GET requests have no body'],
    ['/a -H "Authorization: Bearer hidden"', 'looks like a secret'],
    ['/a -H "X-Api-Key: hidden"', 'looks like a secret'],
    ['/a -H "Host: example.com"', '--header host cannot be set'],
    ['POST /a -H "Idempotency-Key: 1"', 'cannot be set'],
    ['/a -H "no header"', '--header must be name:value'],
    [['/a', '-H', 'x-a: b\r\nx-c: d'], '--header must be name:value'],
    ['/a --idempotency-key 1', 'requires POST'],
    ['POST /a --idempotency-key "a b"', '1 to 255'],
    ['POST /a --paginate', '--paginate requires GET'],
    ['/a --paginate -i', 'cannot be combined with --paginate'],
    ['/a --query @ -i', 'cannot be combined with --query'],
    ['/a --format ndjson', 'requires --paginate'],
    ['/a --dry-run -i', 'cannot be combined with --dry-run'],
    ['integration:/../admin', 'the path must not leave the host with ..'],
    ['integration:/%2e%2e/admin', 'the path must not leave the host with ..'],
    ['/a --query a[', '--query is not a valid JMESPath expression'],
    ['/a?pageNumber=x --paginate', 'pageNumber must be'],
    ['POST /a -f "comment=4111 1111 1111 1111"', 'looks like a card number'],
    ['POST /a --input -', 'looks like a card number'],
    ['auth:/connect/token', 'is not allowed with api'],
    ['POST auth:/connect/userinfo', 'is not allowed with api'],
  ])('%j is refused before anything is sent, and no value is shown', async (words, message) => {
    const server = await host();
    const env = { HOTELCTL_AUTH_URL: server.url, HOTELCTL_INTEGRATION_URL: `${server.url}/below` };
    const ended = api(server.url, words, { env, stdinLines: ['my card 4111111111111111'] });
    const { stderr } = await expectFailure(ended, 2, message);
    expect(stderr).not.toMatch(/hidden|4111 ?1111/);
    expect(server.connections()).toBe(0);
  });

  it('sends the token to the host of the path, and none to the public endpoints of the identity host', async () => {
    const [first, integration, identity] = [await host(), await host(), await host()];
    const env = { HOTELCTL_INTEGRATION_URL: `${integration.url}/below/`, HOTELCTL_AUTH_URL: identity.url };
    const ofIdentity = ['auth:/.well-known/openid-configuration', 'auth:connect/userinfo'];
    for (const path of ['integration:/x', `${integration.url}/below/y`, '//example.com/z', ...ofIdentity])
      await expectSuccess(api(first.url, path, { env }));
    await expectFailure(api(first.url, `${integration.url}/elsewhere`, { env }), 2);
    const seen = (server: typeof first) =>
      server.received.map(({ url, headers }) => `${url} ${headers['authorization'] ?? 'none'}`);
    const token = 'Bearer a-token-of-the-test';
    expect(seen(integration)).toEqual([`/below/x ${token}`, `/below/y ${token}`]);
    expect(seen(identity)).toEqual(['/.well-known/openid-configuration none', `/connect/userinfo ${token}`]);
    expect(seen(first)).toEqual([`/example.com/z ${token}`]);
  });
});

describe('api: the response', () => {
  it('is printed byte for byte, and escaped only on a terminal', async () => {
    const body = Buffer.from([0x7b, 0x20, 0x1b, 0x5b, 0x33, 0xff, 0x00, 0x0a, 0xc2, 0x9b]);
    const server = await host((_, response) => response.end(body));
    const folder = temporaryFolder();
    await expectSuccess(api(server.url, `/a --output ${join(folder, 'file')}`));
    expect(readFileSync(join(folder, 'file'))).toEqual(body);
    const shown = await api(server.url, '/a', { terminal: true });
    expect(shown.stdout).toBe('{ \\u{1b}[3\ufffd\\u{0}\n\\u{9b}\n');
  });

  it('is indented on a terminal if it is JSON, and unchanged in a pipe', async () => {
    const server = await host(json('{"a":[1.50,"x"],"b":{}}'));
    expect((await api(server.url, '/a')).stdout).toBe('{"a":[1.50,"x"],"b":{}}');
    const plain = await api(server.url, '/a', { terminal: true });
    expect(plain.stdout).toBe('{\n  "a": [\n    1.5,\n    "x"\n  ],\n  "b": {}\n}\n');
    const broken = await host(json('{"a":'));
    expect((await api(broken.url, '/a', { terminal: true })).stdout).toBe('{"a":\n');
  });

  const webPages = ['text/html; charset=utf-8', 'application/xhtml+xml'];
  it.each(webPages)('is exit 6 for a %s that was not requested, and 9 for a write', async type => {
    const page = '<html>Please sign in</html>';
    const server = await host(json(page, 200, { 'content-type': type }));
    const words = `the response is a web page, such as the sign-in page of a network (${type}: ${page})`;
    await expectFailure(api(server.url, '/a'), 6, words);
    await expectFailure(api(server.url, 'POST /a -f b=c'), 9, words);
    const { stdout } = await expectSuccess(api(server.url, ['/a', '-H', 'Accept: text/html']));
    expect(stdout).toBe(page);
  });

  it('is a note for a response without content', async () => {
    const empty = await host((_, response) => response.writeHead(204).end());
    const { stdout, stderr } = await api(empty.url, '/a');
    expect([stdout, stderr]).toEqual(['', '204 no content\n']);
    expect((await api(empty.url, '/a -q')).stderr).toBe('');
  });

  it('prints strings without quotes with --query --raw', async () => {
    const server = await host(json('{"a": ["x", "y\\nz", 1.50, null]}'));
    expect((await api(server.url, '/a --query a --raw')).stdout).toBe('x\ny\\u{a}z\n1.5\nnull\n');
    expect((await api(server.url, '/a --query a[0] --raw')).stdout).toBe('x\n');
  });

  it('has status and headers with --include, without cookies and tokens, also in a header with another name', async () => {
    const server = await host(({ headers: { authorization } }, response) => {
      const secret = { 'set-cookie': 'sid=hidden', 'x-access-token': 'hidden' };
      const headers = { ...secret, 'x-echo': `got ${authorization}`, 'x-b': '2' };
      return response.writeHead(200, headers).end('{"a":1}');
    });
    const { stdout, stderr } = await api(server.url, '-i -v /a');
    expect(stdout).toMatch(/^HTTP\/1\.1 200\n/);
    expect(stdout).toContain('x-b: 2\n');
    expect(stdout).toContain('set-cookie: [redacted]\n');
    expect(stdout).toMatch(/\n\n\{"a":1\}$/);
    for (const text of [stdout, stderr]) expect(text).toContain('x-echo: got Bearer [redacted]\n');
    expect(stdout + stderr).not.toMatch(/hidden|a-token-of-the-test/);
  });

  it("is refused without the query of a view's URL, which the error repeats", async () => {
    const view = { label: 'View', sourceUrl: 'https://views.example/p?key=canary-of-the-query' };
    const server = await host((request, response) => {
      const messages = [`no such view: ${request.body}`, JSON.parse(request.body).sourceUrl];
      const respond = json(JSON.stringify({ messages }), 422, { 'x-tracking-id': 'canary-of-the-query' });
      return respond(request, response);
    });
    for (const words of ['--input -', `-F label=View -F sourceUrl=${view.sourceUrl}`]) {
      const stdinLines = [JSON.stringify(view)];
      const ended = api(server.url, `POST /views -v ${words}`, { stdinLines });
      const { stderr } = await expectFailure(ended, 4, 'https://views.example/p?key=[redacted]');
      expect(stderr).not.toContain('canary');
    }
  });

  it.each([
    [401, 3],
    [404, 4],
    [503, 5],
    [302, 6],
  ])('of status %d ends with exit %d and its messages, and keeps the file', async (status, code) => {
    const server = await host(json('{"messages":["no such thing"]}', status, { 'x-tracking-id': 't1' }));
    const file = temporaryFile('kept', 'old');
    const line = `/a --output ${file} --max-attempts 2`;
    const plain = await expectFailure(api(server.url, line), code, 't1');
    expect(readFileSync(file, 'utf8')).toBe('old');
    // The session has no other token to try: it ends before a response is returned.
    if (status === 401) return;
    expect(plain.stderr).toContain('no such thing');
    const included = await expectExit(api(server.url, `${line} -i`), code);
    expect(included.stdout).toContain(`HTTP/1.1 ${status}\n`);
    expect(included.stdout).toContain('{"messages":["no such thing"]}');
    expect(readFileSync(file, 'utf8')).toBe('old');
  });
});

describe('api --paginate', () => {
  const elementsOf = (size: number, page: number) => Array.from({ length: size }, (_, at) => page * 100 + at);
  /** Pages of `sizes`, then 204. */
  const pages =
    (sizes: readonly number[], around: (list: unknown[]) => unknown) =>
    (request: Received, response: ServerResponse) => {
      const page = Number(new URL(request.url, 'http://x').searchParams.get('pageNumber'));
      const size = sizes[page - 1];
      if (size === undefined) return response.writeHead(204).end();
      return json(JSON.stringify(around(elementsOf(size, page))))(request, response);
    };

  it.each([
    ['until 204', [2, 2], (list: unknown[]) => ({ items: list }), 3],
    ['until a short page', [2, 1], (list: unknown[]) => ({ items: list }), 2],
    ['until the count', [2, 2], (list: unknown[]) => ({ items: list, count: 4 }), 2],
    ['in plain lists', [2, 0], (list: unknown[]) => list, 2],
  ])('follows pageNumber %s', async (_, sizes, around, requests) => {
    const server = await host(pages(sizes, around));
    const { stdout } = await expectSuccess(api(server.url, '/a?pageSize=2 --paginate'));
    expect(JSON.parse(stdout)).toEqual(sizes.flatMap((size, index) => elementsOf(size, index + 1)));
    const urls = Array.from({ length: requests }, (__, index) => `/a?pageSize=2&pageNumber=${index + 1}`);
    expect(server.received.map(({ url }) => url)).toEqual(urls);
  });

  it('begins where requested, with 200 per page, as NDJSON and with a query too', async () => {
    const server = await host(json('{"items": [{"n": 1e2}, {"n": 9007199254740993}], "count": 202}'));
    const printed = await api(server.url, 'GET /a -f pageNumber=2 --paginate --format ndjson');
    expect(printed.stdout).toBe('{"n":100}\n{"n":9007199254740993}\n');
    expect(server.received[0]?.url).toBe('/a?pageNumber=2&pageSize=200');
    expect((await api(server.url, '/a --paginate --query "[].n | [1]"')).stdout).toBe('9007199254740993\n');
  });

  it.each([
    ['{"items": [1, 2]}', 'the same page was returned twice'],
    ['{"a": [1], "b": [2]}', 'which has several'],
    ['{"a": 1}', 'which has none'],
  ])('ends with exit 6 if %s is not a page', async (body, message) => {
    const server = await host(json(body));
    await expectFailure(api(server.url, '/a?pageSize=2 --paginate'), 6, message);
  });

  it.each([
    [1, 10_001],
    [500, 2001],
  ])('abandons a host that never sends a last page of %i elements', async (size, most) => {
    const first = firstPage(get(`https://api.example/things?pageSize=${size}`));
    let pages = 0;
    const endless = everyElement(first, async () => {
      pages += 1;
      return httpResponse(200, {}, `[${pages}${',0'.repeat(size - 1)}]`);
    });
    await expect(endless).rejects.toThrow('there are more than 10000 pages or 1000000 elements');
    expect(pages).toBe(most);
  });

  it('ends with exit 7 if the pages have less than their count', async () => {
    const server = await host(pages([2, 1], list => ({ items: list, count: 4 })));
    const { stdout } = await expectExit(api(server.url, '/a?pageSize=2 --paginate'), 7, 'but 3 were listed');
    expect(JSON.parse(stdout)).toHaveLength(3);
  });

  it.each([
    ['403', json('', 403), 4],
    ['a body that is not JSON', json('<p>'), 6],
    ['no list', json('{}'), 6],
  ])('prints nothing if a later page has %s, and names it', async (_, page, exitCode) => {
    const server = await host(json('[1, 2]'), page);
    await expectFailure(api(server.url, '/a?pageSize=2&pageNumber=3 --paginate'), exitCode, 'page 4: ');
  });
});

describe('api: a write', () => {
  it.each([
    ['POST', cutOff],
    ['PUT', cutOff],
    ['DELETE', cutOff],
    ['POST', json('', 500)],
    ['POST', json('', 499)],
    ['PATCH', json('', 503)],
  ])('%s is sent once, and its outcome is unknown', async (method, respond) => {
    const server = await host(respond, json('{}', 201));
    await expectFailure(api(server.url, [method, '/a']), 9, `the outcome of ${method} /a is unknown`);
    expect(server.received).toHaveLength(1);
  });

  it('with a key is retried with the same key, if the specification calls it idempotent', async () => {
    const path = '/reports/v0-nsfw/reports/gross-transactions?propertyId=MUC';
    const server = await host(cutOff, json('', 503), json('{"id":"B"}', 201));
    const ended = api(server.url, `POST ${path} -f a=1 --idempotency-key k1`);
    expect((await expectSuccess(ended)).stdout).toBe('{"id":"B"}');
    const sent = server.received.map(({ headers, body }) => [headers['idempotency-key'], body]);
    expect(sent).toEqual(Array(3).fill(['k1', '{"a":"1"}']));
  });

  it('with a key is sent once elsewhere, and so is a booking with or without a key', async () => {
    const bookings = '/booking/v1/bookings';
    const withKey = ['/a', `${bookings}/$force`, bookings, `integration:${bookings}`];
    for (const words of [bookings, ...withKey.map(path => `${path} --idempotency-key k1`)]) {
      const server = await host(cutOff);
      const env = { HOTELCTL_INTEGRATION_URL: server.url };
      await expectExit(api(server.url, `POST ${words}`, { env }), 9);
      expect(server.received).toHaveLength(1);
    }
  });

  it('whose response breaks off was carried out: exit 9, and never "try again"', async () => {
    const server = await host((_, response) => {
      response.writeHead(201, { 'content-length': '100' }).write('{"id"');
      response.socket?.end();
    });
    for (const more of ['', '--query id'])
      await expectExit(api(server.url, `POST /a ${more}`), 9, 'was carried out (201)');
    const { url } = await host((_, response) => response.writeHead(201).write('{"id"'));
    const context = testContext({ env: signedIn(url) });
    const stdout = { ...context.stdout, write: async () => context.interrupt() };
    expect([await main(wordsOf('api POST /a'), { ...context, stdout }), context.err()]).toEqual([
      9,
      'hotelctl: POST /a was carried out (201), but its response was lost: interrupted\nhint: do not send it again; check what it created\n',
    ]);
    const full = api((await host(json('{}', 201))).url, 'POST /a --output /dev/full');
    await expectFailure(full, 8, /^hotelctl: POST \/a was carried out .*\nhint: do not send it again/);
  });

  it('that was never sent is a temporary error or a sign-in error', async () => {
    await expectFailure(api('http://127.0.0.1:1', 'POST /a'), 5);
    const server = await host();
    const client = { HOTELCTL_AUTH_URL: server.url, HOTELCTL_CLIENT_ID: 'c' };
    const env = { ...client, HOTELCTL_ACCESS_TOKEN: '', HOTELCTL_CREDENTIAL_STORE: 'env' };
    await expectFailure(api(server.url, 'POST /a', { env }), 3);
    expect(server.received).toEqual([]);
    const turnedAway = await host(json('', 429));
    await expectExit(api(turnedAway.url, 'POST /a'), 5);
  });
});

describe('--query', () => {
  it('is on every command that prints JSON', async () => {
    const program = await buildProgram('all');
    const leaves = program.commands.flatMap(group => (group.commands.length > 0 ? group.commands : [group]));
    const printsJson = leaves.filter(({ options }) =>
      options.some(({ long, argChoices }) => long === '--format' && argChoices?.includes('json')),
    );
    expect(printsJson.length).toBeGreaterThan(20);
    const ofBookings = leaves.filter(leaf => leaf.parent?.name() === 'bookings');
    const booking = ofBookings.filter(leaf => /^(quote|authorization|create)$/.test(leaf.name()));
    expect(booking).toHaveLength(3);
    const flagsOf = (leaf: (typeof leaves)[number]) => leaf.options.map(({ long }) => long);
    const without = [...printsJson, ...booking].filter(leaf => !flagsOf(leaf).includes('--query'));
    expect(without.map(command => command.name())).toEqual([]);
  });

  it.each([
    'reports room-nights --property MUC --month 10 --year 2026',
    'properties list',
    'bookings quote --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,property=MUC',
    'bookings create --yes --expect-total 1.00EUR',
    'auth status',
    'api /a',
  ])('that is invalid ends %s with exit 2, and nothing is sent', async line => {
    const server = await host();
    const env = { ...signedIn(server.url), HOTELCTL_INTEGRATION_URL: server.url };
    const message = '--query is not a valid JMESPath expression: unexpected .';
    await expectFailure(runMain(`${line} --query a..b`, { env }), 2, message);
    expect(server.connections()).toBe(0);
  });

  it('is applied to one array of several requests', async () => {
    const server = await host(json('{"total": {"number": 61.0, "percent": 100}}'));
    const line = 'reports room-nights --property MUC --period 2026-09..2026-10';
    const ended = runMain(`${line} --query sum([].report.total.number)`, { env: signedIn(server.url) });
    expect((await expectSuccess(ended)).stdout).toBe('122\n');
  });
});
