import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import areas from '../quality/areas.json' with { type: 'json' };
import { scoreOf, scoresOf, withScores } from '../quality/table.mjs';
import { root, textOfFile } from './repository.ts';

/** `npm run mutation` measures how many changes in each area the tests detect, and writes the table in docs/quality.md. */
const document = textOfFile('docs/quality.md');

describe('the areas of mutation testing', () => {
  it.each(Object.entries(areas))('%s: its sources and tests exist', (_, { mutate, tests }) => {
    for (const file of [...mutate, ...tests]) expect(existsSync(resolve(root, file)), file).toBe(true);
  });

  it.each(Object.keys(areas))('%s: has a row in the table, which `npm run mutation` can replace', area => {
    const scores = { killed: 3, timeout: 1, survived: 0, uncovered: 1 };
    expect(withScores(document, area, scores)).toContain(`| ${area} | 5 | 3 | 1 | 0 | 1 | 80.0 % |`);
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
    expect(scoreOf(scoresOf(report))).toBeCloseTo(77.78);
  });

  it('replaces the old row and no other', () => {
    const before = '| lock | 1 | 1 | 0 | 0 | 0 | 100.0 % |\n| csv | 2 | 2 | 0 | 0 | 0 | 100.0 % |\n';
    expect(withScores(before, 'lock', scoresOf(report))).toBe(
      '| lock | 9 | 6 | 1 | 1 | 1 | 77.8 % |\n| csv | 2 | 2 | 0 | 0 | 0 | 100.0 % |\n',
    );
    const unknown = () => withScores(before, 'money', scoresOf(report));
    expect(unknown).toThrow('docs/quality.md has no row for money');
  });
});
