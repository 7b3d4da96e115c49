import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/base/context.ts';
import { type HotelctlError, SignInError } from '../../../src/base/errors.ts';
import {
  type AccessGrant,
  type CredentialItem,
  type CredentialStore,
  credentialItems,
} from '../../../src/http/auth/credentials.ts';
import { createSession, describeRefusal, minutesLeft } from '../../../src/http/auth/session.ts';
import { createEnvStore, createFileStore } from '../../../src/http/auth/store/store.ts';
import { makeRealContext } from '../../../src/start/real-context.ts';
import { testContext } from '../../context.ts';
import { failureOf } from '../../failure-of.ts';
import { counted } from '../../full-counts.ts';
import { transport } from '../serve.ts';
import { startTokenServer, type TokenServerOptions } from './token-server.ts';

const minute = 60_000;

/** Processes wait for each other. */
const realClock = makeRealContext('', { signal: new AbortController().signal }).clock;

async function scene(
  stored: Partial<Record<CredentialItem, string>>,
  options: TokenServerOptions & { env?: Record<string, string>; store?: CredentialStore; clock?: Clock } = {},
) {
  const server = await startTokenServer(options);
  const made = testContext({ env: options.env ?? {} });
  const context = { ...made, clock: options.clock ?? made.clock };
  const key = { profile: 'munich', authUrl: server.authUrl, clientId: 'CLIENT' };
  const kept = options.store ?? createFileStore(context);
  await kept.write(key, stored);
  const trips: string[] = [];
  const store = {
    ...kept,
    trips,
    read: (...args: Parameters<CredentialStore['read']>) => {
      trips.push(`read ${args[1]}`);
      return kept.read(...args);
    },
    write: (...args: Parameters<CredentialStore['write']>) => {
      trips.push(`write ${Object.keys(args[1])}`);
      return kept.write(...args);
    },
  };
  const send = transport();
  const warnings: string[] = [];
  const client = { ...key, redirectUri: 'http://127.0.0.1:1/', scopes: ['reports.read'] };
  const warn = async (line: string) => void warnings.push(line);
  /** Another process's session on the same store. */
  const another = () =>
    createSession({ context, client, key, store, send, uninterrupted: work => work(), warn });
  const grant = async (): Promise<AccessGrant> =>
    JSON.parse((await kept.read(key, ['access-token']))['access-token'] ?? 'null');
  return { context, server, key, store, warnings, session: another(), another, grant };
}

const granted = { scopes: ['reports.read'], user: { subject: 'u1', name: 'Ada' } };
/** By the test's clock, which starts at 2026-10-15T12:00Z. */
const grantFor = (milliseconds: number, token = 'access-old'): string =>
  JSON.stringify({ token, expiresAt: Date.UTC(2026, 9, 15, 12) + milliseconds, ...granted });

const signedIn = (milliseconds: number, refreshToken = 'refresh-0') => ({
  'refresh-token': refreshToken,
  'client-secret': 'canary-secret',
  'access-token': grantFor(milliseconds),
});

async function refusalOf(work: Promise<unknown>): Promise<HotelctlError> {
  const failure = await failureOf(work);
  const { message, details } = failure;
  expect(`${message}${details.hint}`).not.toMatch(/canary|refresh-0|access-/);
  return failure;
}

