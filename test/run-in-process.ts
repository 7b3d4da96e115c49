import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context, Output } from '../src/base/context.ts';
import { main } from '../src/start/main.ts';
import { makeRealContext } from '../src/start/real-context.ts';
import { hotelctlFile, type Run, type RunOptions } from './run-hotelctl.ts';
import { type Line, wordsOf } from './words.ts';

const programFolder = join(import.meta.dirname, '../dist');
let running = 0;
let ownEnvironment = process.env;
let ownZone: string | undefined;
let ownFolder = '';

/**
 * The same as `runHotelctl`, without the half second of a new process: the function that the executable calls, with the
 * real clock, files and children. For tests of what a command does; a few of each kind start the built program.
 */
export async function runInProcess(
  line: Line,
  { env = {}, input = '', folder }: Pick<RunOptions, 'env' | 'input' | 'folder'> = {},
): Promise<Run> {
  const home = mkdtempSync(join(tmpdir(), 'hotelctl-home-'));
  const current = folder ?? home;
  if (running > 0 && process.cwd() !== current) throw new Error('runs at the same time need the same folder');
  running += 1;
  if (running === 1) ownFolder = process.cwd();
  process.chdir(current);
  // The S3 client reads the environment of the process.
  if (running === 1) {
    ownEnvironment = process.env;
    ownZone = ownEnvironment['TZ'];
    // Of the real environment: only then does Node.js read it.
    if (env['TZ']) ownEnvironment['TZ'] = env['TZ'];
  }
  const environment = { PATH: ownEnvironment['PATH'], HOME: home, ...env };
  process.env = environment;
  const printed: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  const capture = (name: keyof typeof printed): Output => ({
    isTerminal: false,
    columns: 80,
    color: false,
    write: async data => void printed[name].push(Buffer.from(data as string)),
  });
  try {
    const context = makeRealContext(programFolder, {
      env: environment,
      signal: new AbortController().signal,
    });
    /** hotelctl as the command of `sandbox run` is not another process either. */
    const runOnOwnStreams: Context['runOnOwnStreams'] = async request => {
      const [program, ...words] = request.args;
      if (program !== hotelctlFile) return context.runOnOwnStreams(request);
      const inner = await runInProcess(words, { env: request.env, folder: current });
      for (const name of ['stdout', 'stderr'] as const) printed[name].push(Buffer.from(inner[name]));
      return inner.exitCode ?? 1;
    };
    const exitCode = await main(wordsOf(line), {
      ...context,
      runOnOwnStreams,
      stdin: {
        isTerminal: false,
        readText: async () => input,
        async *lines() {
          if (input !== '') yield* input.replace(/\n$/, '').split('\n');
        },
      },
      stdout: capture('stdout'),
      stderr: capture('stderr'),
    });
    const [stdout, stderr] = [Buffer.concat(printed.stdout), Buffer.concat(printed.stderr)].map(String);
    return { exitCode, stdout: stdout ?? '', stderr: stderr ?? '' };
  } finally {
    running -= 1;
    if (running === 0) {
      process.env = ownEnvironment;
      if (ownZone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = ownZone;
      process.chdir(ownFolder);
    }
    rmSync(home, { recursive: true, force: true });
  }
}
