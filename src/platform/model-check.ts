import { safeParse } from 'zod/mini';
import { type Schema, unknownValue } from './models.ts';
import { quickCheck } from './quick-check.ts';
import { safeText } from './safe-text.ts';

/** How a response differs from the documented model, by path (`nationalityBreakdown[0].number`). */
export interface ModelCheck {
  /** Fields that the model does not have, without indexes (`taxes[].rate`). */
  readonly unknownFields: readonly string[];
  /** Values outside a documented set, with their field (`transactions[].command: PostTip`). */
  readonly unknownValues: readonly string[];
  /** Fields that are missing or of another type: path and what was expected. */
  readonly faults: readonly string[];
  /** Parts of a body that contradict each other: a `count` that differs from the length of the list. */
  readonly conflicts?: readonly string[];
}

export const noDifferences: ModelCheck = { unknownFields: [], unknownValues: [], faults: [] };

/** More than any real response has; a hostile one could have millions. */
const mostListed = 10_000;

/**
 * Checks a parsed response against its model. Nothing is changed or dropped: users see what the platform sent.
 *
 * @param place the path of the value, if it is a part of the response: `companyInvoices[12]`
 */
export function checkAgainstModel(schema: Schema, value: unknown, place = ''): ModelCheck {
  if (quickCheck(schema)(value)) return noDifferences;
  const unknownFields = new Set<string>();
  const unknownValues = new Set<string>();
  const faults: string[] = [];
  for (const issue of safeParse(schema, value).error?.issues ?? []) {
    const path = pathOf(place, issue.path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        if (unknownFields.size >= mostListed) break;
        unknownFields.add(pathOf(withoutIndexes(path), [safeText(key, 60)]));
      }
    } else if (issue.code === 'custom' && issue.message.startsWith(unknownValue([]))) {
      if (unknownValues.size >= mostListed) continue;
      const found = issue.path.reduce<unknown>(
        (outer, key) => (outer as Record<PropertyKey, unknown>)[key],
        value,
      );
      unknownValues.add(`${withoutIndexes(path)}: ${safeText(String(found), 60)}`);
    } else {
      faults.push(`${path || 'the body'}: ${expectation(issue)}`);
    }
  }
  return { unknownFields: [...unknownFields], unknownValues: [...unknownValues], faults };
}

function expectation(issue: { readonly code: string; readonly expected?: string; readonly message: string }) {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}`;
  // The only documented lower bound is a text length of 1.
  return issue.code === 'too_small' ? 'expected a string that is not empty' : issue.message;
}

const withoutIndexes = (path: string) => path.replace(/\[\d+\]/g, '[]');

const pathOf = (place: string, path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    place,
  );
