import { defineConfig } from 'vitest/config';

// For Stryker alone: the tests of the one area whose mutants are tried. It sets pool and name pattern itself.
export default defineConfig({
  // Within Stryker's copy: its node_modules is a link to the real one.
  cacheDir: 'reports/vite',
  test: {
    css: true,
    include: ['quality/loads.test.mjs', ...(process.env['MUTATION_TESTS'] ?? '').split(',')],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
