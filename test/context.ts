import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Context, Input, Output, Prompts } from '../src/base/context.ts';
import { InterruptedError } from '../src/base/errors.ts';
import { knownSecrets } from '../src/base/secrets.ts';
import { makeRealContext } from '../src/start/real-context.ts';

export interface TestContext extends Context {
  readonly clock: ReturnType<typeof fakeClock>;
  /** What was written to standard output so far. */
  out(): string;
  /** What was written to standard error so far. */
  err(): string;
  /** Ctrl-C, or a signal of an init system. */
  interrupt(signal?: 'SIGINT' | 'SIGTERM'): void;
  /** Programs passed to `launch` and URLs passed to `openInDesktop`, oldest first. */
  readonly launched: { file: string; args: readonly string[] }[];
  readonly opened: string[];
  /** Messages of the shown prompts. */
  readonly prompted: string[];
  /** The number of open prompts. */
  openQuestions(): number;
}

export interface TestContextOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Piped lines; default: standard input is empty. */
  readonly stdinLines?: readonly string[] | AsyncIterable<string>;
  /** Makes standard input, output and error a terminal. */
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly color?: boolean;
  /** Milliseconds since 1970 at the start; default: 2026-10-15T12:00:00Z. */
  readonly now?: number;
  /** Answers to prompts, in order; a prompt without an answer waits forever. */
  readonly answers?: readonly Answer[];
  /** Really starts programs (tests with a BROWSER script); default: they are only recorded. */
  readonly reallyLaunch?: boolean;
  /** The result of `openInDesktop`; default: true. */
  readonly desktop?: boolean;
  /** Replaces whole ports. */
  readonly replace?: Partial<Context>;
}

let madeReal: Context | undefined;

/** One for all tests of a process: each installs handlers of signals. */
const realContext = () => {
  madeReal ??= makeRealContext(tmpdir());
  return madeReal;
};

/** A Context without the real world: captured streams, a clock that does not advance, folders that are removed with the test. */
export function testContext(options: TestContextOptions = {}): TestContext {
  const terminal = options.terminal ?? false;
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const launched: TestContext['launched'] = [];
  const opened: string[] = [];
  const prompted: string[] = [];
  const open = new Set<string>();
  const interruption = new AbortController();
  let made: string | undefined;
  // Created when something looks for it: most tests run thousands of commands in folders that they name themselves.
  const folder = () => {
    made ??= temporaryFolder();
    return made;
  };
  const capture = (chunks: Uint8Array[]): Output => ({
    isTerminal: terminal,
    columns: options.columns ?? 80,
    color: options.color ?? false,
    write: async data => {
      chunks.push(Buffer.from(data as string));
    },
  });
  return {
    env: options.env ?? {},
    secrets: knownSecrets(options.env ?? {}),
    stdin: scriptedInput(options.stdinLines ?? [], terminal),
    stdout: capture(out),
    stderr: capture(err),
    random: seededRandom(),
    folders: {
      get config() {
        return join(folder(), 'config');
      },
      get state() {
        return join(folder(), 'state');
      },
      get data() {
        return join(folder(), 'data');
      },
    },
    host: {
      platform: options.platform ?? 'linux',
      pid: process.pid,
      uid: process.getuid?.() ?? null,
      nodeVersion: process.versions.node,
      nodeFile: process.execPath,
      get programFolder() {
        return folder();
      },
      get currentFolder() {
        return folder();
      },
    },
    plain: false,
    prompts: scriptedPrompts(options.answers ?? [], prompted, open, interruption.signal),
    interrupted: interruption.signal,
    runChild: async request => {
      throw new Error(`this test hands in no way to run ${request.file}`);
    },
    runOnOwnStreams: request => realContext().runOnOwnStreams(request),
    launch: async (file, args) => {
      launched.push({ file, args });
      return options.reallyLaunch ? realContext().launch(file, args) : true;
    },
    openInDesktop: async url => {
      opened.push(url);
      return options.desktop ?? true;
    },
    ...options.replace,
    clock: fakeClock(options.now),
    out: () => Buffer.concat(out).toString('utf8'),
    err: () => Buffer.concat(err).toString('utf8'),
    interrupt: (signal = 'SIGINT') => interruption.abort(new InterruptedError(signal)),
    launched,
    opened,
    prompted,
    openQuestions: () => open.size,
  };
}

