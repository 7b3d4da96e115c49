import { BlockList, isIP, type Socket, connect as tcpConnect } from 'node:net';
import type { buildConnector } from 'undici';
import { onAbort } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { uriDecoded } from '../base/text.ts';
import { bareHost, isLoopback } from './address.ts';
import { ProxyRefusal } from './network-error.ts';

/** Fails early enough for an unreachable address that the deadline leaves time for another attempt. */
const connectTimeout = 10_000;

/**
 * Opens connections to one origin, directly or through a proxy's tunnel. Name lookup, TCP, CONNECT and TLS together
 * take at most ten seconds. TLS is 1.2 or later and certificates are verified, whatever NODE_OPTIONS say.
 */
export function createConnector(proxy: URL | undefined) {
  const closing = new AbortController();
  const connect: buildConnector.connector = (options, callback) => {
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(timedOut()), connectTimeout);
    const signal = AbortSignal.any([attempt.signal, closing.signal]);
    open(options, proxy, signal)
      .finally(() => clearTimeout(timer))
      .then(
        socket => callback(null, socket),
        error => callback(error, null),
      );
  };
  /** Ends attempts that are still in progress; finished connections belong to their pool. */
  return { connect, close: () => closing.abort(timedOut()) };
}

const timedOut = () => Object.assign(new Error('connect'), { code: 'ETIMEDOUT', syscall: 'connect' });

async function open(
  { hostname, protocol, port }: buildConnector.Options,
  proxy: URL | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const target = { hostname, port: Number(port) || defaultPort(protocol) };
  if (!proxy) return protocol === 'https:' ? openTls(target, signal) : openTcp(target, signal);
  const place = { hostname: bareHost(proxy), port: Number(proxy.port) || defaultPort(proxy.protocol) };
  const toProxy = await (proxy.protocol === 'https:' ? openTls(place, signal) : openTcp(place, signal));
  const tunnel = await openTunnel(toProxy, proxy, target, signal);
  return protocol === 'https:' ? openTls(target, signal, tunnel) : tunnel;
}

interface Place {
  readonly hostname: string;
  readonly port: number;
}

const defaultPort = (protocol: string) => (protocol === 'https:' ? 443 : 80);

export const openTcp = ({ hostname, port }: Place, signal: AbortSignal) =>
  ready(tcpConnect({ host: hostname, port, keepAlive: true, noDelay: true }), 'connect', signal);

async function openTls({ hostname, port }: Place, signal: AbortSignal, tunnel?: Socket): Promise<Socket> {
  const { connect, DEFAULT_MIN_VERSION } = await import('node:tls');
  signal.throwIfAborted();
  const socket = connect({
    ...(tunnel ? { socket: tunnel } : { port }),
    host: hostname,
    // A server name is never an IP address (RFC 6066).
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    rejectUnauthorized: true,
    minVersion: DEFAULT_MIN_VERSION === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
  });
  socket.setKeepAlive(true, 60_000).setNoDelay(true);
  return ready(socket, 'secureConnect', signal);
}

/** The socket once it is connected; destroyed if the attempt fails or is aborted. */
function ready<T extends Socket>(socket: T, event: 'connect' | 'secureConnect', signal: AbortSignal) {
  return new Promise<T>((resolve, reject) => {
    // A socket can end without an error, for instance when a proxy closes the tunnel during the TLS handshake.
    const early = { code: 'ECONNRESET', syscall: 'connect' };
    const closed = () => reject(Object.assign(new Error('connection closed early'), early));
    const release = onAbort(signal, () => socket.destroy(signal.reason));
    socket
      .once('error', reject)
      .once('close', closed)
      .once(event, () => {
        release();
        socket.off('error', reject).off('close', closed);
        resolve(socket);
      });
  });
}

/** CONNECT (RFC 9110, 9.3.6). Any response but a 2xx is a refusal, an interim 1xx included. */
async function openTunnel(toProxy: Socket, proxy: URL, { hostname, port }: Place, signal: AbortSignal) {
  const { request } = await import('node:http');
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  return new Promise<Socket>((resolve, reject) => {
    const fail = (error: Error) => {
      toProxy.destroy();
      reject(error);
    };
    if (signal.aborted) return fail(signal.reason);
    const release = onAbort(signal, () => fail(signal.reason));
    const headers = { host: authority, ...makeCredentials(proxy) };
    request({ method: 'CONNECT', path: authority, headers, createConnection: () => toProxy })
      .once('connect', ({ statusCode = 0 }, socket, head) => {
        release();
        if (statusCode < 200 || statusCode > 299) return fail(new ProxyRefusal(statusCode));
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket);
      })
      .once('error', fail)
      .end();
  });
}

function makeCredentials({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (!username && !password) return {};
  const credentials = `${uriDecoded(username)}:${uriDecoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/**
 * The proxy, as of curl and gh: HTTPS_PROXY for https, HTTP_PROXY for http, lower case first; NO_PROXY lists exceptions;
 * this machine's own addresses are always reached directly.
 *
 * @throws UsageError if the setting is not the URL of an HTTP proxy
 */
export function proxyFor(url: URL, env: Readonly<Record<string, string | undefined>>): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const setting = env[name.toLowerCase()] || env[name];
  if (!setting || isLoopback(url.hostname)) return undefined;
  if (isException(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  const text = setting.includes('://') ? setting : `http://${setting}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (!proxy?.hostname || !/^https?:$/.test(proxy.protocol)) {
    // The setting is not shown, because it may contain a password.
    throw new UsageError(`${name} is not the address of an HTTP proxy`, {
      hint: `set ${name} to something like http://proxy.example:3128, or unset it`,
    });
  }
  return proxy;
}

/** NO_PROXY: `*`, a domain (its subdomains too), an address, a range in CIDR notation, each with or without a port. */
function isException(url: URL, list: string): boolean {
  const host = bareHost(url).replace(/\.$/, '');
  const port = url.port || String(defaultPort(url.protocol));
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInRange(host, entry);
      const [, bracketed, name = bracketed ?? '', entryPort] =
        isIP(entry) === 6
          ? [entry, entry]
          : (/^(?:\[([^\]]+)\]|\*?\.?([^:]*?))\.?(?::(\d+))?$/.exec(entry) ?? []);
      if (!name || (entryPort && entryPort !== port)) return false;
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
    });
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const version = isIP(network);
  const longest = version === 6 ? 128 : 32;
  if (version === 0 || isIP(host) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > longest) return false;
  const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const addresses = new BlockList();
  addresses.addSubnet(network, Number(bits), family(network));
  return addresses.check(host, family(host));
}
