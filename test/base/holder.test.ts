import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTime } from '../../src/base/atomic-file.ts';
import type { Context } from '../../src/base/context.ts';
import { OutputError, TemporaryError } from '../../src/base/errors.ts';
import { isLocked, unusableFolder, withLock } from '../../src/base/lock.ts';
import { type TestContext, testContext } from '../context.ts';
import { failureOf } from '../failure-of.ts';
import { pass } from './pass.ts';

/** The lock from the view of one process: taken, released, held by others by name, left by dead owners. */
const locks = (context: TestContext) => join(context.folders.state, 'locks');
const locksOf = (context: TestContext) => readdirSync(locks(context)).sort();

/** The file name of an owner; by default of this process. */
async function owner(
  changes: { pid?: number; start?: string; boot?: string; space?: string } = {},
): Promise<string> {
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).replace(/[^0-9a-f]/g, '');
  const space = (await readlink('/proc/self/ns/pid')).replace(/\D/g, '');
  const start = (await readFile(`/proc/${process.pid}/stat`, 'utf8')).split(' ')[21];
  const all = { pid: process.pid, start, boot, space, ...changes };
  return [all.pid, all.start, all.boot, all.space, 'cafe'].join('-');
}
const gone = { pid: 4_194_304 };

/** A context in which the lock is held by a file of this name. */
function held(file: string) {
  const context = testContext();
  const place = join(locks(context), 'hotel');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, file), '');
  return { context, place, file: join(place, file) };
}
/** Takes the lock, and releases it again. */
const take = (context: Context, options: Parameters<typeof withLock>[3] = {}) =>
  withLock('hotel', context, async () => 'had', options);
/** The same while time passes: what it returns, or its message. */
const outcome = (context: TestContext, options: Parameters<typeof take>[1] = { timeout: 5000 }) =>
  pass(context, take(context, options)).catch((error: unknown) => (error as Error).message);

it('whether a lock is held can be seen without taking it: only while its owner lives', async () => {
  const context = testContext();
  expect(await isLocked('hotel', context)).toBe(false);
  await withLock('hotel', context, async () => {
    expect([await isLocked('hotel', context), await isLocked('other', context)]).toEqual([true, false]);
  });
  expect(await isLocked('hotel', context)).toBe(false);
  const left = held(await owner(gone));
  expect([await isLocked('hotel', left.context), readdirSync(left.place).length]).toEqual([false, 1]);
  expect(await isLocked('hotel', held(await owner()).context)).toBe(true);
  expect(await isLocked('hotel', held('no owner').context)).toBe(false);
});

describe('a lock that is free', () => {
  it('is a folder with the name of its owner while the work runs, accessible only to the owner', async () => {
    const context = testContext();
    const result = await withLock('hotel', context, async () => {
      expect(locksOf(context)).toEqual(['hotel']);
      const [file = '', ...others] = readdirSync(join(locks(context), 'hotel'));
      expect(others).toEqual([]);
      // The unique suffix is 16 random hexadecimal digits.
      expect(file).toMatch(new RegExp(`^${(await owner()).slice(0, -'cafe'.length)}[0-9a-f]{16}$`));
      const rights = ['', 'hotel', join('hotel', file)].map(
        path => statSync(join(locks(context), path)).mode & 0o777,
      );
      expect(rights).toEqual([0o700, 0o700, 0o600]);
      expect(statSync(join(locks(context), 'hotel', file)).size).toBe(0);
      return 'had';
    });
    expect(result).toBe('had');
    expect(locksOf(context)).toEqual([]);
  });

  it("is released if the work fails, with the work's own error", async () => {
    const context = testContext();
    const work = withLock('hotel', context, async () => {
      throw new Error('of the work');
    });
    await expect(work).rejects.toThrow('of the work');
    expect(locksOf(context)).toEqual([]);
  });

  it('allows different names at the same time', async () => {
    const context = testContext();
    const inner = () => withLock('hotel-2', context, async () => locksOf(context));
    expect(await withLock('hotel', context, inner)).toEqual(['hotel', 'hotel-2']);
  });

  it('is released even if it has been removed already', async () => {
    const context = testContext();
    const clearing = withLock('hotel', context, async () => {
      rmSync(join(locks(context), 'hotel'), { recursive: true });
      return 'done';
    });
    expect(await clearing).toBe('done');
  });

  it('that a dead owner left empty is taken', async () => {
    const context = testContext();
    mkdirSync(join(locks(context), 'hotel'), { recursive: true });
    expect(await take(context)).toBe('had');
    expect(context.clock.now()).toBe(testContext().clock.now());
  });
});

