/**
 * Context: everything outside the process, as ports. Code that needs the time, a random number, a stream, a folder, a
 * prompt, a browser or another process receives a Context and uses nothing else, so that tests can supply their own.
 * `real-context.ts` is the one file that creates it from the real resources.
 */

import type { ItemOutcome } from './item-outcome.ts';
import type { Secrets } from './secrets.ts';

/** Standard output or standard error. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in columns; 80 if it is unknown. */
  readonly columns: number;
  /** Depends on the terminal, NO_COLOR and FORCE_COLOR; `--no-color` is applied in addition. */
  readonly color: boolean;
  /** Resolves when the system has accepted the bytes; rejects with the system's error (EPIPE, ENOSPC ...). */
  write(data: string | Uint8Array): Promise<void>;
}

/** The same output with another write method. Accessed lazily: Node creates the stream on first access. */
export const withWrite = (output: Output, write: Output['write'], color = true): Output => ({
  get isTerminal() {
    return output.isTerminal;
  },
  get columns() {
    return output.columns;
  },
  get color() {
    return color && output.color;
  },
  write,
});

export interface Input {
  readonly isTerminal: boolean;
  readText(): Promise<string>;
  /** As they arrive, each up to `longest` characters, until standard input ends or the signal fires. */
  lines(signal: AbortSignal, longest?: number): AsyncIterable<string>;
}

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** The time of day on the date of the sandbox, not this machine's time. */
  readonly isOfSandbox?: boolean;
  /** Rejects with the signal's reason when it fires first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  bytes(count: number): Uint8Array;
  uuid(): string;
  /** At least 0, below 1; for jitter. */
  fraction(): number;
}

export interface Folders {
  /** The folder of the profile file. */
  readonly config: string;
  /** The folder of journal, locks, caches and the credential file. */
  readonly state: string;
  /** Snapshots, unless the setting `dataDir` names another folder. */
  readonly data: string;
}

export interface ChildRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to the child's standard input, which is closed then. Secrets travel here and never in `args`. */
  readonly input?: string;
  /** The child is killed (SIGKILL) after this many milliseconds; Infinity sets no limit. */
  readonly budget: number;
  /** The folder that the child starts in; by default the folder of this process. */
  readonly folder?: string;
  /** The signals of a terminal do not reach the child: it is ended by `budget` and `signal` only. */
  readonly ownSession?: boolean;
  /** Kills the child as well when it fires; the result then has `exitCode: null` and `timedOut: false`. */
  readonly signal?: AbortSignal;
  /**
   * Makes the child a part of this run: it ends when this process ends, even by SIGKILL, it writes to the standard output
   * of this process, and each message that it sends is passed to this function. Only for this program itself.
   */
  readonly receive?: (message: unknown) => void;
}

export interface ChildResult {
  /** null when the child was killed. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** What it printed; of a text above 32 MiB its end. */
  readonly stdout: string;
  readonly stderr: string;
}

/** The `schedule run` that started this process as the command of a job. */
export interface JobRunner {
  /** The name of the lock that the command holds, so that no second one starts while it runs. */
  readonly lock: string;
  send(message: object): Promise<void>;
}

/** Prompts; each rejects with InterruptedError on Ctrl-C. Loaded with the first prompt. */
export interface Prompts {
  input(question: {
    message: string;
    initial?: string | undefined;
    check?: (text: string) => true | string;
  }): Promise<string>;
  /** Not echoed. The signal closes the prompt; the promise rejects with its reason then. */
  secret(question: { message: string; signal?: AbortSignal }): Promise<string>;
  select(question: { message: string; choices: readonly { name: string; value: string }[] }): Promise<string>;
  confirm(question: { message: string; initial: boolean }): Promise<boolean>;
}

export interface Host {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  /** null on Windows. */
  readonly uid: number | null;
  readonly nodeVersion: string;
  /** The Node executable, to run parts of this program in a separate process. */
  readonly nodeFile: string;
  readonly programFolder: string;
  /** The folder that relative file names refer to. */
  readonly currentFolder: string;
}

export interface Context {
  /** `--no-animation`: words instead of bars, rules and symbols, and no line that is overwritten. */
  readonly plain: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values that standard error must never show; code that obtains a secret registers it here. */
  readonly secrets: Secrets;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  readonly random: Random;
  readonly folders: Folders;
  readonly host: Host;
  /** Set if this process is the command of a job. */
  readonly runner?: JobRunner;
  readonly prompts: Prompts;
  /** Of a program around this one: receives how each item has ended, and the number of rows of an output. */
  readonly onItem?: (outcome: ItemOutcome) => void;
  readonly onWritten?: (rows: number | undefined) => void;
  /** Of a program around this one, which only reads: keeps what would be cached in files, by their paths. */
  readonly cachedFiles?: Map<string, string>;
  /** Of a program around this one: a person reads what is booked, and agrees; asked after all checks, in addition to `--yes`. */
  readonly approve?: (lines: readonly string[]) => Promise<boolean>;
  /** Fires on Ctrl-C and on SIGTERM; its reason is an InterruptedError. */
  readonly interrupted: AbortSignal;
  runChild(request: ChildRequest): Promise<ChildResult>;
  /**
   * Runs a program on this process's own streams, without a shell; a termination of this process is passed on to it, and the
   * request's signal ends it (SIGTERM). Resolves with its exit code; if a signal ended it, with 128 plus the signal's number.
   */
  runOnOwnStreams(
    request: Pick<ChildRequest, 'file' | 'args' | 'env' | 'folder' | 'signal' | 'input'>,
  ): Promise<number>;
  /** Starts a program without a shell, detached and without streams; false if it could not be started. */
  launch(file: string, args: readonly string[]): Promise<boolean>;
  /** Opens an http(s) URL, or a page as a file URL, in the desktop's browser; false if there is none. */
  openInDesktop(url: string): Promise<boolean>;
}

/** @throws the reason of the signal if that fires first */
export function orInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const release = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(release);
  });
}

/** Calls `act` once when the signal fires, or now if it has. @returns what makes it no longer do so */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
