import type { Command, Option } from 'commander';

/**
 * The answer to one press of Tab, from the command tree. The four shell scripts only pass the words on, so that
 * what they offer is what this hotelctl has. `words` is the line up to the cursor without the program's name; the
 * last one is the word being completed. Answers lines of `value<TAB>description`, or nothing: the shell then offers
 * file names.
 */
export function complete(program: Command, words: readonly string[]): string {
  // `help reports <Tab>` goes down the tree as `reports <Tab>` does.
  const line = words[0] === 'help' && words.length > 1 ? words.slice(1) : words;
  const place = placeOf(program, line.slice(0, -1));
  // bash makes a word of its own of the `=` in `--format=csv`.
  const current = place.awaited && line.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  return candidates(place, current)
    .filter(([value]) => value.startsWith(current))
    .map(([value, description]) => `${value}\t${description}\n`)
    .join('');
}

type Candidate = readonly [value: string, description: string];

/** Where the cursor stands. */
interface Place {
  readonly command: Command;
  /** The flag whose value is next. */
  readonly awaited: Option | undefined;
  /** Arguments before it. */
  readonly operands: number;
  /** After `--`: the words are another program's. */
  readonly beyond: boolean;
}

function placeOf(program: Command, earlier: readonly string[]): Place {
  let command = program;
  let awaited: Option | undefined;
  let operands = 0;
  for (const word of earlier) {
    if (awaited && word === '=') continue;
    if (awaited) awaited = undefined;
    else if (word === '--') return { command, awaited, operands, beyond: true };
    else if (word.startsWith('-')) awaited = takingValue(optionsOf(command), word);
    else {
      const child = command.commands.find(candidate => candidate.name() === word);
      if (child) command = child;
      else operands += 1;
    }
  }
  return { command, awaited, operands, beyond: false };
}

function candidates({ command, awaited, operands, beyond }: Place, current: string): Candidate[] {
  if (beyond) return [];
  if (awaited) return valuesOf(awaited, '');
  if (!current.startsWith('-')) return [...childrenOf(command, operands), ...argumentsOf(command, operands)];
  const [flag = '', value] = current.split('=', 2);
  const assigned = value === undefined ? undefined : takingValue(optionsOf(command), flag);
  if (assigned) return valuesOf(assigned, `${flag}=`);
  return [
    ...optionsOf(command)
      .filter(({ hidden }) => !hidden)
      .map(option => [option.long ?? '', option.description] as const),
    ['--help', 'show help'],
  ];
}

/** A command's own flags and those that every command has. */
const optionsOf = (command: Command): readonly Option[] =>
  command.parent ? [...command.options, ...optionsOf(command.parent)] : command.options;

const takingValue = (options: readonly Option[], word: string) =>
  options.find(option => (option.long === word || option.short === word) && option.required);

const valuesOf = (option: Option, prefix: string): Candidate[] =>
  (option.argChoices ?? []).map(choice => [prefix + choice, option.description]);

const childrenOf = (command: Command, operands: number): Candidate[] =>
  operands > 0 ? [] : command.commands.map(child => [child.name(), child.summary()]);

const argumentsOf = (command: Command, operands: number): Candidate[] => {
  const argument = command.registeredArguments[operands];
  return (argument?.argChoices ?? []).map(choice => [choice, argument?.description ?? '']);
};
