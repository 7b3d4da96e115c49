import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { freePort, isOpen } from '../../http/auth/loopback-ports.ts';
import { hotelctlFile, runHotelctl } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import { type Line, wordsOf } from '../../words.ts';

const node = process.execPath;
const run = (words: Line = []) => wordsOf('sandbox run -q --', words);

describe('sandbox run', () => {
  it('passes streams and arguments through unchanged, and ends with the command’s own exit code', async () => {
    const words = ['-q', '--profile', 'x', '--', '--help', 'a b', '$HOME', ''];
    const copy = `process.stdin.pipe(process.stdout); process.exitCode = 7;
      process.stderr.write(JSON.stringify(process.argv.slice(1)))`;
    const folder = temporaryFolder();
    const options = { input: 'in\n', env: { TMPDIR: folder } };
    const result = await runHotelctl(run([node, '-e', copy, '--', ...words]), options);
    expect(result).toEqual({ exitCode: 7, stdout: 'in\n', stderr: JSON.stringify(words) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with 128 and the number of the signal that ended the command', async () => {
    expect((await runInProcess(run(['sh', '-c', 'kill -KILL $$']))).exitCode).toBe(137);
  });

  it("uses a separate journal, archive and caches, and none of the user's profiles, and leaves only an opened page", async () => {
    const [folder, state, data, home] = [1, 2, 3, 4].map(() => temporaryFolder());
    const host = 'https://api.example.com';
    const add = `profile add mine --property BER --base-url ${host} --reports-version v1`;
    await runInProcess(add, { env: { HOME: home } });
    const report = 'hotelctl reports room-nights --property MUC --period last-month';
    const script = `hotelctl() { "${node}" "${hotelctlFile}" "$@"; }
      env
      hotelctl profile list --format json
      hotelctl snapshot take --property MUC --ahead 5d
      ${report} --open
      export HOTELCTL_BASE_URL=$HOTELCTL_BASE_URL/; ${report} --format csv`;
    const words = wordsOf('sandbox run -q --today 2027-03-15 -- sh -ec', [script]);
    const folders = { HOME: home, TMPDIR: folder, HOTELCTL_STATE_DIR: state, HOTELCTL_DATA_DIR: data };
    const env = { ...folders, BROWSER: 'true', HOTELCTL_PROFILE: 'gone', HOTELCTL_BASE_URL: host };
    const { stdout, stderr } = await expectSuccess(runHotelctl(words, { env }));
    expect(stdout).not.toMatch(/^HOTELCTL_PROFILE=/m);
    for (const name of ['BASE', 'AUTH', 'INTEGRATION'])
      expect(stdout).toMatch(new RegExp(`^HOTELCTL_${name}_URL=http://127\\.0\\.0\\.1:\\d+$`, 'm'));
    expect(stdout).toMatch(/^HOTELCTL_CREDENTIAL_STORE=env$/m);
    expect(stdout).toMatch(/^HOTELCTL_SANDBOX=\d{4}-\d\d-\d\d http:\/\/127\.0\.0\.1:\d+$/m);
    for (const secret of ['CLIENT_SECRET', 'ACCESS_TOKEN', 'REFRESH_TOKEN'])
      expect(stdout).toMatch(new RegExp(`^HOTELCTL_${secret}=.`, 'm'));
    expect(stdout).toMatch(/^\[\]$/m);
    expect(stderr).toContain('MUC: saved the snapshot of 2027-03-1');
    // The date of --today is only for requests to the sandbox.
    expect(stdout).toMatch(/^MUC,20\d\d,\d+,total/m);
    expect(stdout).not.toMatch(/^MUC,2027,2,/m);
    const [, page = ''] = /^opened (\S+)$/m.exec(stderr) ?? [];
    expect(readFileSync(page, 'utf8')).toMatch(/Room nights · .* · February 2027/);
    expect([state, data].map(own => readdirSync(own ?? ''))).toEqual([[], []]);
    const left = readdirSync(folder ?? '', { recursive: true }) as string[];
    const folderNames = left.filter(file => !file.endsWith('.html')).map(file => basename(file));
    const own = basename(dirname(dirname(dirname(page))));
    expect(folderNames.sort()).toEqual([own, 'pages', 'state'].sort());
  });

  it('reports a command, and a temporary folder, that do not exist', async () => {
    const message = 'no-such-command-here was not found\nhint: check its name and the PATH, or put hotelctl';
    await expectFailure(runInProcess(run('no-such-command-here')), 2, message);
    const env = { TMPDIR: '/nonexistent' };
    await expectFailure(runHotelctl(run('true'), { env }), 8, '/nonexistent could not be written');
  });

  it('finds hotelctl itself, and stops serving when the command has ended', async () => {
    const words = wordsOf('sandbox run --today 2026-10-15 -- hotelctl properties list --format csv');
    const result = await runInProcess(words);
    expect(result.stdout).toMatch(/^id,code,name,timeZone,currencyCode\r\nMUC,/);
    const [, port] =
      /signed in, business day 2026-10-15, API http:\/\/127\.0\.0\.1:(\d+)\n/.exec(result.stderr) ?? [];
    expect(await isOpen(Number(port))).toBe(false);
  });

  it.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGTERM', 143],
  ] as const)('passes %s on to the command and ends after it', async (sent, heard, exitCode) => {
    const script =
      'for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => {' +
      ' console.log(name); process.exit(name === "SIGINT" ? 130 : 143); });' +
      ' setInterval(() => {}, 1e6); console.log("ready");';
    const running = startHotelctl(run([node, '-e', script]), { env: { HOME: temporaryFolder() } });
    await running.says('stdout', /ready\n/);
    running.signal(sent);
    const result = await running.ended;
    expect([result.exitCode, result.stdout]).toEqual([exitCode, `ready\n${heard}\n`]);
  });
});

