import { readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceOpenFile } from '../../src/base/atomic-file.ts';
import { shellWords } from '../../src/base/shell-words.ts';
import { writeProblem } from '../../src/base/system-errors.ts';
import { temporaryFolder } from '../context.ts';
import { failureOf } from '../failure-of.ts';

/** What only Windows does, as far as it can be imitated; test/system/windows.test.ts has the rest. */
describe('a file that another program has open', () => {
  const denied = () => Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'rename' });

  it('is replaced once the program closes it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'new'), 'new');
    let [tries, slept] = [0, 0];
    await replaceOpenFile(join(folder, 'new'), join(folder, 'old'), {
      isWindows: true,
      move: async (...paths) => {
        tries += 1;
        if (tries < 4) throw denied();
        return rename(...paths);
      },
      sleep: async milliseconds => {
        slept += milliseconds;
      },
    });
    expect([readFileSync(join(folder, 'old'), 'utf8'), tries, slept]).toEqual(['new', 4, 300]);
  });

  it('is reported as in use after five seconds, and immediately as what it is on other systems', async () => {
    let slept = 0;
    const replace = (isWindows: boolean) =>
      replaceOpenFile('/new', '/old', {
        isWindows,
        move: async () => {
          throw denied();
        },
        sleep: async milliseconds => {
          slept += milliseconds;
        },
      });
    const error = await failureOf(replace(true));
    expect([writeProblem(error).what, slept]).toEqual(['it is in use', 4900]);
    expect(await failureOf(replace(false))).toMatchObject({ code: 'EPERM' });
    expect(slept).toBe(4900);
  });
});

it.each([
  ['plain', 'C:\\exports\\a.csv', 'C:\\exports\\a.csv'],
  ['spaces', 'C:\\my exports\\a.csv', '"C:\\my exports\\a.csv"'],
  ['a list, which PowerShell would take apart', 'MUC,BER', '"MUC,BER"'],
  ['signs that PowerShell would expand', `it's "$HOME"`, `'it''s "$HOME"'`],
])('words for PowerShell and cmd: %s', (_, word, expected) => {
  expect(shellWords(['--output', word], 'win32')).toBe(`--output ${expected}`);
});

it('words for other shells stay as they are', () => {
  expect(shellWords(['a b', 'MUC,BER'], 'darwin')).toBe("'a b' MUC,BER");
});
