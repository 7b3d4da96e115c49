import type { Context, Output } from './base/context.ts';
import { version } from './base/version.ts';

/**
 * argv and a Context in, exit code out. The only catch: whatever is thrown below becomes one line, a hint and an
 * exit code of the table in errors.ts here. `docs/architecture.md` walks one command through the rooms from here.
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  let failedWrite: unknown;
  const stdout = writingWith(context.stdout, async data => {
    try {
      await context.stdout.write(data);
    } catch (error) {
      failedWrite = error;
      throw error;
    }
  });
  // Standard error may be gone; what goes there is advice, and the exit code still tells.
  const stderr = writingWith(context.stderr, data => {
    const shown = typeof data === 'string' ? context.secrets.redact(data) : data;
    return context.stderr.write(shown).catch(() => {});
  });
  try {
    if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
      await stdout.write(`${version}\n`);
      return 0;
    }
    const { runProgram } = await import('./run.ts');
    return await runProgram(argv, { ...context, stdout, stderr });
  } catch (error) {
    // The reader of standard output went away (`hotelctl ... | head -1`): a quiet end, as every filter does.
    if (error === failedWrite && (error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const { errorOutput, unwritable } = await import('./process/error-output.ts');
    const told = error === failedWrite ? unwritable(error) : error;
    const { exitCode, text } = errorOutput(told, argv, stderr.colour);
    await stderr.write(text);
    return exitCode;
  }
}

/** The same output with another way to write. Looked at late: Node makes a stream when it is first looked at. */
const writingWith = (output: Output, write: Output['write']): Output => ({
  get isTerminal() {
    return output.isTerminal;
  },
  get columns() {
    return output.columns;
  },
  get colour() {
    return output.colour;
  },
  write,
});
