import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { constants, homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildRequest, ChildResult, Context, Folders, Input, Output } from './context.ts';
import { InterruptedError, UsageError } from './errors.ts';

/** The Context of a running process. Whatever is dear to load is loaded when first used. */
export function makeRealContext(programFolder: string): Context {
  const env = process.env;
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `once`: a second Ctrl-C ends the process at once, as people expect of a program that hangs.
    process.once(signal, () => interruption.abort(new InterruptedError(signal)));
  }
  return {
    env,
    stdin: realInput(),
    stdout: realOutput(process.stdout, env),
    stderr: realOutput(process.stderr, env),
    clock: { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, { ...(signal ? { signal } : {}) }) },
    random: { bytes: randomBytes, uuid: randomUUID, fraction: Math.random },
    folders: realFolders(env),
    host: {
      platform: process.platform,
      pid: process.pid,
      uid: process.getuid?.() ?? null,
      nodeVersion: process.versions.node,
      nodeFile: process.execPath,
      programFolder,
    },
    prompts: {
      input: async question => (await prompts()).input(question),
      secret: async question => (await prompts()).secret(question),
      select: async question => (await prompts()).select(question),
      confirm: async question => (await prompts()).confirm(question),
    },
    interrupted: interruption.signal,
    runChild,
    runOnOwnStreams: request => runOnOwnStreams(request, interruption.signal),
    launch,
    openInDesktop: async url => {
      const { default: open } = await import('open');
      return open(url).then(
        () => true,
        () => false,
      );
    },
  };
}

const prompts = async () => (await import('./real-prompts.ts')).realPrompts;

function realOutput(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Output {
  // Without a listener a closed pipe would be an uncaught exception; each write reports it to its own caller.
  stream.on('error', () => {});
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
    colour: wantsColour(stream.isTTY === true, env),
    write: data =>
      new Promise((resolve, reject) => stream.write(data, error => (error ? reject(error) : resolve()))),
  };
}

function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}

function realInput(): Input {
  return {
    isTerminal: process.stdin.isTTY === true,
    async readText() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    },
    async *lines(signal) {
      const { createInterface } = await import('node:readline');
      const reader = createInterface({ input: process.stdin, signal });
      yield* reader;
    },
  };
}

/** The platform's convention: XDG on Linux, Application Support on macOS, AppData on Windows. */
function realFolders(env: NodeJS.ProcessEnv): Folders {
  // String concatenation instead of node:path: these folders are needed at every start.
  const home = env['HOME'] || homedir();
  const absolute = (value: string | undefined) => (value?.startsWith('/') ? value : undefined);
  const convention: Folders =
    process.platform === 'win32'
      ? {
          config: `${env['APPDATA'] ?? `${home}\\AppData\\Roaming`}\\hotelctl`,
          state: `${env['LOCALAPPDATA'] ?? `${home}\\AppData\\Local`}\\hotelctl`,
        }
      : process.platform === 'darwin'
        ? {
            config: `${home}/Library/Application Support/hotelctl`,
            state: `${home}/Library/Application Support/hotelctl/state`,
          }
        : {
            config: `${absolute(env['XDG_CONFIG_HOME']) ?? `${home}/.config`}/hotelctl`,
            state: `${absolute(env['XDG_STATE_HOME']) ?? `${home}/.local/state`}/hotelctl`,
          };
  return {
    config: env['HOTELCTL_CONFIG_DIR'] || convention.config,
    state: env['HOTELCTL_STATE_DIR'] || convention.state,
  };
}

function runChild(request: ChildRequest): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.file, request.args, { env: request.env, stdio: 'pipe', windowsHide: true });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    const timer = Number.isFinite(request.budget)
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, request.budget)
      : undefined;
    const kill = () => child.kill('SIGKILL');
    if (request.signal?.aborted) kill();
    request.signal?.addEventListener('abort', kill, { once: true });
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text;
    });
    // A child that ends before it read everything closes the pipe; its exit code tells the story.
    child.stdin.on('error', () => {});
    child.stdin.end(request.input);
    child.on('error', error => {
      clearTimeout(timer);
      reject(new UsageError(`${request.file} could not be started`, { hint: error.message, cause: error }));
    });
    child.on('close', exitCode => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', kill);
      resolve({ exitCode, timedOut, stdout, stderr });
    });
  });
}

function runOnOwnStreams(
  { file, args, env }: Pick<ChildRequest, 'file' | 'args' | 'env'>,
  interrupted: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: 'inherit' });
    // A terminal sends Ctrl-C to both; what is sent to this process alone is passed on.
    const passOn = () => child.kill('SIGTERM');
    interrupted.addEventListener('abort', passOn, { once: true });
    child.on('error', error => {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      reject(
        new UsageError(
          `${file} ${missing ? 'is not a command here' : `could not be started: ${error.message}`}`,
          {
            hint: 'check its name and the PATH',
            cause: error,
          },
        ),
      );
    });
    child.on('close', (exitCode, signal) => {
      interrupted.removeEventListener('abort', passOn);
      resolve(exitCode ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

function launch(file: string, args: readonly string[]): Promise<boolean> {
  return new Promise(resolve => {
    // A browser has no use for hotelctl's settings, and some of them are secrets.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('HOTELCTL_')),
    );
    const child = spawn(file, args, { env, stdio: 'ignore', detached: true, windowsHide: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
