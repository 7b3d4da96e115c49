import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { planRendering, tableFor, writeRecords } from '../../cli/output-plan.ts';
import { type Finding, groups } from '../../doctor/finding.ts';
import type { DoctorReport } from '../../doctor/report.ts';
import { type ChecklistItem, checklistText } from '../../output/checklist.ts';
import { deliver } from '../../output/deliver.ts';
import { chooseFormat } from '../../output/format.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';

export const findingColumns: readonly Column[] = [
  { name: 'group', type: 'text' },
  { name: 'check', type: 'text' },
  { name: 'outcome', type: 'text' },
  { name: 'found', type: 'text' },
  { name: 'remedy', type: 'text' },
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
  cron: 'What cron does not have',
};

/** UsageError for flags of the output that are wrong, before anything is looked at. */
export const checkOutputFlags = (invocation: Invocation, options: OutputOptions) =>
  planRendering(invocation, options, view);

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
  const parts = groups.flatMap(group => {
    const items = report.findings.filter(finding => finding.group === group).map(item);
    return items.length > 0 ? [{ title: titles[group], numbered: false, items }] : [];
  });
  const text = checklistText(parts, tableFor(invocation, options.output));
  await deliver([text, `\n${summary(report)}\n`], options.output, invocation.context);
}

const summary = ({ version, view, fatal, warnings }: DoctorReport) =>
  `hotelctl ${version}, ${view === 'cron' ? 'as cron sees it' : 'here'}: ${fatal} fatal, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;

const marks = { ok: 'good', warning: 'heed', fatal: 'bad', skipped: 'none' } as const;

/** The sign alone would leave out who can't tell it from another, so what is not well says so in a word too. */
const item = ({ check, outcome, found, remedy }: Finding): ChecklistItem => ({
  mark: marks[outcome],
  name: check,
  seen: outcome === 'ok' ? found : `${outcome}: ${found}`,
  ...(remedy === undefined ? {} : { mend: remedy }),
});
