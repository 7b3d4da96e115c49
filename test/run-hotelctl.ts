import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Line, wordsOf } from './words.ts';

/** The built program, run as a user or a cron job runs it: a separate process with a separate environment. */
export const hotelctlFile = join(import.meta.dirname, '../bin/hotelctl.js');

/**
 * The environment of every run. Node.js 22 and later would keep compiled code among the files that tests list;
 * `start/compile-cache.test.ts` holds that it does.
 */
export const runEnvironment = { PATH: process.env['PATH'], NODE_DISABLE_COMPILE_CACHE: '1' };

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly folder?: string;
  /** Called with the process while it runs. */
  readonly running?: (pid: number, stderr: () => string) => void;
}

/** HOME and hotelctl's folders are private and removed afterwards, unless `env` names others. */
export async function runHotelctl(line: Line, options: RunOptions = {}): Promise<Run> {
  const home = mkdtempSync(join(tmpdir(), 'hotelctl-home-'));
  try {
    const child = spawn(process.execPath, [hotelctlFile, ...wordsOf(line)], {
      cwd: options.folder ?? home,
      env: { ...runEnvironment, HOME: home, ...options.env },
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    const printed = { stdout: '', stderr: '' };
    const run = outputOf(child, printed);
    if (child.pid !== undefined) options.running?.(child.pid, () => printed.stderr);
    return await run;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs it under a shell's limit, such as `ulimit -f 8`: a file that reaches its limit fails like a full disk. */
export function runLimited(
  limit: string,
  line: Line,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Run> {
  const words = ['-c', `${limit}; exec "$0" "$@"`, process.execPath, hotelctlFile, ...wordsOf(line)];
  const child = spawn('bash', words, {
    env: { ...runEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outputOf(child);
}

/** Kills it after this many milliseconds; resolves with whether it was still running. */
export function killedAfter(
  milliseconds: number,
  line: Line,
  env: Readonly<Record<string, string>> & { readonly HOME: string },
): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [hotelctlFile, ...wordsOf(line)], {
      env: { ...runEnvironment, ...env },
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    child.on('exit', (_, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}

/** Everything that a process prints, once it has ended. @param printed receives the text while the process runs */
export async function outputOf(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
  printed = { stdout: '', stderr: '' },
): Promise<Run> {
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', text => {
      printed[name] += text;
    });
  }
  const [exitCode] = await once(child, 'close');
  return { exitCode, ...printed };
}
