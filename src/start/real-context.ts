import { isUtf8 } from 'node:buffer';
import { fstatSync, statSync, writeSync } from 'node:fs';
import {
  type Clock,
  type Context,
  type Folders,
  type Input,
  type JobRunner,
  type Output,
  onAbort,
} from '../base/context.ts';
import { InterruptedError, UsageError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { knownSecrets } from '../base/secrets.ts';
import { resultOr } from '../base/text.ts';

/** The time of day, on the date of the sandbox that runs this command; today, for another platform. */
function currentTime({ HOTELCTL_SANDBOX = '', HOTELCTL_BASE_URL }: Context['env']): Omit<Clock, 'sleep'> {
  const [date = '', url] = HOTELCTL_SANDBOX.split(' ');
  if (url === undefined || url !== HOTELCTL_BASE_URL) return { now: Date.now };
  const now = new Date();
  const ahead = Date.parse(date) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return { now: () => Date.now() + ahead, isOfSandbox: true };
}

/**
 * The Context of a running process. Every start pays for what this file loads or touches, so modules are loaded on first
 * use, and the standard streams, which Node creates on first access, are accessed lazily.
 *
 * @param options of a program around this one: its environment, and what ends the work in place of the signals of the process
 */
export function makeRealContext(
  programFolder: string,
  { env = process.env, signal: stop }: { env?: Context['env']; signal?: AbortSignal } = {},
): Context {
  const interruption = new AbortController();
  if (stop) {
    onAbort(stop, () => {
      const why = stop.reason?.name === 'TimeoutError' ? 'at its time limit' : 'by its caller';
      interruption.abort(new InterruptedError('SIGTERM', `stopped ${why}`));
    });
  } else {
    const signals = ['SIGINT', 'SIGTERM', ...(ignoresHangup() ? [] : (['SIGHUP'] as const))] as const;
    for (const signal of signals) {
      // `once`: a second Ctrl-C ends the process immediately, as users expect of a program that hangs.
      process.once(signal, () => interruption.abort(new InterruptedError(signal)));
    }
  }
  const runner = stop ? undefined : connectToRunner(env, interruption);
  return {
    env,
    ...(runner && { runner }),
    secrets: knownSecrets(env),
    stdin: realInput(interruption.signal),
    stdout: realOutput(1, () => process.stdout, env),
    stderr: realOutput(2, () => process.stderr, env),
    clock: {
      ...currentTime(env),
      sleep: async (ms, signal) => {
        const { setTimeout: sleep } = await import('node:timers/promises');
        await sleep(ms, undefined, signal ? { signal } : {}).catch(error => {
          throw signal?.aborted ? signal.reason : error;
        });
      },
    },
    random: {
      bytes: count => process.getBuiltinModule('node:crypto').randomBytes(count),
      uuid: () => process.getBuiltinModule('node:crypto').randomUUID(),
      fraction: Math.random,
    },
    folders: realFolders(env),
    host: {
      platform: process.platform,
      pid: process.pid,
      uid: process.getuid?.() ?? null,
      nodeVersion: process.versions.node,
      nodeFile: process.execPath,
      programFolder,
      get currentFolder() {
        return process.cwd();
      },
    },
    plain: false,
    prompts: {
      input: async question => (await prompts()).input(question),
      secret: async question => (await prompts()).secret(question),
      select: async question => (await prompts()).select(question),
      confirm: async question => (await prompts()).confirm(question),
    },
    interrupted: interruption.signal,
    runChild: async request => (await processes()).runChild(request),
    runOnOwnStreams: async request => (await processes()).runOnOwnStreams(request, interruption.signal),
    launch: async (file, args) => (await processes()).launch(file, args),
    openInDesktop: async url => (await processes()).openInDesktop(url),
  };
}

/** Milliseconds that the command of a job has to end after its runner has ended. */
const endingTime = 5000;

/** The command of a job ends with its runner: otherwise the next run would start a second one beside it. */
function connectToRunner(env: Context['env'], interruption: AbortController): JobRunner | undefined {
  const lock = env['HOTELCTL_JOB_LOCK'];
  if (!lock || !process.send) return undefined;
  const end = () => {
    interruption.abort(new InterruptedError('SIGTERM'));
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), endingTime).unref();
  };
  process.once('disconnect', end);
  // The listener would keep the process running.
  process.channel?.unref();
  if (!process.connected) end();
  return {
    lock,
    send: message =>
      new Promise((resolve, reject) => {
        process.send?.(message, undefined, {}, error => (error ? reject(error) : resolve()));
      }),
  };
}

