import { randomBytes } from 'node:crypto';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';

const sandboxOptions: SandboxOptions = {
  seed: 'tests',
  today: '2026-10-15',
  port: 0,
  random: { bytes: count => randomBytes(count) },
  probe: {
    fetch: async () => ({
      kind: 'failure',
      message: 'no URL is fetched',
      fix: 'pass a probe',
      blocked: true,
    }),
    now: () => 0,
  },
  onDefect: error => {
    throw error;
  },
};

/** A sandbox on free ports, whose internal errors fail the test; the caller stops it. */
export const startTestSandbox = (options: Partial<SandboxOptions> = {}) =>
  startSandbox({ ...sandboxOptions, ...options });
