import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { bareHost } from './address.ts';
import { ProxyRefusal } from './network-error.ts';

/** What undici passes to a function that opens connections. */
interface ConnectOptions {
  readonly hostname: string;
  /** With the port, if it is not the protocol's default. */
  readonly host?: string;
  readonly protocol: string;
  readonly port: string;
}

export type Connect = (
  options: ConnectOptions,
  callback: (error: Error | null, socket: Socket | null) => void,
) => void;

export interface Connector {
  readonly connect: Connect;
  /** Ends attempts that are still in progress; finished connections belong to their pool. */
  close(): void;
}

/** Fails early enough for an unreachable address that the deadline leaves time for another attempt. */
const connectTimeout = 10_000;

/**
 * Opens connections to one origin, directly or through a proxy's tunnel. Name lookup, TCP, CONNECT and TLS together
 * take at most ten seconds. TLS is 1.2 or later and certificates are verified, whatever NODE_OPTIONS say.
 */
export function createConnector(proxy: URL | undefined): Connector {
  const closing = new AbortController();
  return {
    connect: (options, callback) => {
      const attempt = new AbortController();
      const timer = setTimeout(() => attempt.abort(timedOut()), connectTimeout);
      const signal = AbortSignal.any([attempt.signal, closing.signal]);
      open(options, proxy, signal)
        .finally(() => clearTimeout(timer))
        .then(
          socket => callback(null, socket),
          error => callback(error, null),
        );
    },
    close: () => closing.abort(timedOut()),
  };
}

const timedOut = () => Object.assign(new Error('connect'), { code: 'ETIMEDOUT', syscall: 'connect' });

async function open(
  { hostname, protocol, port }: ConnectOptions,
  proxy: URL | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const target = { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  if (!proxy) return protocol === 'https:' ? openTls(target, signal) : openTcp(target, signal);
  const place = { hostname: bareHost(proxy), port: Number(proxy.port) || defaultPort(proxy) };
  const toProxy = await (proxy.protocol === 'https:' ? openTls(place, signal) : openTcp(place, signal));
  const tunnel = await openTunnel(toProxy, proxy, target, signal);
  return protocol === 'https:' ? openTls(target, signal, tunnel) : tunnel;
}

interface Place {
  readonly hostname: string;
  readonly port: number;
}

const defaultPort = ({ protocol }: URL) => (protocol === 'https:' ? 443 : 80);

const openTcp = ({ hostname, port }: Place, signal: AbortSignal) =>
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
function ready<T extends Socket>(
  socket: T,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(signal.reason);
    // A socket can end without an error, for instance when a proxy closes the tunnel during the TLS handshake.
    const closed = () => reject(closedEarly());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    socket
      .once('error', reject)
      .once('close', closed)
      .once(event, () => {
        signal.removeEventListener('abort', abort);
        socket.off('error', reject).off('close', closed);
        resolve(socket);
      });
  });
}

const closedEarly = () =>
  Object.assign(new Error('connection closed early'), { code: 'ECONNRESET', syscall: 'connect' });

/** CONNECT (RFC 9110, 9.3.6). Any response but a 2xx is a refusal, an interim 1xx included. */
async function openTunnel(
  toProxy: Socket,
  proxy: URL,
  { hostname, port }: Place,
  signal: AbortSignal,
): Promise<Socket> {
  const { request } = await import('node:http');
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      toProxy.destroy();
      reject(error);
    };
    const abort = () => fail(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...credentialsOf(proxy) },
      createConnection: () => toProxy,
    })
      .once('connect', ({ statusCode = 0 }, socket, head) => {
        signal.removeEventListener('abort', abort);
        if (statusCode < 200 || statusCode > 299) return fail(new ProxyRefusal(statusCode));
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket);
      })
      .once('error', fail)
      .end();
  });
}

function credentialsOf({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (!username && !password) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
