import type { ChildResult, Context } from '../../base/context.ts';
import { OutputError, UsageError } from '../../base/errors.ts';
import type { JobProgram } from '../job.ts';
import type { Recurrence } from '../recurrence.ts';

/** One of the machine's own schedulers. Installing again replaces what was installed for the job. */
export interface Installer {
  readonly scheduler: 'systemd' | 'cron' | 'launchd' | 'windows';
  isAvailable(): Promise<boolean>;
  /** Resolves with a description of where the job was installed. */
  install(program: JobProgram, recurrence: Recurrence): Promise<string>;
  isInstalled(job: string): Promise<boolean>;
  /** Succeeds if the job is not installed. */
  remove(job: string): Promise<void>;
}

/** Milliseconds; a user manager that does not respond must not block a command forever. */
const budget = 20_000;

/** Runs a scheduler's own command; undefined if it is not installed. */
export async function runTool(
  context: Context,
  file: string,
  args: readonly string[],
  input = '',
): Promise<ChildResult | undefined> {
  try {
    return await context.runChild({
      file,
      args,
      env: context.env,
      input,
      budget,
      signal: context.interrupted,
    });
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** The same, but a failure is an error with the first line that the tool printed. @throws OutputError */
export async function requireTool(
  context: Context,
  file: string,
  args: readonly string[],
  input = '',
): Promise<ChildResult> {
  const result = await runTool(context, file, args, input);
  if (result?.exitCode === 0) return result;
  const [line = 'it is not installed'] = (result?.stderr ?? '').split('\n').filter(Boolean);
  throw new OutputError(`${file} ${args[0] ?? ''} failed: ${line}`, {
    hint: 'install the job yourself from `hotelctl schedule add ... --print`',
  });
}
