import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type HotelctlError, systemErrorCode } from './errors.ts';
import { shellWords } from './text.ts';

/** Opening never waits for the writer of a named pipe. Windows has neither of the last two. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

export interface OwnFileRule {
  /** This user's id; null on Windows, where access lists protect the user's folders and there are no mode bits. */
  readonly uid: number | null;
  /** `private`: only the owner may read or write it. `trusted`: only the owner may write it; root may own it. */
  readonly access: 'private' | 'trusted';
  /** The environment variable that selects another folder for the file, for hints. */
  readonly variable: string;
  /** Whether a symbolic link in its place is refused, as it always is for a private file. */
  readonly refusesLinks?: boolean;
  /** Whether a part of its path may be a file, as with HOME=/dev/null, the home of some service users: there is no file then. */
  readonly mayHaveNoFolder?: boolean;
  failure(message: string, hint: string, cause?: unknown): HotelctlError;
}

/**
 * The text of a file that decides where tokens are sent, or that contains them; undefined if it does not exist. It must
 * be a regular file that no other user can change (or read, if private), and so must its folder. The checks examine the
 * same open file that is read.
 *
 * @throws the result of `failure`, for a file that is refused or cannot be read
 */
export const readOwnFile = (path: string, rule: OwnFileRule): string | undefined =>
  withOwnFile(path, rule, file => {
    if (fstatSync(file).size > mostBytes) throw tooLong();
    return readFileSync(file, 'utf8');
  });

const chunkSize = 1 << 20;
/** Of a file that is read completely, or of a line: more would fill the memory. */
const mostBytes = 64 << 20;
const tooLong = () => Object.assign(new Error('too long'), { code: 'EFBIG' });

/** Passes each line of such a file, if there is one, to `visit` until it returns false. */
export const forEachOwnLine = (path: string, rule: OwnFileRule, visit: (line: string) => unknown): void =>
  withOwnFile(path, rule, file => visitLines(file, visit));

/** Such a file with lines that can be read again by their positions; a file that replaces it changes nothing. */
export function openOwnLines(path: string, rule: OwnFileRule) {
  const file = openOwnFile(path, rule);
  return {
    forEach: (visit: (line: string, position: number) => unknown) =>
      file && explaining(path, rule, () => visitLines(file, visit)),
    lineAt: (position: number) => (file === undefined ? '' : readLine(file, position)),
    close: () => file && closeSync(file),
  };
}

/** The whole file is never in memory. */
function visitLines(file: number, visit: (line: string, position: number) => unknown): void {
  let buffer = Buffer.alloc(chunkSize);
  for (let [start, rest] = [0, 0]; ; ) {
    const size = readSync(file, buffer, rest, buffer.length - rest, start + rest);
    const part = buffer.subarray(0, rest + size);
    let at = 0;
    for (let end = part.indexOf(lineFeed); end >= 0; end = part.indexOf(lineFeed, at)) {
      if (visit(part.toString('utf8', at, end), start + at) === false) return;
      at = end + 1;
    }
    if (size === 0) return void visit(part.toString('utf8', at), start + at);
    buffer.copyWithin(0, at, part.length);
    [start, rest] = [start + at, part.length - at];
    // A line that is longer than the buffer.
    if (rest > mostBytes) throw tooLong();
    if (rest === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(rest)]);
  }
}

function readLine(file: number, position: number): string {
  for (let buffer = Buffer.alloc(2048); ; buffer = Buffer.alloc(buffer.length * 16)) {
    const size = readSync(file, buffer, 0, buffer.length, position);
    const end = buffer.subarray(0, size).indexOf(lineFeed);
    if (end >= 0 || size < buffer.length) return buffer.toString('utf8', 0, end < 0 ? size : end);
  }
}

const lineFeed = 0x0a;

function withOwnFile<T>(path: string, rule: OwnFileRule, read: (file: number) => T): T | undefined {
  const file = openOwnFile(path, rule);
  if (file === undefined) return undefined;
  try {
    return explaining(path, rule, () => read(file));
  } finally {
    closeSync(file);
  }
}

