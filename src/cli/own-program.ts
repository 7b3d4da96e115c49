import { join } from 'node:path';
import type { Host } from '../base/context.ts';

/** Whether this program runs as an executable of a release, which contains it at paths below its own. */
export const isExecutable = ({ nodeFile, programFolder }: Host) => programFolder.startsWith(nodeFile);

/** How to start this program again as a separate process, even if it is not on the PATH. */
export const ownProgram = (host: Host, args: readonly string[]) => ({
  file: host.nodeFile,
  args: isExecutable(host) ? [...args] : [join(host.programFolder, '../bin/hotelctl.js'), ...args],
});

/** Resolves with the first Ctrl-C or SIGTERM: for commands that serve until then and end successfully. */
export const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
