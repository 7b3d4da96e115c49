import { type Command, Option } from 'commander';
import {
  connectionHeading,
  type DeclaredFlag,
  declarationIn,
  declaredFlags,
  type FlagDeclaration,
  type FlagGroups,
  type FlagMeaning,
  type Options,
  type OptionValues,
  settingFlags,
} from './flags.ts';
import type { OpenInvocation } from './invocation.ts';
import type { CommandResult } from './result.ts';
import type { SettingName } from './settings/settings.ts';

interface Argument {
  /** `<name>`, `[name]` or `<name...>`, as help shows it. */
  readonly form: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** Programs pass its value on standard input, because it may contain a secret. */
  readonly input?: true;
}

/** Does what was planned. */
export type PlannedRun = () => Promise<void>;

/** A command as data: what help, completion and the reference show, and the functions that plan and run it. */
export interface CommandDefinition {
  /** Default: the summary of the group, which is a command itself. */
  readonly summary?: string;
  /** Default: the summary as a sentence. */
  readonly text?: string;
  readonly usage?: string;
  readonly arguments?: readonly Argument[];
  /** In their order in the help. A function where the declaration takes time. */
  readonly flags?: readonly FlagGroups[] | (() => readonly FlagGroups[]);
  /** The short help shows the first of these flags that the command has, each with its example; default: all but details. */
  readonly commonFlags?: () => Readonly<Record<string, string>>;
  readonly settings?: readonly SettingName[];
  readonly returns?: CommandResult;
  /** What it changes, besides a file that a flag names; default: nothing. */
  readonly changes?: 'platform' | 'machine';
  /** Whether its `deliveryFlags` are about its own end; those of `schedule add` are about the runs of a job. */
  readonly reportsItsEnd?: boolean;
  readonly examples: Readonly<Record<string, string>>;
  readonly notes?: string;
  /** The same, loaded only if the help is shown. */
  readonly furtherHelp?: (width: number) => Promise<string>;
  /**
   * Validates the whole command line and the files that it names, and opens nothing: no connection, secret or store.
   * `schedule add` calls it for every command. @throws UsageError
   */
  readonly plan: (
    open: OpenInvocation,
    options: OptionValues,
    operands: readonly (string | readonly string[] | undefined)[],
  ) => Promise<PlannedRun>;
}

export type CommandTable = Readonly<Record<string, CommandDefinition>>;

type Operands<Arguments extends readonly Argument[]> = {
  [Index in keyof Arguments]: Arguments[Index]['form'] extends `${string}...${string}`
    ? readonly string[]
    : Arguments[Index]['form'] extends `<${string}`
      ? string
      : string | undefined;
};

/**
 * @param definition its functions get the options that the flags declare, then the values of the arguments; only `run`
 *   is of a command whose flags are all that can be checked before it runs
 */
export function defineCommand<
  const Flags extends readonly FlagGroups[] = [],
  const Arguments extends readonly Argument[] = [],
>(
  definition: Omit<CommandDefinition, 'flags' | 'arguments' | 'plan'> & {
    readonly flags?: Flags | (() => Flags);
    readonly arguments?: Arguments;
  } & (
      | { readonly plan: Step<Flags, Arguments, PlannedRun>; readonly run?: undefined }
      | { readonly run: Step<Flags, Arguments, void>; readonly plan?: undefined }
    ),
): CommandDefinition {
  const { plan, run, ...described } = definition;
  return {
    ...described,
    plan: async (open, given, values) => {
      // commander parses the command line by the same declaration.
      const options = given as Options<Flags[number]> & OptionValues;
      const operands = values as Operands<Arguments>;
      return plan ? plan(open, options, ...operands) : () => run(open, options, ...operands);
    },
  };
}

type Step<Flags extends readonly FlagGroups[], Arguments extends readonly Argument[], Result> = (
  open: OpenInvocation,
  options: Options<Flags[number]> & OptionValues,
  ...operands: Operands<Arguments>
) => Promise<Result>;

const definitions = new WeakMap<Command, CommandDefinition>();

export const findDefinition = (command: Command): CommandDefinition | undefined => definitions.get(command);

/** Registers the commands of a group. @param words the command line, if only a command that it names is needed */
export function registerCommands(
  group: Command,
  commands: CommandTable,
  words: readonly string[] | undefined,
): void {
  const subcommand = words?.[1] ?? '';
  for (const [name, definition] of Object.entries(commands)) {
    if (name !== subcommand && Object.hasOwn(commands, subcommand)) continue;
    const isNamed = words === undefined || words.includes(name);
    registerCommand(group.command(name), definition, isNamed);
  }
}

/** @param hasFlags flags take most of the time, so a command that is not on the command line has none */
export function registerCommand(command: Command, definition: CommandDefinition, hasFlags = true): void {
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

export const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
