import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../src/base/atomic-file.ts';
import { HotelctlError, InterruptedError, TemporaryError } from '../../src/base/errors.ts';
import { deliver } from '../../src/output/deliver.ts';
import { pass } from '../base/pass.ts';
import { type TestContext, temporaryFile, temporaryFolder, testContext } from '../context.ts';
import { failureOf } from '../failure-of.ts';

const problem = async (work: Promise<unknown>) => {
  const { exitCode, message, details } = await failureOf(work, HotelctlError);
  return { exitCode, message, hint: details.hint };
};

const full = (target: string) => ({
  exitCode: 8,
  message: `${target} could not be written: no space is left`,
  hint: 'free disk space, or write somewhere else',
});

/** Standard output on a real file, with the system's own errors. */
const stdoutOn = (write: (data: string | Uint8Array) => Promise<void>): TestContext =>
  testContext({ replace: { stdout: { isTerminal: false, columns: 80, color: false, write } } });
const failing = (code: string) =>
  stdoutOn(async () => {
    throw Object.assign(new Error(code), { code });
  });

describe('standard output', () => {
  it.each([undefined, '-', '/dev/stdout', '/dev/fd/1'])('receives the chunks for %s', async target => {
    const context = testContext();
    expect(await deliver(['a', Buffer.from('b'), 'ü\n'], target, context)).toBe('complete');
    expect(context.out()).toBe('abü\n');
  });

  it('ends quietly when its reader closes it, and ends the source', async () => {
    let ended = false;
    const source = async function* () {
      try {
        for (;;) yield 'x';
      } finally {
        ended = true;
      }
    };
    let writes = 0;
    const context = stdoutOn(async () => {
      writes += 1;
      if (writes > 3) throw Object.assign(new Error('closed'), { code: 'EPIPE' });
    });
    expect(await deliver(source(), undefined, context)).toBe('closed');
    expect(writes).toBe(4);
    expect(ended).toBe(true);
  });

  it('is exit 8 if its disk is full', async () => {
    expect(await problem(deliver(['x'], '-', failing('ENOSPC')))).toEqual(full('standard output'));
    expect((await problem(deliver(['x'], '-', failing('EIO')))).exitCode).toBe(8);
    expect((await problem(deliver(['x'], '-', failing('EODD')))).message).toBe(
      'standard output could not be written: EODD',
    );
  });

  it('does not keep the user waiting after Ctrl-C, neither for the source nor for the reader', async () => {
    const never = new Promise<never>(() => {});
    for (const [source, write] of [
      [hanging(never), async () => {}],
      [['x'], () => never],
    ] as const) {
      const context = stdoutOn(write);
      const delivery = deliver(source, undefined, context);
      setImmediate(() => context.interrupt());
      expect((await problem(delivery)).exitCode).toBe(130);
    }
  });
});

async function* hanging(never: Promise<never>) {
  yield 'first';
  await never;
}

function oldFile() {
  const folder = temporaryFolder();
  const file = join(folder, 'a.csv');
  writeFileSync(file, 'old');
  return { folder, file };
}

