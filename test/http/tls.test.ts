import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { TemporaryError } from '../../src/base/errors.ts';
import { networkError } from '../../src/http/network-error.ts';
import { retry } from '../../src/http/retry.ts';
import { failureOf } from '../failure-of.ts';
import { certificateFor } from './certificate.ts';
import { fakePorts, get, listen, serve, status, transport } from './serve.ts';

const serveTls = async (certificate: { cert: string; key: string }) => {
  const requests: unknown[] = [];
  let handshakes = 0;
  const server = createServer(certificate, (request, response) => {
    requests.push(request);
    response.end('over TLS');
  });
  server.on('connection', () => {
    handshakes += 1;
  });
  return { url: await listen(server, 'https'), requests, handshakes: () => handshakes };
};

test.each([
  ['self-signed', () => certificateFor('127.0.0.1'), 'it is self-signed', /NODE_EXTRA_CA_CERTS/],
  [
    'expired',
    () => certificateFor('127.0.0.1', ['20200101000000Z', '20200201000000Z']),
    // If both apply, OpenSSL reports the missing trust first.
    /^(it is self-signed|it has expired)$/,
    /NODE_EXTRA_CA_CERTS|clock/,
  ],
] as const)(
  'a %s certificate is refused with an explanation, and not retried',
  async (_, make, words, hint) => {
    const server = await serveTls(make());
    const { ports, slept } = fakePorts();
    const send = retry(transport(), { ports, limits: { timeout: 60_000, maxAttempts: 4 } });
    const error = await failureOf(send(get(server.url)), TemporaryError);
    const [, printed] = /^the certificate of 127\.0\.0\.1:\d+ was refused: (.*)$/.exec(error.message) ?? [];
    expect(printed).toMatch(words);
    expect(error.details.hint).toMatch(hint);
    expect([server.handshakes(), server.requests.length, slept.length]).toEqual([1, 0, 0]);
  },
);

test('HTTPS to a port that speaks HTTP has a specific message, and is not retried', async () => {
  const server = await serve(status(200));
  const error = await failureOf(transport()(get(server.url.replace('http:', 'https:'))));
  expect(error.message).toMatch(/^could not agree on encryption with 127\.0\.0\.1:\d+$/);
  expect(error).toMatchObject({ neverSent: true, retryable: false });
});

test('an alert after the handshake does not say that the request never left this machine', () => {
  const alert = Object.assign(new Error('alert'), { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' });
  expect(networkError(alert, 'hotel.test')).toMatchObject({ neverSent: false, retryable: false });
});
