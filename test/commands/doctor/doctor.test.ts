import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/base/context.ts';
import type { DoctorFinding, DoctorReport } from '../../../src/cli/doctor.ts';
import { signInToNetwork } from '../../../src/platform/json.ts';
import { main } from '../../../src/start/main.ts';
import { type TestContextOptions, testContext } from '../../context.ts';
import { expectExit, expectSuccess } from '../../expect-run.ts';
import { serve, serveBytes, status, unused } from '../../http/serve.ts';
import { startMailServer } from '../../mail-server.ts';
import { sharedSandbox } from '../../sandbox/identity/client-application.ts';
import { runMain } from '../in-process.ts';
import { localServer } from '../local-server.ts';
import { person, settingsOf } from '../sign-in.ts';

/** `hotelctl doctor` as a whole, on real servers. */
const canary = 'CANARY-of-a-secret';
const sandbox = sharedSandbox();

const reportOf = (stdout: string) => JSON.parse(stdout) as DoctorReport;
const about = ({ findings }: DoctorReport, check: string, group?: DoctorFinding['group']) =>
  findings.find(finding => finding.check === check && (group === undefined || finding.group === group));

/** The outcome of a check and what it found, as one text. */
const lineOf = (finding: ReturnType<typeof about>) => finding && `${finding.outcome}: ${finding.found}`;

const ready = (url: string) => ({
  HOTELCTL_BASE_URL: url,
  HOTELCTL_CREDENTIAL_STORE: 'env',
  HOTELCTL_ACCESS_TOKEN: canary,
});

/** In an environment that has everything needed, with the given changes; the time is the hosts'. */
const doctor = async (changes: Record<string, string> = {}, flags = '', options: TestContextOptions = {}) => {
  const env = { ...ready(sandbox().apiUrl), ...changes };
  const run = await runMain(`doctor --format json ${flags}`, { now: Date.now(), ...options, env });
  expect(run.stdout + run.stderr).not.toContain(canary);
  const report = reportOf(run.stdout);
  // One finding that is fatal is exit 10, and nothing else is.
  expect(report.fatal).toBe(report.findings.filter(({ outcome }) => outcome === 'fatal').length);
  expect(run.exitCode).toBe(report.fatal > 0 ? 10 : 0);
  return { ...run, report };
};

describe('a working installation', () => {
  it('exits with 0 and changes nothing', async () => {
    const user = person();
    const env = settingsOf(sandbox());
    for (const line of ['login --paste', 'properties list']) await user.types(line, { env, now: Date.now() });
    const before = [readdirSync(user.folders.state).sort(), user.credentials()];
    const ended = user.types('doctor --format json --property MUC', { now: Date.now() });
    const { stdout } = await expectSuccess(ended, /^$/);
    const report = reportOf(stdout);
    const version = expect.stringMatching(/^\d+\./);
    expect(report).toMatchObject({ view: 'here', fatal: 0, warnings: 0, version });
    const skipped = report.findings.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ check }) => check)).toEqual(['completion']);
    const signIn = `^${sandbox().users[0]?.name}: access token with \\d+ min left, refreshed automatically$`;
    expect(about(report, 'sign-in')?.found).toMatch(new RegExp(signIn));
    expect(about(report, 'client secret')?.found).toBe('saved in the credential store');
    for (const host of ['API host', 'identity host', 'UI integration host'])
      expect(about(report, host, 'network')?.found).toMatch(/^reachable \(HTTP \d+\) in \d+ ms, no proxy$/);
    expect([readdirSync(user.folders.state).sort(), user.credentials()]).toEqual(before);
    for (const secret of Object.values(user.credentials())) expect(stdout).not.toContain(secret);
    expect(stdout).not.toContain(sandbox().client.clientSecret);
  });

  it('prints a checklist in sections, with words beside the symbols', async () => {
    const env = { HOTELCTL_CREDENTIAL_STORE: 'env', LANG: 'C.UTF-8' };
    const { stdout } = await expectExit(runMain('doctor', { env }), 10);
    expect(stdout).toMatch(/^Program\n\n✓ {2}hotelctl +\d/);
    expect(stdout).toMatch(/^✗ {2}API host +fatal: not set\n {4}→ run `hotelctl login`, or set/m);
    expect(stdout.split('\n').at(-2)).toMatch(/^hotelctl [\d.]+, here: \d fatal, 0 warnings$/);
  });
});

