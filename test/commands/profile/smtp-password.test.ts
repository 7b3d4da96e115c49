import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, roomNights, signedIn } from '../local-server.ts';

describe('profile set smtpPassword', () => {
  it('is never an argument', async () => {
    const ended = runMain('profile set smtpPassword canary-7');
    const { stderr } = await expectFailure(ended, 2, 'smtpPassword is a secret and cannot be an argument');
    expect(stderr).not.toContain('canary-7');
  });

  it('is stored outside the profile, and the mail server receives it', async () => {
    const logins: string[] = [];
    const { env: mail } = await startMailServer({
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => {
        logins.push(`${username} ${password}`);
        done(null, { user: username });
      },
    });
    const platform = await localServer((_, response) => void response.end('{"total": 3}'));
    const account = { HOTELCTL_CREDENTIAL_STORE: 'file', HOTELCTL_SMTP_USER: 'reports' };
    const env = { ...signedIn(platform.url), ...mail, ...account };
    const ended = runMain('profile set smtpPassword', { env, stdinLines: ['canary-8'] });
    const message = /^Saved the mail server password for profile default to file /;
    const stored = await expectSuccess(ended, message);
    expect(stored.stdout).toBe('');
    const { folders } = stored.context;
    expect(readFileSync(join(folders.state, 'credentials.json'), 'utf8')).toContain('smtp-password');
    const output = join(temporaryFolder(), 'nights.csv');
    const words = wordsOf(roomNights, '--mail-to anna@hotel.example --output', [output]);
    const send = (more = {}) => runMain(words, { env: { ...env, ...more }, replace: { folders } });
    expect((await expectSuccess(send())).stderr).not.toContain('canary-8');
    expect(logins).toEqual(['reports canary-8']);
    // The same profile with another mail server.
    await expectFailure(
      send({ HOTELCTL_SMTP_HOST: 'localhost' }),
      3,
      'hotelctl: the stored password is for 127.0.0.1, not for localhost\n' +
        'hint: run `hotelctl profile set smtpPassword` to store the password for localhost\n',
    );
    expect(logins).toEqual(['reports canary-8']);
  });

  it('requires the user of the mail server', async () => {
    const env = { HOTELCTL_SMTP_HOST: 'mail.hotel.example' };
    const ended = runMain('profile set smtpPassword', { env, stdinLines: ['canary-9'] });
    await expectFailure(ended, 2, 'the profile has no smtpUser');
  });
});

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
  await expectSuccess(run('profile set smtpPassword', ['canary-9']));
  const credentials = () => readFileSync(join(folders.state, 'credentials.json'), 'utf8');
  expect(credentials()).toContain('smtp-password');
  return { run, credentials };
}

it.each([
  ['profile remove munich', 'Deleted the mail server password.\nRemoved profile munich.\n'],
  ['logout', 'Deleted the mail server password.\nProfile munich was not signed in.\n'],
])('the password of the mail server is deleted by %s', async (line, message) => {
  const { run, credentials } = await storedPassword();
  expect(await run(line)).toMatchObject({ exitCode: 0, stderr: message });
  expect(credentials()).not.toContain('smtp-password');
  expect(credentials()).not.toContain('canary-9');
});
