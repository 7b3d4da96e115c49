import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { devDependencies } from '../package.json' with { type: 'json' };
import areas from '../quality/areas.json' with { type: 'json' };

/** docs/quality.md says how much of each area the tests notice; `npm run mutation` measures it and writes the rows. */
const root = resolve(import.meta.dirname, '..');
const document = readFileSync(resolve(root, 'docs/quality.md'), 'utf8');
const rows = [
  ...document.matchAll(/^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) % \|$/gm),
].map(([, area, ...numbers]) => ({ area, numbers: numbers.map(Number) }));

describe('the table of mutation scores', () => {
  it('has a measured row for each area', () => {
    expect(rows.map(({ area }) => area)).toEqual(Object.keys(areas));
  });

  it('names the versions that it was measured with', () => {
    expect(document).toContain(
      `Stryker ${devDependencies['@stryker-mutator/core']} and Vitest ${devDependencies.vitest}`,
    );
  });

  it.each(rows)('says that at least 80 of 100 changes are noticed: $area', ({ numbers }) => {
    const [mutants = 0, killed = 0, timedOut = 0, survived = 0, notReached = 0, score = 0] = numbers;
    expect(killed + timedOut + survived + notReached).toBe(mutants);
    expect(((100 * (killed + timedOut)) / mutants).toFixed(1)).toBe(score.toFixed(1));
    expect(score).toBeGreaterThanOrEqual(80);
  });

  it.each(Object.entries(areas))('is of files that are there: %s', (_, { mutate, tests }) => {
    for (const file of [...mutate, ...tests]) expect(existsSync(resolve(root, file)), file).toBe(true);
  });
});
