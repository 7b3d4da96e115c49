import type { Command, Option } from 'commander';

/** The position of the cursor. */
export interface CommandPlace {
  readonly command: Command;
  /** The flag whose value is next. */
  readonly awaited: Option | undefined;
  /** Arguments before it. */
  readonly operands: readonly string[];
  /** Flags before it with their values; the last of each. */
  readonly given: Readonly<Record<string, string>>;
  /** After `--`: the words belong to another program. */
  readonly beyond: boolean;
}

/** @param earlier the words before the one that is being completed */
export function commandPlaceOf(program: Command, earlier: readonly string[]): CommandPlace {
  let command = program;
  let awaited: Option | undefined;
  const operands: string[] = [];
  const given: Record<string, string> = {};
  for (const word of earlier) {
    if (awaited && word === '=') continue;
    if (awaited) {
      given[awaited.long ?? ''] = word;
      awaited = undefined;
    } else if (word === '--') return { command, awaited, operands, given, beyond: true };
    else if (word.startsWith('-')) {
      const [flag = '', value] = word.split('=', 2);
      const option = takingValue(command, flag);
      if (value === undefined) awaited = option;
      else if (option) given[option.long ?? ''] = value;
    } else {
      const child = command.commands.find(candidate => candidate.name() === word);
      if (child) command = child;
      else operands.push(word);
    }
  }
  return { command, awaited, operands, given, beyond: false };
}

/** A command's own flags and the global flags. */
const optionsOf = (command: Command): readonly Option[] =>
  command.parent ? [...command.options, ...optionsOf(command.parent)] : command.options;

/** The flags that help shows. */
export const visibleOptionsOf = (command: Command): readonly Option[] =>
  optionsOf(command).filter(option => !option.hidden);

export const optionNamed = (command: Command, word: string): Option | undefined =>
  optionsOf(command).find(option => option.long === word || option.short === word);

export const takingValue = (command: Command, word: string): Option | undefined => {
  const option = optionNamed(command, word);
  return option?.required ? option : undefined;
};
