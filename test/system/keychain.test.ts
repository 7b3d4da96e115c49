import { EventEmitter, once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../src/base/context.ts';
import { SignInError } from '../../src/base/errors.ts';
import type { CredentialKey } from '../../src/http/auth/credentials.ts';
import { createKeychainStore, type KeychainOptions } from '../../src/http/auth/store/keychain.ts';
import { makeRealContext } from '../../src/start/real-context.ts';
import { bundle } from '../bundle.ts';
import { temporaryFolder, testContext } from '../context.ts';
import { deferred } from '../deferred.ts';
import { failureOf } from '../failure-of.ts';
import { startTokenServer } from '../http/auth/token-server.ts';
import { runHotelctl } from '../run-hotelctl.ts';
import { type KeyringState, keyringGroups, keyringPrerequisites, startKeyring } from './keyring.ts';
import { requires } from './prerequisites.ts';

for (const [command, debianPackage] of keyringPrerequisites) beforeEach(requires(command, debianPackage));

const key: CredentialKey = { profile: 'munich', authUrl: 'https://identity.example', clientId: 'CLIENT' };
const secret = 'canary-3f9c';

let programFolder: string;
let real: Context;
beforeAll(async () => {
  programFolder = await bundle({ 'keychain-child': 'src/http/auth/store/keychain-child.ts' });
  real = makeRealContext(programFolder);
});

/** Real clock and real children; streams and folders are the test's. */
function contextWith(env: Readonly<Record<string, string>>, terminal = false): Context & { err(): string } {
  const context = testContext({ env, terminal });
  return {
    ...context,
    clock: real.clock,
    runChild: real.runChild,
    host: { ...context.host, programFolder },
  };
}

const storeIn = (env: Readonly<Record<string, string>>, options?: KeychainOptions) =>
  createKeychainStore(contextWith(env), options);

describe('an unlocked keychain', () => {
  it('keeps each secret in a separate item, for the next process, through a lock and an unlock, and deletes items, also twice', async () => {
    const { env, become } = await startKeyring('unlocked');
    await storeIn(env).write(key, {
      'refresh-token': secret,
      'client-secret': 'other',
      'access-token': null,
    });
    const found = await storeIn(env).read(key, ['refresh-token', 'client-secret', 'access-token']);
    expect(found).toEqual({ 'refresh-token': secret, 'client-secret': 'other' });
    expect(await storeIn(env).read({ ...key, profile: 'berlin' }, ['refresh-token'])).toEqual({});
    await become('locked');
    await expect(storeIn(env).read(key, ['refresh-token'])).rejects.toThrow('the keychain is locked');
    await become('unlocked');
    expect(await storeIn(env).read(key, ['refresh-token'])).toEqual({ 'refresh-token': secret });
    await storeIn(env).write(key, { 'refresh-token': null });
    await storeIn(env).write(key, { 'refresh-token': null });
    expect(await storeIn(env).read(key, ['refresh-token'])).toEqual({});
    // A value that is longer than an item may be is split; long values replace short ones, and short ones long ones.
    const store = storeIn(env, { itemLimit: 100 });
    for (const value of ['a'.repeat(350), 'b'.repeat(133), 'short', 'ä😀'.repeat(40)]) {
      await store.write(key, { 'access-token': value });
      expect(await store.read(key, ['access-token'])).toEqual({ 'access-token': value });
    }
  });
});

it('a sign-in in the keychain is refreshed once by many processes that find it expired', {
  timeout: 120_000,
}, async () => {
  const { env } = await startKeyring('unlocked');
  const server = await startTokenServer({ rotates: true });
  const place: CredentialKey = { ...key, profile: 'default', authUrl: server.authUrl };
  const expired = JSON.stringify({ token: 'access-old', expiresAt: 0, scopes: [] });
  await storeIn(env).write(place, {
    'refresh-token': 'refresh-0',
    'client-secret': secret,
    'access-token': expired,
  });
  const given = { ...env, HOTELCTL_AUTH_URL: server.authUrl, HOTELCTL_CLIENT_ID: 'CLIENT' };
  const outputs = Array.from({ length: 6 }, async () => {
    const { stdout, stderr } = await runHotelctl('auth token', { env: given });
    // On a busy machine it takes longer than a process waits without a word.
    const waiting = 'waiting for another process, which uses the same sign-in\n';
    return stdout + stderr.replace(waiting, '');
  });
  expect(new Set(await Promise.all(outputs))).toEqual(new Set(['access-1\n']));
  expect(server.requests).toHaveLength(1);
  expect(await storeIn(env).read(place, ['refresh-token'])).toEqual({ 'refresh-token': 'refresh-1' });
});

describe('an inaccessible keychain', () => {
  it.each(keyringGroups)(
    '%s: has a specific message, in time, to read and to write, in a job and in a terminal, and changes nothing',
    async (_, states) => {
      await Promise.all(states.map(([state, message]) => expectInaccessible(state, message)));
    },
  );

  it('locked and empty: is locked, not signed out, in a job and in a terminal', async () => {
    const { env } = await startKeyring('locked');
    for (const terminal of [false, true]) {
      const store = createKeychainStore(contextWith(env, terminal), { timeouts: patient });
      const reading = () => store.read(key, ['refresh-token', 'access-token']);
      await expectFailure('the keychain is locked; its password was not entered', reading);
    }
  });

  it('waits for a helper that a busy machine starts late, as long as the keychain responds', async () => {
    const { env } = await startKeyring('unlocked');
    await storeIn(env).write(key, { 'refresh-token': secret });
    const context = contextWith(env, false);
    const asked = deferred();
    const runChild: Context['runChild'] = async request => {
      if (request.file === context.host.nodeFile) await asked.promise;
      const result = await context.runChild(request);
      if (request.args.some(word => word.includes('Collection'))) asked.resolve();
      return result;
    };
    const timeouts = { calm: 1, budget: 2, look: 60_000 };
    const store = createKeychainStore({ ...context, runChild }, { timeouts });
    expect(await store.read(key, ['refresh-token'])).toEqual({ 'refresh-token': secret });
  });

  it('waits with a hint if the keychain prompts for its password on a terminal', async () => {
    const keyring = await startKeyring('unlocked');
    await storeIn(keyring.env).write(key, { 'refresh-token': secret });
    await keyring.become('asking');
    const context = contextWith(keyring.env, true);
    const hinted = new EventEmitter();
    const stderr = {
      ...context.stderr,
      write: async (data: string | Uint8Array) => void hinted.emit('hint', data),
    };
    // With a budget this short only the wait for the user keeps the helper alive.
    const timeouts = { calm: 300, budget: 301 };
    const reading = createKeychainStore({ ...context, stderr }, { timeouts }).read(key, [
      'refresh-token',
      'client-secret',
    ]);
    const settled = reading.then(
      () => 'read',
      (error: SignInError) => error.message,
    );
    const [hint] = await once(hinted, 'hint');
    expect(hint).toBe('The keychain is locked: unlock it in the window that your desktop shows.\n');
    await keyring.dismissQuestion();
    expect(await settled).toMatch(/^the keychain is locked/);
  });

  it('reports that the library does not load', async () => {
    // The behavior of the library on a platform without a binary.
    const { store } = storeWith("throw new Error('Cannot find native binding')");
    const reading = () => store.read(key, ['refresh-token']);
    await expectFailure('the keychain library does not load on this platform', reading);
  });
});

describe('a keychain that does not store a value', () => {
  /** Records each call; `works` decides whether a write has an effect. */
  const forgetful = (works: string) => `
    const { appendFileSync } = require('node:fs');
    const kept = {};
    const note = (call, account) => appendFileSync(__dirname + '/calls', call + ' ' + account.split(' ').at(-1) + '\\n');
    exports.Entry = class {
      constructor(service, account) { this.account = account; }
      getPassword() { note('get', this.account); return kept[this.account] ?? null; }
      setPassword(value) { note('set', this.account); if (${works}) kept[this.account] = value; }
      deletePassword() {}
    };`;
  const grants = { 'refresh-token': secret, 'access-token': 'access' };
  const calls = (library: string) => readFileSync(`${library}/calls`, 'utf8').trim().split('\n');

  it('is reported, before anything else is written', async () => {
    const { store, library } = storeWith(forgetful('false'));
    const writing = () => store.write(key, grants);
    await expectFailure('the keychain did not return what was just stored in it', writing);
    expect(calls(library).filter(call => call.startsWith('set'))).toEqual(['set refresh-token']);
  });

  it('is detected: the refresh token is written and read back first, then the access token', async () => {
    const { store, library } = storeWith(forgetful('true'));
    await store.write(key, grants);
    const callsOf = (item: string) => [`get ${item}`, `set ${item}`, `get ${item}`];
    expect(calls(library)).toEqual([...callsOf('refresh-token'), ...callsOf('access-token')]);
  });
});

/** A store whose helper finds this instead of the keychain library. */
function storeWith(code: string) {
  const elsewhere = temporaryFolder();
  const library = `${elsewhere}/node_modules/@napi-rs/keyring`;
  copyFileSync(`${programFolder}/keychain-child.cjs`, `${elsewhere}/keychain-child.cjs`);
  mkdirSync(library, { recursive: true });
  writeFileSync(`${library}/index.js`, code);
  const context = contextWith({ PATH: process.env['PATH'] ?? '' });
  const host = { ...context.host, programFolder: elsewhere };
  return { store: createKeychainStore({ ...context, host }), library };
}

/** A locked one answers; on a busy machine only after the time that a person is left without a hint. */
const patient = { calm: 60_000, look: 60_000 };

/** States in which something may have been stored before. */
const isLater = (state: KeyringState) => state === 'locked' || state === 'asking' || state === 'stopped';

async function expectInaccessible(state: KeyringState, message: string): Promise<void> {
  const keyring = await startKeyring(isLater(state) ? 'unlocked' : state);
  if (isLater(state)) {
    await storeIn(keyring.env).write(key, { 'refresh-token': secret });
    if (state === 'stopped') keyring.stopDaemon();
    else await keyring.become(state);
  }
  // On a terminal hotelctl waits for the password prompt; a separate test covers that.
  const terminals = state === 'asking' ? [false] : [false, true];
  const contexts = terminals.map(terminal => contextWith(keyring.env, terminal));
  const timeouts = state === 'locked' ? patient : {};
  const stores = contexts.map(context =>
    createKeychainStore(context, { runtimeRoot: keyring.runtimeFolder, timeouts }),
  );
  await Promise.all(stores.map(store => expectFailure(message, () => store.read(key, ['refresh-token']))));
  // One after the other: a write makes the daemon prompt for its password, which the others would see.
  for (const store of stores)
    await expectFailure(message, () => store.write(key, { 'refresh-token': 'canary-other' }));
  expect(contexts.map(context => context.err()).join('')).toBe('');
  if (isLater(state)) {
    await keyring.become('unlocked');
    expect(await stores[0]?.read(key, ['refresh-token'])).toEqual({ 'refresh-token': secret });
  }
}

async function expectFailure(message: string, work: () => Promise<unknown>): Promise<void> {
  const { message: printed, details } = await failureOf(work(), SignInError);
  expect(printed).toBe(message);
  expect(details.hint).toMatch(/; or use --credential-store file or HOTELCTL_REFRESH_TOKEN instead/);
  expect(`${printed}${details.hint}`).not.toMatch(/not signed in|canary/);
}
