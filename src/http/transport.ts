import { isIP } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { version } from '../base/version.ts';
import { bareHost, checkedUrl } from './address.ts';
import type { HttpResponse, Send } from './exchange.ts';
import { brokenBody, networkError } from './network-error.ts';
import { mendParser } from './parser-mend.ts';
import { proxyFor } from './proxy.ts';

/**
 * The only file that knows undici: sends one request and gives back what came. No retry, no redirect, no deadline:
 * the layers above own those. One pool of kept-alive connections for each origin.
 */
export interface Transport {
  /**
   * @throws UsageError before anything is sent, when the address or a proxy setting is refused;
   * NetworkError (temporary) when no answer came; UndocumentedResponseError when it is no HTTP or its header is too
   * large; the signal's own reason when it fires.
   */
  readonly send: Send;
  /** Closes every connection, in use or not, so that the process can end. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Connections to one origin at a time; 8 unless told. */
  readonly connections?: number;
}

/** The platform's headers are a few hundred bytes; this is as much of one answer's header as is read. */
const largestHeader = 32 << 10;
/** An unreachable address gives up early enough that the deadline leaves room for another try. */
const connectTimeout = 10_000;
/** What is read and dropped to keep a connection; closing it is cheaper than reading more. */
const worthDraining = 64 << 10;

/**
 * After the first answer Node 20's V8 begins to optimise undici's HTTP parser (WebAssembly), which takes 70 ms, and
 * the process can't end before that is done: half the time of a small report. The baseline code reads 200 MB and
 * 3,000 small answers as fast, so the optimising is put off. Other V8s are left alone: they need not know the flag.
 */
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--wasm-tiering-budget=2000000000');

mendParser();

export function createTransport({ env, connections = 8 }: TransportOptions): Transport {
  const pools = new Map<string, Promise<Dispatcher>>();

  const options = {
    connections,
    allowH2: false,
    maxHeaderSize: largestHeader,
    // The deadline of the layer above ends a silent connection; a second clock here would cut `--timeout` short.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const tls = { rejectUnauthorized: true, timeout: connectTimeout };

  const open = async (origin: string, proxy: URL | undefined): Promise<Dispatcher> => {
    if (!proxy) return new Pool(origin, { ...options, connect: tls });
    const [{ default: ProxyAgent }, { default: connect }] = await Promise.all([
      import('undici/lib/dispatcher/proxy-agent.js'),
      import('undici/lib/api/api-connect.js'),
    ]);
    // The agent names even a proxy without a name in its handshake, and Node would tell the person so.
    if (isIP(bareHost(proxy)) > 0) process.noDeprecation = true;
    return new ProxyAgent({
      ...options,
      uri: proxy.href,
      requestTls: tls,
      proxyTls: tls,
      // The agent asks its connection to the proxy for a method that only undici's index attaches.
      clientFactory: (address, settings) => Object.assign(new Pool(address, settings), { connect }),
    });
  };

  const send: Send = async (message, signal) => {
    const url = checkedUrl(message.url, env);
    const proxy = proxyFor(url, env);
    signal?.throwIfAborted();
    const pool = pools.get(url.origin) ?? open(url.origin, proxy);
    pools.set(url.origin, pool);
    try {
      const answer = await request.call(await pool, {
        origin: url.origin,
        path: url.pathname + url.search,
        method: message.method,
        headers: {
          'user-agent': `hotelctl/${version}`,
          'accept-encoding': 'gzip, deflate, br',
          ...message.headers,
        },
        body: message.body ?? null,
        signal: signal ?? null,
      });
      return responseOf(answer, url.host, signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw networkError(error, url.host, proxy?.host);
    }
  };

  return {
    send,
    close: async () => {
      const opened = await Promise.all(pools.values());
      pools.clear();
      await Promise.all(opened.map(pool => pool.destroy()));
    },
  };
}

function responseOf(
  answer: Dispatcher.ResponseData,
  host: string,
  signal: AbortSignal | undefined,
): HttpResponse {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const { body, statusCode: status } = answer;
  let reading = false;
  return {
    status,
    headers,
    body: {
      async *[Symbol.asyncIterator]() {
        reading = true;
        const codings = codingsOf(headers['content-encoding']);
        try {
          if (codings.length === 0) yield* body;
          else yield* (await import('./inflate.ts')).inflate(body, codings);
          await connectionFreed();
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          throw brokenBody(error, host);
        }
      },
    },
    discard: async () => {
      // Reading that was broken off has closed the stream already.
      if (reading) body.destroy();
      else await body.dump({ limit: worthDraining }).then(connectionFreed, () => {});
    },
  };
}

/** undici takes a connection back a turn after the body's end; a request before that would open another one. */
const connectionFreed = () => new Promise<void>(resolve => setImmediate(resolve));

const codingsOf = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '' && coding !== 'identity');
