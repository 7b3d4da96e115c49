/** All exit codes, with an error class each, named after the user's next step. Help and documents are made from it. */
const table = [
  [0, 'done', 'done, also if the report is empty', 'use the output'],
  [1, 'defect', 'a defect in hotelctl', 'report it'],
  [2, 'usage', 'usage: a flag, a value, a rule; nothing was sent', 'fix the command'],
  [
    3,
    'sign-in',
    'sign-in: none, revoked, expired, store not accessible',
    '`hotelctl login`, or follow the message',
  ],
  [4, 'refused', 'refused by the platform: 400, 403, 404, 422 and the like', 'read the messages'],
  [5, 'temporary', 'temporary: network, timeout, 429, 499, 5xx, after the retries', 'try again later'],
  [
    6,
    'undocumented',
    'the response is not as documented, or incomplete with --strict',
    'report it, or use `--format json`',
  ],
  [7, 'partial', 'partial: some of several requests failed; what succeeded was written', 'see the messages'],
  [8, 'output', 'the output could not be written', 'free disk space, or fix the path'],
  [
    9,
    'outcome-unknown',
    'outcome unknown: a write was sent, but no conclusive response was received',
    'do not repeat; `hotelctl bookings resume KEY`',
  ],
  [
    10,
    'check-failed',
    'a check did not pass: doctor, auth check, close, close verify, journal, snapshot verify, sync verify, schedule doctor, ui-integration check and test',
    'see which check failed',
  ],
  [130, 'interrupted', 'interrupted', 'run it again at any time'],
  [143, 'terminated', 'terminated', 'run it again at any time'],
] as const;

export const exitCodes = table.map(([code, name, meaning, next]) => ({ code, name, meaning, next }));

type ExitCode = (typeof exitCodes)[number]['code'];
type ErrorCode = (typeof exitCodes)[number]['name'];

export const exitCodeOf = (name: ErrorCode): ExitCode => exitCodes.find(row => row.name === name)?.code ?? 1;

export interface ErrorDetails {
  /** What to do next, one line. */
  readonly hint: string;
  readonly status?: number | undefined;
  /** The platform's own messages (422). Untrusted text. */
  readonly messages?: readonly string[] | undefined;
  /** Value of the response's `*-Tracking-Id` header; the platform's support asks for it. */
  readonly trackingId?: string | undefined;
  /** A more exact name than that of the exit code, for `--error-format json`. */
  readonly reason?: 'price-changed' | undefined;
  /** What scripts need of the message, as further fields of `--error-format json`: `bookingId`, `key`, `total`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Profile keys of what hotelctl assumes about the platform and what may be wrong: `--verbose` names them. */
  readonly assumes?: readonly string[] | undefined;
  readonly cause?: unknown;
}

/** For a response that the platform probably did not send. */
export const checkTheAddress = 'check the address; if it is correct, report this with the tracking id';

/** Every failure that a user can cause or encounter. `message` is one line without the `hotelctl: ` prefix. */
export class HotelctlError extends Error {
  override get name(): string {
    return 'HotelctlError';
  }
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails,
  ) {
    super(message, { cause: details.cause });
  }

  get exitCode(): ExitCode {
    return exitCodeOf(this.code);
  }
}

/** Always the same seven keys, so that scripts need not check which are present; an error of a booking has more. */
export const errorFields = ({ code, exitCode, message, details }: HotelctlError, hint = details.hint) => ({
  ...details.fields,
  code: details.reason ?? code,
  exitCode,
  message,
  hint,
  status: details.status ?? null,
  messages: details.messages ?? null,
  trackingId: details.trackingId ?? null,
});

/** A copy of the same class, with all its fields and other details. */
export function withDetails<E extends HotelctlError>(
  error: E,
  details: Partial<ErrorDetails>,
  message = error.message,
): E {
  const copy: E = Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error));
  return Object.assign(copy, { message, details: { ...error.details, ...details } });
}

