import { UsageError } from '../base/errors.ts';
import { flagAttribute, longFlag, type Options } from './flags.ts';

/** The flags that every command has: for the parser below, the help, the completion and the manual page. */
export const globalFlags = {
  '--profile <name>': 'profile to use (HOTELCTL_PROFILE)',
  '-q, --quiet': 'do not print progress and notes',
  '-v, --verbose': 'print each request and response on standard error, without secrets',
  '--no-color': 'do not use color (NO_COLOR)',
  '--no-input': 'never prompt',
  '--no-animation': 'plain text: no bars, symbols or animation (HOTELCTL_NO_ANIMATION)',
  // `run.ts` refuses other values.
  '--error-format <format>': {
    summary: 'format of error messages',
    choices: ['text', 'json'],
    fallback: 'text',
  },
} as const;

/** Parsed once, before the command tree is built. */
export type GlobalFlags = Options<typeof globalFlags>;

const defaults: GlobalFlags = { color: true, input: true, animation: true, errorFormat: 'text' };

export interface CommandLine {
  readonly argv: readonly string[];
  readonly flags: GlobalFlags;
  readonly words: readonly string[];
  /** An error in the global flags. Thrown later, so that the error has the requested format. */
  readonly problem?: UsageError;
}

/**
 * Removes the global flags from a command line, at any position. Words after `--` belong to another program. Never
 * throws: an error in another part of the command line must still be printed in the format that `--error-format` names.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const found: Record<string, string | boolean> = {};
  const words: string[] = [];
  let problem: UsageError | undefined;
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      words.push(word, ...rest);
      break;
    }
    const [spelling = '', attached] = splitWord(word);
    const form = Object.keys(globalFlags).find(flag => flag.match(/-[-\w]+/g)?.includes(spelling)) ?? '';
    const name = flagAttribute(form);
    const takesValue = form.includes('<');
    if (form === '' || (attached !== undefined && !takesValue && !isShort(word))) words.push(word);
    else if (!takesValue) {
      found[name] = !spelling.startsWith('--no-');
      // `-qo FILE` is `-q -o FILE`.
      if (attached) rest.unshift(`-${attached}`);
    } else {
      if (found[name] !== undefined) problem ??= givenTwice(spelling);
      const value = attached ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
      if (value === undefined) problem ??= withoutValue(form, rest[0]);
      else found[name] = value;
    }
  }
  const flags = { ...defaults, ...found };
  const line = { argv, flags, words: expandAlias(words) };
  return problem ? { ...line, problem } : line;
}

/** Other spellings of commands. */
const aliases = [
  { typed: ['ui'], command: ['ui-integration'] },
  { typed: ['auth', 'login'], command: ['login'] },
  { typed: ['auth', 'logout'], command: ['logout'] },
  // A group with one verb.
  { typed: ['properties'], command: ['properties', 'list'], before: /^-(?!-help$|h$)|^$/ },
];

export function expandAlias(words: readonly string[]): readonly string[] {
  const at = words[0] === 'help' ? 1 : 0;
  const found = aliases.find(
    ({ typed, before = /^/ }) =>
      typed.every((word, index) => words[at + index] === word) && before.test(words[at + typed.length] ?? ''),
  );
  return found ? words.toSpliced(at, found.typed.length, ...found.command) : words;
}

const isShort = (word: string) => /^-[a-z]/i.test(word);

/** Splits `--profile=x` into flag and value, and `-qv` into the first letter and the others. */
function splitWord(word: string): readonly [flag: string, attached?: string] {
  if (isShort(word)) return word.length > 2 ? [word.slice(0, 2), word.slice(2)] : [word];
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

/** A flag that takes one value has two: one of them may be the intended one. */
export const givenTwice = (flag: string) =>
  new UsageError(`${flag} is specified more than once`, { hint: 'specify it once; it accepts one value' });

function withoutValue(form: string, next: string | undefined): UsageError {
  const found = next === undefined ? '' : `; ${next.split('=', 1)[0]} is a flag`;
  return new UsageError(`${longFlag(form)} needs a value${found}`, {
    hint: `write ${form}; run \`hotelctl --help\` for usage`,
  });
}
