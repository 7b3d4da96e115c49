import { type Command, Option } from 'commander';
import { type CommandDefinition, type CommandTable, sentence } from './command.ts';
import {
  connectionHeading,
  type DeclaredFlag,
  declarationIn,
  declaredFlags,
  type FlagDeclaration,
  type FlagMeaning,
} from './flags.ts';

/** Commands as data become those of commander, the parser of command lines. The library does without it. */

const definitions = new WeakMap<Command, CommandDefinition>();

export const findDefinition = (command: Command): CommandDefinition | undefined => definitions.get(command);

/** Registers the commands of a group. @param words the command line, if only a command that it names is needed */
export async function registerCommands(
  group: Command,
  commands: CommandTable,
  words: readonly string[] | undefined,
): Promise<void> {
  const subcommand = words?.[1] ?? '';
  for (const [name, definition] of Object.entries(commands)) {
    if (name !== subcommand && Object.hasOwn(commands, subcommand)) continue;
    const isNamed = words === undefined || words.includes(name);
    await registerCommand(group.command(name), definition, isNamed);
  }
}

/** @param hasFlags flags take most of the time, so a command that is not on the command line has none */
export async function registerCommand(
  command: Command,
  definition: CommandDefinition,
  hasFlags = true,
): Promise<void> {
  definitions.set(command, definition);
  const { summary, text, usage, settings = [] } = definition;
  if (summary !== undefined) command.summary(summary).description(sentence(summary));
  if (text !== undefined) command.description(text);
  if (usage !== undefined) command.usage(usage);
  for (const { form, summary, choices } of definition.arguments ?? []) {
    const argument = command.createArgument(form, summary);
    if (choices) argument.argChoices = [...choices];
    command.addArgument(argument);
  }
  if (!hasFlags) return;
  // The help of the program needs no settings.
  const { settingFlags } = await import('./shared-flags.ts');
  for (const flag of [...declaredFlags(definition), ...declaredFlags({ flags: [settingFlags(settings)] })])
    addFlag(command, flag);
}

function addFlag(command: Command, { heading, form, meaning }: DeclaredFlag): void {
  // A command that writes records and accepts all settings has some of them twice.
  if (command.options.some(option => option.flags === form)) return;
  const option = makeOption(form, meaning);
  if (heading === connectionHeading)
    declarations.set(option, { ...findDeclaration(option), summary: '', isDetail: true });
  command.addOption(heading === 'Flags:' ? option : option.helpGroup(heading));
}

const declarations = new WeakMap<object, FlagDeclaration>();

export const findDeclaration = (option: object): Partial<FlagDeclaration> => declarations.get(option) ?? {};

export function makeOption(form: string, meaning: FlagMeaning): Option {
  const declared = declarationIn(meaning);
  const { summary, choices, suggestions, fallback, repeatable, mandatory, hidden, name } = declared;
  const option = new Option(form, summary);
  declarations.set(option, declared);
  // commander would refuse other values with its own message if it knew the choices; some lists grow on the platform's side.
  const offered = choices ?? suggestions;
  if (offered) option.argChoices = [...offered];
  if (fallback !== undefined) option.default(fallback);
  if (repeatable) option.argParser(collect);
  if (name !== undefined) option.attributeName = () => name;
  return option.makeOptionMandatory(mandatory === true).hideHelp(hidden === true);
}

const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];
