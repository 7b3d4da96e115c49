import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Folders } from '../../../src/base/context.ts';
import { changeProfiles } from '../../../src/cli/profile-changes.ts';
import { readProfiles, withProfile } from '../../../src/cli/settings/profiles.ts';
import type { KeychainBatch } from '../../../src/http/auth/store/item-parts.ts';
import type { RunningSandbox } from '../../../src/sandbox/sandbox.ts';
import { filesBelow, temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { sharedSandbox } from '../../sandbox/identity/client-application.ts';
import { localServer } from '../local-server.ts';
import { allowing, person, settingsOf, type Typed } from '../sign-in.ts';

const host = { uid: process.getuid?.() ?? null };

const sandbox = sharedSandbox();

const profileOf = ({ apiUrl, authUrl, client: { clientId } }: RunningSandbox) =>
  ({ baseUrl: apiUrl, authUrl, clientId, credentialStore: 'file' }) as const;

const replying = (reply: object) => {
  const stdout = JSON.stringify(reply);
  return { exitCode: 0, timedOut: false, stdout, stderr: '' };
};
/** An empty keychain. */
const readOnly: Typed['runChild'] = async ({ input = '' }) => {
  const { operations } = JSON.parse(input) as KeychainBatch;
  if (operations.some(({ value }) => value)) return replying({ failure: 'locked', message: 'locked' });
  return replying({ results: operations.map(() => ({ value: null })) });
};

const kept = async (folders: Folders) => (await readProfiles({ folders, host })).profiles;

describe('login --paste through a pipe', () => {
  it('signs in, saves the settings in a profile and the secrets only in the store', async () => {
    const { types, credentials, folders, start } = person();
    const env = { ...settingsOf(sandbox()), HOTELCTL_REFRESH_TOKEN: 'given' };
    const ended = types('login --paste', { env });
    const saved =
      /Signed in as .*, profile default\.\nSaved to file .*\nwarning: HOTELCTL_REFRESH_TOKEN is set: commands use it/;
    const { stdout, stderr } = await expectSuccess(ended, saved);
    expect(stdout).toBe('');
    const { current, profiles } = await readProfiles({ folders, host });
    expect(current).toBe('default');
    const { integrationUrl } = sandbox();
    expect(profiles.get('default')).toEqual({ ...profileOf(sandbox()), integrationUrl });
    const secrets = Object.entries(credentials()).map(([name, value]) =>
      name.endsWith('access-token') ? JSON.parse(value).token : value,
    );
    expect(secrets).toHaveLength(3);
    expect(secrets).toContain(sandbox().client.clientSecret);
    const files = [folders.config, folders.state].flatMap(filesBelow);
    for (const path of [...files, 'stderr']) {
      const content = path === 'stderr' ? stderr : readFileSync(path, 'utf8');
      const holds = secrets.filter(secret => content.includes(secret));
      expect(holds, path).toHaveLength(path.endsWith('credentials.json') ? 3 : 0);
    }
    expect(statSync(join(folders.state, 'credentials.json')).mode & 0o777).toBe(0o600);
    // Nothing would find the tokens of a profile that is gone, or that names another place.
    const changes = ['remove default', 'set credentialStore keychain', 'add default --client-id other'];
    const hint = /store file\nhint: run `hotelctl logout --profile default( --c\S+ \S+)?` first\n$/;
    const elsewhere = { runChild: readOnly, env: { HOTELCTL_CREDENTIAL_STORE: 'keychain' } };
    for (const line of ['login --paste', 'logout', ...changes.map(words => `profile ${words}`)])
      await expectFailure(types(line, elsewhere), 2, hint);
    const sameHost = `set authUrl ${sandbox().authUrl}/`;
    for (const line of ['set credentialStore file', 'add default --property MUC', sameHost])
      await expectSuccess(types(`profile ${line}`));
    await expectSuccess(types('logout --credential-store file', elsewhere));
    const damaged = withProfile({ profiles }, 'default', { credentialStore: 'x' });
    await changeProfiles(start('--version').context, () => damaged);
    await expectSuccess(types('profile remove default'));
  });

  it('reads the client secret from a file, and the profile’s settings from flags', async () => {
    const { HOTELCTL_CLIENT_SECRET: secret, ...env } = settingsOf(sandbox());
    const file = temporaryFile('secret', `${secret}\r\n`);
    const { types, folders } = person();
    const line = `login --paste --client-secret-file ${file} --property LON --scope reports.read,offers.read --profile london`;
    await expectSuccess(types(line, { env }), 'Without the scope offline_access, this sign-in ends');
    const london = { property: 'LON', scopes: 'reports.read,offers.read' };
    expect((await kept(folders)).get('london')).toMatchObject(london);
  });

  it('loses no profile that was added or changed while the browser was open', async () => {
    const { types, folders, start } = person();
    const atTheBrowser = async (url: string) => {
      await changeProfiles(start('--version').context, file =>
        withProfile(withProfile(file, 'meanwhile', {}), 'default', { property: 'LON' }),
      );
      return allowing(url);
    };
    await types('login --paste', { env: settingsOf(sandbox()), atTheBrowser });
    const { profiles } = await readProfiles({ folders, host });
    expect([...profiles.keys()]).toEqual(['meanwhile', 'default']);
    expect(profiles.get('default')).toMatchObject({ property: 'LON', baseUrl: sandbox().apiUrl });
  });
});

describe('login in a terminal', () => {
  it('prompts for missing settings, and for the default property', async () => {
    const { types, folders } = person();
    const { apiUrl, authUrl, client } = sandbox();
    const before = [apiUrl, ` ${authUrl} `, client.clientId, client.clientSecret];
    const ended = types('login --paste --credential-store file', { terminal: true, before, after: ['LON'] });
    const { requested, stderr } = await expectSuccess(ended);
    expect(requested).toEqual([
      'API host (https://…)',
      'Identity host (https://…)',
      'Client id',
      'Client secret',
      'Paste the address that the browser was sent to:',
      'Default property',
    ]);
    expect(stderr).toContain("Enter the values of your client's registration with the platform.");
    expect(stderr).not.toContain(client.clientSecret);
    expect((await kept(folders)).get('default')).toEqual({ ...profileOf(sandbox()), property: 'LON' });
  });

  it('for a pipeline stores nothing here, and writes a file that only its owner can read', async () => {
    const { types, folders } = person();
    const file = join(temporaryFolder(), 'token');
    const line = `login --paste --for-ci ${file}`;
    await expectSuccess(types(line, { env: settingsOf(sandbox()) }), 'The refresh token is in ');
    const token = readFileSync(file, 'utf8').trim();
    expect(token.length).toBeGreaterThan(20);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await kept(folders)).size).toBe(0);
    const env = { ...settingsOf(sandbox()), HOTELCTL_REFRESH_TOKEN: token };
    const { stdout } = await expectSuccess(types('properties', { env }));
    expect(stdout).toContain('MUC');
    const late = { env: { ...env, HOTELCTL_REFRESH_TOKEN: 'expired' } };
    const replace = 'replace HOTELCTL_REFRESH_TOKEN: `hotelctl login --for-ci FILE` creates a new token';
    await expectSuccess(types('auth check', late));
    await expectFailure(types('properties', late), 3, `hint: ${replace}`);
    // It is then known offline too.
    await expectFailure(types('auth check', late), 10, `hint: ${replace}`);
    expect((await types('auth status', late)).stdout).toContain(`; ${replace}`);
    expect((await types('doctor --format json', late)).stdout).toContain(replace);
    await expectSuccess(types('auth check', { env }));
    // A warning is printed once, and a file with more than the token is never sent.
    const inFile = { env: { ...settingsOf(sandbox()), HOTELCTL_REFRESH_TOKEN_FILE: file } };
    await expectSuccess(types('auth check --online', inFile), /^$/);
    chmodSync(file, 0o644);
    const { stderr: warned } = await expectSuccess(types('auth check --online', inFile));
    expect(warned.match(/every user of this machine can read/g)).toHaveLength(1);
    writeFileSync(file, `${token}\nnote\n`);
    expect((await expectFailure(types('properties', inFile), 3, 'one line')).stderr).not.toContain(token);
    rmSync(file);
    await expectFailure(types('properties', inFile), 3, 'REFRESH_TOKEN_FILE: there is no such file\n');
    // Nothing is stored, so the store does not matter.
    const inEnv = { ...settingsOf(sandbox()), HOTELCTL_CREDENTIAL_STORE: 'env' };
    await expectSuccess(types(line, { env: inEnv }), 'The refresh token is in ');
    const terminal = types('login --for-ci -', { terminal: true, env: settingsOf(sandbox()) });
    const refusal = '--for-ci writes a secret into a file or, with -, into a pipe\n';
    await expectFailure(terminal, 2, refusal);
    // A file takes the place of neither a pipe nor a link: as root, that would be the end of a device.
    const [pipe, link, former] = [`${file}-pipe`, `${file}-link`, readFileSync(file, 'utf8')];
    execFileSync('mkfifo', [pipe]);
    symlinkSync(file, link);
    await expectFailure(types(`login --paste --for-ci ${pipe}`, { env: inEnv }), 2, refusal);
    await expectSuccess(types(`login --paste --for-ci ${link}`, { env: inEnv }));
    expect(readFileSync(file, 'utf8')).not.toBe(former);
    const brief = types(`${line} --scope reports.read`, { env: settingsOf(sandbox()) });
    await expectFailure(brief, 3, 'hint: run `hotelctl login --for-ci FILE` with the scope offline_access\n');
    for (const place of ['/no/folder/token', 's3://bucket/token']) {
      const nowhere = types(`login --paste --for-ci ${place}`, { env: settingsOf(sandbox()) });
      const { stderr } = await expectFailure(nowhere, 8, 'the folder does not exist');
      expect(stderr).not.toContain('/connect/authorize');
    }
  });

  it('is complete before the last question, which Ctrl-C may skip', async () => {
    const { start, types } = person();
    const onceSaved = () => context.interrupt();
    const env = settingsOf(sandbox());
    const { context, ended } = start('login --paste', { terminal: true, env, onceSaved });
    await expectFailure(ended, 130, 'hotelctl: interrupted\n');
    expect((await types('auth status')).stdout).toMatch(/^profile +default\nsigned in +yes\n/);
  });

  it('succeeds even if the list of properties cannot be fetched', async () => {
    const closed = await localServer((_, response) => response.writeHead(403).end());
    const env = { ...settingsOf(sandbox()), HOTELCTL_BASE_URL: closed.url };
    const ended = person().types('login --paste', { terminal: true, env });
    const note = 'The list of properties could not be fetched. Add --property to your commands.\n';
    await expectSuccess(ended, note);
  });
});

