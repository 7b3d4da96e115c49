import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { access, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { beginReplacement, type Replacement, type ReplacementOptions } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { HotelctlError, notWritten, OutputError, UsageError, writeProblem } from '../../base/errors.ts';

/** Milliseconds between two checks for a reader of a named pipe. */
const readerPoll = 100;

/** Writes to the target as it is now: a file is replaced atomically, everything else is written to directly. */
export async function writeFileTarget(
  chunks: AsyncIterable<string | Uint8Array>,
  target: string,
  context: DeliveryContext,
): Promise<Delivery> {
  const { path, existing, special } = await findOutputPlace(target);
  if (special) {
    const file = await (special === 'fifo' ? openFifo(path, target, context) : openToAppend(path, target));
    return writeDirectly(chunks, file, target);
  }
  const options = existing ? { mode: 0o600, existing } : { mode: 0o666 };
  return writeReplacement(chunks, await beginReported(target, path, options), context);
}

/** Writes all chunks, or nothing. */
export async function writeReplacement(
  chunks: AsyncIterable<string | Uint8Array>,
  replacement: Replacement,
  { interrupted }: DeliveryContext,
): Promise<Delivery> {
  try {
    for await (const piece of inPieces(chunks)) await replacement.write(piece);
    await replacement.finish();
    interrupted.throwIfAborted();
    await replacement.publish();
  } catch (error) {
    await replacement.abandon();
    throw error;
  }
  return 'complete';
}

/** Bytes that are written at a time: each write waits for another thread. */
const pieceSize = 256 << 10;

/** The chunks in fewer, larger pieces; the bytes of a piece are overwritten by the next but one. */
export async function* inPieces(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let piece = Buffer.allocUnsafeSlow(pieceSize);
  let other = Buffer.allocUnsafeSlow(pieceSize);
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (length + bytes.length > pieceSize) {
      yield piece.subarray(0, length);
      [piece, other] = [other, piece];
      length = 0;
    }
    if (bytes.length > pieceSize) yield bytes;
    else {
      piece.set(bytes, length);
      length += bytes.length;
    }
  }
  yield piece.subarray(0, length);
}

/** Writes directly to a device, a named pipe or a descriptor: there is no old content to keep. */
async function writeDirectly(chunks: AsyncIterable<string | Uint8Array>, file: FileHandle, target: string) {
  try {
    for await (const chunk of chunks) {
      const closed = await withWriteErrors(target, () =>
        file.writeFile(chunk).then(() => false, ifCode('EPIPE', true)),
      );
      if (closed) return 'closed';
    }
  } finally {
    await file.close().catch(() => {});
  }
  return 'complete';
}

// Append, because the file of a descriptor may have content already.
const openToAppend = (path: string, target: string) => withWriteErrors(target, () => open(path, 'a'));

/**
 * Opening a named pipe blocks until it has a reader and cannot be interrupted, so a non-blocking open is repeated. The
 * blocking open follows before the non-blocking one is closed, or the reader would see the end of the file.
 */
async function openFifo(path: string, target: string, context: DeliveryContext): Promise<FileHandle> {
  for (;;) {
    const tried = await withWriteErrors(target, () =>
      open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(ifCode('ENXIO', undefined)),
    );
    if (tried) {
      const file = await openToAppend(path, target);
      await tried.close();
      return file;
    }
    await context.clock.sleep(readerPoll, context.interrupted);
  }
}

/** Handles the error with this code; any other one is thrown again. */
const ifCode =
  <Value>(code: string, value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === code) return value;
    throw error;
  };

export type DeliveryContext = Pick<Context, 'stdout' | 'interrupted' | 'clock'>;

/** `closed`: the reader of a pipe closed it before the end, as `| head` does; a success. */
export type Delivery = 'complete' | 'closed';

/** The limit of Linux. */
const mostLinks = 40;

