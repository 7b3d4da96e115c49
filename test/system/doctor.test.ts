import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../src/cli/doctor.ts';
import { temporaryFolder } from '../context.ts';
import { expectSuccess } from '../expect-run.ts';
import { certificateFor } from '../http/certificate.ts';
import { listen, serve, status } from '../http/serve.ts';
import { type Run, runHotelctl } from '../run-hotelctl.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { keyringPrerequisites, startKeyring } from './keyring.ts';
import { requires } from './prerequisites.ts';
import { openWorkplace, useWorkplace } from './workplace.ts';

/** `hotelctl doctor` as a process, in realistic environments. */
const reportOf = ({ stdout }: Run) => JSON.parse(stdout) as DoctorReport;
const about = (report: DoctorReport, check: string) =>
  report.findings.filter(finding => finding.check === check).at(-1);
const ready = (url: string) => ({
  HOTELCTL_BASE_URL: url,
  HOTELCTL_ACCESS_TOKEN: 'canary',
  HOTELCTL_CREDENTIAL_STORE: 'env',
});

describe('in a complete installation', () => {
  useWorkplace();

  it("finds no problem, and the same in cron's environment with a file store", async () => {
    const workplace = await openWorkplace();
    const login = startHotelctl(
      `login --profile sandbox --credential-store file --redirect-uri ${workplace.redirectUri}`,
      {
        env: {
          ...workplace.keyring.env,
          HOME: workplace.home,
          BROWSER: workplace.browser.command,
          HOTELCTL_CLIENT_SECRET: workplace.exported['HOTELCTL_CLIENT_SECRET'],
        },
      },
    );
    await signInAsHotelUser(await workplace.browser.opened(login), { allow: true });
    expect(await login.ended).toMatchObject({ exitCode: 0 });
    // The place where cron looks for its settings, which may differ from a shell's.
    const env = {
      SHELL: '/bin/bash',
      HTTPS_PROXY: 'http://user:canary@proxy.example',
      HOTELCTL_PROPERTY: 'MUC',
    };
    const here = await expectSuccess(workplace.run('doctor --format json', env), /^$/);
    expect(reportOf(here)).toMatchObject({ view: 'here', fatal: 0, warnings: 0 });
    expect(about(reportOf(here), 'completion')?.found).toBe('not installed for bash');

    const before = workplace.files();
    const cron = await expectSuccess(workplace.run('doctor --cron --format json', env), /^$/);
    const report = reportOf(cron);
    expect(report).toMatchObject({ view: 'cron', fatal: 0 });
    expect(about(report, 'sign-in')).toMatchObject({ outcome: 'ok' });
    expect(about(report, 'completion')?.found).toBe('no completion for sh');
    expect(about(report, 'environment')?.found).toMatch(/^HOME, .*SHELL only; PATH is \/usr\/bin:\/bin$/);
    for (const lost of ['HTTPS_PROXY', 'HOTELCTL_PROPERTY'])
      expect(about(report, lost)).toMatchObject({ group: 'cron', outcome: 'warning' });
    expect(cron.stdout).not.toContain('canary');
    expect(workplace.files()).toEqual(before);

    const table = await workplace.run('doctor --cron', env);
    expect(table.stdout).toMatch(/\nDifferences in cron\n\n/);
    expect(table.stdout).toMatch(/\nhotelctl [\d.]+, in cron: 0 fatal, \d+ warnings?\n$/);
  });

  it('reads the sign-in of a real keychain', async () => {
    const workplace = await openWorkplace();
    const login = workplace.login();
    await signInAsHotelUser(await workplace.browser.opened(login), { allow: true });
    expect(await login.ended).toMatchObject({ exitCode: 0 });
    const run = await expectSuccess(workplace.run('doctor --format json -v'));
    expect(about(reportOf(run), 'credential store')?.found).toMatch(/^keychain \(Secret Service\)/);
    expect(about(reportOf(run), 'client secret')?.found).toBe('saved in the credential store');
    for (const secret of Object.values(await workplace.keychainItems())) {
      expect(run.stdout + run.stderr).not.toContain(secret);
      if (secret.startsWith('{')) expect(run.stdout + run.stderr).not.toContain(JSON.parse(secret).token);
    }
  });
});

