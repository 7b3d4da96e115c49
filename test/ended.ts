import { expect } from 'vitest';

/** What a run ends with: its exit code, and a part of what it prints to standard error. */
export const ended = (exitCode: number, printed: string) => ({
  exitCode,
  stderr: expect.stringContaining(printed),
});