describe('login without a usable keychain', () => {
  const withoutBus: Typed['runChild'] = async () => replying({ failure: 'no-bus', message: 'none' });
  const login = (options: Typed) => {
    const { HOTELCTL_CREDENTIAL_STORE: _, ...env } = { ...settingsOf(sandbox()), HOTELCTL_PROPERTY: 'MUC' };
    const user = person();
    const ended = user.types('login --paste', { env, runChild: withoutBus, ...options });
    return ended.then(result => ({ ...result, user }));
  };
  const savedInFile = async (run: ReturnType<typeof login>, message: RegExp) => {
    const ended = await expectSuccess(run, message);
    expect(Object.keys(ended.user.credentials())).toHaveLength(3);
    expect((await kept(ended.user.folders)).get('default')?.credentialStore).toBe('file');
    return ended;
  };

  it('offers the file store on a terminal, and remembers the choice', async () => {
    const ended = login({ terminal: true, before: [true] });
    const noBus = /^the keychain .*: this user has no session bus\.\n/;
    const { requested, user } = await savedInFile(ended, noBus);
    const offer = /^Save the sign-in to the file .*credentials\.json.*\? Only you can read it\.$/;
    expect(requested[0]).toMatch(offer);
    expect((await user.types('auth status')).stdout).toContain('signed in     yes\n');
  });

  it('offers it too when the keychain can be read and refuses to save, after the browser', async () => {
    const ended = login({ terminal: true, runChild: readOnly, after: [true] });
    // The path may be on the next line.
    await savedInFile(ended, /Saved to file\s+\S*credentials\.json/);
  });

  it.each<[string, Typed]>([
    ['when the offer is declined', { terminal: true, before: [false] }],
    ['without a terminal', {}],
  ])('fails before the browser opens %s', async (_, options) => {
    const message = /hotelctl: the keychain .*: this user has no session bus\nhint: /;
    const { stderr, user } = await expectExit(login(options), 3, message);
    expect(stderr).not.toContain('/connect/authorize');
    expect((await kept(user.folders)).size).toBe(0);
  });
});

