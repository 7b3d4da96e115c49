import { lookup } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { orInterrupted } from '../base/context.ts';
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

/** IPv6 prefixes that contain an IPv4 address (NAT64, 6to4), and the place of its first 16 bits. */
const embedding = [
  [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), 6],
  [ipaddr.IPv6.parseCIDR('2002::/16'), 1],
] as const;

/** The routed range of IPv6; everything else is special. */
const routedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is reachable from the Internet: not loopback, private, link-local, shared, documentation,
 * multicast or reserved, and not an IPv6 form of such an IPv4 address. False for an address with a zone and for any
 * other text.
 */
export function isPublicAddress(text: string): boolean {
  const family = text.includes('%') ? 0 : isIP(text);
  if (family === 0) return false;
  // A mapped IPv6 address is its IPv4 address. The URL parser writes IPv6 in one spelling first, because ipaddr.js takes
  // `::8.8.8.8`, which is not routed, for a mapped address.
  const address = ipaddr.process(family === 4 ? text : bareHost(new URL(`http://[${text}]/`)));
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const { parts } = address as ipaddr.IPv6;
  const embedded = embedding.find(([prefix]) => address.match(prefix));
  if (!embedded) return address.match(routedIpv6) && address.range() === 'unicast';
  const bytes = parts.slice(embedded[1], embedded[1] + 2).flatMap(part => [part >> 8, part & 255]);
  return new ipaddr.IPv4(bytes).range() === 'unicast';
}

const systemResolve = async (hostname: string) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** The addresses of a URL's host. If one of them is not public, nothing may be sent: a failure. */
async function allowedAddresses(
  url: URL,
  { allowPrivateNetwork, resolve = systemResolve }: UntrustedFetchOptions,
  signal: AbortSignal,
): Promise<readonly string[] | FetchFailure> {
  const hostname = bareHost(url);
  // The URL class writes an address of any spelling (0x7f.1, 2130706433) in the usual one.
  // The system's resolver cannot be interrupted; a late result is dropped.
  const addresses = isIP(hostname) ? [hostname] : await orInterrupted(resolve(hostname), signal);
  const refused = allowPrivateNetwork ? undefined : addresses.find(address => !isPublicAddress(address));
  return refused !== undefined || addresses.length === 0 ? notPublic(url, refused) : addresses;
}

/** Nothing was sent. @param address the address that is not public; undefined if the name has no address */
function notPublic(url: URL, address: string | undefined): FetchFailure {
  const host = safeText(url.hostname, 100);
  const refused = `not requested: ${bareHost(url) === address ? address : `${host} is ${address}, which`} is not a public address`;
  const fix = 'the platform reaches only public addresses; --allow-private-network sends the request anyway';
  return address === undefined ? failure(`${url.hostname} has no address`, fix) : failure(refused, fix, true);
}

const failure = (message: string, fix: string, blocked = false): FetchFailure => ({
  kind: 'failure',
  message,
  fix,
  blocked,
});

/** A lookup that returns the checked addresses, whatever name is looked up. */
const lookupAmong =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map(address => ({ address, family: isIP(address) }));
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };

export interface UntrustedFetchOptions {
  /** Also loopback, private and other addresses that only this machine or network can reach. */
  readonly allowPrivateNetwork: boolean;
  /** The addresses of a host name; default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
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
    const limit = AbortSignal.timeout(timeLimit);
    const signal = AbortSignal.any([interrupted, limit]);
    const started = options.clock.now();
    trace?.(`> GET ${redactUrl(given, 'all')}`);
    try {
      const result = await fetchOnce(url, options, signal);
      const outcome = result.kind === 'response' ? result.status : result.message;
      trace?.(`< ${outcome} after ${options.clock.now() - started} ms`);
      return result;
    } catch (error) {
      if (interrupted.aborted) throw interrupted.reason;
      if (limit.aborted) return tooSlow(url, timeLimit);
      return explainFailure(error, url);
    }
  };
}

async function fetchOnce(url: URL, options: UntrustedFetchOptions, signal: AbortSignal) {
  const addresses = await allowedAddresses(url, options, signal);
  if ('kind' in addresses) return addresses;
  return new Promise<FetchResult>((resolve, reject) => {
    const sent = openRequest(url, addresses, options, signal);
    sent.on('error', reject);
    // Status 101 would hand the connection over to another protocol; here it is a response without a body.
    sent.on('upgrade', (response, socket) => {
      resolve({ ...describeHead(response, options), body: new Uint8Array(), incomplete: undefined });
      socket.destroy();
    });
    sent.on('response', response => {
      // From here on an error is part of the body.
      sent.off('error', reject).on('error', () => {});
      const head = describeHead(response, options);
      readBody(response, options, signal).then(body => {
        sent.destroy();
        if (options.interrupted.aborted) reject(options.interrupted.reason);
        else resolve({ ...head, ...body });
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
      host: url.host,
      'user-agent': `hotelctl/${version}`,
      accept: '*/*',
      'accept-encoding': 'identity',
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

/** Everything but the body. Called when the headers arrive: a connection that has ended has no certificate any more. */
function describeHead(
  response: IncomingMessage,
  { clock }: UntrustedFetchOptions,
): Omit<FetchedResponse, keyof Body> {
  const ends = (response.socket as Partial<TLSSocket>).getPeerCertificate?.()?.valid_to;
  return {
    kind: 'response',
    status: response.statusCode ?? 0,
    headers: response.headersDistinct as Record<string, string[]>,
    receivedAt: clock.now(),
    certificateEnds: ends === undefined ? undefined : Date.parse(ends),
  };
}

const tooSlow = (url: URL, timeLimit: number): FetchFailure =>
  failure(
    `no response from ${safeText(url.host, 100)} within ${secondsText(timeLimit)}`,
    'respond immediately; check that nothing on the network path delays the connection',
  );

/** Explains the network error; a defect of hotelctl is thrown unchanged. */
function explainFailure(error: unknown, url: URL): FetchFailure {
  const known = networkError(error, safeText(url.host, 100));
  if (!(known instanceof HotelctlError)) throw error;
  const { hint } = known.details;
  const withOwn =
    'use a certificate of a public authority, with its whole chain; to test your own certificate, add --ca';
  return failure(known.message, hint === ownAuthority ? withOwn : hint);
}
