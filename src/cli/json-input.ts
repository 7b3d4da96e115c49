import { readFile } from 'node:fs/promises';
import type { Context } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { parseJson } from '../platform/json.ts';
import { refuseCard } from './card-refusal.ts';

/**
 * The JSON of a file, or of standard input for `-`. No message contains its content; card data is refused.
 *
 * @param flag name of the flag, for messages: `--quote`
 * @throws UsageError
 */
export async function readJsonInput(context: Context, flag: string, path: string): Promise<unknown> {
  const text = path === '-' ? await context.stdin.readText() : await textOf(flag, path);
  const where = path === '-' ? 'standard input' : `the file of ${flag}`;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new UsageError(`${where} cannot be read: ${(error as SyntaxError).message}`, {
      hint: `${flag} requires a JSON file, or - for standard input`,
    });
  }
  refuseCard(value, where);
  return value;
}

async function textOf(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'failed';
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${flag}: ${why}`, {
      hint: `set ${flag} to the path of a file, or to - for standard input`,
    });
  }
}