describe('sandbox start', () => {
  const start = (home: string, flags: Line = []) =>
    startHotelctl(wordsOf('sandbox start --port 0', flags), {
      env: { HOME: home, HOTELCTL_CREDENTIAL_STORE: 'file' },
    });
  const profiles = async (home: string) =>
    JSON.parse((await runInProcess('profile list --format json', { env: { HOME: home } })).stdout);

  it('serves until SIGTERM, ends with 0 and frees its ports', async () => {
    const home = temporaryFolder();
    const running = start(home, '--today 2026-10-15');
    await running.says('stderr', /In another terminal:\n[\s\S]*pasted into a shell\.\n/);
    const { input } = await running.says('stdout', /SANDBOX_PAYMENTS_URL='[^']*'\n/);
    const exports = new Map(
      Array.from(input.matchAll(/^export (\w+)='(.*)'$/gm), ([, name = '', value = '']) => [name, value]),
    );
    const hosts = 'HOTELCTL_BASE_URL HOTELCTL_AUTH_URL HOTELCTL_INTEGRATION_URL';
    const client = 'HOTELCTL_CLIENT_ID HOTELCTL_REDIRECT_URI HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS';
    const names = wordsOf(hosts, client, 'HOTELCTL_CLIENT_SECRET SANDBOX_PAYMENTS_URL');
    expect([...exports.keys()]).toEqual(names);
    const loopback = /^http:\/\/127\.0\.0\.1:(\d+)$/;
    const ports = [...exports.values()].flatMap(value => loopback.exec(value)?.[1] ?? []);
    expect(ports).toHaveLength(4);
    for (const port of ports) expect(await isOpen(Number(port))).toBe(true);
    expect(await profiles(home)).toMatchObject([
      { name: 'sandbox', inUse: false, baseUrl: exports.get('HOTELCTL_BASE_URL') },
    ]);
    running.signal('SIGTERM');
    await expectSuccess(running.ended, /Stopped the sandbox\.\n$/);
    for (const port of ports) expect(await isOpen(Number(port))).toBe(false);
  });

  it("updates its own profile, not the current one and the user's settings, and ends with 0 on SIGINT", async () => {
    const home = temporaryFolder();
    const add = (words: Line = []) => runInProcess(wordsOf('profile add', words), { env: { HOME: home } });
    await add('munich --property MUC');
    await add('sandbox --base-url http://127.0.0.1:1 --property LON');
    const running = start(home);
    const [, url] = await running.says('stdout', /BASE_URL='(.*)'\n/);
    await running.says('stderr', /pasted into a shell\.\n/);
    expect(await profiles(home)).toMatchObject([
      { name: 'munich', inUse: true },
      { name: 'sandbox', inUse: false, property: 'LON', baseUrl: url },
    ]);
    running.signal('SIGINT');
    await expectSuccess(running.ended, /Stopped the sandbox\.\n$/);
  });

  it('does not touch a profile of that name for another host', async () => {
    const home = temporaryFolder();
    const saved = () => readFileSync(join(home, '.config/hotelctl/profiles.json'), 'utf8');
    const line = 'profile add sandbox --base-url https://sandbox.example.com';
    await runInProcess(line, { env: { HOME: home } });
    const before = saved();
    await start(home).says('stderr', /Profile sandbox belongs to another host and was not changed\.\n/);
    expect(saved()).toBe(before);
  });

  it('does not overwrite a profile file that it cannot parse', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.config/hotelctl'), { recursive: true });
    const file = join(home, '.config/hotelctl/profiles.json');
    writeFileSync(file, '{"version": 9}');
    const started = runInProcess('sandbox start --port 0', { env: { HOME: home } });
    await expectFailure(started, 2, 'its version is 9, this hotelctl reads 1');
    expect(readFileSync(file, 'utf8')).toBe('{"version": 9}');
  });

  it('reports a port that is in use', async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>(resolve => taken.listen(port, '127.0.0.1', resolve));
    const message = new RegExp(`^hotelctl: port ${port} is in use by another program\nhint: .*--port 0`);
    await expectFailure(runInProcess(`sandbox start --port ${port}`), 2, message);
    await new Promise(resolve => taken.close(resolve));
  });

  it.each([
    ['--port 70000', '--port must be a whole number from 0 to 65532\nhint: for example --port 3000'],
    ['--port http', '--port must be a whole number'],
    ['--today 2026-02-30', '--today must be a date'],
    ['--today soon', '--today must be a date'],
    ['--token-lifetime 0', '--token-lifetime must be a whole number from 1 to 86400'],
    ['--redirect-uri ftp://x', 'cannot be registered as a redirect URI'],
    ['--host 0.0.0.0', "unknown option '--host'"],
    ['--bind 0.0.0.0', "unknown option '--bind'"],
  ])('%s is refused', async (flags, problem) => {
    await expectFailure(runInProcess(`sandbox start ${flags}`), 2, problem);
  });
});
