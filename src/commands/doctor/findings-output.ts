import { countText } from '../../base/text.ts';
import { writeChecklist } from '../../cli/checklist.ts';
import { type DoctorFinding, type DoctorReport, doctorOutcomes, findingGroups } from '../../cli/doctor.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { renderOptions } from '../../cli/render-options.ts';
import type { Column } from '../../platform/records.ts';

export const findingColumns: readonly Column[] = [
  { name: 'group', type: 'text' },
  { name: 'check', type: 'text' },
  { name: 'outcome', type: 'text' },
  { name: 'found', type: 'text' },
  { name: 'fix', type: 'text' },
];

const view = { name: 'findings', columns: findingColumns };

const titles: Readonly<Record<DoctorFinding['group'], string>> = {
  program: 'Program',
  settings: 'Settings',
  'sign-in': 'Sign-in',
  network: 'Network',
  time: 'Time',
  folders: 'Folders',
  shell: 'Shell',
  cron: 'Differences in cron',
  platform: 'Assumptions about the platform',
};

/** @throws UsageError for invalid output flags, before any check runs */
export const checkOutputFlags = (invocation: Invocation, options: OutputOptions) =>
  renderOptions(invocation, options, view);

export async function showFindings(
  invocation: Invocation,
  options: OutputOptions,
  findings: readonly DoctorFinding[],
  report: DoctorReport,
) {
  const { version, fatal, warnings } = report;
  const place = { here: 'here', cron: 'in cron', platform: 'on this platform' }[report.view];
  const parts = findingGroups.map(group => ({
    title: titles[group],
    findings: findings.filter(finding => finding.group === group).map(withOutcome),
  }));
  await writeChecklist(invocation, options, view, {
    parts: parts.filter(part => part.findings.length > 0),
    summary: `hotelctl ${version}, ${place}: ${fatal} fatal, ${countText(warnings, 'warning')}`,
    records: report.findings.map(finding => ({ ...finding })),
    body: report,
  });
}

/** The outcome is also a word, for people who cannot distinguish the symbols. */
const withOutcome = (finding: DoctorFinding): DoctorFinding =>
  finding.state === 'passed'
    ? finding
    : { ...finding, found: `${doctorOutcomes[finding.state]}: ${finding.found}` };
