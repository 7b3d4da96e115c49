import type { Command, Option } from 'commander';

export type Candidate = readonly [value: string, description: string];

/** A value that the command tree has no list for. */
export interface ValueRequest {
  readonly command: Command;
  /** `ui-integration get`, without the program's name. */
  readonly path: string;
  /** The flag, or the argument by name. */
  readonly name: string;
  /** Flags before the cursor with their values. */
  readonly given: Readonly<Record<string, string>>;
  readonly operands: readonly string[];
}

/** Values that are known on this machine: profiles, properties, columns ... */
type KnownValues = (requestAt: ValueRequest) => Promise<readonly Candidate[]>;

/**
 * Completes one press of Tab, from the command tree. The four shell scripts only pass the words on, so that their
 * suggestions always match the installed hotelctl. `words` is the line up to the cursor without the program's name; the
 * last one is the word being completed. Returns lines of `value<TAB>description`, or the one line `:files`, for which
 * the shell completes file names.
 *
 * @param topics of `hotelctl help`
 */
export async function complete(
  program: Command,
  words: readonly string[],
  known: KnownValues,
  topics: readonly Candidate[],
): Promise<string> {
  // `help reports <Tab>` completes like `reports <Tab>`.
  const isHelp = words[0] === 'help' && words.length > 1;
  const line = isHelp ? words.slice(1) : words;
  const place = commandPlaceOf(program, line.slice(0, -1));
  // bash splits `--format=csv` at the `=`.
  const current = place.awaited && line.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  if (isFile(place, current)) return ':files\n';
  const found = [
    ...(isHelp && line.length === 1 ? topics : []),
    ...(await candidates(place, current, known)),
  ];
  return found
    .filter(([value]) => value.startsWith(current))
    .map(([value, description]) => `${oneLine(value)}\t${oneLine(description)}\n`)
    .join('');
}

/** After `--` the command line of another program begins. A flag's placeholder shows whether it takes a file. */
function isFile({ command, awaited, beyond }: CommandPlace, current: string): boolean {
  const flag = current.startsWith('-') && current.includes('=') ? (current.split('=', 1)[0] ?? '') : '';
  return beyond || (awaited ?? takingValue(command, flag))?.flags.endsWith('<file>') === true;
}

async function candidates(
  place: CommandPlace,
  current: string,
  known: KnownValues,
): Promise<readonly Candidate[]> {
  const { command, awaited } = place;
  if (awaited) return valuesOf(place, awaited, current, '', known);
  if (!current.startsWith('-')) return [...childrenOf(place), ...(await argumentsOf(place, known))];
  const [flag = '', value] = current.split('=', 2);
  const assigned = value === undefined ? undefined : takingValue(command, flag);
  if (assigned) return valuesOf(place, assigned, value ?? '', `${flag}=`, known);
  return [
    ...visibleOptionsOf(command).map(option => [option.long ?? '', option.description] as const),
    ['--help', 'show help'],
  ];
}

async function valuesOf(
  place: CommandPlace,
  option: Option,
  current: string,
  prefix: string,
  known: KnownValues,
): Promise<Candidate[]> {
  const isList = /<\w+,/.test(option.flags);
  if (option.argChoices && !isList)
    return option.argChoices.map(choice => [prefix + choice, option.description]);
  const values: readonly Candidate[] =
    option.argChoices?.map(choice => [choice, option.description] as const) ??
    (await known({ ...requestAt(place), name: option.long ?? '' }));
  // `--columns a,b,`: values that are already there stay and are not offered again.
  const listed = isList ? current.split(',').slice(0, -1) : [];
  const before = listed.map(value => `${value},`).join('');
  return values
    .filter(([value]) => !listed.includes(value))
    .map(([value, description]) => [`${prefix}${before}${value}`, description]);
}

const childrenOf = ({ command, operands }: CommandPlace): Candidate[] =>
  operands.length > 0 ? [] : command.commands.map(child => [child.name(), child.summary()]);

async function argumentsOf(place: CommandPlace, known: KnownValues): Promise<readonly Candidate[]> {
  const argument = place.command.registeredArguments[place.operands.length];
  if (!argument) return [];
  if (argument.argChoices) return argument.argChoices.map(choice => [choice, argument.description]);
  return known({ ...requestAt(place), name: argument.name() });
}

const requestAt = ({ command, given, operands }: CommandPlace) => ({
  command,
  path: pathOf(command),
  given,
  operands,
});

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';

/** Values from the platform or a file must not break the line or the column, or make completion slow. */
const oneLine = (text: string) => text.replace(/\p{C}+/gu, ' ') || ' ';

interface CommandPlace {
  readonly command: Command;
  /** The flag whose value is next. */
  readonly awaited: Option | undefined;
  readonly operands: readonly string[];
  /** Flags before it with their values; the last of each. */
  readonly given: Readonly<Record<string, string>>;
  /** After `--`: the words belong to another program. */
  readonly beyond: boolean;
}

/** @param earlier the words before the one that is being completed */
function commandPlaceOf(program: Command, earlier: readonly string[]): CommandPlace {
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

const visibleOptionsOf = (command: Command): readonly Option[] =>
  optionsOf(command).filter(option => !option.hidden);

const optionNamed = (command: Command, word: string): Option | undefined =>
  optionsOf(command).find(option => option.long === word || option.short === word);

const takingValue = (command: Command, word: string): Option | undefined => {
  const option = optionNamed(command, word);
  return option?.required ? option : undefined;
};
