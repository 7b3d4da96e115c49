import { expect } from 'vitest';
import { HotelctlError } from '../src/base/errors.ts';

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

/** The error that the work throws; the test fails if it throws none, or one of another class. */
export function thrownBy(
  work: () => unknown,
  expected: abstract new (...values: never[]) => Error = HotelctlError,
) {
  let thrown: unknown;
  try {
    work();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(expected);
  const { code, exitCode, message, details } = thrown as HotelctlError;
  return { code, exitCode, message, hint: details.hint, messages: details.messages };
}
