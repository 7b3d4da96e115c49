import { countText } from '../../base/text.ts';
import { deliverOutput } from '../../cli/deliver-output.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { renderOptions, tableFor } from '../../cli/render-options.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { type ChecklistItem, checklistText } from '../../output/checklist.ts';
import type { DoctorReport } from '../../output/finding.ts';
import { type Finding, findingGroups } from '../../output/finding.ts';
import { chooseFormat } from '../../output/format.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';

export const findingColumns: readonly Column[] = [
  { name: 'group', type: 'text' },
  { name: 'check', type: 'text' },
  { name: 'outcome', type: 'text' },
  { name: 'found', type: 'text' },
  { name: 'fix', type: 'text' },
];

const view = { name: 'findings', columns: findingColumns };

const titles: Readonly<Record<Finding['group'], string>> = {
  program: 'Program',
  settings: 'Settings',
  'sign-in': 'Sign-in',
  network: 'Network',
  time: 'Time',
  folders: 'Folders',
  shell: 'Shell',
  cron: 'Differences in cron',
};

/** @throws UsageError for invalid output flags, before any check runs */
export const checkOutputFlags = (invocation: Invocation, options: OutputOptions) =>
  renderOptions(invocation, options, view);

/** The findings as a checklist for people, or as records. */
export async function showFindings(
  invocation: Invocation,
  options: OutputOptions,
  report: DoctorReport,
): Promise<void> {
  if (chooseFormat(options) !== 'table' || options.columns !== undefined) {
    const records = report.findings.map((finding): ReportRecord => ({ ...finding }));
    await writeRecords(invocation, options, view, () => records, report);
    return;
  }
  const parts = findingGroups.flatMap(group => {
    const items = report.findings.filter(finding => finding.group === group).map(item);
    return items.length > 0 ? [{ title: titles[group], numbered: false, items }] : [];
  });
  const text = checklistText(parts, tableFor(invocation, options.output));
  await deliverOutput(invocation, { chunks: [text, `\n${summary(report)}\n`] }, options.output);
}

const summary = ({ version, view, fatal, warnings }: DoctorReport) =>
  `hotelctl ${version}, ${view === 'cron' ? 'in cron' : 'here'}: ${fatal} fatal, ${countText(warnings, 'warning')}`;

const marks = { ok: 'passed', warning: 'warning', fatal: 'failed', skipped: 'skipped' } as const;

/** The outcome is also a word, for people who cannot distinguish the symbols. */
const item = ({ check, outcome, found, fix }: Finding): ChecklistItem => ({
  mark: marks[outcome],
  name: check,
  seen: outcome === 'ok' ? found : `${outcome}: ${found}`,
  ...(fix === undefined ? {} : { fix }),
});