function namedPipe() {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

describe('a file', () => {
  it('is created with the mode of the umask, and no other file is left', async () => {
    const folder = temporaryFolder();
    const before = process.umask(0o027);
    try {
      await deliver(['new ', 'content'], join(folder, 'a.csv'), testContext());
    } finally {
      process.umask(before);
    }
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('new content');
    expect(statSync(join(folder, 'a.csv')).mode & 0o7777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it('is replaced and keeps its mode', async () => {
    const { file } = oldFile();
    chmodSync(file, 0o604);
    await deliver(['n'], file, testContext());
    expect(readFileSync(file, 'utf8')).toBe('n');
    expect(statSync(file).mode & 0o7777).toBe(0o604);
  });

  it.runIf(process.getuid?.() === 0)('keeps its owner when root replaces it', async () => {
    const { file } = oldFile();
    execFileSync('chown', ['1234:2345', file]);
    chmodSync(file, 0o640);
    await deliver(['new'], file, testContext());
    const { uid, gid, mode } = statSync(file);
    expect([uid, gid, mode & 0o7777]).toEqual([1234, 2345, 0o640]);
  });

  it('has its old content until the new one is complete', async () => {
    const { file } = oldFile();
    const seen: string[] = [];
    const source = async function* () {
      for (let part = 0; part < 5; part++) {
        yield 'x'.repeat(100_000);
        seen.push(readFileSync(file, 'utf8'));
      }
    };
    await deliver(source(), file, testContext());
    expect(seen).toEqual(Array(5).fill('old'));
    expect(readFileSync(file, 'utf8')).toBe('x'.repeat(500_000));
  });

  it.each(['SIGINT', 'SIGTERM', undefined] as const)(
    'is unchanged, without a temporary file, after %s, or if the source fails',
    async signal => {
      const { folder, file } = oldFile();
      const context = testContext();
      const source = async function* () {
        yield 'half';
        expect(readdirSync(folder).length).toBe(2);
        if (signal === undefined) throw new TemporaryError('the connection broke', { hint: 'try again' });
        context.interrupt(signal);
        await new Promise(() => {});
      };
      const expected = signal === undefined ? TemporaryError : InterruptedError;
      await expect(deliver(source(), file, context)).rejects.toBeInstanceOf(expected);
      expect(readFileSync(file, 'utf8')).toBe('old');
      expect(readdirSync(folder)).toEqual(['a.csv']);
    },
  );

  it('is unchanged if the interruption comes after it, before the rename', async () => {
    const folder = temporaryFolder();
    const context = testContext();
    // Checking for another chunk is the last step before the sync.
    const end = {
      value: undefined,
      get done(): true {
        context.interrupt();
        return true;
      },
    };
    const source = { [Symbol.iterator]: () => ({ next: () => end }) };
    await expect(deliver(source, join(folder, 'a.csv'), context)).rejects.toBeInstanceOf(InterruptedError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['old', undefined])('behind a symbolic link is written, and the link stays: %s', async content => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    if (content !== undefined) writeFileSync(join(folder, 'real/a.csv'), content);
    symlinkSync('real/a.csv', join(folder, 'link.csv'));
    symlinkSync('link.csv', join(folder, 'link-to-link.csv'));
    await deliver(['new'], join(folder, 'link-to-link.csv'), testContext());
    expect(readFileSync(join(folder, 'real/a.csv'), 'utf8')).toBe('new');
    expect(readlinkSync(join(folder, 'link-to-link.csv'))).toBe('link.csv');
    expect(lstatSync(join(folder, 'link.csv')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(folder, 'real'))).toEqual(['a.csv']);
  });

  it.each([
    ['.', 'it is a folder', 'name a file in it'],
    ['none/a.csv', 'the folder does not exist', 'create the folder first, or fix the path'],
    ['file/a.csv', 'a part of the path is a file, not a folder', 'fix the path'],
    ['x'.repeat(300), 'the name is too long', 'choose a shorter name'],
    ['circle', 'its symbolic links form a loop', 'fix the links, or choose another file'],
  ])('cannot be %s: %s', async (path, what, hint) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'x');
    symlinkSync('circle', join(folder, 'circle'));
    const target = join(folder, path);
    expect(await problem(deliver(['x'], target, testContext()))).toEqual({
      exitCode: 8,
      message: `${target} could not be written: ${what}`,
      hint,
    });
    expect(readdirSync(folder).sort()).toEqual(['circle', 'file']);
  });

  it.each(['', 'folder/'])('has a name: not %j', async target => {
    expect((await problem(deliver(['x'], target, testContext()))).message).toBe(
      `"${target}" does not name a file`,
    );
  });
});

describe('the files of killed runs', () => {
  const child = () => spawnSync('true').pid;
  const stale = (pid: number, name = 'a.csv') => temporaryName(name).replace(`-${process.pid}-`, `-${pid}-`);

  it('are named as documented', () => {
    expect(stale(77)).toMatch(/^\.a\.csv\.hotelctl-[0-9a-f]{8}-77-[0-9a-f]{32}\.tmp$/);
  });

  it('are removed by the next run with the same target, and nothing else is', async () => {
    const folder = temporaryFolder();
    // Of another machine, where it may still be written, unless it is old.
    const [elsewhere, abandoned] = [child(), child()].map(pid =>
      stale(pid).replace(/hotelctl-[0-9a-f]{8}/, 'hotelctl-00000000'),
    ) as [string, string];
    const named = [stale(child()).replace('.tmp', '.tmp.bak'), '.a.csv.hotelctl.tmp'];
    const others = [stale(process.ppid), stale(child(), 'b.csv'), elsewhere, ...named];
    const own = [stale(child()), stale(child()), abandoned];
    for (const name of [...others, ...own]) writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, abandoned), 0, 0);
    await deliver(['new'], join(folder, 'a.csv'), testContext());
    expect(readdirSync(folder).sort()).toEqual([...others, 'a.csv'].sort());
  });
});

describe('a special file', () => {
  it('is written to directly', async () => {
    expect(await deliver(['x'], '/dev/null', testContext())).toBe('complete');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('is exit 8 if it is full', async () => {
    expect(await problem(deliver(['x'], '/dev/full', testContext()))).toEqual(full('/dev/full'));
  });

  it('may be a descriptor, whose file keeps its content', async () => {
    const file = temporaryFile('log', 'before\n');
    const descriptor = openSync(file, 'a');
    await deliver(['after\n'], `/dev/fd/${descriptor}`, testContext());
    closeSync(descriptor);
    expect(readFileSync(file, 'utf8')).toBe('before\nafter\n');
  });

  it('may be a named pipe, also if its reader comes later', async () => {
    const pipe = namedPipe();
    const context = testContext();
    const delivery = deliver(['through ', 'the pipe'], pipe, context);
    await context.clock.asleep();
    const read = text(spawn('cat', [pipe]).stdout);
    expect(await pass(context, delivery)).toBe('complete');
    expect(await read).toBe('through the pipe');
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('does not hold a process that waits for a reader and is interrupted', async () => {
    const pipe = namedPipe();
    const context = testContext();
    const delivery = deliver(['x'], pipe, context);
    await context.clock.asleep();
    context.interrupt();
    await expect(delivery).rejects.toBeInstanceOf(InterruptedError);
  });

  it('ends quietly when the reader of a pipe closes it', async () => {
    const pipe = namedPipe();
    const reader = openSync(pipe, 'r+');
    const source = async function* () {
      yield 'x';
      closeSync(reader);
      for (;;) yield 'y';
    };
    expect(await deliver(source(), pipe, testContext())).toBe('closed');
  });
});
