import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InterruptedError, SignInError, TemporaryError } from '../../../src/base/errors.ts';
import {
  type AccessGrant,
  type CredentialItem,
  type CredentialKey,
  withSignInLock,
} from '../../../src/http/auth/credentials.ts';
import { type SignIn, usableGrant } from '../../../src/http/auth/session.ts';
import { createEnvStore } from '../../../src/http/auth/store/store.ts';
import type { Send } from '../../../src/http/exchange.ts';
import { pass } from '../../base/pass.ts';
import { type TestContext, testContext } from '../../context.ts';
import { deferred } from '../../deferred.ts';
import { failureOf } from '../../failure-of.ts';
import { httpResponse } from '../serve.ts';

/** One refresh, step by step: which grant is used, under which lock, and the message if there is none. */
const now = testContext().clock.now();
const grant = (token: string, milliseconds: number): AccessGrant => ({
  token,
  expiresAt: now + milliseconds,
  scopes: ['reports.read'],
});
const key: CredentialKey = { profile: 'munich', authUrl: 'https://id.example', clientId: 'CLIENT' };
const client = { ...key, redirectUri: 'http://127.0.0.1:1/', scopes: ['asked'] };
const tokens = '{"access_token": "access-new", "token_type": "Bearer", "expires_in": 3600}';

async function scene(stored: Partial<Record<CredentialItem, string>>, changes: Partial<SignIn> = {}) {
  const context = testContext();
  const store = { ...createEnvStore(), name: 'file' as CredentialName };
  await store.write(changes.key ?? key, stored);
  let sent = 0;
  const send: Send = async (request, signal) => {
    sent += 1;
    return changes.send ? changes.send(request, signal) : httpResponse(200, {}, tokens);
  };
  const process: Pick<SignIn, 'uninterrupted' | 'warn'> = {
    uninterrupted: work => work(),
    warn: async () => {},
  };
  const shared = { client, key, store, isShared: true, clientSecret: undefined };
  const signIn: SignIn = { context, ...shared, ...process, ...changes, send };
  return { signIn, requests: () => sent };
}
type CredentialName = SignIn['store']['name'];
const locksOf = (context: SignIn['context']) => readdirSync(join(context.folders.state, 'locks'));

const signedIn = (milliseconds: number) => ({
  'refresh-token': 'refresh',
  'client-secret': 'secret',
  'access-token': JSON.stringify(grant('access-stored', milliseconds)),
});
const minute = 60_000;

describe('the grant that is used', () => {
  const taken = async (stored: number, held: number | undefined, rejected?: string) => {
    const { signIn } = await scene(signedIn(stored));
    const own = held === undefined ? undefined : grant('access-held', held);
    return (await usableGrant(signIn, rejected, own)).token;
  };

  it('is the one that expires later, the store’s or this process’s own', async () => {
    expect(await taken(10 * minute, 5 * minute)).toBe('access-stored');
    expect(await taken(5 * minute, 10 * minute)).toBe('access-held');
    expect(await taken(5 * minute, undefined)).toBe('access-stored');
  });

  it('is never a refused one, or one that expires within a minute', async () => {
    expect(await taken(10 * minute, 5 * minute, 'access-stored')).toBe('access-held');
    expect(await taken(5 * minute, 10 * minute, 'access-held')).toBe('access-stored');
    expect(await taken(minute, minute)).toBe('access-new');
    expect(await taken(-1, undefined)).toBe('access-new');
  });

  it('is waited for no longer than 90 s beside another refresh, which is reported after 10 s', async () => {
    const lines: string[] = [];
    const { signIn, requests } = await scene(signedIn(0), { warn: async line => void lines.push(line) });
    const [inside, holder] = [deferred(), deferred()];
    const held = withSignInLock(key, signIn, () => {
      inside.resolve();
      return holder.promise;
    });
    await inside.promise;
    const context = signIn.context as TestContext;
    const error = await failureOf(pass(context, usableGrant(signIn, undefined, undefined)));
    const who = `process ${process.pid}`;
    expect(error.message).toBe(`${who} has held a lock for more than 90 s`);
    expect(lines).toEqual(['waiting for another process, which uses the same sign-in']);
    expect(requests()).toBe(0);
    holder.resolve();
    await held;
  });
});

