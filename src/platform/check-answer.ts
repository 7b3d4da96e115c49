import { safeParse } from 'zod/mini';
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
      for (const key of issue.keys)
        unknownFields.add(path === '' ? key : `${path}.${key}`.replace(/\[\d+\]/g, '[]'));
    } else {
      faults.push(
        `${path || 'the body'}: ${issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message}`,
      );
    }
  }
  return { unknownFields: [...unknownFields], faults };
}

const pathOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
