import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../../src/base/atomic-file.ts';
import { SignInError } from '../../../src/base/errors.ts';
import type { CredentialKey } from '../../../src/http/auth/credentials.ts';
import { createFileStore } from '../../../src/http/auth/store/store.ts';
import { makeRealContext } from '../../../src/start/real-context.ts';
import { type TestContext, testContext } from '../../context.ts';
import { failureOf } from '../../failure-of.ts';
import { counted } from '../../full-counts.ts';

const key: CredentialKey = { profile: 'munich', authUrl: 'https://identity.example', clientId: 'CLIENT' };
const secret = 'canary-3f9c';
/** Writers wait for each other. */
const realClock = makeRealContext('', { signal: new AbortController().signal }).clock;

const pathOf = (context: TestContext) => join(context.folders.state, 'credentials.json');

/** A context whose store has a key, in a file in the same folder. */
function withKey(content: string | Uint8Array, base = testContext()): TestContext {
  const file = join(base.folders.config, `key-${Buffer.from(content).toString('hex').slice(0, 8)}`);
  mkdirSync(base.folders.config, { recursive: true });
  writeFileSync(file, content, { mode: 0o600 });
  return { ...base, env: { ...base.env, HOTELCTL_STORE_KEY_FILE: file } };
}

async function refusalOf(work: Promise<unknown>): Promise<SignInError> {
  const failure = await failureOf<SignInError>(work, SignInError);
  const { message, details } = failure;
  expect(`${message}${details.hint}`).not.toContain('canary');
  expect(details.hint).not.toBe('');
  return failure;
}

const read = (context: TestContext) => createFileStore(context).read(key, ['refresh-token', 'client-secret']);
const write = (context: TestContext, token = secret) =>
  createFileStore(context).write(key, { 'refresh-token': token });

describe('the file store', () => {
  it('is a file and folder that only their owner can read', async () => {
    const context = testContext();
    expect(await read(context)).toEqual({});
    await write(context);
    expect(statSync(pathOf(context)).mode & 0o777).toBe(0o600);
    expect(statSync(context.folders.state).mode & 0o777).toBe(0o700);
    expect(await read(context)).toEqual({ 'refresh-token': secret });
  });

  it('keeps items that a change does not name, and separates profiles', async () => {
    const context = testContext();
    const store = createFileStore(context);
    await store.write(key, { 'refresh-token': secret, 'client-secret': 'other' });
    const other = { ...key, profile: 'munich https://identity.example' };
    await store.write(other, { 'refresh-token': 'not this' });
    await store.write(key, { 'refresh-token': null });
    expect(await read(context)).toEqual({ 'client-secret': 'other' });
  });

  it.each([0o640, 0o604, 0o620])('refuses a file with mode %o', async mode => {
    const context = testContext();
    await write(context);
    chmodSync(pathOf(context), mode);
    const { message, details } = await refusalOf(read(context));
    expect(message).toBe(`${pathOf(context)} is accessible to other users of this machine`);
    expect(details.hint).toBe(`run: chmod go= ${pathOf(context)}`);
    await refusalOf(write(context, 'canary-new'));
  });

  it('does not advise to change the permissions of a device or of a folder for all users', async () => {
    const context = testContext();
    const device = { ...context, folders: { ...context.folders, state: '/dev/null' } };
    const { message } = await refusalOf(read(device));
    expect(message).toBe('/dev/null/credentials.json cannot be read (ENOTDIR)');
    await write(context);
    chmodSync(context.folders.state, 0o1777);
    const { details } = await refusalOf(read(context));
    expect(details.hint).toBe('set HOTELCTL_STATE_DIR to a folder that only you use');
  });

  // A link to a file: deleting it would leave the tokens in its target.
  const makeLink = (file: string) => symlinkSync(`${file}.target`, file);
  it.each<[string, (file: string) => void]>([
    ['a link to a file', makeLink],
    ['a named pipe, without waiting for a writer', file => execFileSync('mkfifo', [file])],
  ])('refuses %s', async (_, make) => {
    const context = testContext();
    await write(context);
    renameSync(pathOf(context), `${pathOf(context)}.target`);
    make(pathOf(context));
    const message = `${pathOf(context)} is not a regular file`;
    expect((await refusalOf(read(context))).message).toBe(message);
    expect((await refusalOf(write(context))).message).toBe(message);
  });

  it("refuses another user's", async () => {
    const context = testContext();
    await write(context);
    const other = { ...context, host: { ...context.host, uid: (context.host.uid ?? 0) + 1 } };
    const { message, details } = await refusalOf(read(other));
    expect(message).toBe(`${context.folders.state} belongs to another user`);
    expect(details.hint).toBe(
      'run hotelctl as that user, or set HOTELCTL_STATE_DIR to a folder that you own',
    );
  });

  it('keeps the old content and leaves no other file when a writer dies, and cleans up', async () => {
    const context = testContext();
    await write(context);
    // With this process's id, as in a container where each run has the same one.
    writeFileSync(join(context.folders.state, temporaryName('credentials.json')), 'canary');
    await write(context, 'newer');
    expect(readdirSync(context.folders.state).sort()).toEqual(['credentials.json', 'locks']);
    expect(await read(context)).toEqual({ 'refresh-token': 'newer' });
  });

  it('loses no change of concurrent writers', async () => {
    const context = { ...testContext(), clock: realClock };
    const profiles = Array.from({ length: counted(8, 20) }, (_, number) => `p${number}`);
    const itemsOf = (profile: string) => [{ ...key, profile }, { 'refresh-token': profile }] as const;
    await Promise.all(profiles.map(profile => createFileStore(context).write(...itemsOf(profile))));
    for (const [own, items] of profiles.map(itemsOf))
      expect(await createFileStore(context).read(own, ['refresh-token'])).toEqual(items);
  });
});

