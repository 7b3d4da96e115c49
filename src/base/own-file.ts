import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import { type HotelctlError, systemErrorCode } from './errors.ts';
import { shellWords } from './text.ts';

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
 * same open file that is read, and opening never waits for the writer of a named pipe.
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

/** Passes each line of such a file to `visit`, until it returns false; the lines of a file that does not exist are none. */
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

/**
 * Passes the parts of a file to `visit`, which returns how much of a part it has read: the rest comes again at the start of
 * the next part. The whole file is never in memory.
 */
function visitParts(
  file: number,
  visit: (part: Buffer, start: number, isLast: boolean) => number | false,
): void {
  let buffer = Buffer.alloc(chunkSize);
  for (let [start, rest] = [0, 0]; ; ) {
    const size = readSync(file, buffer, rest, buffer.length - rest, start + rest);
    const part = buffer.subarray(0, rest + size);
    const read = visit(part, start, size === 0);
    if (size === 0 || read === false) return;
    buffer.copyWithin(0, read, part.length);
    [start, rest] = [start + read, part.length - read];
    // A line that is longer than the buffer.
    if (rest > mostBytes) throw tooLong();
    if (rest === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(rest)]);
  }
}

function visitLines(file: number, visit: (line: string, position: number) => unknown): void {
  visitParts(file, (part, start, isLast) => {
    let at = 0;
    for (let end = part.indexOf(lineFeed); end >= 0; end = part.indexOf(lineFeed, at)) {
      if (visit(part.toString('utf8', at, end), start + at) === false) return false;
      at = end + 1;
    }
    if (isLast) visit(part.toString('utf8', at), start + at);
    return at;
  });
}

function readLine(file: number, position: number): string {
  for (let buffer = Buffer.alloc(2048); ; buffer = Buffer.alloc(buffer.length * 16)) {
    const size = readSync(file, buffer, 0, buffer.length, position);
    const end = buffer.subarray(0, size).indexOf(lineFeed);
    if (end >= 0 || size < buffer.length) return buffer.toString('utf8', 0, end < 0 ? size : end);
  }
}

/**
 * Searches such a file: returns a function that finds the lines that contain one of the texts, in their order. Bytes are
 * compared, which takes a tenth of the time of reading each line.
 */
export function ownLineSearch(path: string, rule: OwnFileRule) {
  return (texts: readonly string[]): string[] => {
    const patterns = texts.map(text => Buffer.from(text));
    const found = new Map<number, string>();
    withOwnFile(path, rule, file =>
      visitParts(file, (part, start, isLast) => {
        const whole = isLast ? part.length : part.lastIndexOf(lineFeed) + 1;
        for (const pattern of patterns) {
          for (let at = part.indexOf(pattern); at >= 0 && at < whole; ) {
            const [first, last] = [part.lastIndexOf(lineFeed, at) + 1, part.indexOf(lineFeed, at)];
            const end = last < 0 ? part.length : last;
            found.set(start + first, part.toString('utf8', first, end));
            at = part.indexOf(pattern, end);
          }
        }
        return whole;
      }),
    );
    return [...found].sort(([one], [other]) => one - other).map(([, line]) => line);
  };
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
  // A private file must not be a link, because deleting the link would leave the target with its secrets.
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  let file: number | undefined;
  try {
    const folder = statSync(dirname(path));
    // Anything else is reported when the file is opened: no one should change the permissions of /dev/null.
    if (folder.isDirectory()) checkAccess(dirname(path), folder, rule);
    file = openSync(
      path,
      O_RDONLY | O_NONBLOCK | (rule.access === 'private' || rule.refusesLinks ? O_NOFOLLOW : 0),
    );
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
 * Opens a file that may be anything, without waiting for the writer of a named pipe.
 *
 * @param links whether a symbolic link in its place is followed
 * @throws the error of the file system; code ENOTSUP for what is not a regular file, EFBIG for more than `most` bytes
 */
export async function openRegular(path: string, most: number, links = false): Promise<promises.FileHandle> {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
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

/** The content of such a file. */
export async function readRegularBytes(path: string, most: number, links = false): Promise<Buffer> {
  const file = await openRegular(path, most, links);
  return file.readFile().finally(() => file.close());
}

/** The same without a promise, for completion. */
export function readRegularText(path: string): string {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
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

/** Checks that a file or folder follows the rule. @throws the result of `failure` if it does not */
export function checkAccess(path: string, { uid, mode }: Stats, rule: OwnFileRule): void {
  if (rule.uid === null) return;
  // A folder for all users, such as /tmp, must stay one.
  const fix = (change: string) =>
    (mode & 0o1000) === 0
      ? `run: ${shellWords(['chmod', change, path])}`
      : `set ${rule.variable} to a folder that only you use`;
  const rootIsTrusted = rule.access === 'trusted' && uid === 0;
  if (uid !== rule.uid && !rootIsTrusted) {
    throw rule.failure(
      `${path} belongs to another user`,
      `run hotelctl as that user, or set ${rule.variable} to a folder that you own`,
    );
  }
  if (rule.access === 'private' && (mode & 0o077) !== 0) {
    throw rule.failure(`${path} is accessible to other users of this machine`, fix('go='));
  }
  if ((mode & 0o022) !== 0) {
    throw rule.failure(`${path} can be changed by other users of this machine`, fix('go-w'));
  }
}

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

/** Windows has access lists in place of modes. They are read and changed with `icacls`. */

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
