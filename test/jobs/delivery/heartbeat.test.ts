import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/http/client.ts';
import { failureUrl, sendHeartbeat } from '../../../src/jobs/delivery/announce.ts';
import type { RunOutcome } from '../../../src/jobs/delivery/outcome.ts';
import { testContext } from '../../context.ts';

const requests: string[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  requests.push(`${request.method} ${request.url} ${body}`.trim());
  response.writeHead(status).end('OK');
});
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() => {
  requests.length = 0;
  status = 200;
});

const outcome: RunOutcome = {
  name: 'close',
  startedAt: 0,
  endedAt: 0,
  exitCode: 0,
  rows: null,
  files: [],
  trackingIds: [],
};

async function send(path: string, end: Partial<RunOutcome> = {}) {
  const context = testContext();
  const http = createHttp({
    ports: context,
    limits: { timeout: 5000, maxAttempts: 1 },
    env: {},
    interrupted: context.interrupted,
  });
  try {
    const { port } = server.address() as AddressInfo;
    await sendHeartbeat(http.send, `http://127.0.0.1:${port}${path}`, { ...outcome, ...end });
  } finally {
    await http.close();
  }
}

describe('the heartbeat', () => {
  it('is a GET of the URL on success', async () => {
    await send('/ping/0b1c');
    expect(requests).toEqual(['GET /ping/0b1c']);
  });

  it('is a POST of URL/fail with the error line on failure', async () => {
    await send('/ping/0b1c', { exitCode: 4, error: 'forbidden (HTTP 403)' });
    expect(requests).toEqual(['POST /ping/0b1c/fail exit code 4: forbidden (HTTP 403)']);
  });

  it.each([
    ['https://hc.example/ping/1', 'https://hc.example/ping/1/fail'],
    ['https://hc.example/ping/1/', 'https://hc.example/ping/1/fail'],
    ['https://hc.example/ping/1?rid=2', 'https://hc.example/ping/1/fail?rid=2'],
  ])('of %s fails at %s', (url, expected) => {
    expect(failureUrl(url)).toBe(expected);
  });

  it('that was not accepted is an error with the status and without the URL, which is a secret', async () => {
    status = 404;
    await expect(send('/ping/0b1c')).rejects.toThrow(/^the heartbeat URL responded with HTTP 404$/);
  });
});
