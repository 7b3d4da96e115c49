import { join } from 'node:path';
import type { Host } from '../base/context.ts';

/** How to start this program again as a separate process, even if it is not on the PATH. */
export const ownProgram = ({ nodeFile, programFolder }: Host, args: readonly string[]) => ({
  file: nodeFile,
  args: [join(programFolder, '../bin/hotelctl.js'), ...args],
});