describe('the settings', () => {
  it('show their source and what they override', async () => {
    const context = testContext();
    mkdirSync(context.folders.config, { recursive: true, mode: 0o700 });
    const profiles = { munich: { baseUrl: 'https://old.example', clientId: 'OF-THE-PROFILE' } };
    const path = join(context.folders.config, 'profiles.json');
    writeFileSync(path, JSON.stringify({ version: 1, current: 'munich', profiles }), { mode: 0o600 });
    const replace = { folders: context.folders };
    const env = { HOTELCTL_TIMEOUT: '7', HOTELCTL_HEARTBEAT: `https://hc.example/${canary}` };
    const { report } = await doctor(env, '--timeout 9', { replace });
    const settings = Object.fromEntries(
      report.findings.flatMap(({ setting, found }) =>
        setting ? [[setting.name, { ...setting, found }]] : [],
      ),
    );
    const { apiUrl: value } = sandbox();
    const overrides = `${value} (HOTELCTL_BASE_URL; overrides baseUrl of profile munich)`;
    expect(settings).toMatchObject({
      baseUrl: { value, source: 'HOTELCTL_BASE_URL', found: overrides },
      clientId: { value: 'OF-THE-PROFILE', source: 'clientId of profile munich' },
      timeout: { source: '--timeout', found: '9 (--timeout; overrides HOTELCTL_TIMEOUT)' },
      maxAttempts: { value: '4', source: 'default' },
    });
    expect(lineOf(about(report, 'profile'))).toBe(`ok: munich (the current profile), in ${path}`);

    chmodSync(path, 0o622);
    const open = await doctor({}, '', { replace });
    const fix = `run: chmod go-w ${path}`;
    expect(about(open.report, 'profile')).toMatchObject({ outcome: 'fatal', fix });

    chmodSync(path, 0o600);
    const unknown = await doctor({ HOTELCTL_PROFILE: 'berlin' }, '', { replace });
    expect(lineOf(about(unknown.report, 'profile'))).toBe('fatal: there is no profile "berlin"');
    // Everything else is checked nevertheless.
    expect(about(unknown.report, 'API host', 'network')?.outcome).toBe('ok');

    writeFileSync(path, JSON.stringify({ version: 1, profiles }));
    const unused = await doctor({}, '', { replace });
    const from = 'settings come from flags and the environment';
    const found = `skipped: 1 profile saved, none selected (${path}): ${from}`;
    expect(lineOf(about(unused.report, 'profile'))).toBe(found);
    const lacking = await doctor({ HOTELCTL_BASE_URL: '' }, '', { replace });
    const select = 'run `hotelctl profile use NAME`, or set HOTELCTL_BASE_URL';
    expect(about(lacking.report, 'API host')?.fix).toBe(select);

    writeFileSync(path, '{');
    const broken = await doctor({}, '', { replace });
    expect(lineOf(about(broken.report, 'profile'))).toMatch(/^fatal: .*it is not JSON/);
    expect(readFileSync(path, 'utf8')).toBe('{');
  });

  it.each([
    [{ HOTELCTL_BASE_URL: `http://user:${canary}@api.example` }, 'API host', /^HOTELCTL_BASE_URL must be /],
    [{ HOTELCTL_BASE_URL: `ftp://${canary}` }, 'API host', /^HOTELCTL_BASE_URL must be /],
    [{ HOTELCTL_MAX_ATTEMPTS: 'many' }, 'maximum attempts for one request', /^HOTELCTL_MAX_ATTEMPTS must/],
    [{ HOTELCTL_REDIRECT_URI: 'http://127.0.0.1/callback#x' }, 'redirect URI', /must have no fragment/],
    [{ HOTELCTL_BUDGET: '/nowhere.csv' }, 'budget', /^\/nowhere.csv does not exist$/],
    [{ HOTELCTL_PORTFOLIO: '/nowhere.csv' }, 'portfolio', /^\/nowhere.csv does not exist$/],
  ])('that are not valid are fatal, and not shown: %j', async (env, check, found) => {
    const { report, stderr } = await doctor(env);
    const expected = { outcome: 'fatal', found: expect.stringMatching(found) };
    expect(about(report, check, 'settings')).toMatchObject(expected);
    expect(stderr).toMatch(/^hotelctl: \d+ of \d+ checks failed; first: .*\nhint: .+\n$/);
  });

  it('that are missing are fatal when a command needs them', async () => {
    const { report } = await doctor({ HOTELCTL_BASE_URL: '', HOTELCTL_ACCESS_TOKEN: '' });
    for (const check of ['API host', 'identity host', 'client id'])
      expect(lineOf(about(report, check, 'settings'))).toBe('fatal: not set');
    expect(lineOf(about(report, 'sign-in'))).toBe('skipped: settings are missing');
  });
});

