import { readFile, readlink } from 'node:fs/promises';
import { isRunning } from './atomic-file.ts';
import type { Context } from './context.ts';

/**
 * The identity of a lock's owner. A process id is not enough: after a crash the system reuses it for another process.
 * Together with its start time and the machine's boot it identifies one process. Each part is letters, digits or empty.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * Linux: clock ticks since boot. macOS: the digits of ps's start time. Empty if neither is available (Windows): only
   * the pid is compared.
   */
  readonly start: string;
  /** Linux: the boot's id. Elsewhere empty. */
  readonly boot: string;
  /** Linux: the process-id namespace, because containers have separate process ids. Elsewhere empty. */
  readonly space: string;
}

export async function ownIdentity(context: Context): Promise<ProcessIdentity> {
  const { pid } = context.host;
  return { pid, start: (await startOf(pid, context)) ?? '', ...(await placeOf(context)) };
}

/**
 * `unknown`: this process cannot examine the owner: it is in another container, on another machine that shares the
 * state folder, or from before the last boot, which looks the same as another machine.
 */
export async function isAlive(identity: ProcessIdentity, context: Context): Promise<boolean | 'unknown'> {
  const { boot, space } = await placeOf(context);
  if (identity.boot !== boot || identity.space !== space) return 'unknown';
  if (identity.start === '') return isRunning(identity.pid);
  return (await startOf(identity.pid, context)) === identity.start;
}

async function placeOf({ host }: Context): Promise<{ boot: string; space: string }> {
  if (host.platform !== 'linux') return { boot: '', space: '' };
  const [boot, space] = await Promise.all([
    textOf(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    textOf(readlink('/proc/self/ns/pid')),
  ]);
  return { boot: boot.replace(/[^0-9a-f]/g, ''), space: space.replace(/\D/g, '') };
}

/** A file of `/proc`; nothing if it cannot be read, as of a process that is gone. */
const textOf = (reading: Promise<string>): Promise<string> => reading.catch(() => '');

/**
 * The start time in Linux's `/proc/PID/stat`; undefined if the process is dead and only its entry waits for its parent,
 * and for an empty text.
 */
export function startInStat(text: string): string | undefined {
  // The program's name, in brackets, may contain spaces and brackets itself, so fields are counted from the last
  // bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A killed process has the state Z while other threads of it may still finish a call, so it still holds the lock.
  const [state, threads, start] = [fields[0], Number(fields[17]), fields[19]];
  return (state === 'Z' && threads <= 1) || state === 'X' ? undefined : start;
}

/** Undefined if there is no such process (or only its entry, waiting for its parent), and on Windows. */
async function startOf(pid: number, context: Context): Promise<string | undefined> {
  const { platform } = context.host;
  if (platform === 'win32') return undefined;
  if (platform === 'linux') {
    return startInStat(await textOf(readFile(`/proc/${pid}/stat`, 'latin1')));
  }
  const { stdout } = await context.runChild({
    file: 'ps',
    args: ['-o', 'lstart=', '-p', String(pid)],
    // A fixed language and time zone, so that two processes read the same start time of a third.
    env: { PATH: context.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    input: '',
    budget: 3000,
  });
  return stdout.replace(/\W/g, '') || undefined;
}