/** A handler would make `nohup` useless: a process that was started with SIGHUP ignored must continue. */
function ignoresHangup(): boolean {
  if (process.platform !== 'linux') return !process.getBuiltinModule('node:tty').isatty(1);
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const status = resultOr('', () => readFileSync('/proc/self/status', 'utf8'));
  return (Number.parseInt(/^SigIgn:\t[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1] ?? '0', 16) & 1) === 1;
}

const processes = () => import('./child-processes.ts');
const prompts = async () => (await import('./prompts.ts')).realPrompts;

/** Bytes: more than any quote, booking or body. */
const mostInput = 64 << 20;

const unusableInput = (problem: string, hint: string) =>
  new UsageError(`standard input ${problem}`, { hint });

function realInput(interrupted: AbortSignal): Input {
  return {
    get isTerminal() {
      return isTerminalAt(0);
    },
    async readText() {
      const chunks: Buffer[] = [];
      // A pipe that stays open would keep the process after Ctrl-C.
      const release = onAbort(interrupted, () => process.stdin.destroy(interrupted.reason));
      let size = 0;
      for await (const chunk of process.stdin) {
        chunks.push(chunk as Buffer);
        size += chunk.length;
        if (size > mostInput) throw unusableInput('is larger than 64 MiB', 'pass a smaller file');
      }
      release();
      const bytes = Buffer.concat(chunks);
      if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
      const { decodeNamedText, namedFileProblem } = await import('../base/named-file.ts');
      try {
        // What PowerShell and Excel write, as in a file.
        return decodeNamedText(bytes).text;
      } catch (error) {
        throw unusableInput(`cannot be read: ${namedFileProblem(error)}`, 'pass UTF-8 text');
      }
    },
    async *lines(signal, longest) {
      if (longest !== undefined) return yield* boundedLines(longest, signal);
      const { createInterface } = await import('node:readline');
      const reader = createInterface({ input: process.stdin, signal });
      try {
        yield* reader;
      } finally {
        // A reader of one line would keep its listeners, and receive the lines of the next reader too.
        reader.close();
      }
    },
  };
}