const untilTheEnd: string[] = [];
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A new folder that is removed when the running test ends; outside a test, when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hotelctl-test-'));
  try {
    onTestFinished(() => remove(folder));
  } catch {
    // One listener for all of them: a process runs many files.
    if (untilTheEnd.length === 0) process.once('exit', () => untilTheEnd.forEach(remove));
    untilTheEnd.push(folder);
  }
  return folder;
}

/** A new file with this content, in a folder that is removed when the running test ends. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

/** A clock that does not advance by itself; sleepers wake when it passes their time. */
export function fakeClock(start = Date.UTC(2026, 9, 15, 12)) {
  let now = start;
  const waiting = new Set<{ due: number; wake: () => void }>();
  const watchers = new Set<() => void>();
  return {
    now: () => now,
    sleep: (milliseconds: number, signal?: AbortSignal) => {
      // Node.js warns of one on standard error from version 22 on.
      if (milliseconds < 0) throw new RangeError('a negative pause');
      return new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          waiting.delete(sleeper);
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const sleeper = { due: now + milliseconds, wake };
        waiting.add(sleeper);
        signal?.addEventListener('abort', stop);
        for (const watcher of watchers) watcher();
        watchers.clear();
      });
    },
    /** Advances the clock and lets sleepers that are due run. */
    async advance(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const next = [...waiting].sort((a, b) => a.due - b.due)[0];
        if (!next || next.due > end) break;
        now = Math.max(now, next.due);
        waiting.delete(next);
        next.wake();
        // A sleeper that woke may sleep again within the same advance.
        await new Promise(setImmediate);
      }
      now = end;
    },
    get sleepers() {
      return waiting.size;
    },
    /** Resolves as soon as there is a sleeper. */
    asleep: async () => {
      if (waiting.size === 0) await new Promise<void>(resolve => watchers.add(resolve));
    },
  };
}

function scriptedInput(lines: readonly string[] | AsyncIterable<string>, terminal: boolean): Input {
  const unread = (async function* () {
    yield* lines;
  })();
  return {
    isTerminal: terminal,
    async readText() {
      let text = '';
      for await (const line of lines) text += `${line}\n`;
      return text;
    },
    async *lines(signal) {
      // Lines that were read are removed: the next reader gets the next line.
      while (!signal.aborted) {
        const { done, value } = await unread.next();
        if (done || signal.aborted) return;
        yield value;
      }
    },
  };
}

/** Different bytes at each call, the same in each run. */
function seededRandom(): Context['random'] {
  let calls = 0;
  return {
    bytes: count => {
      calls += 1;
      return Uint8Array.from({ length: count }, (_, index) => (index * 7 + calls * 31) % 256);
    },
    uuid: randomUUID,
    fraction: () => 0.5,
  };
}

/** What a test enters at a prompt; null accepts the default of an input. */
export type Answer = string | boolean | Promise<string> | null;

function scriptedPrompts(
  answers: readonly Answer[],
  prompted: string[],
  open: Set<string>,
  interrupted: AbortSignal,
): Prompts {
  const queue = [...answers];
  const next = <T>(message: string, signal?: AbortSignal) => {
    const question = `${prompted.push(message)} ${message}`;
    open.add(question);
    const answered = new AbortController();
    return new Promise<T>((resolve, reject) => {
      for (const stop of [interrupted, signal]) {
        if (stop?.aborted) reject(stop.reason);
        stop?.addEventListener('abort', () => reject(stop.reason), { signal: answered.signal });
      }
      if (queue.length > 0) resolve(queue.shift() as T);
    }).finally(() => {
      open.delete(question);
      answered.abort();
    });
  };
  return {
    input: async question => (await next<string | null>(question.message)) ?? question.initial ?? '',
    secret: async question => next(question.message, question.signal),
    select: async question => next(question.message),
    confirm: async question => next(question.message),
  };
}
