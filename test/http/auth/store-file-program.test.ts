import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileStore } from '../../../src/http/auth/store/store.ts';
import { runMain } from '../../commands/in-process.ts';
import { type TestContext, testContext } from '../../context.ts';

/** The file store in the built program: exit 3 with a message, and no request is sent. */
const settings = {
  // Nothing listens there: a request would be exit 5.
  HOTELCTL_BASE_URL: 'http://127.0.0.1:1',
  HOTELCTL_AUTH_URL: 'http://127.0.0.1:1',
  HOTELCTL_CLIENT_ID: 'CLIENT',
  HOTELCTL_MAX_ATTEMPTS: '1',
  HOTELCTL_CREDENTIAL_STORE: 'file',
};
const report = ['reports', 'room-nights', '--property', 'MUC', '--month', '10', '--year', '2026'];

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

async function signedIn({ sealed }: { readonly sealed: boolean }) {
  const { folders }: TestContext = testContext();
  const keyFile = join(folders.config, 'key');
  mkdirSync(folders.config, { recursive: true });
  writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
  const env = { ...settings, ...(sealed ? { HOTELCTL_STORE_KEY_FILE: keyFile } : {}) };
  const grant = { token: 'canary-access', expiresAt: Date.UTC(2030, 0), scopes: ['reports.read'] };
  await createFileStore({ ...testContext({ env }), folders }).write(
    { profile: 'default', authUrl: settings.HOTELCTL_AUTH_URL, clientId: 'CLIENT' },
    { 'refresh-token': 'canary-refresh', 'access-token': JSON.stringify(grant) },
  );
  return {
    file: join(folders.state, 'credentials.json'),
    folder: folders.state,
    keyFile,
    run: (args: readonly string[]) => runMain(args, { env, replace: { folders } }),
  };
}

it.each([true, false])('auth status names it (sealed: %s)', async sealed => {
  const { run, file } = await signedIn({ sealed });
  const { exitCode, stdout } = await run(['auth', 'status', '--format', 'json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    source: 'store',
    store: {
      name: 'file',
      description: expect.stringContaining(`file ${file}, ${sealed ? 'encrypted' : 'not encrypted'}`),
    },
  });
  expect(stdout).not.toContain('canary');
});

const flip = (path: string) => {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

it.each<[string, boolean, (place: SignedIn) => void, RegExp]>([
  ['one flipped byte', true, ({ file }) => flip(file), /is damaged: its content is not what hotelctl wrote/],
  [
    'a file that others can read',
    false,
    ({ file }) => chmodSync(file, 0o604),
    /is accessible to other users/,
  ],
])('%s is exit 3', async (_, sealed, spoil, words) => {
  const place = await signedIn({ sealed });
  spoil(place);
  for (const args of [report, ['auth', 'status'], ['logout']]) {
    const { exitCode, stdout, stderr } = await place.run(args);
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(new RegExp(`^hotelctl: .*${words.source}.*\nhint: .+\n$`));
    expect(stderr).not.toContain('canary');
  }
});

it.runIf(process.getuid?.() === 0)("another user's file and another user's folder are exit 3", async () => {
  for (const part of ['file', 'folder'] as const) {
    const place = await signedIn({ sealed: false });
    chownSync(place[part], 65_534, 65_534);
    const { exitCode, stderr } = await place.run(report);
    expect(exitCode).toBe(3);
    expect(stderr).toBe(
      `hotelctl: ${place[part]} belongs to another user\nhint: run hotelctl as that user, or set HOTELCTL_STATE_DIR to a folder that you own\n`,
    );
  }
});
