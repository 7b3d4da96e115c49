import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultScopes } from '../../../src/cli/settings/settings.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { sharedSandbox } from '../../sandbox/identity/client-application.ts';
import { localServer } from '../local-server.ts';
import { person, settingsOf } from '../sign-in.ts';

const noon = Date.UTC(2026, 9, 15, 12);
const hours = (count: number) => noon + count * 3_600_000;
const report = 'reports room-nights --property MUC --month 10 --year 2026 --format csv';

const sandbox = sharedSandbox();
let signedIn: ReturnType<typeof person>;
beforeEach(async () => {
  signedIn = person();
  await signedIn.types('login --paste', { env: settingsOf(sandbox()), now: noon });
});

/** A command this many hours after the sign-in. */
const run = (line: string, later = 0, env: Record<string, string> = {}) =>
  signedIn.types(line, { env, now: hours(later) });
const tokenOf = ({ credentials }: ReturnType<typeof person>): string =>
  JSON.parse(Object.entries(credentials()).find(([name]) => name.endsWith('access-token'))?.[1] ?? '{}')
    .token;

describe('after a sign-in, without any variable', () => {
  it('auth status shows who is signed in, where the tokens are, and how long they are valid', async () => {
    const { stdout } = await expectSuccess(signedIn.types('auth status', { now: noon + 600_500 }), /^$/);
    expect(stdout.split('\n')).toEqual([
      'profile       default',
      'signed in     yes',
      `user          ${sandbox().users[0]?.name}`,
      `scopes        ${defaultScopes}`,
      'source        credential store',
      `store         file ${signedIn.folders.state}/credentials.json, not encrypted (set HOTELCTL_STORE_KEY_FILE to encrypt it)`,
      'access token  49 min left, refreshed automatically',
      '',
    ]);
    expect(stdout).not.toContain(tokenOf(signedIn));
    const json = await run('auth status --format json', 2);
    const user = { subject: sandbox().users[0]?.id, name: sandbox().users[0]?.name };
    const store = { name: 'file', description: expect.stringContaining('credentials.json') };
    const who = { profile: 'default', signedIn: true, user, scopes: defaultScopes.split(' ') };
    const token = { source: 'store', store, renewable: true, minutesLeft: 0, refusedAt: null };
    expect(JSON.parse(json.stdout)).toEqual({ ...who, ...token });
  });

  it('auth token prints the stored token, and a new one after it has expired', async () => {
    const first = tokenOf(signedIn);
    expect((await run('auth token', 0.9)).stdout).toBe(`${first}\n`);
    const renewed = await run('auth token', 1);
    expect(renewed.stdout).toMatch(/^\S+\n$/);
    expect(renewed.stdout).not.toBe(`${first}\n`);
    expect(`${tokenOf(signedIn)}\n`).toBe(renewed.stdout);
    // With --refresh before it expires too, and once after.
    const again = await run('auth token --refresh', 1.1);
    expect(again).toMatchObject({ exitCode: 0, stdout: `${tokenOf(signedIn)}\n`, stderr: '' });
    expect(again.stdout).not.toBe(renewed.stdout);
    const env = { HOTELCTL_ACCESS_TOKEN: 'fixed' };
    await expectFailure(run('auth token --refresh', 1.1, env), 2, 'cannot be refreshed');
    const { stderr } = await run('auth token --refresh --verbose', 30);
    expect(stderr.match(/POST \S+\/connect\/token/g)).toHaveLength(1);
  });

  it('auth check succeeds, also with --min-ttl, because the token can be refreshed', async () => {
    for (const line of ['auth check', 'auth check --min-ttl 2h', 'auth check --min-ttl 30d'])
      expect(await run(line, 3)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
});

it('a sign-in without offline_access ends with its access token, and auth check reports it before', async () => {
  signedIn.forget('refresh-token');
  const status = await run('auth status', 0.5);
  expect(status.stdout).toContain('access token  30 min left\n');
  expect((await run('auth check --min-ttl 29m', 0.5)).exitCode).toBe(0);
  const message = 'hotelctl: the access token expires too soon and cannot be refreshed\nhint: ';
  await expectFailure(run('auth check --min-ttl 30m', 0.5), 10, message);
  expect((await run('auth check', 1)).exitCode).toBe(10);
  await expectFailure(run(report, 1), 3, 'the sign-in of profile default has expired');
});

it('a sign-in that was revoked elsewhere is found by auth check --online, and is then known offline too, until the next sign-in', async () => {
  const file = join(signedIn.folders.state, 'credentials.json');
  const stored = readFileSync(file);
  await signedIn.types('logout');
  writeFileSync(file, stored, { mode: 0o600 });
  await expectSuccess(run('auth check'));
  await expectFailure(run('auth check --online'), 10, 'it was revoked or has expired');
  const refused = 'the identity host refused to refresh it at 2026-10-15T12:00:00.000Z';
  await expectFailure(run('auth check'), 10, `the sign-in of profile default has ended: ${refused}`);
  // It may have been refused by mistake: a new request shows it.
  await expectFailure(run('auth check --online'), 10, 'it was revoked or has expired');
  const { stdout: status } = await run('auth status');
  expect(status).toContain(refused);
  expect(status).not.toContain('refreshed automatically');
  expect((await run('doctor --format json')).stdout).toContain(refused);
  await signedIn.types('login --paste', { env: settingsOf(sandbox()), now: noon });
  await expectSuccess(run('auth check --online'));
});

describe('auth check', () => {
  it('fails with a refresh token that cannot be used', async () => {
    signedIn.forget('client-secret');
    expect((await run('auth check', 3)).exitCode).toBe(10);
    expect((await run(report, 3)).exitCode).toBe(3);
    expect((await run('auth check --min-ttl 10m', 0.5)).exitCode).toBe(0);
    expect((await run('auth check --min-ttl 10m', 0.9)).exitCode).toBe(10);
    const message = 'HOTELCTL_REFRESH_TOKEN requires a client secret; none is set\nhint: set';
    await expectFailure(run('auth check', 0, { HOTELCTL_REFRESH_TOKEN: 'b' }), 10, message);
  });

  it('accepts a token from the environment, which precedes that of the store, and whose expiry is unknown', async () => {
    const env = { HOTELCTL_ACCESS_TOKEN: 'a-secret' };
    const { stdout } = await run('auth status', 0, env);
    expect(stdout).toContain('source        HOTELCTL_ACCESS_TOKEN\n');
    expect(stdout).not.toContain('a-secret');
    expect((await run('auth token', 0, env)).stdout).toBe('a-secret\n');
    expect((await run('auth check', 0, env)).exitCode).toBe(0);
    const { stderr } = await expectFailure(run('auth check --min-ttl 10m --error-format json', 0, env), 10);
    const message = 'the expiry of HOTELCTL_ACCESS_TOKEN is unknown';
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'check-failed', exitCode: 10, message });
  });
});

describe('logout', () => {
  const deletedHere = 'Deleted the tokens and the client secret on this machine.';

  it('revokes, deletes, and leaves nothing for reports', async () => {
    const { types } = signedIn;
    const deleted = `${deletedHere} Revoked the refresh token at the identity host.\n`;
    expect(await types('logout')).toMatchObject({ exitCode: 0, stdout: '', stderr: deleted });
    expect(signedIn.credentials()).toEqual({});

    const refused = await expectFailure(types(report), 3);
    const problem = `not signed in to ${sandbox().authUrl} with profile default`;
    expect(refused.stderr).toBe(`hotelctl: ${problem}\nhint: run \`hotelctl login\`\n`);
    expect((await types('auth status')).stdout).toMatch(/^profile +default\nsigned in +no\nstore /);
    const status = JSON.parse((await types('auth status --format json')).stdout);
    const nobody = { signedIn: false, source: null, user: null, scopes: null, minutesLeft: null };
    expect(status).toMatchObject(nobody);
    await expectFailure(types('auth check'), 10, 'hotelctl: profile default is not signed in\n');
    const nothing = 'Profile default was not signed in.\n';
    expect(await types('logout')).toMatchObject({ exitCode: 0, stderr: nothing });
  });

  const stays = 'The identity host does not support revocation: the refresh token stays valid there.';
  const notRevoked = 'deleted on this machine, but not revoked: .*\nhint: revoke the access in the platform';
  it.each([
    [404, 0, `^${deletedHere} ${stays}\n$`],
    [400, 4, `^hotelctl: ${notRevoked}`],
  ])('deletes the tokens if revoking ends with %i, and reports it', async (status, exitCode, message) => {
    const host = await localServer((_, response) => response.writeHead(status).end());
    const env = { ...settingsOf(sandbox()), HOTELCTL_AUTH_URL: host.url, HOTELCTL_MAX_ATTEMPTS: '1' };
    signedIn.moveTo(host.url);
    await expectExit(signedIn.types('logout', { env }), exitCode, new RegExp(message));
    expect(signedIn.credentials()).toEqual({});
  });

  it('reports a missing client secret, and a sign-in without a refresh token', async () => {
    signedIn.forget('client-secret');
    const stays =
      'Without a client secret the refresh token cannot be revoked: it stays valid at the identity host.\n';
    const given =
      'warning: HOTELCTL_ACCESS_TOKEN is set: commands use it instead of the stored sign-in; unset it\n';
    await expectSuccess(signedIn.types('logout', { env: { HOTELCTL_ACCESS_TOKEN: 'a' } }), given, stays);
    const other = person();
    await other.types('login --paste', { env: settingsOf(sandbox()) });
    other.forget('refresh-token');
    expect((await other.types('logout')).stderr).toContain('There was no refresh token to revoke.\n');
  });

  it('is refused for the store env', async () => {
    const ended = () => signedIn.types('logout --credential-store env');
    await expectFailure(ended(), 2, 'run `hotelctl logout --profile default --credential-store file` first');
    expect(Object.keys(signedIn.credentials())).toHaveLength(3);
    await signedIn.types('logout');
    await expectFailure(ended(), 2, 'unset HOTELCTL_REFRESH_TOKEN and HOTELCTL_ACCESS_TOKEN');
  });
});
