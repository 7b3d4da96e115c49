import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, openTime, whileOpen } from './atomic-file.ts';
import type { Context } from './context.ts';
import {
  type ErrorDetails,
  type HotelctlError,
  OutputError,
  TemporaryError,
  writeProblem,
} from './errors.ts';
import { makeFolder } from './make-folder.ts';
import { secondsText } from './text.ts';

/** Longer than the default timeout of a request, so that a slow identity host does not fail the waiting processes. */
const usualTimeout = 90_000;

/** How often an owner updates the time of its file, and its maximum age. Milliseconds. */
const heartbeat = 15_000;
const longestSilence = 120_000;

/** The folder of a waiting process is not updated; no process waits this long. Milliseconds. */
const longestWait = 600_000;

/**
 * Runs `work` while no other process runs work under the same name (letters, digits and dashes).
 *
 * @throws TemporaryError that names the owner if the lock is not free in time; the reason of an interruption while it waits
 */
export async function withLock<T>(
  name: string,
  context: Context,
  work: () => Promise<T>,
  { timeout = usualTimeout, Failure = OutputError, rename = fs.rename }: LockOptions = {},
): Promise<T> {
  const folder = join(context.folders.state, 'locks');
  const place = join(folder, name);
  const { pid, start, boot, space } = await ownIdentity(context);
  const unique = Buffer.from(context.random.bytes(8)).toString('hex');
  const owner = [pid, start, boot, space, unique].join('-');
  const mine = join(folder, `${name}.${owner}`);
  try {
    makeFolder(folder, 0o700);
    await sweep(folder, name, context);
    await fs.mkdir(mine, { mode: 0o700 });
    await fs.writeFile(join(mine, owner), '', { mode: 0o600 });
    await untilRenamed(() => tryToRename(rename, mine, place), place, context, timeout);
  } catch (error) {
    // The cause of the failed creation may prevent the removal too; the first error is the one to report.
    await fs.rm(mine, { recursive: true }).catch(() => {});
    throw unusableFolder(error, folder, Failure);
  }
  const beat = setInterval(() => {
    const now = context.clock.now() / 1000;
    fs.utimes(join(place, owner), now, now).catch(() => {});
  }, heartbeat).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await fs.rm(join(place, owner), whileOpen).catch(() => {});
    // Fails if the next owner has taken the lock already.
    await fs.rmdir(place).catch(() => {});
  }
}

export async function isLocked(name: string, context: Context): Promise<boolean> {
  const place = join(context.folders.state, 'locks', name);
  for (const file of await listFiles(place)) {
    const holder = parseIdentity(file);
    if (holder) return !(await isDead(holder, join(place, file), longestSilence, context));
  }
  return false;
}

const listFiles = (place: string): Promise<string[]> => fs.readdir(place).catch(() => []);

interface LockOptions {
  readonly timeout?: number;
  /** The error of a folder in which no lock can be made. */
  readonly Failure?: FolderError;
  readonly rename?: Rename;
}

type Rename = (from: string, to: string) => Promise<void>;

type FolderError = new (message: string, details: ErrorDetails) => HotelctlError;

async function untilRenamed(
  tryAgain: () => Promise<NodeJS.ErrnoException | undefined>,
  place: string,
  context: Context,
  timeout: number,
): Promise<void> {
  const { clock, random, interrupted } = context;
  const end = clock.now() + timeout;
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 50)) {
    interrupted.throwIfAborted();
    const refusal = await tryAgain();
    if (!refusal) return;
    const holder = await freeIfDead(place, context);
    if (holder !== 'free') {
      if (clock.now() >= end) throw heldBy(holder, place, timeout);
    } else if (!denials.has(refusal.code)) continue;
    else if (clock.now() >= end - timeout + openTime) throw refusal;
    await clock.sleep(pause * (0.5 + random.fraction()), interrupted);
  }
}

/** The error if the lock is taken. An existing empty folder is replaced, except on Windows. */
const tryToRename = (rename: Rename, mine: string, place: string) =>
  rename(mine, place).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => {
      if (!isThere.has(error.code) && !denials.has(error.code)) throw error;
      return error;
    },
  );
const isThere = new Set<string | undefined>(['ENOTEMPTY', 'EEXIST']);
/** Windows denies a rename for a moment while another process looks at the folder or removes it. */
const denials = new Set<string | undefined>(['EPERM', 'EACCES']);

/** `free`: the lock can be tried. `foreign`: the folder contains something that hotelctl did not create. */
async function freeIfDead(place: string, context: Context): Promise<ProcessIdentity | 'free' | 'foreign'> {
  for (const file of await listFiles(place)) {
    const holder = parseIdentity(file);
    if (!holder) return 'foreign';
    if (!(await isDead(holder, join(place, file), longestSilence, context))) return holder;
    // Exactly this file: a second process does not find it and does no harm.
    await fs.unlink(join(place, file)).catch(() => {});
  }
  // Only an empty folder can be removed like this, so a lock that was taken meanwhile stays.
  await fs.rmdir(place).catch(() => {});
  return 'free';
}

