import { fstatSync, writeSync } from 'node:fs';
import type { Output } from '../base/context.ts';

/**
 * Standard output or standard error. Opening the stream of a process costs 7 ms, because it loads the network modules
 * of Node.js. A file or a pipe needs no stream: the system writes to it directly. The stream is opened for terminals
 * and other devices, and for the rest of the output if a non-blocking pipe is full.
 */
export function realOutput(fd: number, open: () => NodeJS.WriteStream, env: NodeJS.ProcessEnv): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    // Without a listener a closed pipe would be an uncaught exception; each write reports it to its own caller.
    opened ??= open().on('error', () => {});
    return opened;
  };
  const isDirect = () => opened === undefined && !isDevice(fd);
  const isTerminal = () => !isDirect() && stream().isTTY === true;
  const throughStream = (data: string | Uint8Array) =>
    new Promise<void>((resolve, reject) =>
      stream().write(data, error => (error ? reject(error) : resolve())),
    );
  let sinceTurn = 0;
  return {
    get isTerminal() {
      return isTerminal();
    },
    get columns() {
      // A terminal that does not know its width, such as one behind a pipe, says 0.
      return (isTerminal() && stream().columns) || 80;
    },
    get color() {
      return wantsColor(isTerminal, env);
    },
    async write(data) {
      if (!isDirect()) return throughStream(data);
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      const written = writeDirectly(fd, bytes);
      if (written < bytes.length) return throughStream(bytes.subarray(written));
      sinceTurn += written;
      if (sinceTurn < turnAfter) return;
      sinceTurn = 0;
      // Signals and timers are handled between turns of the event loop, which a loop of direct writes would never
      // reach.
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

/** Bytes. */
const turnAfter = 64 << 10;

/** How many bytes were written: fewer than all if the file descriptor does not block and is full. */
function writeDirectly(fd: number, bytes: Uint8Array): number {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return written;
      throw error;
    }
  }
  return written;
}

/**
 * Whether a file descriptor is a terminal or another device. On Windows, every one may be; a closed one counts as a device,
 * so that its stream reports the problem.
 */
export function isDevice(fd: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    return fstatSync(fd).isCharacterDevice();
  } catch {
    return true;
  }
}

function wantsColor(isTerminal: () => boolean, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return isTerminal() && env['TERM'] !== 'dumb';
}
