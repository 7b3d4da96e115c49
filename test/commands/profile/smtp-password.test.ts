import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

describe('profile set smtpPassword', () => {
  it('is never an argument', async () => {
    const { exitCode, stderr } = await runMain('profile set smtpPassword canary-7');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('smtpPassword is a secret, and cannot be an argument');
    expect(stderr).not.toContain('canary-7');
  });

  it('is stored outside the profile, and the mail server receives it', async () => {
    const logins: string[] = [];
    const smtp = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _, done) => {
        logins.push(`${username} ${password}`);
        done(null, { user: username });
      },
      onData: (stream, _, done) => void stream.resume().on('end', () => done()),
    });
    await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => smtp.close(() => {}));
    const platform = await localServer((_, response) => void response.end('{"total": 3}'));
    const env = {
      ...signedIn(platform.url),
      HOTELCTL_CREDENTIAL_STORE: 'file',
      HOTELCTL_SMTP_HOST: '127.0.0.1',
      HOTELCTL_SMTP_PORT: String((smtp.server.address() as { port: number }).port),
      HOTELCTL_SMTP_SECURITY: 'none',
      HOTELCTL_SMTP_USER: 'reports',
      HOTELCTL_SMTP_FROM: 'reports@hotel.example',
    };
    const stored = await runMain('profile set smtpPassword', { env, stdinLines: ['canary-8'] });
    expect([stored.exitCode, stored.stdout]).toEqual([0, '']);
    expect(stored.stderr).toMatch(/^Saved the password of the mail server for profile default to file /);
    const { folders } = stored.context;
    expect(readFileSync(join(folders.state, 'credentials.json'), 'utf8')).toContain('smtp-password');
    const output = join(temporaryFolder(), 'nights.csv');
    const words = ['room-nights', '--property', 'MUC', '--month', '10', '--year', '2026', '--output', output];
    const sent = await runMain(['reports', ...words, '--mail-to', 'anna@hotel.example'], {
      env,
      replace: { folders },
    });
    expect([sent.exitCode, logins]).toEqual([0, ['reports canary-8']]);
    expect(sent.stderr).not.toContain('canary-8');
    // The same profile with another mail server.
    const other = await runMain(['reports', ...words, '--mail-to', 'anna@hotel.example'], {
      env: { ...env, HOTELCTL_SMTP_HOST: 'localhost' },
      replace: { folders },
    });
    expect([other.exitCode, other.stderr, logins]).toEqual([
      3,
      'hotelctl: the stored password is for 127.0.0.1, and not for localhost\n' +
        'hint: run `hotelctl profile set smtpPassword` to store the password for localhost\n',
      ['reports canary-8'],
    ]);
  });

  it('requires the user of the mail server', async () => {
    const { exitCode, stderr } = await runMain('profile set smtpPassword', {
      env: { HOTELCTL_SMTP_HOST: 'mail.hotel.example' },
      stdinLines: ['canary-9'],
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the profile has no smtpUser')]);
  });
});

describe('the password of the mail server', () => {
  /** A profile `munich` whose password is in the credential file. */
  async function storedPassword() {
    const env = { HOTELCTL_CREDENTIAL_STORE: 'file', HOTELCTL_PROFILE: 'munich' };
    const { context } = await runMain(
      `profile add munich --base-url https://a.example --auth-url https://i.example --client-id c
        --smtp-user reports --smtp-host mail.hotel.example`,
    );
    const { folders } = context;
    const run = (line: string, stdinLines: readonly string[] = []) =>
      runMain(line, { env, stdinLines, replace: { folders } });
    expect((await run('profile set smtpPassword', ['canary-9'])).exitCode).toBe(0);
    const credentials = () => readFileSync(join(folders.state, 'credentials.json'), 'utf8');
    expect(credentials()).toContain('smtp-password');
    return { run, credentials };
  }

  it.each([
    ['profile remove munich', 'Deleted the password of the mail server.\nRemoved profile munich.\n'],
    ['logout', 'Deleted the password of the mail server.\nProfile munich was not signed in.\n'],
  ])('is deleted by %s', async (line, message) => {
    const { run, credentials } = await storedPassword();
    const { exitCode, stderr } = await run(line);
    expect([exitCode, stderr]).toEqual([0, message]);
    expect(credentials()).not.toContain('smtp-password');
    expect(credentials()).not.toContain('canary-9');
  });
});
