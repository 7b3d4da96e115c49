import type { Finding } from '../platform/finding.ts';
import type { Document } from './document/document.ts';

export interface ChecklistPart {
  readonly title: string;
  readonly isNumbered?: boolean;
  readonly findings: readonly Finding[];
}

/** Findings for people. Nothing is shortened: words are wrapped, and how to fix a finding is below it. */
export const checklistDocument = ({ title, findings, isNumbered }: ChecklistPart): Document => ({
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