/** The name is that of the class: a bundler may shorten what `constructor.name` says. */
const errorClass = (code: ErrorCode, name: string) =>
  class extends HotelctlError {
    constructor(message: string, details: ErrorDetails) {
      super(code, message, details);
    }
    override get name(): string {
      return name;
    }
  };

export class UsageError extends errorClass('usage', 'UsageError') {}
export class SignInError extends errorClass('sign-in', 'SignInError') {}
export class RefusedError extends errorClass('refused', 'RefusedError') {}
export class TemporaryError extends errorClass('temporary', 'TemporaryError') {}
export class UndocumentedResponseError extends errorClass('undocumented', 'UndocumentedResponseError') {}
export class PartialError extends errorClass('partial', 'PartialError') {}
export class OutputError extends errorClass('output', 'OutputError') {}
export class OutcomeUnknownError extends errorClass('outcome-unknown', 'OutcomeUnknownError') {}
export class CheckFailedError extends errorClass('check-failed', 'CheckFailedError') {}

/** Exit 130 or 143: Ctrl-C, a termination signal, or the end of the terminal (SIGHUP). */
export class InterruptedError extends HotelctlError {
  override get name(): string {
    return 'InterruptedError';
  }
  constructor(
    signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP',
    message = signal === 'SIGINT' ? 'interrupted' : `terminated by ${signal}`,
    hint = 'no partial output was written; run it again at any time',
  ) {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated', message, { hint });
  }
}

/** A line of the user's CSV file, by its headings. */
export type TableLine = Readonly<Record<string, string>>;

/** Where a line of the user's CSV file is, and what is wrong with it. @param index of the line, after that of the headings */
export function lineOfFile(path: string, index: number, usual: string) {
  const where = `${path}, line ${index + 2}`;
  return { where, refuse: (what: string, hint = usual) => new UsageError(`${where}: ${what}`, { hint }) };
}

export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether a file can be used in a way, such as opened or renamed, whatever the reason if it cannot. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(() => true).catch(() => false);

/** What the system's codes mean for a file or folder that is used, and what to do. */
const problems: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['no space is left', 'free disk space, or write somewhere else'],
  EDQUOT: ['the disk quota is exceeded', 'free disk space, or write somewhere else'],
  EFBIG: ['the file system does not allow a file of this size', 'write somewhere else'],
  EACCES: ['permission denied', 'choose a place that you can write to, or ask for permission'],
  EPERM: ['not permitted', 'choose a place that you can write to'],
  EROFS: ['the file system is read-only', 'choose a place that can be written to'],
  ENOENT: ['the folder does not exist', 'create the folder first, or fix the path'],
  EEXIST: ['a file is in its place', 'fix the path'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'fix the path'],
  EISDIR: ['it is a folder', 'name a file in it'],
  ENAMETOOLONG: ['the name is too long', 'choose a shorter name'],
  ELOOP: ['its symbolic links form a loop', 'fix the links, or choose another file'],
  EIO: ['the device reported an error', 'check the disk or the network share'],
  EBUSY: ['it is in use', 'close the program that uses it and try again'],
  EMFILE: ['too many files are open', 'try again, or raise the limit with ulimit -n'],
  EAGAIN: ['it accepts no more data at the moment', 'try again'],
};

export function writeProblem(error: unknown): { readonly what: string; readonly hint: string } {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error');
  const [what, hint] = problems[code] ?? [code, 'choose another file, or write to standard output'];
  return { what, hint };
}

/** A program around this one may have named what it writes. */
export const outputNotWritten = (cause: unknown): HotelctlError =>
  cause instanceof OutputError ? cause : notWritten('standard output could not be written', cause);

export const fixConfigFolder = 'free disk space or fix its folder, or set another with HOTELCTL_CONFIG_DIR';

/** @param what the sentence before the problem. @param hint default: what to do about the problem */
export function notWritten(what: string, cause: unknown, hint?: string): OutputError {
  const problem = writeProblem(cause);
  return new OutputError(`${what}: ${problem.what}`, { hint: hint ?? problem.hint, cause });
}
