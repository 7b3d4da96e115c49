import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../src/base/context.ts';
import { TemporaryError } from '../../src/base/errors.ts';
import { withLock } from '../../src/base/lock.ts';
import { makeRealContext } from '../../src/start/real-context.ts';
import { bundle } from '../bundle.ts';
import { type TestContext, testContext } from '../context.ts';
import { failureOf } from '../failure-of.ts';
import { counted } from '../full-counts.ts';
import { pass } from './pass.ts';

let program: string;
let real: Context;
beforeAll(async () => {
  program = await bundle({ child: 'test/base/lock-child.ts' });
  real = makeRealContext(program);
});

/** Its lines as they arrive; killed when the test ends. */
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
const withRealClock = (context: TestContext): Context => {
  const { clock, random } = real;
  return { ...context, clock, random };
};

describe('a lock between processes', () => {
  const entries = counted(48, 1000);
  it(`never has two owners, in ${entries} entries, however many processes are killed inside`, {
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
    // The next process finds it free and removes what the killed ones left.
    await withLock('hotel', withRealClock(context), async () => {
      expect(locksOf(context)).toEqual(['hotel']);
    });
    expect(locksOf(context)).toEqual([]);
  });

  const kills = counted(4, 100);
  it(`is acquired without waiting after its owner was killed, ${kills} times`, {
    timeout: 120_000,
  }, async () => {
    const context = testContext();
    const sleep = async () => expect.fail('waited for a process that has ended');
    for (let round = 0; round < kills; round += 1) {
      await kill(await startHolder(context));
      const own = { ...withRealClock(context), clock: { ...real.clock, sleep } };
      expect(await withLock('hotel', own, async () => 'acquired')).toBe('acquired');
    }
  });

  it('is never taken from an owner that is stopped, and is acquired after it continues', async () => {
    const context = testContext();
    const holder = await startHolder(context);
    holder.kill('SIGSTOP');
    const robbing = withLock('hotel', context, async () => 'robbed');
    const { message } = await failureOf(pass(context, robbing), TemporaryError);
    expect(message).toBe(`process ${holder.pid} has held a lock for more than 90 s`);
    const next = withLock('hotel', withRealClock(context), async () => 'had');
    holder.kill('SIGCONT');
    holder.stdin?.end();
    expect(await next).toBe('had');
    expect(locksOf(context)).toEqual([]);
  });
});
