import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceOpenFile } from '../../src/base/atomic-file.ts';
import { UsageError, writeProblem } from '../../src/base/errors.ts';
import { checkAccess } from '../../src/base/own-file.ts';
import { shellWords } from '../../src/base/text.ts';
import { withWriteErrors } from '../../src/output/delivery/write-file.ts';
import { replaceFolder } from '../../src/reports/archive/write-entry.ts';
import { takeFirst } from '../../src/reports/snapshots/read-snapshot.ts';
import { temporaryFolder } from '../context.ts';
import { failureOf, thrownBy } from '../failure-of.ts';

const denied = () => Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'rename' });

/** Windows, where a file is moved like this; counts the attempts, and the milliseconds of its pauses. */
function windows(move: (from: string, to: string) => Promise<void>) {
  const moving = {
    tries: 0,
    slept: 0,
    isWindows: true,
    move: (from: string, to: string) => {
      moving.tries += 1;
      return move(from, to);
    },
    sleep: async (milliseconds: number) => {
      moving.slept += milliseconds;
    },
  };
  return moving;
}

/** What only Windows does, as far as it can be imitated; test/system/windows.test.ts has the rest. */
describe('a file that another program has open', () => {
  it('is replaced once the program closes it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'new'), 'new');
    const moving = windows((...paths) => (moving.tries < 4 ? Promise.reject(denied()) : rename(...paths)));
    await replaceOpenFile(join(folder, 'new'), join(folder, 'old'), moving);
    expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('new');
    expect(moving).toMatchObject({ tries: 4, slept: 300 });
  });

  it('is reported as in use after five seconds, and immediately as what it is on other systems', async () => {
    const moving = windows(() => Promise.reject(denied()));
    const error = await failureOf(replaceOpenFile('/new', '/old', moving));
    expect([writeProblem(error).what, moving.slept]).toEqual(['it is in use', 4900]);
    const elsewhere = Object.assign(
      windows(() => Promise.reject(denied())),
      { isWindows: false },
    );
    expect(await failureOf(replaceOpenFile('/new', '/old', elsewhere))).toMatchObject({ code: 'EPERM' });
    expect(elsewhere.slept).toBe(0);
  });
});

describe('a snapshot of which another program has a file open', () => {
  const write = async (opened: (attempt: number) => boolean) => {
    const parent = temporaryFolder();
    const folder = join(parent, 'taken=2026-11-21');
    const stage = (content: string) => {
      mkdirSync(join(parent, content));
      writeFileSync(join(parent, content, 'data'), content);
      return join(parent, content);
    };
    await replaceFolder(stage('old'), folder);
    let attempt = 0;
    const moving = windows(async (from, to) => {
      if (from === folder) attempt += 1;
      if ([from, to].includes(folder) && opened(attempt)) throw denied();
      return rename(from, to);
    });
    const staged = stage('new');
    const written = withWriteErrors(folder, () => replaceFolder(staged, folder, moving));
    const failure = await written.catch(error => error.message);
    const left = readdirSync(parent).filter(name => name !== 'new');
    return { failure, slept: moving.slept, left, content: readFileSync(join(folder, 'data'), 'utf8') };
  };

  it('is replaced once the program closes it', async () => {
    const { slept, ...found } = await write(attempt => attempt < 4);
    expect(found).toEqual({ failure: undefined, left: ['taken=2026-11-21'], content: 'new' });
    expect(slept).toBe(150);
  });

  it('is kept, and reported as in use after five seconds', async () => {
    const { failure, slept, ...found } = await write(() => true);
    expect(failure).toContain('could not be written: it is in use');
    expect(slept).toBe(4950);
    expect(found).toEqual({ left: ['taken=2026-11-21'], content: 'old' });
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

it('commands in hints are quoted', () => {
  expect(takeFirst('A $(id)')).toContain("snapshot take --property 'A $(id)'`");
  const folder = join(temporaryFolder(), "Ada's");
  mkdirSync(folder, { mode: 0o777 });
  chmodSync(folder, 0o777);
  const failure = (message: string, hint: string) => new UsageError(message, { hint });
  const rule = { uid: process.getuid?.() ?? null, access: 'trusted', variable: 'X', failure } as const;
  const refused = thrownBy(() => checkAccess(folder, statSync(folder), rule));
  expect(refused.hint).toBe(`run: chmod go-w '${folder.replace("'", "'\\''")}'`);
});
