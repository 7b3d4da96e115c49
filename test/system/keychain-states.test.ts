import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { freePort, isOpen } from '../http/auth/loopback-ports.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { recordingServer } from '../wire/recording-server.ts';
import {
  inaccessibleStates,
  type Keyring,
  type KeyringState,
  keyringPrerequisites,
  startKeyring,
} from './keyring.ts';
import { requires } from './prerequisites.ts';
import { makeRecordingBrowser } from './recording-browser.ts';
import { onTerminal } from './terminal.ts';

/**
 * An inaccessible keychain in the built program: one that answers, and one that does not. keychain.test.ts has every state,
 * which a command distinguishes only by its message.
 */
for (const [command, debianPackage] of keyringPrerequisites) beforeEach(requires(command, debianPackage));
beforeEach(requires('secret-tool', 'libsecret-tools'));
beforeEach(requires('script', 'bsdutils'));

const commands = ['reports room-nights --property MUC --month 10 --year 2026', 'login --login-timeout 5s'];

/** If something may have been stored before, there is a sign-in: it must not be reported as missing. */
async function keyringIn(state: KeyringState, authUrl: string): Promise<Keyring> {
  if (state !== 'asking' && state !== 'stopped') return startKeyring(state);
  const keyring = await startKeyring('unlocked');
  for (const item of ['refresh-token', 'client-secret', 'access-token']) {
    const attributes = ['service', 'hotelctl', 'username', `default ${authUrl} CLIENT ${item}`];
    execFileSync('secret-tool', ['store', '--label', item, ...attributes], {
      env: keyring.env,
      input: 'canary',
    });
  }
  if (state === 'stopped') keyring.stopDaemon();
  else await keyring.become(state);
  return keyring;
}

/** A machine whose keychain is in this state, with a platform that gets no requests. */
async function machine(state: Exclude<KeyringState, 'unlocked'>) {
  const platform = await recordingServer(() => ({ status: 500 }));
  const keyring = await keyringIn(state, platform.url);
  const home = keyring.env.HOME;
  const browser = makeRecordingBrowser(home);
  const port = await freePort();
  const env = {
    ...keyring.env,
    // Nothing listens there in state no-bus. If it were unset, the program would use the bus of the user who runs the
    // tests.
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${keyring.runtimeFolder}/bus`,
    HOME: home,
    BROWSER: browser.command,
    HOTELCTL_BASE_URL: platform.url,
    HOTELCTL_AUTH_URL: platform.url,
    HOTELCTL_CLIENT_ID: 'CLIENT',
    HOTELCTL_CLIENT_SECRET: 'canary',
    HOTELCTL_REDIRECT_URI: `http://127.0.0.1:${port}/callback`,
  };
  return { platform, keyring, browser, port, env };
}

/** The complete output: no request to open a browser, no warning, no stack trace. */
function expectOwnWords(printed: string, message: string): void {
  const [error, hint, ...more] = printed.split('\n');
  expect(error).toBe(`hotelctl: ${message}`);
  expect(hint).toMatch(/^hint: .+; or use no keychain: --credential-store file, or HOTELCTL_REFRESH_TOKEN$/);
  expect(more).toEqual(['']);
  expect(printed).not.toMatch(/not signed in|canary/i);
}

const states = inaccessibleStates.filter(([state]) => ['no-bus', 'stopped'].includes(state));
it.each(states)(
  'with the keychain %s each command is exit 3 with its message, before anything is sent or opened',
  async (state, message) => {
    const { platform, browser, port, env } = await machine(state);
    const runs = commands.map(async line => {
      const run = await startHotelctl(line, { env }).ended;
      expect(run).toMatchObject({ exitCode: 3, stdout: '' });
      expectOwnWords(run.stderr, message);
    });
    await Promise.all(runs);
    // On a terminal, hotelctl waits for a keychain that responds late: not beside other runs.
    const { exitCode, screen } = await onTerminal(['auth', 'status'], env).ended;
    expect(exitCode).toBe(3);
    expectOwnWords(screen, message);
    expect(platform.requests).toEqual([]);
    expect(await browser.starts()).toBe(0);
    expect(await isOpen(port)).toBe(false);
  },
);

describe('on a terminal, with a keychain that prompts for its password', () => {
  it('breaks lines between words at 80 columns if the width of the terminal is unknown', async () => {
    const { env } = await machine('no-service');
    const { screen } = await onTerminal(['auth', 'status'], env, 0).ended;
    const lines = screen.split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[0]).toBe('hotelctl: no keychain service provides org.freedesktop.secrets on the session');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('waits with a hint, until Ctrl-C', async () => {
    const { env } = await machine('asking');
    const terminal = onTerminal(['auth', 'status'], env);
    await terminal.shows(/^The keychain is locked: .*\n/);
    terminal.types('\u0003');
    expect(await terminal.ended).toMatchObject({
      exitCode: 130,
      screen: expect.stringMatching(/^(\^C)?hotelctl: stopped by SIGINT$/m),
    });
  });
});
