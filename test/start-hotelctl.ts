import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { hotelctlFile, type Run, runEnvironment } from './run-hotelctl.ts';
import { type Line, wordsOf } from './words.ts';

/** The built program while it runs: for sign-ins that wait for a browser, and for the sandbox. */
export type RunningHotelctl = ReturnType<typeof startHotelctl>;

export interface StartOptions {
  /** The whole environment besides PATH; HOME is a folder of the test. */
  readonly env: Readonly<Record<string, string | undefined>> & { readonly HOME: string };
  /** Standard input as a whole; `later` leaves it open. */
  readonly input?: string | 'later';
  /** The current folder; default: HOME. */
  readonly folder?: string;
  /** The program and its first words, in place of the built program. */
  readonly program?: readonly [string, ...string[]];
}

/** Ends with the running test at the latest. */
export function startHotelctl(
  line: Line,
  { env, input = '', folder = env.HOME, program = [process.execPath, hotelctlFile] }: StartOptions,
) {
  const [file, ...words] = program;
  const child = spawn(file, [...words, ...wordsOf(line)], {
    cwd: folder,
    env: { ...runEnvironment, ...env },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', text => {
      printed[name] += text;
      child.emit('said');
    });
  }
  child.stdin.on('error', () => {});
  if (input !== 'later') child.stdin.end(input);
  const ended = once(child, 'close').then(([exitCode]): Run => ({ exitCode, ...printed }));
  onTestFinished(() => endNow(child));
  return {
    /**
     * The first match in the output of the stream so far or later; fails if the program ends without it. Lines arrive in
     * pieces, so a pattern must include the text after its match.
     */
    async says(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(printed[stream]);
        if (match) return match;
        const run = await Promise.race([ended, once(child, 'said').then(() => undefined)]);
        if (run && !pattern.test(run[stream])) {
          throw new Error(
            `hotelctl ${wordsOf(line).join(' ')} ended (${run.exitCode}) without ${pattern}: ${run.stderr}`,
          );
        }
      }
    },
    signal: (name: NodeJS.Signals) => void child.kill(name),
    types: (text: string) => void child.stdin.write(text),
    /** The rest of standard input, which is then closed; for `input: 'later'`. */
    hears: (text: string) => void child.stdin.end(text),
    ended,
  };
}

async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}
