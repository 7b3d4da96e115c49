import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished } from 'vitest';
import { runChild } from '../../src/start/child-processes.ts';
import { runMain } from '../commands/in-process.ts';
import { monitoringService } from '../commands/local-server.ts';
import { testContext } from '../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../expect-run.ts';
import { startMailServer } from '../mail-server.ts';
import { openProgramHome } from '../program-home.ts';
import { hotelctlFile, runHotelctl } from '../run-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';

/**
 * A controller's complete workflow: sign in, store the mail server, schedule the month close, receive the workbook,
 * have a missed month made up, and receive the alarm when the sign-in or the mail server's password is revoked.
 */

it('a month close is delivered, made up after days without power, and its failure is heard', async () => {
  // Access tokens that expire immediately, so that the next run notices a revoked refresh token.
  const { home, bin, sandbox, addProfile, close } = await openProgramHome('controller', {
    accessTokenLifetime: 1,
  });
  onTestFinished(close);
  mkdirSync(join(home, 'exports'));
  let password = 'right';
  const mailServer = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _, done) =>
      given === password ? done(null, { user: username }) : done(new Error('invalid login')),
  });
  const monitoring = await monitoringService();
  const folders = { config: join(home, 'config'), state: join(home, 'state'), data: join(home, 'data') };
  // The variables of a scheduler, and the folders of hotelctl; no setting, no secret.
  const env = {
    ...{ HOME: home, LOGNAME: 'anna', PATH: '/usr/bin:/bin', SHELL: '/bin/sh', PWD: home, TZ: 'UTC' },
    HOTELCTL_CONFIG_DIR: folders.config,
    HOTELCTL_STATE_DIR: folders.state,
  };
  const type = async (line: Line, more: Record<string, string> = {}, input = '') => {
    const run = await runHotelctl(line, { env: { ...env, ...more }, folder: home, input });
    const command = wordsOf(line).slice(0, 3).join(' ');
    expect([command, run.exitCode, run.stderr]).toEqual([command, 0, expect.anything()]);
    return run;
  };

  // Signing in, as the README shows it, and the mail server of the hotel.
  await type(addProfile);
  const signIn = {
    BROWSER: join(bin, 'browser'),
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
  };
  await type('login', signIn);
  for (const [key, value] of [
    ['smtpHost', '127.0.0.1'],
    ['smtpPort', mailServer.env.HOTELCTL_SMTP_PORT],
    ['smtpSecurity', 'none'],
    ['smtpFrom', 'reports@hotel.example'],
    ['smtpUser', 'reports'],
  ])
    await type(['profile', 'set', key ?? '', value ?? '']);
  await type('profile set smtpPassword', {}, 'right\n');

  /** hotelctl with this time on the machine's clock; the command of the job is a separate process. */
  const at = (time: string, words: Line) => {
    const { host } = testContext();
    return runMain(words, {
      env,
      now: Date.parse(time),
      replace: {
        folders,
        runChild,
        host: { ...host, programFolder: join(hotelctlFile, '../../dist'), currentFolder: home },
      },
    });
  };
  const added = await at(
    '2026-10-15T09:00:00Z',
    `schedule add close --every "month 1 06:00" --scheduler none --notify-on always
      --mail-to controller@hotel.example --heartbeat ${monitoring.url}/ping/close -- reports property-performance
      --period last-month --output exports/performance-{period}.xlsx`,
  );
  expect([added.exitCode, added.stderr]).toEqual([0, expect.stringContaining('job close: ')]);

  // The scheduler starts it daily; before the 1st nothing is due.
  expect((await at('2026-10-31T06:00:00Z', 'schedule run close')).stderr).toContain('nothing is due');
  expect(await at('2026-11-01T06:00:10Z', 'schedule run close')).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  const mailOf = async (index: number) => new PostalMime().parse(mailServer.received[index]?.source ?? '');
  const october = await mailOf(0);
  expect(mailServer.received[0]).toMatchObject({ to: ['controller@hotel.example'], user: 'reports' });
  expect(october.subject).toMatch(/^Hotel Isarblick München \(MUC\) · October 2026: /);
  expect(october.text).toMatch(/Units sold +[\d,]+/);
  expect(october.attachments.map(({ filename }) => filename)).toEqual(['performance-2026-10.xlsx']);
  expect(Buffer.from(october.attachments[0]?.content as ArrayBuffer)).toEqual(
    readFileSync(join(home, 'exports/performance-2026-10.xlsx')),
  );
  expect(monitoring.calls).toEqual(['GET /ping/close']);

  // The machine is off on the 1st and 2nd of December: November is made up on the 3rd, under its own name.
  await expectSuccess(at('2026-12-03T06:00:10Z', 'schedule run close'), /^$/);
  expect((await mailOf(1)).attachments.map(({ filename }) => filename)).toEqual(['performance-2026-11.xlsx']);
  expect(monitoring.calls).toEqual(['GET /ping/close', 'GET /ping/close']);
  const history = await at('2026-12-03T07:00:00Z', 'schedule history close --format json');
  expect(JSON.parse(history.stdout)).toMatchObject([
    { due: '2026-11-01T06:00:00.000Z', exitCode: 0 },
    { due: '2026-12-01T06:00:00.000Z', exitCode: 0 },
  ]);

  // The sign-in is revoked: the alarm is sent by heartbeat and by mail.
  const credentials = join(folders.state, 'credentials.json');
  cpSync(credentials, join(home, 'copy.json'));
  await type('logout');
  cpSync(join(home, 'copy.json'), credentials);
  const revoked = await expectFailure(at('2027-01-01T06:00:10Z', 'schedule run close'), 3);
  expect(monitoring.calls[2]).toMatch(/^POST \/ping\/close\/fail exit code 3: .*sign/);
  const alarm = await mailOf(2);
  expect(alarm.subject).toBe('FAILED: hotelctl close (exit code 3)');
  expect(alarm.attachments).toEqual([]);
  const doctor = await expectExit(at('2027-01-01T09:00:00Z', 'schedule doctor'), 10);
  expect(doctor.stdout).toContain('the last run failed with exit code 3');

  // Signed in again, but the password of the mail server was changed: a mail that cannot be sent is an alarm too.
  await type('login', signIn);
  password = 'changed';
  const unsent = await at('2027-01-02T06:00:10Z', 'schedule run close');
  expect([unsent.exitCode, unsent.stderr]).toEqual([
    3,
    expect.stringContaining('the email could not be sent'),
  ]);
  expect(monitoring.calls[3]).toMatch(/^POST \/ping\/close\/fail exit code 3: the email could not be sent/);
  expect(readFileSync(join(home, 'exports/performance-2026-12.xlsx')).length).toBeGreaterThan(1000);
  const everything = JSON.stringify([monitoring.calls, mailServer.received, unsent, revoked]);
  for (const secret of [sandbox.client.clientSecret, 'right\\n']) expect(everything).not.toContain(secret);
});
