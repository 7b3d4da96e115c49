import type { Context } from './base/context.ts';
import { parseCommandLine } from './cli/global-flags.ts';
import { endOnUncaughtErrors } from './process/last-resort.ts';
import { makeRealContext } from './process/real-context.ts';

export { main } from './main.ts';
export { keepCompiledCode } from './process/compile-cache.ts';

/** The Context of this process, for the executable: its streams, clock and folders. */
export const realContext = () => makeRealContext(__dirname);

export const watchForDefects = (argv: readonly string[], context: Context) =>
  endOnUncaughtErrors(parseCommandLine(argv).flags.errorFormat, context);
