import { expect, test } from 'vitest';
import { bearer } from '../../src/http/client.ts';
import { trace } from '../../src/http/trace.ts';
import { fakePorts, get, serve, serveBytes, status, transport, unused } from './serve.ts';

const traced = (origins: string[]) => {
  const lines: string[] = [];
  const { ports } = fakePorts();
  return { lines, send: trace(transport(), line => lines.push(line), ports.clock, origins) };
};

test('each request and response is traced, with secrets removed and without bodies', async () => {
  const secret = { 'Set-Cookie': 'sid=S3CRET', Location: '/x?code=S3CRET' };
  const server = await serve(status(422, { 'Acme-Tracking-Id': 'T-77', ...secret, date: 'D' }, 'S3CRET'));
  const { lines, send } = traced([server.url]);
  const layered = bearer(send, { token: async () => 'S3CRET', origins: [server.url] });
  const headers = { accept: 'application/json', cookie: 'S3CRET' };
  const more = { method: 'POST', headers, body: 'grant=S3CRET-ü', authorize: true } as const;
  const response = await layered(get(`${server.url}/reports?propertyId=M%C3%9CC&state=S3CRET`, more));
  await response.discard();
  expect(lines).toEqual([
    `> POST ${server.url}/reports?propertyId=M%C3%9CC&state=[redacted]`,
    '> accept: application/json',
    '> cookie: [redacted]',
    '> authorization: [redacted]',
    '> (body of 15 bytes)',
    '< 422 after 0 ms, tracking id T-77',
    '< acme-tracking-id: T-77',
    '< set-cookie: [redacted]',
    '< location: /x?code=[redacted]',
    '< date: D',
    '< connection: keep-alive',
    '< keep-alive: timeout=5',
    '< transfer-encoding: chunked',
  ]);
});

test("for hosts other than the platform's every query value is removed", async () => {
  const server = await serve(status(200));
  const { lines, send } = traced(['https://api.example']);
  await send(get(`${server.url}/secure-url?k=S3CRET&S3CRET2&propertyId=MUC`));
  expect(lines.slice(0, 2)).toEqual([
    `> GET ${server.url}/secure-url?k=[redacted]&[redacted]&propertyId=[redacted]`,
    '< 200 after 0 ms',
  ]);
});

test('a header cannot send control characters to the terminal', async () => {
  const server = await serveBytes(
    'HTTP/1.1 200 OK\r\nx-tracking-id: a\u009b31m\r\nx-b: \u0085\u00ff\r\ncontent-length: 0\r\n\r\n',
  );
  const { lines, send } = traced([server.url]);
  await send(get(server.url));
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^< 200 after 0 ms, tracking id a(\\u\{c2\}|Â)?\\u\{9b\}31m$/),
    expect.stringMatching(/^< x-tracking-id: aÂ?\\u\{9b\}31m$/),
    expect.stringMatching(/^< x-b: Â?\\u\{85\}Ã?¿?ÿ?$/),
    '< content-length: 0',
  ]);
});

test('a failure is traced too, and thrown again', async () => {
  const url = await unused();
  const { lines, send } = traced([url]);
  await expect(send(get(url))).rejects.toThrow(/connection refused/);
  expect(lines).toEqual([
    `> GET ${url}`,
    `* could not connect to ${new URL(url).host}: connection refused after 0 ms`,
  ]);
});

test('the text of an unexpected error is not shown: it may contain anything', async () => {
  const lines: string[] = [];
  const failing = () => Promise.reject(new Error('S3CRET'));
  const send = trace(failing, line => lines.push(line), fakePorts().ports.clock, []);
  await expect(send(get('https://api.example/'))).rejects.toThrow('S3CRET');
  expect(lines).toEqual(['> GET https://api.example/', '* failed after 0 ms']);
});
