import { UsageError } from '../base/errors.ts';

/** The flags that every command has, parsed once, before the command tree is built. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  readonly input: boolean;
  readonly animation: boolean;
  /** `text` or `json`; `run.ts` refuses everything else. */
  readonly errorFormat: string;
}

export interface CommandLine {
  readonly argv: readonly string[];
  readonly flags: GlobalFlags;
  readonly words: readonly string[];
  /** An error in the global flags. Thrown later, so that the error has the requested format. */
  readonly problem?: UsageError;
}

interface GlobalFlagDefinition {
  readonly name: keyof GlobalFlags;
  readonly flags: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly fallback?: string;
}

/** The one table of global flags: for the parser below, the help, the completion and the manual page. */
export const globalFlags: readonly GlobalFlagDefinition[] = [
  { name: 'profile', flags: '--profile <name>', summary: 'profile to use (HOTELCTL_PROFILE)' },
  { name: 'quiet', flags: '-q, --quiet', summary: 'do not print progress and notes' },
  {
    name: 'verbose',
    flags: '-v, --verbose',
    summary: 'print each request and response on standard error, without secrets',
  },
  { name: 'color', flags: '--no-color', summary: 'do not use color (NO_COLOR)' },
  { name: 'input', flags: '--no-input', summary: 'never prompt' },
  {
    name: 'animation',
    flags: '--no-animation',
    summary: 'plain text: no bars, symbols or animation (HOTELCTL_NO_ANIMATION)',
  },
  {
    name: 'errorFormat',
    flags: '--error-format <format>',
    summary: 'format of error messages',
    choices: ['text', 'json'],
    fallback: 'text',
  },
];

const defaults: GlobalFlags = {
  quiet: false,
  verbose: false,
  color: true,
  input: true,
  animation: true,
  errorFormat: 'text',
};

/**
 * Removes the global flags from a command line, at any position. Words after `--` belong to another program. Never
 * throws: an error in another part of the command line must still be printed in the format that `--error-format` names.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const found: Partial<Record<keyof GlobalFlags, string | boolean>> = {};
  const words: string[] = [];
  let problem: UsageError | undefined;
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      words.push(word, ...rest);
      break;
    }
    const [spelling = '', attached] = splitWord(word);
    const flag = globalFlags.find(({ flags }) => flags.split(/[ ,]+/).includes(spelling));
    const takesValue = flag?.flags.includes('<') === true;
    if (!flag || (attached !== undefined && !takesValue && !isShort(word))) words.push(word);
    else if (!takesValue) {
      found[flag.name] = !spelling.startsWith('--no-');
      // `-qo FILE` is `-q -o FILE`.
      if (attached) rest.unshift(`-${attached}`);
    } else {
      if (found[flag.name] !== undefined) problem ??= givenTwice(spelling);
      const value = attached ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
      if (value === undefined) problem ??= withoutValue(flag, rest[0]);
      else found[flag.name] = value;
    }
  }
  const flags = { ...defaults, ...(found as Partial<GlobalFlags>) };
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

function expandAlias(words: readonly string[]): readonly string[] {
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

const longFlag = ({ flags }: GlobalFlagDefinition) => flags.split(', ').at(-1) ?? flags;

/** A flag that takes one value has two: one of them may be the intended one. */
export const givenTwice = (flag: string) =>
  new UsageError(`${flag} is specified more than once`, { hint: 'specify it once; it accepts one value' });

function withoutValue(flag: GlobalFlagDefinition, next: string | undefined): UsageError {
  const [name] = longFlag(flag).split(' ');
  const found = next === undefined ? '' : `; ${next.split('=', 1)[0]} is a flag`;
  return new UsageError(`${name} needs a value${found}`, {
    hint: `write ${longFlag(flag)}; run \`hotelctl --help\` for usage`,
  });
}
