import { defineConfig } from 'vitest/config';

// One process per test file: each starts its own sandbox, daemon or browser and owns its ports and folders.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Most tests wait for processes, and two cores are not kept busy by one of them.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['VITEST_JSON'] ? ['default', 'json'] : ['default'],
    ...(process.env['VITEST_JSON'] ? { outputFile: { json: process.env['VITEST_JSON'] } } : {}),
  },
});
