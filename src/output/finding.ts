import { HotelctlError, InterruptedError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { safeText } from '../platform/safe-text.ts';

/** The sections of the report, in this order. */
export const findingGroups = [
  'program',
  'settings',
  'sign-in',
  'network',
  'time',
  'folders',
  'shell',
  'cron',
] as const;
export type Group = (typeof findingGroups)[number];

/**
 * What one check found. `fatal`: some commands cannot work. `warning`: commands work, but perhaps not as expected.
 * `skipped`: nothing to check, or another finding must be fixed first.
 */
export interface Finding {
  readonly group: Group;
  readonly check: string;
  readonly outcome: 'ok' | 'warning' | 'fatal' | 'skipped';
  /** One line, safe to show, without any secret. */
  readonly found: string;
  /** What to do about it, one line. */
  readonly fix?: string;
  /** For findings about one setting: its name, its value, and its source. */
  readonly setting?: { readonly name: string; readonly value: string; readonly source: string };
}

/** Escapes the text: it may hold names of hosts and users, and paths. */
export const finding = (
  group: Group,
  check: string,
  outcome: Finding['outcome'],
  found: string,
  fix?: string,
): Finding => ({
  group,
  check,
  outcome,
  found: safeText(found),
  ...(fix === undefined ? {} : { fix: safeText(fix) }),
});

/**
 * The findings of one check. A check that throws becomes a finding, so that one failure never hides the results of the other
 * checks; only an interruption ends them all.
 */
export async function isolated(
  group: Group,
  check: string,
  work: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [failed(group, check, error)];
  }
}

/** An error as a finding, with the message that a command would print. An interruption is thrown on. */
export function failed(group: Group, check: string, error: unknown): Finding {
  if (error instanceof InterruptedError) throw error;
  if (error instanceof HotelctlError) {
    // Other commands refer to `hotelctl doctor` in their hints.
    const hint = error.details.hint.replace(/^run `hotelctl doctor`; (or )?/, '');
    return finding(group, check, 'fatal', error.message, hint);
  }
  // The message of an unexpected error may hold anything, including a secret.
  const name = error instanceof Error ? error.name : typeof error;
  return finding(
    group,
    check,
    'fatal',
    `the check itself failed (${name})`,
    'report this defect in hotelctl',
  );
}

/** What `doctor --format json` writes, and what the cron view reads from its child process. */
export interface DoctorReport {
  readonly version: string;
  /** The environment that was checked: this process's, or cron's. */
  readonly view: 'here' | 'cron';
  /** Number of fatal findings; above 0 the exit code is 10. */
  readonly fatal: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
}

export const reportOf = (view: DoctorReport['view'], findings: readonly Finding[]): DoctorReport => ({
  version,
  view,
  fatal: findings.filter(({ outcome }) => outcome === 'fatal').length,
  warnings: findings.filter(({ outcome }) => outcome === 'warning').length,
  findings,
});

/** The report of another hotelctl process of the same version; undefined for anything else. */
export function readReport(text: string): DoctorReport | undefined {
  try {
    const report = JSON.parse(text) as DoctorReport;
    return report.version === version && Array.isArray(report.findings) ? report : undefined;
  } catch {
    return undefined;
  }
}