/** The file behind all symbolic links, or a special file as it was named. Throws OutputError for a folder and for a file that is not writable. */
export async function findOutputPlace(target: string) {
  if (target === '' || /[/\\]$/.test(target))
    throw new OutputError(`"${target}" does not name a file`, { hint: 'set --output to the name of a file' });
  // Windows has its device in every folder; a file would be named like it.
  if (process.platform === 'win32' && /(^|[/\\])nul$/i.test(target))
    return { path: '\\\\.\\NUL', special: 'other' };
  return withWriteErrors(target, async () => {
    const stats = await stat(target).catch(ifCode('ENOENT', undefined));
    if (!stats) return { path: await behindLinks(resolve(target)) };
    if (stats.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
    // Descriptors by name are written to directly: a file with that name cannot be renamed into place.
    const isDescriptor = /^\/(dev|proc\/[^/]+)\/(fd\/\d+|stderr)$/.test(target);
    if (isDescriptor) return { path: target, special: 'other' };
    if (!stats.isFile()) return { path: target, special: stats.isFIFO() ? 'fifo' : 'other' };
    const path = await realpath(target);
    // Renaming would replace a read-only file, which was made read-only on purpose.
    await access(path, constants.W_OK);
    return { path, existing: stats };
  });
}

/** A link may point to a file that does not exist yet: the link stays, and the file is created at its target. */
async function behindLinks(path: string): Promise<string> {
  let place = path;
  for (let links = 0; links <= mostLinks; links++) {
    const pointsAt = await readlink(place).catch(() => undefined);
    if (pointsAt === undefined) return place;
    place = resolve(dirname(place), pointsAt);
  }
  throw Object.assign(new Error('circle'), { code: 'ELOOP' });
}

/** Of a name with placeholders, the folder before the first one is checked. @throws OutputError */
export async function checkPlace(target: string): Promise<void> {
  const [start, ...placeholders] = target.split('{');
  const { path, special } =
    placeholders.length > 0 ? { path: `${start}-`, special: undefined } : await findOutputPlace(target);
  // A file is replaced by one that is created in the same folder.
  if (!special) await withWriteErrors(target, () => access(dirname(path), constants.W_OK));
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
    throw notWritten(`${target} could not be written`, error);
  }
}

/** Replaces a file atomically; its failures name the file as the user gave it. */
export async function beginReported(target: string, path: string, options: ReplacementOptions) {
  const replacement = await withWriteErrors(target, () => beginReplacement(path, options));
  return {
    write: (chunk: string | Uint8Array) => withWriteErrors(target, () => replacement.write(chunk)),
    finish: () => withWriteErrors(target, replacement.finish),
    publish: () => withWriteErrors(target, replacement.publish),
    abandon: replacement.abandon,
  };
}

export const newFileEndings = ['.csv', '.xlsx', '.html', '.ndjson', '.parquet'];

/**
 * Runs work that writes a new file in a folder: the file has its name once it is whole. Nothing remains of work that fails.
 */
export async function withNewFile<T extends { readonly isWhole: boolean }>(
  name: string,
  folder: string,
  work: (write: Replacement['write']) => Promise<T>,
) {
  const isPlain =
    name === basename(name) && /^\w[\w .,-]{0,100}$/.test(name) && newFileEndings.includes(extname(name));
  if (!isPlain)
    throw new UsageError(`the name must be a plain file name that ends in ${newFileEndings.join(', ')}`, {
      hint: 'for example october-2026.xlsx',
    });
  const file = join(folder, name);
  /** From then on, no other call and no link can have the name. */
  const reserve = () => {
    try {
      closeSync(openSync(file, 'wx', 0o600));
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
      throw new UsageError(
        isTaken ? `${name} exists already` : `${name} cannot be written: ${writeProblem(error).what}`,
        { hint: 'choose another name' },
      );
    }
  };
  // First only to try it: what a killed process leaves must not look like a report without rows.
  reserve();
  rmSync(file);
  const replacement = await beginReported(name, file, { mode: 0o600 });
  try {
    const made = await work(replacement.write);
    if (made.isWhole) {
      await replacement.finish();
      reserve();
      await replacement.publish();
    }
    return { ...made, file };
  } finally {
    await replacement.abandon();
  }
}