describe('the owner of a lock, by its name', () => {
  it('keeps it while the process lives', async () => {
    const { context, place } = held(await owner());
    const error = await failureOf(pass(context, take(context, { timeout: 5000 })), TemporaryError);
    expect(error.message).toBe(`process ${process.pid} has held a lock for more than 5 s`);
    expect(error.details.hint).toBe(
      `check whether that process is stopped; end it or wait; the lock is ${place}`,
    );
    // A waiter that gave up leaves no files.
    expect(locksOf(context)).toEqual(['hotel']);
  });

  it('is waited for longer than one request may take, with short pauses', async () => {
    const { context } = held(await owner());
    const start = context.clock.now();
    const sleeping = vi.spyOn(context.clock, 'sleep');
    expect(await outcome(context, {})).toBe(`process ${process.pid} has held a lock for more than 90 s`);
    const waited = context.clock.now() - start;
    expect(waited).toBeGreaterThanOrEqual(90_000);
    expect(waited).toBeLessThan(90_300);
    // From 5 ms on, each pause is 1.5 times as long, up to 50; times 0.5 to 1.5, here always 1.
    const pauses = sleeping.mock.calls.slice(0, 8).map(([milliseconds]) => milliseconds);
    expect(pauses).toEqual([5, 7.5, 11.25, 16.875, 25.3125, 37.96875, 50, 50]);
  });

  it('has different pauses for different waiters, of similar length', async () => {
    for (const fraction of [0, 0.99]) {
      const pause = 2.5 + 5 * fraction;
      const { context } = held(await owner());
      const drawing = { ...context, random: { ...context.random, fraction: () => fraction } };
      const waiting = failureOf(take(drawing, { timeout: 1 }));
      await context.clock.asleep();
      await context.clock.advance(pause - 0.1);
      expect(context.clock.sleepers).toBe(1);
      await context.clock.advance(0.1);
      expect((await waiting).message).toContain('has held a lock');
    }
  });

  it('interrupts the wait immediately, and leaves nothing', async () => {
    const { context } = held(await owner());
    const waiting = failureOf(take(context));
    await context.clock.asleep();
    context.interrupt();
    expect((await waiting).message).toBe('interrupted');
    expect(locksOf(context)).toEqual(['hotel']);
    expect((await failureOf(withLock('free', context, async () => 'had'))).message).toBe('interrupted');
  });

  it.each([
    ['in another container', { space: '1' }],
    ['on another machine, or before the last boot', { boot: 'abc' }],
  ])('a process %s keeps it while it updates its file, and two minutes longer', async (_, changes) => {
    const { context, file } = held(await owner({ ...gone, ...changes }));
    const secondsAgo = (seconds: number) => utimesSync(file, 0, context.clock.now() / 1000 - seconds);
    secondsAgo(110);
    expect(await outcome(context)).toBe('process 4194304 has held a lock for more than 5 s');
    secondsAgo(121);
    expect(await take(context).catch(() => 'not had')).toBe('had');
  });

  it.each(['notes.txt', '12', '12-34', 'x12-3-a-4-b', '12-3-a-4-b.txt', '12-3-a-4x-b', '12-3-a-4-'])(
    'a folder that hotelctl did not create (%s) is not changed, and reported',
    async name => {
      const { context, file } = held(name);
      expect(await outcome(context)).toBe('something that is not hotelctl has held a lock for more than 5 s');
      expect(await readFile(file, 'utf8')).toBe('');
    },
  );
});

