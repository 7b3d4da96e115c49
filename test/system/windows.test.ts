import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { wordsOf } from '../words.ts';
import { requires } from './prerequisites.ts';
import { startWine, type Wine } from './wine.ts';

/** The executable of Windows under Wine: `apt-get install wine64 wine`. */
const root = resolve(import.meta.dirname, '../..');
let folder: string;
let wine: Wine;

beforeEach(requires('wine', 'wine64 wine'));
beforeAll(async () => {
  if (!existsSync('/usr/bin/wine')) return;
  folder = mkdtempSync(join(tmpdir(), 'hotelctl-windows-'));
  await promisify(execFile)('node', [join(root, 'scripts/executables.mjs'), folder, 'win-x64']);
  wine = await startWine(folder, join(folder, 'win-x64/hotelctl.exe'));
}, 600_000);
afterAll(async () => {
  await wine?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

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
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const sandbox = startHotelctl(`sandbox start --port 0 --today 2026-11-21 --redirect-uri ${redirectUri}`, {
    env: { HOME: temporaryFolder(), HOTELCTL_CREDENTIAL_STORE: 'file' },
  });
  const [printed] = await sandbox.says(
    'stdout',
    /(^export \w+='[^']*'\n)+(?<=^export HOTELCTL_REDIRECT_URI=.*\n)/m,
  );
  const exported = Object.fromEntries(
    [...printed.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  writeFileSync(join(wine.disk, 'work/browser.cmd'), '@echo started> C:\\work\\browser.txt\r\n');
  const login = wine.start('login --profile sandbox', {
    env: { ...exported, BROWSER: 'C:\\work\\browser.cmd' },
  });
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
    expect((await hotelctl('snapshot verify')).exitCode).toBe(0);
    const lake = 'sync lake --property MUC --report property-performance --period 2026-10';
    expect(await hotelctl(lake)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(wine.disk, 'work/lake'))).toBe(true);
    const pickup = await hotelctl('pickup --property MUC --since 1d --nearest');
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
    writeFileSync(
      join(wine.disk, 'work/with space/x.cmd'),
      '@echo [%~1] [%~2] > C:\\work\\words.txt\r\n@exit /b 7\r\n',
    );
    const { exitCode } = await wine.run([
      ...wordsOf('sandbox run --'),
      'C:\\work\\with space\\x.cmd',
      'a b',
      'c',
    ]);
    expect([exitCode, readFileSync(join(wine.disk, 'work/words.txt'), 'utf8').trim()]).toEqual([
      7,
      '[a b] [c]',
    ]);
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
    const doctor = await wine.run('schedule doctor');
    expect(doctor.stdout + doctor.stderr).not.toContain('crontab');
  });
});
