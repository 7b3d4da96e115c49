import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as errors from '../src/base/errors.ts';
import { runMain } from './commands/in-process.ts';
import { root, sourcesBelow, textOfFile } from './repository.ts';

/** One table of exit codes: the program exits with no other code, and no other code is documented. */

const sources = sourcesBelow('src');
const codes: readonly number[] = errors.exitCodes.map(({ code }) => code);

/** The source files with code, not comments, that matches. */
const filesWith = (pattern: RegExp) =>
  sources.filter(name =>
    textOfFile(name)
      .split('\n')
      .some(line => pattern.test(line) && !/^\s*(\/?\*|\/\/)/.test(line)),
  );

describe('exit codes', () => {
  it('process.exit is only where the executable is run, and in the helper of the keychain', () => {
    expect(filesWith(/process\.(exit|exitCode|abort|reallyExit)\b/).toSorted()).toEqual([
      // The helper of the keychain is a separate process, which ends with its parent.
      'src/http/auth/store/keychain-child.ts',
      // Of `runProcess` only.
      'src/start/main.ts',
    ]);
  });

  it('each error class has its own code in the table', () => {
    const classes = Object.entries(errors).filter(([name]) => /^(?!Hotelctl)\w+Error$/.test(name));
    const made = classes.flatMap(([, Class]) => {
      const create = Class as new (what: string, details: errors.ErrorDetails) => errors.HotelctlError;
      return Class === errors.InterruptedError
        ? (['SIGINT', 'SIGTERM'] as const).map(signal => new errors.InterruptedError(signal).exitCode)
        : [new create('what', { hint: 'do' }).exitCode];
    });
    expect([0, 1, ...made].sort((one, other) => one - other)).toEqual(codes);
  });
});

describe('the documentation of exit codes', () => {
  it('matches the table: `hotelctl help exit-codes`', async () => {
    const { stdout, exitCode } = await runMain('help exit-codes');
    expect(exitCode).toBe(0);
    for (const { code, meaning, next } of errors.exitCodes) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${code} ${meaning}. Then: ${next}`);
    }
    expect((await runMain('--help')).stdout).toContain('  hotelctl help exit-codes\n');
  });

  it('names only codes of the table, in every document and every text of the program', () => {
    const names = ['README.md', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)];
    const documents = names.filter(name => name.endsWith('.md'));
    const found = [...documents, ...sources].flatMap(name => {
      const named = [...textOfFile(name).matchAll(/\b[Ee]xits?(?: codes?| with exit)? (\d+)/g)];
      return named.map(([, code]) => [name, Number(code)] as const);
    });
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(([, code]) => !codes.includes(code))).toEqual([]);
    const [, cron] = textOfFile('docs/unattended.md').split('## What each exit code means here');
    const listed = [...(cron ?? '').matchAll(/^\| (\d+) \|/gm)].map(match => Number(match[1]));
    expect(listed.length).toBeGreaterThan(5);
    expect(listed.filter(code => !codes.includes(code))).toEqual([]);
  });
});
