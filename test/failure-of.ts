import { expect } from 'vitest';
import type { HotelctlError } from '../src/base/errors.ts';

/** The error that the work ends with; the test fails if it succeeds, or with an error of another class. */
export async function failureOf<Failure extends Error = HotelctlError>(
  work: Promise<unknown>,
  expected: abstract new (...values: never[]) => Error = Error,
): Promise<Failure> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(expected);
  return failure as Failure;
}
