import { secondsText } from '../base/duration-text.ts';
import { TemporaryError } from '../base/errors.ts';
import type { HttpPorts } from './exchange.ts';

/**
 * How much of a body must arrive before the time limit starts again: 64 KiB at first, twice as much each time, then 1
 * MiB.
 */
const firstStretch = 64 << 10;
const longestStretch = 1 << 20;

/** Node's timers fire immediately above this value; 24 days is treated as no limit. */
const longestTimer = 2 ** 31 - 1;

/**
 * The time limit of one request, including all attempts and waits. It is measured with the given clock; the alarm that
 * ends a silent connection is a real timer, because only real time passes while a socket is silent.
 *
 * A body is covered too, although its size is not known: the time left from the attempts is for the first 64 KiB, and
 * each further stretch (128 KiB, 256 KiB ... 1 MiB) gets the whole limit again. So a small response arrives within the
 * limit, a large one may take as long as it keeps arriving, and one that drips fails. Only waiting for bytes counts, so
 * a slow reader does not run out of time.
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

  /** Fires, with a TemporaryError as its reason, if the limit has passed within `during`. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Milliseconds left. */
  get left(): number {
    return this.#left;
  }

  /** Runs work within the remaining time and subtracts the time that it used. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const started = this.#clock.now();
    const alarm = setTimeout(() => this.#expire(), Math.max(0, Math.min(this.#left, longestTimer)));
    try {
      return await work();
    } finally {
      clearTimeout(alarm);
      // If the clock is set back meanwhile, the remaining time does not grow.
      this.#left -= Math.max(0, this.#clock.now() - started);
    }
  }

  /** Passes a body on; each wait for bytes is subject to the limit. */
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
