import { join } from 'node:path';
import type { Host } from '../base/context.ts';

/** How this very program is started again as a process of its own, also where it is not on the PATH. */
export const ownProgram = ({ nodeFile, programFolder }: Host, args: readonly string[]) => ({
  file: nodeFile,
  args: [join(programFolder, '../bin/hotelctl.js'), ...args],
});