describe('an access token from the store', () => {
  /** The second time with the lock. */
  const readTwice = ['read access-token', `read ${credentialItems}`];

  it('needs one store access and no request while it is valid, and none the next time', async () => {
    const { session, store, server } = await scene(signedIn(61_000));
    expect(await session.accessToken()).toBe('access-old');
    expect(await session.accessToken()).toBe('access-old');
    expect(store.trips).toEqual(['read access-token']);
    expect(server.requests).toEqual([]);
  });

  it('is refreshed a minute before its end, and keeps the refresh token that the response omits', async () => {
    const { session, store, server, key, grant } = await scene(signedIn(minute));
    expect(await session.accessToken()).toBe('access-1');
    expect(Object.fromEntries(server.requests[0] ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-0',
      client_secret: 'canary-secret',
    });
    expect(store.trips).toEqual([...readTwice, 'write access-token']);
    expect(await store.read(key, ['refresh-token'])).toEqual({ 'refresh-token': 'refresh-0' });
    const expiresAt = Date.UTC(2026, 9, 15, 13);
    expect(await grant()).toEqual({ token: 'access-1', expiresAt, ...granted });
  });

  it('comes with a new refresh token, which is stored before the access token', async () => {
    const { session, store, key } = await scene(signedIn(minute), { rotates: true });
    await session.accessToken();
    expect(store.trips).toEqual([...readTwice, 'write refresh-token,access-token']);
    expect(await store.read(key, ['refresh-token'])).toEqual({ 'refresh-token': 'refresh-1' });
  });

  it('is the refused one if the identity host returns that again, with the same refresh token', async () => {
    const again = { access_token: 'access-old', refresh_token: 'refresh-0', token_type: 'Bearer' };
    const { session, server, store } = await scene(signedIn(10 * minute), {
      respond: () => ({ status: 200, body: { ...again, expires_in: 3600 } }),
    });
    expect(await session.accessToken('access-old')).toBe('access-old');
    expect(server.requests).toHaveLength(1);
    expect(store.trips).toEqual([...readTwice, 'write access-token']);
  });

  it('is refreshed without a lock if the store belongs to this process only', async () => {
    const { session, context } = await scene(signedIn(0), { store: createEnvStore() });
    expect(await session.accessToken()).toBe('access-1');
    expect(existsSync(join(context.folders.state, 'locks'))).toBe(false);
  });

  it('is replaced after the platform refused it, once for all refused requests', async () => {
    const { session, server } = await scene(signedIn(10 * minute));
    const first = await session.accessToken();
    const others = await Promise.all([first, first, undefined].map(session.accessToken));
    expect(others.slice(0, 2)).toEqual(['access-1', 'access-1']);
    expect(await session.accessToken()).toBe('access-1');
    expect(server.requests).toHaveLength(1);
  });

  it('is also replaced for a refused request that came while the refused token was being read', async () => {
    const { session } = await scene(signedIn(10 * minute));
    const both = [session.accessToken(), session.accessToken('access-old')];
    expect(await Promise.all(both)).toEqual(['access-old', 'access-1']);
  });
});

describe('a refresh that fails', () => {
  /** As if two containers share a keychain but no state folder: the winner stores its token while the loser sends its request. */
  it('because another process was first, with a different lock, uses its token, and deletes nothing of it', async () => {
    for (const left of [10 * minute, -1]) {
      let win = async () => {};
      const { session, store, key } = await scene(signedIn(0), {
        respond: async () => {
          await win();
          return { status: 400, body: { error: 'invalid_grant' } };
        },
      });
      const winner = { 'refresh-token': 'refresh-9', 'access-token': grantFor(left, 'access-9') };
      win = () => store.write(key, winner);
      if (left > 0) expect(await session.accessToken()).toBe('access-9');
      else {
        const { code, details } = await refusalOf(session.accessToken());
        expect([code, details.hint]).toEqual(['sign-in', 'run `hotelctl login --profile munich`']);
      }
      expect(await store.read(key, ['refresh-token', 'access-token'])).toEqual(winner);
    }
  });

  it.each([true, false])('only because of the store is a warning (new refresh token: %s)', async rotates => {
    const memory = createEnvStore();
    let isFull = false;
    const store: CredentialStore = {
      ...memory,
      write: async (...args) => {
        if (isFull) throw new SignInError('the disk is full', { hint: 'make room' });
        await memory.write(...args);
      },
    };
    const { session, warnings } = await scene(signedIn(0), { rotates, store });
    isFull = true;
    expect(await session.accessToken()).toBe('access-1');
    expect(warnings).toEqual([
      rotates
        ? 'warning: the new refresh token could not be stored: the disk is full; fix that, then run `hotelctl login`'
        : 'warning: the access token could not be stored: the disk is full',
    ]);
  });
});

describe('tokens from the environment', () => {
  it('HOTELCTL_REFRESH_TOKEN that is replaced at a refresh is a warning, because it is stored nowhere', async () => {
    const env = { HOTELCTL_REFRESH_TOKEN: 'refresh-0', HOTELCTL_CLIENT_SECRET: 's' };
    const { session, warnings } = await scene({}, { env, rotates: true });
    expect(await session.accessToken()).toBe('access-1');
    expect(warnings).toEqual([
      'warning: the identity host replaced the refresh token of HOTELCTL_REFRESH_TOKEN; sign in again and set the new one',
    ]);
  });

  it('HOTELCTL_CLIENT_SECRET takes precedence over the stored one', async () => {
    const { session, server } = await scene(signedIn(0), { env: { HOTELCTL_CLIENT_SECRET: 'canary-env' } });
    await session.accessToken();
    expect(server.requests[0]?.get('client_secret')).toBe('canary-env');
  });

  it('HOTELCTL_REFRESH_TOKEN reads only a client secret that the environment lacks, and needs no lock', async () => {
    for (const secret of [{}, { HOTELCTL_CLIENT_SECRET: 's' }]) {
      const store = { ...createEnvStore(), name: 'file' as const };
      const env = { HOTELCTL_REFRESH_TOKEN: 'refresh-0', ...secret };
      const { session, context, ...stage } = await scene(signedIn(10 * minute), { env, store });
      expect(await session.accessToken()).toBe('access-1');
      const reads = 'HOTELCTL_CLIENT_SECRET' in env ? [] : ['read client-secret'];
      expect([stage.store.trips, stage.warnings]).toEqual([reads, []]);
      expect(existsSync(join(context.folders.state, 'locks'))).toBe(false);
    }
  });
});

