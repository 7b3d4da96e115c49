import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** A response whose header has arrived. The body is received only as fast as it is read. */
export interface Dispatched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
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
    /** Bytes of the body that have not arrived; not a number if the host does not declare its length. */
    let missing = Number.NaN;
    const abort = () => {
      // Immediately: undici itself reacts only once it is connected.
      reject(signal?.reason);
      if (body) body.destroy(signal?.reason);
      else controller?.abort(signal?.reason);
    };
    const end = () => {
      isComplete = true;
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort, { once: true });
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
        resolve({ status, headers, body });
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
