import { lstat } from 'node:fs/promises';
import type { Host } from '../../../base/context.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The only variables that the helper gets: no token, no NODE_OPTIONS, no certificate bundle that would slow its start.
 */
const passedOn = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'LANG',
    'TMPDIR',
    'DBUS_SESSION_BUS_ADDRESS',
    'DISPLAY',
    'WAYLAND_DISPLAY',
  ],
  ...[
    'SYSTEMROOT',
    'WINDIR',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERDOMAIN',
  ],
];

/**
 * The helper's environment. Cron's has no bus address; the bus of a signed-in or lingering user is then at its usual
 * path, and is used if it is a socket that this user owns.
 */
export async function helperEnvironment(
  env: Environment,
  host: Host,
  runtimeRoot = '/run/user',
): Promise<Record<string, string | undefined>> {
  const kept: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(env)) {
    if (passedOn.includes(name.toUpperCase()) || name.startsWith('XDG_')) kept[name] = value;
  }
  if (host.platform === 'linux' && !kept['DBUS_SESSION_BUS_ADDRESS']) {
    const path = `${runtimeRoot}/${host.uid}/bus`;
    if (await isSocketOf(path, host.uid)) kept['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${path}`;
  }
  return kept;
}

const isSocketOf = (path: string, uid: number | null) =>
  lstat(path).then(
    stats => stats.isSocket() && stats.uid === uid,
    () => false,
  );