describe('the status', () => {
  it.each([
    [{ HOTELCTL_ACCESS_TOKEN: 'a', HOTELCTL_REFRESH_TOKEN: 'b' }, 'HOTELCTL_ACCESS_TOKEN', false],
    [{ HOTELCTL_REFRESH_TOKEN: 'b', HOTELCTL_CLIENT_SECRET: 'c' }, 'HOTELCTL_REFRESH_TOKEN', true],
  ])('names the source that takes precedence: %j', async (env, source, renewable) => {
    const { session } = await scene({}, { env });
    expect(await session.status()).toMatchObject({ signedIn: true, source, renewable });
  });

  it('shows that nothing is refreshed without a client secret', async () => {
    const { 'client-secret': _, ...withoutSecret } = signedIn(-1);
    const notRenewable = { signedIn: false, renewable: false };
    expect(await (await scene(withoutSecret)).session.status()).toMatchObject(notRenewable);
    const given = await scene(withoutSecret, { env: { HOTELCTL_CLIENT_SECRET: 'c' } });
    expect(await given.session.status()).toMatchObject({ signedIn: true, renewable: true });
    const bare = await scene({}, { env: { HOTELCTL_REFRESH_TOKEN: 'b' } });
    expect(await bare.session.status()).toMatchObject({ ...notRenewable, source: 'HOTELCTL_REFRESH_TOKEN' });
    const stored = await scene({ 'client-secret': 'c' }, { env: { HOTELCTL_REFRESH_TOKEN: 'b' } });
    expect(await stored.session.status()).toMatchObject({ signedIn: true, renewable: true });
  });

  it('has the stored grant, and when its refresh token was refused, until another one is stored or it is accepted', async () => {
    const noon = Date.UTC(2026, 9, 15, 12);
    let answer: { status: number; body: object } | undefined = {
      status: 400,
      body: { error: 'invalid_client' },
    };
    const { session, store, key } = await scene(signedIn(0), { respond: () => answer });
    const { message } = await refusalOf(session.accessToken());
    expect(message).toContain('the identity host refused the client id or the client secret');
    expect(await session.status()).toMatchObject({ ...granted, expiresAt: noon, refusedAt: undefined });
    answer = { status: 400, body: { error: 'invalid_grant' } };
    await refusalOf(session.accessToken());
    const { name, description } = store;
    const common = { profile: 'munich', source: 'store', store: { name, description }, signedIn: true };
    const refused = await session.status();
    expect(refused).toMatchObject({ ...common, renewable: true, refusedAt: noon });
    expect(describeRefusal(refused)).toEqual({
      found: 'the identity host refused to refresh it at 2026-10-15T12:00:00.000Z',
      fix: 'run `hotelctl login --profile munich`',
    });
    const ofPipeline = describeRefusal({ ...refused, source: 'HOTELCTL_REFRESH_TOKEN' });
    expect(ofPipeline?.fix).toMatch(/^replace HOTELCTL_REFRESH_TOKEN: `hotelctl login --for-ci FILE`/);
    expect(describeRefusal({ ...refused, source: null })?.fix).toBe('run `hotelctl login --profile munich`');
    await store.write(key, { 'refresh-token': 'refresh-9' });
    expect(describeRefusal(await session.status())).toBeUndefined();
    await store.write(key, { 'refresh-token': 'refresh-0' });
    answer = undefined;
    await session.accessToken();
    const accepted = await session.status();
    expect(accepted.refusedAt).toBeUndefined();
    expect([0, 59, 61].map(left => minutesLeft(accepted, noon + left * minute))).toEqual([60, 1, 0]);
    expect(minutesLeft({ ...accepted, expiresAt: undefined }, noon)).toBeUndefined();
    await store.write(key, { 'refresh-token': null });
    expect(await session.status()).toMatchObject({ ...common, renewable: false });
  });
});

const rounds = counted(2, 50);

it(`many processes with an expired token send one token request, and never fail because of a refresh token that was replaced, in ${rounds} rounds`, {
  timeout: 600_000,
}, async () => {
  const { store, key, another, server } = await scene(signedIn(0), { rotates: true, clock: realClock });
  for (let round = 1; round <= rounds; round += 1) {
    await store.write(key, { 'access-token': grantFor(-Date.UTC(2026, 9, 15, 12)) });
    const sessions = Array.from({ length: counted(5, 20) }, another);
    // A session with invalid_grant would fail.
    const used = await Promise.all(sessions.map(session => session.accessToken()));
    expect(new Set(used)).toEqual(new Set([`access-${round}`]));
  }
  expect(server.requests).toHaveLength(rounds);
});
