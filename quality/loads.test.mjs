// Loads each source of the area within a test. Stryker counts failed tests: a change with which a source can't even be
// loaded stops the area's test files before their tests exist, and would be counted as unnoticed.
import { expect, it } from 'vitest';

it.each(process.env['MUTATION_SOURCES'].split(','))('%s can be loaded', async source => {
  expect(await import(/* @vite-ignore */ `../${source}`)).toBeDefined();
});
