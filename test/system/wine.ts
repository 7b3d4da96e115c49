import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram as run } from '../repository.ts';
import type { Run } from '../run-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';

export type Wine = Awaited<ReturnType<typeof startWine>>;

interface WineOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Instead of the executable. */
  readonly program?: string;
  /** Lines of standard input. */
  readonly input?: string;
}

const libraries = '/usr/lib/x86_64-linux-gnu/wine/x86_64-windows';

/** Windows as Wine imitates it, with a separate disk. Programs print to files: pipes of Wine lose output. */
export async function startWine(folder: string, executable: string) {
  const prefix = join(folder, 'wine');
  const base = {
    PATH: process.env['PATH'],
    HOME: folder,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    // No questions about .NET and HTML, no debugger; and the library that is changed below.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winedbg.exe=d;kernelbase=n,b',
  };
  await run('wine', ['wineboot', '--init'], { env: { ...base, WINEDLLOVERRIDES: 'mscoree,mshtml=' } });
  await run('wine', ['reg', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', 'win10', '/f'], {
    env: base,
  });
  await run('/usr/lib/wine/wineserver', ['--kill'], { env: base }).catch(() => {});
  // Wine 8 has VirtualAlloc2 without placeholders. V8 uses them if it finds the name, and does without them otherwise.
  const library = readFileSync(join(libraries, 'kernelbase.dll'), 'latin1');
  writeFileSync(
    join(prefix, 'drive_c/windows/system32/kernelbase.dll'),
    library
      .replaceAll('\0VirtualAlloc2\0', '\0VirtualAlloc1\0')
      .replaceAll('Wine builtin DLL', 'Wine native  DLL'),
    'latin1',
  );
  const disk = join(prefix, 'drive_c');
  const work = join(disk, 'work');
  mkdirSync(work);
  let count = 0;
  const start = (line: Line, { env = {}, program = executable, input = '' }: WineOptions = {}) => {
    count += 1;
    const files = ['stdout', 'stderr'].map(name => join(folder, `${count}.${name}`));
    const [stdout = 0, stderr = 0] = files.map(file => openSync(file, 'w'));
    writeFileSync(join(folder, `${count}.stdin`), input);
    const stdin = openSync(join(folder, `${count}.stdin`), 'r');
    const child = spawn('wine', [program, ...wordsOf(line)], {
      cwd: work,
      env: { ...base, HOTELCTL_CREDENTIAL_STORE: 'file', ...env },
      stdio: [stdin, stdout, stderr],
    });
    for (const file of [stdin, stdout, stderr]) closeSync(file);
    const ended = once(child, 'close').then(([exitCode]): Run => {
      const [printed = '', errors = ''] = files.map(file => readFileSync(file, 'utf8'));
      return { exitCode, stdout: printed, stderr: errors };
    });
    /** `errors` is the file that standard error is written to. */
    return { child, errors: files[1] ?? '', ended };
  };
  return {
    /** The disk C. */
    disk,
    env: { ...base, HOTELCTL_CREDENTIAL_STORE: 'file' },
    start,
    run: (line: Line, options?: WineOptions) => start(line, options).ended,
    stop: () => run('/usr/lib/wine/wineserver', ['--kill'], { env: base }).catch(() => {}),
  };
}
