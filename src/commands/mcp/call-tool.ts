import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InterruptedError, UsageError } from '../../base/errors.ts';
import { flagWords, type OptionValues } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { pipedContext } from '../../cli/own-program.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import type { McpOptions } from './flags.ts';
import type { Tool } from './tools.ts';

/** A result contains at most this many rows, and this many characters: the rest is in a file. */
const mostRows = 50;
const mostCharacters = 60_000;
/** A longer text of the platform is cut. */
const longestText = 2000;

export const argumentName = (flag: string): string => flag.replaceAll('-', '_');

/**
 * Runs a command line of this program, with its output collected. It never prompts.
 *
 * @returns `notes`: the lines on standard error: notes, warnings, the error with its hint
 */
export async function runCollected(
  { context, flags, program }: Invocation,
  words: readonly string[],
  input: string,
  signal: AbortSignal,
) {
  const [out, notes]: [string[], string[]] = [[], []];
  const collect = (texts: string[]) => async (text: string) => void texts.push(text);
  const interruption = new AbortController();
  const stop = () => interruption.abort(context.interrupted.reason ?? new InterruptedError('SIGINT'));
  for (const one of [signal, context.interrupted]) one.addEventListener('abort', stop, { once: true });
  const profile = flags.profile === undefined ? [] : ['--profile', flags.profile];
  try {
    const exitCode = await program.run([...profile, '--no-input', ...words], {
      ...pipedContext(context, input, collect(out), collect(notes)),
      interrupted: interruption.signal,
    });
    return { exitCode, out: out.join(''), notes: notes.join('') };
  } finally {
    for (const one of [signal, context.interrupted]) one.removeEventListener('abort', stop);
  }
}

/** The words of the command for a call. @throws UsageError for a file that may not be written */
export function wordsOfCall(tool: Tool, given: OptionValues, options: McpOptions): string[] {
  const words = [...tool.command.split(' '), ...(tool.fixed ?? [])];
  for (const flag of tool.flags) words.push(...flagWords(`--${flag}`, given[argumentName(flag)]));
  const name = given['save_as'];
  if (typeof name === 'string') words.push('--output', newFile(name, options));
  else if (tool.returns === 'rows') words.push('--format', 'ndjson', '--limit', String(mostRows + 1));
  return words;
}

/** An agent writes only new files, and only into the folder of `--output-folder`. */
function newFile(name: string, { outputFolder }: McpOptions): string {
  if (outputFolder === undefined)
    throw new UsageError('no folder for files is set', {
      hint: 'start hotelctl mcp with --output-folder FOLDER',
    });
  const isPlain = name === basename(name) && /^[\w][\w .,-]{0,100}$/.test(name);
  const file = join(outputFolder, name);
  if (isPlain && !existsSync(file)) return file;
  throw new UsageError(isPlain ? `${name} exists already` : 'save_as must be a plain file name', {
    hint: 'for example october-2026.xlsx',
  });
}

export const linesOf = (text: string): string[] => text.split('\n').filter(line => line !== '');

/** The rows of NDJSON as the text of a result: exact digits, bounded, and whether there are more. */
export function boundedRows(tool: Tool, out: string, withGuestData: boolean, further: object): string {
  const hidden = withGuestData ? [] : (tool.guestColumns ?? []);
  const rows = linesOf(out).map(line => bounded(parseJson(line), hidden));
  const text = (count: number) =>
    stringifyJson({ rows: rows.slice(0, count), more: rows.length > count, ...further });
  let count = Math.min(rows.length, mostRows);
  while (count > 1 && text(count).length > mostCharacters) count = Math.floor(count / 2);
  return text(count);
}

function bounded(value: unknown, hidden: readonly string[]): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(item => bounded(item, []));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      hidden.includes(name) ? [] : [[name, bounded(inner, [])]],
    ),
  );
}
