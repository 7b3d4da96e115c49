import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { UsageError, writeProblem } from '../../base/errors.ts';

export const newFileEndings = ['.csv', '.xlsx', '.html', '.ndjson', '.parquet'];

/**
 * Runs the work with a new file in a folder. The file is created first, so that no other call and no
 * link can have its name; it is removed if nothing was written.
 */
export async function withNewFile<T>(
  name: string,
  folder: string,
  work: (file: string) => Promise<T>,
): Promise<T & { readonly file: string; readonly size: number }> {
  const isPlain =
    name === basename(name) && /^\w[\w .,-]{0,100}$/.test(name) && newFileEndings.includes(extname(name));
  if (!isPlain)
    throw new UsageError(`the name must be a plain file name that ends in ${newFileEndings.join(', ')}`, {
      hint: 'for example october-2026.xlsx',
    });
  const file = join(folder, name);
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UsageError(
      isTaken ? `${name} exists already` : `${name} cannot be written: ${writeProblem(error).what}`,
      { hint: 'choose another name' },
    );
  }
  try {
    const made = await work(file);
    return { ...made, file, size: statSync(file).size };
  } finally {
    if (statSync(file).size === 0) rmSync(file);
  }
}
