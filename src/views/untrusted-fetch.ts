import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { HotelctlError } from '../base/errors.ts';
import { secondsText } from '../base/text.ts';
import { version } from '../base/version.ts';
import { bareHost } from '../http/address.ts';
import { networkError, ownAuthority } from '../http/network-error.ts';
import { redactUrl } from '../http/trace.ts';
import { safeText } from '../platform/safe-text.ts';
import type {
  FetchedResponse,
  FetchFailure,
  FetchResult,
  UntrustedFetch,
} from '../platform/ui-integrations/fetch-result.ts';
import { type AddressOptions, allowedAddresses, isAmong, lookupAmong } from './public-address.ts';

export interface UntrustedFetchOptions extends AddressOptions {
  readonly clock: { now(): number };
  /** Ends every request; its reason is what the fetch rejects with. */
  readonly interrupted: AbortSignal;
  /** Certificate authorities (PEM) trusted besides Node's own. */
  readonly authorities?: readonly string[];
  /** Receives the lines of `--verbose`. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Milliseconds for name resolution, connection and response together; default: 10,000. */
  readonly timeLimit?: number;
  /** Bytes of a body; default: 1 MB. */
  readonly sizeLimit?: number;
}

/**
 * SSRF-safe fetch of untrusted URLs: an argument, a registered integration, the response of an endpoint. It sends no
 * credentials, follows no redirect, reads no more than the limits, and connects only to addresses that it has resolved
 * and found to be public, so that a name cannot point to another machine on the second lookup. It uses no proxy, because
 * a proxy would resolve the name again.
 *
 * @returns a function for https URLs, and http ones for previews of a server on this machine
 */
export function untrustedFetch(options: UntrustedFetchOptions): UntrustedFetch {
  const { interrupted, timeLimit = 10_000, trace } = options;
  return async given => {
    interrupted.throwIfAborted();
    const url = new URL(given);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimit);
    const signal = AbortSignal.any([interrupted, limit.signal]);
    const started = options.clock.now();
    trace?.(`> GET ${redactUrl(given, 'all')}`);
    try {
      const result = await fetchOnce(url, options, signal);
      const outcome = result.kind === 'response' ? result.status : result.message;
      trace?.(`< ${outcome} after ${options.clock.now() - started} ms`);
      return result;
    } catch (error) {
      if (interrupted.aborted) throw interrupted.reason;
      if (limit.signal.aborted) return tooSlow(url, timeLimit);
      return explainFailure(error, url);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function fetchOnce(url: URL, options: UntrustedFetchOptions, signal: AbortSignal) {
  const addresses = await allowedAddresses(url, options, signal);
  if ('kind' in addresses) return addresses;
  return new Promise<FetchResult>((resolve, reject) => {
    const sent = openRequest(url, addresses, options, signal);
    sent.on('error', reject);
    sent.on('socket', socket => {
      socket.once('connect', () => {
        // The name is not resolved twice, so this cannot happen; if it does, nothing is sent.
        if (!isAmong(socket.remoteAddress, addresses)) sent.destroy(new Error('connected elsewhere'));
      });
    });
    // Status 101 would hand the connection over to another protocol; here it is a response without a body.
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      const body = { body: new Uint8Array(), incomplete: undefined };
      resolve(describeResponse(response, options.clock.now(), body));
    });
    sent.on('response', response => {
      // From here on an error is part of the body.
      sent.off('error', reject).on('error', () => {});
      const receivedAt = options.clock.now();
      readBody(response, options, signal).then(body => {
        const result = describeResponse(response, receivedAt, body);
        sent.destroy();
        if (options.interrupted.aborted) reject(options.interrupted.reason);
        else resolve(result);
      }, reject);
    });
    sent.end();
  });
}

function openRequest(
  url: URL,
  addresses: readonly string[],
  { authorities }: UntrustedFetchOptions,
  signal: AbortSignal,
): ClientRequest {
  const hostname = bareHost(url);
  return (url.protocol === 'https:' ? request : plainRequest)({
    host: hostname,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...{ host: url.host, 'user-agent': `hotelctl/${version}` },
      ...{ accept: '*/*', 'accept-encoding': 'identity' },
    },
    // A new connection: a kept-alive one would go to an address that was checked for another request.
    agent: false,
    lookup: lookupAmong(addresses),
    signal,
    rejectUnauthorized: true,
    // NODE_OPTIONS could allow older versions.
    minVersion: 'TLSv1.2',
    ...(isIP(hostname) ? {} : { servername: hostname }),
    ...(authorities?.length ? { ca: [...rootCertificates, ...authorities] } : {}),
  });
}

type Body = Pick<FetchedResponse, 'body' | 'incomplete'>;

/** The body up to the size limit. A failure after the headers makes it incomplete and is not thrown. */
async function readBody(
  response: IncomingMessage,
  { sizeLimit = 1_000_000, timeLimit = 10_000 }: UntrustedFetchOptions,
  signal: AbortSignal,
): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  let incomplete: string | undefined;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, sizeLimit - size));
      size += chunk.length;
      if (size <= sizeLimit) continue;
      incomplete = `it is larger than ${sizeLimit / 1_000_000} MB`;
      break;
    }
  } catch {
    incomplete = signal.aborted
      ? `it did not end within ${secondsText(timeLimit)}`
      : 'the connection broke before its end';
  }
  return { body: Buffer.concat(chunks), incomplete };
}

function describeResponse(response: IncomingMessage, receivedAt: number, body: Body): FetchedResponse {
  const ends = (response.socket as Partial<TLSSocket>).getPeerCertificate?.()?.valid_to;
  return {
    kind: 'response',
    status: response.statusCode ?? 0,
    headers: response.headersDistinct as Record<string, string[]>,
    ...body,
    receivedAt,
    certificateEnds: ends === undefined ? undefined : Date.parse(ends),
  };
}

const tooSlow = (url: URL, timeLimit: number): FetchFailure => ({
  kind: 'failure',
  message: `no response from ${safeText(url.host, 100)} within ${secondsText(timeLimit)}`,
  fix: 'respond immediately; check that nothing on the network path delays the connection',
  blocked: false,
});

/** Explains the network error; a defect of hotelctl is thrown unchanged. */
function explainFailure(error: unknown, url: URL): FetchFailure {
  const known = networkError(error, safeText(url.host, 100));
  if (!(known instanceof HotelctlError)) throw error;
  const { hint } = known.details;
  const withOwn =
    'use a certificate of a public authority, with its whole chain; to test your own certificate, add --ca';
  const fix = hint === ownAuthority ? withOwn : hint;
  return { kind: 'failure', message: known.message, fix, blocked: false };
}