describe('with a faulty keychain', () => {
  for (const [command, debianPackage] of keyringPrerequisites) beforeEach(requires(command, debianPackage));

  it.each([
    ['locked', 'the keychain is locked, and its password was not entered'],
    ['stopped', 'the keychain service does not respond'],
  ] as const)('%s: reports it, and everything else too', async (state, found) => {
    const { url } = await serve(status(404));
    const keyring = await startKeyring(state);
    const env = {
      ...keyring.env,
      HOTELCTL_BASE_URL: url,
      HOTELCTL_AUTH_URL: url,
      HOTELCTL_CLIENT_ID: 'CLIENT',
    };
    const run = await runHotelctl('doctor --format json', { env });
    expect(run).toMatchObject({
      exitCode: 10,
      stderr: expect.stringMatching(/^hotelctl: 1 of \d+ findings is fatal: /),
    });
    expect(about(reportOf(run), 'credential store')).toMatchObject({ outcome: 'fatal', found });
    expect(about(reportOf(run), 'sign-in')).toMatchObject({ outcome: 'skipped' });
    expect(about(reportOf(run), 'API host')).toMatchObject({ outcome: 'ok' });
  });
});

it('shows a cron job with a bare environment what is missing', async () => {
  const folder = temporaryFolder();
  const cron = { HOME: folder, LOGNAME: 'anna', PATH: '/usr/bin:/bin', SHELL: '/bin/sh', PWD: folder };
  const run = await runHotelctl('doctor --format json --credential-store file', { env: cron, folder });
  expect(run.exitCode).toBe(10);
  expect(run.stderr).toMatch(/^hotelctl: 3 of \d+ findings are fatal: API host: not set\nhint: .+\n$/);
  // It checked, and left nothing behind.
  expect(readdirSync(folder)).toEqual([]);
});

it('names the proxy of a host whose authority NODE_EXTRA_CA_CERTS contains', async () => {
  const certificate = certificateFor('api.hotel.test');
  const target = new URL(
    await listen(
      createTlsServer(certificate, (_, response) => response.end()),
      'https',
    ),
  );
  const proxy = await listen(
    createServer().on('connect', (_, client) => {
      const upstream = connect(Number(target.port), target.hostname, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    }),
  );
  const env = {
    ...ready('https://api.hotel.test'),
    HTTPS_PROXY: proxy.replace('//', '//user:canary@'),
    NODE_EXTRA_CA_CERTS: certificate.file,
  };
  const run = await runHotelctl('doctor --format json -v', { env });
  expect(about(reportOf(run), 'API host')).toMatchObject({
    outcome: 'ok',
    found: expect.stringMatching(
      new RegExp(`^reachable \\(HTTP 200\\) in \\d+ ms, through the proxy ${new URL(proxy).host}$`),
    ),
  });
  expect(about(reportOf(run), 'certificates')).toMatchObject({ outcome: 'ok' });
  expect(run.stdout + run.stderr).not.toContain('canary');
  expect(run.exitCode).toBe(0);
});

it('waits for a slow host as long as --timeout allows, and not only 5 s', async () => {
  const { url } = await serve((_, response) => void setTimeout(() => response.end(), 5500));
  const run = await runHotelctl(['doctor', '--format', 'json', '--timeout', '60'], { env: ready(url) });
  expect(about(reportOf(run), 'API host')).toMatchObject({
    outcome: 'ok',
    found: expect.stringMatching(/^reachable \(HTTP 200\) in \d+ ms, no proxy$/),
  });
});
