import { type Context, withWrite } from '../base/context.ts';
import { errorFields, outputNotWritten } from '../base/errors.ts';
import { missingPart } from '../base/version.ts';
import { parseCommandLine } from '../cli/global-flags.ts';
import { keepCompiledCode, makeRealContext } from './real-context.ts';

/** Runs a command line. The only catch: every error becomes one line, a hint and an exit code of `base/errors.ts`. */
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
    const { runProgram } = await import('./run.ts');
    return await runProgram(line, { ...context, stdout, stderr });
  } catch (error) {
    // The reader of standard output closed the pipe (`hotelctl ... | head -1`): end quietly, as every filter does.
    if (error === failedWrite && (error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const { errorOutput, presentedError } = await import('../cli/error-output.ts');
    const reported = presentedError(error === failedWrite ? outputNotWritten(error) : error, context.secrets);
    const { exitCode, lines } = errorOutput(reported, line.flags, stderr.color);
    const { isTerminal, columns } = stderr;
    const place = { isTerminal: isTerminal && line.flags.errorFormat !== 'json', columns };
    const { wrappedFor } = await import('../cli/status-line.ts');
    const shown = await Promise.all(lines.map(line => wrappedFor(place, line)));
    await stderr.write(`${shown.join('\n')}\n`);
    return exitCode;
  }
}

/** Reports an error that no catch in `main` sees: the program is in an unexpected state, so nothing else is waited for. */
async function reportDefect(thrown: unknown, argv: readonly string[], { stderr, secrets }: Context) {
  const { flags } = parseCommandLine(argv);
  const { exitCode, lines } = await import('../cli/error-output.ts').then(
    ({ errorOutput, presentedError }) => errorOutput(presentedError(thrown, secrets), flags, false),
    problem => describeMissingPart(problem, flags.errorFormat),
  );
  await stderr.write(`${lines.join('\n')}\n`).catch(() => {});
  return exitCode;
}

/** Runs a command line as this process, and sets its exit code. */
export function runProcess(argv: readonly string[], programFolder: string): void {
  const context = makeRealContext(programFolder);
  keepCompiledCode(context);
  // What no catch in `main` sees: an error in a callback, and an end before the command has finished. Both are defects.
  const fail = async (error: unknown) => process.exit(await reportDefect(error, argv, context));
  const unfinished = () => fail(new Error('nothing is left to wait for'));
  process.once('uncaughtException', fail).once('beforeExit', unfinished);
  main(argv, context).then(exitCode => {
    process.off('beforeExit', unfinished);
    process.exitCode = exitCode;
    // Open connections and timers may end by themselves for a moment; they do not keep the process alive.
    setTimeout(() => process.exit(), 250).unref();
  });
}

/** What `errorOutput` would print, whose module is missing too. */
function describeMissingPart(problem: unknown, errorFormat: string) {
  const error = missingPart(problem);
  if (!error) throw problem;
  const { exitCode, message, details } = error;
  const lines =
    errorFormat === 'json'
      ? [JSON.stringify({ error: errorFields(error) })]
      : [`hotelctl: ${message}`, `hint: ${details.hint}`];
  return { exitCode, lines };
}
