import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { beginReplacement } from '../../base/atomic-file.ts';
import { type Delivery, type DeliveryContext, type OutputPlace, outputPlaceOf } from './place.ts';
import { withWriteErrors } from './write-problem.ts';

/** Milliseconds between two checks for a reader of a named pipe. */
const readerPoll = 100;

/** Writes to the target as it is now: a file is replaced atomically, everything else is written to directly. */
export async function writeFileTarget(
  chunks: AsyncIterable<string | Uint8Array>,
  target: string,
  context: DeliveryContext,
): Promise<Delivery> {
  const place = await outputPlaceOf(target);
  if (place.kind === 'special') return writeDirectly(chunks, place, target, context);
  const { path } = place;
  const options = place.kind === 'existing' ? { mode: 0o600, existing: place.stats } : { mode: 0o666 };
  const replacement = await withWriteErrors(target, () => beginReplacement(path, options));
  try {
    for await (const piece of inPieces(chunks)) await withWriteErrors(target, () => replacement.write(piece));
    await withWriteErrors(target, () => replacement.finish());
    context.interrupted.throwIfAborted();
    await withWriteErrors(target, () => replacement.publish());
  } catch (error) {
    await replacement.abandon();
    throw error;
  }
  return 'complete';
}

/** Bytes that are written at a time: each write waits for another thread. */
const pieceSize = 256 << 10;

/** The chunks in fewer, larger pieces; the bytes of a piece are overwritten by the next one. */
async function* inPieces(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafeSlow(pieceSize);
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (length + bytes.length > pieceSize) {
      yield piece.subarray(0, length);
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
async function writeDirectly(
  chunks: AsyncIterable<string | Uint8Array>,
  place: Extract<OutputPlace, { kind: 'special' }>,
  target: string,
  context: DeliveryContext,
): Promise<Delivery> {
  const file = await (place.isFifo
    ? openFifo(place.path, target, context)
    : openToAppend(place.path, target));
  try {
    for await (const chunk of chunks) {
      const closed = await withWriteErrors(target, () =>
        file.writeFile(chunk).then(() => false, endsAtClosedPipe),
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
      open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENXIO') return undefined;
        throw error;
      }),
    );
    if (tried) {
      const file = await openToAppend(path, target);
      await tried.close();
      return file;
    }
    await context.clock.sleep(readerPoll, context.interrupted);
  }
}

const endsAtClosedPipe = (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return true;
  throw error;
};
