import type { Context } from './context.ts';
import { errorOutput } from './error-output.ts';
import { version } from './version.ts';

/**
 * argv and a Context in, exit code out. The only catch: whatever is thrown below becomes one line, a hint and an
 * exit code of the table in errors.ts here. `docs/architecture.md` walks one command through the rooms from here.
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  try {
    if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
      await context.stdout.write(`${version}\n`);
      return 0;
    }
    const { runProgram } = await import('./program.ts');
    return await runProgram(argv, context);
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    const { exitCode, text } = errorOutput(error, argv, context.stderr.colour);
    // Standard error may be gone too; the exit code still tells.
    await context.stderr.write(text).catch(() => {});
    return exitCode;
  }
}

/** The reader of standard output went away (`hotelctl ... | head -1`): a quiet end, as every filter does. */
const isClosedPipe = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'EPIPE';
