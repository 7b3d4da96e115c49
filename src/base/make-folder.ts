import { mkdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';

/**
 * Creates a folder and the missing folders above it, with this mode before the umask; on Windows, 0700 is an access list. The
 * `recursive` option of Node.js never ends where the system refuses a folder with ENOENT although its parent exists: in a
 * working folder that was deleted, and in /proc. On a read-only file system it reports ENOENT instead of EROFS.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const parent = dirname(path);
  if (parent !== path && !find(path) && !find(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
    if (process.platform === 'win32' && mode === 0o700) closeFolder(path);
  } catch (error) {
    // Other codes than EEXIST are checked too: a read-only file system or a drive may refuse before it looks.
    if (!find(path)?.isDirectory()) throw error;
  }
}

const find = (path: string) => statSync(path, { throwIfNoEntry: false });

// Windows has access lists in place of modes. They are read and changed with `icacls`.

/** A program of Windows by its path: by its name, one in the current folder would be started. */
export const windowsProgram = (name: string): string =>
  `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}.exe`;

/** The accounts of the system and of the administrators, which every folder of a user has. */
const administrators = ['*S-1-5-18', '*S-1-5-32-544'];

/** What `icacls` needs so that no other user can use a folder, nor what will be created in it. */
export function closingArguments(path: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const { USERDOMAIN, USERNAME = '' } = env;
  const user = USERDOMAIN ? `${USERDOMAIN}\\${USERNAME}` : USERNAME;
  const accounts = [user, ...administrators].map(account => `${account}:(OI)(CI)F`);
  return [path, '/inheritance:r', '/grant:r', ...accounts];
}

/** Lets only this user use a new folder. The folders below that of the user are closed to others already. */
export function closeFolder(path: string, { home, env, run } = realClosing()): void {
  const place = relative(home, path);
  const isBelowHome = place !== '' && !place.startsWith('..') && !isAbsolute(place);
  // A service may have no name that icacls knows: `hotelctl doctor` reports what is open.
  if (!isBelowHome) run(windowsProgram('icacls'), closingArguments(path, env));
}

const realClosing = () => ({
  home: process.getBuiltinModule('node:os').homedir(),
  env: process.env as Readonly<Record<string, string | undefined>>,
  run: (file: string, args: readonly string[]): void => {
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    spawnSync(file, args, { stdio: 'ignore', windowsHide: true });
  },
});

/** What users of the machine may do with a folder who neither own nor administer it. */
export type OthersAccess = 'none' | 'read' | 'change';

/** System, administrators, services of Windows, and the owner. */
const trusted = /^(SY|BA|LA|DA|EA|CO|OW|S-1-5-18|S-1-5-32-544|S-1-5-80-[\d-]+|S-1-3-[04])$/;
const reading = /^(0x1200a9|0x120089|(FR|FX|GR|GX)+)$/i;

/**
 * @param list the access list in the form that `icacls /save` writes, which does not depend on the language
 * @param user the security identifier of this user
 */
export function accessOfOthers(list: string, user: string): OthersAccess {
  if (/D:\w*NO_ACCESS_CONTROL/.test(list)) return 'change';
  const allowed = [...list.matchAll(/\(A;[^;]*;([^;]*);[^;]*;[^;]*;([^;)]*)/g)]
    .filter(([, , account = '']) => account !== user && !trusted.test(account))
    .map(([, rights = '']) => rights);
  if (allowed.length === 0) return 'none';
  return allowed.every(rights => reading.test(rights)) ? 'read' : 'change';
}
