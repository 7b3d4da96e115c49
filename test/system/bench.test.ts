import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { root, runProgram as run } from '../repository.ts';

const benchmarks = /\[([^\]]*)\]/.exec(readFileSync(resolve(root, 'bench/all.mjs'), 'utf8'))?.[1] ?? '';

it.each(benchmarks.split(',').map(name => name.trim().slice(1, -1)))(
  'the benchmark %s ends and prints its figures, at its smallest size',
  async name => {
    const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), TMPDIR: temporaryFolder() };
    const words = [`bench/${name}.mjs`, '--smallest'];
    const { stdout } = await run(process.execPath, words, { cwd: root, env });
    expect(stdout).toMatch(/^\n\S.*\n( {2}\S.* \d+(\.\d+)? .*\n)+/m);
    expect(stdout).not.toContain('NaN');
  },
  120_000,
);
