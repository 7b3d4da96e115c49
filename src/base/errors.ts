/**
 * The table of exit codes and the error classes, one class for each code, named after the user's next step. Help,
 * documentation and the error output are generated from this table; hotelctl exits with no other code.
 */
const table = [
  [0, 'done', 'done; an empty report is a success', 'use the output'],
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
    'a check did not pass: doctor, auth check, close, close verify, journal, snapshot verify, schedule doctor, ui-integration check and test',
    'see which check failed',
  ],
  [130, 'interrupted', 'interrupted', 'run it again at any time'],
  [143, 'terminated', 'terminated', 'run it again at any time'],
] as const;

export const exitCodes = table.map(([code, name, meaning, next]) => ({ code, name, meaning, next }));

export type ExitCode = (typeof exitCodes)[number]['code'];
type ErrorCode = (typeof exitCodes)[number]['name'];

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
  readonly cause?: unknown;
}

/** Every failure that a user can cause or encounter. `message` is one line without the `hotelctl: ` prefix. */
export class HotelctlError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get exitCode(): ExitCode {
    return exitCodes.find(row => row.name === this.code)?.code ?? 1;
  }
}

/** The same error, of the same class and with its own fields, with other details. */
export function withDetails<E extends HotelctlError>(
  error: E,
  details: Partial<ErrorDetails>,
  message = error.message,
): E {
  const copy: E = Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error));
  return Object.assign(copy, { message, details: { ...error.details, ...details } });
}

const errorClass = (code: ErrorCode) =>
  class extends HotelctlError {
    constructor(message: string, details: ErrorDetails) {
      super(code, message, details);
    }
  };

export class UsageError extends errorClass('usage') {}
export class SignInError extends errorClass('sign-in') {}
export class RefusedError extends errorClass('refused') {}
export class TemporaryError extends errorClass('temporary') {}
export class UndocumentedResponseError extends errorClass('undocumented') {}
export class PartialError extends errorClass('partial') {}
export class OutputError extends errorClass('output') {}
export class OutcomeUnknownError extends errorClass('outcome-unknown') {}
export class CheckFailedError extends errorClass('check-failed') {}

/** Exit 130 or 143: Ctrl-C, a termination signal, or the end of the terminal (SIGHUP). */
export class InterruptedError extends HotelctlError {
  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated', `stopped by ${signal}`, {
      hint: 'no partial output was written; run it again at any time',
    });
  }
}
