import { isUtf8 } from 'node:buffer';
import { constants, promises } from 'node:fs';
import { type Context, orInterrupted } from './context.ts';
import { HotelctlError, systemErrorCode, UsageError } from './errors.ts';
import { secondsText } from './text.ts';
import { decodeWindows1252 } from './windows-1252.ts';

/** Files that a user names: a regular file, or a pipe such as `<(...)`. Reading ends with a signal, in time, and at a size. */
export interface NamedFileReading extends Pick<Context, 'clock' | 'interrupted'> {
  /** Milliseconds that a pipe has. */
  readonly timeout?: number;
  /** Bytes. */
  readonly most?: number;
}

const usualTimeout = 60_000;
const usualMost = 64 << 20;

/** Secrets, keys and certificates are small. */
export const mostOfSecret = 1 << 20;

/** A small file. @throws what `refuse` makes of the problem, in words that follow the name of the file and a colon */
export const readSmallFile = (
  path: string,
  { clock, interrupted }: NamedFileReading,
  refuse: (problem: string) => Error,
): Promise<Buffer> =>
  readNamedFile(path, { clock, interrupted, most: mostOfSecret }).catch(error => {
    throw refuse(namedFileProblem(error));
  });

/** The file of a flag, for example of a certificate. @throws UsageError */
export const readPemFile = (flag: string, path: string, reading: NamedFileReading): Promise<Buffer> =>
  readSmallFile(path, reading, problem => {
    const hint = `specify the path of a PEM file, not ${JSON.stringify(path)}`;
    return new UsageError(`${flag} cannot be read: ${problem}`, { hint });
  });

export class NamedFileError extends Error {}

/** Why a file was not read, as words that follow its name and a colon. @throws the interruption that ended reading */
export function namedFileProblem(error: unknown): string {
  if (error instanceof NamedFileError) return error.message;
  const code = systemErrorCode(error);
  if (code === undefined || error instanceof HotelctlError) throw error;
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder, not a file',
    ENXIO: 'it is neither a file nor a pipe',
    ENOTSUP: 'it is not a regular file',
    EFBIG: 'it is too large',
    ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text',
  };
  return words[code] ?? `it cannot be read (${code})`;
}

const pieceSize = 64 << 10;
/** Milliseconds between two looks at a pipe. */
const pause = 20;

/** @throws an error that `namedFileProblem` explains, or that of the interruption */
export async function readNamedFile(
  path: string,
  { clock, interrupted, timeout = usualTimeout, most = usualMost }: NamedFileReading,
): Promise<Buffer> {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  // Opening never waits for the writer of a named pipe.
  const file = await promises.open(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new NamedFileError('it is a folder, not a file');
    if (!stats.isFile() && !stats.isFIFO()) throw new NamedFileError('it is neither a file nor a pipe');
    if (stats.size > most) throw tooLarge(most);
    const end = clock.now() + timeout;
    const pieces: Buffer[] = [];
    // A pipe of the shell has a writer from the start; one by its name waits for the writer.
    let isOpen = !stats.isFIFO() || /^\/(dev|proc\/self)\/fd\/|^\/dev\/stdin$/.test(path);
    for (let size = 0; ; ) {
      interrupted.throwIfAborted();
      const piece = Buffer.alloc(pieceSize);
      const count = await orInterrupted(readPiece(file, piece), interrupted);
      if (count > 0) {
        pieces.push(piece.subarray(0, count));
        size += count;
        isOpen = true;
        if (size > most) throw tooLarge(most);
      } else if (count === 0 && isOpen) return Buffer.concat(pieces);
      else if (count < 0) isOpen = true;
      if (stats.isFIFO() && clock.now() >= end)
        throw new NamedFileError(`it did not end within ${secondsText(timeout)}`);
      if (count <= 0) await clock.sleep(pause, interrupted);
    }
  } finally {
    await file.close();
  }
}

/** @returns bytes; 0 without a writer, -1 if the writer has written nothing yet */
const readPiece = (file: promises.FileHandle, piece: Buffer): Promise<number> =>
  file.read(piece, 0, pieceSize, null).then(
    ({ bytesRead }) => bytesRead,
    error => {
      if (systemErrorCode(error) === 'EAGAIN') return -1;
      throw error;
    },
  );

const tooLarge = (most: number) => new NamedFileError(`it is larger than ${most >> 20} MiB`);

/** The text, and its encoding if it is not UTF-8: UTF-8 with or without its mark, UTF-16 (`>` of PowerShell), or Windows-1252 (CSV of Excel). @throws an error as above */
export function decodeNamedText(bytes: Uint8Array) {
  const [first = 0, second = 0] = bytes;
  if (first === 0xfe && second === 0xff) return { text: decode('utf-16be', bytes), encoding: 'UTF-16' };
  const zeros = bytes.subarray(0, 2000).filter((byte, index) => byte === 0 && index % 2 === 1).length;
  if ((first === 0xff && second === 0xfe) || zeros * 4 > Math.min(bytes.length, 2000))
    return { text: decode('utf-16le', bytes), encoding: 'UTF-16' };
  if (isUtf8(bytes)) return { text: decode('utf-8', bytes), encoding: undefined };
  const text = decodeWindows1252(bytes);
  if (text === undefined) throw new NamedFileError('it is not text');
  return { text, encoding: 'Windows-1252' };
}

/** Without the mark at the start. */
const decode = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);
