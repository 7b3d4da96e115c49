import { lookup } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { version } from '../base/version.ts';
import { bareHost } from '../http/address.ts';
import { redactUrl } from '../http/trace.ts';
import type { SeenAnswer, Sighting, Visit } from '../platform/integrations/sighting.ts';
import { addressNumber, isPublicAddress } from './public-address.ts';
import { readWithin } from './untrusted-body.ts';
import { failureOf, notPublic, tooSlow } from './untrusted-failure.ts';

export interface CarefulOptions {
  readonly clock: { now(): number };
  /** Ends every look; its reason is what a look rejects with. */
  readonly interrupted: AbortSignal;
  /** Also loopback, private and other addresses that only this machine or network can reach. */
  readonly allowPrivateNetwork: boolean;
  /** Certificate authorities (PEM) trusted besides Node's own. */
  readonly authorities?: readonly string[];
  /** Takes the lines of `--verbose`. */
  readonly trace?: ((line: string) => void) | undefined;
  /** The addresses of a host name; the system's own way without it. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Milliseconds for name, connection and answer together; 10,000 unless told. */
  readonly timeLimit?: number;
  /** Bytes of a body; 1 MB unless told. */
  readonly sizeLimit?: number;
}

const systemResolve = async (hostname: string) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Looks at addresses that strangers chose (a user's argument, a registered integration, the answer of an endpoint):
 * sends no credentials, follows no redirect, reads no more than the limits, and connects to no address but those that
 * it has resolved and found public itself, so that a name can't mean another machine the second time. Goes by no
 * proxy: a proxy would resolve the name again.
 *
 * @returns a Visit that takes https addresses, and http ones for previews of a server on this machine
 */
export function carefulVisit(options: CarefulOptions): Visit {
  const { interrupted, timeLimit = 10_000, trace } = options;
  return async address => {
    interrupted.throwIfAborted();
    const url = new URL(address);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimit);
    const signal = AbortSignal.any([interrupted, limit.signal]);
    const started = options.clock.now();
    trace?.(`> GET ${redactUrl(address, 'all')}`);
    try {
      const sighting = await look(url, options, signal);
      trace?.(
        `< ${sighting.kind === 'answer' ? sighting.status : sighting.words} after ${options.clock.now() - started} ms`,
      );
      return sighting;
    } catch (error) {
      if (interrupted.aborted) throw interrupted.reason;
      if (limit.signal.aborted) return tooSlow(url, timeLimit);
      return failureOf(error, url);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function look(url: URL, options: CarefulOptions, signal: AbortSignal): Promise<Sighting> {
  const hostname = bareHost(url);
  // A literal in any spelling (0x7f.1, 2130706433) has become the usual one in URL.
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, options, signal);
  const refused = options.allowPrivateNetwork
    ? undefined
    : addresses.find(address => !isPublicAddress(address));
  if (refused !== undefined || addresses.length === 0) return notPublic(url, refused);
  return new Promise<Sighting>((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? request : plainRequest)({
      host: hostname,
      port: url.port || undefined,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        'user-agent': `hotelctl/${version}`,
        accept: '*/*',
        'accept-encoding': 'identity',
      },
      // A connection of its own: one that is kept alive would be to an address that was checked for another look.
      agent: false,
      lookup: only(addresses),
      signal,
      rejectUnauthorized: true,
      // NODE_OPTIONS could allow older versions.
      minVersion: 'TLSv1.2',
      ...(isIP(hostname) ? {} : { servername: hostname }),
      ...(options.authorities?.length ? { ca: [...rootCertificates, ...options.authorities] } : {}),
    });
    sent.on('error', reject);
    sent.on('socket', socket => {
      socket.once('connect', () => {
        // The name is not asked twice, so this can't happen; if it does, nothing is sent there.
        if (!isAmong(socket.remoteAddress, addresses)) sent.destroy(new Error('connected elsewhere'));
      });
    });
    sent.on('upgrade', (response, socket) => {
      // Nobody asked for another protocol: the status is all that there is to see.
      socket.destroy();
      resolve({
        kind: 'answer',
        status: response.statusCode ?? 0,
        headers: response.headersDistinct as Record<string, string[]>,
        body: new Uint8Array(),
        incomplete: undefined,
        receivedAt: options.clock.now(),
        certificateEnds: undefined,
      });
    });
    sent.on('response', response => {
      // What breaks from here on is seen in the body.
      sent.off('error', reject).on('error', () => {});
      const receivedAt = options.clock.now();
      const ends = (response.socket as Partial<TLSSocket>).getPeerCertificate?.()?.valid_to;
      readWithin(response, options.sizeLimit ?? 1_000_000, signal, options.timeLimit ?? 10_000).then(
        ({ body, incomplete }): void => {
          sent.destroy();
          const answer: SeenAnswer = {
            kind: 'answer',
            status: response.statusCode ?? 0,
            headers: response.headersDistinct as Record<string, string[]>,
            body,
            incomplete,
            receivedAt,
            certificateEnds: ends === undefined ? undefined : Date.parse(ends),
          };
          if (options.interrupted.aborted) reject(options.interrupted.reason);
          else resolve(answer);
        },
        reject,
      );
    });
    sent.end();
  });
}

/** The system's resolver can't be interrupted; its late answer is dropped. */
async function resolved(
  hostname: string,
  { resolve = systemResolve }: CarefulOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return new Promise((fulfil, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    resolve(hostname).then(fulfil, reject);
  });
}

/** Answers with the addresses that were checked, whatever name is asked for. */
const only = (addresses: readonly string[]): LookupFunction =>
  ((_hostname, options, callback) => {
    const all = addresses.map(address => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  }) as LookupFunction;

const isAmong = (address: string | undefined, addresses: readonly string[]): boolean =>
  addresses.some(one => addressNumber(one) === addressNumber(address ?? ''));