it('login --profile-file prompts for nothing except the browser, saves every value of the file, and never in a profile that exists', async () => {
  const { types, folders } = person();
  const values = { ...profileOf(sandbox()), property: 'LON', timeout: '30' };
  const file = temporaryFile('munich.json', JSON.stringify({ version: 1, profiles: { munich: values } }));
  const line = `login --paste --profile-file ${file}`;
  const env = { HOTELCTL_CLIENT_SECRET: sandbox().client.clientSecret };
  await types('profile add munich --base-url https://api.example.com');
  const exists =
    /^hotelctl: profile munich already exists\nhint: add --profile NAME to import under another name\n$/;
  await expectFailure(types(`${line} --yes`, { env }), 2, exists);
  const ended = types(`${line} --profile other`, { terminal: true, env, before: [true] });
  const { requested } = await expectSuccess(ended, ', profile other.\n');
  expect(requested).toEqual(['Do you trust these hosts?', 'Paste the address that the browser was sent to:']);
  const munich = { baseUrl: 'https://api.example.com' };
  expect(Object.fromEntries(await kept(folders))).toEqual({ munich, other: values });
});

describe('a login that cannot work fails before the browser opens', () => {
  const allMissing =
    'the API host, the identity host and the client id are not set\n' +
    'hint: run `hotelctl login` in a terminal, or set HOTELCTL_BASE_URL, HOTELCTL_AUTH_URL and HOTELCTL_CLIENT_ID\n';
  const unset = { HOTELCTL_BASE_URL: '', HOTELCTL_AUTH_URL: '', HOTELCTL_CLIENT_ID: '' };
  it.each<[string, string, string, changes?: Record<string, string>]>([
    ['without a secret', '', 'no client secret was given or stored', { HOTELCTL_CLIENT_SECRET: '' }],
    ['with a store that keeps nothing', '--credential-store env', 'the credential store env saves'],
    ['with a store that is none', '--credential-store vault', '--credential-store must be one of'],
    ['with half a certificate', '--tls-cert c.pem', '--tls-cert and --tls-key must be used together'],
    ['with a certificate of no listener', '--paste --tls-key k', 'are not used with --paste'],
    ['with hosts to trust of no file', '--yes', '--yes requires --profile-file'],
    ['with two readers of input', '--paste --client-secret-file -', 'cannot both read standard input'],
    ['with an unusable name', '--profile ../x', 'a profile name is 1 to 64 letters'],
    ['without the secret file', '--client-secret-file /no/file', 'there is no such file'],
    ...['', '\n', 'alpha\nbeta\n', 'alpha\r\n\r\nbeta'].map((content): [string, string, string] => [
      `with the secret file ${JSON.stringify(content)}`,
      `--client-secret-file ${temporaryFile('secret', content)}`,
      '--client-secret-file must contain only the secret, on one line',
    ]),
    ['without settings', '', allMissing, unset],
    ['on a terminal without prompts', '--no-input', allMissing, unset],
  ])('%s', async (_, flags, problem, changes = {}) => {
    const { types, folders } = person();
    const env = { ...settingsOf(sandbox()), ...changes };
    const terminal = flags === '--no-input';
    const ended = types(`login ${flags}`.trim(), { env, terminal, columns: 300 });
    const { stderr } = await expectFailure(ended, 2, problem, /\nhint: .+\n$/);
    expect(stderr).not.toMatch(/connect\/authorize|alpha|beta/);
    expect((await kept(folders)).size).toBe(0);
  });

  it('with a state folder that is not writable', async () => {
    const { types, folders } = person();
    mkdirSync(folders.state, { recursive: true, mode: 0o700 });
    writeFileSync(join(folders.state, 'locks'), '');
    const ended = types('login --paste', { env: settingsOf(sandbox()) });
    const { stderr } = await expectFailure(ended, 3, 'cannot be used for locks');
    expect(stderr).not.toContain('/connect/authorize');
  });
});
