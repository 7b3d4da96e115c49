import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { InterruptedError, TemporaryError } from '../../src/errors.ts';
import { withLock } from '../../src/lock/lock.ts';
import { makeRealContext } from '../../src/real-context.ts';
import { bundle } from '../bundle.ts';
import { type TestContext, testContext } from '../context.ts';
import { counted } from '../full-counts.ts';

let program: string;
let real: Context;
beforeAll(async () => {
  program = await bundle({ child: 'test/lock/lock-child.ts' });
  real = makeRealContext(program);
});

/** Its lines as they come; killed when the test ends. */
function startChild(context: Context, witness: string, rounds: number, hold = false) {
  const args = [join(program, 'child.cjs'), 'hotel', witness, String(rounds), ...(hold ? ['hold'] : [])];
  const child = spawn(process.execPath, args, {
    env: { HOTELCTL_STATE_DIR: context.folders.state },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function startHolder(context: Context): Promise<ChildProcess> {
  const { child, lines } = startChild(context, randomUUID(), 1, true);
  expect((await lines.next()).value).toBe('in');
  return child;
}

const kill = async (child: ChildProcess) => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

const locksOf = (context: Context) => readdirSync(join(context.folders.state, 'locks'));
const withRealClock = (context: TestContext): Context => ({
  ...context,
  clock: real.clock,
  random: real.random,
});

/** Moves the clock on whenever somebody sleeps, until the work is done. */
async function pass<T>(context: TestContext, work: Promise<T>): Promise<T> {
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  finished.catch(() => {});
  while (!isDone) {
    await Promise.race([context.clock.asleep(), finished.catch(() => {})]);
    await context.clock.advance(100);
  }
  return finished;
}

describe('a lock between processes', () => {
  const entries = counted(200, 1000);
  it(`lets no two in, in ${entries} entries, however many are killed inside`, {
    timeout: 300_000,
  }, async () => {
    const context = testContext();
    const witness = randomUUID();
    let entered = 0;
    let killed = 0;
    // The same kills in each run: every third entry of each worker's own count.
    const worker = async (number: number) => {
      for (let life = 0; entered < entries; life += 1) {
        const { child, lines } = startChild(context, witness, 20);
        const exit = once(child, 'exit');
        const spared = (number + life) % 4;
        for (let own = 0; ; ) {
          const { value, done } = await lines.next();
          if (done) break;
          expect(['in', 'out']).toContain(value);
          if (value !== 'in') continue;
          entered += 1;
          own += 1;
          if (own > spared) {
            killed += 1;
            child.kill('SIGKILL');
          }
        }
        await exit;
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(worker));
    expect(entered).toBeGreaterThanOrEqual(entries);
    expect(killed).toBeGreaterThan(entries / 5);
    // Whoever comes next finds it free and clears what the killed left.
    await withLock('hotel', withRealClock(context), async () => {
      expect(locksOf(context)).toEqual(['hotel']);
    });
    expect(locksOf(context)).toEqual([]);
  });

  it('is had within a second after its holder was killed, 100 times', { timeout: 120_000 }, async () => {
    const context = testContext();
    for (let round = 0; round < 100; round += 1) {
      await kill(await startHolder(context));
      const started = performance.now();
      expect(await withLock('hotel', withRealClock(context), async () => 'had')).toBe('had');
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  it('is never taken from a holder that is stopped, and is had once it goes on', async () => {
    const context = testContext();
    const holder = await startHolder(context);
    holder.kill('SIGSTOP');
    const failure = await pass(
      context,
      withLock('hotel', context, async () => 'robbed'),
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TemporaryError);
    expect((failure as TemporaryError).message).toBe(
      `process ${holder.pid} has held a lock for more than 90 s`,
    );
    const next = withLock('hotel', withRealClock(context), async () => 'had');
    holder.kill('SIGCONT');
    holder.stdin?.end();
    expect(await next).toBe('had');
    expect(locksOf(context)).toEqual([]);
  });

  it('stops waiting when it is interrupted, and leaves nothing', async () => {
    const context = testContext();
    await startHolder(context);
    const waiting = withLock('hotel', context, async () => 'had');
    await context.clock.asleep();
    context.interrupt();
    await expect(waiting).rejects.toBeInstanceOf(InterruptedError);
    expect(locksOf(context)).toEqual(['hotel']);
  });

  it("is given back when the work fails, with the work's own error", async () => {
    const context = testContext();
    const work = withLock('hotel', context, async () => {
      throw new Error('of the work');
    });
    await expect(work).rejects.toThrow('of the work');
    expect(locksOf(context)).toEqual([]);
  });

  it('serves one after the other inside one process, too', async () => {
    const context = testContext();
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await pass(context, Promise.all(Array.from({ length: 10 }, () => withLock('hotel', context, work))));
  });
});

describe("who holds it, by its owner's name", () => {
  const owner = async (changes: { pid?: number; start?: string; boot?: string; space?: string } = {}) => {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).replace(/[^0-9a-f]/g, '');
    const space = (await readlink('/proc/self/ns/pid')).replace(/\D/g, '');
    const start = (await readFile(`/proc/${process.pid}/stat`, 'utf8')).split(' ')[21];
    const all = { pid: process.pid, start, boot, space, ...changes };
    return [all.pid, all.start, all.boot, all.space, 'cafe'].join('-');
  };
  const held = async (file: string) => {
    const context = testContext();
    const place = join(context.folders.state, 'locks/hotel');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, file), '');
    return { context, file: join(place, file) };
  };
  const outcome = async (context: TestContext) =>
    pass(
      context,
      withLock('hotel', context, async () => 'had', { timeout: 5000 }),
    ).catch((error: unknown) => (error as Error).message);

  it('a living process keeps it', async () => {
    const { context } = await held(await owner());
    expect(await outcome(context)).toBe(`process ${process.pid} has held a lock for more than 5 s`);
  });

  it.each([
    ['a later process with the same number', { start: '1' }],
    ['a process that is gone', { pid: 4_194_304 }],
    ['a process from before the last boot', { boot: 'abc' }],
  ])('%s has no claim', async (_, changes) => {
    const { context } = await held(await owner(changes));
    expect(await outcome(context)).toBe('had');
  });

  it('one in another container keeps it for ten minutes', async () => {
    const { context, file } = await held(await owner({ pid: 4_194_304, space: '1' }));
    const minutesAgo = (minutes: number) => utimesSync(file, 0, context.clock.now() / 1000 - minutes * 60);
    minutesAgo(9);
    expect(await outcome(context)).toBe('process 4194304 has held a lock for more than 5 s');
    minutesAgo(11);
    expect(await outcome(context)).toBe('had');
  });

  it('what hotelctl did not make is left alone, with words', async () => {
    const { context, file } = await held('notes.txt');
    expect(await outcome(context)).toBe('something that is not hotelctl has held a lock for more than 5 s');
    expect(await readFile(file, 'utf8')).toBe('');
  });
});
