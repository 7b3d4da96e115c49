import { HotelctlError, OutputError } from '../../base/errors.ts';

const problems: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['no space is left', 'free disk space, or write somewhere else'],
  EDQUOT: ['the disk quota is exceeded', 'free disk space, or write somewhere else'],
  EFBIG: ['the file system does not allow a file of this size', 'write somewhere else'],
  EACCES: ['permission denied', 'choose a place that you can write to, or ask for permission'],
  EPERM: ['not permitted', 'choose a place that you can write to'],
  EROFS: ['the file system is read-only', 'choose a place that can be written to'],
  ENOENT: ['the folder does not exist', 'create the folder first, or fix the path'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'fix the path'],
  EISDIR: ['it is a folder', 'name a file in it'],
  ENAMETOOLONG: ['the name is too long', 'choose a shorter name'],
  ELOOP: ['its symbolic links form a loop', 'fix the links, or choose another file'],
  EIO: ['the device reported an error', 'check the disk or the network share'],
  EBUSY: ['it is in use', 'close the program that uses it and try again'],
  EMFILE: ['too many files are open', 'try again, or raise the limit with ulimit -n'],
  EAGAIN: ['it accepts no more data at the moment', 'try again'],
};

export function writeProblem(error: unknown): { readonly what: string; readonly hint: string } {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error');
  const [what, hint] = problems[code] ?? [code, 'choose another file, or write to standard output'];
  return { what, hint };
}

/**
 * Returns the work's result; a failure of the file system becomes an OutputError that names the file as the user gave
 * it.
 */
export async function withWriteErrors<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HotelctlError || !(error instanceof Error) || !('code' in error)) throw error;
    const { what, hint } = writeProblem(error);
    throw new OutputError(`${target} could not be written: ${what}`, { hint, cause: error });
  }
}
