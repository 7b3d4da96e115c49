import { readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChildRequest, ChildResult } from '../../src/base/context.ts';
import { isAlive, ownIdentity, startInStat } from '../../src/base/lock.ts';
import { testContext } from '../context.ts';

/** The identity of a process on each system: Linux really, the others through their simulated tools. */
describe('on Linux', () => {
  const context = () => testContext();

  it('a process is identified by its number, start, boot and namespace', async () => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
    expect(await ownIdentity(context())).toEqual({
      pid: process.pid,
      start: startInStat(readFileSync('/proc/self/stat', 'latin1')),
      boot,
      space: /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0],
    });
    expect(boot).toMatch(/^[0-9a-f]{32}$/);
  });

  it('lives while all of these are the same', async () => {
    const own = await ownIdentity(context());
    expect(await isAlive(own, context())).toBe(true);
    expect(await isAlive({ ...own, start: '1' }, context())).toBe(false);
    expect(await isAlive({ ...own, boot: 'abc' }, context())).toBe('unknown');
    expect(await isAlive({ ...own, space: '1' }, context())).toBe('unknown');
    expect(await isAlive({ ...own, boot: 'abc', space: '1' }, context())).toBe('unknown');
    expect(await isAlive({ ...own, pid: 4_194_304 }, context())).toBe(false);
  });

  it('is found by its number if its start was not known', async () => {
    const own = { ...(await ownIdentity(context())), start: '' };
    expect(await isAlive(own, context())).toBe(true);
    expect(await isAlive({ ...own, pid: 4_194_304 }, context())).toBe(false);
  });
});

describe('the line of a process in /proc', () => {
  /** As Linux writes it: the number of threads is the 20th field, the start time the 22nd. */
  const line = (state: string, threads: number) =>
    `811 (no (de) Z 1 1) ${state} 1 811 811 0 -1 4194560 9 8 7 6 5 4 3 2 20 0 ${threads} 0 1234567 11 12 13`;

  it.each([
    ['R', 1, '1234567'],
    ['S', 11, '1234567'],
    // Killed by the system, while another thread of it still ends a call.
    ['Z', 2, '1234567'],
    ['Z', 1, undefined],
    ['Z', 0, undefined],
    ['X', 1, undefined],
    ['X', 2, undefined],
  ])('has its start time until it is dead: in state %s with %i threads, %s', (state, threads, start) => {
    expect(startInStat(line(state, threads))).toBe(start);
  });
});

describe('on macOS', () => {
  const asking = (stdout: string) => {
    const requested: ChildRequest[] = [];
    const runChild = async (request: ChildRequest): Promise<ChildResult> => {
      requested.push(request);
      return { exitCode: stdout ? 0 : 1, timedOut: false, stdout, stderr: '' };
    };
    const env = { PATH: '/bin', SECRET: 'x' };
    return { requested, context: testContext({ platform: 'darwin', env, replace: { runChild } }) };
  };

  it('a start time is that of ps, in one language and time zone, and with no other variables', async () => {
    const { requested, context } = asking('Thu Oct 15 12:00:00 2026    \n');
    const start = 'ThuOct151200002026';
    expect(await ownIdentity(context)).toEqual({ pid: process.pid, start, boot: '', space: '' });
    const args = ['-o', 'lstart=', '-p', String(process.pid)];
    const env = { PATH: '/bin', LC_ALL: 'C', TZ: 'UTC' };
    expect(requested).toEqual([{ file: 'ps', args, env, budget: 3000 }]);
  });

  it('a process lives while ps reports the same start', async () => {
    const identity = { pid: 7, start: 'ThuOct151200002026', boot: '', space: '' };
    const { requested, context } = asking('Thu Oct 15 12:00:00 2026\n');
    expect(await isAlive(identity, context)).toBe(true);
    expect(requested[0]?.args.at(-1)).toBe('7');
    expect(await isAlive({ ...identity, start: 'FriOct161200002026' }, context)).toBe(false);
    expect(await isAlive(identity, asking('').context)).toBe(false);
    expect((await ownIdentity(asking('').context)).start).toBe('');
  });
});

describe('on Windows', () => {
  it('a process is identified only by its number, and no other program is started', async () => {
    const context = testContext({ platform: 'win32' });
    const own = { pid: process.pid, start: '', boot: '', space: '' };
    expect(await ownIdentity(context)).toEqual(own);
    expect(await isAlive(own, context)).toBe(true);
    expect(await isAlive({ ...own, pid: 4_194_304 }, context)).toBe(false);
  });

  it('a process of another user lives, too', async () => {
    const context = testContext({ platform: 'win32' });
    // Process 1 belongs to another user, unless this is root.
    expect(await isAlive({ pid: 1, start: '', boot: '', space: '' }, context)).toBe(true);
  });
});
