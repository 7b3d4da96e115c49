/**
 * One user's computer, for whole sign-ins: private folders, a real keychain, a browser that records its URLs, the
 * sandbox as the platform, and the built program in separate processes.
 */
import { temporaryFolder } from '../context.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { runProgram } from '../repository.ts';
import { type StartOptions, startHotelctl } from '../start-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { type Keyring, startKeyring } from './keyring.ts';
import { makeRecordingBrowser } from './recording-browser.ts';

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/** `sandbox start` for sign-ins that return to a free port of this machine, and the variables that it prints. */
export async function startSandboxFor(env: StartOptions['env']) {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const line = `sandbox start --port 0 --today 2026-11-01 --redirect-uri ${redirectUri}`;
  const sandbox = startHotelctl(line, { env });
  const [printed] = await sandbox.says(
    'stdout',
    /(^export \w+='[^']*'\n)+(?<=^export SANDBOX_PAYMENTS_URL=.*\n)/m,
  );
  const exported = Object.fromEntries(
    [...printed.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  return { redirectUri, exported };
}

/** Ends with the running test. */
export async function openWorkplace() {
  const keyring = await startKeyring('unlocked');
  const home = keyring.env.HOME;
  const browser = makeRecordingBrowser();
  const base = { ...keyring.env, HOME: home, TMPDIR: temporaryFolder(), BROWSER: browser.command };
  const { redirectUri, exported } = await startSandboxFor(base);
  const inProfile = (line: Line) => wordsOf(line, '--profile sandbox');
  return {
    browser,
    redirectUri,
    /** What `sandbox start` printed, by name of the variable. */
    exported,
    /** `hotelctl login --profile sandbox`, waiting for its browser. */
    login: () => startHotelctl(inProfile(`login --redirect-uri ${redirectUri}`), { env: base }),
    /** Any command with the profile `sandbox`; its environment is the keychain's, without settings of hotelctl. */
    run: (line: Line) => startHotelctl(inProfile(line), { env: base }).ended,
    /** The items of hotelctl in the keychain, as another program finds them: account -> secret. */
    keychainItems: () => searchKeychain(keyring),
  };
}

async function searchKeychain({ env }: Keyring): Promise<Record<string, string>> {
  const search = ['search', '--all', 'service', 'hotelctl'];
  const { stdout, stderr } = await runProgram('secret-tool', search, { env });
  // Some versions write the attributes to standard error, in the same order.
  const lines = (stdout + stderr).split('\n');
  const valuesOf = (name: string) =>
    lines.filter(line => line.startsWith(`${name} = `)).map(line => line.slice(name.length + 3));
  const secrets = valuesOf('secret');
  return Object.fromEntries(
    valuesOf('attribute.username').map((account, index) => [account, secrets[index] ?? '']),
  );
}
