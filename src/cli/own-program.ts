import { join } from 'node:path';
import { type Context, type Host, onAbort } from '../base/context.ts';

/** Whether this program runs as an executable of a release, which contains it at paths below its own. */
export const isExecutable = ({ nodeFile, programFolder }: Host) => programFolder.startsWith(nodeFile);

/** How to start this program again as a separate process, even if it is not on the PATH. */
export const ownProgram = (host: Host, args: readonly string[]) => ({
  file: host.nodeFile,
  args: isExecutable(host) ? [...args] : [join(host.programFolder, '../bin/hotelctl.js'), ...args],
});

/** Resolves with the first Ctrl-C or SIGTERM: for commands that serve until then and end successfully. */
export const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => void onAbort(signal, resolve));

type Write = (data: string | Uint8Array) => Promise<void>;

/** The context of a command that a program runs: pipes in place of a terminal, so that it never prompts. */
export function pipedContext(context: Context, input: string, out: Write, notes: Write): Context {
  const piped = (write: Write) => ({ isTerminal: false, columns: 80, color: false, write });
  return {
    ...context,
    stdin: { isTerminal: false, readText: async () => input, async *lines() {} },
    stdout: piped(out),
    stderr: piped(notes),
  };
}
