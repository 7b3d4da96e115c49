import { secondsText } from '../base/duration-text.ts';
import { TemporaryError } from '../base/errors.ts';
import type { HttpPorts } from './exchange.ts';

/** How much of a body must arrive for the time limit to begin again: 64 KiB at first, twice as much each time, then 1 MiB. */
const firstStretch = 64 << 10;
const longestStretch = 1 << 20;

/** Node's timers fire immediately above this; 24 days serve as no limit. */
const longestTimer = 2 ** 31 - 1;

/**
 * The time limit of one request, all its attempts and waits included. It is measured by the clock handed in; the
 * alarm that ends a silent connection is a real timer, because only real time passes while a socket is silent.
 *
 * A body is covered too, although its size is not known: the time left from the attempts is for the first 64 KiB, and
 * each further stretch (128 KiB, 256 KiB ... 1 MiB) has the whole limit again. So a small response arrives within the
 * limit, a large one may take as long as it keeps arriving, and one that drips fails. Only waiting for bytes counts: a
 * slow reader loses nothing.
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
    let stretch = firstStretch;
    try {
      for (;;) {
        const next = await this.during(() => bytes.next());
        if (next.done) return;
        arrived += next.value.length;
        if (arrived >= stretch) {
          arrived = 0;
          stretch = Math.min(stretch * 2, longestStretch);
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
      new TemporaryError(`no complete response from ${this.#host} within ${secondsText(this.#limit)}`, {
        hint: 'try again later, or allow more time with --timeout',
      }),
    );
  }
}
