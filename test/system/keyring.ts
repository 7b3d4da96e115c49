/**
 * A private keychain: a private session bus and a real gnome-keyring in private folders, in any of the states that a
 * user's keychain can be in. Needs gnome-keyring, dbus-daemon and libglib2.0-bin.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { runProgram } from '../repository.ts';

export const keyringPrerequisites = [
  ['gnome-keyring-daemon', 'gnome-keyring'],
  ['dbus-daemon', 'dbus-daemon'],
  ['gdbus', 'libglib2.0-bin'],
] as const;

/**
 * `locked`: no display, so the daemon can't prompt for the password. `asking`: it prompts, and the prompt is open.
 * `silent-bus`: a socket that accepts and never responds.
 */
export type KeyringState =
  | 'unlocked'
  | 'locked'
  | 'asking'
  | 'no-collection'
  | 'stopped'
  | 'no-service'
  | 'no-bus'
  | 'silent-bus';

/** States of a keychain that is not accessible, and how hotelctl names them. */
export const inaccessibleStates: readonly [Exclude<KeyringState, 'unlocked'>, string][] = [
  ['no-bus', 'the keychain is not accessible: this user has no session bus'],
  ['no-service', 'no keychain service provides org.freedesktop.secrets on the session bus'],
  ['locked', 'the keychain is locked; its password was not entered'],
  ['asking', 'the keychain is locked; its password was not entered'],
  ['no-collection', 'the keychain has no default collection'],
  ['stopped', 'the keychain service does not respond'],
  ['silent-bus', 'the session bus does not respond'],
];
const isSilent = (state: KeyringState) => ['asking', 'stopped', 'silent-bus'].includes(state);
/** For one test each. Those that do not respond are waited for at the same time. */
export const keyringGroups: readonly (readonly [name: string, states: typeof inaccessibleStates])[] = [
  ...inaccessibleStates.flatMap(each => (isSilent(each[0]) ? [] : [[each[0], [each]] as const])),
  ['asking, stopped and silent-bus', inaccessibleStates.filter(([state]) => isSilent(state))],
];

export type Keyring = Awaited<ReturnType<typeof startKeyring>>;

/** Everything it starts ends with the running test. */
export async function startKeyring(state: KeyringState) {
  // Short: a socket's path may have no more than 107 characters.
  const folder = mkdtempSync('/tmp/hotelctl-keyring-');
  const runtimeFolder = join(folder, 'run');
  for (const name of ['', 'run', 'home', 'data', 'services'])
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  /** It contains nothing of the machine's own session. */
  const env: Readonly<Record<string, string>> & { readonly HOME: string } = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: runtimeFolder,
    ...(state === 'no-bus' ? {} : { DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtimeFolder}/bus` }),
  };
  const question = join(folder, 'question.pid');
  let daemon: ChildProcess | undefined;
  const keyring = {
    env,
    /** The folder of the bus's socket, called `bus` as in a user's runtime folder. */
    runtimeFolder,
    /** Restarts the daemon with the same keyring. */
    async become(next: 'unlocked' | 'locked' | 'asking') {
      if (daemon) await end(daemon);
      daemon = await startDaemon(env, next === 'unlocked');
      offerQuestion(folder, next === 'asking' ? question : undefined);
    },
    /** Stops the daemon (SIGSTOP) as it is. */
    stopDaemon: () => void daemon?.kill('SIGSTOP'),
    /** In state `asking`: waits for the prompt for the password, then closes it without a password. */
    async dismissQuestion() {
      // The program's hint may come before the daemon has started the prompt.
      await vi.waitUntil(() => existsSync(question), { timeout: 20_000 });
      process.kill(Number(readFileSync(question, 'utf8')), 'SIGKILL');
      rmSync(question);
    },
  };
  let bus: ChildProcess | undefined;
  onTestFinished(async () => {
    if (existsSync(question)) await keyring.dismissQuestion();
    if (daemon) await end(daemon);
    if (bus) await end(bus);
    rmSync(folder, { recursive: true, force: true });
  });
  if (state === 'no-bus') return keyring;
  if (state === 'silent-bus') {
    await listenSilently(join(runtimeFolder, 'bus'));
    return keyring;
  }
  bus = await startBus(folder, env);
  if (state === 'no-service') return keyring;
  if (state === 'no-collection') {
    daemon = await startDaemon(env, false);
    return keyring;
  }
  // The first unlocking makes the default collection.
  await keyring.become('unlocked');
  if (state === 'locked' || state === 'asking') await keyring.become(state);
  if (state === 'stopped') keyring.stopDaemon();
  return keyring;
}

async function startBus(folder: string, env: Record<string, string>): Promise<ChildProcess> {
  const configuration = join(folder, 'bus.conf');
  writeFileSync(
    configuration,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>session</type><listen>${env['DBUS_SESSION_BUS_ADDRESS']}</listen><auth>EXTERNAL</auth>
    <servicedir>${folder}/services</servicedir>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    </busconfig>`,
  );
  const args = ['--nofork', '--nopidfile', '--print-address=1', `--config-file=${configuration}`];
  const bus = spawn('dbus-daemon', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  // It prints its address once it listens.
  await once(bus.stdout, 'data');
  return bus;
}

async function startDaemon(env: Record<string, string>, unlocked: boolean): Promise<ChildProcess> {
  const args = ['--foreground', '--components=secrets', ...(unlocked ? ['--unlock'] : [])];
  const daemon = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  daemon.stdin.end(unlocked ? 'test' : '');
  const waiting = ['wait', '--session', '--timeout', '10', 'org.freedesktop.secrets'];
  await runProgram('gdbus', waiting, { env });
  return daemon;
}

/** The program that the daemon uses to prompt for the password: one that never returns, or one that cannot start. */
function offerQuestion(folder: string, pidFile: string | undefined): void {
  const program = join(folder, 'prompter');
  const asking = `echo $$ > ${pidFile}.new\nmv ${pidFile}.new ${pidFile}\nexec sleep 300`;
  writeFileSync(program, `#!/bin/sh\n${pidFile ? asking : 'exit 1'}\n`, { mode: 0o700 });
  writeFileSync(
    join(folder, 'services/org.gnome.keyring.SystemPrompter.service'),
    `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=${program}\n`,
  );
}

async function listenSilently(path: string): Promise<void> {
  const server = createServer(socket => socket.on('error', () => {}).resume());
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
