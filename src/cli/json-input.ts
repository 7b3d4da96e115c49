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
  const text = await readInput(context, flag, path);
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

/** The text of a file, or of standard input for `-`. @throws UsageError */
export async function readInput(context: Context, flag: string, path: string): Promise<string> {
  if (path === '-') return context.stdin.readText();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    const { code = 'failed' } = error as NodeJS.ErrnoException;
    const problems: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
    };
    throw new UsageError(`${flag}: ${problems[code] ?? `it cannot be read (${code})`}`, {
      hint: 'specify the path of a file, or - for standard input',
    });
  }
}
