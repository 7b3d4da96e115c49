import { expect } from 'vitest';
import type { Run } from './run-hotelctl.ts';

/** The run ends with this exit code and with these messages on standard error. */
export async function expectExit<Ended extends Run>(
  run: Promise<Ended>,
  exitCode: number,
  ...messages: readonly (string | RegExp)[]
): Promise<Ended> {
  const ended = await run;
  expect(ended.exitCode, ended.stderr).toBe(exitCode);
  for (const message of messages)
    if (typeof message === 'string') expect(ended.stderr).toContain(message);
    else expect(ended.stderr).toMatch(message);
  return ended;
}

/** The same, with nothing on standard output. */
export async function expectFailure<Ended extends Run>(
  ...expected: Parameters<typeof expectExit<Ended>>
): Promise<Ended> {
  const ended = await expectExit<Ended>(...expected);
  expect(ended.stdout).toBe('');
  return ended;
}

/** The run succeeds with these messages on standard error; `/^$/` if there are none. */
export const expectSuccess = <Ended extends Run>(run: Promise<Ended>, ...messages: (string | RegExp)[]) =>
  expectExit(run, 0, ...messages);
