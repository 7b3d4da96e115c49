import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeProfiles } from '../../../src/cli/profile-change.ts';
import { authorizeAsHotelUser } from '../../../src/sandbox/hotel-user.ts';
import type { RunningSandbox } from '../../../src/sandbox/sandbox.ts';
import { readProfiles, withProfile } from '../../../src/settings/profiles.ts';
import { temporaryFolder } from '../../context.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import { localServer } from '../local-server.ts';
import { allowing, openSandbox, person, settingsOf } from '../sign-in.ts';

const host = { uid: process.getuid?.() ?? null };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

/** Every file below a folder, with its content. */
const filesBelow = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .map(path => [path, readFileSync(path, 'utf8')] as const);

describe('login --paste through a pipe', () => {
  it('signs in, keeps the settings as a profile and the secrets in the store alone', async () => {
    const { types, credentials, folders } = person();
    const env = settingsOf(sandbox);
    const { exitCode, stdout, stderr } = await types('login --paste', { env, atTheBrowser: allowing });
    expect(stderr).toContain('Signed in as ');
    expect(stderr).toContain(', profile default.\nKept in: file ');
    expect(stdout).toBe('');
    expect(exitCode).toBe(0);

    const { current, profiles } = await readProfiles({ folders, host });
    expect(current).toBe('default');
    expect(profiles.get('default')).toEqual({
      baseUrl: sandbox.apiUrl,
      authUrl: sandbox.authUrl,
      integrationUrl: sandbox.integrationUrl,
      clientId: sandbox.client.clientId,
      credentialStore: 'file',
    });
    const secrets = Object.entries(credentials()).map(([name, value]) =>
      name.endsWith('access-token') ? JSON.parse(value).token : value,
    );
    expect(secrets).toHaveLength(3);
    expect(secrets).toContain(sandbox.client.clientSecret);
    for (const [path, content] of [
      ...filesBelow(folders.config),
      ...filesBelow(folders.state),
      ['stderr', stderr],
    ]) {
      const holds = secrets.filter(secret => content?.includes(secret));
      expect(holds, path).toHaveLength(path?.endsWith('credentials.json') ? 3 : 0);
    }
    expect(statSync(join(folders.state, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('works the same as a process of its own', async () => {
    const home = temporaryFolder();
    const env = { HOME: home, ...settingsOf(sandbox) };
    const running = startHotelctl(['login', '--paste', '--profile', 'munich'], { env, input: 'later' });
    const [url] = await running.says('stderr', /http\S+\/connect\/authorize\?\S+(?=\n)/);
    running.hears(`${await allowing(url)}\n`);
    const { exitCode, stderr } = await running.ended;
    expect(stderr).toContain(', profile munich.\n');
    expect(exitCode).toBe(0);
  });

  it('takes the client secret from a file, and the profile’s settings from flags', async () => {
    const { HOTELCTL_CLIENT_SECRET: secret, ...env } = settingsOf(sandbox);
    const file = join(temporaryFolder(), 'secret');
    writeFileSync(file, `${secret}\r\n`);
    const { types, folders } = person();
    const line = `login --paste --client-secret-file ${file} --property LON --scope reports.read --profile london`;
    const { exitCode, stderr } = await types(line, { env, atTheBrowser: allowing });
    expect(stderr).toContain('Without the scope offline_access this sign-in ends with its access token.\n');
    expect(exitCode).toBe(0);
    expect((await readProfiles({ folders, host })).profiles.get('london')).toMatchObject({
      property: 'LON',
      scopes: 'reports.read',
    });
  });

  it('keeps nothing when the hotel user denies it', async () => {
    const { types, folders } = person();
    const denying = (url: string) => authorizeAsHotelUser(url, { allow: false });
    const { exitCode, stderr } = await types('login --paste', {
      env: settingsOf(sandbox),
      atTheBrowser: denying,
    });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/\nhotelctl: .*den/);
    expect((await readProfiles({ folders, host })).profiles.size).toBe(0);
    expect(() => statSync(join(folders.state, 'credentials.json'))).toThrow('ENOENT');
  });

  it('loses no profile that was added or changed while the browser was open', async () => {
    const { types, folders, start } = person();
    await types('login --paste', {
      env: settingsOf(sandbox),
      atTheBrowser: async url => {
        await changeProfiles(start('--version').context, file =>
          withProfile(withProfile(file, 'meanwhile', {}), 'default', { property: 'LON' }),
        );
        return allowing(url);
      },
    });
    const { profiles } = await readProfiles({ folders, host });
    expect([...profiles.keys()]).toEqual(['meanwhile', 'default']);
    expect(profiles.get('default')).toMatchObject({ property: 'LON', baseUrl: sandbox.apiUrl });
  });
});

describe('login in a terminal', () => {
  it('asks for what is missing, and for the property from the list', async () => {
    const { types, folders } = person();
    const { apiUrl, authUrl, client } = sandbox;
    const { exitCode, asked, stderr } = await types('login --paste --credential-store file', {
      terminal: true,
      before: [apiUrl, ` ${authUrl} `, '', client.clientId, client.clientSecret],
      atTheBrowser: allowing,
      after: ['LON'],
    });
    expect(exitCode).toBe(0);
    expect(asked).toEqual([
      'API host (https://…)',
      'Identity host (https://…)',
      'UI integration host (https://…, empty if you need none)',
      'Client id',
      'Client secret (not shown)',
      'Paste the address that the browser was sent to:',
      'Property to work with',
    ]);
    expect(stderr).not.toContain(client.clientSecret);
    expect((await readProfiles({ folders, host })).profiles.get('default')).toEqual({
      baseUrl: apiUrl,
      authUrl,
      clientId: client.clientId,
      property: 'LON',
      credentialStore: 'file',
    });
  });

  it('asks for nothing that is known', async () => {
    const env = { ...settingsOf(sandbox), HOTELCTL_PROPERTY: 'MUC' };
    const { asked } = await person().types('login --paste', { terminal: true, env, atTheBrowser: allowing });
    expect(asked).toEqual(['Paste the address that the browser was sent to:']);
  });

  it('asks nobody under --no-input', async () => {
    const { exitCode, asked, stderr } = await person().types('login --no-input', { terminal: true });
    expect(asked).toEqual([]);
    expect(stderr).toContain('API host, identity host and client id are not set');
    expect(exitCode).toBe(2);
  });

  it('is done before the last question, which Ctrl-C may leave', async () => {
    const { start, types } = person();
    const { context, ended } = start('login --paste', {
      terminal: true,
      env: settingsOf(sandbox),
      atTheBrowser: allowing,
      onceKept: () => context.interrupt(),
    });
    const { exitCode, stderr } = await ended;
    expect(stderr).toContain('hotelctl: stopped by SIGINT\n');
    expect(exitCode).toBe(130);
    expect((await types('auth status')).stdout).toMatch(/^profile +default\nsigned in +yes\n/);
  });

  it('signs in also where the list of properties can’t be had', async () => {
    const closed = await localServer((_, response) => response.writeHead(403).end());
    const env = { ...settingsOf(sandbox), HOTELCTL_BASE_URL: closed.url };
    const { exitCode, stderr } = await person().types('login --paste', {
      terminal: true,
      env,
      atTheBrowser: allowing,
    });
    expect(stderr).toContain('The list of properties could not be read; give --property with a report.\n');
    expect(exitCode).toBe(0);
  });
});

describe('a login that can’t work ends before the browser', () => {
  const secretFile = (content: string) => {
    const file = join(temporaryFolder(), 'secret');
    writeFileSync(file, content);
    return file;
  };

  it.each([
    ['without settings', 'login', {}, 'API host, identity host and client id are not set', 2],
    [
      'without a secret',
      'login',
      { HOTELCTL_CLIENT_SECRET: '' },
      'no client secret is given, and none is stored for profile default',
      2,
    ],
    [
      'with a store that keeps nothing',
      'login --credential-store env',
      {},
      'the credential store env keeps nothing',
      2,
    ],
    [
      'with a store that is none',
      'login --credential-store vault',
      {},
      '--credential-store must be one of',
      2,
    ],
    [
      'with a host over plain HTTP',
      'login --base-url http://api.example.com',
      {},
      '--base-url must be an https:// address',
      2,
    ],
    ['with half a certificate', 'login --tls-cert cert.pem', {}, '--tls-cert and --tls-key go together', 2],
    [
      'with two readers of standard input',
      'login --paste --client-secret-file -',
      {},
      'would both read standard input',
      2,
    ],
    ['with an unusable profile name', 'login --profile ../x', {}, 'a profile name is 1 to 64 letters', 2],
    [
      'with a secret file that is not there',
      'login --client-secret-file /no/such/file',
      {},
      "--client-secret-file can't be read (ENOENT)",
      2,
    ],
  ])('%s', async (_, line, changes, problem, code) => {
    const { types, folders } = person();
    const env =
      line === 'login' && Object.keys(changes).length === 0 ? {} : { ...settingsOf(sandbox), ...changes };
    const { exitCode, stderr } = await types(line, { env });
    expect(stderr).toContain(`hotelctl: ${problem}`.replace('hotelctl: would', 'would'));
    expect(stderr).toMatch(/\nhint: .+\n$/);
    expect(stderr).not.toContain('/connect/authorize');
    expect(exitCode).toBe(code);
    expect((await readProfiles({ folders, host })).profiles.size).toBe(0);
  });

  it.each(['', '\n', 'alpha\nbeta\n', 'alpha\r\n\r\nbeta'])(
    'with the secret file %j, of which nothing is told',
    async content => {
      const line = `login --client-secret-file ${secretFile(content)}`;
      const { exitCode, stderr } = await person().types(line, { env: settingsOf(sandbox) });
      expect(stderr).toContain('--client-secret-file must hold the secret alone, on one line');
      expect(stderr).not.toMatch(/alpha|beta/);
      expect(exitCode).toBe(2);
    },
  );
});
