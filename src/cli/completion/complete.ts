import type { Command, Option } from 'commander';
import { expandAlias } from '../global-flags.ts';
import { findDefinition, nameCommand, topicNames } from '../help.ts';
import type { OpenInvocation } from '../invocation.ts';

type Candidate = readonly [value: string, description: string];

/**
 * Completes one press of Tab. The scripts of the shells only pass the words on, so that their suggestions match this version.
 *
 * @param words the line up to the cursor without the program's name; the last one is the word being completed
 * @returns lines of `value<TAB>description`, or the one line `:files`, for which the shell completes file names
 */
export async function complete(program: Command, words: readonly string[], open: OpenInvocation) {
  // `help reports <Tab>` completes like `reports <Tab>`.
  const isHelp = words[0] === 'help' && words.length > 1;
  const line = isHelp ? words.slice(1) : words;
  const place = { ...findCommandPlace(program, line.slice(0, -1)), open };
  // bash splits `--format=csv` at the `=`.
  const current = place.awaited && line.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  if (isFile(place, current)) return ':files\n';
  const found = [
    ...(isHelp && line.length === 1 ? topicNames.map((name): Candidate => [name, 'help topic']) : []),
    ...(await candidates(place, current)),
  ];
  return found
    .filter(([value]) => value.startsWith(current))
    .map(([value, description]) => `${oneLine(value)}\t${oneLine(description)}\n`)
    .join('');
}

/** After `--` the command line of another program begins. A placeholder shows whether a flag or an argument is a file. */
function isFile({ command, awaited, operands, beyond }: CommandPlace, current: string): boolean {
  const flag = current.startsWith('-') && current.includes('=') ? (current.split('=', 1)[0] ?? '') : '';
  const option = awaited ?? takingValue(command, flag);
  if (beyond || option) return beyond || /<(file|folder)>$/.test(option?.flags ?? '');
  const argument = command.registeredArguments[operands.length]?.name() ?? '';
  return !current.startsWith('-') && ['file', 'folder'].includes(argument);
}

async function candidates(place: CommandPlace, current: string) {
  const { command, operands, awaited } = place;
  if (awaited) return listValues(place, awaited, current, '');
  if (!current.startsWith('-')) {
    const children = operands.length > 0 ? [] : command.commands;
    const argument = command.registeredArguments[operands.length];
    const values =
      argument?.argChoices?.map((choice): Candidate => [choice, argument.description]) ??
      (argument ? await knownValues(place, argument.name()) : []);
    return [...children.map((child): Candidate => [child.name(), child.summary()]), ...values];
  }
  const [flag = '', value] = current.split('=', 2);
  const assigned = value === undefined ? undefined : takingValue(command, flag);
  if (assigned) return listValues(place, assigned, value ?? '', `${flag}=`);
  const visible = listOptions(command).filter(option => !option.hidden);
  return [
    ...visible.map((option): Candidate => [option.long ?? '', option.description]),
    ['--help', 'show help'] as const,
  ];
}

async function listValues(place: CommandPlace, option: Option, current: string, prefix: string) {
  const isList = option.long === '--property' || /<\w+,/.test(option.flags);
  const values =
    option.argChoices?.map((choice): Candidate => [choice, option.description]) ??
    (await knownValues(place, option.long ?? ''));
  // `--columns a,b,`: values that are already there stay and are not offered again.
  const listed = isList ? current.split(',').slice(0, -1) : [];
  const before = listed.map(value => `${value},`).join('');
  return values
    .filter(([value]) => !listed.includes(value))
    .map(([value, description]): Candidate => [`${prefix}${before}${value}`, description]);
}

/** Values of the profile file and of cached lists: completion never sends a request, and never prints errors. */
const knownValues = (place: CommandPlace, name: string) =>
  findValues(place, name).then(
    // A value that the shell would interpret is not offered: it came from the platform and would become part of a
    // command line.
    values => values.filter(([value]) => /^[\w.@+-]+$/.test(value)),
    () => [],
  );

async function findValues(
  { command, given, operands, open }: CommandPlace,
  name: string,
): Promise<readonly Candidate[]> {
  const path = nameCommand(command);
  if (name === '--columns' || name === '--sort') {
    const columns = (await findDefinition(command)?.returns?.rows?.(given['--view'])) ?? [];
    return columns.map(({ name: column }) => [column, 'column']);
  }
  const invocation = await open({}, { mayBeNew: true });
  const isProfile =
    path.startsWith('hotelctl profile ') && path !== 'hotelctl profile add' && name === 'name';
  if (name === '--profile' || isProfile)
    return [...invocation.profiles.profiles].map(([profile, { baseUrl }]) => [profile, baseUrl ?? 'profile']);
  const isIntegration = path.startsWith('hotelctl ui-integration ') && name === 'id';
  if (name !== '--property' && !isIntegration) return [];
  // Loaded when needed: most candidates are in the command tree.
  const { knownProperties, recallList } = await import('./known-lists.ts');
  if (name === '--property')
    return (await knownProperties(invocation)).map(property => [property.id, property.name]);
  return (await recallList(invocation, 'ui-integrations'))
    .filter(({ target }) => target === operands[0])
    .map(({ id, label }) => [id, label || 'UI integration']);
}

/** Values from the platform or a file must not break the line or the column, or make completion slow. */
const oneLine = (text: string) => text.replace(/\p{C}+/gu, ' ') || ' ';

type CommandPlace = ReturnType<typeof findCommandPlace> & { readonly open: OpenInvocation };

/** Where the cursor is. @returns `beyond`: after `--`, where the words belong to another program */
function findCommandPlace(program: Command, earlier: readonly string[]) {
  let command = program;
  let awaited: Option | undefined;
  const operands: string[] = [];
  // The last of each flag.
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
      const name = expandAlias([word])[0];
      const child = command.commands.find(candidate => candidate.name() === name);
      if (child) command = child;
      else operands.push(word);
    }
  }
  return { command, awaited, operands, given, beyond: false };
}

const listOptions = (command: Command): readonly Option[] =>
  command.parent ? [...command.options, ...listOptions(command.parent)] : command.options;

const takingValue = (command: Command, word: string): Option | undefined =>
  listOptions(command).find(({ long, short, required }) => required && (long === word || short === word));
