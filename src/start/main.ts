import { type Context, withWrite } from '../base/context.ts';
import { version } from '../base/version.ts';
import { parseCommandLine } from '../cli/global-flags.ts';

/**
 * argv and a Context in, exit code out. The only catch: every error that is thrown below becomes one line, a hint and an
 * exit code of the table in `base/errors.ts`. `docs/architecture.md` follows one command through the modules from here.
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  const line = parseCommandLine(argv);
  let failedWrite: unknown;
  const write: Context['stdout']['write'] = data =>
    context.stdout.write(data).catch(error => {
      failedWrite = error;
      throw error;
    });
  const stdout = withWrite(context.stdout, write, line.flags.color);
  // Standard error may be closed. Only messages go there, and the exit code still reports the result.
  const report: typeof write = data => {
    const shown = typeof data === 'string' ? context.secrets.redact(data) : data;
    return context.stderr.write(shown).catch(() => {});
  };
  const stderr = withWrite(context.stderr, report, line.flags.color);
  try {
    if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
      await stdout.write(`${version}\n`);
      return 0;
    }
    const { runProgram } = await import('./run.ts');
    return await runProgram(line, { ...context, stdout, stderr }, main);
  } catch (error) {
    // The reader of standard output closed the pipe (`hotelctl ... | head -1`): end quietly, as every filter does.
    if (error === failedWrite && (error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const { errorOutput, presentedError, unwritable } = await import('../cli/error-output.ts');
    const reported = presentedError(error === failedWrite ? unwritable(error) : error, context.secrets);
    const { errorFormat, profile, verbose: isVerbose } = line.flags;
    const { exitCode, lines } = errorOutput(reported, errorFormat, stderr.color, { profile, isVerbose });
    const { isTerminal, columns } = stderr;
    const place = { isTerminal: isTerminal && errorFormat !== 'json', columns };
    const { wrappedFor } = await import('../output/wrapped-line.ts');
    const shown = await Promise.all(lines.map(line => wrappedFor(place, line)));
    await stderr.write(`${shown.join('\n')}\n`);
    return exitCode;
  }
}

/** Reports an error that no catch in `main` sees in the same way. The program is in an unexpected state, so nothing else is waited for. */
export async function reportDefect(thrown: unknown, argv: readonly string[], { stderr, secrets }: Context) {
  const { errorOutput, presentedError } = await import('../cli/error-output.ts');
  const error = presentedError(thrown, secrets);
  const { exitCode, lines } = errorOutput(error, parseCommandLine(argv).flags.errorFormat, false);
  await stderr.write(`${lines.join('\n')}\n`).catch(() => {});
  return exitCode;
}
