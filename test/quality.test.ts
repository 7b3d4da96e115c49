import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import areas from '../quality/areas.json' with { type: 'json' };
import { scoresOf, withScores } from '../quality/table.mjs';

/** `npm run mutation` measures how much of each area the tests notice, and writes the table in docs/quality.md. */
const root = resolve(import.meta.dirname, '..');
const document = readFileSync(resolve(root, 'docs/quality.md'), 'utf8');

describe('the areas of mutation testing', () => {
  it.each(Object.entries(areas))('%s: its sources and tests exist', (_, { mutate, tests }) => {
    for (const file of [...mutate, ...tests]) expect(existsSync(resolve(root, file)), file).toBe(true);
  });

  it.each(Object.keys(areas))('%s: has a row in the table, with a score of at least 80', area => {
    const [, score] =
      new RegExp(`^\\| ${area} (?:\\| \\d+ ){5}\\| ([\\d.]+) % \\|$`, 'm').exec(document) ?? [];
    expect(Number(score)).toBeGreaterThanOrEqual(80);
  });
});

describe('a row of the table', () => {
  const report = {
    files: {
      'a.ts': { mutants: [...Array(6).fill({ status: 'Killed' }), { status: 'Survived' }] },
      'b.ts': { mutants: ['Timeout', 'NoCoverage', 'CompileError'].map(status => ({ status })) },
    },
  };

  it('counts mutants that no test reaches, and no mutants that cannot run', () => {
    expect(scoresOf(report)).toEqual({ killed: 6, timeout: 1, survived: 1, uncovered: 1 });
  });

  it('replaces the old row and no other', () => {
    const before = '| lock | 1 | 1 | 0 | 0 | 0 | 100.0 % |\n| csv | 2 | 2 | 0 | 0 | 0 | 100.0 % |\n';
    expect(withScores(before, 'lock', scoresOf(report))).toBe(
      '| lock | 9 | 6 | 1 | 1 | 1 | 77.8 % |\n| csv | 2 | 2 | 0 | 0 | 0 | 100.0 % |\n',
    );
    expect(() => withScores(before, 'money', scoresOf(report))).toThrow(
      'docs/quality.md has no row for money',
    );
  });
});
