import { CheckFailedError } from '../base/errors.ts';
import type { Document } from '../output/document/document.ts';
import { chooseFormat } from '../output/format.ts';
import { localeFormat } from '../output/number-format.ts';
import { type Finding, finding } from '../platform/finding.ts';
import { type Column, type ReportRecord, textColumn, textColumns } from '../platform/records.ts';
import type { Invocation } from './invocation.ts';
import { tableFor } from './render-options.ts';
import type { OutputOptions } from './shared-flags.ts';
import { deliverOutput, planRecords, type RecordView } from './write-records.ts';

interface ChecklistPart {
  readonly title: string;
  readonly isNumbered?: boolean;
  readonly findings: readonly Finding[];
}

/** Findings for people. Nothing is shortened: words are wrapped, and how to fix a finding is below it. */
const checklistDocument = ({ title, findings, isNumbered }: ChecklistPart): Document => ({
  title: [title],
  blocks: [
    {
      kind: 'table',
      isComplete: true,
      columns: [
        { heading: '', kind: 'state' },
        { heading: '', kind: 'text', isWords: true },
        { heading: '', kind: 'text', isWords: true, isBelow: true },
        { heading: '', kind: 'text', isWords: true, isBelow: 'always' },
      ],
      rows: findings.map(({ state, check, found, fix }, index) => ({
        kind: 'row',
        cells: [
          state,
          isNumbered ? `${index + 1}  ${check}` : check,
          found === '' ? 'not reached' : found,
          fix === undefined ? '' : `→ ${fix}`,
        ],
      })),
    },
  ],
});

interface Checklist {
  readonly parts: readonly ChecklistPart[];
  /** The last line for people. */
  readonly summary?: string;
  /** For every other format, and if columns or rows are chosen; `body` is what JSON contains. */
  readonly records: readonly ReportRecord[];
  readonly body: unknown;
}

/** Validates the flags of the output. */
export async function planChecklist(invocation: Invocation, options: OutputOptions, view: RecordView) {
  const write = await planRecords(invocation, options, view);
  const isTable = (options.columns ?? options.sort ?? options.limit) !== undefined;
  const isForPeople = chooseFormat(options) === 'table' && !isTable;
  return async ({ parts, summary, records, body }: Checklist) => {
    if (!isForPeople) return write(() => records, body);
    const { documentText } = await import('../output/document/terminal.ts');
    const style = tableFor(invocation, options.output);
    const chunks = async function* () {
      for (const [index, part] of parts.entries()) {
        if (index > 0) yield '\n';
        yield* documentText(checklistDocument(part), localeFormat(undefined), style);
      }
      if (summary !== undefined) yield `\n${summary}\n`;
    };
    return deliverOutput(invocation, { chunks: chunks() }, options.output);
  };
}

/**
 * Ends the command with exit 10 if a finding failed; the hint is how to fix the first one.
 * @param hint for a finding that does not say how to fix it
 */
export function requirePassed(findings: readonly Finding[], hint = ''): void {
  const failed = findings.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (!first) return;
  const counts = `${failed.length} of ${findings.length} checks failed`;
  throw new CheckFailedError(`${counts}; first: ${first.check}: ${first.found}`, { hint: first.fix ?? hint });
}

/** The rows of a command that verifies what is stored. @param what one of these: `Close` */
export const verifiedColumns = (what: string): readonly Column[] => [
  textColumn('check', what),
  ...textColumns('state', 'found'),
  textColumn('fix', 'What to do'),
];

/** A property whose entries could not be read. */
export const unreadFolder = (property: string, cause: string): ChecklistPart => ({
  title: property,
  findings: [
    finding(property, 'failed', cause, 'restore its folder from a backup, or check the permissions'),
  ],
});

/**
 * @param view its name is the plural: `closes`
 * @param none what to do if there are none
 * @returns writes what was verified. Exit 10 if a finding failed, or if there was nothing to verify.
 */
export async function planVerified(
  invocation: Invocation,
  options: OutputOptions,
  view: RecordView,
  none: string,
) {
  const write = await planChecklist(invocation, options, view);
  return async (parts: readonly ChecklistPart[], place: string) => {
    const findings = parts.flatMap(part => part.findings);
    const records = findings.map(({ check, state, found, fix = null }) => ({ check, state, found, fix }));
    await write({ parts, records, body: records });
    if (findings.length === 0)
      throw new CheckFailedError(`there are no ${view.name} to verify in ${place}`, { hint: none });
    requirePassed(findings);
  };
}
