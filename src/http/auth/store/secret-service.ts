import { lstat } from 'node:fs/promises';
import type { Context, Host } from '../../../base/context.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The only variables that the helper gets: no token, no NODE_OPTIONS, no certificate bundle that would slow its start. */
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|LANG|TMPDIR|DBUS_SESSION_BUS_ADDRESS|DISPLAY|WAYLAND_DISPLAY|SYSTEMROOT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|USERNAME|USERDOMAIN)$/i;

/**
 * The helper's environment. Cron's has no bus address; the bus of a signed-in or lingering user is then at its usual
 * path, and is used if it is a socket that this user owns.
 */
export async function helperEnvironment(env: Environment, host: Host, runtimeRoot = '/run/user') {
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => passedOn.test(name) || name.startsWith('XDG_')),
  );
  if (host.platform === 'linux' && !kept['DBUS_SESSION_BUS_ADDRESS']) {
    const path = `${runtimeRoot}/${host.uid}/bus`;
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isSocket() && stats.uid === host.uid) kept['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${path}`;
  }
  return kept;
}

/** `silent`: the bus is missing, refuses or does not respond; `stopped`: the bus responds, the keychain service does not. */
export type SecretServiceState = 'open' | 'locked' | 'no-collection' | 'no-service' | 'stopped' | 'silent';

/**
 * Examines the keychain of Linux from outside, which the keychain library does not support: whether there is a default
 * collection and whether it is locked. Used only if a call hangs or found nothing, so a normal run does not pay for it.
 *
 * @param limit milliseconds for one question; only the last one can take that long
 */
export async function secretServiceState(
  context: Pick<Context, 'runChild'>,
  env: Environment,
  limit: number,
): Promise<SecretServiceState> {
  if (env['DBUS_SESSION_BUS_ADDRESS'] === undefined) return 'silent';
  const ask = (question: Question) => askBus(question, context, env, limit);
  // Without an owner, the next question would start the service, which the keychain library has already tried to.
  const owned = await ask([bus, '/org/freedesktop/DBus', bus, 'NameHasOwner', service]);
  if (owned === undefined) return 'silent';
  if (!owned.includes('true')) return 'no-service';
  const alias = await ask([service, '/org/freedesktop/secrets', `${secret}.Service`, 'ReadAlias', 'default']);
  const [, path] = /["'](\/.*)["']/.exec(alias ?? '') ?? [];
  if (path === undefined) return 'stopped';
  if (path === '/') return 'no-collection';
  const locked = await ask([service, path, `${bus}.Properties`, 'Get', `${secret}.Collection`, 'Locked']);
  if (locked === undefined) return 'stopped';
  return locked.includes('true') ? 'locked' : 'open';
}

const bus = 'org.freedesktop.DBus';
const service = 'org.freedesktop.secrets';
const secret = 'org.freedesktop.Secret';

type Question = readonly [string, string, string, string, ...string[]];

/** The reply as a program of systemd or GLib prints it; undefined for none or an error. Nothing in a question is a secret. */
async function askBus(
  [destination, path, interface_, member, ...words]: Question,
  { runChild }: Pick<Context, 'runChild'>,
  env: Environment,
  budget: number,
): Promise<string | undefined> {
  const method = `${interface_}.${member}`;
  const programs = {
    busctl: ['--user', 'call', destination, path, interface_, member, 's'.repeat(words.length), ...words],
    gdbus: ['call', '--session', '--dest', destination, '--object-path', path, '--method', method, ...words],
  };
  for (const [file, args] of Object.entries(programs)) {
    // Rejects if the program is not installed.
    const result = await runChild({ file, args, env, budget }).catch(() => undefined);
    if (result) return result.exitCode === 0 ? result.stdout : undefined;
  }
  return undefined;
}
