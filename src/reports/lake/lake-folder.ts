import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Replacement, replaceFile } from '../../base/atomic-file.ts';
import { OutputError, RefusedError, systemErrorCode } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { openRegular, readRegularFile } from '../../base/own-file.ts';
import { beginReported, withWriteErrors } from '../../output/delivery/write-file.ts';

/** Where the files of a data lake are: a folder, or objects of a bucket. Names are relative, with `/` between folders. */
export type Storage = Awaited<ReturnType<typeof openFolder>>;

export const dataFileName = 'data.parquet';

/** 100 years of every report are less than 4 MB. */
const mostState = 64 << 20;

/** A folder: the umask decides who else may read its files. @param onReplaced called when a small file was written */
export async function openFolder(target: string, onReplaced?: () => Promise<void>) {
  const address = await withWriteErrors(target, async () => {
    makeFolder(target);
    return realpath(target);
  });
  return {
    /** Processes with the same address write to the same place, however it was named. */
    address,
    /** The text of a small file; empty if there is none. */
    read: (name: string) => readSmallFile(join(target, name)),
    /** Replaces a small file; fails if another machine has replaced it since it was read, where the storage can tell. */
    replace: async (name: string, content: string) => {
      const path = join(target, name);
      await withWriteErrors(path, () => replaceFile(path, content, { shared: true }));
      await onReplaced?.();
    },
    /** The files in a folder and below, with their sizes. */
    list: async (name: string): Promise<ReadonlyMap<string, number>> => {
      const folder = join(target, name);
      const options = { recursive: true, withFileTypes: true } as const;
      // Of a folder that cannot be read, no file is taken for missing.
      const found = await readdir(folder, options).catch(error => readProblem(folder, error, []));
      const sized = found.map(async entry => {
        const path = join(entry.parentPath, entry.name);
        // The folder of a month may be on another disk. Its file is regular.
        const file = entry.isSymbolicLink() ? join(path, dataFileName) : path;
        const stats = await lstat(file).catch(() => undefined);
        return stats?.isFile() ? [[relative(target, file).replaceAll(sep, '/'), stats.size] as const] : [];
      });
      return new Map((await Promise.all(sized)).flat());
    },
    /** The bytes of a file, whatever is in its place. */
    open: async (name: string): Promise<AsyncIterable<Uint8Array>> =>
      (await openRegular(join(target, name), Number.POSITIVE_INFINITY)).createReadStream(),
    begin: async (name: string): Promise<Replacement> => {
      const path = join(target, name);
      await withWriteErrors(path, async () => makeFolder(dirname(path)));
      // Of this month only: the other months are written.
      if ((await lstat(path).catch(() => undefined))?.isDirectory())
        throw new RefusedError(`${path} is a folder, not a file`, { hint: 'move it out of the data lake' });
      return beginReported(path, path, { mode: 0o666 });
    },
    close: async () => {},
  };
}

const readSmallFile = (path: string): Promise<string> =>
  readRegularFile(path, mostState).catch(error => readProblem(path, error, ''));

/** @param nothing what is read if there is no such file or folder @throws OutputError */
function readProblem<T>(path: string, error: unknown, nothing: T): T {
  const code = systemErrorCode(error) ?? '';
  if (code === 'ENOENT') return nothing;
  const problem = { ENOTSUP: 'it is not a regular file', EFBIG: 'it is too long' }[code] ?? code;
  const { path: place = path } = error as NodeJS.ErrnoException;
  throw new OutputError(`${place} cannot be read: ${problem}`, {
    hint: 'fix its permissions, or remove it: everything is then fetched again',
    cause: error,
  });
}
