import { expect, onTestFinished, test, vi } from 'vitest';
import { TemporaryError } from '../../src/base/errors.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { retry, startDeadline } from '../../src/http/retry.ts';
import { failureOf } from '../failure-of.ts';
import { fakePorts, get, serve, status, textOf, transport } from './serve.ts';

const limited = (timeout: number) =>
  retry(transport(), { ports: fakePorts().ports, limits: { timeout, maxAttempts: 4 } });

/** From here on the time limit passes only when the test says so: how fast this machine is makes no difference. */
function stopTheAlarm() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a request without a response ends when its time is over, and is not sent again', async () => {
  stopTheAlarm();
  const server = await serve(() => void vi.advanceTimersByTime(12_000));
  const error = await failureOf(limited(12_000)(get(server.url)), TemporaryError);
  expect(error.message).toBe(`no complete response from ${new URL(server.url).host} within 12 s`);
  expect(server.requests).toHaveLength(1);
});

const turn = () => new Promise(resolve => setImmediate(resolve, 'waiting'));

test('a body that stops arriving ends when its time is over', async () => {
  stopTheAlarm();
  const server = await serve((_, response) => response.write('{"total":'));
  const pieces = (await limited(200)(get(server.url))).body[Symbol.asyncIterator]();
  await pieces.next();
  const reading = failureOf(pieces.next());
  await turn();
  vi.advanceTimersByTime(199);
  expect(await Promise.race([reading, turn()])).toBe('waiting');
  vi.advanceTimersByTime(1);
  const error = await reading;
  expect(error).toBeInstanceOf(TemporaryError);
  expect(error.message).toMatch(/^no complete response from .* within 0.2 s$/);
});

test('a discarded response that does not end is closed when its time is over', async () => {
  stopTheAlarm();
  const server = await serve((_, response) => response.write('x'));
  const response = await limited(200)(get(server.url));
  const closed = new Promise(resolve => server.requests[0]?.socket.on('close', () => resolve('closed')));
  const discarded = response.discard();
  await turn();
  vi.advanceTimersByTime(200);
  await discarded;
  expect(await closed).toBe('closed');
});

/** A clock that advances as each step of the test says. */
const steps = (...milliseconds: number[]) => {
  let now = 0;
  return {
    now: () => now,
    sleep: async () => {},
    step: () => {
      now += milliseconds.shift() ?? 0;
    },
  };
};

/** The time that is left after each piece of these sizes. */
const leftAfter = async (clock: ReturnType<typeof steps>, sizes: number[], read = () => {}) => {
  const deadline = startDeadline(clock, 60_000, 'api.example');
  const left: number[] = [];
  const bytes = (async function* () {
    for (const size of sizes) {
      clock.step();
      yield new Uint8Array(size);
    }
  })();
  for await (const _ of deadline.covering(bytes)) {
    left.push(deadline.left);
    read();
  }
  return left;
};

test('small pieces use up the time; 64 KiB give it back, then 128 KiB', async () => {
  const clock = steps(100, 200, 300, 400, 500, 600);
  const left = [59_900, 59_700, 60_000, 59_600, 59_100, 60_000];
  expect(await leftAfter(clock, [1, 1, 65_534, 10, 65_526, 65_536])).toEqual(left);
});

test("the reader's own time does not count", async () => {
  const clock = steps(10, 1_000_000, 10);
  expect(await leftAfter(clock, [1, 1], () => clock.step())).toEqual([59_990, 59_980]);
});

test('time used by the attempts is not available for the body', async () => {
  const { ports } = fakePorts();
  const signals: AbortSignal[] = [];
  const responses: Partial<HttpResponse>[] = [
    { status: 503, headers: { 'retry-after': '59' } },
    { status: 200, headers: {} },
  ];
  const send = retry(
    async (_, signal) => {
      if (signal) signals.push(signal);
      const endless = (async function* () {
        yield* [];
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      })();
      return { body: endless, discard: async () => {}, ...responses.shift() } as HttpResponse;
    },
    { ports, limits: { timeout: 59_050, maxAttempts: 4 } },
  );
  // 59 s were waited for, by a clock that takes no time: 50 ms are left for a body that never arrives.
  const error = await failureOf(send(get('https://api.example/')).then(textOf));
  expect(error.message).toBe('no complete response from api.example within 59 s');
});

test('a reader that stops early closes the body', async () => {
  let closed = false;
  const bytes = (async function* () {
    try {
      for (;;) yield new Uint8Array(1);
    } finally {
      closed = true;
    }
  })();
  for await (const _ of startDeadline(steps(), 60_000, 'api.example').covering(bytes)) break;
  expect(closed).toBe(true);
});

test('no limit sets no alarm', async () => {
  const server = await serve(status(200, {}, 'ok'));
  expect(await textOf(await limited(Number.POSITIVE_INFINITY)(get(server.url)))).toBe('ok');
});

test('a clock that is set back does not extend the limit', async () => {
  expect(await leftAfter(steps(-1_000_000, 100), [1, 1])).toEqual([60_000, 59_900]);
});
