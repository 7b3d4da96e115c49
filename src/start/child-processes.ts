import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { type ChildRequest, type ChildResult, type Context, onAbort } from '../base/context.ts';
import { InterruptedError, succeeds, UsageError } from '../base/errors.ts';
import { environmentWithoutSecrets } from '../base/secrets.ts';
import { quoteForProgram } from '../base/text.ts';

/** Starts other processes for the Context: loaded when the first one is started, which most commands never do. */

export function runChild(request: ChildRequest): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.file, request.args, {
      env: request.env,
      // The channel closes when this process ends, however it ends, and the child notices.
      stdio: request.receive ? ['pipe', 'inherit', 'pipe', 'ipc'] : 'pipe',
      windowsHide: true,
      cwd: request.folder,
      // Windows would open a console window; its terminals send no signals.
      detached: request.ownSession === true && process.platform !== 'win32',
    });
    const stdout = collectText(child.stdout);
    const stderr = collectText(child.stderr);
    if (request.receive) child.on('message', request.receive);
    let timedOut = false;
    const timer = Number.isFinite(request.budget)
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, request.budget)
      : undefined;
    const end = (exitCode: number | null) => {
      clearTimeout(timer);
      release();
      resolve({ exitCode, timedOut, stdout: stdout(), stderr: stderr() });
    };
    const kill = () => {
      if (!child.connected) return child.kill('SIGKILL');
      // The command of a job then removes its temporary files, and ends within seconds; `close` is not emitted.
      child.on('exit', end);
      return child.disconnect();
    };
    const release = onAbort(request.signal, kill);
    // A child that exits before it has read everything closes the pipe; its exit code shows why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(request.input);
    child.on('error', error => {
      clearTimeout(timer);
      reject(new UsageError(`${request.file} could not be started`, { hint: error.message, cause: error }));
    });
    child.on('close', end);
  });
}

/** Characters of the end of a child's output that are kept at least. */
const keptText = 16 << 20;

/** Collects what a child prints in bounded memory, which a program that never stops printing must not fill. */
function collectText(stream: Readable | null): () => string {
  let kept = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    kept += text;
    if (kept.length > 2 * keptText) kept = kept.slice(-keptText);
  });
  return () => kept;
}

/** Windows starts a batch file with its shell, in which a word may contain signs that mean something else: they are escaped. */
export function commandFor(file: string, args: readonly string[], platform = process.platform) {
  if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(file)) return { file, args, options: {} };
  const escapeSigns = (text: string) => text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
  const line = [`"${file}"`, ...args.map(word => escapeSigns(quoteForProgram(word)))].join(' ');
  return {
    file: process.env['ComSpec'] ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}

export function runOnOwnStreams(
  { file, args, env, folder, signal, input }: Parameters<Context['runOnOwnStreams']>[0],
  interrupted: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const command = commandFor(file, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      env,
      cwd: folder,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    });
    // A pager that is closed early does not read everything.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    // A terminal sends Ctrl-C to both; a signal to this process only is passed on.
    const releaseInterrupted = onAbort(interrupted, () => {
      const terminated =
        interrupted.reason instanceof InterruptedError && interrupted.reason.exitCode === 143;
      if (terminated) child.kill('SIGTERM');
      else if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    const releaseSignal = onAbort(signal, () => child.kill('SIGTERM'));
    child.on('error', cause => {
      const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      const what = missing ? 'was not found' : `could not be started: ${cause.message}`;
      const hint = 'check its name and the PATH, or put hotelctl before it';
      reject(new UsageError(`${file} ${what}`, { hint, cause }));
    });
    child.on('close', (exitCode, endedBy) => {
      releaseInterrupted();
      releaseSignal();
      resolve(exitCode ?? 128 + (endedBy ? constants.signals[endedBy] : 0));
    });
  });
}

export function launch(file: string, args: readonly string[]): Promise<boolean> {
  return new Promise(resolve => {
    const env = environmentWithoutSecrets(process.env);
    const command = commandFor(file, args);
    const options = { ...command.options, env, stdio: 'ignore', detached: true, windowsHide: true } as const;
    const child = spawn(command.file, command.args, options);
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

export async function openInDesktop(url: string): Promise<boolean> {
  const { default: open } = await import('open');
  const own = process.env;
  // The package passes on its process's environment, and has no option for another one. The Context keeps its own.
  process.env = environmentWithoutSecrets(own);
  return succeeds(open(url)).finally(() => {
    process.env = own;
  });
}

/**
 * Shows help on a terminal in `PAGER` (its words, without a shell), by default less, which ends at the end of a text that
 * fits on the screen. An empty PAGER, `cat` or a missing program means no pager. Windows has none that shows UTF-8.
 */
export async function showInPager(text: string, { env, host, stdout, runOnOwnStreams }: Context) {
  const fallback = host.platform === 'win32' || env['TERM'] === 'dumb' ? '' : 'less';
  const [file = '', ...args] = (env['PAGER'] ?? fallback).split(' ').filter(Boolean);
  if (file === '' || file === 'cat') return stdout.write(text);
  const childEnv = { LESS: 'FRX', ...environmentWithoutSecrets(env) };
  try {
    await runOnOwnStreams({ file, args, env: childEnv, input: text });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await stdout.write(text);
  }
}
