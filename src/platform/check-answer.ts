import { type core, safeParse } from 'zod/mini';
import type { Schema } from './models.ts';

/** How an answer differs from the documented model, by path (`nationalityBreakdown[0].number`). */
export interface AnswerCheck {
  /** Fields that the model does not have. */
  readonly unknownFields: readonly string[];
  /** Fields that are missing or of another type: path and what was expected. */
  readonly faults: readonly string[];
}

/** Checks a parsed answer against its model. Nothing is changed or dropped: what is shown is what was sent. */
export function checkAnswer(schema: Schema, answer: unknown): AnswerCheck {
  const result = safeParse(schema, answer);
  const unknownFields = new Set<string>();
  const faults: string[] = [];
  for (const issue of result.error?.issues ?? []) {
    const path = pathOf(issue.path);
    if (issue.code === 'unrecognized_keys') {
      // One name for a field that each element of a list has.
      const place = path.replace(/\[\d+\]/g, '[]');
      for (const key of issue.keys) unknownFields.add(place === '' ? key : `${place}.${key}`);
    } else {
      faults.push(`${path || 'the body'}: ${expectation(issue)}`);
    }
  }
  return { unknownFields: [...unknownFields], faults };
}

function expectation(issue: core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}`;
  if (issue.code === 'too_small') return 'expected a text that is not empty';
  return issue.message;
}

const pathOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
