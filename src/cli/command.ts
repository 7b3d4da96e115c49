import { capitalized } from '../base/text.ts';
import type { FlagGroups, Options, OptionValues, WithFlags } from './flags.ts';
import type { Invocation, OpenInvocation } from './invocation.ts';
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

export type PlannedRun = () => Promise<unknown>;

/** A command as data: what help, completion and the reference show, and the functions that plan and run it. */
export interface CommandDefinition extends WithFlags {
  /** Default: the summary of the group, which is a command itself. */
  readonly summary?: string;
  /** Default: the summary as a sentence. */
  readonly text?: string;
  readonly usage?: string;
  readonly arguments?: readonly Argument[];
  /** The short help shows the first of these flags that the command has, each with its example; default: all but details. */
  readonly commonFlags?: () => Readonly<Record<string, string>>;
  readonly settings?: readonly SettingName[];
  /** How its profile is chosen; default: one that a command without settings names may not exist. */
  readonly opens?: Parameters<OpenInvocation>[1];
  readonly returns?: CommandResult;
  /** What it changes, besides a file that a flag names; default: nothing. */
  readonly changes?: 'platform' | 'machine';
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

/** Types a command's functions from its flags. @param definition only `run`: the flags are all that can be checked before */
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
  const { opens = described.settings ? {} : { mayBeNew: true } } = described;
  return {
    ...described,
    plan: async (open, given, values) => {
      // commander parses the command line by the same declaration.
      const options = given as Options<Flags[number]> & OptionValues;
      const operands = values as Operands<Arguments>;
      const invocation = await open(options, opens);
      if (plan) return plan(invocation, options, ...operands);
      return () => run(invocation, options, ...operands);
    },
  };
}

type Step<Flags extends readonly FlagGroups[], Arguments extends readonly Argument[], Result> = (
  invocation: Invocation,
  options: Options<Flags[number]> & OptionValues,
  ...operands: Operands<Arguments>
) => Promise<Result>;

export const sentence = (text: string) => `${capitalized(text)}.`;
