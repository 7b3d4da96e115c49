import { hintOfNames } from '../base/choices.ts';
import type { Prompts } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { decodeNamedText, namedFileProblem, readNamedFile } from '../base/named-file.ts';
import { capitalized } from '../base/text.ts';
import { cardDataIn, cardIn, cardInWords } from '../platform/bookings/card-guard.ts';
import { parseJson, repeatedKey } from '../platform/json.ts';
import { safeText } from '../platform/safe-text.ts';
import type { Invocation } from './invocation.ts';
import { findSettingDefinition, type SettingName } from './settings/settings.ts';

/** hotelctl never accepts a card: card data is refused before anything is sent, and never printed. */

export function refuseCardInWords(words: readonly string[]): void {
  const found = cardInWords(words);
  if (!found) return;
  throw new UsageError(`${found.place || 'the command line'} contains what looks like ${found.what}`, {
    hint: 'hotelctl never accepts card data; remove this line from the history of your shell',
  });
}

/** @param where what the value is, as used in a sentence: `the quote` */
export function refuseCard(value: unknown, where: string): void {
  const found = cardIn(value);
  if (!found) return;
  const place = found.place === '' ? where : `${where}, ${safeText(found.place, 100)},`;
  throw new UsageError(`${place} contains what looks like ${found.what}`, {
    hint: 'hotelctl never accepts card data: omit that field, or mask it (411111******1111)',
  });
}

/** The JSON of a file, or of standard input for `-`. No message contains its content; card data is refused. */
export async function readJsonInput(reader: InputReader, flag: string, path: string): Promise<unknown> {
  const text = await readInput(reader, flag, path);
  const [where, what] =
    path === '-'
      ? ['standard input', 'JSON']
      : [`the file of ${flag}`, 'a JSON file, or - for standard input'];
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new UsageError(`${where} cannot be read: ${(error as SyntaxError).message}`, {
      hint: `${flag} requires ${what}`,
    });
  }
  refuseCard(value, where);
  const repeated = repeatedKey(text);
  if (repeated === undefined) return value;
  throw new UsageError(`${where} has "${safeText(repeated, 80)}" twice, with different values`, {
    hint: 'remove one of them',
  });
}

export type InputReader = Pick<Invocation, 'context' | 'settings' | 'note'>;

/** A second reader of standard input would receive an empty text. */
const inputsRead = new WeakSet<object>();

/** The text of a file, or of standard input for `-`, which only one flag can be. @throws UsageError */
export async function readInput(reader: InputReader, flag: string, path: string): Promise<string> {
  const { stdin } = reader.context;
  if (path === '-' && inputsRead.has(stdin))
    throw new UsageError('standard input can only be read once', { hint: 'put one of them into a file' });
  if (path === '-') return inputsRead.add(stdin) && stdin.readText();
  return readNamedText(reader, path, problem => {
    throw new UsageError(`${flag}: ${problem}`, {
      hint: 'specify the path of a file, or - for standard input',
    });
  });
}

/** The text of a file that the user named; a note says if it was not UTF-8. @param refuse throws an error for a problem */
export async function readNamedText(
  { context, settings, note }: InputReader,
  path: string,
  refuse: (problem: string) => never,
): Promise<string> {
  const timeout = settings.requireCount('timeout') * 1000;
  try {
    const { text, encoding } = decodeNamedText(
      await readNamedFile(path, { clock: context.clock, interrupted: context.interrupted, timeout }),
    );
    if (encoding)
      await note(`${safeText(path, 200)} is ${encoding} text and was read as that; UTF-8 is safer`);
    return text;
  } catch (error) {
    return refuse(namedFileProblem(error));
  }
}

/** One trimmed line at a prompt; card data is refused as in flags and files. @param mustBe as of a `ValueCheck` */
export async function promptForValue(
  prompts: Prompts,
  message: string,
  initial: string | undefined,
  mustBe: (text: string) => string | undefined,
): Promise<string> {
  const check = (text: string) => {
    if (cardDataIn(text)) return 'hotelctl never accepts card data';
    const phrase = mustBe(text.trim());
    return phrase === undefined ? true : `It must be ${phrase}`;
  };
  const answer = (await prompts.input({ message, check, initial })).trim();
  refuseCard(answer, 'the input');
  return answer;
}

/** Prompts for a setting that the registration with the platform has. */
export function promptForSetting({ context }: Invocation, name: SettingName): Promise<string> {
  const { summary, mustBe } = findSettingDefinition(name);
  const message = `${capitalized(summary)}${mustBe ? ' (https://…)' : ''}`;
  return promptForValue(context.prompts, message, undefined, text =>
    text === '' ? `the ${summary} of your registration with the platform` : mustBe?.(text),
  );
}

/** The value of a flag, else what the user enters; undefined if hotelctl cannot prompt. */
export async function givenOrPrompted(
  { interactive, context }: Pick<Invocation, 'interactive' | 'context'>,
  given: string | undefined,
  message: string,
): Promise<string | undefined> {
  const text = given?.trim();
  if (text || !interactive) return text || undefined;
  return promptForText(context.prompts, message);
}

export function missingFlags(values: Readonly<Record<string, string | undefined>>, hint: string) {
  const flags = Object.keys(values).filter(flag => !values[flag]);
  return new UsageError(`${flags.join(' and ')} ${flags.length > 1 ? 'are' : 'is'} required`, { hint });
}

export const promptForText = (prompts: Prompts, message: string): Promise<string> =>
  promptForValue(prompts, message, undefined, answer => (answer === '' ? 'something' : undefined));

/** Parses `key=value,key=value`, as in `--reservation`; `\,` is a comma in a value. No message repeats a value. */
export function parsePairs(
  flag: string,
  text: string,
  keys: readonly string[],
  repeatable: readonly string[] = [],
): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, readonly string[]>();
  for (const part of text.split(/(?<!\\),/)) {
    const [, key = '', escaped = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    const value = escaped.replaceAll('\\,', ',');
    if (key === '' || value === '')
      throw new UsageError(`${flag} takes key=value pairs, separated by commas`, {
        hint: `write \\, for a comma in a value; keys: ${keys.join(', ')}`,
      });
    if (!keys.includes(key))
      throw new UsageError(`${flag} has no key "${key}"`, { hint: hintOfNames(key, keys, 'keys:') });
    const before = pairs.get(key) ?? [];
    if (before.length > 0 && !repeatable.includes(key))
      throw new UsageError(`${flag} has ${key} twice`, { hint: 'specify each key once' });
    pairs.set(key, [...before, value]);
  }
  return pairs;
}

/** Parses the number of a reservation, counted from 1; returns its index, from 0. */
export function reservationIndex(flag: string, text: string | undefined, count: number): number {
  const number = text === undefined && count === 1 ? 1 : Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1;
  throw new UsageError(`${flag} must name a reservation by its number, 1 to ${count}`, {
    hint: `for example ${flag} 'reservation=1,...'`,
  });
}
