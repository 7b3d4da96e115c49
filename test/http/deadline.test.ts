import { expect, test } from 'vitest';
import { TemporaryError } from '../../src/base/errors.ts';
import { Deadline } from '../../src/http/deadline.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { retry } from '../../src/http/retry.ts';
import { fakePorts, get, serve, status, textOf, transport } from './serve.ts';

// The servers here are silent for ever, so that the outcome does not depend on how fast anything is.
const limited = (timeout: number) =>
  retry(transport(), { ports: fakePorts().ports, limits: { timeout, maxAttempts: 4 } });

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('went well'),
    (error: unknown) => error as Error,
  );

test('a server that never responds is left when the time limit has passed, and gets no second request', async () => {
  let receive = () => {};
  const received = new Promise<void>(resolve => {
    receive = resolve;
  });
  const server = await serve(status(200), () => receive());
  const send = limited(200);
  // The connection is open, so the second request is written before the time limit can pass.
  await (await send(get(server.url))).discard();
  const error = await failure(send(get(server.url)));
  expect(error).toBeInstanceOf(TemporaryError);
  expect(error.message).toBe(`no complete response from ${new URL(server.url).host} within 0.2 s`);
  await received;
  expect(server.requests).toHaveLength(2);
});

test('a body that stops coming is left when the time is over', async () => {
  const server = await serve((_, response) => response.write('{"total":'));
  const error = await failure(limited(200)(get(server.url)).then(textOf));
  expect(error).toBeInstanceOf(TemporaryError);
  expect(error.message).toMatch(/^no complete response from .* within 0.2 s$/);
});

test('an answer that is dropped is left too', async () => {
  const server = await serve((_, response) => response.write('x'));
  const closed = new Promise(
    resolve => server.requests[0]?.socket.on('close', resolve) ?? resolve(undefined),
  );
  await (await limited(200)(get(server.url))).discard();
  await closed;
});

/** A clock that advances by what each step of the test says. */
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

const body = async (deadline: Deadline, clock: { step(): void }, sizes: number[]) => {
  const left: number[] = [];
  const bytes = (async function* () {
    for (const size of sizes) {
      clock.step();
      yield new Uint8Array(size);
    }
  })();
  for await (const _ of deadline.covering(bytes)) left.push(deadline.left);
  return left;
};

test('small pieces use up the time; 64 KiB give it back, then 128 KiB', async () => {
  const clock = steps(100, 200, 300, 400, 500, 600);
  const deadline = new Deadline(clock, 60_000, 'api.example');
  expect(await body(deadline, clock, [1, 1, 65_534, 10, 65_526, 65_536])).toEqual([
    59_900, 59_700, 60_000, 59_600, 59_100, 60_000,
  ]);
});

test("the reader's own time does not count", async () => {
  const clock = steps(10, 1_000_000, 10);
  const deadline = new Deadline(clock, 60_000, 'api.example');
  const bytes = (async function* () {
    for (let i = 0; i < 2; i++) {
      clock.step();
      yield new Uint8Array(1);
    }
  })();
  const left: number[] = [];
  for await (const _ of deadline.covering(bytes)) {
    left.push(deadline.left);
    clock.step();
  }
  expect(left).toEqual([59_990, 59_980]);
});

test('what the attempts took is gone for the body', async () => {
  const { ports } = fakePorts();
  const signals: AbortSignal[] = [];
  const answers: Partial<HttpResponse>[] = [
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
      return { body: endless, discard: async () => {}, ...answers.shift() } as HttpResponse;
    },
    { ports, limits: { timeout: 59_050, maxAttempts: 4 } },
  );
  // 59 s were waited for, by a clock that takes no time: 50 ms are left for a body that never comes.
  const error = await failure(send(get('https://api.example/')).then(textOf));
  expect(error.message).toBe('no complete response from api.example within 59 s');
});

test('who leaves off reading lets the body close', async () => {
  let closed = false;
  const bytes = (async function* () {
    try {
      for (;;) yield new Uint8Array(1);
    } finally {
      closed = true;
    }
  })();
  for await (const _ of new Deadline(steps(), 60_000, 'api.example').covering(bytes)) break;
  expect(closed).toBe(true);
});

test('no limit is no alarm', async () => {
  const server = await serve(status(200, {}, 'ok'));
  expect(await textOf(await limited(Number.POSITIVE_INFINITY)(get(server.url)))).toBe('ok');
});

test('a clock that is set back gives no time away', async () => {
  const clock = steps(-1_000_000, 100);
  const deadline = new Deadline(clock, 60_000, 'api.example');
  expect(await body(deadline, clock, [1, 1])).toEqual([60_000, 59_900]);
});
