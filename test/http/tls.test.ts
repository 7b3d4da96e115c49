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

test('a certificate that is not trusted is refused with an explanation, and not retried', async () => {
  const server = await serveTls(certificateFor('127.0.0.1'));
  const { ports, slept } = fakePorts();
  const send = retry(transport(), { ports, limits: { timeout: 60_000, maxAttempts: 4 } });
  const error = await failureOf(send(get(server.url)), TemporaryError);
  expect(error.message).toMatch(/^the certificate of 127\.0\.0\.1:\d+ was refused: it is self-signed$/);
  expect(error.details.hint).toMatch(/NODE_EXTRA_CA_CERTS/);
  expect([server.handshakes(), server.requests.length, slept.length]).toEqual([1, 0, 0]);
});

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
