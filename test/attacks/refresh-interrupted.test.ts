import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accountName } from '../../src/http/auth/credentials.ts';
import { temporaryFolder } from '../context.ts';
import { startTokenServer } from '../http/auth/token-server.ts';
import { runHotelctl } from '../run-hotelctl.ts';

/** If refresh tokens rotate, an interruption between the request and the storing of its tokens loses the sign-in. */
it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s during a refresh ends the command after the new refresh token is stored',
  async (signal, exitCode) => {
    const state = temporaryFolder();
    let pid = 0;
    const server = await startTokenServer({
      rotates: true,
      // The request has arrived, so the old token is invalid; the response is sent after the signal was delivered.
      respond: async () => {
        process.kill(pid, signal);
        await signalHandled();
        return undefined;
      },
    });
    let stderr = () => '';
    const signalHandled = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(resolve => setImmediate(resolve));
    };
    const key = { profile: 'default', authUrl: server.authUrl, clientId: 'CLIENT' };
    const file = join(state, 'credentials.json');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    const items = {
      [accountName(key, 'refresh-token')]: 'refresh-0',
      [accountName(key, 'client-secret')]: 'secret-of-the-client',
    };
    writeFileSync(file, `${JSON.stringify({ version: 1, encryption: 'none', items })}\n`, { mode: 0o600 });
    const run = await runHotelctl('auth token', {
      env: {
        HOTELCTL_STATE_DIR: state,
        HOTELCTL_AUTH_URL: server.authUrl,
        HOTELCTL_CLIENT_ID: 'CLIENT',
        HOTELCTL_CREDENTIAL_STORE: 'file',
      },
      running: (started, text) => {
        pid = started;
        stderr = text;
      },
    });
    expect(stderr()).not.toMatch(/^ +at /m);
    expect(JSON.parse(readFileSync(file, 'utf8')).items[accountName(key, 'refresh-token')]).toBe(
      server.current(),
    );
    expect(server.current()).toBe('refresh-1');
    expect([0, exitCode]).toContain(run.exitCode);
  },
);