function explaining<T>(path: string, rule: OwnFileRule, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw explained(error, path, rule);
  }
}

/** The descriptor of a file that follows the rule; undefined if there is none. */
function openOwnFile(path: string, rule: OwnFileRule): number | undefined {
  let file: number | undefined;
  try {
    const folder = statSync(dirname(path));
    // Anything else is reported when the file is opened: no one should change the permissions of /dev/null.
    if (folder.isDirectory()) checkAccess(dirname(path), folder, rule);
    // A private file must not be a link, because deleting the link would leave the target with its secrets.
    const noLinks = rule.access === 'private' || rule.refusesLinks ? O_NOFOLLOW : 0;
    file = openSync(path, O_RDONLY | O_NONBLOCK | noLinks);
    const stats = fstatSync(file);
    if (!stats.isFile()) throw notRegular(path, rule);
    checkAccess(path, stats, rule);
    return file;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || (code === 'ENOTDIR' && rule.mayHaveNoFolder)) return undefined;
    throw explained(error, path, rule);
  }
}

/** An error of the system in the words of the rule; any other error as it is. */
function explained(error: unknown, path: string, rule: OwnFileRule): unknown {
  const code = systemErrorCode(error);
  if (code === 'ELOOP' || code === 'ENXIO') return notRegular(path, rule, error);
  if (code === 'EFBIG') {
    const hint = `move it away, or set another folder with ${rule.variable}`;
    return rule.failure(`${path}, or a line of it, is larger than ${mostBytes >> 20} MiB`, hint, error);
  }
  if (!('syscall' in (error as object))) return error;
  return rule.failure(
    `${path} cannot be read (${code})`,
    `fix its permissions, or set another folder with ${rule.variable}`,
    error,
  );
}

const notRegular = (path: string, { failure, variable }: OwnFileRule, cause?: unknown) =>
  failure(
    `${path} is not a regular file`,
    `replace it with a regular file, or set another folder with ${variable}`,
    cause,
  );

/**
 * @param links whether a symbolic link in its place is followed
 * @throws the error of the file system; code ENOTSUP for what is not a regular file, EFBIG for more than `most` bytes
 */
export async function openRegular(path: string, most: number, links = false): Promise<promises.FileHandle> {
  // By this name it's loaded only when used: most commands don't need it to start.
  const file = await promises.open(path, O_RDONLY | O_NONBLOCK | (links ? 0 : O_NOFOLLOW));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'ENOTSUP' });
    if (stats.size > most) throw tooLong();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function readRegularBytes(path: string, most: number, links = false): Promise<Buffer> {
  const file = await openRegular(path, most, links);
  return file.readFile().finally(() => file.close());
}

/** The same without a promise, for completion. */
export function readRegularText(path: string): string {
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > mostBytes) throw tooLong();
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

export const readRegularFile = async (path: string, most: number): Promise<string> =>
  (await readRegularBytes(path, most, true)).toString();

/** Checks that a file or a folder follows the rule. @throws the result of `failure` */
export function checkAccess(path: string, { uid, mode }: Stats, rule: OwnFileRule): void {
  if (rule.uid === null) return;
  // A folder for all users, such as /tmp, must stay one.
  const fix = (change: string) =>
    (mode & 0o1000) === 0
      ? `run: ${shellWords(['chmod', change, path])}`
      : `set ${rule.variable} to a folder that only you use`;
  const rootIsTrusted = rule.access === 'trusted' && uid === 0;
  if (uid !== rule.uid && !rootIsTrusted)
    throw rule.failure(
      `${path} belongs to another user`,
      `run hotelctl as that user, or set ${rule.variable} to a folder that you own`,
    );
  if (rule.access === 'private' && (mode & 0o077) !== 0)
    throw rule.failure(`${path} is accessible to other users of this machine`, fix('go='));
  if ((mode & 0o022) !== 0)
    throw rule.failure(`${path} can be changed by other users of this machine`, fix('go-w'));
}
