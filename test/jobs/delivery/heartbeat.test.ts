import { describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/http/client.ts';
import { failureUrl, sendHeartbeat } from '../../../src/jobs/delivery/monitoring.ts';
import type { RunOutcome } from '../../../src/jobs/delivery/outcome.ts';
import { monitoringService } from '../../commands/local-server.ts';
import { testContext } from '../../context.ts';
import { closeOutcome } from './outcome.ts';

/** The requests of a heartbeat. */
async function send(path: string, end: Partial<RunOutcome> = {}, status = 200) {
  const { calls, url } = await monitoringService(() => status);
  const context = testContext();
  const http = createHttp({
    ports: context,
    limits: { timeout: 5000, maxAttempts: 1 },
    env: {},
    interrupted: context.interrupted,
  });
  try {
    await sendHeartbeat(http.send, `${url}${path}`, { ...closeOutcome, ...end });
    return calls;
  } finally {
    await http.close();
  }
}

describe('the heartbeat', () => {
  it('is a GET of the URL on success', async () => {
    expect(await send('/ping/0b1c')).toEqual(['GET /ping/0b1c']);
  });

  it('is a POST of URL/fail with the error line on failure', async () => {
    const failure = { exitCode: 4, error: 'forbidden (HTTP 403)' };
    expect(await send('/ping/0b1c', failure)).toEqual([
      'POST /ping/0b1c/fail exit code 4: forbidden (HTTP 403)',
    ]);
  });

  it.each([
    ['https://hc.example/ping/1', 'https://hc.example/ping/1/fail'],
    ['https://hc.example/ping/1/', 'https://hc.example/ping/1/fail'],
    ['https://hc.example/ping/1?rid=2', 'https://hc.example/ping/1/fail?rid=2'],
  ])('of %s fails at %s', (url, expected) => {
    expect(failureUrl(url)).toBe(expected);
  });

  it('that was not accepted is an error with the status and without the URL, which is a secret', async () => {
    await expect(send('/ping/0b1c', {}, 404)).rejects.toThrow(/^the heartbeat URL responded with HTTP 404$/);
  });
});
