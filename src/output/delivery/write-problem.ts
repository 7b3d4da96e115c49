import { HotelctlError, OutputError } from '../../base/errors.ts';
import { writeProblem } from '../../base/system-errors.ts';

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
