import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Duplex, Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import type { buildConnector, Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { onAbort } from '../base/context.ts';

/**
 * The adapter for undici: everything that hotelctl uses of it, including private parts. The build fails if the
 * installed version differs from the one named here; docs/decisions.md explains why each part is needed.
 *
 * @private-parts undici 7.30.2
 */

/** The platform's headers are a few hundred bytes; a longer response header is refused. */
const largestHeader = 32 << 10;

/**
 * After the first response Node 20's V8 optimizes undici's HTTP parser (WebAssembly), which takes 70 ms and delays the
 * exit of the process: half the time of a small report. It also takes 30 MB, a third of the memory of a large export.
 * The baseline code reads 1 GB and 3,000 small responses as fast, so the parser stays as it is. Other versions of V8
 * may not have the flags.
 */
if (/^11\./.test(process.versions.v8)) setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');

export const createPool = (origin: string, connections: number, connect: buildConnector.connector) =>
  new Pool(origin, {
    connections,
    connect,
    allowH2: false,
    maxHeaderSize: largestHeader,
    // The deadline of the retry layer ends a silent connection; a second timer here would cut `--timeout` short.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

const connected = 'undici:client:connected';

interface Parser {
  paused: boolean;
  readonly socket: Duplex;
  readonly llhttp: { llhttp_resume(parser: unknown): void };
  readonly ptr: unknown;
  resume(): void;
  finish(): Error | null;
  onHeadersComplete(status: number, ...others: unknown[]): number;
}

/**
 * undici 7 pauses its parser while a body's reader is behind. If the host ends the connection then, `Parser.finish`
 * throws inside a socket event, where nothing can catch it, and the process dies with a stack trace (nodejs/undici
 * issue 5360, fixed in undici 8, which needs Node 22). A paused parser must resume before it can finish. The class is
 * not exported, so it is patched when the first connection gives access to an instance.
 */
function patchParser(message: unknown): void {
  const { socket } = message as { socket?: Record<symbol, unknown> };
  const parser = socket?.[symbols.kParser] as Parser | undefined;
  // Node's own fetch announces its connections on the same channel.
  if (!parser) return;
  unsubscribe(connected, patchParser);
  const prototype = Object.getPrototypeOf(parser) as Parser;
  const { finish, onHeadersComplete } = prototype;
  // undici skips every interim response but 100, with which some hosts respond to each POST: that one broke the connection.
  prototype.onHeadersComplete = function (this: Parser, status, ...others) {
    return onHeadersComplete.call(this, status === 100 ? 102 : status, ...others);
  };
  prototype.finish = function (this: Parser) {
    // Each turn passes on the bytes that the socket still holds, until none are left; the reader's buffer takes them.
    while (this.paused && !this.socket.destroyed && this.socket.readableLength > 0) this.resume();
    if (this.paused && !this.socket.destroyed) this.resume();
    // A body that ends with its connection: the reader's buffer is full and has paused the parser again, but nothing is left.
    if (this.paused && !this.socket.destroyed) this.llhttp.llhttp_resume(this.ptr);
    // A destroyed socket delivers nothing more: the body ends with what has arrived.
    this.paused = false;
    return finish.call(this);
  };
}

subscribe(connected, patchParser);

/** A response whose header has arrived. The body is received only as fast as it is read. */
export interface Dispatched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
  /** Bytes of the body, compressed or not, that have not arrived; not a number if the host does not declare its length. */
  readonly missing: () => number;
}

/** How much of a body is kept for a reader who is behind, in bytes. */
const readAhead = 64 << 10;

/**
 * Sends one request with undici's `Dispatcher.dispatch`. undici's `request` would do the same, and loads helpers for bodies
 * that hotelctl does not use.
 *
 * @param onSending called before the first byte of the request is written; until then nothing has left this machine
 * @returns once the header of the response has arrived. Rejects with undici's error, or with the signal's reason; a body
 * that is not read to its end closes the connection
 */
export function dispatch(
  pool: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal | undefined,
  onSending: () => void,
): Promise<Dispatched> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let body: Readable | undefined;
    let isComplete = false;
    let missing = Number.NaN;
    const abort = () => {
      // Immediately: undici itself reacts only once it is connected.
      reject(signal?.reason);
      if (body) body.destroy(signal?.reason);
      else controller?.abort(signal?.reason);
    };
    const release = onAbort(signal, abort);
    const end = () => {
      isComplete = true;
      release();
    };
    pool.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (signal?.aborted) abort();
        else onSending();
      },
      onResponseStart(_, status, headers) {
        // An interim response; the final one follows.
        if (status < 200) return;
        missing = Number(headers['content-length']);
        body = new Readable({
          highWaterMark: readAhead,
          read: () => controller?.resume(),
          destroy(error, done) {
            if (!isComplete) controller?.abort(error ?? new Error('the rest of the body is not needed'));
            done(error);
          },
        });
        // Its reader gets the error. Without a listener, an error that comes before there is a reader would end the process.
        body.on('error', () => {});
        resolve({ status, headers, body, missing: () => missing });
      },
      onResponseData(_, chunk) {
        missing -= chunk.length;
        // The last byte does not wait for the reader: a host that closed the connection meanwhile would make the body incomplete.
        if (body?.push(chunk) === false && missing !== 0) controller?.pause();
      },
      onResponseEnd() {
        end();
        body?.push(null);
      },
      onResponseError(_, error) {
        end();
        reject(error);
        body?.destroy(error);
      },
    });
  });
}