describe('the file store with a key', () => {
  const hexKey = '0f'.repeat(32);

  it('seals everything, with a fresh nonce each time', async () => {
    const context = withKey(hexKey);
    expect(createFileStore(context).description).toBe(`file ${pathOf(context)}, encrypted`);
    await write(context);
    const first = readFileSync(pathOf(context), 'utf8');
    expect(first).not.toMatch(/canary|munich|identity/);
    expect(await read(context)).toEqual({ 'refresh-token': secret });
    await write(context);
    expect(JSON.parse(readFileSync(pathOf(context), 'utf8')).nonce).not.toBe(JSON.parse(first).nonce);
  });

  it('accepts the same key raw, in hex and in base64, and from systemd', async () => {
    const context = withKey(hexKey);
    await write(context);
    const bytes = Buffer.from(hexKey, 'hex');
    for (const form of [bytes, `${hexKey.toUpperCase()}\n`, `${bytes.toString('base64')}\n`])
      expect(await read(withKey(form, context))).toEqual({ 'refresh-token': secret });
    const credentials = join(context.folders.config, 'credentials');
    mkdirSync(credentials);
    const fromSystemd = { ...context, env: { CREDENTIALS_DIRECTORY: credentials } };
    // A service may have other credentials.
    expect(createFileStore(fromSystemd).description).toContain(
      ', not encrypted (set HOTELCTL_STORE_KEY_FILE',
    );
    writeFileSync(join(credentials, 'hotelctl-key'), hexKey, { mode: 0o440 });
    expect(createFileStore(fromSystemd).description).toMatch(/, encrypted$/);
    expect(await read(fromSystemd)).toEqual({ 'refresh-token': secret });
  });

  it.each(['', 'correct horse battery staple', '0f'.repeat(31), `${'0f'.repeat(31)}0g`, '0f'.repeat(33)])(
    'refuses %j as a key',
    async content => {
      const { message } = await refusalOf(write(withKey(content)));
      expect(message).toBe('the key file of HOTELCTL_STORE_KEY_FILE does not contain a key');
    },
  );

  it('refuses a key file that is missing or that other users can read', async () => {
    const missing = { ...testContext(), env: { HOTELCTL_STORE_KEY_FILE: '/nowhere/key' } };
    expect((await refusalOf(read(missing))).message).toMatch(/cannot be used: there is no such file$/);
    const context = withKey(hexKey);
    chmodSync(context.env['HOTELCTL_STORE_KEY_FILE'] ?? '', 0o644);
    expect((await refusalOf(read(context))).message).toMatch(/cannot be used: group or others can read it$/);
  });

  it('distinguishes a wrong key, a missing key and an unnecessary key', async () => {
    const context = withKey(hexKey);
    await write(context);
    expect((await refusalOf(read(withKey('1e'.repeat(32), context)))).message).toBe(
      `the key of HOTELCTL_STORE_KEY_FILE is not the one that ${pathOf(context)} was encrypted with`,
    );
    expect((await refusalOf(read({ ...context, env: {} }))).message).toMatch(/is encrypted; no key is set$/);
    const open = testContext();
    await write(open);
    expect((await refusalOf(read(withKey(hexKey, open)))).message).toMatch(
      /is not encrypted, although a key/,
    );
  });

  it('refuses the file if any bit is changed', async () => {
    const context = withKey(hexKey);
    await write(context, 'short');
    const bytes = readFileSync(pathOf(context));
    for (let index = 0; index < bytes.length; index += 1) {
      // A different one in neighboring bytes.
      for (let bit = index; bit < index + counted(1, 8); bit += 1) {
        const changed = Buffer.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ (1 << (bit % 8));
        writeFileSync(pathOf(context), changed);
        await refusalOf(read(context));
      }
    }
    writeFileSync(pathOf(context), bytes);
    expect(await read(context)).toEqual({ 'refresh-token': 'short' });
  });

  it('refuses the file if it is cut or empty', async () => {
    const context = withKey(hexKey);
    await write(context);
    const bytes = readFileSync(pathOf(context));
    for (const length of [0, 1, bytes.length - 1]) {
      writeFileSync(pathOf(context), bytes.subarray(0, length));
      const { message } = await refusalOf(read(context));
      expect(message).toMatch(/is damaged: its content is not what hotelctl wrote$/);
    }
  });
});