describe('a system that refuses to rename the folder of a waiter', () => {
  const refusing = (code: string, times: number) => {
    const refusals = Array<string>(times).fill(code);
    return async (from: string, to: string) => {
      const refusal = refusals.pop();
      if (refusal) throw Object.assign(new Error(refusal), { code: refusal, syscall: 'rename' });
      renameSync(from, to);
    };
  };
  const had = (context: TestContext, rename: ReturnType<typeof refusing>) =>
    outcome(context, { timeout: 60_000, rename });

  it.each(['EPERM', 'EACCES'])(
    '(%s) is asked again after a pause, as on Windows, for some seconds',
    async code => {
      const context = testContext();
      const before = context.clock.now();
      expect(await had(context, refusing(code, 3))).toBe('had');
      const begin = context.clock.now();
      expect(begin).toBeGreaterThan(before);
      // Without a holder it is reported.
      expect(await had(context, refusing(code, 10_000))).toContain('cannot be used for locks');
      expect(context.clock.now() - begin).toBeGreaterThanOrEqual(openTime);
      expect(context.clock.now() - begin).toBeLessThan(openTime + 200);
    },
  );

  it.each(['EEXIST', 'ENOTEMPTY'])(
    'because a folder is there (%s) is asked again without a pause',
    async code => {
      const context = testContext();
      const before = context.clock.now();
      expect(await take(context, { rename: refusing(code, 3) })).toBe('had');
      expect(context.clock.now()).toBe(before);
    },
  );

  it('for another reason is reported immediately', async () => {
    const context = testContext();
    expect(await had(context, refusing('EIO', 1))).toContain('cannot be used for locks');
  });
});

it('a holder updates the time of its file while it works, and stops when the work ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const context = testContext();
  await withLock('hotel', context, async () => {
    const [file = ''] = readdirSync(join(locks(context), 'hotel'));
    const path = join(locks(context), 'hotel', file);
    utimesSync(path, 0, 0);
    vi.advanceTimersByTime(15_000);
    while (statSync(path).mtimeMs === 0) await new Promise(setImmediate);
    expect(statSync(path).mtimeMs).toBe(context.clock.now());
  });
  expect(vi.getTimerCount()).toBe(0);
});

describe('the folders of killed waiters', () => {
  const leave = (context: TestContext, name: string) =>
    mkdirSync(join(locks(context), name), { recursive: true });

  it('are removed by the next process, and nothing else is', async () => {
    const context = testContext();
    const dead = await owner(gone);
    const kept = [`hotel.${await owner()}`, `hotel.${dead}x!`, 'hotel.notes', `other.${dead}`];
    for (const name of [...kept, `hotel.${dead}`]) leave(context, name);
    writeFileSync(join(locks(context), `hotel.${dead}`, dead), '');
    await take(context);
    expect(locksOf(context)).toEqual(kept.sort());
  });

  it('are removed after ten minutes if their owner can’t be examined', async () => {
    const context = testContext();
    const elsewhere = `hotel.${await owner({ ...gone, space: '1' })}`;
    leave(context, elsewhere);
    const aged = async (seconds: number) => {
      utimesSync(join(locks(context), elsewhere), 0, context.clock.now() / 1000 - seconds);
      await take(context);
      return locksOf(context);
    };
    expect(await aged(590)).toEqual([elsewhere]);
    expect(await aged(610)).toEqual([]);
  });
});

describe('a folder that can’t be used', () => {
  it.each([
    ['locks', 'a file is in its place', 'EEXIST'],
    ['locks/hotel', 'a part of the path is a file, not a folder', 'ENOTDIR'],
  ])('because a file is in the place of %s is reported with a fix', async (place, what, code) => {
    const context = testContext();
    const file = join(context.folders.state, place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'a file in the way');
    const { message, details } = await failureOf(take(context), OutputError);
    expect(message).toBe(`${locks(context)} cannot be used for locks: ${what}`);
    const hint = 'fix the folder, or choose another with HOTELCTL_STATE_DIR';
    expect(details).toMatchObject({ hint, cause: { code } });
    expect(await readFile(file, 'utf8')).toBe('a file in the way');
  });

  it('is reported with its code if there are no words for it', () => {
    const cause = Object.assign(new Error('of the system'), { code: 'EUNATCH', syscall: 'mkdir' });
    const message = '/state/locks cannot be used for locks: EUNATCH';
    expect(unusableFolder(cause, '/state/locks')).toMatchObject({ message, details: { cause } });
  });

  it('is not made of other errors, which stay as they are', () => {
    for (const error of [
      new TemporaryError('held', { hint: '' }),
      Object.assign(new Error('of Node.js'), { code: 'ERR_INVALID_ARG_TYPE' }),
      Object.assign(new Error('of another kind'), { syscall: 'mkdir' }),
    ]) {
      expect(unusableFolder(error, '/state/locks')).toBe(error);
    }
  });
});
