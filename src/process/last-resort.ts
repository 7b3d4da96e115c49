import type { Context } from '../base/context.ts';

/** A DNS lookup can't be stopped, and would keep the process alive for ten seconds. Milliseconds. */
const lingering = 250;

/**
 * Handles what no catch does: an error that is thrown outside any awaited call, and a program that runs out of work
 * before it is done. Both are defects, reported in one line and without a stack trace, as main reports its own.
 *
 * @returns a function to call when main has ended; whatever is still open a moment later does not keep the process
 * alive
 */
export function endOnUncaughtErrors(errorFormat: string, { stderr, secrets }: Context): () => void {
  const end = async (thrown: unknown) => {
    const { errorOutput } = await import('./error-output.ts');
    const { exitCode, text } = errorOutput(thrown, errorFormat, false);
    // The program is in an unexpected state, so nothing else is waited for.
    await stderr.write(secrets.redact(text)).catch(() => {});
    process.exit(exitCode);
  };
  const unfinished = () => void end(new Error('nothing is left to wait for'));
  process.once('uncaughtException', end).once('beforeExit', unfinished);
  return () => {
    process.off('beforeExit', unfinished);
    setTimeout(() => process.exit(), lingering).unref();
  };
}
