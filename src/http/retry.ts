import { TemporaryError } from '../base/errors.ts';
import { Deadline, seconds } from './deadline.ts';
import type { HttpRequest, HttpResponse, Send } from './exchange.ts';
import { NetworkError } from './network-error.ts';
import type { HttpLimits, HttpPorts } from './ports.ts';
import { waitBefore } from './retry-after.ts';

/** 499 is the platform's "client closed request" (platform.md, Errors); 429 and 5xx are what they are elsewhere. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 499, 500, 502, 503, 504]);

/**
 * A layer that tries again what may be tried again, within a total time.
 *
 * A `repeatable` request is tried `limits.maxAttempts` times in all on a network error and on 429, 499, 500, 502, 503 and
 * 504. One that is not repeatable gets a single try, unless it certainly never left this machine. A wait that does
 * not fit into the time left is not begun. When the tries are over, a status is handed back as the last answer and
 * a network error is thrown with how often and how long it was tried.
 *
 * `limits.timeout` covers tries, waits and the reading of the body: see Deadline.
 *
 * @param note told in one line about each wait (`--verbose`)
 */
export function retry(
  send: Send,
  {
    ports,
    limits,
    note,
  }: { ports: HttpPorts; limits: HttpLimits; note?: ((line: string) => void) | undefined },
): Send {
  return async (request, outer) => {
    const deadline = new Deadline(ports.clock, limits.timeout, new URL(request.url).host);
    const signal = outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal;
    const started = ports.clock.now();
    for (let tried = 1; ; tried++) {
      const { answer, error } = await deadline.during(() => outcomeOf(send(request, signal)));
      const now = ports.clock.now();
      const again = error ? mayFollow(error, request) : request.repeatable && isTemporary(answer);
      const wait = again ? waitBefore(tried, answer, now, ports.random.fraction()) : 0;
      if (!again || tried >= limits.maxAttempts || wait >= deadline.left) {
        if (answer) return within(deadline, answer);
        throw tried === 1 ? error : givenUp(error, tried, now - started);
      }
      if (answer) await deadline.during(() => answer.discard());
      note?.(`* trying again in ${seconds(wait)} (try ${tried + 1} of ${limits.maxAttempts})`);
      await deadline.during(() => ports.clock.sleep(wait, signal));
    }
  };
}

type Outcome =
  | { readonly answer: HttpResponse; readonly error?: never }
  | { readonly error: NetworkError; readonly answer?: never };

/** Network errors are outcomes to think about; any other error ends the request. */
async function outcomeOf(sent: Promise<HttpResponse>): Promise<Outcome> {
  try {
    return { answer: await sent };
  } catch (error) {
    if (error instanceof NetworkError) return { error };
    throw error;
  }
}

const isTemporary = (answer: HttpResponse): boolean => temporaryStatuses.has(answer.status);

const mayFollow = (error: NetworkError, request: HttpRequest): boolean =>
  error.retryable && (request.repeatable || error.neverSent);

const givenUp = (error: NetworkError, tries: number, took: number): TemporaryError =>
  new TemporaryError(`${error.message} (tried ${tries} times in ${seconds(took)})`, {
    ...error.details,
    cause: error,
  });

const within = (deadline: Deadline, answer: HttpResponse): HttpResponse => ({
  status: answer.status,
  headers: answer.headers,
  body: deadline.covering(answer.body),
  discard: () => deadline.during(() => answer.discard()),
});
