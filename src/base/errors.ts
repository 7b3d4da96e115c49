/**
 * The table of exit codes and the error classes, one class for each code, named after the user's next step. Help,
 * documentation and the error output are generated from this table; hotelctl exits with no other code.
 */
export const exitCodes = [
  { code: 0, name: 'done', meaning: 'done; an empty report is a success', next: 'use the output' },
  { code: 1, name: 'defect', meaning: 'a defect in hotelctl', next: 'report it' },
  {
    code: 2,
    name: 'usage',
    meaning: 'usage: a flag, a value, a rule; nothing was sent',
    next: 'fix the command',
  },
  {
    code: 3,
    name: 'sign-in',
    meaning: 'sign-in: none, revoked, expired, store not accessible',
    next: '`hotelctl login`, or follow the message',
  },
  {
    code: 4,
    name: 'refused',
    meaning: 'refused by the platform: 400, 403, 404, 422 and the like',
    next: 'read the messages',
  },
  {
    code: 5,
    name: 'temporary',
    meaning: 'temporary: network, timeout, 429, 499, 5xx, after the retries',
    next: 'try again later',
  },
  {
    code: 6,
    name: 'undocumented',
    meaning: 'the response is not as documented, or incomplete with --strict',
    next: 'report it, or use `--format json`',
  },
  {
    code: 7,
    name: 'partial',
    meaning: 'partial: some of several requests failed; what succeeded was written',
    next: 'see the messages',
  },
  {
    code: 8,
    name: 'output',
    meaning: 'the output could not be written',
    next: 'free disk space, or fix the path',
  },
  {
    code: 9,
    name: 'outcome-unknown',
    meaning: 'outcome unknown: a write was sent, but no conclusive response was received',
    next: 'do not repeat; `hotelctl bookings resume KEY`',
  },
  {
    code: 10,
    name: 'check-failed',
    meaning:
      'a check did not pass: doctor, auth check, snapshot verify, schedule doctor, ui-integration check and test',
    next: 'see which check failed',
  },
  { code: 130, name: 'interrupted', meaning: 'interrupted', next: 'run it again at any time' },
  { code: 143, name: 'terminated', meaning: 'terminated', next: 'run it again at any time' },
] as const;

export type ExitCode = (typeof exitCodes)[number]['code'];
type ErrorCode = (typeof exitCodes)[number]['name'];

export interface ErrorDetails {
  /** What to do next, one line. */
  readonly hint: string;
  /** HTTP status of the response that caused it. */
  readonly status?: number | undefined;
  /** The platform's own messages (422). Untrusted text. */
  readonly messages?: readonly string[] | undefined;
  /** Value of the response's `*-Tracking-Id` header; the platform's support asks for it. */
  readonly trackingId?: string | undefined;
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

const errorClass = (code: ErrorCode) =>
  class extends HotelctlError {
    constructor(message: string, details: ErrorDetails) {
      super(code, message, details);
    }
  };

/** Exit 2: fix the command. Nothing was sent. */
export class UsageError extends errorClass('usage') {}
/** Exit 3: sign in, or make the credential store reachable. */
export class SignInError extends errorClass('sign-in') {}
/** Exit 4: the platform refused the request; read its messages. */
export class RefusedError extends errorClass('refused') {}
/** Exit 5: try again later. */
export class TemporaryError extends errorClass('temporary') {}
/** Exit 6: the response is not as documented. */
export class UndocumentedResponseError extends errorClass('undocumented') {}
/** Exit 7: some of several requests failed. */
export class PartialError extends errorClass('partial') {}
/** Exit 8: the output could not be written. */
export class OutputError extends errorClass('output') {}
/** Exit 9: a write was sent and no conclusive response was received. */
export class OutcomeUnknownError extends errorClass('outcome-unknown') {}
/** Exit 10: a check did not pass. */
export class CheckFailedError extends errorClass('check-failed') {}

/** Exit 130 or 143: Ctrl-C, a termination signal, or the end of the terminal (SIGHUP). */
export class InterruptedError extends HotelctlError {
  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated', `stopped by ${signal}`, {
      hint: 'no partial output was written; run it again at any time',
    });
  }
}
