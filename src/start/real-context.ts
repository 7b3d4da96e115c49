import type { Context, Folders, Input } from '../base/context.ts';
import { InterruptedError } from '../base/errors.ts';
import { knownSecrets } from '../base/secrets.ts';
import { limitLookups } from './lookups.ts';
import { isDevice, realOutput } from './real-output.ts';

/**
 * The Context of a running process. Every start pays for what this file loads or touches, so modules are loaded on first
 * use, and the standard streams, which Node creates on first access, are accessed lazily.
 */
export function makeRealContext(programFolder: string): Context {
  const env = process.env;
  const interruption = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', ...(ignoresHangup() ? [] : (['SIGHUP'] as const))] as const;
  for (const signal of signals) {
    // `once`: a second Ctrl-C ends the process immediately, as users expect of a program that hangs.
    process.once(signal, () => interruption.abort(new InterruptedError(signal)));
  }
  return {
    env,
    secrets: knownSecrets(env),
    stdin: realInput(interruption.signal),
    stdout: realOutput(1, () => process.stdout, env),
    stderr: realOutput(2, () => process.stderr, env),
    clock: {
      now: Date.now,
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
    limitLookups: seconds => limitLookups(env, seconds),
    interrupted: interruption.signal,
    runChild: async request => (await processes()).runChild(request),
    runOnOwnStreams: async request => (await processes()).runOnOwnStreams(request, interruption.signal),
    launch: async (file, args) => (await processes()).launch(file, args),
    openInDesktop: async url => {
      const { default: open } = await import('open');
      return open(url).then(
        () => true,
        () => false,
      );
    },
  };
}

/** A handler would make `nohup` useless: a process that was started with SIGHUP ignored must continue. */
function ignoresHangup(): boolean {
  if (process.platform !== 'linux') return !process.getBuiltinModule('node:tty').isatty(1);
  try {
    const status = process.getBuiltinModule('node:fs').readFileSync('/proc/self/status', 'utf8');
    return (Number.parseInt(/^SigIgn:\t[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1] ?? '0', 16) & 1) === 1;
  } catch {
    return false;
  }
}

const processes = () => import('./child-processes.ts');
const prompts = async () => (await import('./real-prompts.ts')).realPrompts;

function realInput(interrupted: AbortSignal): Input {
  return {
    get isTerminal() {
      // `process.stdin` would open the stream, which costs 7 ms.
      return isDevice(0) && process.getBuiltinModule('node:tty').isatty(0);
    },
    async readText() {
      const chunks: Buffer[] = [];
      // A pipe that stays open would keep the process after Ctrl-C.
      const stop = () => process.stdin.destroy(interrupted.reason);
      interrupted.addEventListener('abort', stop, { once: true });
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      interrupted.removeEventListener('abort', stop);
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
  const home = env['HOME'] || process.getBuiltinModule('node:os').homedir();
  const absolute = (value: string | undefined) => (value?.startsWith('/') ? value : undefined);
  const convention: Folders =
    process.platform === 'win32'
      ? {
          config: `${env['APPDATA'] ?? `${home}\\AppData\\Roaming`}\\hotelctl`,
          state: `${env['LOCALAPPDATA'] ?? `${home}\\AppData\\Local`}\\hotelctl`,
          data: `${env['LOCALAPPDATA'] ?? `${home}\\AppData\\Local`}\\hotelctl\\data`,
        }
      : process.platform === 'darwin'
        ? {
            config: `${home}/Library/Application Support/hotelctl`,
            state: `${home}/Library/Application Support/hotelctl/state`,
            data: `${home}/Library/Application Support/hotelctl/data`,
          }
        : {
            config: `${absolute(env['XDG_CONFIG_HOME']) ?? `${home}/.config`}/hotelctl`,
            state: `${absolute(env['XDG_STATE_HOME']) ?? `${home}/.local/state`}/hotelctl`,
            data: `${absolute(env['XDG_DATA_HOME']) ?? `${home}/.local/share`}/hotelctl`,
          };
  return {
    config: env['HOTELCTL_CONFIG_DIR'] || convention.config,
    state: env['HOTELCTL_STATE_DIR'] || convention.state,
    data: env['HOTELCTL_DATA_DIR'] || convention.data,
  };
}
