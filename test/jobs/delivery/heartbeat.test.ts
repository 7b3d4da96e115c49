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
  ['http://hc.example/ping/1', 'text/html; charset=utf-8', 'OK', 5, 'use the https address'],
  ['http://hc.example/ping/1', 'text/plain', 'OK', undefined],
  ['https://hc.example/ping/1', 'text/html', 'OK', undefined],
  // What healthchecks.io responds to a check that was deleted, and to more requests than it records.
  ['https://hc.example/ping/1', 'text/plain', 'OK (not found)', 4, 'check the address'],
  ['https://hc.example/ping/1', 'text/plain', 'OK (rate limited)', 5, 'try again later'],
])('a heartbeat to %s that %s with %s answers: exit code %s', async (url, type, text, code, hint = '') => {
  const headers = { 'content-type': type, 'content-length': String(text.length) };
  const answer = httpResponse(200, headers, text);
  const failure = await sendHeartbeat(async () => answer, url, 'started').catch(error => error);
  expect([failure?.exitCode, failure?.details.hint ?? '']).toEqual([code, expect.stringContaining(hint)]);
});