async function isDead(holder: ProcessIdentity, file: string, silence: number, context: Context) {
  const alive = await isAlive(holder, context);
  if (alive !== 'unknown') return !alive;
  const stats = await fs.stat(file).catch(() => undefined);
  return stats !== undefined && context.clock.now() - stats.mtimeMs > silence;
}

/** Folders of processes that were killed while they waited. */
async function sweep(folder: string, name: string, context: Context): Promise<void> {
  for (const entry of await fs.readdir(folder)) {
    const holder = entry.startsWith(`${name}.`) ? parseIdentity(entry.slice(name.length + 1)) : undefined;
    if (holder && (await isDead(holder, join(folder, entry), longestWait, context)))
      await fs.rm(join(folder, entry), whileOpen).catch(() => {});
  }
}

function parseIdentity(fileName: string): ProcessIdentity | undefined {
  const parts = /^(?<pid>\d+)-(?<start>\w*)-(?<boot>\w*)-(?<space>\d*)-\w+$/.exec(fileName)?.groups;
  return parts && { ...(parts as unknown as ProcessIdentity), pid: Number(parts['pid']) };
}

function heldBy(holder: ProcessIdentity | 'foreign', place: string, timeout: number): TemporaryError {
  const who = holder === 'foreign' ? 'something that is not hotelctl' : `process ${holder.pid}`;
  return new TemporaryError(`${who} has held a lock for more than ${secondsText(timeout)}`, {
    hint: `check whether that process is stopped; end it or wait; the lock is ${place}`,
  });
}

/** The error of a folder that the system refuses to hotelctl; any other error is returned as it is. */
export function unusableFolder(error: unknown, folder: string, Failure: FolderError = OutputError): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  return new Failure(`${folder} cannot be used for locks: ${writeProblem(error).what}`, {
    hint: 'fix the folder, or choose another with HOTELCTL_STATE_DIR',
    cause: error,
  });
}

/**
 * The identity of a lock's owner. A process id is not enough: after a crash the system reuses it for another process.
 * Together with its start time and the machine's boot it identifies one process. Each part is letters, digits or empty.
 */
interface ProcessIdentity {
  readonly pid: number;
  /** Linux: clock ticks since boot. macOS: the digits of ps's start time. Windows: empty, only the pid is compared. */
  readonly start: string;
  /** Linux: the boot's id. Elsewhere empty. */
  readonly boot: string;
  /** Linux: the process-id namespace, because containers have separate process ids. Elsewhere empty. */
  readonly space: string;
}

export async function ownIdentity(context: Context): Promise<ProcessIdentity> {
  const { pid } = context.host;
  return { pid, start: (await findStart(pid, context)) ?? '', ...(await findPlace(context)) };
}

/**
 * `unknown`: this process cannot examine the owner: it is in another container, on another machine that shares the
 * state folder, or from before the last boot, which looks the same as another machine.
 */
export async function isAlive(identity: ProcessIdentity, context: Context): Promise<boolean | 'unknown'> {
  const { boot, space } = await findPlace(context);
  if (identity.boot !== boot || identity.space !== space) return 'unknown';
  if (identity.start === '') return isRunning(identity.pid);
  return (await findStart(identity.pid, context)) === identity.start;
}

async function findPlace({ host }: Context): Promise<{ boot: string; space: string }> {
  if (host.platform !== 'linux') return { boot: '', space: '' };
  const [boot, space] = await Promise.all([
    ignoreFailure(fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    ignoreFailure(fs.readlink('/proc/self/ns/pid')),
  ]);
  return { boot: boot.replace(/[^0-9a-f]/g, ''), space: space.replace(/\D/g, '') };
}

/** A file of `/proc`: undefined if the process is gone. */
const ignoreFailure = (reading: Promise<string>): Promise<string> => reading.catch(() => '');

/** The start time in Linux's `/proc/PID/stat`; undefined if only the entry of a dead process is left, and for an empty text. */
export function startInStat(text: string): string | undefined {
  // The program's name, in brackets, may contain spaces and brackets itself: fields are counted from the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A killed process has the state Z while other threads of it may still finish a call, so it still holds the lock.
  const [state, threads, start] = [fields[0], Number(fields[17]), fields[19]];
  return (state === 'Z' && threads <= 1) || state === 'X' ? undefined : start;
}

/** Undefined if there is no such process (or only its entry, waiting for its parent), and on Windows. */
async function findStart(pid: number, context: Context): Promise<string | undefined> {
  const { platform } = context.host;
  if (platform === 'win32') return undefined;
  if (platform === 'linux')
    return startInStat(await ignoreFailure(fs.readFile(`/proc/${pid}/stat`, 'latin1')));
  const { stdout } = await context.runChild({
    file: 'ps',
    args: ['-o', 'lstart=', '-p', String(pid)],
    // A fixed language and time zone, so that two processes read the same start time of a third.
    env: { PATH: context.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    budget: 3000,
  });
  return stdout.replace(/\W/g, '') || undefined;
}
