import * as z from 'zod/mini';
import { UsageError } from '../../base/errors.ts';
import { checkAgainstModel } from '../model-check.ts';
import { double, nullish, text } from '../models.ts';
import type { ExactNumber } from '../numbers.ts';

/** What is read of the processor's answer (platform.md: "among others resultCode, pspReference, merchantReference"). */
export interface AuthorizationAnswer {
  readonly resultCode: string;
  readonly pspReference: string;
  readonly merchantReference?: string | null | undefined;
  /** Where the processor repeats what it authorized, it is held against the quote. */
  readonly amount?: { readonly value: ExactNumber; readonly currency: string } | null | undefined;
}

const answer = z.looseObject({
  resultCode: text,
  pspReference: text.check(z.regex(/^[\x21-\x7e]{1,100}$/, 'expected 1 to 100 visible characters')),
  merchantReference: nullish(text),
  amount: nullish(z.looseObject({ value: double, currency: text })),
});

/** @throws UsageError */
export function readAuthorizationAnswer(value: unknown): AuthorizationAnswer {
  const [fault] = checkAgainstModel(answer, value).faults;
  if (fault === undefined) return value as AuthorizationAnswer;
  throw new UsageError(`the processor's answer is not valid: ${fault}`, {
    hint: 'give --authorization the JSON that the payment processor answered, with resultCode and pspReference',
  });
}
