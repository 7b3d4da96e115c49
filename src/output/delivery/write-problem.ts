import { beginReplacement, type Replacement, type ReplacementOptions } from '../../base/atomic-file.ts';
import { HotelctlError, OutputError, writeProblem } from '../../base/errors.ts';

/**
 * Returns the work's result; a failure of the file system becomes an OutputError that names the file as the user gave
 * it.
 */
export async function withWriteErrors<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HotelctlError || !(error instanceof Error) || !('code' in error)) throw error;
    const { what, hint } = writeProblem(error);
    throw new OutputError(`${target} could not be written: ${what}`, { hint, cause: error });
  }
}

/** Replaces a file atomically; its failures name the file as the user gave it. */
export async function beginReported(
  target: string,
  path: string,
  options: ReplacementOptions,
): Promise<Replacement> {
  const replacement = await withWriteErrors(target, () => beginReplacement(path, options));
  return {
    write: chunk => withWriteErrors(target, () => replacement.write(chunk)),
    finish: () => withWriteErrors(target, replacement.finish),
    publish: () => withWriteErrors(target, replacement.publish),
    abandon: replacement.abandon,
  };
}