/** The lines of standard input, each cut after `longest` characters: node:readline would keep a line of any length. */
async function* boundedLines(longest: number, signal: AbortSignal): AsyncGenerator<string> {
  const release = onAbort(signal, () => process.stdin.destroy());
  process.stdin.setEncoding('utf8');
  let line = '';
  try {
    for await (const chunk of process.stdin) {
      const [first = '', ...others] = String(chunk).split('\n');
      // A line that is long enough is not copied again for each part that follows.
      if (line.length < longest) line = (line + first).slice(0, longest);
      for (const next of others) {
        yield line;
        line = next.slice(0, longest);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    release();
  }
  if (line !== '') yield line;
}

/** The platform's convention: XDG on Linux, Application Support on macOS, AppData on Windows. */
function realFolders(env: Context['env']): Folders {
  // String concatenation instead of node:path: these folders are needed at every start. A user of a container may have no home.
  const home = env['HOME'] || resultOr('', process.getBuiltinModule('node:os').homedir);
  const absolute = (value: string | undefined) => (value?.startsWith('/') ? value : undefined);
  let state = `${absolute(env['XDG_STATE_HOME']) ?? `${home}/.local/state`}/hotelctl`;
  let config = `${absolute(env['XDG_CONFIG_HOME']) ?? `${home}/.config`}/hotelctl`;
  let data = `${absolute(env['XDG_DATA_HOME']) ?? `${home}/.local/share`}/hotelctl`;
  if (process.platform === 'win32') {
    config = `${env['APPDATA'] ?? `${home}\\AppData\\Roaming`}\\hotelctl`;
    state = `${env['LOCALAPPDATA'] ?? `${home}\\AppData\\Local`}\\hotelctl`;
    data = `${state}\\data`;
  } else if (process.platform === 'darwin') {
    config = `${home}/Library/Application Support/hotelctl`;
    [state, data] = [`${config}/state`, `${config}/data`];
  }
  return {
    config: env['HOTELCTL_CONFIG_DIR'] || config,
    state: env['HOTELCTL_STATE_DIR'] || state,
    data: env['HOTELCTL_DATA_DIR'] || data,
  };
}

/**
 * Standard output or error. Opening a stream costs 7 ms: it loads the network modules of Node.js. A file or a pipe needs none: it
 * is opened for terminals and other devices, and for the rest of the output if a non-blocking pipe is full.
 */
export function realOutput(fd: number, open: () => NodeJS.WriteStream, env: NodeJS.ProcessEnv): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    // Without a listener a closed pipe would be an uncaught exception; each write reports it to its own caller.
    opened ??= open().on('error', () => {});
    return opened;
  };
  const isDirect = () => opened === undefined && !isDevice(fd);
  const isTerminal = () => isTerminalAt(fd);
  const throughStream = (data: string | Uint8Array) =>
    new Promise<void>((resolve, reject) =>
      stream().write(data, error => (error ? reject(error) : resolve())),
    );
  let sinceTurn = 0;
  return {
    get isTerminal() {
      return isTerminal();
    },
    get columns() {
      // A terminal that does not know its width, such as one behind a pipe, says 0.
      return (isTerminal() && stream().columns) || 80;
    },
    get color() {
      return wantsColor(isTerminal, env);
    },
    async write(data) {
      if (!isDirect()) return throughStream(data);
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      const written = writeDirectly(fd, bytes);
      if (written < bytes.length) return throughStream(bytes.subarray(written));
      sinceTurn += written;
      if (sinceTurn < turnAfter) return;
      sinceTurn = 0;
      // Signals and timers are handled between turns of the event loop, which a loop of direct writes never reaches.
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

/** Bytes. */
const turnAfter = 64 << 10;

/** How many bytes were written: fewer than all if the file descriptor does not block and is full. */
function writeDirectly(fd: number, bytes: Uint8Array): number {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return written;
      throw error;
    }
  }
  return written;
}

/** Whether it is a device. On Windows, any may be; a closed one counts, so that its stream reports the problem. */
function isDevice(fd: number): boolean {
  return process.platform === 'win32' || resultOr(true, () => fstatSync(fd).isCharacterDevice());
}

/** `isTTY` of `process.stdin` would open the stream, which costs 7 ms. */
const isTerminalAt = (fd: number) => isDevice(fd) && process.getBuiltinModule('node:tty').isatty(fd);

function wantsColor(isTerminal: () => boolean, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return !['0', 'false'].includes(env['FORCE_COLOR']);
  return isTerminal() && env['TERM'] !== 'dumb';
}

type EnableCompileCache = (folder: string) => unknown;

/**
 * Lets Node.js 22 and later keep compiled code, which it verifies before it runs it. Only this user can write to the folder: by
 * default it would be in the system's temporary folder, whose contents another user could provide.
 */
export function keepCompiledCode(
  { folders }: Pick<Context, 'folders'>,
  enable: EnableCompileCache | undefined = ofThisNode(),
): void {
  if (!enable) return;
  const folder = `${folders.state}/compiled`;
  try {
    // The folder of the state may be created here, and must then be as private as it always is.
    makeFolder(folder, 0o700);
    if (process.platform === 'win32' || (statSync(folder).mode & 0o022) === 0) enable(folder);
  } catch {
    // Without it the start is slower, and nothing else is different.
  }
}

function ofThisNode(): EnableCompileCache | undefined {
  // Asking Node.js 20 for the module takes longer than the rest of the function.
  if (Number.parseInt(process.versions.node, 10) < 22 || process.env['NODE_DISABLE_COMPILE_CACHE'])
    return undefined;
  const module = process.getBuiltinModule('node:module') as { enableCompileCache?: EnableCompileCache };
  return module.enableCompileCache;
}