describe('the hosts', () => {
  const look = async (url: string, env: Record<string, string> = {}, flags = '') =>
    about((await doctor({ HOTELCTL_BASE_URL: url, ...env }, flags)).report, 'API host', 'network');

  it('that refuse, close the connection, or do not speak HTTP are fatal; an error of theirs is a warning', async () => {
    expect(lineOf(await look(await unused()))).toMatch(/^fatal: .*connection refused/);
    const unknown = { outcome: 'fatal', fix: expect.stringContaining('check') };
    expect(await look('https://no-such-host.invalid')).toMatchObject(unknown);
    const garbage = await serveBytes('SSH-2.0-OpenSSH_9\r\n');
    expect(lineOf(await look(garbage.url))).toMatch(/^fatal: .*HTTP/);
    const hostile = await serve((_, response) => response.socket?.end('HTTP/1.1 200 O\u001b[2JK\r\n\r\n'));
    expect(JSON.stringify(await look(hostile.url))).not.toMatch(/\\u001b/);
    for (const code of [200, 302, 403, 511]) {
      const page = { 'content-type': 'text/html', location: 'https://portal.example' };
      const portal = await serve((_, response) => response.writeHead(code, page).end('<p>Hi'));
      const found = `responds with HTTP ${code}, not as the platform does: a guest network or a proxy?`;
      expect(await look(portal.url)).toMatchObject({ outcome: 'fatal', found, fix: signInToNetwork });
    }
    const broken = await serve(status(503));
    expect(lineOf(await look(broken.url))).toMatch(/^warning: reachable \(HTTP 503\)/);
  });

  it('that send no response are fatal, after --timeout at the latest', async () => {
    const mute = await serve(() => {});
    const found = expect.stringMatching(/^no complete response from 127\.0\.0\.1:\d+ within 1 s$/);
    const fix = 'check the address, your connection and your proxy settings';
    expect(await look(mute.url, {}, '--timeout 1')).toMatchObject({ outcome: 'fatal', found, fix });
  });

  it('behind a proxy show its address without the password', async () => {
    const closed = new URL(await unused());
    const HTTPS_PROXY = `http://user:${canary}@${closed.host}`;
    const found = lineOf(await look('https://api.hotel.example', { HTTPS_PROXY }));
    expect(found).toMatch(new RegExp(`^fatal: .*the proxy ${closed.host}`));
  });

  it("with another time than this machine's are reported", async () => {
    // Also where a sandbox was started, if hotelctl talks to another platform.
    const env = { HOTELCTL_SANDBOX: '2026-11-21 http://127.0.0.1:1' };
    const { report } = await doctor(env, '', { now: Date.now() - 172_800_000 });
    expect(lineOf(about(report, 'clock'))).toBe("fatal: 2 days behind the hosts' clocks");
  });
});

describe('the sign-in', () => {
  const signedIn = async () => {
    const user = person();
    const now = Date.now();
    await user.types('login --paste', { env: settingsOf(sandbox()), now });
    const look = async (later: number, env: Record<string, string> = {}) => {
      const { stdout } = await user.types('doctor --format json', { now: now + later, env });
      return reportOf(stdout);
    };
    const signIn = async (...moment: Parameters<typeof look>) => about(await look(...moment), 'sign-in');
    return { user, look, signIn, now };
  };

  it('that has expired is refreshed as the next command would do, and a valid one is not changed', async () => {
    const { user, signIn } = await signedIn();
    const first = user.credentials();
    expect((await signIn(630_000))?.found).toMatch(/49 min left, refreshed automatically/);
    expect((await signIn(3_570_000))?.found).toMatch(/ 0 min left, refreshed automatically/);
    expect(user.credentials()).toEqual(first);
    const refreshed = /^ok: .*the access token had expired and was refreshed: (59|60) min left$/;
    expect(lineOf(await signIn(7_200_000))).toMatch(refreshed);
    expect(user.credentials()).not.toEqual(first);
  });

  it('that was revoked, or cannot be refreshed, is reported with the fix', async () => {
    const { user, look, signIn } = await signedIn();
    user.store(([name, value]) => [[name, name.endsWith('refresh-token') ? canary : value]]);
    const revoked = await signIn(7_200_000);
    expect(revoked).toMatchObject({ outcome: 'fatal', fix: expect.stringContaining('hotelctl login') });
    expect(JSON.stringify(revoked)).not.toContain(canary);
    user.forget('client-secret');
    expect(about(await look(0), 'client secret')?.outcome).toBe('fatal');
    user.forget('refresh-token');
    const found = expect.stringMatching(/min left, and no refresh token$/);
    const fix = 'run `hotelctl login`';
    const withScope = `${fix} with the scope offline_access`;
    expect(await signIn(0)).toMatchObject({ outcome: 'warning', found, fix: withScope });
    expect(await signIn(7_200_000)).toMatchObject({ outcome: 'fatal', fix });
  });

  it('is not refreshed when the identity host sent no response', async () => {
    const { user, signIn } = await signedIn();
    const gone = await unused();
    user.moveTo(gone);
    const found = lineOf(await signIn(7_200_000, { HOTELCTL_AUTH_URL: gone }));
    expect(found).toMatch(/^skipped: .*is not reachable/);
  });

  it('in a file that other users can read is not accessible, and not needed with the environment', async () => {
    const { user, look } = await signedIn();
    const path = join(user.folders.state, 'credentials.json');
    chmodSync(path, 0o644);
    const report = await look(0);
    const found = `${path} is accessible to other users of this machine`;
    const fix = expect.stringContaining(`chmod go= ${path}`);
    expect(about(report, 'credential store')).toMatchObject({ outcome: 'fatal', found, fix });
    expect(about(report, 'sign-in')?.outcome).toBe('skipped');
    const ready = await look(0, { HOTELCTL_ACCESS_TOKEN: canary });
    const store = lineOf(about(ready, 'credential store'));
    expect(store).toMatch(/^warning: .*not needed with HOTELCTL_ACCESS_TOKEN/);
    expect(about(ready, 'sign-in')?.found).toMatch(/^HOTELCTL_ACCESS_TOKEN is used/);
  });

  it('of the environment is not refreshed', async () => {
    const tokens = { HOTELCTL_REFRESH_TOKEN: canary, HOTELCTL_CLIENT_SECRET: canary };
    const own = { HOTELCTL_CREDENTIAL_STORE: 'env', HOTELCTL_ACCESS_TOKEN: '' };
    const { report } = await doctor({ ...settingsOf(sandbox()), ...own, ...tokens });
    const used = /^HOTELCTL_REFRESH_TOKEN is used instead of the stored sign-in; not tested/;
    expect(about(report, 'sign-in')?.found).toMatch(used);
    expect(about(report, 'client secret')?.found).toBe('from HOTELCTL_CLIENT_SECRET');
    expect(report.fatal).toBe(0);
  });
});

