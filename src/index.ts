import type { Context } from './context.ts';
import { makeRealContext } from './real-context.ts';

export { main } from './main.ts';

/** The real world, for the executable: the streams, the clock, the folders of the process it runs in. */
export function realContext(): Context {
  const context = makeRealContext(__dirname);
  // What an event handler throws has no caller whose catch could have it. Node would print the error and all that
  // hangs on it; a person gets the one line of a defect.
  process.once('uncaughtException', async error => {
    const { errorOutput } = await import('./error-output.ts');
    const { exitCode, text } = errorOutput(error, process.argv.slice(2), false);
    await context.stderr.write(context.secrets.redact(text)).catch(() => {});
    process.exit(exitCode);
  });
  return context;
}
