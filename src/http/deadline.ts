import { TemporaryError } from '../base/errors.ts';
import type { HttpPorts } from './ports.ts';

/** As much of a body must arrive in each new stretch of the time limit. */
const stretch = 64 << 10;

/** Node's timers fire at once above this; 24 days are as good as no limit. */
const longestTimer = 2 ** 31 - 1;

/**
 * The time limit of one request, all its tries and waits included. It is measured by the clock handed in; the
 * alarm that ends a silent connection is a real timer, because only real time passes while a socket is silent.
 *
 * A body is covered too, though its size is not known: the time left over from the tries is for the first 64 KiB,
 * and each further 64 KiB get the whole limit anew. So a small answer arrives within the limit, a large one may take
 * as long as it keeps coming, and one that drips a byte a minute fails. Only waiting for bytes counts: a
 * reader that is slow itself loses nothing.
 */
export class Deadline {
  readonly #clock: HttpPorts['clock'];
  readonly #limit: number;
  readonly #host: string;
  readonly #abort = new AbortController();
  #left: number;

  constructor(clock: HttpPorts['clock'], limit: number, host: string) {
    this.#clock = clock;
    this.#limit = limit;
    this.#left = limit;
    this.#host = host;
  }

  /** Fires, with a TemporaryError as its reason, when the limit has passed within `during`. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Milliseconds left. */
  get left(): number {
    return this.#left;
  }

  /** Runs a piece of work on the time that is left and takes what it used away from it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const started = this.#clock.now();
    const alarm = setTimeout(() => this.#expire(), Math.max(0, Math.min(this.#left, longestTimer)));
    try {
      return await work();
    } finally {
      clearTimeout(alarm);
      // A clock that was set back in between gives no time away.
      this.#left -= Math.max(0, this.#clock.now() - started);
    }
  }

  /** Passes a body on, each wait for bytes within the limit. */
  async *covering(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const bytes = body[Symbol.asyncIterator]();
    let arrived = 0;
    try {
      for (;;) {
        const next = await this.during(() => bytes.next());
        if (next.done) return;
        arrived += next.value.length;
        if (arrived >= stretch) {
          arrived = 0;
          this.#left = this.#limit;
        }
        yield next.value;
      }
    } finally {
      await bytes.return?.();
    }
  }

  #expire(): void {
    this.#abort.abort(
      new TemporaryError(`no complete answer from ${this.#host} within ${seconds(this.#limit)}`, {
        hint: 'try again later, or allow more time with --timeout',
      }),
    );
  }
}

/** `0.3 s`, `12 s`. */
export const seconds = (milliseconds: number): string =>
  `${milliseconds < 10_000 ? Math.round(milliseconds / 100) / 10 : Math.round(milliseconds / 1000)} s`;
