import type { Context } from '../base/context.ts';
import { InterruptedError } from '../base/errors.ts';
import { isLookingUp } from './lookups.ts';

/** How long open connections and timers may end by themselves. Milliseconds. */
const lingering = 250;

/**
 * Handles what no catch does: an error that is thrown outside any awaited call, and a program that runs out of work
 * before it is done. Both are defects, reported in one line and without a stack trace, as main reports its own.
 *
 * @param errorFormat called only when it is needed: main parses the command line too
 * @returns a function to call when main has ended; whatever is still open a moment later does not keep the process
 * alive
 */
export function endOnUncaughtErrors(
  errorFormat: () => string,
  { stderr, secrets, interrupted }: Context,
): () => void {
  const end = async (thrown: unknown) => {
    const { errorOutput } = await import('./error-output.ts');
    const { exitCode, text } = errorOutput(thrown, errorFormat(), false);
    // The program is in an unexpected state, so nothing else is waited for.
    await stderr.write(secrets.redact(text)).catch(() => {});
    process.exit(exitCode);
  };
  const unfinished = () => void end(new Error('nothing is left to wait for'));
  process.once('uncaughtException', end).once('beforeExit', unfinished);
  return () => {
    process.off('beforeExit', unfinished);
    setTimeout(() => endNow(interrupted.reason), lingering).unref();
  };
}

/**
 * `process.exit` waits for a name lookup, and a signal does not: after Ctrl-C the process ends by the signal itself then,
 * which shells report as the same exit code, 130 or 143.
 */
function endNow(reason: unknown): void {
  if (reason instanceof InterruptedError && process.exitCode === reason.exitCode && isLookingUp()) {
    const signal = reason.exitCode === 130 ? 'SIGINT' : 'SIGTERM';
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  process.exit();
}
