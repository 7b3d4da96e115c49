import type { Context } from '../base/context.ts';
import { checkedUrl } from './address.ts';
import { bearer, type TokenSource } from './bearer.ts';
import type { HttpLimits, HttpPorts, Send } from './exchange.ts';
import { type RetryWait, retry } from './retry.ts';
import { trace } from './trace.ts';

export interface HttpOptions {
  readonly ports: HttpPorts;
  readonly limits: HttpLimits;
  /** Proxies and certificate settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends every request and every wait; they throw its reason. */
  readonly interrupted: Context['interrupted'];
  /** Receives the lines of `--verbose`, one each, without a line feed. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Called before each wait for the next attempt. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  readonly token?: TokenSource | undefined;
  /** Origins that the token was made for, as URL.origin writes them; also those whose query values may be traced. */
  readonly origins?: readonly string[] | undefined;
  /** The number of connections to one origin; as many as concurrent requests. */
  readonly connections?: number | undefined;
}

/**
 * The HTTP client: `retry(bearer(trace(transport)))`. Close it at the end, because open connections keep the process
 * alive.
 */
export interface Http {
  readonly send: Send;
  close(): Promise<void>;
}

export function createHttp(options: HttpOptions): Http {
  const { ports, limits, env, interrupted, trace: note, onWait, token, origins = [], connections } = options;
  // Loaded with the first request: many commands end before one, and errors should appear quickly.
  let loading: Promise<import('./transport.ts').Transport> | undefined;
  const transport = () =>
    (loading ??= import('./transport.ts').then(module =>
      module.createTransport({ env, ...(connections ? { connections } : {}) }),
    ));
  const wire: Send = async (request, signal) => (await transport()).send(request, signal);
  const traced = note ? trace(wire, { write: note, clock: ports.clock, origins }) : wire;
  const layered = retry(bearer(traced, { token, origins }), { ports, limits, note, onWait });
  return {
    send: async (request, signal) => {
      // Checked before the layers, so that a refused URL does not even request a token.
      checkedUrl(request.url, env);
      return layered(request, signal ? AbortSignal.any([signal, interrupted]) : interrupted);
    },
    close: async () => (await loading)?.close(),
  };
}