it('shows progress on a terminal, and nothing with -q', async () => {
  const env = ready(sandbox().apiUrl);
  const watched = await runMain('doctor', { env, now: Date.now(), terminal: true });
  expect(watched.stderr).toMatch(/\r\u001b\[K1 of 14 checks.*\r\u001b\[K11 of 14 checks.*\r\u001b\[K$/s);
  await expectSuccess(runMain('doctor -q', { env, now: Date.now(), terminal: true }), /^$/);
});

it('stops on Ctrl-C', async () => {
  const mute = await localServer(() => {});
  const context = testContext({ env: ready(mute.url) });
  const requested = mute.request();
  const ended = main(['doctor'], context);
  await requested;
  context.interrupt();
  expect(await ended).toBe(130);
  expect(context.out()).toBe('');
});

it('never waits for a keychain to be unlocked, not even on a terminal', async () => {
  const ended = { exitCode: null, timedOut: false, stdout: '', stderr: '' };
  const runChild: Context['runChild'] = ({ signal }) =>
    new Promise(resolve => signal?.addEventListener('abort', () => resolve(ended)));
  const env = { HOTELCTL_BASE_URL: '', HOTELCTL_CREDENTIAL_STORE: 'keychain' };
  // A call that hangs on macOS is considered to wait for the user.
  const context = testContext({ env, terminal: true, platform: 'darwin', replace: { runChild } });
  const running = main(['doctor', '--format', 'json'], context);
  for (const milliseconds of [1000, 2000]) {
    await context.clock.asleep();
    await context.clock.advance(milliseconds);
  }
  expect(await running).toBe(10);
  const found = lineOf(about(reportOf(context.out()), 'credential store'));
  expect(found).toBe('fatal: the keychain is locked; its password was not entered');
});

it('connects to the mail server and to the database, if they are set', async () => {
  const mail = (await startMailServer()).env;
  const network = async (env: Record<string, string>) => {
    const { report } = await doctor(env);
    return ['mail server', 'database'].map(check => lineOf(about(report, check, 'network')));
  };
  expect(await network({})).toEqual([undefined, undefined]);
  expect(await network(mail)).toEqual([`ok: 127.0.0.1:${mail.HOTELCTL_SMTP_PORT} is reachable`, undefined]);
  const closed = { HOTELCTL_SMTP_PORT: '1', HOTELCTL_DATABASE_URL: 'postgres://h@127.0.0.1:1/x' };
  const noMail = expect.stringMatching('^fatal: the email could not be sent through 127.0.0.1:1');
  const noDatabase = 'fatal: Postgres: could not connect to 127.0.0.1:1: connection refused';
  expect(await network({ ...mail, ...closed })).toEqual([noMail, noDatabase]);
});
