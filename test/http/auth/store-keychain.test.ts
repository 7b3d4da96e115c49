import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChildRequest, Context } from '../../../src/base/context.ts';
import { SignInError } from '../../../src/base/errors.ts';
import {
  deleteInParts,
  type Items,
  readFromParts,
  writeInParts,
} from '../../../src/http/auth/store/item-parts.ts';
import { createKeychainStore } from '../../../src/http/auth/store/keychain.ts';
import { helperEnvironment } from '../../../src/http/auth/store/secret-service.ts';
import { temporaryFolder, testContext } from '../../context.ts';

const key = { profile: 'munich', authUrl: 'https://identity.example', clientId: 'CLIENT' };

/** An in-memory keychain that refuses values that are too long, and fails at a chosen write. */
function memory(limit: number) {
  const kept = new Map<string, string>();
  let writesLeft = Number.POSITIVE_INFINITY;
  const change = (work: () => void) => {
    if (writesLeft === 0) throw new Error('died');
    writesLeft -= 1;
    work();
  };
  const items: Items = {
    get: account => kept.get(account) ?? null,
    set: (account, value) => {
      if (value.length > limit) throw new Error('too long');
      change(() => kept.set(account, value));
    },
    delete: account => change(() => kept.delete(account)),
  };
  return {
    items,
    kept,
    dieAfter: (writes: number) => {
      writesLeft = writes;
    },
  };
}

describe('a value longer than an item may be', () => {
  const limit = 40;
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.constantFrom('hotelctl-parts a 1 1', 'hotelctl-parts ', 'x'.repeat(40), 'x'.repeat(41)),
  );

  it('is read back complete, whatever was there before, and is deleted without a trace', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), values => {
        const { items, kept } = memory(limit);
        for (const value of values) {
          writeInParts(items, 'account', value, limit);
          expect(readFromParts(items, 'account')).toEqual({ value });
        }
        deleteInParts(items, 'account');
        expect(kept.size).toBe(0);
      }),
    );
  });

  it('is the old one or the new one if its writer dies at any point', () => {
    const [before, after] = ['a'.repeat(150), 'b'.repeat(170)];
    for (let writes = 0; writes < 12; writes += 1) {
      const { items, dieAfter } = memory(limit);
      writeInParts(items, 'account', before, limit);
      dieAfter(writes);
      try {
        writeInParts(items, 'account', after, limit);
      } catch {
        // The write failed, as intended.
      }
      expect([{ value: before }, { value: after }]).toContainEqual(readFromParts(items, 'account'));
    }
  });

  it('is damaged if a part is missing, and never shorter', () => {
    const { items, kept } = memory(limit);
    writeInParts(items, 'account', 'a'.repeat(150), limit);
    kept.delete('account a2');
    expect(readFromParts(items, 'account')).toEqual({ damaged: true });
  });
});

describe('the keychain store', () => {
  const storeThatGets = (stdout: string, requests: ChildRequest[] = [], env = {}) => {
    const runChild = async (request: ChildRequest) => {
      requests.push(request);
      return { exitCode: 0, timedOut: false, stdout, stderr: '' };
    };
    return createKeychainStore(testContext({ env, platform: 'darwin', replace: { runChild } }));
  };

  it('ignores a damaged access token, and reports a damaged secret', async () => {
    const store = storeThatGets('{"results": [{"damaged": true}]}');
    expect(await store.read(key, ['access-token'])).toEqual({});
    await expect(store.read(key, ['refresh-token'])).rejects.toThrow('an item in the keychain is damaged');
  });

  it('passes secrets to its helper only through the pipe, and no variable that could contain one', async () => {
    const requests: ChildRequest[] = [];
    const passed = { HOME: '/home/hotel', XDG_RUNTIME_DIR: '/run/user/1' };
    const secrets = { HOTELCTL_REFRESH_TOKEN: 'canary-1', HOTELCTL_CLIENT_SECRET: 'canary-2' };
    const options = { NODE_OPTIONS: '--require canary-3', NODE_EXTRA_CA_CERTS: '/canary-4' };
    const env = { ...passed, ...secrets, ...options };
    const store = storeThatGets('{"results": [{"value": null}]}', requests, env);
    await store.write(key, { 'refresh-token': 'canary-5' });
    const [request] = requests;
    expect(request?.env).toEqual(passed);
    expect(JSON.stringify([request?.file, request?.args])).not.toContain('canary');
    expect(request?.input).toContain('canary-5');
  });

  it.each(['', 'nonsense', '{"results": '])('has a message for a helper that reports %j', async stdout => {
    await expect(storeThatGets(stdout).read(key, ['refresh-token'])).rejects.toThrow(
      'the keychain helper process ended without a result',
    );
  });

  /** A helper that ends only when it is stopped. */
  function hanging() {
    const stops: (AbortSignal | undefined)[] = [];
    const runChild: Context['runChild'] = ({ signal }) => {
      stops.push(signal);
      return new Promise(resolve =>
        signal?.addEventListener('abort', () =>
          resolve({ exitCode: null, stdout: '', stderr: '', timedOut: false }),
        ),
      );
    };
    const context = testContext({ platform: 'win32', replace: { runChild } });
    return { context, isStopped: () => stops.at(-1)?.aborted };
  }

  it('stops its helper when the user interrupts it', async () => {
    const { context, isStopped } = hanging();
    const reading = createKeychainStore(context).read(key, ['refresh-token']);
    await context.clock.asleep();
    context.interrupt();
    await expect(reading).rejects.toThrow('interrupted');
    expect(isStopped()).toBe(true);
  });

  it.each([
    ['after three seconds', 0],
    ['at once, if the machine was late to ask', 5000],
  ])('stops a helper that hangs %s', async (_, late) => {
    const { context, isStopped } = hanging();
    const { clock } = context;
    const started = clock.now();
    const now = () => (clock.now() === started ? started : clock.now() + late);
    const failure = createKeychainStore({ ...context, clock: { ...clock, now } })
      .read(key, ['refresh-token'])
      .catch((error: unknown) => error);
    await clock.asleep();
    await clock.advance(1000);
    if (late === 0) {
      await clock.asleep();
      await clock.advance(1999);
      expect(isStopped()).toBe(false);
      await clock.advance(1);
    }
    expect(isStopped()).toBe(true);
    expect(await failure).toBeInstanceOf(SignInError);
  });
});

describe("the helper's session bus", () => {
  const host = testContext().host;
  const openSocket = async (path: string) => {
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
  };

  it("is the user's own socket if the environment names none", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, String(host.uid)));
    const path = join(root, String(host.uid), 'bus');
    await openSocket(path);
    const address = `unix:path=${path}`;
    expect(await helperEnvironment({}, host, root)).toEqual({ DBUS_SESSION_BUS_ADDRESS: address });
    const given = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/given' };
    expect(await helperEnvironment(given, host, root)).toEqual(given);
    expect(await helperEnvironment({}, { ...host, uid: (host.uid ?? 0) + 1 }, root)).toEqual({});
    expect(await helperEnvironment({}, { ...host, platform: 'darwin' }, root)).toEqual({});
  });

  it('is never a regular file, or a socket of another user', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '77'));
    writeFileSync(join(root, '77/bus'), '');
    expect(await helperEnvironment({}, { ...host, uid: 77 }, root)).toEqual({});
    const path = join(root, '77/bus2');
    await openSocket(path);
    renameSync(path, join(root, '77/bus'));
    // Created by this test's user, whose id is not 77.
    expect(await helperEnvironment({}, { ...host, uid: 77 }, root)).toEqual({});
  });
});