describe('a refresh that fails', () => {
  const failing = (error: Error) => ({ send: () => Promise.reject(error) });
  const down = new TemporaryError('the identity host is not available: 503 unavailable', {
    hint: 'try again',
  });

  it('returns the grant that is still valid, however briefly', async () => {
    const { signIn } = await scene(signedIn(1), failing(down));
    expect((await usableGrant(signIn, undefined, undefined)).token).toBe('access-stored');
    const ended = await scene(signedIn(0), failing(down));
    await failureOf(usableGrant(ended.signIn, undefined, undefined), TemporaryError);
    const refused = await scene(signedIn(10 * minute), failing(down));
    await failureOf(usableGrant(refused.signIn, 'access-stored', undefined), TemporaryError);
  });

  it('ends when the user interrupts it, even with a valid grant', async () => {
    const { signIn } = await scene(signedIn(30_000), failing(new InterruptedError('SIGINT')));
    expect((await failureOf(usableGrant(signIn, undefined, undefined))).message).toBe('interrupted');
  });

  it('throws errors of the store that are not about the sign-in', async () => {
    const { signIn } = await scene(signedIn(0));
    const write = () => Promise.reject(new Error('a defect'));
    const work = usableGrant({ ...signIn, store: { ...signIn.store, write } }, undefined, undefined);
    expect((await failureOf(work)).message).toBe('a defect');
  });
});

describe('the message if nothing can be refreshed', () => {
  const printed = async (stored: Partial<Record<CredentialItem, string>>, changes: Partial<SignIn> = {}) => {
    const { signIn, requests } = await scene(stored, changes);
    const failure = await failureOf(usableGrant(signIn, undefined, undefined));
    expect([failure instanceof SignInError, requests()]).toEqual([true, 0]);
    return [failure.message, failure.details.hint];
  };
  const ended = { 'access-token': JSON.stringify(grant('access-stored', -1)) };

  it('names the command, with the profile if it is not the default one', async () => {
    expect(await printed({})).toEqual([
      'not signed in to https://id.example with profile munich',
      'run `hotelctl login --profile munich`',
    ]);
    expect(await printed({}, { key: { ...key, profile: 'default' } })).toEqual([
      'not signed in to https://id.example with profile default',
      'run `hotelctl login`',
    ]);
  });

  it('distinguishes an expired sign-in, a store that keeps nothing and a missing client secret', async () => {
    expect(await printed(ended)).toEqual([
      'the sign-in of profile munich has expired and cannot be refreshed',
      'run `hotelctl login --profile munich`; with the scope offline_access, hotelctl refreshes the sign-in automatically',
    ]);
    expect((await printed({}, { store: createEnvStore() }))[1]).toBe(
      'set HOTELCTL_REFRESH_TOKEN, or use --credential-store keychain or file',
    );
    expect(await printed({ 'refresh-token': 'refresh' })).toEqual([
      'the sign-in cannot be refreshed without a client secret',
      'set HOTELCTL_CLIENT_SECRET, or store it with `hotelctl login`',
    ]);
  });
});

it('the lock of a sign-in is one for each identity host, client and profile', async () => {
  const signIn = { context: testContext(), warn: async () => {} };
  const nameOf = (place: CredentialKey) =>
    withSignInLock(place, signIn, async () => locksOf(signIn.context)[0]);
  const name = await nameOf(key);
  expect(name).toMatch(/^sign-in-[0-9a-f]{16}$/);
  expect(await nameOf({ ...key })).toBe(name);
  const others = [
    await nameOf({ ...key, profile: 'berlin' }),
    await nameOf({ ...key, authUrl: 'https://other.example' }),
    await nameOf({ ...key, clientId: 'OTHER' }),
  ];
  expect(new Set([name, ...others]).size).toBe(4);
});
