import { version } from '../base/version.ts';
import type { Finding } from './finding.ts';

/** What `doctor --format json` writes, and what cron's view is read from. */
export interface DoctorReport {
  readonly version: string;
  /** Whose environment was looked at: this process's, or cron's. */
  readonly view: 'here' | 'cron';
  /** How many findings are fatal; above 0 the exit code is 10. */
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

/** The report that another hotelctl of the same version wrote; undefined for anything else. */
export function readReport(text: string): DoctorReport | undefined {
  try {
    const report = JSON.parse(text) as DoctorReport;
    return report.version === version && Array.isArray(report.findings) ? report : undefined;
  } catch {
    return undefined;
  }
}
