import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { root, runProgram as run } from '../repository.ts';
import { hotelctlFile } from '../run-hotelctl.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { keyringPrerequisites, startKeyring } from './keyring.ts';
import { requireProgram, requires } from './prerequisites.ts';

/** What a user downloads: one file, on a machine without Node.js, and the Debian package made from it. */
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const target = `linux-${process.arch}`;
let folder: string;
let executable: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hotelctl-executable-'));
  await run('node', [join(root, 'scripts/executables.mjs'), folder, target, '--debian']);
  executable = join(folder, target, 'hotelctl');
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(requires('x86_64-linux-gnu-strip', 'binutils'));

/** A user's machine: nothing on the PATH, and no settings but those in HOME. */
const machine = () => {
  const env = { HOME: temporaryFolder(), PATH: '/nonexistent', HOTELCTL_CREDENTIAL_STORE: 'file' };
  const start = (line: Line, more: Readonly<Record<string, string>> = {}) =>
    startHotelctl(line, { env: { ...env, ...more }, program: [executable] });
  return { ...env, start, run: (line: Line, more = {}) => start(line, more).ended };
};

const output = 'reports property-performance --property MUC --period 2026-10-01..2026-10-07 --view days';

describe('the executable, without Node.js', () => {
  it('prints the same version and help as the built program', async () => {
    const { run: hotelctl } = machine();
    for (const line of ['--version', '--help', 'reports property-performance --help', 'schedule --help']) {
      const { stdout } = await run('node', [hotelctlFile, ...wordsOf(line)]);
      expect(await hotelctl(line)).toEqual({ exitCode: 0, stdout, stderr: '' });
    }
  });

  it('signs in with the store in a file, and prints a table', async () => {
    const { start, run: hotelctl } = machine();
    const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
    const sandbox = start(`sandbox start --port 0 --today 2026-11-21 --redirect-uri ${redirectUri}`);
    await sandbox.says('stderr', /settings above .*\n/);
    const login = start('login --profile sandbox --no-browser');
    const [url] = await login.says('stderr', /http:\S+authorize\S*(?=\s)/);
    await signInAsHotelUser(url, { allow: true });
    expect((await login.ended).exitCode).toBe(0);
    expect((await hotelctl(`${output} --profile sandbox`)).stdout).toMatch(/^Total/m);
    sandbox.signal('SIGINT');
    expect((await sandbox.ended).exitCode).toBe(0);
  });

  it('runs itself for jobs, for doctor and in the sandbox', async () => {
    const { run: hotelctl } = machine();
    expect((await hotelctl(`sandbox run -- hotelctl ${output}`)).stdout).toMatch(/^Total/m);
    // What the workflow does on the systems that are not here: each format, a snapshot, a data lake, a job.
    const journey = [process.execPath, join(root, 'scripts/journey.mjs'), executable];
    const { exitCode, stderr } = await hotelctl(['sandbox', 'run', '--', ...journey]);
    expect(exitCode, stderr).toBe(0);
    const job = 'schedule add nights --every "day 06:30" --print cron --';
    const { stdout } = await hotelctl(wordsOf(job, output, '--output nights.csv'));
    expect(stdout).toMatch(/^30 6 \* \* \* \/[^ ]*\/hotelctl schedule run [^ ]*nights[^ ]* -q\n$/);
    const doctor = await hotelctl('sandbox run -- hotelctl doctor --cron');
    expect(doctor.stdout).not.toContain('PATH=');
    expect(doctor.stdout).toMatch(/ hotelctl +warning: not on cron's PATH/);
  });

  describe('with a keychain', () => {
    for (const [command, debianPackage] of keyringPrerequisites) beforeEach(requires(command, debianPackage));

    it('extracts the library once, again if it is damaged, and loads no other', async () => {
      const { env } = await startKeyring('unlocked');
      const HOME = env['HOME'] ?? '';
      const line = 'auth status --base-url https://a.example --auth-url https://b.example --client-id c';
      const check = () => startHotelctl(line, { env: { ...env, HOME }, program: [executable] }).ended;
      const first = await check();
      expect(first.stderr).not.toContain('keychain');
      const library = join(HOME, '.local/state/hotelctl/library');
      const [name = ''] = readdirSync(library);
      expect(readdirSync(library)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.node$/)]);
      expect(statSync(library).mode & 0o777).toBe(0o700);
      const { mtimeMs } = statSync(join(library, name));
      expect(await check()).toEqual(first);
      expect(statSync(join(library, name)).mtimeMs).toBe(mtimeMs);
      const { size } = statSync(join(library, name));
      writeFileSync(join(library, name), 'damaged, or another library');
      expect(await check()).toEqual(first);
      expect(statSync(join(library, name)).size).toBe(size);
      rmSync(library, { recursive: true });
      mkdirSync(library);
      chmodSync(library, 0o777);
      expect((await check()).stderr).toContain('the keychain library does not load on this platform');
    });
  });
});

/** The command of a line of the README's table, for the processor of this machine. */
const installation = (title: string) => {
  const [, command = ''] = new RegExp(`^\\| ${title}[^|]*\\| \`(.*)\` \\|$`, 'm').exec(readme) ?? [];
  return command.replaceAll('linux-x64', target).replace('amd64', process.arch === 'x64' ? 'amd64' : 'arm64');
};

it('the archive is installed by the command of the README', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const title = `hotelctl-${version}-${target}`;
  mkdirSync(join(folder, title));
  linkSync(executable, join(folder, title, 'hotelctl'));
  await run('tar', ['-I', 'gzip -1', '-cf', `${title}.tar.gz`, title], { cwd: folder });
  rmSync(join(folder, title), { recursive: true });
  const HOME = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME };
  await run('bash', ['-ec', installation('Linux')], { cwd: folder, env });
  const { stdout } = await run(join(HOME, '.local/bin/hotelctl'), ['--version'], { env: { HOME } });
  expect(stdout).toBe(`${version}\n`);
});

it('the Debian package is installed by the command of the README, runs and is removed', async () => {
  requireProgram('dpkg', 'dpkg');
  const system = join(folder, 'system');
  mkdirSync(join(system, 'var/lib/dpkg/info'), { recursive: true });
  mkdirSync(join(system, 'var/lib/dpkg/updates'), { recursive: true });
  writeFileSync(join(system, 'var/lib/dpkg/status'), '');
  // The libraries that it depends on are those of this machine.
  const inSystem = `dpkg --root=${system} --force-depends`;
  const dpkg = (command: string) =>
    run('bash', ['-ec', command.replace(/^sudo dpkg/, inSystem)], { cwd: folder });
  await dpkg(installation('Debian'));
  const installed = join(system, 'usr/bin/hotelctl');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { stdout } = await run(installed, ['--version'], { env: { HOME: folder } });
  expect(stdout).toBe(`${version}\n`);
  for (const place of wordsOf(`man/man1/hotelctl-reports-room-nights.1.gz bash-completion/completions/hotelctl
    zsh/vendor-completions/_hotelctl fish/vendor_completions.d/hotelctl.fish doc/hotelctl/copyright doc/hotelctl/LICENSE.nodejs`)) {
    expect(existsSync(join(system, 'usr/share', place)), place).toBe(true);
  }
  await dpkg('sudo dpkg --remove hotelctl');
  expect(existsSync(installed)).toBe(false);
  expect(existsSync(join(system, 'usr/share/man/man1/hotelctl.1.gz'))).toBe(false);
}, 600_000);
