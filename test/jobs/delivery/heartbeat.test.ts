import { expect, it } from 'vitest';
import { addressWithin } from '../../../src/jobs/delivery/monitoring.ts';

it.each([
  ['https://hc.example/ping/1', 'https://hc.example/ping/1/fail'],
  ['https://hc.example/ping/1/', 'https://hc.example/ping/1/fail'],
  ['https://hc.example/ping/1?rid=2', 'https://hc.example/ping/1/fail?rid=2'],
])('the heartbeat of %s fails at %s', (url, expected) => {
  expect(addressWithin(url, 'fail')).toBe(expected);
});
