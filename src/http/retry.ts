import { TemporaryError } from '../base/errors.ts';
import { isRetried, isUncertain } from '../base/http-status.ts';
import { secondsText } from '../base/text.ts';
import type { HttpLimits, HttpPorts, HttpResponse, Send } from './exchange.ts';
import { NetworkError } from './network-error.ts';

/**
 * A `repeatable` request is attempted up to `limits.maxAttempts` times on a network error and on the statuses of `isRetried`.
 * Another one gets a single attempt, unless it certainly never left this machine. A wait that exceeds the remaining time is not
 * started. `limits.timeout` covers attempts, waits and the reading of the body: see startDeadline.
 */
export function retry(send: Send, { ports, limits, note, onWait }: RetryOptions): Send {
  return async (original, outer) => {
    let request = original;
    const deadline = startDeadline(ports.clock, limits.timeout, new URL(request.url).host);
    const signal = outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal;
    let mayBeDone = false;
    for (let tried = 1; ; tried++) {
      const outcome = await deadline.during(() => send(request, signal).catch(networkError));
      const failed = outcome instanceof NetworkError;
      const now = ports.clock.now();
      const again = failed
        ? outcome.retryable && !deadline.signal.aborted && (request.repeatable || outcome.neverSent)
        : request.repeatable && isRetried(outcome.status);
      const { headers = {} } = failed ? {} : outcome;
      const wait = again ? waitBefore(tried, headers, now, ports.random.fraction()) : 0;
      if (!again || tried >= limits.maxAttempts || wait >= deadline.left) {
        if (failed) throw tried === 1 ? outcome : afterAttempts(outcome, tried, mayBeDone);
        const discard = () => deadline.during(() => outcome.discard());
        return { ...outcome, body: deadline.covering(outcome.body), discard };
      }
      mayBeDone ||= failed ? !outcome.neverSent : isUncertain(outcome.status);
      if (!failed) {
        await deadline.during(() => outcome.discard());
        request = request.renewed?.() ?? request;
      }
      note?.(`* retrying in ${secondsText(wait)} (attempt ${tried + 1} of ${limits.maxAttempts})`);
      onWait?.({
        milliseconds: wait,
        attempt: tried + 1,
        of: limits.maxAttempts,
        cause: failed ? outcome.message : outcome.status,
        host: new URL(request.url).host,
      });
      await deadline.during(() => ports.clock.sleep(wait, signal));
    }
  };
}

export interface RetryOptions {
  readonly ports: HttpPorts;
  readonly limits: HttpLimits;
  /** Receives one line about each wait (`--verbose`). */
  readonly note?: ((line: string) => void) | undefined;
  /** Called before each wait. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
}

export interface RetryWait {
  readonly milliseconds: number;
  /** The next attempt, counted from 1. */
  readonly attempt: number;
  readonly of: number;
  /** The status of the response, or the message of the network error. */
  readonly cause: number | string;
  readonly host: string;
}

/** A network error may be followed by another attempt; any other error ends the request. */
function networkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

/** Without the time that they took, which would make each of many failed requests a separate cause. */
const afterAttempts = (last: NetworkError, tried: number, mayBeDone: boolean) =>
  new TemporaryError(`${last.message} (${tried} attempts)`, {
    ...last.details,
    // The cause says that nothing was sent, which is only true if no earlier attempt was sent.
    cause: mayBeDone ? undefined : last,
  });

/** First back-off, doubled with each attempt. */
const firstWait = 500;
const longestWait = 20_000;

/**
 * Milliseconds to wait: Retry-After, else exponential back-off with full jitter (a random part of 0.5 s, 1 s ... 20 s), so
 * that many clients that failed together do not retry together.
 */
const waitBefore = (tried: number, headers: HttpResponse['headers'], now: number, fraction: number) =>
  retryAfter(headers, now) ?? fraction * Math.min(longestWait, firstWait * 2 ** (tried - 1));

/** Retry-After in seconds or as a date; undefined when it is absent, negative, past or not valid. */
function retryAfter(headers: HttpResponse['headers'], now: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Compared with the response's own Date: this machine's clock may be minutes off.
  const wait = httpDate(value) - (httpDate(headers['date'] ?? '') || now);
  return wait > 0 ? wait : undefined;
}

/** The three forms of RFC 9110, 5.6.7; NaN for anything else, which Date.parse would guess at. */
function httpDate(text: string): number {
  if (/^\w{3,9}, \d\d[ -]\w{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text);
  if (/^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  return Number.NaN;
}

/** How much of a body must arrive before the time limit starts again: at first, then twice as much each time, and at most. */
const firstStretch = 64 << 10;
const longestStretch = 1 << 20;

/** Node's timers fire immediately above this value; 24 days is treated as no limit. */
const longestTimer = 2 ** 31 - 1;

/**
 * The time limit of one request, by the given clock; the alarm that ends a silent connection is a real timer: real time passes
 * while a socket is silent.
 *
 * A body is covered too, although its size is not known: the time left from the attempts is for the first 64 KiB, and
 * each further stretch (128 KiB, 256 KiB ... 1 MiB) gets the whole limit again. So a small response arrives within the
 * limit, a large one may take as long as it keeps arriving, and one that drips fails. Only waiting for bytes counts, so
 * a slow reader does not run out of time.
 */
export function startDeadline(clock: HttpPorts['clock'], limit: number, host: string) {
  const ending = new AbortController();
  /** Milliseconds. */
  let left = limit;
  const expire = () => {
    const hint = 'try again later, or allow more time with --timeout';
    const words = `no complete response from ${host} within ${secondsText(limit)}`;
    ending.abort(new TemporaryError(words, { hint }));
  };
  /** Runs work within the remaining time and subtracts the time that it used. */
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = clock.now();
    const alarm = setTimeout(expire, Math.max(0, Math.min(left, longestTimer)));
    try {
      return await work();
    } finally {
      clearTimeout(alarm);
      // If the clock is set back meanwhile, the remaining time does not grow.
      left -= Math.max(0, clock.now() - started);
    }
  };
  return {
    /** Fires, with a TemporaryError as its reason, if the limit has passed within `during`. */
    signal: ending.signal,
    get left() {
      return left;
    },
    during,
    /** Passes a body on; each wait for bytes is subject to the limit. */
    async *covering(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      const bytes = body[Symbol.asyncIterator]();
      let arrived = 0;
      let stretch = firstStretch;
      try {
        for (;;) {
          const next = await during(() => bytes.next());
          if (next.done) return;
          arrived += next.value.length;
          if (arrived >= stretch) {
            arrived = 0;
            stretch = Math.min(stretch * 2, longestStretch);
            left = limit;
          }
          yield next.value;
        }
      } finally {
        await bytes.return?.();
      }
    },
  };
}
