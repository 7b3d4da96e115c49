import { SignInError } from '../base/errors.ts';

/** What the system's codes mean for a folder. Node reports ENOENT where the file system is read-only. */
const problems: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'a file is in its place',
  EMFILE: 'too many files are open',
  ENOENT: 'it cannot be created (is the file system read-only?)',
  ENOSPC: 'no space is left',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** The error of a folder that the system does not let hotelctl use for locks; any other error unchanged. */
export function unusableFolder(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  const code = String(error.code);
  return new SignInError(`${folder} cannot be used for locks: ${problems[code] ?? code}`, {
    hint: 'fix the folder, or choose another with HOTELCTL_STATE_DIR',
    cause: error,
  });
}
