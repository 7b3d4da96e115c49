import type { Context } from '../base/context.ts';

/** A look-up of a host name can't be stopped, and would hold the process for ten seconds. Milliseconds. */
const lingering = 250;

/**
 * For what no catch sees: an error that is thrown where nothing waits for it, and a program that has nothing left to
 * do before it is done. Both are defects, reported in one line and without a stack trace, as main reports its own.
 *
 * @returns to be called when main has ended; what is still open a moment later does not keep the process alive
 */
export function watchForDefects(errorFormat: string, { stderr, secrets }: Context): () => void {
  const end = async (thrown: unknown) => {
    const { errorOutput } = await import('./error-output.ts');
    const { exitCode, text } = errorOutput(thrown, errorFormat, false);
    // The program is in a state that was not foreseen, so nothing else is waited for.
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
