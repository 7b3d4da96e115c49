import { join } from 'node:path';
import type { Host } from '../base/context.ts';

/** How to start this program again as a separate process, even if it is not on the PATH. */
export const ownProgram = ({ nodeFile, programFolder }: Host, args: readonly string[]) => ({
  file: nodeFile,
  args: [join(programFolder, '../bin/hotelctl.js'), ...args],
});

/** Resolves with the first Ctrl-C or SIGTERM: for commands that serve until then and end successfully. */
export const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
