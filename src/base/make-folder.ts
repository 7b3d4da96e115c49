import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and the missing folders above it, with this mode before the umask. A folder that exists is kept. The
 * `recursive` option of Node.js does the same, but it never ends, and uses a processor until the process is killed, where
 * the system refuses a folder with ENOENT although its parent exists: in a working folder that was deleted, and in /proc.
 * On a read-only file system it reports ENOENT instead of EROFS.
 *
 * @throws the error of the file system
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== path) {
      await makeFolder(parent, mode);
      return mkdir(path, { mode }).catch(again => keepExisting(path, again));
    }
    await keepExisting(path, error);
  }
}

/** Other codes than EEXIST are checked too: a read-only file system or a drive may refuse before it looks. */
async function keepExisting(path: string, error: unknown): Promise<void> {
  const isFolder = await stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw error;
}
