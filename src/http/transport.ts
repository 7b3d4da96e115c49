import { TemporaryError } from '../base/errors.ts';
import { ensureEntry } from '../base/text.ts';
import { version } from '../base/version.ts';
import { checkedUrl } from './address.ts';
import { createConnector, proxyFor } from './connector.ts';
import type { Send } from './exchange.ts';
import { brokenBody, NetworkError, networkError } from './network-error.ts';
import { createPool, type Dispatched, dispatch } from './undici.ts';

const ownHeaders = { 'user-agent': `hotelctl/${version}`, 'accept-encoding': 'gzip, br' };

/** How much of a discarded body is read to keep the connection; closing it is cheaper than reading more. */
const worthDraining = 64 << 10;

export type Transport = ReturnType<typeof createTransport>;

/** Sends one request: retries, redirects and deadlines are of the layers above. Each origin has one pool of connections. */
export function createTransport(env: Readonly<Record<string, string | undefined>>, connections = 8) {
  const open = (origin: string, proxy: URL | undefined) => {
    const connector = createConnector(proxy);
    return { connector, pool: createPool(origin, connections, connector.connect) };
  };
  const origins = new Map<string, ReturnType<typeof open>>();

  /**
   * @throws UsageError before anything is sent, if the URL or a proxy setting is refused; NetworkError (temporary) if
   * there was no response; UndocumentedResponseError if it is not valid HTTP or its header is too large; the signal's
   * own reason when it fires, as the cause of a NetworkError if nothing was sent.
   */
  const send: Send = async (message, signal) => {
    const url = checkedUrl(message.url, env);
    const proxy = proxyFor(url, env);
    signal?.throwIfAborted();
    const { pool } = ensureEntry(origins, url.origin, origin => open(origin, proxy));
    let sending = false;
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: message.method,
      headers: { ...ownHeaders, ...message.headers },
      body: message.body ?? null,
    };
    try {
      const response = await dispatch(pool, request, signal, () => {
        sending = true;
      });
      return makeResponse(response, url.host, signal);
    } catch (error) {
      if (signal?.aborted) throw sending ? signal.reason : neverSent(signal.reason);
      throw networkError(error, url.host, proxy?.host, !sending);
    }
  };

  return {
    send,
    /** Closes every connection, in use or not, so that the process can end. */
    close: async () => {
      const all = [...origins.values()];
      origins.clear();
      for (const { connector } of all) connector.close();
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}

/** A deadline that passes before anything was sent has certainly changed nothing; an interruption stays an interruption. */
const neverSent = (reason: unknown): unknown =>
  reason instanceof TemporaryError
    ? new NetworkError(`${reason.message}; nothing was sent`, {
        hint: reason.details.hint,
        cause: reason,
        neverSent: true,
      })
    : reason;

function makeResponse({ body, status, missing, ...head }: Dispatched, host: string, signal?: AbortSignal) {
  const join = (value: string | string[] = '') => (Array.isArray(value) ? value.join(', ') : value);
  const headers = Object.fromEntries(
    Object.entries(head.headers).map(([name, value]) => [name, join(value)]),
  );
  let reading = false;
  return {
    status,
    headers,
    missing,
    body: {
      async *[Symbol.asyncIterator]() {
        reading = true;
        const codings = parseCodings(headers['content-encoding']);
        try {
          const bytes = codings.length === 0 ? body : (await import('./inflate.ts')).inflate(body, codings);
          for await (const chunk of bytes) {
            // The end of a body may have arrived, and may be inflated, long before it is read.
            signal?.throwIfAborted();
            yield chunk;
          }
          await connectionReleased();
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          throw brokenBody(error, host);
        }
      },
    },
    discard: async () => {
      // A reader that stopped early has closed the stream already.
      if (reading) body.destroy();
      else await drained(body, headers['content-length']).then(connectionReleased, () => {});
    },
  };
}

/** Reads the rest of a body; closes the connection if that is more than it is worth. */
async function drained(body: Dispatched['body'], length: string | undefined): Promise<void> {
  let left = worthDraining;
  if (Number(length) > left) body.destroy();
  else {
    for await (const chunk of body) {
      left -= chunk.length;
      if (left < 0) return;
    }
  }
}

/** undici reuses a connection one turn of the event loop after the body's end; a request before that would open another. */
const connectionReleased = () => new Promise<void>(resolve => setImmediate(resolve));

const parseCodings = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '' && coding !== 'identity');
