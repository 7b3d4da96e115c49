import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeFolder } from './windows-access.ts';

/**
 * Creates a folder and the missing folders above it, with this mode before the umask; on Windows, 0700 is an access list. A
 * folder that exists is kept. The `recursive` option of Node.js does the same, but it never ends, and uses a processor until
 * the process is killed, where the system refuses a folder with ENOENT although its parent exists: in a working folder that
 * was deleted, and in /proc. On a read-only file system it reports ENOENT instead of EROFS.
 *
 * @throws the error of the file system
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
