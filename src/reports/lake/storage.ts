import { readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Replacement, replaceFile } from '../../base/atomic-file.ts';
import { OutputError, systemErrorCode } from '../../base/errors.ts';
import { makeFolder, readRegularFile } from '../../base/own-file.ts';
import { beginReported, withWriteErrors } from '../../output/delivery/write-file.ts';

/** Where the files of a data lake are: a folder, or objects of a bucket. Names are relative, with `/` between folders. */
export interface Storage {
  /** Processes with the same address write to the same place, however it was named. */
  readonly address: string;
  /** The text of a small file; empty if there is none. */
  read(name: string): Promise<string>;
  /** Replaces a small file; fails if another machine has replaced it since it was read, where the storage can tell. */
  replace(name: string, content: string): Promise<void>;
  /** The names of all files in a folder and below. */
  list(folder: string): Promise<readonly string[]>;
  begin(name: string): Promise<Replacement>;
  close(): Promise<void>;
}

/** 100 years of every report are less than 4 MB. */
const mostState = 64 << 20;

/** A folder, in which the umask decides who else may read the files. */
export async function openFolder(target: string): Promise<Storage> {
  const address = await withWriteErrors(target, async () => {
    makeFolder(target);
    return realpath(target);
  });
  return {
    address,
    read: name => readSmallFile(join(target, name)),
    replace: (name, content) => {
      const path = join(target, name);
      return withWriteErrors(path, () => replaceFile(path, content, { shared: true }));
    },
    list: async name => {
      const options = { recursive: true, withFileTypes: true } as const;
      const found = await readdir(join(target, name), options).catch(() => []);
      return found
        .filter(entry => entry.isFile())
        .map(entry => relative(target, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
    begin: async name => {
      const path = join(target, name);
      await withWriteErrors(path, async () => makeFolder(dirname(path)));
      return beginReported(path, path, { mode: 0o666 });
    },
    close: async () => {},
  };
}

const readSmallFile = (path: string) =>
  readRegularFile(path, mostState).catch(error => {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return '';
    const problem =
      code === 'ENOTSUP' ? 'it is not a regular file' : code === 'EFBIG' ? 'it is too long' : code;
    throw new OutputError(`${path} cannot be read: ${problem}`, {
      hint: 'fix its permissions, or remove it: everything is then fetched again',
      cause: error,
    });
  });
