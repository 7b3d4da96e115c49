export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether a file can be used in a way, such as opened or renamed, whatever the reason if it cannot. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(() => true).catch(() => false);

/** What the system's codes mean for a file or folder that is used, and what to do. */
const problems: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['no space is left', 'free disk space, or write somewhere else'],
  EDQUOT: ['the disk quota is exceeded', 'free disk space, or write somewhere else'],
  EFBIG: ['the file system does not allow a file of this size', 'write somewhere else'],
  EACCES: ['permission denied', 'choose a place that you can write to, or ask for permission'],
  EPERM: ['not permitted', 'choose a place that you can write to'],
  EROFS: ['the file system is read-only', 'choose a place that can be written to'],
  ENOENT: ['the folder does not exist', 'create the folder first, or fix the path'],
  EEXIST: ['a file is in its place', 'fix the path'],
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

export const readProblem = (error: unknown): string => {
  const code = systemErrorCode(error) ?? 'unknown';
  return code === 'ENOENT' ? 'there is no such file' : code;
};
