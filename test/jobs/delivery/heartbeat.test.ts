import { expect, it } from 'vitest';
import { TemporaryError } from '../../../src/base/errors.ts';
import { addressWithin, sendHeartbeat } from '../../../src/jobs/delivery/monitoring.ts';

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
