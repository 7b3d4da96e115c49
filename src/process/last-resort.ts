import type { Context } from '../base/context.ts';

/**
 * For what no catch sees: an error that is thrown where nobody waits for it, and a program that has nothing left to
 * do before it is done. Both are defects, told in one line and without a trace, as main tells its own.
 *
 * @returns to be called when main has ended
 */
export function watchForDefects(errorFormat: string, { stderr, secrets }: Context): () => void {
  const end = async (thrown: unknown) => {
    const { errorOutput } = await import('./error-output.ts');
    const { exitCode, text } = errorOutput(thrown, errorFormat, false);
    // What is still going on is in a state that nobody foresaw, so it is not waited for.
    await stderr.write(secrets.redact(text)).catch(() => {});
    process.exit(exitCode);
  };
  const unfinished = () => void end(new Error('nothing is left to wait for'));
  process.once('uncaughtException', end).once('beforeExit', unfinished);
  return () => process.off('beforeExit', unfinished);
}
