import { expect, it } from 'vitest';
import { TemporaryError } from '../../../src/base/errors.ts';
import { addressWithin, sendHeartbeat } from '../../../src/jobs/delivery/monitoring.ts';
import { httpResponse } from '../../http/serve.ts';

it.each([
  ['https://hc.example/ping/1', 'https://hc.example/ping/1/fail'],
  ['https://hc.example/ping/1/', 'https://hc.example/ping/1/fail'],
  ['https://hc.example/ping/1?rid=2', 'https://hc.example/ping/1/fail?rid=2'],
])('the heartbeat of %s fails at %s', (url, expected) => {
  expect(addressWithin(url, 'fail')).toBe(expected);
});

it('a heartbeat without a response in time is temporary, and the error names the heartbeat', async () => {
  const mute = () => Promise.reject(new TemporaryError('no complete response from hc.example', { hint: '' }));
  await expect(sendHeartbeat(mute, 'https://hc.example/ping/1', 'started')).rejects.toMatchObject({
    exitCode: 5,
    message: 'the heartbeat could not be sent: no complete response from hc.example',
  });
});

it.each([
  ['http://hc.example/ping/1', 'text/html; charset=utf-8', 5],
  ['http://hc.example/ping/1', 'text/plain', undefined],
  ['https://hc.example/ping/1', 'text/html', undefined],
])('a heartbeat to %s that %s answers ends with exit code %s', async (url, type, exitCode) => {
  const answer = httpResponse(200, { 'content-type': type });
  const failure = await sendHeartbeat(async () => answer, url, 'started').catch(error => error);
  expect(failure?.exitCode).toBe(exitCode);
});
