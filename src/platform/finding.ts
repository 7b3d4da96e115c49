import { HotelctlError, InterruptedError } from '../base/errors.ts';
import { safeText } from './safe-text.ts';

/**
 * `failed`: something cannot work. `warning`: it works, but perhaps not as expected. `skipped`: there is nothing to check, or
 * another finding must be fixed first.
 */
export interface Finding {
  readonly check: string;
  readonly state: 'passed' | 'warning' | 'failed' | 'skipped';
  /** One line, safe to show, without any secret. */
  readonly found: string;
  /** What to do about it, one line. */
  readonly fix?: string;
}

/** Escapes the text: it may hold names of hosts and users, and paths. */
export const finding = (check: string, state: Finding['state'], found = '', fix?: string): Finding => ({
  check,
  state,
  found: safeText(found),
  ...(fix === undefined ? {} : { fix: safeText(fix) }),
});

export const findingsAbout =
  (check: string) =>
  (...rest: [state: Finding['state'], found?: string, fix?: string]): Finding =>
    finding(check, ...rest);

/** An error as a finding, with the message that a command would print. An interruption is thrown on. */
export function failedCheck(check: string, error: unknown): Finding {
  if (error instanceof InterruptedError) throw error;
  if (error instanceof HotelctlError) {
    // Other commands refer to `hotelctl doctor` in their hints.
    const hint = error.details.hint.replace(/^run `hotelctl doctor`; (or )?/, '');
    return finding(check, 'failed', error.message, hint);
  }
  // The message of an unexpected error may hold anything, including a secret.
  const name = error instanceof Error ? error.name : typeof error;
  return finding(check, 'failed', `the check itself failed (${name})`, 'report this defect in hotelctl');
}

export const triedFinding = (check: string, attempt: () => Promise<string>): Promise<Finding> =>
  attempt().then(
    found => finding(check, 'passed', found),
    error => failedCheck(check, error),
  );
